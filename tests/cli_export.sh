#!/usr/bin/env bash
# weft scene --format: scenes in every format; meshes are read back; MuJoCo's model has the numbers of the scene. cli_export.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# export_scene SCENE FORMAT FOLDER [FLAGS...]: err names the omitted parts.
export_scene() { expect 0 "$weft" scene "$1" --export "$3" --format "$2" "${@:4}"; }

# counted PATTERN FILE: how many times it stands there.
counted() { grep -o -- "$1" "$2" | wc -l | tr -d ' '; }

# ---- JSON has what the tables have ----
# The numbers of a file one after another: both have 17 digits, JSON's exponents without zeros in front.
plain() { sed -E 's/e-0+/e-/g; s/e\+0*/e/g; s/\.0\b//g'; }
for scene in cloth_on_box bouncing_ball cantilever flag torn_cloth spinning_rod curtain; do
    export_scene "$scene" csv "csv-$scene"
    export_scene "$scene" json "json-$scene"
    check "$scene: JSON leaves nothing out" test ! -s err
    tail -n +2 "csv-$scene/particles.csv" | awk -F, '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 }' | plain >wanted
    sed -n '/^{"index"/p' "json-$scene/scene.json" | sed 's/"[a-z_]*"://g; s/false/0/; s/true/1/; s/[][{},]/ /g; s/  */ /g; s/^ //; s/ $//' | plain >got
    check "$scene: the particles" cmp wanted got
    tail -n +2 "csv-$scene/constraints.csv" | cut -d, -f1-5 | tr , ' ' | sed 's/inf/null/g; s/  */ /g; s/ $//' | plain >wanted
    sed -n '/^{"kind"/p' "json-$scene/scene.json" | sed 's/,"sense".*//; s/"\([a-z_]*\)":/:/g; s/"//g; s/[][{},:]/ /g; s/  */ /g; s/^ //; s/ $//' | plain >got
    check "$scene: the constraints" cmp wanted got
    check "$scene: there are some" test -s wanted
done
check "gravity" has json-cloth_on_box/scene.json '"gravity": [0.0,-9.81'
check "rules of contact" has json-cloth_on_box/scene.json '"thickness":0.0080000000000000002,"stiffness":1000.0,"friction":0.40000000000000002'
check "a collider" has json-cloth_on_box/scene.json '{"shape":"box"'
check "wind" has json-flag/scene.json '"wind": {"velocity":['
check "a script" has json-curtain/scene.json '"act":"move"'
check "no load on a triangle" has json-cantilever/scene.json '"triangle_loads": []'
check "no wind is null" has json-cantilever/scene.json '"wind": null'

# ---- meshes are read back by weft ----
for scene in cantilever hanging_shell cloth bouncing_ball chain; do
    for format in obj msh; do
        export_scene "$scene" $format "$format-$scene"
        expect 0 "$weft" mesh "$format-$scene/scene.$format"
        cp out "$scene.$format"
    done
done
# counts FILE: vertices, lines, faces and tetrahedra.
counts() { awk 'NR <= 4 {print $2 + 0}' "$1" | paste -sd' '; }
check "a tetrahedral mesh in Gmsh" same "$(counts cantilever.msh)" "81 0 144 160"
check "its surface in OBJ" same "$(counts cantilever.obj)" "81 0 144 0"
# particles FIELDS: columns of the table of particles.
particles() { tail -n +2 csv-cantilever/particles.csv | cut -d, -f"$1" | tr , ' '; }
check "positions in OBJ" same "$(awk '$1 == "v" { print $2, $3, $4 }' obj-cantilever/scene.obj)" "$(particles 5-7)"
check "positions in Gmsh" same "$(awk '/^\$Nodes/ { getline; on = 1; next } /^\$EndNodes/ { on = 0 } on { print $2, $3, $4 }' msh-cantilever/scene.msh)" \
    "$(particles 5-7)"
