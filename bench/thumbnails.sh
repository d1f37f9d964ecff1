#!/usr/bin/env bash
# bench/thumbnails.sh [SCENE]...
# Makes the pictures of the gallery in datasets/README.md: every scene of datasets/scenes, or those named, simulated to a moment that
# shows it and rendered without a display, as datasets/thumbnails/SCENE.png. Needs the release build of bench/run.sh (or WEFT, the
# program); installs f3d and xvfb when they are missing.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
packages_install f3d xvfb xauth
weft=${WEFT:-$root/build/release/weft}
[[ -x $weft ]] || die "$weft is not there; run bench/run.sh first"
folder=$root/datasets/thumbnails
mkdir -p -- "$folder"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# scene: steps, then how they are taken, then how it is looked at: azimuth and elevation in degrees, anything else of f3d. What is made of
# lines or points is shown from its .vtp, what has faces from its .obj, which f3d lights better. Colliders are brown.
declare -A STEPS=() HOW=() VIEW=()
shows() { # SCENE STEPS HOW VIEW
    STEPS[$1]=$2 HOW[$1]=$3 VIEW[$1]=$4
}
small='--solver xpbd --set iterations=2 --set substeps=10'
lines='--line-width=4 --color=0.1,0.1,0.3'
points='--line-width=4 --point-size=14 --color=0.1,0.1,0.3'
balls='--line-width=1 --point-size=18 --scalars=collider --range=0,1 --colormap=0,0.1,0.1,0.3,1,0.9,0.65,0.5'
shows alternating_chain 20 '--solver newton' "0 0 $lines"
shows ball_on_chain 40 '--solver xpbd' "0 0 $lines"
shows balloon 40 "$small" '25 15'
shows bar 20 '--solver pd' "0 10 $points"
shows belt 60 '--solver newton --dt 0.01' "50 25 --line-width=4 --scalars=collider --range=0,1 --colormap=0,0.1,0.1,0.3,1,0.9,0.65,0.5"
shows blob 12 "$small" "0 0 $lines"
shows block 40 '--solver newton' '25 15'
shows bouncing_ball 20 "$small" '25 10'
shows brain 7 "$small" '-40 20'
shows breaking_chain 20 '--solver xpbd' "0 0 $lines"
shows buckling_shell 60 "$small" '25 15'
shows bunny 200 '--solver xpbd --set iterations=1 --set substeps=20' '-10 5'
shows bunny_solid 40 "$small" '-10 10'
shows cantilever 40 "$small" '25 15'
shows cantilever_arap 40 '--solver pd' '25 15'
shows chain 60 '--solver xpbd' "0 0 $lines"
shows cloth 60 '--solver pd' '30 25'
shows cloth_on_box 60 "$small" '35 15'
shows cloth_on_sphere 70 "$small" '25 15'
shows coil 1 '--solver newton --set static=1e-9 --dt 0.02 --set scene.thickness=1e-3 --set scene.young=1.2e10 --set scene.n=12 --set scene.turns=0.8' '40 35 --up=+Z --edges --camera-view-angle=26'
shows curtain 150 "$small" '15 10'
shows curtain_ring 99 "$small" '20 25'
shows drop 40 '--solver xpbd' "25 10 $balls"
shows falling 30 '--solver pd' '20 10'
shows flag 120 "$small" '15 10'
shows folding_cloth 55 "$small" '25 25'
shows hanging_cloth 60 "$small" '30 25'
shows hanging_shell 60 "$small" '30 25'
shows heavy_payload 60 '--solver xpbd' "0 0 $lines"
shows incline 60 '--solver xpbd' "15 10 $balls"
shows loaded_block 1 '--solver newton --set static=1e-9 --dt 0.1 --set scene.pull=0 --set scene.shear=0.5' '30 20 --edges'
shows membrane 1 '--solver newton --set static=1e-9 --set scene.load=1000' '0 20'
shows ipc_cube_stack 90 '--solver newton' '25 10'
shows ipc_pulled_cube 330 '--solver newton' '20 15'
shows ipc_slope 200 '--solver xpbd' '-15 10'
shows ipc_turning_cube 150 '--solver newton' '25 15'
shows ipc_two_cubes 150 '--solver newton' '25 10'
shows oscillator 10 '--solver pd' "0 0 $points"
shows pendulum 20 '--solver pd' "0 0 $points"
shows pile 42 "$small" '25 30'
shows plate 1 '--solver newton --set static=1e-9 --dt 0.02 --set scene.young=4e8' '-30 25 --up=+Z'
shows ribbon 1 '--solver newton --set static=1e-9 --dt 0.2 --set scene.n=24 --set scene.rows=2 --set scene.slender=8 --set scene.load=1.65' '-35 30 --up=+Y --camera-view-angle=30'
shows rod_wall 5 '--solver newton' '-25 10'
shows rope 40 '--solver xpbd' "0 0 $lines"
shows slide 40 '--solver newton' "0 0 $balls"
shows spinning_ring 20 "$small" '20 35'
shows spinning_rod 20 '--solver pd' "0 0 $points"
shows stacked_bodies 60 "$small" '30 15'
shows strip 1 '--solver newton --set static=1e-9 --dt 0.2 --set scene.n=8' '30 30 --up=+Z --edges --camera-view-angle=34'
shows swinging_chain 40 '--solver xpbd' "0 0 $lines"
shows torn_cloth 110 '--solver xpbd --set iterations=1 --set substeps=20' '10 5'
shows twisted_beam 60 "$small" '30 20'
shows two_masses 3 '--solver pd' "0 0 $points"
shows vibrating_rod 10 '--solver pd' "0 0 $points"

