#!/usr/bin/env bash
# The commands of src/core/solver/README.md and of docs/start.md word for word, with the new solver in the programs (cli_add_solver.sh); CMake
# finds its file; it passes the conformance tests. long_add_solver.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/relink.sh
. "$2/tests/relink.sh"
export OMP_WAIT_POLICY=passive

# block FILE PAGE: the fenced blocks of the page whose info string ends in FILE.
block() { awk -v file="$1" '/^```/ {inside = !inside && $2 == file; next} inside' "$source_dir/$2"; }
README=src/core/solver/README.md START=docs/start.md

# ---- the new solver in the programs, at the paths that the pages expect ----
mkdir -p changed/core/solver build
block src/core/solver/solver_heavy_ball.c $README >changed/core/solver/solver_heavy_ball.c
block src/core/solver/solver_list.h $README >line
cat "$source_dir/src/core/solver/solver_list.h" line >changed/core/solver/solver_list.h
expect 0 recompile core/solver/solver_heavy_ball.c core/solver/solver.c
expect 0 relink weft weft-worker-f64
ln -s "$scratch/programs" build/release
[ "$failures" -eq 0 ] || exit 1 # what follows would only repeat it

# typed FILE PAGE COUNT: runs each line of the commands but the builds, whose result is there.
typed() {
    local line=0 command
    block "$1" "$2" >"$1"
    while IFS= read -r command; do
        line=$((line + 1))
        [[ $command != 'cmake --build '* ]] || continue
        expect 0 bash -c "$command"
    done <"$1"
    check "$1 has $3 commands" same "$line" "$3"
}
block heavy_ball.yaml $README >heavy_ball.yaml
for file in sail.yaml mine.yaml; do block "$file" $START >"$file"; done
[ "$(nproc)" -ge 2 ] || sed -i 's/threads: 2/threads: 1/' heavy_ball.yaml mine.yaml
typed heavy_ball.sh $README 5
for figure in iterations time phases; do check "figure $figure" test -s "heavy_ball/$figure.svg"; done
# last SERIES: the error after the last iteration.
last() { awk -F, -v series="$1" '$1 "," $2 == series {error = $4} END {print error}' heavy_ball/iterations.csv; }
check "nearer than projective dynamics" below "$(last heavy_ball,0.8)" "$(last pd,)"
typed start.sh $START 12
check "a figure without a file" test -s mine/steps.pdf
check "five cases" same "$(column mine.db outcome status | sort | uniq -c | tr -s ' ')" " 5 done"
check "the new solver in the figure" has mine/error.csv heavy_ball
check "the new solver in the table" has mine/cost-table.csv heavy_ball
check "the verdict" has mine/verdicts.csv ,yes

# ---- CMake finds the file by itself, in a tree that was configured before ----
mkdir tree
cp -R -t tree -- "$source_dir"/{CMakeLists.txt,src}
expect 0 cmake -S tree -B tree/build -G Ninja -DCMAKE_BUILD_TYPE=Release -DWEFT_TESTS=OFF -DWEFT_MICRO=OFF
cp changed/core/solver/* tree/src/core/solver
expect 0 ninja -C tree/build build.ninja
check "the new file is built" has tree/build/build.ninja solver_heavy_ball.c.o

# ---- the conformance tests, with a table of this solver alone ----
cp line changed/core/solver/solver_list.h
expect 0 recompile core/solver/solver.c
tests=$(cd -- "$build" && echo *_conformance_f64)
check "there is a conformance test" test "$tests" != '*_conformance_f64'
for test in $tests; do
    expect 0 relink "$test"
    CMOCKA_TEST_FILTER='*every*' expect 0 "programs/$test"
    cat out err >>said
done
check "tests of the new solver" test "$(grep -c '  OK ' said)" -ge 2
