#!/usr/bin/env bash
# Solvers that are programs (docs/protocol.md): the bits of pbd from a program, a program that fails, one that hangs, wrong descriptions.
# cli_external.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
export OMP_WAIT_POLICY=passive
cp "$1/program_solver" .

# describe MODE: MODE.yaml, a program with this fault.
describe() {
    cat >"$1.yaml" <<END
solver: external
name: pbd_program
summary: PBD in a program
version: "1"
command: [./program_solver, $1]
kinds: [distance]
takes: [hard]
aim: errors
order: colour
precisions: [f64]
params:
  - {name: iterations, type: integer, value: 10, least: 1, most: 1000, summary: sweeps}
END
}
hash() { awk '$1 == "end" {print $2}' out; }
small=(--set scene.n=6 --set iterations=4 --steps 3)
sim() { "$weft" sim cloth --solver pbd_program --plugin "$1.yaml" "${small[@]}" "${@:2}"; }

# ---- the state of weft's own solver ----
describe pbd
expect 0 "$weft" sim cloth --solver pbd --set kernels=plain "${small[@]}"
own=$(hash)
expect 0 sim pbd
check "bits of pbd" same "$(hash)" "$own"
describe slow_reader
expect 0 sim slow_reader
check "bits of pbd from a slow reader" same "$(hash)" "$own"
expect 7 sim pbd --precision f32

# ---- failures ----
while read -r mode code name; do
    describe "$mode"
    expect "$code" sim "$mode"
    check "$mode: $name" has err "$name"
done <<'MODES'
version 10 version
unsupported 7 cheese
crash 10 SIGSEGV
exit_in_step 10 valve
short 10 864
nan 6 pbd_program
pin 10 pin
MODES
describe missing
sed -i 's|\./program_solver|./no_such_program|' missing.yaml
expect 10 sim missing
check "the command" has err ./no_such_program

# ---- the program ends with its worker ----
gone() { ! kill -0 "$1" 2>/dev/null; }
describe hang
sed 's|\[./program_solver, hang\]|[sh, -c, "./program_solver hang; true"]|' hang.yaml >shell.yaml
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

# ---- descriptions ----
# refused SED TOKEN: pbd.yaml with a fault.
refused() {
    sed "$1" pbd.yaml >bad.yaml
    expect 3 "$weft" list solvers --plugin bad.yaml
    check "$1: $2" has err "$2"
}
refused 's/^kinds:.*/kinds: [distanse]/' bad.yaml:6:
refused 's/^version:/versoin:/' bad.yaml:4:
refused 's/value: 10/value: 0/' 'params[0].value'

# ---- in a store ----
cat >runs.yaml <<'END'
name: programs
plugins: [pbd.yaml]
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, iterations: 2}
blocks:
  - {name: all, axes: {solver: [pbd, pbd_program]}}
END
expect 0 "$weft" run runs.yaml -o runs.db
check "uncharged time of the program's steps alone" same "$("$weft" export runs.db --table step --format jsonl | grep -cE '"uncharged_ns":[1-9]')" 2
before=$(rows runs.db repetition)
echo >>pbd.yaml
expect 0 "$weft" run runs.yaml -o runs.db
check "another description is another build: its case alone is measured again" same "$(rows runs.db repetition)" $((before + before / 2))
