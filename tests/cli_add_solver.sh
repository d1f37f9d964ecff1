#!/usr/bin/env bash
# What src/core/solver/README.md says of adding a solver, word for word, in a copy of the source: its blocks are put where they say they belong,
# its commands are typed, and the new solver must then be in every figure and table and pass the conformance tests. cli_add_solver.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
unset WEFT_DATASETS # the copy has its own

# block FILE [PAGE]: the fenced blocks of the page, the README, whose info string ends in FILE.
block() {
    awk -v file="$1" '/^```/ {inside = !inside && $2 == file; next} inside' "$source_dir/${2:-src/core/solver/README.md}"
}

# ---- a copy of the source, without what was built or measured ----
(cd -- "$source_dir" && find . -mindepth 1 -maxdepth 1 ! -name build ! -name results ! -name '.git' ! -name shared -print0 | xargs -0 cp -R -t "$scratch" --)

# ---- what the README says to write ----
file=src/core/solver/solver_heavy_ball.c
block "$file" >"$file"
block src/core/solver/solver_list.h >line
cat line >>src/core/solver/solver_list.h
block heavy_ball.yaml >heavy_ball.yaml
block heavy_ball.sh >heavy_ball.sh
check "the file has at most 120 lines" test "$(wc -l <"$file")" -le 120
check "it is all there" has "$file" "const SolverOps solver_heavy_ball"
check "one line for the list" same "$(cat line)" "SOLVER(heavy_ball)"
check "its lines are no longer than ours" test "$(LC_ALL=C.UTF-8 wc -L <"$file")" -le 140

# ---- configured before, as the reader's build is; little optimisation, for the sake of time; the warnings are those of every build ----
configure=(cmake -S . -B build/release -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DWEFT_MICRO=OFF)
export CMAKE_BUILD_PARALLEL_LEVEL=2
expect 0 "${configure[@]}" -DWEFT_TESTS=OFF

# ---- what the README says to type, line by line ----
weft=$scratch/build/release/weft
line=0
while IFS= read -r command; do
    line=$((line + 1))
    expect 0 bash -c "$command"
    cp out "out.$line"
    cp err "err.$line"
    [ "$failures" -eq 0 ] || { grep -m 3 -A 4 error: out; exit 1; } # what follows would only repeat it
done <heavy_ball.sh
check "five commands" same "$line" 5
check "the list shows it" has out.2 "heavy_ball"
check "and its parameters" has out.2 "momentum"
check "the residuals of a scene" has out.3 "gradient"
check "every case is measured" has err.4 "5 of 5 cases: 5 measured"
check "the table on the terminal names it" has out.5 "heavy_ball"
for figure in iterations time phases; do
    check "figure $figure draws it" has "heavy_ball/$figure.svg" "heavy_ball"
    check "figure $figure has its samples" has "heavy_ball/$figure.csv" "heavy_ball"
done
check "the cases name it" has heavy_ball/cases.csv "heavy_ball"
sed -n '/Cost of a step/,/<\/table>/p' heavy_ball/index.html >cost.html
check "the table has a row for it" has cost.html "heavy_ball"

# ---- the tutorial, word for word; its last part builds on what was done above ----
for file in sail.yaml mine.yaml; do
    block "$file" docs/tutorial.md >"$file"
    check "the tutorial has $file" test -s "$file"
done
block tutorial.sh docs/tutorial.md >tutorial.sh
line=0
while IFS= read -r command; do
    line=$((line + 1))
    expect 0 bash -c "$command"
    cp out "tutorial.$line"
    cp err "tutorial_err.$line"
done <tutorial.sh
check "twelve commands" same "$line" 12
check "the new title, without measuring" has mine/index.html "Error of a step of a sail"
check "a figure without a file" test -s mine/steps.pdf
check "only the new case is measured" has tutorial_err.11 "5 of 5 cases: 1 measured, 4 already there"
check "the new solver is in the figure" has mine/error.csv "heavy_ball"
check "in the table" has mine/cost-table.csv "heavy_ball"
check "and the claim is judged" has mine/verdicts.csv "Newton's method ends nearer than projective dynamics,yes"

# ---- it is what the README says: nearer to the truth than the others, and the momentum is what does it ----
# last SERIES: the error after the last iteration.
last() { awk -F, -v series="$1" '$1 "," $2 == series {error = $4} END {print error}' heavy_ball/iterations.csv; }
check "nearer than projective dynamics" below "$(last heavy_ball,0.8)" "$(last pd,)"
check "nearer than without momentum" below "$(last heavy_ball,0.8)" "$(last heavy_ball,0)"
check "it converges" below "$(last heavy_ball,0.8)" 1e-3

# ---- what it refuses, by name ----
expect 7 "$weft" sim pendulum --solver heavy_ball --set scene.compliance=0
check "a hard constraint is refused by name" has err "solver heavy_ball cannot do hard constraints"

expect 0 "$weft" list support
check "the list of what is supported knows it" has out heavy_ball

# ---- its bits do not depend on threads, and the conformance tests know it ----
for threads in 1 2; do
    expect 0 "$weft" sim cloth --solver heavy_ball --precision f32 --steps 5 --threads "$threads" --set scene.n=16 --state-out "$threads.csv"
done
check "same bits with one thread and two" cmp 1.csv 2.csv
expect 0 "${configure[@]}" -DWEFT_TESTS=ON
expect 0 cmake --build build/release --target oracle_conformance_f64 --target oracle_parallel_f64
for test in oracle_conformance_f64 oracle_parallel_f64; do
    expect 0 env OMP_WAIT_POLICY=passive "build/release/$test"
done
