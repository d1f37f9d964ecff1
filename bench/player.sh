#!/usr/bin/env bash
# bench/stills.sh [FOLDER]
# Makes the pictures of the README: the bunny hanging by its ears after 200 steps of XPBD (small steps), of projective dynamics and of
# Newton's method, rendered without a display. Needs the release build of bench/run.sh; installs f3d and xvfb when they are missing.
# FOLDER: where the PNG go; default results/published/bunny.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
packages_install f3d xvfb xauth
weft=$root/build/release/weft
[[ -x $weft ]] || die "$weft is not there; run bench/run.sh first"
folder=${1:-$root/results/published/bunny}
mkdir -p -- "$folder"
frames=$(mktemp -d)
trap 'rm -rf -- "$frames"' EXIT

# picture SOLVER [OPTION of `weft sim`]...: simulates and renders SOLVER.png
picture() {
    local solver=$1
    stage "200 steps of $solver" "$weft" sim bunny --solver "$@" --steps 200 --threads 2 --frames "$frames/$solver" --frame-stride 200
    stage "render $solver.png" xvfb-run -a f3d "$frames/$solver/frame_00001.vtp" --output "$folder/$solver.png" --quiet \
        --resolution 480,520 --up=+Y --bg-color=1,1,1 --color=0.95,0.75,0.55 --roughness=0.4 --camera-position=-0.35,0.72,3.0 \
        --camera-focal-point=-0.06,0.42,0 --camera-view-up=0,1,0 --camera-view-angle=27
}

picture xpbd --set iterations=1 --set substeps=20
picture pd --set iterations=20
picture newton --linsys cholmod_supernodal

