#!/usr/bin/env bash
# The full text of the messages that users meet most: each command of messages.txt with its exit code and standard error. Other tests compare
# places and names only. cli_messages.sh BUILD SOURCE [--write]: --write puts what weft prints now into messages.txt, to be read and committed.
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
list=$source_dir/tests/messages.txt

# ---- the files that the commands name ----
# scene NAME LINE...: a scene with one body of these lines.
scene() {
    printf '%s\n' 'bodies:' '  - name: b' >"$1.yaml"
    printf '    %s\n' "${@:2}" >>"$1.yaml"
}
# experiment NAME AXES
experiment() { printf '%s\n' 'name: e' 'blocks:' '  - name: a' "    axes: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, $2}" >"$1.yaml"; }
scene key 'chain: {count: 2, spacing: 1}' 'particle_mas: 1'
scene value 'chain: {count: 2, spacing: 1}' 'particle_mass: -1'
scene mesh 'mesh: points.obj' 'mass: 1'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >points.obj
experiment axis 'solver: pbd, iteratons: 3'
experiment good 'solver: pbd, measured: 0'
experiment figure 'solver: pbd, measured: 0'
printf '%s\n' 'figures:' '  - {name: times, data: step, x: step, y: step_ms}' >>figure.yaml
echo 'no database, and long enough for the header of one: a hundred bytes, which these words are in the end, all in all' >text.db
mkdir crash empty bare # workers, workers, programs
printf '#!/bin/sh\nkill -SEGV $$\n' >crash/weft-worker-f64
chmod +x crash/weft-worker-f64
expect 0 "$weft" run good.yaml -o good.db
expect 0 "$weft" run good.yaml -o other.db
sqlite3 other.db "UPDATE repetition SET hash = 'f00'"
cp good.db newer.db
sqlite3 newer.db 'PRAGMA user_version = 999'
expect 0 "$weft" run figure.yaml -o figure.db
gcc -O0 -shared -fPIC -I"$source_dir/src" -DFAULT=WRONG_ABI "$source_dir/tests/plugin/faulty.c" -o plugin.so

# ---- each command of the list ----
# What differs between machines, days and builds: folders, hashes, times, memory; whether another program ran beside.
settled() {
    sed -E -e "s|$scratch|SCRATCH|g; s/\b[0-9a-f]{8}\b/HASH/g; s/; [0-9]+:[0-9]{2};/; TIME;/; s/[0-9.]+ MiB/N MiB/g" -e '/ were disturbed by other programs;/d'
}
weft() { "$weft" "$@"; }
: >now
while IFS= read -r line; do
    case $line in
        '#'*) printf '%s\n' "$line" >>now ;;
        '$ '*)
            printf '%s\n' "$line" >>now
            code=0
            eval "${line#'$ '}" >out 2>err </dev/null || code=$?
            { printf '%s\n' "$code" && settled <err && printf '\n'; } >>now
            ;;
    esac
done <"$list"
if [ "${3:-}" = --write ]; then
    cp now "$list"
    exit 0
fi
# entries FILE: each command with its code and text in one line.
entries() { awk -v RS= -v FS='\n' '{text = ""; for (i = 1; i <= NF; i++) text = text $i "⏎"; print text}' "$1"; }
check "twenty messages or more" test "$(entries "$list" | wc -l)" -ge 20
check "the commands of the list" same "$(grep '^\$ ' now)" "$(grep '^\$ ' "$list")"
while IFS= read -r entry <&3 && IFS= read -r wanted <&4; do
    command=${wanted#*$'⏎'}
    check "${command%%⏎*}" same "${entry//⏎/$'\n'}" "${wanted//⏎/$'\n'}"
done 3< <(entries now) 4< <(entries "$list")
