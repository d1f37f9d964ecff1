#!/usr/bin/env bash
# Frames, forces and their references from end to end: what is recorded, what files there are, what happens when one is missing or damaged,
# and what a scene without a reference ends as. cli_frames.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

size() { awk '{print $1 < 0 ? -$1 : $1}' | most; } # the largest magnitude
references() { find "$1" -name '*.ref' | wc -l; }

cat >frames.yaml <<'YAML'
name: frames
defaults: {scene: cloth, scene.n: 6, steps: 8, timed: 1, phased: 0}
blocks:
  - name: newton
    axes: {solver: newton, frames: 4, fine: [4, 32], forces: 2}
  - name: fine
    axes: {solver: xpbd, iterations: 200, substeps: [1, 2, 4], frames: 4, fine: 8}
  - name: many
    axes: {solver: [xpbd, pd], iterations: 20, precision: [f64, f32], forces: 2}
YAML
expect 0 "$weft" run frames.yaml -o frames.db
check "every case is measured" same "$(column frames.db case_outcome status | sort | uniq -c | xargs)" "9 done"
check "a frame for each of four steps" same "$(rows frames.db frame)" $((5 * 4))
check "at the steps of the spread" same "$(column frames.db trajectory step | sort -u | tr '\n' ' ')" "1 3 5 7 "
check "whose last is marked" same "$(column frames.db trajectory step 'v["last"]' | sort -u)" 7
check "at their end" same "$(column frames.db trajectory time_s 'v["step"] == 5' | sort -u)" 0.1
check "110 springs, at two steps, in six cases" same "$(rows frames.db constraint_force)" $((110 * 2 * 6))
check "in the order of the scene" same "$(column frames.db constraint_force constraint_index 'v["label"] ~ /pd/ && v["label"] ~ /f32/ && v["step"] == 7' | tr '\n' ' ')" "$(seq 0 109 | tr '\n' ' ')"

# ---- Newton is its own reference ----
check "Newton's reference forces are not nothing" below 0.01 "$(column frames.db constraint_force reference_force 'v["label"] ~ /newton/' | size)"
check "and its forces are the reference's to round-off" below "$("$weft" export frames.db --table constraint_force --format csv | tr -d '\r' |
    awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} /newton/ {d = $at["force"] - $at["reference_force"]; print d}' | size)" 1e-10
newton() { column frames.db trajectory "$1" "v[\"label\"] ~ /newton.*fine=$2 / && v[\"last\"]"; }
check "in steps of dt it is not the limit of short ones" below 0.01 "$(newton trajectory_error 32)"
check "the error of a coarse reference matches its distance to a fine one" below \
    "$(awk -v a="$(newton trajectory_error 4)" -v b="$(newton trajectory_error 32)" 'BEGIN {print a - b}' | size)" "$(newton reference_error 4)"
check "and many are nearer" below "$(awk -v a="$(newton reference_error 32)" 'BEGIN {print 8 * a}')" "$(newton reference_error 4)"
check "particles of equal mass weigh the same" same "$(newton trajectory_error 32 | cut -c1-12)" "$(newton weighted_trajectory_error 32 | cut -c1-12)"
error() { column frames.db trajectory trajectory_error "v[\"label\"] ~ /substeps=$1/ && v[\"last\"]"; }
check "the error falls as the steps come near the reference's" below "$(error 2)" "$(error 1)"
check "and falls on" below "$(error 4)" "$(error 2)"
check "precisions differ by round-off" below "$(column frames.db constraint_force force 'v["label"] ~ /^pd.*f64/' | paste -d' ' - <(column frames.db constraint_force force 'v["label"] ~ /^pd.*f32/') | awk '{print $1 - $2}' | size)" 0.01
check "the frame without a reference has no error" same "$(column frames.db case_summary trajectory_error 'v["label"] ~ /^pd/' | tr -d '\n')" ""

cat >substeps.yaml <<'YAML'
name: substeps
defaults: {scene: cloth, scene.n: 6, steps: 8, timed: 1, phased: 0}
blocks:
  - {name: a, axes: {solver: xpbd, iterations: 1000, substeps: 4, forces: 2}}
YAML
expect 0 "$weft" run substeps.yaml -o substeps.db
check "forces of the last substep match those of the reference at this time" below "$("$weft" export substeps.db --table constraint_force --format csv |
    tr -d '\r' | awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} NR > 1 {print $at["force"] - $at["reference_force"]}' | size)" 0.02
check "which are a hundred times as large" below 2 "$(column substeps.db constraint_force reference_force | size)"

