#!/usr/bin/env bash
# weft judge: frames of weft's own run get the numbers of that run, one wrong frame is found, wrong input is rejected, a database gets the
# trajectory as a case. The converters of other formats, orders, units and axes: python_trajectory. cli_judge.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# numbers FILE COLUMN...: those columns of a CSV file, line by line.
numbers() {
    awk -F, -v names="${*:2}" 'NR == 1 {n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next}
        {for (i = 1; i <= n; i++) printf "%s%s", name[i] in at ? $at[name[i]] : "no_" name[i], i < n ? " " : "\n"}' "$1"
}
# near TOLERANCE FILE FILE: equal counts; each difference is at most this fraction of the largest number of its column.
near() {
    paste -d' ' "$2" "$3" | awk -v eps="$1" 'function size(a) { return a < 0 ? -a : a }
        { half = NF / 2; for (i = 1; i <= half; i++) { a[NR, i] = $i; b[NR, i] = $(i + half); if (size($i) > most[i]) most[i] = size($i) } }
        END { for (r = 1; r <= NR; r++) for (i = 1; i <= half; i++) if (!(size(a[r, i] - b[r, i]) <= eps * most[i])) { print "    line " r ", number " i ": " a[r, i] " and " b[r, i]; bad++ }
            exit bad > 0 || NR == 0 || half < 1 }'
}
table() { "$weft" export "$1" --table "$2" --format csv | tr -d '\r'; }

# ---- a run, and frames of the same run ----
cat >run.yaml <<'YAML'
name: run
blocks:
  - name: all
    axes: {scene: cloth, scene.n: 6, solver: xpbd, iterations: 5, steps: 6, frames: 6, observe: 6, fine: 16, timed: 0, phased: 0}
YAML
set_up=(--set scene.n=6)
expect 0 "$weft" run run.yaml -o run.db
table run.db trajectory >trajectory.csv
KEPT=(trajectory_error weighted_trajectory_error reference_error kinetic elastic potential constraint_max constraint_rms)
numbers trajectory.csv "${KEPT[@]}" centre_x centre_y centre_z >kept
check "the run has six frames" test "$(wc -l <kept)" = 6
mkdir states
"$weft" scene cloth --set n=6 --export scene.json >/dev/null
{ echo index,x,y,z,vx,vy,vz && particles scene.json | cut -d, -f1,5-10; } >states/state_0.csv
for k in 1 2 3 4 5 6; do
    expect 0 "$weft" sim cloth --solver xpbd "${set_up[@]}" --set iterations=5 --steps $k --state-out states/state_$k.csv
done

# judged NAME FRAMES [FLAG]...: NAME.csv
judged() { expect 0 "$weft" judge cloth "$2" "${set_up[@]}" -o "$1.csv" "${@:3}"; }
judged states states --fps 60
check "states have the numbers of the run" near 1e-12 kept <(numbers states.csv "${KEPT[@]}" centre_x centre_y centre_z)
# The positions alone as an array of NumPy: 7 frames of 36 particles, little-endian float64.
{
    header="{'descr': '<f8', 'fortran_order': False, 'shape': (7, 36, 3), }"
    printf "\\x93NUMPY\\x01\\x00\\x$(printf %02x ${#header})\\x00%s" "$header"
    cat states/state_?.csv | grep '^[0-9]' | cut -d, -f2-4 | tr ',' '\n' | perl -ne 'print pack("d<", $_)'
} >positions.npy
judged positions positions.npy --dt 0.016666666666666666
check "velocities from positions" near 1e-12 <(numbers states.csv "${KEPT[@]}") <(numbers positions.csv "${KEPT[@]}")

# ---- another order, one wrong particle ----
mkdir shuffled moved
shuffle() { awk -F, -v OFS=, 'NR == 1 {print; next} /^[0-9]/ {row[n++] = $0} END {for (i = 0; i < n; i++) {$0 = row[(i * 7 + 3) % n]; $1 = i; print}}' "$1"; }
for k in 0 1 2 3 4 5 6; do shuffle states/state_$k.csv >shuffled/state_$k.csv; done
expect 3 "$weft" judge cloth shuffled "${set_up[@]}" --fps 60
check "another order is refused, with the converter" has err 'python3 -m weft trajectory'
cp states/state_0.csv moved
for k in 1 2 3 4 5 6; do expect 0 "$weft" sim cloth --solver newton "${set_up[@]}" --steps $k --state-out moved/state_$k.csv; done
awk -F, -v OFS=, '$1 == 17 {$4 += 0.001} {print}' moved/state_4.csv >edited
mv edited moved/state_4.csv
expect 0 "$weft" judge cloth moved "${set_up[@]}" --fps 60 --json
tr -d ' \n' <out >line
check "frame and particle of the worst step" has line '"worst_step":{"frame":4,"time_s":0.066666666666666666,"file":"moved/state_4.csv","particle":17,"distance":0.00'

# ---- rejected ----
# refused CODE TOKEN FRAMES [FLAG]...
refused() {
    expect "$1" "$weft" judge cloth "$3" "${set_up[@]}" "${@:4}" -o never.csv
    check "${*:3}: $2" has err "$2"
}
refused 3 64 states --fps 60 --set scene.n=8
refused 2 --dt states
refused 2 --dt states --fps 60 --dt 0.1
refused 3 python3 positions.vtp --fps 60
sed -i '9s/,[^,]*/,nan/' shuffled/state_5.csv
refused 3 shuffled/state_5.csv:9: shuffled --fps 60
refused 4 missing.npy missing.npy --fps 60
expect 7 "$weft" judge torn_cloth states --fps 60
check "no output of rejected input" test ! -e never.csv

# ---- as a case of a database ----
cp run.db own.db
expect 0 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o run.db --as blender
check "six more frames" same "$(rows run.db trajectory)" 12
check "the solver of the case" test -n "$(table run.db case_parameter | grep ',solver,recorded$')"
for name in step setup phase wall counter timed_step; do check "no $name of it" same "$(rows run.db $name)" "$(rows own.db $name)"; done
check "the rows of the run stay" cmp <(table own.db case_summary) <(table run.db case_summary | grep -v blender)
expect 0 "$weft" report run.db -o report
check "a figure with both" same "$(cut -d, -f1 report/judged_cloth_n_6-trajectory_error.csv | sed 1d | cut -d' ' -f1 | sort | uniq -c | tr -s ' ' | tr '\n' ';')" ' 6 blender; 6 xpbd;'
cp run.db before.db
expect 0 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o run.db --as blender
check "the same trajectory is stored once" same "$(rows run.db trajectory)" 12
expect 3 "$weft" judge cloth moved "${set_up[@]}" --fps 60 -o run.db --as blender
check "one name, one trajectory" has err blender
check "nothing is written" same "$(rows run.db trajectory)" "$(rows before.db trajectory)"
expect 3 "$weft" judge cloth_on_sphere states --fps 60 -o own.db
