#!/usr/bin/env bash
# weft judge: the frames of a run of weft's own get the numbers of that run, whatever their format and order; what is wrong in one frame is
# named; what cannot be judged is refused with what to do; in a database they are a case beside the run. cli_judge.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# numbers FILE COLUMN...: those columns of a CSV file, line by line.
numbers() {
    awk -F, -v names="${*:2}" 'NR == 1 {n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next}
        {for (i = 1; i <= n; i++) printf "%s%s", name[i] in at ? $at[name[i]] : "no_" name[i], i < n ? " " : "\n"}' "$1"
}
# near TOLERANCE FILE FILE: as many numbers, none farther from that of the other than this share of the largest of its column.
near() {
    paste -d' ' "$2" "$3" | awk -v eps="$1" 'function size(a) { return a < 0 ? -a : a }
        { half = NF / 2; for (i = 1; i <= half; i++) { a[NR, i] = $i; b[NR, i] = $(i + half); if (size($i) > most[i]) most[i] = size($i) } }
        END { for (r = 1; r <= NR; r++) for (i = 1; i <= half; i++) if (!(size(a[r, i] - b[r, i]) <= eps * most[i])) { print "    line " r ", number " i ": " a[r, i] " and " b[r, i]; bad++ }
            exit bad > 0 || NR == 0 || half < 1 }'
}

# ---- a run of weft's own, with all that it stores ----
cat >run.yaml <<'YAML'
name: run
blocks:
  - name: all
    axes: {scene: cloth, scene.n: 6, solver: xpbd, iterations: 5, steps: 6, frames: 6, observe: 6, fine: 16, timed: 0, phased: 0}
YAML
set_up=(--set scene.n=6)
expect 0 "$weft" run run.yaml -o run.db
view() { "$weft" export run.db --table "$1" --format csv | tr -d '\r'; }
view trajectory >trajectory.csv
view convergence >convergence.csv
KEPT=(trajectory_error weighted_trajectory_error reference_error kinetic elastic potential constraint_max constraint_rms)
numbers trajectory.csv "${KEPT[@]}" centre_x centre_y centre_z >kept
awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next} $at["iteration"] == 5 {print $at["gradient"], $at["objective"]}' convergence.csv >kept_residuals
numbers trajectory.csv momentum angular >kept_norms
check "the run has six frames" test "$(wc -l <kept)" = 6

expect 0 "$weft" sim cloth --solver xpbd "${set_up[@]}" --set iterations=5 --steps 6 --frames frames
mkdir states
"$weft" scene cloth --set n=6 --export tables >/dev/null
awk -F, -v OFS=, 'NR == 1 {print "index,x,y,z,vx,vy,vz"} NR > 1 {print $1, $5, $6, $7, $8, $9, $10}' tables/particles.csv >states/state_0.csv
for k in 1 2 3 4 5 6; do
    expect 0 "$weft" sim cloth --solver xpbd "${set_up[@]}" --set iterations=5 --steps $k --state-out states/state_$k.csv
done

# judged NAME FRAMES [FLAG]...: NAME.csv, and its terminal in out.
judged() { expect 0 "$weft" judge cloth "$2" "${set_up[@]}" -o "$1.csv" "${@:3}"; }
norms() { numbers "$1" momentum_x momentum_y momentum_z angular_x angular_y angular_z | awk '{print sqrt($1^2 + $2^2 + $3^2), sqrt($4^2 + $5^2 + $6^2)}' CONVFMT=%.17g OFMT=%.17g; }

judged states states --fps 60
check "states: energies, errors and constraints are those of the run" near 1e-12 kept <(numbers states.csv "${KEPT[@]}" centre_x centre_y centre_z)
check "states: the residual is that of the last iterate" near 1e-12 kept_residuals <(numbers states.csv gradient objective)
check "states: momentum" near 1e-12 kept_norms <(norms states.csv)
check "states: it says what it has found" has out 'velocities of the'
check "states: by index" has out 'those of the scene by index'
check "no line is wider than a terminal" test "$(awk 'length > 80' out | wc -l)" = 0
judged frames frames
check "frames: the same" near 1e-6 <(numbers trajectory.csv trajectory_error weighted_trajectory_error reference_error kinetic potential) \
    <(numbers frames.csv trajectory_error weighted_trajectory_error reference_error kinetic potential)
