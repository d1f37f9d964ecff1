#!/bin/bash
# weft matrix --list: the files read back by awk, their sizes and numbers, refused lists, and what is left of a stopped or failed run.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

cat >small.yaml <<'END'
systems:
  - {name: cloth, what: "a cloth, of 6 × 6 particles", solver: pd, scene: cloth, set: {scene.n: 6, scene.stiffness: 1000}}
  - {name: moving, what: "Newton", solver: newton, scene: cloth, steps: 3, set: {scene.n: 5}}
  - {name: rows, what: "constraints", solver: xpbd_direct, scene: cloth, set: {scene.n: 4}}
  - {name: whole, what: "positions and multipliers", solver: xpbd_direct, scene: cloth, system: kkt_whole, set: {scene.n: 4, method: kkt}}
  - {name: before, what: "before regularisation", solver: newton, scene: curtain, system: newton_indefinite, steps: 6, set: {scene.columns: 9, scene.rows: 7}}
END
expect 0 "$weft" matrix --list small.yaml -o set --threads 2
check "a line for each system" same "$(wc -l <out)" 5
check "nothing but the folder" same "$(echo set*)" set
check "files" same "$(ls set | wc -l)" $((5 * 4 + 4))
check "sums of all matrices" same "$(wc -l <set/SHA256SUMS)" 20
check "sums hold" bash -c 'cd set && sha256sum -c --quiet SHA256SUMS'

# field NAME COLUMN: of index.csv, whose texts have commas in quotes.
field() {
    awk -v name="$1" -v column="$2" '{
        n = 0; quoted = 0; text = ""
        for (i = 1; i <= length($0) + 1; i++) {
            c = substr($0, i, 1)
            if (c == "\"") quoted = !quoted
            else if (c == "" || (c == "," && !quoted)) { value[++n] = text; text = "" }
            else text = text c
        }
        if (NR == 1) { for (k = 1; k <= n; k++) if (value[k] == column) at = k }
        else if (value[1] == name) print at ? value[at] : "no column"
    }' set/index.csv
}

# solved NAME: ‖B − A X‖/‖B‖ of the worst column, of NAME.mtx.gz and its X and B, with the smallest and the largest row and column seen.
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

head_of() { gzip -dc "set/$1.mtx.gz" | grep -v '^%' | head -1; }
for name in cloth moving rows whole before; do
    check "$name: A x = b" below "$(solved $name)" 1e-10
    check "$name: rows of the index" same "$(head_of $name)" "$(field $name rows) $(field $name rows) $(field $name entries)"
    check "$name: right-hand sides" same "$(head_of ${name}_rhs)" "$(field $name rows) $(field $name columns)"
    check "$name: a place for each row" same "$(head_of ${name}_coordinates)" "$(field $name rows) 3"
    check "$name: sum of the index" same "$(field $name sha256)" "$(sha256sum set/$name.mtx.gz | cut -d' ' -f1)"
    check "$name: bytes of the index" same "$(field $name bytes)" "$(stat -c %s set/$name.mtx.gz)"
    check "$name: README has the numbers of the index" grep -qF "| $(field $name rows) | $(field $name entries) | $(field $name condition) | $(field $name residual) |" set/README.md
done
check "the cloth has 36 rows" same "$(field cloth rows),$(field cloth columns),$(field cloth definite)" 36,3,yes
check "3n rows" same "$(field moving rows),$(field moving columns)" 75,1
check "springs" same "$(field rows rows)" 42
check "positions and springs" same "$(field whole rows),$(field whole definite),$(field whole negative_eigenvalues)" 90,no,42
check "an indefinite Hessian has negative eigenvalues" below 0 "$(field before negative_eigenvalues)"
check "and no pivot of Cholesky" same "$(field before smallest_pivot)" ''
check "a definite one has one" below 0 "$(field moving smallest_pivot)"
check "the command of the index" bash -c "'$weft' $(field moving command | sed 's/^weft //; s/DIR/plain/')"
check "makes the same matrix" cmp <(grep -v '^%' plain/newton.mtx) <(gzip -dc set/moving.mtx.gz | grep -v '^%')
check "coordinates are those of the scene" bash -c "gzip -dc set/cloth_coordinates.mtx.gz | grep -v '^%' | awk 'NR > 1 {if (NR == 2 || \$1 < low) low = \$1; if (NR == 2 || \$1 > high) high = \$1} END {exit !(high - low > 0.99)}'"
check "times of one thread and of two" same "$(awk -F, '$1 == "cloth" && $2 == "supernodal_parallel" {print $4}' set/times.csv | xargs)" '1 2'
check "no times of what has no Cholesky factor" same "$(grep -c '^whole\|^before' set/times.csv)" 0
check "times are above zero" awk -F, 'NR > 1 && !($7 >= 0 && $8 > 0 && $9 > 0) {exit 1} END {exit NR < 10}' set/times.csv

