#!/usr/bin/env bash
# What the machine gives: measured before the cases of an experiment that asks for it, once, kept when the run is killed, done without when
# it cannot be had; and what the report makes of it. cli_rates.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >roof.yaml <<'YAML'
name: roof
rates: true
defaults: {scene: cloth, scene.n: 16, steps: 6, timed: 1, phased: 1, probes: 0}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd], threads: [1, 2]}
figures:
  - name: roof
    data: roofline
    x: intensity
    y: gflop_per_s
    series: [solver, threads, phase]
    log: [x, y]
    style: points
    where: {phase: [project, velocity]}
    curves:
      - {label: roof of the machine, y: "min(peak_gflop_per_s, intensity*read_gb_per_s)", where: {threads: 2}}
  - name: share
    data: roofline
    x: phase
    y: bandwidth_share
    series: [solver, threads]
    style: bars
tables:
  - name: rates
    data: roofline
    rows: [solver, threads, phase]
    values: [gb_per_s, read_gb_per_s, bandwidth_share, roof_share]
  - {name: cost, data: step, rows: [solver, threads], values: [step_ms]}
verdicts:
  - claim: something is moved
    data: roofline
    value: gb_per_s
    where: {phase: project}
    above: 0
    source: closed form
YAML

# rates DB: precision, threads and number of rates.
rates() { "$weft" export "$1" --table rate --format csv | tail -n +2 | cut -d, -f3,4 | sort | uniq -c | awk '{print $2 ":" $1}' | paste -sd' '; }
# known DB COLUMN: values of a column of the roofline view that are there.
known() {
    "$weft" export "$1" --table roofline --format csv >roofline.csv
    awk -F, -v name="$2" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) c = i} NR > 1 && $c != "" {n++} END {print n + 0}' roofline.csv
}
# all_rates DB: 52 sets read, updated and written by each number of threads, and two peaks: that of the other precision stands apart. Of the
# largest set nothing is known.
all_rates() { check "$2" same "$(rates "$1")" "f32,1:1 f32,2:1 f64,1:154 f64,2:154"; }

# ---- workers that do as they are told in a file `mode` when they are asked for rates ----
# What one measures is kept for the next of as many threads. Such rates are those of a machine that is faster than any (a share is not given of
# what is faster than the machine), and its largest set contradicts itself: what is seen of a machine that does other things hangs on those.
mkdir -p odd
cat >odd/weft-worker-f64 <<WORKER
#!/bin/bash
cat >$scratch/job.\$\$
if grep -q '"measure":true' $scratch/job.\$\$; then
    echo measure >>$scratch/asked
    case "\$(cat $scratch/mode)" in
    fail) exit 1 ;;
    sleep) if [ "\$(wc -l <$scratch/asked)" -gt 1 ]; then echo \$\$ >$scratch/held; exec sleep 600; fi ;;
    esac
    kept=$scratch/rates-\$(grep -o '"threads":[0-9]*' $scratch/job.\$\$ | head -n 1 | tr -dc 0-9)
    [ -s \$kept ] || $1/weft-worker-f64 <$scratch/job.\$\$ |
        sed -E '/"row":"rates"/ { s/"(read|update|triad)":[^,}]*/"\1":1e6/g; s/(.*)"read":1e6,"update":1e6,"triad":1e6/\1"read":null,"update":null,"triad":null/ }' >\$kept
    exec cat \$kept
fi
exec $1/weft-worker-f64 <$scratch/job.\$\$
WORKER
chmod +x odd/weft-worker-f64
export WEFT_WORKERS=$scratch/odd
echo go >mode

# ---- measured once ----
expect 0 "$weft" run roof.yaml -o roof.db
check "for each number of threads" same "$(grep -c 'done rates of the machine' err)" 2
check "before the cases" same "$(grep -v '^all cases: ' err | head -2 | grep -c 'rates of the machine')" 2
all_rates roof.db "all of them"
check "every phase is compared" same "$(known roof.db bandwidth_share)" $((4 * 3 * 6))
expect 0 "$weft" run roof.yaml -o roof.db --reps 2
check "a run that goes on has them" same "$(grep -c 'rates of the machine' err)" 0
expect 0 "$weft" report roof.db -o report
check "the table" test -s report/rates-table.csv
check "the figure's curve" has report/roof.csv "roof of the machine"
check "the bars" test -s report/share.csv

# Times against the bandwidth of the machine: ms times GB/s, of the largest set that has a rate, is MB.
expect 0 "$weft" report roof.db --normalise rates -o normal
"$weft" export roof.db --table rate --format csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 && $at["kind"] == "read" && $at["precision"] == "f64" && $at["working_set_bytes"] + 0 > most[$at["threads"]] {
        most[$at["threads"]] = $at["working_set_bytes"] + 0; rate[$at["threads"]] = $at["value"] }
    END { for (t in rate) print t "," rate[t] }' >rates.csv
# solver and threads, and their value, of a table.
values() { tail -n +2 "$1" | cut -d, -f1-3; }
check "each time is multiplied by the rate of its threads" same "$(paste -d, <(values report/cost-table.csv) <(values normal/cost-table.csv) |
    awk -F, 'NR == FNR { rate[$1] = $2; next } { r = $6 / ($3 * rate[$2]); n += r > 0.9999 && r < 1.0001 } END { print n }' rates.csv -)" 4
check "the table says so" has normal/cost-table.csv MB
check "and without the flag it does not" test "$(grep -c MB report/cost-table.csv)" = 0

# ---- killed between two of them: the first stays and is not measured again ----
echo sleep >mode
rm asked
"$weft" run roof.yaml -o killed.db 2>progress &
runner=$!
check "the second measurement is at work" wait_for test -s held
kill -9 "$runner"
wait "$runner" 2>/dev/null || true
check "the first one is stored" same "$(rates killed.db | wc -w)" 2
echo go >mode
rm -f asked
expect 0 "$weft" run roof.yaml -o killed.db
check "only the second is measured" same "$(wc -l <asked)" 1
all_rates killed.db "then all are there"

# ---- without them: the cases are measured, the shares are not known ----
echo fail >mode
expect 0 "$weft" run roof.yaml -o without.db
check "the failure is told" same "$(grep -c 'rates of the machine.*ended without' err)" 2
check "the cases are there" has err "4 of 4 cases: 4 measured"
check "bandwidths are known" same "$(known without.db gb_per_s)" $((4 * 3 * 6))
check "shares are not" same "$(known without.db bandwidth_share)" 0
echo go >mode
expect 0 "$weft" run roof.yaml -o without.db
all_rates without.db "another run measures what is missing"
check "and no case again" has err "4 of 4 cases: 0 measured, 4 already there"
check "so that shares are known" same "$(known without.db bandwidth_share)" $((4 * 3 * 6))
unset WEFT_WORKERS

# ---- and by hand ----
expect 0 "$weft" doctor --rates
check "a line for each working set" test "$(grep -c "[KM]iB " out)" -ge 16
check "and the peaks" has out "Gflop/s in f64"

# ---- the key ----
sed 's/^rates: true/rates: perhaps/' roof.yaml >bad.yaml
expect 3 "$weft" plan bad.yaml
check "true or false, and where it stands" has err "bad.yaml:2"
sed 's/^rates: true/rates: false/' roof.yaml >off.yaml
expect 0 "$weft" run off.yaml -o off.db
check "nothing is measured unless asked for" same "$(rows off.db rate)" 0
