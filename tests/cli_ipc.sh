#!/usr/bin/env bash
# Configurations of IPC: those of the shipped scenes give these scenes; each setting, number for number; what is wrong is said with
# file:line; friction on the slope. That nothing goes in, by every solver, is cli_scenes.sh. cli_ipc.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

mkdir -p input/tetMeshes input/triMeshes
cp "$source_dir/datasets/meshes/ipc_cube.msh" input/tetMeshes/cube.msh
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n' >input/triMeshes/triangle.obj
cube='input/tetMeshes/cube.msh'

# import NAME OPTION...: the configuration on standard input as NAME.yaml, and its tables in NAME.
import() {
    local name=$1
    shift
    mkdir -p input/examples
    cat >"input/examples/$name.txt"
    rm -rf -- "$name" "$name.yaml"
    expect 0 "$weft" scene "input/examples/$name.txt" --import ipc -o "$name.yaml" --export "$name" "$@"
}

# alike SHIPPED NAME: the same particles, constraints and gravity, but for names.
alike() {
    expect 0 "$weft" scene "$1" --export shipped
    check "$1: particles" same "$(cut -d, -f1,3- shipped/particles.csv | sha256sum)" "$(cut -d, -f1,3- "$2/particles.csv" | sha256sum)"
    check "$1: constraints" cmp -s shipped/constraints.csv "$2/constraints.csv"
    for row in gravity_y contact_thickness contact_stiffness scripts colliders; do
        check "$1: $row" same "$(grep "^$row" shipped/scene.csv)" "$(grep "^$row" "$2/scene.csv")"
    done
    check "$1: there are particles" test "$(wc -l <shipped/particles.csv)" -gt 8
}

# ---- the shipped scenes ----
import cubes <<END
shapes input 2
$cube 0 3 0  0 0 0  1 1 1
$cube 0 1 0  0 0 0  1 1 1

selfFric 0.1

ground 0.1 0
END
check "says how IPC runs it" has out '--dt 0.025 --steps 200'
alike ipc_two_cubes cubes
import pulled <<END
shapes input 2
$cube 0 3 0  0 0 0  1 1 1
$cube 0 1 0  0 0 0  1 1 1  DBC -0.1 -0.1 -0.1  0.1 1.1 0.1  -0.2 0 -0.2  0 0 0  DBC 0.9 -0.1 0.9  1.1 1.1 1.1  0.2 0 0.2  0 0 0
selfFric 0.1
ground 0.1 0
END
alike ipc_pulled_cube pulled
import turning <<END
shapes input 2
$cube 0 3 0  0 0 0  1 1 1
$cube 0 1 0  0 0 0  1 1 1  angularVelocity 10 90 0
selfFric 0.1
ground 0.1 0
END
alike ipc_turning_cube turning
import slope --kind tet_arap <<END
energy FCR
warmStart 0
size 1
time 2.5 0.025
density 1000
stiffness 1e9 0.4
script fall
shapes input 1
$cube 0 0 0      0 0 -26.565  1 1 1
halfSpace 0 1.13 0  1 2 0  50 0.5
selfCollisionOn
constraintSolver interiorPoint
tuning 6
0
1e-3
1e-3
1e-9
1e-5
1e-5
tol 1
1e-4
END
check "a run of IPC" has out '--dt 0.025 --steps 100'
check "what is no matter of a scene is a comment" has slope.yaml '# line 2, warmStart: of Newton'
check "with its line, after lists too" has slope.yaml '# line 20, tol:'
alike ipc_slope slope
import stack --kind tet_arap <<END
energy FCR
size 1
density 1000
stiffness 100000 0.4
script fall
shapes input 5
$cube 0 0 0      0 0 0  1 1 1
$cube 0 1.01 0      0 0 0  1 1 1
$cube 0 2.02 0      0 0 0  1 1 1
$cube 0 3.03 0      0 0 0  1 1 1
$cube 0 4.04 0      0 0 0  1 1 1
halfSpace 0 0.5 0  0 1 0  50 0
selfCollisionOn
END
alike ipc_cube_stack stack

