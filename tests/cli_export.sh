#!/usr/bin/env bash
# weft scene --format: every scene in every format, read back; what is left out is said; MuJoCo's model has the numbers of the scene.
. "$(dirname "$0")/shell.sh"

# export SCENE FORMAT FOLDER [WORDS...]: what it left out is in err.
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
check "a script, and the pins that follow it" has json-curtain/scene.json '"act":"move"'
check "no load on a triangle" has json-cantilever/scene.json '"triangle_loads": []'
check "no wind is null" has json-cantilever/scene.json '"wind": null'

# ---- meshes are read back by weft ----
for scene in cantilever hanging_shell cloth bouncing_ball chain; do
    for format in obj msh; do
        export_scene "$scene" $format "$format-$scene"
        expect 0 "$weft" mesh "$format-$scene/scene.$format"
    done
done
check "tetrahedra, and the faces of the surface" same "$("$weft" mesh msh-cantilever/scene.msh | awk '{ print $1, $2 }' | head -4 | paste -sd,)" \
    "vertices 81,lines 0,faces 144:,tetrahedra 160"
check "the same in OBJ, where there are faces only" same "$("$weft" mesh obj-cantilever/scene.obj | awk '{ print $1, $2 }' | head -4 | paste -sd,)" \
    "vertices 81,lines 0,faces 144:,tetrahedra 0"
check "the positions" same "$(awk '$1 == "v" { print $2, $3, $4 }' obj-cantilever/scene.obj)" \
    "$("$weft" scene cantilever --export c >/dev/null; awk -F, 'NR > 1 { print $5, $6, $7 }' c/particles.csv)"
check "and in Gmsh" same "$(awk '/^\$Nodes/ { getline; on = 1; next } /^\$EndNodes/ { on = 0 } on { print $2, $3, $4 }' msh-cantilever/scene.msh)" \
    "$(awk -F, 'NR > 1 { print $5, $6, $7 }' c/particles.csv)"
check "with masses" same "$(awk '/"mass, kg"/ { on = 1; next } /^\$EndNodeData/ { on = 0 } on && NF == 2 { print $2 }' msh-cantilever/scene.msh | paste -sd,)" \
    "$(awk -F, 'NR > 1 { print $3 }' c/particles.csv | paste -sd,)"
check "pins are points" same "$(grep -c '^p ' obj-cantilever/scene.obj)" 9
check "of a group" has msh-cantilever/scene.msh '0 3 "pins"'
check "and so are materials" has msh-cantilever/scene.msh '"body_0 neo_hookean young=300000 poisson=0.3"'
check "which OBJ says in a comment" grep -q '^# material neo_hookean: young 3000*[.0-9]* Pa, poisson 0.[23]' obj-cantilever/scene.obj
export_scene cantilever obj obj-cantilever
check "what OBJ leaves out" same "$(cat err)" "left out: masses of particles
left out: stiffness and rest values of neo_hookean: 160"
# The same particles, pins and tetrahedra, of the same material, are the same beam: it ends in the same place.
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
check "a beam made again from its mesh moves as it" same "$(hash_of ./again.yaml)" "$(hash_of cantilever)"
check "it moves" test -n "$(hash_of cantilever)"

# ---- MuJoCo ----
export_scene cloth mujoco mujoco-cloth --set n=5
check "a body a particle, but joints for none of the two pins" same \
    "$(counted '<body ' mujoco-cloth/scene.xml) $(counted '<joint ' mujoco-cloth/scene.xml) $(counted '<spatial ' mujoco-cloth/scene.xml)" "25 69 72"
check "nothing is left out" test ! -s err
check "their masses" awk -v RS='mass="' -F'"' 'NR > 1 { sum += $1 } END { exit !(sum > 0.25 * 23 / 25 - 1e-9 && sum < 0.25 * 23 / 25 + 1e-9) }' mujoco-cloth/scene.xml
export_scene hanging_shell mujoco mujoco-shell
check "E t and D give back thickness and modulus, of nu = 0" awk '/<elasticity/ {
    split($0, v, "\""); young = v[2]; t = v[6]; d = 3.3e5 * 6e-4 ^ 3 / 12 / (1 - 0.09); et = 2 * 3.3e5 / 2 / 1.3 * 6e-4
    good = young * t / et > 1 - 1e-9 && young * t / et < 1 + 1e-9 && young * t ^ 3 / 12 / d > 1 - 1e-9 && young * t ^ 3 / 12 / d < 1 + 1e-9 }
    END { exit !good }' mujoco-shell/scene.xml
export_scene torn_cloth mujoco mujoco-torn
check "limits are left out" has err 'left out: limits at which constraints break'
export_scene flag mujoco mujoco-flag
check "so is wind" has err 'left out: triangles in the wind'
export_scene bouncing_ball mujoco mujoco-ball
check "velocities are in a keyframe" has mujoco-ball/scene.xml '<key name="start" qvel="'
check "a plane is a geom" has mujoco-ball/scene.xml '<geom type="plane"'
check "a kind without counterpart is named" has err 'left out: closed_volume: 1'
export_scene curtain csv csv-curtain
check "so it is with tables" has err 'left out: scripts'
python=${WEFT_PYTHON:-python3}
if "$python" -c 'import xml.etree' 2>/dev/null; then
    check "they are well-formed" "$python" -c 'import sys, xml.etree.ElementTree as t; [t.parse(p) for p in sys.argv[1:]]' mujoco-*/scene.xml
else
    echo "no $python: that the XML is well-formed is not tested"
fi
if "$python" -c 'import mujoco' 2>/dev/null; then
    for xml in mujoco-*/scene.xml; do
        check "MuJoCo loads $xml, and steps it" "$python" - "$xml" <<'PYTHON'
import sys
import mujoco
model = mujoco.MjModel.from_xml_path(sys.argv[1])
data = mujoco.MjData(model)
mujoco.mj_step(model, data)
sys.exit(not (model.nv > 0 and abs(data.qpos).max() < 1))
PYTHON
    done
else
    echo "mujoco is not there for $python (WEFT_PYTHON names another): that it loads the models is not tested"
fi

# ---- what cannot be ----
expect 3 "$weft" scene chain --export x --format jso
check "the nearest name" has err 'unknown format `jso`, did you mean `json`?'
expect 3 "$weft" scene chain --export x --format zzzzzz
check "or all of them" has err 'valid: csv, json, mujoco, obj, msh'
expect 2 "$weft" scene chain --format json
check "where to" has err 'give --export DIR too'
check "nothing was made" test ! -e x
mkdir full && mkdir full/scene.json
expect 4 "$weft" scene chain --export full --format json
check "nothing is written" same "$(ls -A full)" scene.json
