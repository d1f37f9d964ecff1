#!/usr/bin/env bash
# weft advise: the advised settings reach the error in weft sim, the database continues and has a report, and wrong flags are refused before anything
# is measured. cli_advise.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

small=(cloth --set scene.n=6 --steps 4 --threads 1 --time 3000)
# field PATH: of the JSON in out.
field() { sqlite3 :memory: "SELECT json_extract(readfile('out'), '\$.$1')"; }

# ---- a winner, and its settings ----
expect 0 "$weft" advise "${small[@]}" --error 1e-2 --solver newton,xpbd_direct -o a.db --format json
check "one candidate reaches the error" same "$(field reached) $(field 'candidates[0].end')" "1 timed"
check "the other one ends early" same "$(field 'candidates[1].solver') $(field 'candidates[1].end')" "xpbd_direct short"
check "the time has an interval" below "$(field 'candidates[0].step_ms.low')" "$(field 'candidates[0].step_ms.high')"
error=$(field 'candidates[0].error') command=$(field command) yaml=$(field yaml)
check "the error is reached" below "$error" 1e-2
expect 0 bash -c "${command/#weft/$weft}"
check "the printed command has this error" has out "$(printf %.4g "$error")"
printf 'name: fragment\ndefaults: {scene: cloth, scene.n: 6, steps: 2, timed: 1}\nblocks:\n  - {name: one, axes: %s}\n' "$yaml" >fragment.yaml
expect 0 "$weft" plan fragment.yaml

# ---- the database continues, and is an ordinary one ----
before=$(rows a.db repetition)
expect 0 "$weft" advise "${small[@]}" --error 1e-2 --solver newton,xpbd_direct -o a.db
check "nothing is measured twice" same "$(rows a.db repetition)" "$before"
check "the text has the winner first" grep -qE '^1 +newton ' out
check "the text fits a terminal" below "$(awk '{print length($0)}' out | most)" 81
check "the figure is next to the database" test -s a-error.svg
expect 0 "$weft" report a.db -o report
check "the report has the figure" test -s report/a-error.svg
expect 0 "$weft" run a.yaml -o a.db
check "the experiment is measured" same "$(rows a.db repetition)" "$before"

# ---- without a database ----
mkdir own
expect 8 env TMPDIR="$PWD/own" "$weft" advise "${small[@]}" --error 1e-9 --solver pbd
check "no folder is left" test -z "$(ls own)"
expect 8 "$weft" advise drop --steps 4 --error 1e-2 --solver pncg --threads 1 --format json
check "a refused candidate is listed" same "$(field 'candidates[0].solver') $(field 'candidates[0].end')" "pncg lost"

# ---- the budget, and a signal: a worker that sleeps from the process with the number in the file `awake` on ----
mkdir sleepy
cat >sleepy/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
if [[ \$job != *'"job":"rates"'* ]]; then
    echo case >>$scratch/begun
    if [ "\$(wc -l <$scratch/begun)" -gt "\$(cat $scratch/awake)" ]; then
        : >$scratch/held
        exec sleep 3000
    fi
fi
exec $1/weft-worker-f64 <<<"\$job"
WORKER
chmod +x sleepy/weft-worker-f64
echo 0 >awake
expect 8 env WEFT_WORKERS="$scratch/sleepy" timeout 1000 "$weft" advise "${small[@]::7}" --error 1e-9 --solver newton,pbd --time 2 --format json
check "the budget is over" same "$(field over)" 1
rm -f begun
echo 6 >awake # after the reference, two cases, and two timed processes of each; the next process sleeps
code=0
WEFT_WORKERS=$scratch/sleepy timeout 1000 "$weft" advise "${small[@]::7}" --error 1e-1 --solver newton --linsys dense,cholmod_simplicial --time 5 -o l.db >out 2>err || code=$?
check "the budget ends with an answer, or with none" grep -qx "[08]" <<<"$code"
check "no case has the status running after it" same "$(column l.db case_outcome status | grep -cx running)" 0
code=0
rm -f begun held
echo 2 >awake # the reference, and a case
WEFT_WORKERS=$scratch/sleepy "$weft" advise "${small[@]}" --error 1e-6 --solver vbd,pbd -o s.db >out 2>err &
pid=$!
check "the second case runs" wait_for test -e held
kill -TERM $pid
wait $pid || code=$?
check "the exit code of a signal" same "$code" 9
check "the finished case is stored" below 0 "$(rows s.db repetition)"

# ---- a scene that changes between two stages ----
mkdir changing
cat >changing/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
code=0
$1/weft-worker-f64 <<<"\$job" || code=\$?
if [[ \$job != *'"job":"rates"'* ]]; then echo case >>$scratch/begun; fi
if [ "\$(wc -l <$scratch/begun)" = 3 ]; then sed -i 's/value: 1000,/value: 1,/' $scratch/own.yaml; fi
exit \$code
WORKER
chmod +x changing/weft-worker-f64
cp "$source_dir/datasets/scenes/cloth.yaml" own.yaml
: >begun
changed=(./own.yaml "${small[@]:1}" --error 1e-2 --solver pd --format json -o c.db)
expect 3 env WEFT_WORKERS="$scratch/changing" "$weft" advise "${changed[@]}"
check "the file is named" has err 'own.yaml: has changed since weft read it'
check "nothing is advised" test ! -s out
expect 0 "$weft" advise "${changed[@]}"
iterations=$(field 'candidates[0].iterations')
expect 0 "$weft" advise "${changed[@]:0:${#changed[@]}-2}"
check "the database continues with today's scene" same "$iterations" "$(field 'candidates[0].iterations')"

# ---- the error of the trajectory, over substeps ----
expect 0 "$weft" advise cloth --set scene.n=5 --steps 2 --threads 1 --error 0.2 --of trajectory --solver xpbd --time 3000 -o t.db --format json
error=$(field 'candidates[0].error')
check "the error is reached" below "$error" 0.2
check "the database has this error" same "$(column t.db final_trajectory_error trajectory_error |
    awk -v e="$error" '{d = $1 / e - 1} d * d < 1e-18 {found = 1} END {print found}')" 1

# ---- wrong flags: one message, nothing on standard output, no file ----
wrong() { # CODE NAME ARGUMENT...
    expect "$1" "$weft" advise "${@:3}"
    check "one message with $2" same "$(grep -cF -- "$2" err) $(wc -l <err) $(wc -c <out)" "1 1 0"
}
wrong 2 --error cloth
wrong 2 much cloth --error much
wrong 2 force cloth --error 1e-2 --of force
wrong 2 xml cloth --error 1e-2 --format xml
wrong 3 nwton cloth --error 1e-2 --solver nwton
wrong 3 dens cloth --error 1e-2 --linsys dens
wrong 3 f16 cloth --error 1e-2 --precision f16
wrong 3 clot clot --error 1e-2
wrong 3 cloth cloth --error 1e-2 --set scene.m=3
wrong 3 threads cloth --error 1e-2 --threads 0
wrong 2 iterations cloth --error 1e-2 --set iterations=3
wrong 2 rho cloth --error 1e-2 --solver newton --set rho=0.9
wrong 2 linsys cloth --error 1e-2 --solver pbd --linsys dense
echo "name: mine" >mine.yaml
wrong 2 mine.yaml cloth --error 1e-2 -o mine.db
check "a foreign experiment stays" same "$(cat mine.yaml) $(echo mine.db*)" "name: mine mine.db*"
wrong 4 nowhere cloth --error 1e-2 -o nowhere/a.db
