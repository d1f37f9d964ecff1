#!/usr/bin/env bash
# Rates of the machine (bandwidths and peaks): measured before the cases of an experiment that asks for them, once, kept when the run is killed,
# optional; and the report of them. The rates are made up by a worker script. cli_rates.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

threads=(1 2) # one number of threads where there is one processing unit
if [[ $(nproc) -eq 1 ]]; then threads=(1); fi
n=${#threads[@]}
cat >roof.yaml <<YAML
name: roof
rates: true
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 1, probes: 0}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd], threads: [$(IFS=,; echo "${threads[*]}")]}
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
      - {label: roof of the machine, y: "min(peak_gflop_per_s, intensity*read_gb_per_s)", where: {threads: $n}}
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
  - id: c1
    claim: something is moved
    data: roofline
    value: gb_per_s
    where: {phase: project}
    above: 0
    source: closed form
YAML

# rates DB: precision, threads and number of rates.
rates() { "$weft" export "$1" --table rate --format csv | tail -n +2 | cut -d, -f3,4 | sort | uniq -c | awk '{print $2 ":" $1}' | xargs; }
# known DB COLUMN: values of a column of the roofline view that are there.
known() {
    "$weft" export "$1" --table roofline --format csv >roofline.csv
    awk -F, -v name="$2" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) c = i} NR > 1 && $c != "" {n++} END {print n + 0}' roofline.csv
}
# all_rates DB WHAT: three bandwidths of the smaller set and two peaks, the peak of the other precision apart. The larger set has no rates.
all_rates() { check "$2" same "$(rates "$1")" "$(printf 'f32,%s:1 ' "${threads[@]}")$(printf 'f64,%s:4 ' "${threads[@]}" | sed 's/ $//')"; }

# A worker that answers a request for rates as the file \`mode\` says. The rates are higher than those of any machine: a share above one would be
# left out.
mkdir -p odd
cat >odd/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
if [[ \$job == *'"measure":true'* ]]; then
    echo measure >>$scratch/asked
    case "\$(cat $scratch/mode)" in
    fail) exit 1 ;;
    sleep) if [ "\$(wc -l <$scratch/asked)" -gt 1 ]; then echo \$\$ >$scratch/held; exec sleep 3000; fi ;;
    esac
    [[ \$job =~ \"threads\":([0-9]+) ]] && threads=\${BASH_REMATCH[1]}
    $1/weft-worker-f64 <<<"\${job/\"measure\":true/\"measure\":false}" | sed '1a {"row":"rates","threads":'\$threads',"precision":"f64","sets":[\
{"bytes":16384,"read":1234567,"update":1e6,"triad":1e6},{"bytes":32768,"read":null,"update":null,"triad":null}],"flops":{"f32":2e6,"f64":1e6}}'
    exit
fi
exec $1/weft-worker-f64 <<<"\$job"
WORKER
chmod +x odd/weft-worker-f64
export WEFT_WORKERS=$scratch/odd
echo go >mode

# ---- measured once ----
expect 0 "$weft" run roof.yaml -o roof.db
check "for each number of threads" same "$(wc -l <asked)" "$n"
check "before the cases" same "$(grep -v '^all ' err | head -n "$n" | grep -c ' rates ')" "$n"
all_rates roof.db "all rates are stored"
check "every phase has a share" same "$(known roof.db bandwidth_share)" $((2 * n * 3 * 2))
expect 0 "$weft" run roof.yaml -o roof.db --reps 2
check "a run that continues has the rates" same "$(wc -l <asked)" "$n"
expect 0 "$weft" report roof.db -o report
check "a table of rates" same "$(wc -l <report/rates-table.csv)" $((2 * n * 3 + 1))
check "a curve of the machine" has report/roof.csv "roof of the machine"
check "bars of the shares" test -s report/share.csv

# Times in units of the bandwidth: ms times GB/s, of the largest set with a rate, is MB.
expect 0 "$weft" report roof.db --normalise rates -o normal
# solver and threads, and their value, of a table.
values() { tail -n +2 "$1" | cut -d, -f1-3; }
check "each time is multiplied by the bandwidth" same "$(paste -d, <(values report/cost-table.csv) <(values normal/cost-table.csv) |
    awk -F, '{ r = $6 / ($3 * 1234567); n += r > 0.9999 && r < 1.0001 } END { print n }')" $((2 * n))
check "a table in MB" has normal/cost-table.csv MB
check "a table in ms without the flag" same "$(grep -c MB report/cost-table.csv)" 0

# ---- killed between two measurements: the first one stays and is not measured again ----
if [[ $n -eq 2 ]]; then
    echo sleep >mode
    rm asked
    "$weft" run roof.yaml -o killed.db 2>progress &
    runner=$!
    check "the second measurement runs" wait_for test -s held
    kill -9 "$runner"
    wait "$runner" 2>/dev/null || true
    check "the first one is stored" same "$(rates killed.db)" "f32,1:1 f64,1:4"
    echo go >mode
    rm -f asked
    expect 0 "$weft" run roof.yaml -o killed.db
    check "only the second is measured" same "$(wc -l <asked)" 1
    all_rates killed.db "then all rates are there"
fi

# ---- rates that cannot be measured: the cases are, the shares are unknown ----
echo fail >mode
expect 0 "$weft" run roof.yaml -o without.db
check "the failures are reported" same "$(grep -cE "^\[[0-9/]+\] failed" err)" "$n"
check "no rates" same "$(rates without.db)" ""
check "the cases are measured" same "$(column without.db case_outcome status | sort | uniq -c | xargs)" "$((2 * n)) done"
check "bandwidths are measured" same "$(known without.db gb_per_s)" $((2 * n * 3 * 2))
check "shares are not" same "$(known without.db bandwidth_share)" 0
echo go >mode
repetitions without.db >before
expect 0 "$weft" run roof.yaml -o without.db
all_rates without.db "the next run measures the missing rates"
check "and no case again" cmp before <(repetitions without.db)
check "then shares are stored" same "$(known without.db bandwidth_share)" $((2 * n * 3 * 2))

# ---- by hand ----
expect 0 "$weft" doctor --rates
check "the rates of each number of threads" same "$(grep -c 1234567 out)" "$n"
unset WEFT_WORKERS

# ---- the key ----
sed 's/^rates: true/rates: perhaps/' roof.yaml >bad.yaml
expect 3 "$weft" plan bad.yaml
check "a wrong value is reported with its line" has err "bad.yaml:2"
sed 's/^rates: true/rates: false/' roof.yaml >off.yaml
expect 0 "$weft" run off.yaml -o off.db
check "no rates unless asked for" same "$(rows off.db rate)" 0
