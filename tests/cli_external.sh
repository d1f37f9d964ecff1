#!/usr/bin/env bash
# Solvers that are programs (docs/protocol.md): one that is weft's pbd to the last bit, one that goes wrong in every way, the examples, and
# the page. cli_external.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
build=$(cd -- "$1" && pwd -P)
export OMP_WAIT_POLICY=passive
cp "$build/program_solver" .

# describe MODE: MODE.yaml, a program that is wrong in this way.
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
small=(--set scene.n=12 --set iterations=6 --steps 6)

# ---- the same state as in this process ----
describe pbd
for threads in 1 2; do
    [ "$threads" -le "$(nproc)" ] || continue
    expect 0 "$weft" sim cloth --solver pbd --set kernels=plain "${small[@]}" --threads "$threads"
    own=$(hash)
    expect 0 "$weft" sim cloth --solver pbd_program --plugin pbd.yaml "${small[@]}" --threads "$threads"
    check "$threads threads: bits of pbd" same "$(hash)" "$own"
    check "what is not charged is shown" grep -qE '^uncharged +median [0-9.e-]+ ms' out
    check "its counts" grep -qE '^counts .*projections 6' out
done
expect 0 "$weft" list solvers pbd_program --plugin pbd.yaml
check "its settings are listed" has out "iterations"
expect 0 "$weft" list solvers --plugin .
check "a folder of descriptions" has out "pbd_program"

# ---- what goes wrong, in a step and before ----
# wrong MODE CODE MESSAGE
wrong() {
    describe "$1"
    expect "$2" timeout 100 "$weft" sim cloth --solver pbd_program --plugin "$1.yaml" "${small[@]}"
    check "$1 is said" has err "$3"
}
wrong exit 10 "its program has exited with code 3: no licence"
wrong version 10 "speaks version 2 of the protocol, and this weft version 1"
wrong name 10 "its program says that it is another solver"
wrong flood 10 "its program says \`end\` where \`hello\` or \`failed\` is due"
wrong unsupported 7 'solver pbd_program: only spheres of "cheese"'
wrong crash 10 "its program was ended by signal SIGSEGV"
wrong exit_in_step 10 "has exited with code 7: first line the valve is stuck"
wrong close 10 "has closed its output"
wrong short 10 "where 3456 are due: 144 particles of three f64"
wrong nan 6 "ends a step at positions that are not finite"
wrong pin 10 "which is a pin"
wrong text 10 'is no head of a frame, as it is no JSON object: `iterating?[31m happily`'
wrong ended 10 "\`ended\` is done, converged, at round-off or unconverged"
wrong number 10 "numbers an iteration 1 that is 0"
wrong backwards 10 "no less than 1000 that it said before"
wrong fast 10 "says that it has taken 0 ns"
wrong twice 10 "bytes before it is asked for them"
wrong leaves 10 "its program has exited with code 0"
wrong slow 10 "says that it has taken 1125899906842624 ns"
wrong processors 10 "1 processors, OMP_NUM_THREADS=1"
if [ "$(nproc)" -ge 2 ]; then
    expect 10 "$weft" sim cloth --solver pbd_program --plugin processors.yaml "${small[@]}" --threads 2
    check "the cores of both threads" has err "2 processors, OMP_NUM_THREADS=2"
fi
# No pipe is full for ever: errors that are never read, a program that reads late, and one that writes and does not read a model of megabytes.
for mode in errors slow_reader; do
    describe "$mode"
    expect 0 timeout 100 "$weft" sim cloth --solver pbd_program --plugin "$mode.yaml" "${small[@]}"
    check "$mode: bits of pbd" same "$(hash)" "$own"
done
describe deaf
expect 10 timeout 100 "$weft" sim cloth --solver pbd_program --plugin deaf.yaml --set scene.n=200 --set iterations=1 --steps 1
check "deaf is said" has err "before it has read its own"
describe missing
sed -i 's|\./program_solver|./no_such_program|' missing.yaml
expect 10 "$weft" sim cloth --solver pbd_program --plugin missing.yaml "${small[@]}"
check "the command is not there" has err "its program ./no_such_program cannot be started in $PWD: No such file or directory"
expect 7 "$weft" sim cloth --solver pbd_program --plugin pbd.yaml "${small[@]}" --precision f32
expect 7 "$weft" sim cantilever_arap --solver pbd_program --plugin pbd.yaml --steps 1
check "a kind that it does not take" has err "cannot do tet_arap"

# ---- a program that hangs ends with its worker ----
gone() { ! kill -0 "$1" 2>/dev/null; }
describe hang
expect 11 "$weft" sim cloth --solver pbd_program --plugin hang.yaml "${small[@]}" --timeout 3
check "the time limit ended it" wait_for gone "$(cut -d' ' -f1 hanging)"
rm hanging
sed 's|\[./program_solver, hang\]|[sh, -c, "./program_solver hang; true"]|' hang.yaml >shell.yaml
expect 11 "$weft" sim cloth --solver pbd_program --plugin shell.yaml "${small[@]}" --timeout 3
check "and what it had started" wait_for gone "$(cut -d' ' -f1 hanging)"
# killed WHO: the worker, or weft, is killed while the program hangs.
killed() {
    rm -f hanging
    "$weft" sim cloth --solver pbd_program --plugin hang.yaml "${small[@]}" >out 2>err &
    local weft_pid=$! program worker
    wait_for test -e hanging
    read -r program worker <hanging
    if [ "$1" = worker ]; then kill -9 "$worker"; else kill -9 "$weft_pid"; fi
    wait "$weft_pid" || true
    check "it ends with $1" wait_for gone "$program"
}
killed worker
check "the worker's end is said" has err "killed"
killed weft

