#!/usr/bin/env bash
# bench/systems.sh and weft matrix --reference: the files are read back, and a failure or a signal leaves nothing. The systems are tested by
# unit_matrix.c. cli_matrix.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
export WEFT_BUILD=$1
systems=$source_dir/bench/systems.sh

cat >small.txt <<'LIST'
# two systems
cloth   cloth --solver pd --set scene.n=6 --set scene.stiffness=1000   # a cloth
moving  cloth --solver newton --steps 3 --set scene.n=5                # Newton
LIST
expect 0 "$systems" set small.txt
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
check "its size and condition" grep -qE '^cloth.mtx +36 unknowns, .* condition .* residual ' set/index.txt
expect 0 "$systems" again small.txt
check "the same bits once more" cmp set/SHA256SUMS again/SHA256SUMS

# ---- refused ----
expect 1 "$systems" set small.txt
check "existing files stay" cmp set/SHA256SUMS again/SHA256SUMS
expect 1 "$systems" refused missing.txt
for line in 'a/b cloth --solver pd' 'a cloth --solver xpbd' 'a clot --solver pd' 'a cloth --solver pd --stpes 3' 'a cloth --solver pd --system no'; do
    printf '# a list\n%s\n' "$line" >bad.txt
    expect 1 "$systems" refused bad.txt
    check "the line of $line" has err bad.txt:2
done
expect 2 "$weft" matrix cloth --solver pd -o refused --system pd
expect 2 "$weft" matrix cloth --solver pd -o refused --reference ../a
expect 2 "$weft" matrix cloth --solver pd

# ---- nothing half: files that may not grow, and a signal ----
expect 1 bash -c "ulimit -f 4; exec '$systems' full small.txt"
printf 'small cloth --solver pd --set scene.n=4\nbig cloth --solver newton --set scene.n=64 --steps 100000\n' >long.txt
setsid "$systems" stopped long.txt >out 2>err &
pid=$!
check "it begins" wait_for compgen -G 'stopped.*/small.mtx.gz' >matches
kill -TERM -- "-$pid"
wait "$pid" || true
check "nothing is left" same "$(echo refused* full* stopped*)" 'refused* full* stopped*'

# A step of newton may show either of its two systems first: the shipped list names one.
grep -e '--solver newton' "$source_dir/datasets/systems.txt" >newton
check "the shipped list names the systems of newton" every '--system ' newton
