#!/usr/bin/env bash
# Solvers that are programs behind the example library docs/plugins/program: the bits of pbd from a program, a program that fails, one that
# hangs, times that cannot be. cli_external.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
export OMP_WAIT_POLICY=passive
cp "$1/program_solver" .
flags=(-std=c17 -Wall -Wextra -Werror -O1 -fPIC -I"$source_dir/src" -I"$source_dir/docs/plugins/program")
gcc "${flags[@]}" -c "$source_dir/docs/plugins/program/program.c" -o program.o

# describe MODE [COMMAND]: MODE.so, a program with this fault.
describe() {
    cat >"$1.c" <<END
#include "program.h"
const char *const program_command[] = {${2:-\"./program_solver\", \"$1\"}, NULL};
const char *const program_kinds[] = {"distance", NULL};
static const char *const FILES[] = {"program_solver", "notes", NULL};
static const WeftParam PARAMS[] = {{"iterations", "", "sweeps", WEFT_INTEGER, 10, 1, 1000, NULL}, {0}};
const WeftSolver program_solver = {PROGRAM_SLOTS, .name = "pbd_program", .summary = "PBD in a program", .version = "1", .params = PARAMS,
                                   .takes = WEFT_TAKES_HARD, .precisions = WEFT_DOUBLE, .aim = WEFT_AIM_ERRORS, .order = WEFT_ORDER_COLOUR,
                                   .program = FILES};
END
    gcc "${flags[@]}" -shared "$1.c" program.o -o "$1.so"
}
hash() { awk '$1 == "end" {print $2}' out; }
small=(--set scene.n=6 --set iterations=4 --steps 3)
sim() { "$weft" sim cloth --solver pbd_program --plugin "$1.so" "${small[@]}" "${@:2}"; }

# ---- the state of weft's own solver ----
touch notes
describe pbd
expect 0 "$weft" sim cloth --solver pbd --set kernels=plain "${small[@]}"
own=$(hash)
expect 0 sim pbd
check "bits of pbd" same "$(hash)" "$own"
describe slow_reader
expect 0 sim slow_reader
check "bits of pbd from a slow reader" same "$(hash)" "$own"
expect 7 sim pbd --precision f32
expect 7 "$weft" sim cantilever_arap --solver pbd_program --plugin pbd.so --steps 1
check "the constraint kind" has err tet_arap

# ---- failures ----
while read -r mode code name; do
    describe "$mode"
    expect "$code" sim "$mode"
    check "$mode: $name" has err "$name"
done <<'MODES'
unsupported 7 cheese
crash 10 SIGSEGV
exit_in_step 10 valve
short 10 1152
nan 6 pbd_program
pin 10 pin
text 10 iterating
falls 10 own_ns
slow 10 own_ns
MODES
describe missing '"./no_such_program"'
expect 10 "$weft" sim cloth --solver pbd_program --plugin missing.so "${small[@]}"
check "the command" has err ./no_such_program

# ---- the program ends with its worker ----
gone() { ! kill -0 "$1" 2>/dev/null; }
describe hang
describe shell '"sh", "-c", "./program_solver hang; true"'
expect 11 sim shell --timeout 3
# A slow machine reaches the limit before the program has written its process id.
[ ! -e hanging ] || check "no process is left at the time limit" wait_for gone "$(cut -d' ' -f1 hanging)"
rm -f hanging
sim hang >out 2>err &
wait_for test -e hanging
read -r program worker <hanging
kill -9 "$worker"
wait $! 2>/dev/null || true
check "no process is left of a killed worker" wait_for gone "$program"

# ---- in a store ----
cat >runs.yaml <<'END'
name: programs
plugins: [pbd.so]
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, iterations: 2}
blocks:
  - {name: all, axes: {solver: [pbd, pbd_program]}}
END
expect 0 "$weft" run runs.yaml -o runs.db
check "uncharged time of the program's steps alone" same "$("$weft" export runs.db --table step --format jsonl | grep -cE '"uncharged_ns":[1-9]')" 2
before=$(rows runs.db repetition)
echo changed >>notes
expect 0 "$weft" run runs.yaml -o runs.db
check "another file of the program is another build: its case alone is measured again" same "$(rows runs.db repetition)" $((before + before / 2))
