#!/usr/bin/env bash
# weft advise: the winner reaches the error when it is run by hand, the database goes on and is reported, and what is wrong is said before anything is
# measured. cli_advise.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

small=(cloth --set scene.n=6 --steps 4 --threads 1 --time 3000)

# at LEAST: whether the number that `weft sim --error` gives for the start is at most that.
at() { awk -v most="$1" '/^error / {for (i = 2; i <= NF; i++) if ($i == "of" && $(i + 3) == "at") e = $(i - 1)} END {exit !(e != "" && e + 0 <= most + 0)}' out; }

# ---- a winner, and the settings that it prints ----
expect 0 "$weft" advise "${small[@]}" --error 1e-2 --solver newton,newton_pcg,xpbd_direct -o a.db
cp out first
check "the question" has first "cloth: which solver and settings reach 0.01 of the error at the start of a"
check "a first" grep -qE '^1=? ' first
check "one that its own criterion ends is left out with its error" grep -q '^  xpbd_direct .*: its own criterion ends' first
check "nothing is wider than a terminal" test "$(awk '{n = length($0); if (n > m) m = n} END {print m}' first)" -le 80
check "a figure beside the database" test -s a-error.svg
check "an experiment" has a.yaml "# Written by weft advise"
command=$(sed -n '/^use$/,/^or in/ p' first | sed '1d;$d' | tr '\n' ' ' | sed "s|^ *weft|$weft|")
expect 0 bash -c "$command"
check "what it prints reaches the error" at 0.01
cp out sim
{ echo "name: fragment"; echo "defaults: {scene: cloth, scene.n: 6, steps: 2, timed: 1}"; echo "blocks:"
    printf '  - {name: one, axes: '; sed -n '/^or in/,$ p' first | sed 1d | tr '\n' ' '; echo '}'; } >fragment.yaml
expect 0 "$weft" plan fragment.yaml

# ---- it goes on with what it has, and is an ordinary database ----
before=$(rows a.db repetition)
expect 0 "$weft" advise "${small[@]}" --error 1e-2 --solver newton,newton_pcg,xpbd_direct -o a.db
check "nothing is measured twice" same "$(rows a.db repetition)" "$before"
# Of what comes after the best, settings that are as fast may change places: one of them was measured more often since.
advised() { grep '^1 ' "$1" && sed -n '/^use$/,$ p' "$1"; }
check "and the advice is the same" same "$(advised out)" "$(advised first)"
expect 0 "$weft" report a.db -o report
check "with its figure" test -s report/a-error.svg
check "and its table" has out "What reaches the error, timed at its setting"
expect 0 "$weft" plan a.yaml -o a.db
check "all of it is there" grep -qE "^[0-9]+ blocks, [3-9] cases, 0 to measure" out # which are timed hangs on their times

# ---- JSON ----
mkdir own
expect 0 env TMPDIR="$PWD/own" "$weft" advise "${small[@]}" --error 1e-2 --solver newton --set integrator=bdf2 --format json
cp out one.json
check "a value that was set is quoted" has one.json 'integrator: \"bdf2\"'
check "one candidate that reaches it" grep -q '"reached": 1' one.json
check "with its interval" grep -q '"low": [0-9]' one.json
check "no folder is left" test -z "$(ls own)"

# ---- none reaches the error ----
expect 8 "$weft" advise "${small[@]}" --error 1e-9 --solver pbd
check "says so" has err "no candidate reaches the error"
check "with what was reached" has out "least error 0.33, after"
expect 8 "$weft" advise drop --steps 4 --error 1e-2 --solver pncg --threads 1
check "what is refused is named with the reason" grep -qE '^  pncg on 1 thread: refused: ' out

# ---- the reference alone takes longer: its worker sleeps, and is ended ----
# A worker that is asleep from the process number `awake` on; it says so with the file `held`.
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
expect 8 env WEFT_WORKERS="$scratch/sleepy" timeout 2000 "$weft" advise "${small[@]::7}" --error 1e-9 --solver newton,pbd --time 20
check "the budget is kept" test -e held
check "and named" has out "newton auto on 1 thread: the budget was over"
check "as the reason" has err "no candidate reaches the error within --time"

# ---- a signal keeps the database ----
code=0
rm -f begun held
echo 3 >awake # the reference, and two cases
WEFT_WORKERS=$scratch/sleepy "$weft" advise "${small[@]}" --error 1e-6 --solver vbd,pbd,xpbd -o s.db >out 2>err &
pid=$!
check "the third is at work" wait_for test -e held
kill -TERM $pid
wait $pid || code=$?
check "the exit code of a signal" same "$code" 9
check "what was measured is there" test "$(rows s.db repetition)" -gt 0

# ---- trajectories: substeps ----
expect 0 "$weft" advise cloth --set scene.n=5 --steps 2 --threads 1 --error 0.2 --of trajectory --solver xpbd,pd --time 3000 -o t.db
check "which fits a terminal as well" test "$(awk '{n = length($0); if (n > m) m = n} END {print m}' out)" -le 80
check "of the trajectory" has out "reach an error of the trajectory of 0.2 in the"
expect 0 "$weft" advise cloth --set scene.n=5 --steps 2 --threads 1 --error 0.2 --of trajectory --solver xpbd,pd --time 3000 -o t.db --format json
first=$(awk -F'[:,]' '/"error"/ {print $2; exit}' out)
check "the first is within it" awk -v e="$first" 'BEGIN {exit !(e > 0 && e <= 0.2)}'
"$weft" export t.db --table final_trajectory_error --format csv | sed '1d; s/.*,//' >errors
check "as the database says" awk -v e="$first" '{d = $1 / e - 1} d * d < 1e-18 {found = 1} END {exit !found}' errors

# ---- wrong flags: one message, nothing on standard output, nothing made ----
wrong() {
    expect "$1" "$weft" advise "${@:3}"
    check "$2" has err "$2"
    check "one message: $2" same "$(wc -l <err) $(wc -c <out)" "1 0"
}
wrong 2 "--error is missing" cloth
wrong 2 "an argument is missing" --error 1e-2
wrong 2 "must be a share" cloth --error much
wrong 2 "--of must be step or trajectory" cloth --error 1e-2 --of force
wrong 2 "--format must be text or json" cloth --error 1e-2 --format xml
wrong 3 "unknown solver" cloth --error 1e-2 --solver nwton
wrong 3 "unknown linear system" cloth --error 1e-2 --linsys dens
wrong 3 "unknown precision" cloth --error 1e-2 --precision f16
wrong 3 "unknown scene" clot --error 1e-2
wrong 3 "has no parameter" cloth --error 1e-2 --set scene.m=3
wrong 3 "must lie in" cloth --error 1e-2 --threads 0
wrong 2 "twice" cloth --error 1e-2 --threads 1,1
wrong 2 "looks for" cloth --error 1e-2 --set iterations=3
wrong 2 "with --of trajectory" cloth --error 1e-2 --set substeps=3
wrong 2 "no candidate takes it" cloth --error 1e-2 --solver newton --set rho=0.9
wrong 2 "no candidate uses a linear system" cloth --error 1e-2 --solver pbd --linsys dense
wrong 2 "is no name for files" cloth --error 1e-2 --figure a.b
echo "name: mine" >mine.yaml
wrong 2 "is not from weft advise" cloth --error 1e-2 -o mine.db
check "it stays" same "$(cat mine.yaml)" "name: mine"
wrong 4 "cannot be written" cloth --error 1e-2 -o nowhere/a.db
