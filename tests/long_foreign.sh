#!/usr/bin/env bash
# bench/foreign: MuJoCo and newton simulate an exported scene of weft, and their final states agree with that of weft. Skipped where Python or both
# packages are missing; WEFT_PYTHON names another Python. long_foreign.sh BUILD SOURCE
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source_dir/bench/foreign:$source_dir/src/python
python=${WEFT_PYTHON:-python3}

expect 2 bash "$source_dir/bench/foreign/run.sh" "$weft"
WEFT_FOREIGN_VENV=$source_dir/build/venv expect 2 bash "$source_dir/bench/foreign/run.sh" "$weft" there

can() { "$python" -c "import numpy, $1" 2>/dev/null; }
if ! can mujoco && ! can newton; then
    [ "$failures" -eq 0 ] || exit 1
    echo "skipped: $python has neither mujoco nor newton (WEFT_PYTHON names another)"
    exit 77
fi

# errors: the last line of what the Python on standard input prints, which has the runners and error(track, reference).
errors() {
    "$python" - 2>log <<PYTHON | tail -n 1 >errors
import sys
import numpy as np
import run_weft
from scene_file import Scene
def error(track, reference):
    return np.linalg.norm(track - reference) / np.linalg.norm(reference - reference[0])
weft, frames, dt = "$weft", 5, 1 / 60
$(cat)
PYTHON
}

"$weft" scene flag --set columns=4 --set rows=3 --export flag.json >/dev/null
expect 0 "$python" -c 'import scene_file'
expect 1 "$python" -c 'import scene_file; scene_file.Scene("flag.json")'
check "a scene with wind is refused" has err wind

if can mujoco; then
    "$weft" scene cloth --set n=5 --export right.json >/dev/null
    "$weft" scene cloth --set n=5 --set stiffness=100 --export wrong.json >/dev/null
    for scene in right wrong; do expect 0 "$python" -m weft scene $scene.json -o $scene.xml; done
    errors <<'PYTHON'
import run_mujoco
reference = run_weft.reference(weft, "cloth", ["scene.n=5"], 25, frames, dt, 256)
few, many = (error(run_mujoco.simulate("right.xml", frames, dt, s), reference) for s in (32, 64))
print(few, many, error(run_mujoco.simulate("wrong.xml", frames, dt, 64), reference))
PYTHON
    check "MuJoCo agrees with weft to 0.5 %: $(cat errors)" awk '{ exit !($2 < 0.005) }' errors
    check "twice the substeps halve its error" awk '{ exit !($2 / $1 > 0.4 && $2 / $1 < 0.6) }' errors
    check "springs of a tenth of the stiffness differ" awk '{ exit !($3 > 2 * $2) }' errors
else
    echo "not tested: $python has no mujoco"
fi

if can newton; then
    "$weft" scene cantilever --set layers=1 --export beam.json >/dev/null
    errors <<'PYTHON'
import run_newton
scene = Scene("beam.json")
euler = run_weft.simulate(weft, "cantilever", len(scene.mass), frames, dt, 4, "newton", ["scene.layers=1"])
once, often = (error(run_newton.simulate(scene, "vbd", frames, dt, 4, i), euler) for i in (1, 40))
print(once, often)
PYTHON
    check "VBD of newton converges to implicit Euler of weft in f32: $(cat errors)" awk '{ exit !($2 < 1e-4 && $1 > 100 * $2) }' errors
else
    echo "not tested: $python has no newton"
fi