# Lengths in single precision are off by 6e-8 of a metre: so are constraint errors, of at most 4e-3 m here, and the energy of a spring by twice its share.
check "frames: to what single precision keeps" near 5e-5 <(numbers trajectory.csv elastic constraint_max constraint_rms) \
    <(numbers frames.csv elastic constraint_max constraint_rms)
check "frames: momentum" near 1e-6 kept_norms <(norms frames.csv)
judged list frames/frames.pvd
check "the list is the folder" cmp frames.csv list.csv

# Formats without velocities: of implicit Euler the difference of positions is the velocity.
judged obj 'frames/frame_*.obj' --dt 0.016666666666666666
check "OBJ" near 1e-5 <(numbers frames.csv "${KEPT[@]}") <(numbers obj.csv "${KEPT[@]}")
check "it says so" test -n "$(tr -s ' \n' ' ' <out | grep 'velocities from differences of positions')"
points() { # FRAME: its positions as bytes
    local at
    at=$(grep -abo 'encoding="raw">' "$1" | head -n 1 | cut -d: -f1)
    tail -c +$((at + 15 + 2 + 8 + 1)) "$1" | head -c $((36 * 12))
}
header="{'descr': '<f4', 'fortran_order': False, 'shape': (7, 36, 3), }"
npy() { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$1"; }
{ npy "$header"; for f in frames/*.vtp; do points "$f"; done; } >run.npy
judged npy run.npy --fps 60
check "NumPy" near 1e-5 <(numbers obj.csv "${KEPT[@]}") <(numbers npy.csv "${KEPT[@]}")
# 36 points, the first frame 0, 0.5 frames between samples, 7 samples
{ printf 'POINTCACHE2\0\x01\0\0\0\x24\0\0\0\0\0\0\0\0\0\0\x3f\x07\0\0\0'; for f in frames/*.vtp; do points "$f"; done; } >run.pc2
judged pc2 run.pc2 --fps 30
check "PC2 is the same" cmp npy.csv pc2.csv
judged times run.npy --times "$(awk 'BEGIN {for (i = 0; i < 7; i++) printf "%s%.6f", i ? "," : "", i / 60}')"
check "times" near 1e-5 <(numbers npy.csv kinetic trajectory_error) <(numbers times.csv kinetic trajectory_error)

# ---- Newton's own steps are those of the reference ----
expect 0 "$weft" sim cloth --solver newton "${set_up[@]}" --steps 6 --frames newton
judged newton newton
check "steps of Newton's method are Newton's" test "$(numbers newton.csv error | awk '$1 > 1e-4' | wc -l)" = 0

# ---- an order of its own ----
mkdir shuffled
shuffle() { awk -F, -v OFS=, 'NR == 1 {print; next} /^[0-9]/ {row[n++] = $0} END {for (i = 0; i < n; i++) {$0 = row[(i * 7 + 3) % n]; $1 = i; print}}' "$1"; }
for k in 0 1 2 3 4 5 6; do shuffle states/state_$k.csv >shuffled/state_$k.csv; done
sed -n 5p shuffled/state_0.csv >one
check "the order is another one" test -z "$(grep -xF -f one states/state_0.csv)"
judged shuffled shuffled --fps 60
check "the same numbers in another order" cmp states.csv shuffled.csv
check "it says how they were found" has out 'by nearest start'
expect 3 "$weft" judge cloth shuffled "${set_up[@]}" --fps 60 --match index
check "by index it is another start" has err 'by index, particle'

# ---- one particle, in one frame, a millimetre off ----
# Of a run of Newton's method: its steps are converged, and far from the limit of short steps, whose frames hide a millimetre.
mkdir moved
cp states/state_0.csv moved
for k in 1 2 3 4 5 6; do expect 0 "$weft" sim cloth --solver newton "${set_up[@]}" --steps $k --state-out moved/state_$k.csv; done
awk -F, -v OFS=, '$1 == 17 {$4 += 0.001} {print}' moved/state_4.csv >edited
mv edited moved/state_4.csv
judged moved moved --fps 60
tr -s ' \n' ' ' <out >line
check "its step is named" has line 'worst step particle 17 at 0.0666667 s (frame 4, moved/state_4.csv) is 0.001 m off where'
expect 0 "$weft" judge cloth moved "${set_up[@]}" --fps 60 --json
tr -d ' \n' <out >line
check "the same in JSON" has line '"worst_step":{"frame":4,"time_s":0.066666666666666666,"file":"moved/state_4.csv","particle":17,"distance":0.00'
# Without velocities the next step begins with a wrong one; where springs are soft it is off by twice as much.
mkdir thrown
for stiffness in 1000 0.1; do
    expect 0 "$weft" sim cloth --solver newton "${set_up[@]}" --set scene.stiffness=$stiffness --steps 6 --frames newton
    for k in 0 1 2 3 4 5 6; do cp newton/frame_0000$k.obj thrown; done
    awk '/^v / && n++ == 17 {$4 += 0.001} {print}' thrown/frame_00003.obj >edited
    mv edited thrown/frame_00003.obj
    judged thrown thrown --fps 60 --set scene.stiffness=$stiffness
    tr -s ' \n' ' ' <out >$stiffness.line
done
check "stiff: the frame" has 1000.line 'worst step particle 17 at 0.05 s (frame 3, thrown/frame_00003.obj) is 0.001 m off'
check "far from the others" grep -Eq 'worst step .* ends, [0-9.]+e\+[0-9]+ times the median' 1000.line
check "soft: the one after" has 0.1.line 'worst step particle 17 at 0.0666667 s (frame 4, thrown/frame_00004.obj) is 0.00198 m off'
check "and since when" has 0.1.line 'it stands out from 0.05 s on'
# Of short steps the trajectory has it, too.
mkdir short
for k in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
    [ $k = 0 ] && cp states/state_0.csv short/state_0.csv && continue
    expect 0 "$weft" sim cloth --solver newton "${set_up[@]}" --dt 0.0005 --steps $k --state-out short/state_$k.csv
done
awk -F, -v OFS=, '$1 == 17 {$4 += 0.001} {print}' short/state_7.csv >edited
mv edited short/state_7.csv
expect 0 "$weft" judge cloth short "${set_up[@]}" --dt 0.0005
check "of short steps its frame" grep -q 'worst frame *particle 17 at 0.0035 s (frame 7, short/state_7.csv)' out
tr -s ' \n' ' ' <out >line
check "how far" has line 'is 0.001 m off the reference trajectory,'
check "and its step" grep -q 'worst step *particle 17 at 0.00' out

# ---- contact ----
expect 0 "$weft" sim cloth_on_sphere --solver xpbd --set scene.n=8 --set scene.thickness=0.02 --steps 20 --frames sphere --track penetration_max --track missed \
    --track crossings --track found
awk '$1 ~ /^[0-9]+$/ && NF == 8 {print $3, $4, $5, $6}' out >kept_contact
expect 0 "$weft" judge cloth_on_sphere sphere --set scene.n=8 --set scene.thickness=0.02 --set fine=0 --set probes=0 -o sphere.csv
check "it touches" test "$(awk '$1 > 0' kept_contact | wc -l)" -ge 5
check "contacts are those of the run" near 2e-3 kept_contact <(numbers sphere.csv penetration_max missed crossings found)
check "and are said" has out 'contact       deepest'
expect 0 "$weft" sim drop --solver newton --steps 30 --set scene.height=0.05 --frames drop
expect 0 "$weft" judge drop drop --set scene.height=0.05 --set fine=4 -o drop.csv
check "a ball on the floor" test "$(numbers drop.csv error | awk '$1 > 1e-3' | wc -l)" = 0

# ---- without references ----
judged none frames --set fine=0 --set probes=0
check "energies need no reference" near 1e-12 <(numbers frames.csv kinetic elastic constraint_max) <(numbers none.csv kinetic elastic constraint_max)
check "none is said" has out 'references    none'

# What Newton's method does not take has no reference, and all the rest.
cat >hard.yaml <<'YAML'
name: hard
bodies:
  - name: chain
    chain: {count: 3, spacing: 1}
    particle_mass: 1
    springs: {structural: {hard: true}}
YAML
expect 0 "$weft" sim ./hard.yaml --solver xpbd --steps 3 --frames hard
expect 7 "$weft" judge ./hard.yaml hard
check "the trajectory has none" has err 'no reference of the trajectory (do without: --set fine=0): solver newton cannot do hard constraints'
expect 7 "$weft" judge ./hard.yaml hard --set fine=0
check "nor have steps" has err 'no reference of the steps (`probes: 0` does without): solver newton cannot do hard constraints'
expect 0 "$weft" judge ./hard.yaml hard --set fine=0 --set probes=0 -o hard.csv
check "energies are there" near 1e-6 <(awk 'BEGIN {for (k = 1; k <= 3; k++) printf "%.17g\n", 1.5 * (9.81 / 60 * k)^2}') <(numbers hard.csv kinetic)
"$weft" sim torn_cloth --solver xpbd --steps 1 --frames torn >/dev/null 2>&1
expect 7 "$weft" judge torn_cloth torn
check "what breaks is refused" has err 'frames do not say which distance constraints are broken'
expect 7 "$weft" judge cloth frames "${set_up[@]}" --set integrator=bdf2
check "another integrator too" has err 'measured as one of implicit Euler; leave `integrator` out'

# ---- what is refused, each with the file and what to do ----
refused() { # CODE TEXT FRAMES [FLAG]...
    expect "$1" "$weft" judge cloth "$3" --set scene.n=6 "${@:4}"
    check "$3: $2" has err "$2"
    check "$3: one line" test "$(wc -l <err)" = 1
}
refused 3 'the scene has 64; is it this scene, with its parameters' states --fps 60 --set scene.n=8
refused 2 'states: files .csv do not say when their frames are; give --dt SECONDS, --fps N or --times' states
refused 2 'one of them says when frames are' states --fps 60 --dt 1
refused 2 '3 times for 7 frames' states --times 0,1,2
refused 2 'is one more than there are frames' states --times 0,1,2,3,4,5,6,7
refused 2 'is not a time in seconds' states --times 0,1,x
refused 3 'frames must be equally spaced: have the other program write them so' states --times 0,1,2,3,4,5,7
refused 3 'a scene starts at 0 s' states --times 1,2,3,4,5,6,7
refused 2 'give m, cm, mm' states --fps 60 --unit furlong
refused 2 'give auto, index or nearest' states --fps 60 --match luck
refused 2 'the frames and their times decide that' states --fps 60 --set steps=3
mkdir units gap twice mixed cut nan empty single
for k in 0 1 2 3 4 5 6; do
    awk -F, -v OFS=, '/^[0-9]/ {for (i = 2; i <= 7; i++) $i *= 100} {print}' CONVFMT=%.17g OFMT=%.17g states/state_$k.csv >units/state_$k.csv
done
refused 3 'frame 0 is the start of the scene, 100 times as large, as in centimetres: give --unit cm' units --fps 60
judged units units --fps 60 --unit cm
check "in centimetres" near 1e-9 kept <(numbers units.csv "${KEPT[@]}" centre_x centre_y centre_z)
cp states/state_[01235].csv gap
refused 3 '1 frames are missing after gap/state_3.csv' gap --fps 60
cp states/state_[012].csv twice
cp states/state_2.csv twice/state_02.csv
refused 3 'are both frame 2' twice --fps 60
cp states/state_[012].csv frames/frame_0000[012].obj mixed
refused 3 'give one of them as a pattern' mixed --fps 60
expect 0 "$weft" judge cloth 'mixed/state_*.csv' --set scene.n=6 --fps 60
cp states/* cut
head -c 900 states/state_3.csv >cut/state_3.csv
refused 3 'cut/state_3.csv:' cut --fps 60
head -n 20 states/state_3.csv >cut/state_3.csv
refused 3 'cut/state_3.csv: has 19 particles, and cut/state_0.csv, the first frame, has 36' cut --fps 60
cp states/* nan
sed -i '9s/,[^,]*/,nan/' nan/state_5.csv
refused 3 'nan/state_5.csv:9: `nan` is not a finite number' nan --fps 60
refused 3 'no file has the name of a frame' empty --fps 60
cp states/state_0.csv single
refused 3 'single: has one frame' single --fps 60
refused 3 'is one frame; give its folder, or a pattern' states/state_0.csv --fps 60
refused 3 '`.abc` is no format of a trajectory; known: .pvd .csv .obj' run.abc --fps 60
refused 4 'missing: the folder cannot be read' 'missing/state_*.csv' --fps 60
refused 4 'missing.npy' missing.npy --fps 60
head -c 2000 run.npy >cut.npy
refused 3 'cut.npy: its header says 7 frames of 36 particles, which do not fit the 1872 bytes' cut.npy --fps 60
{ npy "${header/<f4/<i4}"; for f in frames/*.vtp; do points "$f"; done; } >whole.npy
refused 3 "numpy.save(file, a.astype('<f8'))" whole.npy --fps 60
{ npy "$header"; for f in frames/*[0-5].vtp; do points "$f"; done; head -c 432 /dev/zero | tr '\0' '\377'; } >nan.npy
refused 3 'nan.npy: frame 6, particle 0: a number is not finite' nan.npy --fps 60
head -c 1000 run.pc2 >cut.pc2
refused 3 'cut.pc2: its header says 7 frames of 36 particles' cut.pc2 --fps 60
refused 3 'has the scene other parameters (--set), or is it --unit 1.3?' states --fps 60 --set scene.side=1.3
mkdir elsewhere
for k in 0 1; do awk -F, -v OFS=, '/^[0-9]/ {$3 += 1} {print}' states/state_$k.csv >elsewhere/state_$k.csv; done
refused 3 'frame 0 is not the start of the scene: particle 0 of frame 0, at (0, 1, 0) m, is where no particle of the scene starts' elsewhere --fps 60
# ---- other axes ----
# turned FOLDER SCALE: states whose y is up: (x, z, -y) of the scene's, which is --axes x,-z,y.
turned() {
    mkdir "$1"
    for k in 0 1 2 3 4 5 6; do
        awk -F, -v OFS=, -v s="$2" '/^[0-9]/ {y = $3; z = $4; v = $6; w = $7; $2 *= s; $3 = s * z; $4 = -s * y; $5 *= s; $6 = s * w; $7 = -s * v} {print}' \
            CONVFMT=%.17g OFMT=%.17g states/state_$k.csv >"$1/state_$k.csv"
    done
}
turned upright 1
refused 3 'frame 0 is the start of the scene with other axes: give --axes x,-z,y' upright --fps 60
judged upright upright --fps 60 --axes x,-z,y
check "the same numbers with other axes" cmp states.csv upright.csv
refused 3 'give --axes x,-z,y; the start looks the same with' upright --fps 60 --axes -y,x,z --match index
turned large 100
refused 3 'with other axes: give --axes x,-z,y --unit cm' large --fps 60
judged large large --fps 60 --axes x,-z,y --unit cm
check "axes and unit" near 1e-9 kept <(numbers large.csv "${KEPT[@]}" centre_x centre_y centre_z)
refused 2 '--axes x,y: give, for each of the scene' states --fps 60 --axes x,y
refused 2 '--axes x,y,-y: give, for each of the scene' states --fps 60 --axes x,y,-y

# ---- as a case of a database ----
cp run.db own.db
table() { "$weft" export "$1" --table "$2" --format csv | tr -d '\r'; }
rows() { table "$1" "$2" | wc -l; }
# of LABEL FILE: the lines of a table that have the label, and its head.
of() { awk -F, -v label="$1" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "label") at = i; print} NR > 1 && $at == label' "$2"; }
label='recorded blender cloth n=6'
expect 0 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o run.db --as blender
tr -s ' \n' ' ' <out >line
check "where it is" has line 'database `blender` is a case of run.db, beside 1 case of weft'"'"'s own: experiment judged_cloth_n_6; weft report run.db -o DIR'
table run.db trajectory >stored.csv
of "$label" stored.csv >stored_frames
check "it has six frames" test "$(wc -l <stored_frames)" = 7
check "frames have the numbers of the CSV, all digits" near 0 <(numbers states.csv "${KEPT[@]}" energy centre_x centre_y centre_z) \
    <(numbers stored_frames "${KEPT[@]}" energy centre_x centre_y centre_z)
table run.db convergence >stored.csv
of "$label" stored.csv >stored_steps
STEPS=(error error_of_start weighted_error gradient objective gap)
check "steps have them, too" near 0 <(numbers states.csv "${STEPS[@]}") <(numbers stored_steps "${STEPS[@]}")
check "and there are as many" test "$(wc -l <stored_steps)" = 7
table run.db step_outcome >stored.csv
of "$label" stored.csv >stored_ends
check "the residual at the end of a step is that" near 0 <(numbers states.csv gradient) <(numbers stored_ends residual_end)
check "its iterations are not known" same "$(numbers stored_ends iterations_used | sort -u)" 0
table run.db case_parameter >stored.csv
of "$label" stored.csv >stored_settings
check "it is marked" grep -q ',solver,recorded$' stored_settings
check "by its name" grep -q ',recorded,blender$' stored_settings
check "and what its velocities are" grep -q ',velocities,given$' stored_settings
# What another program took is not known: not one row says how long, or how much.
for name in step setup phase cost wall counter process timed_step work_repetition; do
    check "no $name of it" same "$(rows run.db $name)" "$(rows own.db $name)"
done
check "no time in its summary" test "$(table run.db case_summary | awk -F, -v label="$label" 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} $at["label"] == label {print $at["step_ms"] $at["error"] $at["peak_bytes"]}' | tr -d ' ')" = ''
check "what the run has stays" cmp <(table own.db case_summary) <(table run.db case_summary | grep -v "$label")
expect 0 "$weft" run run.yaml -o run.db
check "and is not measured again" has err '1 already there'

# figures: those that there is something for, with a line for each
expect 0 "$weft" report run.db -o report
for name in trajectory_error step_error step_error_of_start residual energy kinetic elastic potential; do
    for ending in svg pdf csv; do check "figure $name.$ending" test -s report/judged_cloth_n_6-$name.$ending; done
done
check "no others" test "$(find report -name 'judged_cloth_n_6-*.svg' | wc -l)" = 8
check "none fails" test -z "$(grep -E 'no figure|no table' out)"
check "no time in the list of cases" grep -Eq '^recorded blender[ -]+done' out
check "it stands beside the run" same "$(cut -d, -f1 report/judged_cloth_n_6-trajectory_error.csv | sed 1d | sort | uniq -c | tr -s ' ' | tr '\n' ';')" ' 6 blender (recorded); 6 xpbd;'
check "the curve has its numbers" near 1e-15 <(numbers states.csv time_s trajectory_error) \
    <(grep '^blender' report/judged_cloth_n_6-trajectory_error.csv | awk -F, '{print $2, $3}')
check "the file of the run has its own section" test -s report/run-cases.csv
check "without it" test -z "$(grep recorded report/run-cases.csv)"

# again, another name, the same name
before=$(rows run.db repetition)
expect 0 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o run.db --as blender
check "the same is there once" same "$(rows run.db repetition)" "$before"
check "and said" has out 'was there already'
expect 0 "$weft" judge cloth 'frames/frame_*.obj' "${set_up[@]}" --dt 0.016666666666666666 -o run.db
check "its name is that of the files" grep -q '`frame` is a case' out
check "its velocities are differences" test -n "$(table run.db case_parameter | grep ',velocities,differences$')"
cp run.db before.db
expect 3 "$weft" judge cloth moved "${set_up[@]}" --fps 60 -o run.db --as blender
check "one name, one trajectory" has err 'has another trajectory of this scene, or one with other settings, that is called `blender`; give this one another name with --as'
check "nothing of it is written" cmp before.db run.db
expect 0 "$weft" report run.db -o report
check "two beside the run" same "$(cut -d, -f1 report/judged_cloth_n_6-energy.csv | sed 1d | sort -u | tr '\n' ';')" 'blender (recorded);frame (recorded);xpbd;'
name="it's \"odd\" \\ : {x} #1, <b>"
expect 0 "$weft" judge cloth moved "${set_up[@]}" --fps 60 -o run.db --as "$name"
expect 0 "$weft" report run.db -o report
check "any name goes into figures" test -z "$(grep -E 'no figure' out)"
check "and comes out as it is" grep -qF "\"${name//\"/\"\"} (recorded)\"" report/judged_cloth_n_6-energy.csv
expect 2 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o run.db --as ''
expect 2 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o run.db --as "$(printf 'x%.0s' {1..48})"
expect 2 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o x.csv --as blender
check "--as is of databases" has err 'give -o FILE.db'

# a new database, without references, without anything beside it
expect 0 "$weft" judge cloth frames "${set_up[@]}" --set fine=0 --set probes=0 -o new.db
expect 0 "$weft" report new.db -o new_report
check "figures of what is known" same "$(cd new_report && find . -name '*.svg' | sort | tr '\n' ' ')" './elastic.svg ./energy.svg ./kinetic.svg ./potential.svg ./residual.svg '
check "no empty one" test -z "$(grep 'no figure' out)"
expect 0 "$weft" status new.db
expect 0 "$weft" report new.db -o new_report --stills
expect 0 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o new.db --as blender --json
check "JSON stays JSON" test -z "$(grep 'database ' out)"

# with contact; the run recorded no frames, which is said
cat >sphere.yaml <<'YAML'
name: sphere
blocks:
  - name: all
    axes: {scene: cloth_on_sphere, scene.n: 8, scene.thickness: 0.02, solver: xpbd, steps: 20, timed: 0, phased: 0}
YAML
expect 0 "$weft" run sphere.yaml -o sphere.db
expect 0 "$weft" judge cloth_on_sphere sphere --set scene.n=8 --set scene.thickness=0.02 --set fine=0 -o sphere.db
check "nothing to draw beside it" has err '1 case of this scene recorded no frames'
check "none of it is" grep -q 'beside 0 cases' out
expect 0 "$weft" report sphere.db -o sphere_report
find sphere_report -name 'judged*-penetration.csv' | grep -q . && awk -F, 'NR > 1 {print $3}' sphere_report/judged*-penetration.csv >depths
check "its depths" near 0 <(numbers sphere.csv penetration_max) depths
check "no crossings, no figure" test -z "$(find sphere_report -name '*-crossings.svg')"

# databases that cannot take it are left as they are
cp own.db other.db
expect 3 "$weft" judge cloth_on_sphere sphere --set scene.n=8 -o other.db
check "another scene" has err 'other.db: none of its 1 cases is of this scene, as it is today (cloth_on_sphere'
expect 3 "$weft" judge cloth states "${set_up[@]}" --set scene.stiffness=7 --fps 60 -o other.db
check "another parameter" has err 'stiffness=7'
check "as it was" cmp own.db other.db
printf '\0\0\3\347' | dd of=other.db bs=1 seek=60 conv=notrunc status=none
cp other.db newer.db
expect 3 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o other.db
check "another version" has err 'other.db: a store of schema version 999'
check "as that was" cmp newer.db other.db
echo text >text.db
expect 3 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o text.db
check "no database" same "$(cat text.db)" text
expect 4 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o missing/x.db

expect 4 "$weft" judge cloth states "${set_up[@]}" --fps 60 -o missing/x.csv
expect 2 "$weft" judge cloth
