#!/usr/bin/env bash
# weft matrix --list: the files are read back, refused lists leave nothing, and neither does a failure or a signal. The systems are tested by
# unit_matrix.c. cli_matrix.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >small.yaml <<'YAML'
systems:
  - {name: cloth, what: "a cloth, of 6 × 6 particles", solver: pd, scene: cloth, set: {scene.n: 6, scene.stiffness: 1000}}
  - {name: moving, what: "Newton", solver: newton, scene: cloth, steps: 3, set: {scene.n: 5}}
YAML
expect 0 "$weft" matrix --list small.yaml -o set
check "nothing but the folder" same "$(echo set*)" set
check "four matrices of each system" same "$(wc -l <set/SHA256SUMS)" 8
check "their sums" bash -c 'cd set && sha256sum -c --quiet SHA256SUMS'

# solved NAME: ‖B − A X‖/‖B‖ of the worst column, of NAME.mtx.gz and its solution X and right-hand side B.
solved() {
    cat <(gzip -dc "set/$1.mtx.gz") <(echo next) <(gzip -dc "set/$1_rhs.mtx.gz") <(echo next) <(gzip -dc "set/$1_solution.mtx.gz") | awk '
        $1 == "next" { part++; head = 0; at = 0; next }
        /^%/ { next }
        !head { head = 1; n = $1; if (part) columns = $2; else entries = $3; next }
        part == 0 { i[++k] = $1; j[k] = $2; a[k] = $3; if ($1 < $2 || $1 > n || $2 < 1) bad = 1; next }
        part == 1 { b[at++] = $1; next }
        { x[at++] = $1 }
        END {
            if (k != entries || at != n * columns || bad) { print "a matrix of another shape"; exit }
            for (c = 0; c < columns; c++) {
                split("", r); left = all = 0
                for (e = 1; e <= k; e++) {
                    r[i[e]] += a[e] * x[c * n + j[e] - 1]
                    if (i[e] != j[e]) r[j[e]] += a[e] * x[c * n + i[e] - 1]
                }
                for (e = 1; e <= n; e++) { d = b[c * n + e - 1] - r[e]; left += d * d; all += b[c * n + e - 1] ^ 2 }
                if (all > 0 && left / all > worst) worst = left / all
            }
            printf "%.17g\n", sqrt(worst)
        }'
}

check "cloth: A x = b" below "$(solved cloth)" 1e-10
check "moving: A x = b" below "$(solved moving)" 1e-10
check "rows of the cloth" grep -q '^cloth,.*,36,' set/index.csv
mkdir again
expect 0 "$weft" matrix --list small.yaml -o again/
check "the same bits once more" cmp set/SHA256SUMS again/SHA256SUMS

# ---- refused ----
refused() { # CODE WHERE ARGUMENT...
    expect "$1" "$weft" matrix "${@:3}" -o refused
    check "the error names $2" has err "$2"
    check "no folder is left" same "$(echo refused*)" 'refused*'
}
expect 4 "$weft" matrix --list small.yaml -o set
check "what is there stays" cmp set/SHA256SUMS again/SHA256SUMS
expect 2 "$weft" matrix --list small.yaml
refused 2 --list --list small.yaml --set scene.n=4
refused 4 missing.yaml --list missing.yaml
for entry in '3 name: a/b, what: x, solver: pd, scene: cloth' '7 name: a, what: x, solver: xpbd, scene: cloth' \
    '3 name: a, what: x, solver: pd, scene: clot' '3 name: a, what: x, solver: pd, scene: cloth, stpes: 3'; do
    printf 'systems:\n  - {%s}\n' "${entry#* }" >bad.yaml
    refused "${entry%% *}" bad.yaml:2 --list bad.yaml
done

# ---- nothing half: files that may not grow, and a signal ----
expect 4 bash -c "ulimit -f 4; exec '$weft' matrix --list small.yaml -o full"
check "a full disk leaves nothing" same "$(echo full*)" 'full*'
printf 'systems:\n  - {name: big, what: x, solver: newton, scene: cloth, set: {scene.n: 64}, steps: 100000}\n' >long.yaml
"$weft" matrix --list long.yaml -o stopped >out 2>err &
pid=$!
check "it begins" wait_for compgen -G 'stopped.*/index.csv*' >matches
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
check "the exit code of a signal" same "$code" 9
check "a signal leaves nothing" same "$(echo stopped*)" 'stopped*'

# A step of newton may show either of its two systems first: the shipped list names one.
grep 'solver: newton' "$source_dir/datasets/systems.yaml" >newton
check "the shipped list names the systems of newton" every 'system: ' newton
