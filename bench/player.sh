#!/usr/bin/env bash
# bench/player.sh [FOLDER]
# Records the frames of four cases of the experiment quick and makes a page that plays them side by side, with the distance to Newton's
# method as colour. Needs the release build of bench/run.sh. FOLDER: where index.html goes; default results/published/player.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
weft=$root/build/release/weft
[[ -x $weft ]] || die "$weft is missing; run bench/run.sh first"
folder=${1:-$root/results/published/player}
mkdir -p -- "$folder"
folder=$(cd -- "$folder" && pwd -P)
frames=$(mktemp -d)
trap 'rm -rf -- "$frames"' EXIT
cd -- "$frames"

# record NAME SOLVER [OPTION of `weft sim`]...: the folder of frames has the name that the page shows.
record() { stage "40 steps: $1" "$weft" sim cloth --solver "${@:2}" --set scene.n=24 --set scene.stiffness=100 --steps 40 --threads 2 --frames "$1"; }
record "Newton" newton
record "PD, 600 iterations" pd --set iterations=600
record "XPBD, 1000 iterations" xpbd --set iterations=1000
record "PBD, 1000 iterations" pbd --set iterations=1000
"$weft" view "Newton" "PD, 600 iterations" "XPBD, 1000 iterations" "PBD, 1000 iterations" -o "$folder/index.html" --title "Cloth of the experiment quick"