# ---- numbers ----
# near NAME ROW COLUMN VALUE: of particles.csv: index, body, mass, pinned, x, y, z, vx, vy, vz, fx, fy, fz
near() {
    awk -F, -v row="$2" -v column="$3" -v value="$4" '$1 == row && NR > 1 { d = $column - value; if (d < 0) d = -d; found = d < 1e-9 * (1 + (value < 0 ? -value : value)) }
        END { exit !found }' "$1/particles.csv"
}
import numbers <<END
turnOffGravity
density 500
dHat 0.01
shapes input 2
$cube 1 2 3  30 40 50  2 3 4  material 2000 1e6 0.3 initVel 1 2 3 0 90 0
$cube 0 9 0  0 0 0  1 1 1 \\
  NBC 0.9 -1 -1  2 2 2  5 6 7   # a comment
END
# Vertex 1 is (1, 0, 0): 2 times the first column of Rx Ry Rz, and the place.
read -r x y z <<<"$(awk 'BEGIN { d = atan2(0, -1) / 180; a = 30 * d; b = 40 * d; c = 50 * d
    printf "%.17g %.17g %.17g", 1 + 2 * cos(b) * cos(c), 2 + 2 * (cos(a) * sin(c) + sin(a) * sin(b) * cos(c)), 3 + 2 * (sin(a) * sin(c) - cos(a) * sin(b) * cos(c)) }')"
check "angles about z, then y, then x: x" near numbers 1 5 "$x"
check "y" near numbers 1 6 "$y"
check "z" near numbers 1 7 "$z"
check "mass of the first" awk -F, 'NR > 1 && NR <= 9 { m += $3 } END { exit !((m - 48000)^2 < 1e-12) }' numbers/particles.csv
check "and of the second" awk -F, 'NR > 9 { m += $3 } END { exit !((m - 500)^2 < 1e-12) }' numbers/particles.csv
check "no gravity" has numbers/scene.csv 'gravity_y,0'
check "a velocity" awk -F, 'NR > 1 && NR <= 9 { n++; bad += ($9 - 2)^2 > 1e-24 } END { exit !(n == 8 && !bad) }' numbers/particles.csv
check "a turn of 90 degrees a second about y: vx - 1 = w (z - zc)" awk -F, 'NR == 2 { x0 = $8; z0 = $7 } NR == 3 { d = ($8 - x0) / ($7 - z0) - atan2(0, -1) / 2; exit !(d * d < 1e-18) }' \
    numbers/particles.csv
check "a force is mass times acceleration" awk -F, 'NR > 9 && $11 != 0 { n++; bad += ($11 - 5 * $3)^2 + ($12 - 6 * $3)^2 + ($13 - 7 * $3)^2 > 1e-18 } END { exit !(n == 4 && !bad) }' \
    numbers/particles.csv
import times <<END
shapes input 1
$cube 0 0 0  0 0 0  1 1 1 \\
 DBC -0.1 -0.1 -0.1  0.1 1.1 0.1  -0.2 0 0  0 0 0  0 2.5 \\
 DBC -0.1 -0.1 -0.1  0.1 1.1 0.1   0 0 1  0 0 30  2.5
