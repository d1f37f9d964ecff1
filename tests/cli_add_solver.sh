#!/usr/bin/env bash
# A new solver is one file and one line: those of src/core/solver/README.md, compiled into the programs of the build, in lists, runs and
# reports. The commands of the README and of docs/start.md, and the conformance tests: long_add_solver.sh. cli_add_solver.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/relink.sh
. "$2/tests/relink.sh"

# block FILE: the fenced blocks of the README whose info string ends in FILE.
block() { awk -v file="$1" '/^```/ {inside = !inside && $2 == file; next} inside' "$source_dir/src/core/solver/README.md"; }

# ---- the two edits ----
mkdir -p changed/core/solver
block src/core/solver/solver_heavy_ball.c >changed/core/solver/solver_heavy_ball.c
block src/core/solver/solver_list.h >line
cat "$source_dir/src/core/solver/solver_list.h" line >changed/core/solver/solver_list.h
check "the file has at most 120 lines" test "$(wc -l <changed/core/solver/solver_heavy_ball.c)" -le 120
check "its lines are no longer than ours" test "$(LC_ALL=C.UTF-8 wc -L <changed/core/solver/solver_heavy_ball.c)" -le 140
check "one line for the list" same "$(wc -l <line)" 1
expect 0 recompile core/solver/solver_heavy_ball.c core/solver/solver.c
check "no warning" test ! -s err
expect 0 relink weft weft-worker-f64
[ "$failures" -eq 0 ] || exit 1 # what follows would only repeat it
weft=$scratch/programs/weft

# ---- the solver is there ----
expect 0 "$weft" list solvers heavy_ball
check "its parameter" has out carry
expect 0 "$weft" list support
check "the list of support" has out heavy_ball
expect 7 "$weft" sim pendulum --solver heavy_ball --set scene.compliance=0
check "hard constraints are rejected" has err heavy_ball
for threads in 1 2; do
    [ "$threads" -le "$(nproc)" ] || continue
    expect 0 "$weft" sim cloth --solver heavy_ball --steps 3 --threads "$threads" --set scene.n=6 --state-out "$threads.csv"
    check "same bits on $threads threads" cmp 1.csv "$threads.csv"
done
block heavy_ball.yaml | sed 's/scene.n: 16/scene.n: 10/; s/steps: 10/steps: 2/; s/threads: 2/threads: 1/; s/timed: 2/timed: 1/' >heavy_ball.yaml
expect 0 "$weft" run heavy_ball.yaml -o heavy_ball.db
check "every case is done" same "$(column heavy_ball.db outcome status | sort | uniq -c | tr -s ' ')" " 5 done"
expect 0 "$weft" report heavy_ball.db -o heavy_ball
for samples in iterations time phases cost-table cases; do check "$samples.csv has it" has "heavy_ball/$samples.csv" heavy_ball; done
# last SERIES: the error after the last iteration.
last() { awk -F, -v series="$1" '$1 "," $2 == series {error = $4} END {print error}' heavy_ball/iterations.csv; }
check "nearer than without it" below "$(last heavy_ball,0.8)" "$(last heavy_ball,0)"
check "convergence" below "$(last heavy_ball,0.8)" 1e-3
