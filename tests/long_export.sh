#!/usr/bin/env bash
# MuJoCo loads the models that the converter writes from scenes, and steps them. WEFT_PYTHON is a Python with MuJoCo. long_export.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
python=${WEFT_PYTHON:-python3}
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source_dir/src/python
"$python" -c 'import mujoco' 2>/dev/null || { echo "skipped: $python has no mujoco"; exit 77; }

for scene in cloth hanging_shell torn_cloth flag bouncing_ball; do
    expect 0 "$weft" scene $scene --export $scene.json
    expect 0 "$python" -m weft scene $scene.json -o $scene.xml
    check "MuJoCo steps $scene" "$python" - $scene.xml <<'PYTHON'
import sys
import mujoco
model = mujoco.MjModel.from_xml_path(sys.argv[1])
data = mujoco.MjData(model)
mujoco.mj_step(model, data)
sys.exit(not (model.nv > 0 and abs(data.qpos).max() < 1))
PYTHON
done