# The same bits once more, but for times.
mkdir again
expect 0 "$weft" matrix --list small.yaml -o again/ --threads 2
for file in SHA256SUMS index.csv README.md; do check "$file again" cmp set/$file again/$file; done

# ---- refused ----
refused() {
    local code=$1 text=$2
    shift 2
    expect "$code" "$weft" matrix "$@" -o refused
    check "it says: $text" has err "$text"
    check "no folder is left" same "$(echo refused*)" 'refused*'
}
expect 4 "$weft" matrix --list small.yaml -o set
check "what is there stays" has err 'set: is there and not an empty folder'
expect 2 "$weft" matrix --list small.yaml
expect 2 "$weft" matrix
refused 2 'takes -o and --threads only' cloth --list small.yaml
refused 2 'takes -o and --threads only' --list small.yaml --set scene.n=4
refused 4 'missing.yaml' --list missing.yaml
entry() { printf 'systems:\n  - {%s}\n' "$1" >bad.yaml; }
entry 'name: a/b, what: x, solver: pd, scene: cloth'
refused 3 "bad.yaml:2: " --list bad.yaml
entry 'name: a, what: x, solver: xpbd, scene: cloth'
refused 7 'bad.yaml:2: solver `xpbd` solves no linear system' --list bad.yaml
entry 'name: a, what: x, solver: pd, scene: clot'
refused 3 'did you mean `cloth`?' --list bad.yaml
entry 'name: a, what: x, solver: pd, scene: cloth, stpes: 3'
refused 3 'did you mean `steps`?' --list bad.yaml
entry 'name: a, what: x, solver: pd, scene: cloth, set: {scene.m: 4}'
refused 3 'bad.yaml:2: ' --list bad.yaml
entry 'name: a, what: x, solver: pd, scene: cloth, set: {precision: f32}'
refused 3 'written in f64' --list bad.yaml
entry 'name: a, what: x, solver: newton, scene: cloth, system: newton_indefinite, set: {scene.n: 4}'
refused 3 'no linear system `newton_indefinite`' --list bad.yaml
entry 'name: a, what: x, solver: newton, scene: blob, steps: 4'
refused 7 'rank-one terms' --list bad.yaml
printf 'systems:\n  - {name: a, what: x, solver: pd, scene: cloth}\n  - {name: a, what: x, solver: pd, scene: cloth}\n' >bad.yaml
refused 3 'two systems have the name `a`' --list bad.yaml
printf 'systems: []\n' >bad.yaml
refused 3 'list 1 to' --list bad.yaml

# ---- nothing half: files that may not grow, and a signal ----
code=0
(ulimit -f 4 && exec "$weft" matrix --list small.yaml -o full) >out 2>err || code=$?
check "a full disk ends with 4, not $code" test "$code" = 4
check "and leaves nothing" same "$(echo full*)" 'full*'
printf 'systems:\n  - {name: big, what: x, solver: newton, scene: cloth, set: {scene.n: 64}, steps: 1000}\n' >long.yaml
"$weft" matrix --list long.yaml -o stopped >out 2>err &
pid=$!
check "it begins" wait_for compgen -G 'stopped.*/index.csv*' >matches
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
check "a signal ends it with 9, not $code" test "$code" = "$(awk -F'[(,]' '/INTERRUPTED/ {print $3 + 0}' "$source_dir/src/common/base/status_list.h")"
check "and leaves nothing" same "$(echo stopped*)" 'stopped*'

# In the shipped list an entry of newton says which of its two systems it is: the first that a step shows may be either.
check "the shipped list has indefinite Hessians" has "$source_dir/datasets/systems.yaml" 'system: newton_indefinite'
check "and names the system of each" same "$(grep 'solver: newton' "$source_dir/datasets/systems.yaml" | grep -vc 'system: ')" 0