# ---- descriptions ----
# refused SED MESSAGE: pbd.yaml with a fault.
refused() {
    sed "$1" pbd.yaml >bad.yaml
    expect 3 "$weft" list solvers --plugin bad.yaml
    check "$2" has err "$2"
}
refused 's/^kinds:.*/kinds: [distanse]/' "bad.yaml:6: key \`kinds[0]\`: \`distanse\` is not a valid value"
refused 's/^version:/versoin:/' "bad.yaml:4: key \`versoin\`: unknown key, did you mean \`version\`?"
refused '/^solver:/d' "describes no program: it has no \`solver: external\`"
refused '/^command:/d' "command"
refused 's/^command:.*/command: []/' "needs the program and at most"
refused 's/value: 10/value: 10.5/' "must be a whole number"
refused 's/value: 10/value: 0/' "params[0].value"
refused 's/name: pbd_program/name: pbd/' "one of weft's own"
refused 's/name: iterations/name: threads/' "is one that every case has"
refused '$a files: [nothing.py]' "there is no file \`nothing.py\`"

# ---- in a store: outcomes, times, the mark ----
cat >runs.yaml <<'END'
name: programs
question: What does a program take?
plugins: [pbd.yaml]
defaults: {scene: cloth, scene.n: [8], steps: [5], frames: [1], fine: [8], timed: [1], phased: [1], iterations: [2, 8]}
blocks:
  - {name: own, axes: {solver: pbd}}
  - {name: program, axes: {solver: pbd_program}}
labels: {pbd_program: PBD elsewhere}
figures:
  - {name: work, data: work, style: frontier, x: run_ms, y: trajectory_error, series: [solver]}
tables:
  - {name: times, data: step, rows: [solver, iterations], values: [step_ms]}
END
expect 0 "$weft" run runs.yaml -o runs.db
"$weft" export runs.db --table step --format jsonl >steps.jsonl
check "no uncharged time of weft's own" same "$(grep -c '"uncharged_ns":null' steps.jsonl)" 10
check "but of each step of the program" same "$(grep -cE '"uncharged_ns":[1-9]' steps.jsonl)" 10
check "memory of a process that is not the worker's is not known" same "$(column runs.db repetition peak_bytes | grep -c .)" 6
expect 0 "$weft" run runs.yaml -o runs.db
check "nothing is measured twice" has err "0 measured"
expect 0 "$weft" report runs.db -o report
check "the mark" has out "PBD elsewhere†"
check "what it means" has out "† A program of its own"
check "weft's own has none" test -z "$(grep -E 'pbd†' out)"
check "on the page" test "$(grep -c '† A program of its own' report/index.html)" -ge 2
check "in the table for an article" has report/times-table.tex "PBD elsewhere†"
check "in the figure" has report/work.gp "PBD elsewhere†"
echo >>pbd.yaml
expect 0 "$weft" run runs.yaml -o runs.db
check "another description is another build" has err "2 measured, 2 already there"
sed -i 's/, pbd\]/, exit_in_step]/' pbd.yaml
expect 8 "$weft" run runs.yaml -o runs.db
check "the others go on" has err "2 failed"
expect 0 "$weft" status runs.db
check "why is in the store" has out "the valve is stuck"
describe pbd
sed 's/phased: \[1\]/counted: [1]/' runs.yaml >counted.yaml
expect 0 "$weft" run counted.yaml -o counted.db
check "counters are refused" has err "counted: 0"
check "of both" has err "2 refused"

# ---- the examples and the page ----
# The package of the system goes with the system's python3, which may stand behind another one.
if ! python3 -c 'import numpy' 2>/dev/null && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    mkdir -p system && ln -s /usr/bin/python3 system/python3 && PATH=$PWD/system:$PATH
fi
if ! python3 -c 'import numpy' 2>/dev/null; then
    echo "left out: the examples and commands of docs/protocol.md; python3 has no numpy"
    exit 0
fi
expect 0 "$weft" sim cloth --solver jacobi_numpy --plugin "$source_dir/docs/plugins/python/jacobi.yaml" "${small[@]}" --set iterations=200 --error
for page in mine.yaml mine.py mine_first.yaml protocol.sh; do
    awk -v name="$page" '/^```/ {inside = !inside && $2 == name; next} inside' "$source_dir/docs/protocol.md" >"$page"
done
check "there are commands" test "$(wc -l <protocol.sh)" -ge 5
PATH=$build:$PATH WEFT=$source_dir expect 0 bash -euo pipefail protocol.sh
check "its figure" test -s report/frontier.svg
check "and its mark" has report/frontier.gp "my_descent†"
if ! python3 -c 'import warp' 2>/dev/null; then
    echo "left out: the example in Warp; python3 has no warp"
    exit 0
fi
expect 0 "$weft" sim cloth --solver xpbd_warp --plugin "$source_dir/docs/plugins/warp/xpbd.yaml" --precision f32 "${small[@]}" --set iterations=40