DBCTimeRange 0 4
END
check "a motion ends where the next begins" has times.yaml '- {move: [-0.5, 0, 0], from: 0, to: 2.5}'
check "and that where all end" has times.yaml '- {move: [0, 0, 1.5], from: 2.5, to: 4}'
check "turned first" has times.yaml '- {rotate: {axis: [0, 0, 1], degrees: 45, about: [0, 0.5, 0]}, from: 2.5, to: 4}'
check "and is released" has times.yaml '- {release: 4}'
import open <<END
shapes input 2
$cube 0 1 0  0 0 0  1 1 1
input/triMeshes/triangle.obj 0 0 0  0 0 0  2 2 2
END
check "a surface is held" test "$(awk -F, 'NR > 9 { n += $4 } END { print n }' open/particles.csv)" = 3
check "no bodies touch" test "$(printf 'selfCollisionOff\nground 0 0\nshapes input 1\n%s 0 1 0 0 0 0 1 1 1\n' "$cube" | import apart && grep -c 'bodies: false' apart.yaml)" = 1
# Meshes are seen from --root, from what is before input/, or from the folder of the file.
cp -r input elsewhere_input
mkdir elsewhere && mv elsewhere_input elsewhere/input && cp input/examples/cubes.txt elsewhere/input/cubes.txt
expect 0 "$weft" scene elsewhere/input/cubes.txt --import ipc -o from_input.yaml
check "from what is before input" has from_input.yaml "$scratch/elsewhere/input/tetMeshes/cube.msh"
expect 0 "$weft" scene input/examples/cubes.txt --import ipc -o from_root.yaml --root elsewhere
check "from --root" has from_root.yaml "$scratch/elsewhere/input/tetMeshes/cube.msh"

# ---- what is wrong ----
# bad MESSAGE LINES: one line, which names file, line and what; nothing is written.
bad() {
    printf '%b' "$2" >bad.txt
    rm -f bad.yaml
    expect 3 "$weft" scene bad.txt --import ipc -o bad.yaml --root .
    check "one line for: $2" same "$(wc -l <err)" 1
    check "message for: $2" has err "bad.txt:$1"
    check "no scene for: $2" test ! -e bad.yaml
}
good="shapes input 1\n$cube 0 1 0 0 0 0 1 1 1"
bad '3: IPC has no setting `grownd`, did you mean `ground`?' "$good\ngrownd 0.1 0\n"
bad '3: `ground` has 2 numbers, and here are 1' "$good\nground 0.1\n"
bad '3: `ground` has 2 numbers' "$good\nground\n"
bad '3: `x` is a word too many' "$good\nground 0.1 0 x\n"
bad '3: `nan` is not a finite number' "$good\nground nan 0\n"
bad '3: `1e999` is not a finite number' "$good\nground 1e999 0\n"
bad '3: `1e31` is beyond 1e+30' "$good\nground 1e31 0\n"
bad ' the distance of contact' "$good\ndHat 1e-308\n"
bad '3: friction must not be below 0' "$good\nground -1 0\n"
bad '2: `the scale of a shape` has 3 numbers, and here are 2' "shapes input 1\n$cube 0 1 0 0 0 0 1 1\n"
bad '2: no mesh ./nowhere.msh' 'shapes input 1\nnowhere.msh 0 1 0 0 0 0 1 1 1\n'
bad '2: '"$scratch"'/bad.txt: unknown mesh format' 'shapes input 1\nbad.txt 0 1 0 0 0 0 1 1 1\n'
bad '2: the file ends within `shapes`' "shapes input 2\n$cube 0 1 0 0 0 0 1 1 1\n"
bad '3: the file ends within `tol`' "$good\ntol 3 1\n"
bad '4: `hello` is not a finite number; `tuning`' "$good\ntuning 2\nhello\n"
bad '1: `shapes` has 1 to 1000 lines, not 1e+09' 'shapes input 1e9\n'
bad '1: `shapes` has 1 to 1000 lines, not 1.5' 'shapes input 1.5\n'
bad '1: there is no shape' ''
bad '2: a shape has no `materail`, did you mean `material`?' "$good materail 1 2 3\n"
bad '2: a shape scaled by 0' "shapes input 1\n$cube 0 1 0 0 0 0 1 0 1\n"
bad '2: `meshSeq`: weft moves bodies by scripts' "$good meshSeq folder\n"
bad '3: `energy FCR`: weft has no fixed corotated' "$good\nenergy FCR\n"
bad '3: `script twist` is a program of IPC' "$good\nscript twist\n"
bad '2: with a `script` IPC looks at no velocity' "$good initVel 0 1 0 0 0 0\nscript fall\n"
bad '3: `dampingRatio 0.1`' "$good\ndampingRatio 0.1\n"
bad '3: `meshCO` is not read' "$good\nmeshCO x.obj 0 0 0 1 1 1\n"
bad '2: input/triMeshes/triangle.seg: edges and points' 'shapes input 1\ninput/triMeshes/triangle.seg 0 0 0 0 0 0 1 1 1\n'
bad '2: a `DBC` that begins at 1 s' "$good DBC 0 0 0 1 1 1 0 0 0 0 0 0 1 2\n"
bad '2: vertex 0 is in two boxes' "$good DBC 0 0 0 1 1 1 0 0 0 0 0 0 DBC 0 0 0 0.5 1 1 0 0 0 0 0 0\n"
bad '2: a byte that is not printable' 'shapes input 1\n\033[31m.msh 0 0 0 0 0 0 1 1 1\n'
bad '1: a byte that is not printable' 'gro\000und\n'
expect 4 "$weft" scene nowhere.txt --import ipc -o bad.yaml
expect 2 "$weft" scene bad.txt --import ipcc -o bad.yaml
check "the nearest format" has err 'did you mean `ipc`?'
expect 2 "$weft" scene bad.txt --import ipc
check "what is missing" has err '--output is missing'
expect 2 "$weft" scene cloth -o x.yaml
expect 2 "$weft" scene bad.txt --import ipc -o x.yaml --kind 'a: b'
printf '%b\n' "$good" >fine.txt
touch there.yaml
expect 4 "$weft" scene fine.txt --import ipc -o there.yaml --root .
check "what is there stays" test ! -s there.yaml
expect 3 "$weft" scene fine.txt --import ipc -o odd.yaml --root . --kind tet_arapp
check "the scene reader knows the kinds" has err 'odd.yaml'

