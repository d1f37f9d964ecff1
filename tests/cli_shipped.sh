#!/usr/bin/env bash
# Everything that weft ships works together: every scene steps with every solver, and every experiment runs, small, to its report.
# cli_shipped.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# names SECTION: the names that `weft list SECTION` prints.
names() { "$weft" list "$1" | awk '/^  [a-z]/ {print $1}'; }

# ---- every scene × solver × precision ----
scenes=$(names scenes) solvers=$(names solvers)
check "there are scenes" test "$(wc -w <<<"$scenes")" -ge 9
check "there are solvers" test "$(wc -w <<<"$solvers")" -ge 4
for scene in $scenes; do
    for solver in $solvers; do
        for precision in f64 f32; do
            iterations=()
            [ "$solver" = newton ] || iterations=(--set iterations=3)
            expect 0 "$weft" sim "$scene" --solver "$solver" --precision "$precision" --steps 3 "${iterations[@]}" --state-out "state.csv"
            check "$scene $solver $precision: a whole state" test "$(grep -c '^[0-9]*,[-0-9.e]*,[-0-9.e]*,[-0-9.e]*,[-0-9.e]*,[-0-9.e]*,[-0-9.e]*$' state.csv)" = \
                "$(tail -n +2 state.csv | wc -l)"
            check "$scene $solver $precision: it is not empty" test "$(wc -l <state.csv)" -ge 3
            rm -f state.csv
        done
    done
done

# ---- every solver × linear system ----
for linsys in $(names linsys); do
    expect 0 "$weft" sim cloth --solver pd --steps 2 --set scene.n=6 --linsys "$linsys"
done
expect 7 "$weft" sim cloth --solver newton --steps 2 --set scene.n=6 --linsys dense_3n
check "newton names the system it cannot use" has err "dense_3n"

# ---- every experiment, three steps long, to figures that show something ----
for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    n=24 # sizes that the figures show
    [ "$name" != strong_scaling ] || n=256
    sets=(--set steps=3 --set "scene.n=$n")
    if grep -q 'iterations:' "$file"; then sets+=(--set iterations=4); fi
    expect 0 "$weft" run "$file" -o "$name.db" "${sets[@]}" --reps 1
    check "$name: every case is done" test "$("$weft" export "$name.db" --table outcome --format csv | tail -n +2 | grep -vc ',done,')" = 0
    expect 0 "$weft" report "$name.db" -o "$name"
    check "$name: a page" test -s "$name/index.html"
    while read -r figure; do
        check "$name: figure $figure as SVG" test -s "$name/$figure.svg"
        check "$name: figure $figure as PDF" test -s "$name/$figure.pdf"
        check "$name: figure $figure has points" test "$(wc -l <"$name/$figure.csv")" -ge 2
    done < <(awk '/^figures:/ {f = 1; next} /^[a-z]/ {f = 0} f && /- name:/ {print $3}' "$file")
done