# ---- how many files ----
# fine of 4, 8 and 32; forces of one part, shared by five cases
check "a file for each trajectory" same "$(references frames.references)" 4
rm frames.references/*.ref
expect 0 "$weft" run frames.yaml -o frames.db --reps 2
check "timed repetitions need none" same "$(references frames.references)" 0
expect 0 "$weft" run frames.yaml -o frames.db --set measured=2
check "a missing one is made again" same "$(references frames.references)" 4
check "and gives the same errors" same "$(column frames.db trajectory trajectory_error 'v["repetition"] == 0' | sort)" "$(column frames.db trajectory trajectory_error 'v["repetition"] == 1' | sort)"

# ---- damaged files ----
reference=$(find substeps.references -name '*.ref')
printf x >>"$reference"
expect 8 "$weft" run substeps.yaml -o substeps.db --set measured=2
expect 0 "$weft" status substeps.db
check "a damaged one is named" has out "$(basename "$reference")"
# bytes 12 to 15 are the count of steps: a count of millions must not read as a scene that needs too much memory, which is final
printf '\100\102\017\0' | dd of="$reference" bs=1 seek=12 conv=notrunc status=none
expect 8 "$weft" run substeps.yaml -o substeps.db --set measured=2 --set memory=64
check "a changed count is damage, not a lack of memory" has err "$(basename "$reference")"
rm "$reference"
expect 0 "$weft" run substeps.yaml -o substeps.db --set measured=2
check "without the file the case continues" test -s "$reference"

# ---- a limit of short steps is one file, whichever step length it was made for ----
cat >long.yaml <<'YAML'
name: limits
defaults: {solver: xpbd, iterations: 1, timed: 0, phased: 0, dt: 0.02, steps: 4, fine: 16, frames: 2}
blocks:
  - name: integrators
    axes: {scene: cloth, scene.n: 5, integrator: [euler, bdf2, midpoint]}
  - name: contact
    axes: {scene: cloth_on_sphere, scene.n: 6, contact: ["on", "off"]}
YAML
sed 's/dt: 0.02, steps: 4, fine: 16/dt: 0.005, steps: 16, fine: 4/' long.yaml >short.yaml
for length in long short; do expect 0 "$weft" run $length.yaml -o $length.db; done
check "of each integrator, with and without contact" same "$(references long.references)" 5
check "to the byte" diff -r long.references short.references

# ---- the particle that is tracked, and the place that a scene names ----
cat >track.yaml <<'YAML'
name: track
defaults: {scene: cloth, scene.n: 6, steps: 2, timed: 0, phased: 0, solver: xpbd, frames: 99}
blocks:
  - {name: corner, axes: {track: [0, -36, 35, -1]}}
YAML
expect 0 "$weft" run track.yaml -o track.db
check "negative from the end" same "$(column track.db trajectory tracked_x 'v["last"]' | sort -u | wc -l)" 2
check "every step" same "$(rows track.db frame)" 8
for particle in 36 -37; do # there are 36
    expect 8 "$weft" run track.yaml -o track.db --set track=$particle
    expect 0 "$weft" status track.db
    check "a particle that is not there" has out track
done
cat >place.yaml <<'YAML'
parameters: {side: {value: right, words: [left, right]}}
gravity: [0, 0, 0]
bodies:
  - grid: {columns: 3, rows: 2, spacing: 0.5}
    particle_mass: 1
    velocity: [2, 0, 0]
    spin: {axis: [0, 0, 1], radians_per_second: 4}
    track: {side: $side}
YAML
cat >places.yaml <<'YAML'
name: places
defaults: {scene: ./place.yaml, steps: 1, dt: 0.25, frames: 1, timed: 0, phased: 0, solver: newton}
blocks:
  - {name: sides, axes: {scene.side: [left, right]}}
  - {name: corner, axes: {track: 5}}
YAML
expect 0 "$weft" run places.yaml -o places.db
place() { column places.db trajectory "tracked_$1" "v[\"label\"] ~ /$2/" | tr '\n' ' '; }
check "the middle of a side" same "$(place x side=left)$(place x side=right)" "0.5 1.5 "
check "and its velocity" same "$(place velocity_y side=left)$(place velocity_y 'newton.*side=right')" "-2 2 "
check "a case may name a particle" same "$(place y track=5)" "1 "
sed -n '/^  - grid/,$p' place.yaml >>place.yaml
expect 3 "$weft" sim ./place.yaml --solver newton --steps 1
check "a scene follows one place" has err place.yaml:13

# ---- scenes that Newton refuses ----
cat >hard.yaml <<'YAML'
name: hard
defaults: {scene: pendulum, scene.compliance: 0, steps: 4, timed: 0, phased: 0, solver: xpbd}
blocks:
  - {name: forces, axes: {forces: 1}}
  - {name: probes, axes: {probes: 1}}
  - {name: frames, axes: {frames: 2, fine: 4}}
  - {name: alone, axes: {forces: 1, force_reference: none, frames: 2}}
YAML
expect 0 "$weft" run hard.yaml -o hard.db
check "three are refused" same "$(column hard.db case_outcome status | sort | uniq -c | xargs)" "1 done 3 refused"
expect 0 "$weft" status hard.db
for name in newton hard; do check "with the reason: $name" has out $name; done
check "forces without a reference" same "$(column hard.db constraint_force force_error)" ""
check "by the multiplier" below 0.1 "$(column hard.db constraint_force force | size)"
check "nothing broke" same "$(column hard.db trajectory broken | sort -u)" 0
cat >breaking.yaml <<'YAML'
name: breaking
defaults: {scene: breaking_chain, steps: 60, timed: 0, phased: 0, solver: xpbd, iterations: 50}
blocks:
  - {name: refused, axes: {frames: 2, fine: 4}}
  - {name: alone, axes: {frames: 60, forces: 60, force_reference: none}}
YAML
expect 0 "$weft" run breaking.yaml -o breaking.db
check "a chain that breaks has no reference" same "$(column breaking.db case_outcome status | sort | uniq -c | xargs)" "1 done 1 refused"
check "it broke" below 0 "$(column breaking.db trajectory broken 'v["last"]')"
check "a broken link has no force" same "$(column breaking.db constraint_force force 'v["last"] && v["force"] == 0' | wc -l)" "$(column breaking.db trajectory broken 'v["last"]')"
check "no other is above its limit" below "$(column breaking.db constraint_force force | size)" 12.001

# ---- errors of shape: where there are such elements ----
cat >shapes.yaml <<'YAML'
name: shapes
defaults: {steps: 8, timed: 0, phased: 0, frames: 4, solver: xpbd, iterations: 100}
blocks:
  - {name: solid, axes: {scene: cantilever, scene.poisson: [0, 0.45]}}
  - {name: springs, axes: {scene: cloth, scene.n: 6}}
figures:
  - {name: volume, title: Volume, data: trajectory, x: time_s, y: volume_error, series: [scene.poisson], style: lines}
YAML
expect 0 "$weft" run shapes.yaml -o shapes.db
volume() { column shapes.db trajectory volume_error "v[\"label\"] ~ /$1/" | size; }
check "a beam that bends does not keep its volume" below 1e-6 "$(volume poisson=0[^.])"
check "a beam of higher Poisson ratio keeps its volume better" below "$(volume poisson=0.45)" "$(volume poisson=0[^.])"
check "springs have none" same "$(column shapes.db trajectory volume_error 'v["label"] ~ /cloth/' | tr -d '\n')" ""
check "nor has a solid an angle" same "$(column shapes.db trajectory bending_error | tr -d '\n')" ""
expect 0 "$weft" report shapes.db -o shapes
check "there is a figure of it" test -s "$(find shapes -name '*volume*' | head -n 1)"

# ---- one case by hand ----
expect 0 "$weft" sim cloth --solver xpbd --steps 4 --set scene.n=6 --set frames=2 --set fine=4 --set forces=1 --set probes=1
check "sim needs no reference" grep -q '^end ' out
expect 0 "$weft" sim cantilever --solver xpbd --steps 2 --set probes=1
check "sim prints how far a solid is from its volume" has out volume
expect 3 "$weft" sim cloth --solver xpbd --steps 4 --set scene.n=6 --set track=36
check "and rejects an unknown particle" has err track

# ---- figures of data that no case records are rejected before the run, with file and line ----
cat >records.yaml <<'YAML'
name: records
defaults: {scene: cloth, scene.n: 4, steps: 2, solver: pbd, timed: 1}
blocks:
  - {name: all, axes: {iterations: [1, 2]}}
figures:
  - {name: f, data: QUANTITY, x: iterations, y: COLUMN}
YAML
while read -r data column setting; do
    sed "s/QUANTITY/$data/; s|COLUMN|$column|" records.yaml >none.yaml
    expect 3 "$weft" plan none.yaml --set "$setting=0"
    check "$data, $column: the line" has err none.yaml:6:
    check "$data, $column: the setting" has err "defaults: {$setting: 1}"
    expect 0 "$weft" plan none.yaml --set "$setting=1"
    sed "s/^figures:/tables:/; s/{name: f, data: $data, x: iterations, y: \(.*\)}/{name: f, data: $data, rows: [iterations], values: [\1]}/" none.yaml >table.yaml
    expect 3 "$weft" plan table.yaml --set "$setting=0"
    check "$data, $column, in a table" has err "$setting"
done <<'DATA'
trajectory trajectory_error frames
trajectory 1-energy/2 frames
work kinetic frames
force force forces
load carried_y loads
accuracy time_ms probes
DATA
