#!/usr/bin/env bash
# weft compare as a user starts it: databases, builds of one database, and two sets of programs measured in turn: cli_compare.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
build=$1

cat >e.yaml <<'END'
name: e
question: Is it as fast?
blocks:
  - name: a
    axes: {solver: [pbd, xpbd], scene: cloth, scene.n: 6, iterations: 5, steps: 10, threads: 1, timed: 5, phased: 0, measured: 1, probes: 1}
END

# ---- databases ----
expect 0 "$weft" run e.yaml -o a.db
cp a.db b.db
expect 0 "$weft" compare a.db b.db
check "the sides" same "$(grep -c '^   f64 build [0-9a-f]\{12\}, commit ' out)" 2
check "two samples" same "$(tr -s ' \n' ' ' <out | grep -o 'B/A 1.000 ([0-9.]* to [0-9.]*), 5 and 5 processes' | wc -l)" 2
check "the end" has out "Worse in B: 0 cases."
expect 0 "$weft" compare a.db b.db --format markdown
check "a row for each case" same "$(grep -c '^| .* | 5 and 5 processes | ' out)" 2
expect 0 "$weft" compare a.db b.db --format json
check "one object" same "$(head -c 1 out)$(tail -c 2 out | head -c 1)" "{}"
check "with all cases" same "$(grep -c '"answer": ' out)" 2
expect 3 "$weft" compare a.db
check "nothing to compare it with" has err "A and B are the same measurements"
expect 3 "$weft" compare a.db b.db --build B=zz
check "no such build" has err "b.db: no build has a hash or a commit that begins with \`zz\`"
expect 2 "$weft" compare a.db b.db --build zz
expect 2 "$weft" compare a.db b.db --threshold -1
expect 2 "$weft" compare a.db b.db --format xml
expect 2 "$weft" compare a.db b.db --reps 3
expect 2 "$weft" compare a.db b.db --timeout 5
expect 2 "$weft" compare a.db b.db e.yaml
expect 2 "$weft" compare --run a.db b.db
expect 4 "$weft" compare --run missing "$build" e.yaml
check "no such folder" has err "missing: no such folder or program"

# ---- measured in turn ----
# A worker of another build: what the real one says, with changes. $1: where it is, $2: the sed script.
worker_like() {
    mkdir -p "$1"
    printf '#!/bin/bash\nset -o pipefail\n%s/weft-worker-f64 | sed -E "%s"\n' "$build" "$2" >"$1/weft-worker-f64"
    chmod +x "$1/weft-worker-f64"
}
worker_like slow '/\"row\":\"step\"/s/\"ns\":[0-9]+/&000000/' # each step takes a million times as long: no noise of a machine reaches that
worker_like steady '/\"row\":\"step\"/s/\"ns\":[0-9]+/\"ns\":20000/' # and these the same on any machine
ln -s "$build/weft" steady/weft
worker_like wrong '/\"row\":\"step\"/s/\"ns\":[0-9]+/\"ns\":20000/; s/\"error\":0\./\"error\":9./'

expect 0 "$weft" compare --run steady steady/weft e.yaml -o same.db --reps 5
check "pairs" same "$(grep -c ', 5 pairs$' out)" 2
check "every process of both sides" same "$(rows same.db process)" 20
expect 0 "$weft" compare --run steady steady e.yaml -o same.db --reps 2
check "more of them" same "$(grep -c ', 7 pairs$' out)" 2
cp out measured
expect 0 "$weft" compare same.db
check "the database says the same" same "$(tail -n +7 out)" "$(tail -n +7 measured)"

expect 13 "$weft" compare --run "$build" slow e.yaml -o slow.db --reps 5
check "slower" same "$(grep -c '^  slower .*, 5 pairs$' out)" 2
check "the reason" has err "weft: 2 of 2 cases are worse in B"
expect 0 "$weft" compare --run slow "$build" e.yaml -o fast.db --reps 5
check "faster" same "$(grep -c '^  faster .*, 5 pairs$' out)" 2
slow=$("$weft" export slow.db --table process | tr -d '\r' | awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next} {print $at["round"], $at["case_id"], $at["side"]}')
check "the two sides one after the other" same "$(awk '{if (NR % 2 == 0 && ($1 != round || $2 != case_id || $3 == side)) bad++; round = $1; case_id = $2; side = $3} END {print bad + 0, NR}' <<<"$slow")" "0 20"
check "each is first in some rounds" same "$(awk 'NR % 2 {print $3}' <<<"$slow" | sort -u | tr '\n' ' ')" "0 1 "
builds=$("$weft" export slow.db --table build --format json | sed -n 's|^[^"]*"id":[^,]*,"hash":"\([0-9a-f]*\)".*|\1|p') # CSV: a patch in the column diff has lines of its own
# shellcheck disable=SC2086 # two words
set -- $builds
expect 13 "$weft" compare slow.db --build "A=$1" --build "B=$2"
check "by their hashes" same "$(grep -c '^  slower .*, 5 pairs$' out)" 2
expect 0 "$weft" compare slow.db --build "A=$2" --build "B=$1"
# Times that are known, B ten times A.
sqlite3 slow.db 'UPDATE step SET ns = (SELECT CASE p.side WHEN 0 THEN 20000 ELSE 200000 END FROM repetition AS r JOIN process AS p ON p.id = r.process
    WHERE r.id = step.repetition_id)'
expect 13 "$weft" compare slow.db --threshold 800%
check "whatever is above the threshold is not" has out "2 slower, 0 faster"
expect 0 "$weft" compare slow.db --threshold 1000%
check "whatever is below the threshold is the same" has out "0 slower, 0 faster"

expect 13 "$weft" compare --run steady wrong e.yaml -o wrong.db --reps 5
check "a larger error" same "$(grep -c '^  larger      error ' out)" 2
mkdir broken
printf '#!/bin/bash\nread -r job\ncase $job in *rates*) exec %s/weft-worker-f64 <<<"$job" ;; esac\nexit 1\n' "$build" >broken/weft-worker-f64
chmod +x broken/weft-worker-f64
expect 8 "$weft" compare --run "$build" broken e.yaml -o none.db
check "nothing began, for want of a reference" has err "2 of 4 cases failed"
expect 13 "$weft" compare --run steady broken e.yaml -o broken.db --reps 5 --set probes=0
check "one that crashes" same "$(grep -c '^  failed      A done, B crashed: ' out)" 2