# ---- friction on the slope, whose tangent is 0.5: 1 s after a start a millimetre above it ----
# speed STEPS OPTION...: down the slope at the end of so many steps that are 1 s, m/s, the mean of all particles.
speed() {
    local steps=$1
    shift
    "$weft" sim ipc_slope --dt "$(awk -v n="$steps" 'BEGIN { print 1 / n }')" --steps "$steps" "$@" --state-out slope.csv >out 2>err
    awk -F, '/^[0-9]/ { n++; v += (2 * $5 - $6) / sqrt(5) } END { print v / n }' slope.csv
}
within() { awk -v v="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(v >= low && v <= high) }' || { echo "    $1 is not in $2 … $3"; return 1; }; }
# As published: it stays with 0.5 and slides with 0.49, by g (sin - 0.49 cos) = 0.0877 m/s².
for solver in pbd xpbd; do
    inside=(--solver "$solver" --set friction_on=position)
    check "$solver: stays with 0.5" within "$(speed 200 "${inside[@]}")" -0.005 0.005
    check "$solver: slides with 0.49" within "$(speed 200 "${inside[@]}" --set scene.friction=0.49)" 0.08 0.095
done
# Friction on velocities creeps at so many times h g sin θ, of a body of which half the particles touch; of first order in h.
for solver in newton vbd calm avbd lbfgs; do
    soft=(--solver "$solver" --set scene.young=1e6)
    creep=$(speed 200 "${soft[@]}" --set scene.friction=0.6)
    check "$solver: creeps with 0.6" within "$creep" 0.02 0.075
    check "$solver: half as much in half the step" within "$(speed 400 "${soft[@]}" --set scene.friction=0.6)" 0.01 "$(awk -v v="$creep" 'BEGIN { print 0.6 * v }')"
    # g (sin - 0.3 cos) = 1.754 m/s² for 1 s
    check "$solver: slides with 0.3 as Coulomb says" within "$(speed 200 "${soft[@]}" --set scene.friction=0.3)" 1.66 1.85
done