check "masses in Gmsh" same "$(awk '/"mass, kg"/ { on = 1; next } /^\$EndNodeData/ { on = 0 } on && NF == 2 { print $2 }' msh-cantilever/scene.msh)" "$(particles 3)"
check "pins are points in OBJ" same "$(grep -c '^p ' obj-cantilever/scene.obj)" 9
check "pins are a group in Gmsh" has msh-cantilever/scene.msh '0 3 "pins"'
check "a material in Gmsh" has msh-cantilever/scene.msh '"body_0 neo_hookean young=300000 poisson=0.3"'
check "a material in OBJ" grep -q '^# .*neo_hookean.*300000' obj-cantilever/scene.obj
# The same particles, pins, tetrahedra and material: the same final state.
cat >again.yaml <<'YAML'
name: again
bodies:
  - name: beam
    mesh: msh-cantilever/scene.msh
    material: {young: 3e5, poisson: 0.3, density: 1000}
    elements:
      - kind: neo_hookean
    pins:
      - index: [0, 1, 2, 3, 4, 5, 6, 7, 8]
YAML
hash_of() { "$weft" sim "$@" --solver newton --steps 3 | sed -n 's/^state *kinetic \([^ ]*\).*/\1/p'; }
state=$(hash_of cantilever)
check "there is a state" test -n "$state"
check "the exported beam moves as the scene" same "$(hash_of ./again.yaml)" "$state"

# ---- MuJoCo ----
export_scene cloth mujoco mujoco-cloth --set n=5
check "nothing is left out" test ! -s err
check "a body for each particle, joints for all but two pins" same \
    "$(counted '<body ' mujoco-cloth/scene.xml) $(counted '<joint ' mujoco-cloth/scene.xml) $(counted '<spatial ' mujoco-cloth/scene.xml)" "25 69 72"
check "their masses" awk -v RS='mass="' -F'"' 'NR > 1 { sum += $1 } END { exit !(sum > 0.25 * 23 / 25 - 1e-9 && sum < 0.25 * 23 / 25 + 1e-9) }' mujoco-cloth/scene.xml
export_scene hanging_shell mujoco mujoco-shell
check "E t and D give back thickness and modulus, of nu = 0" awk '/<elasticity/ {
    split($0, v, "\""); young = v[2]; t = v[6]; d = 3.3e5 * 6e-4 ^ 3 / 12 / (1 - 0.09); et = 2 * 3.3e5 / 2 / 1.3 * 6e-4
    good = young * t / et > 1 - 1e-9 && young * t / et < 1 + 1e-9 && young * t ^ 3 / 12 / d > 1 - 1e-9 && young * t ^ 3 / 12 / d < 1 + 1e-9 }
    END { exit !good }' mujoco-shell/scene.xml
export_scene bouncing_ball mujoco mujoco-ball
check "velocities are in a keyframe" has mujoco-ball/scene.xml '<key name="start" qvel="'
check "a plane is a geom" has mujoco-ball/scene.xml '<geom type="plane"'

# ---- what a format leaves out is counted ----
check "a kind without counterpart" has err closed_volume
export_scene torn_cloth mujoco mujoco-torn
check "limits of constraints" has err 2162
export_scene flag mujoco mujoco-flag
check "triangles in the wind" has err 1728
export_scene cantilever obj obj-cantilever
check "a material" grep -q 'neo_hookean.* 160$' err
python=${WEFT_PYTHON:-python3}
if "$python" -c 'import xml.etree' 2>/dev/null; then
    check "they are well-formed" "$python" -c 'import sys, xml.etree.ElementTree as t; [t.parse(p) for p in sys.argv[1:]]' mujoco-*/scene.xml
fi

# ---- refusals ----
expect 3 "$weft" scene chain --export x --format jso
check "the nearest format" has err "\`json\`"
expect 3 "$weft" scene chain --export x --format zzzzzz
check "all formats" has err mujoco
expect 2 "$weft" scene chain --format json
check "nothing is written" test ! -e x
mkdir full && mkdir full/scene.json
expect 4 "$weft" scene chain --export full --format json
check "the folder is as it was" same "$(ls -A full)" scene.json