# Bodies in white, colliders in brown: an .obj has its colours in a file beside it.
colour() { # OBJ
    printf 'newmtl %s\nKa %s\nKd %s\nKs 0 0 0\nillum 1\n\n' body '0 0 0' '0.95 0.95 0.92' collider '0.2 0.12 0.08' '0.7 0.42 0.3' >"${1%.obj}.mtl"
    awk -v colours="$(basename "${1%.obj}.mtl")" 'NR == 1 { print "mtllib " colours } /^f/ && !seen { print "usemtl body"; seen = 1 }
        { sub(/^g colliders$/, "usemtl collider"); print }' "$1" >"$1.coloured"
    mv -- "$1.coloured" "$1"
}

picture() {
    local scene=$1 azimuth elevation rest kind=obj angle=24
    [[ -v STEPS[$scene] ]] || die "bench/thumbnails.sh does not know scene $scene; add a line for it"
    read -r azimuth elevation rest <<<"${VIEW[$scene]}"
    # shellcheck disable=SC2086 # a list of words
    stage "${STEPS[$scene]} steps of $scene" "$weft" sim "$scene" ${HOW[$scene]} --steps "${STEPS[$scene]}" --frames "$work/$scene" \
        --frame-stride "${STEPS[$scene]}"
    [[ $rest != *line-width* ]] || kind=vtp angle=34
    ! grep -q '^g colliders$' "$work/$scene/frame_00001.obj" || colour "$work/$scene/frame_00001.obj"
    # shellcheck disable=SC2086
    stage "render $scene.png" xvfb-run -a f3d "$work/$scene/frame_00001.$kind" --output "$folder/$scene.png" --quiet --resolution 320,240 \
        --up=+Y --bg-color=0.62,0.74,0.86 --fxaa --camera-view-angle=$angle --camera-azimuth-angle="$azimuth" \
        --camera-elevation-angle="$elevation" $rest
}

if (($# == 0)); then
    for path in "$root"/datasets/scenes/*.yaml; do
        set -- "$@" "$(basename "$path" .yaml)"
    done
fi
for scene in "$@"; do
    picture "$scene"
done
