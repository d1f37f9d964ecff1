#!/usr/bin/env bash
# What weft ships works together: solvers with linear systems, states with files, and every experiment runs, small, to its report. Every
# scene with every solver is cli_scenes.sh. cli_shipped.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/scenes.sh
. "$2/tests/scenes.sh"

# ---- what each solver takes ----
check "support is as wide as a terminal" test "$(awk '{ if (length > n) n = length } END { print n }' support)" -le 80
check "the table is read" takes xpbd damping
check "the table is read, also a no" test "$(takes newton damping || echo no)" = no

# ---- a trait that is switched off is no trait; one that is on is refused by name ----
expect 0 "$weft" sim breaking_chain --solver newton --steps 2 --set scene.limit=0
expect 7 "$weft" sim oscillator --solver pd --steps 2 --set scene.damping=1
check "the refusal names solver, trait, place, and who can" has err \
    'solver pd cannot do damped constraints, and distance constraint 0 of the scene is damped; change the scene or use one of: xpbd'

# ---- what is broken survives the state file ----
expect 0 "$weft" sim breaking_chain --solver xpbd --steps 20 --set iterations=50 --state-out half.csv
check "something broke" test "$(grep -c '^broken,distance,' half.csv)" -ge 1
expect 0 "$weft" sim breaking_chain --solver xpbd --steps 20 --set iterations=50 --state half.csv --state-out whole.csv
check "it stays broken" test "$(comm -23 <(grep ^broken half.csv | sort) <(grep ^broken whole.csv | sort) | wc -l)" = 0
expect 0 "$weft" sim breaking_chain --solver xpbd --steps 40 --set iterations=50 --state-out once.csv
check "forty steps are twenty and twenty" cmp -s once.csv whole.csv
expect 3 "$weft" sim chain --solver xpbd --steps 1 --state half.csv
check "a chain that cannot break refuses the file" has err 'half.csv:22: distance constraint'

# ---- every solver × linear system ----
for linsys in $(names linsys); do
    expect 0 "$weft" sim cloth --solver pd --steps 2 --set scene.n=6 --linsys "$linsys"
done
expect 7 "$weft" sim cloth --solver newton --steps 2 --set scene.n=6 --linsys dense_3n
check "newton names the system it cannot use, and why" has err "dense_3n, which is for matrices that are the same for x, y and z"
for method in fast_projection kkt; do
    for linsys in cholmod_simplicial cholmod_supernodal dense; do
        expect 0 "$weft" sim cloth --solver xpbd_direct --steps 2 --set scene.n=6 --set "method=$method" --linsys "$linsys"
    done
    expect 7 "$weft" sim cloth --solver xpbd_direct --steps 2 --set scene.n=6 --set "method=$method" --linsys simplicial_3n
    check "xpbd_direct names the system it cannot use" has err "simplicial_3n"
done
expect 7 "$weft" sim swinging_chain --solver xpbd_direct --steps 2 --set scene.compliance=0 --set method=kkt
check "the KKT step names what it needs" has err "compliance"
expect 7 "$weft" sim blob --solver xpbd_direct --steps 2 --set method=kkt
check "the KKT step names the method that can, not a table that says yes" has err "use method=fast_projection"
expect 11 "$weft" sim cloth --solver pbd --steps 1000000 --timeout 0.2
check "a time limit is no bug" has err "stopped after 0.2 s"
expect 0 "$weft" sim swinging_chain --solver xpbd_direct --steps 2 --set scene.compliance=0
expect 6 "$weft" sim cloth --solver xpbd_direct --steps 2 --set scene.n=6 --set scene.stiffness=1e30
check "a singular system names the setting that helps" has err "regularisation"
expect 0 "$weft" sim cloth --solver xpbd_direct --steps 2 --set scene.n=6 --set scene.stiffness=1e30 --set regularisation=1e-6

# ---- every experiment, a few steps long, to figures that show something ----
# What makes an experiment small. The sizes are such that its figures show them.
small() {
    case $1 in
        strong_scaling) echo steps=3 scene.n=256 scene.layers=15 iterations=4 ;;
        quick) echo steps=3 scene.n=24 iterations=4 ;;
        size_scaling) echo steps=3 scene.n=64 iterations=2 threads=2 precision=f32 ;;
        weak_scaling) echo steps=3 scene.n=24,32 iterations=2 ;;
        colouring) echo scene.n=12 scene.layers=5 iterations=6 ;;
        global_step) echo steps=3 scene.n=24 scene.layers=4 ;;
        iteration_independence) echo steps=3 scene.n=6 iterations=4,8 ;;
        step_independence) echo dt=0.02,0.01 steps=3,6 frames=3,6 ;;
        residuals) echo steps=3 scene.n=6 iterations=6 ;;
        small_steps) echo steps=3 scene.n=6 fine=4 iterations=1,4 substeps=1,4 ;;
        damping_map) echo steps=3 scene.stiffness=240,24000 scene.turn=1,3.141592653589793 ;;
        contact) echo dt=0.02 steps=40 frames=40 scene.n=12 scene.thickness=0.01 ;;
        cantilever) echo steps=1 scene.layers=1,2 substeps=2,4 ;;
        integrators) echo fine=8 ;; # its steps are zipped with dt
        pd_newton) echo steps=3 scene.n=6 iterations=6 ;;
        *) echo steps=3 ;;
    esac
}
entries() { awk -v section="$1:" '$1 == section {f = 1; next} /^[a-z]/ {f = 0} f && /^  - / {print $3}' "$2"; }

for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    sets=()
    for set in $(small "$name"); do sets+=(--set "$set"); done
    expect 0 "$weft" run "$file" -o "$name.db" "${sets[@]}" --reps 1
    check "$name: every case is whole" test "$("$weft" export "$name.db" --table outcome --format csv | tail -n +2 | grep -vcE ',(done|unconverged),')" = 0
    expect 0 "$weft" report "$name.db" -o "$name"
    check "$name: a page" test -s "$name/index.html"
    for figure in $(entries figures "$file"); do
        check "$name: figure $figure as SVG" test -s "$name/$figure.svg"
        check "$name: figure $figure as PDF" test -s "$name/$figure.pdf"
        check "$name: figure $figure has points" test "$(wc -l <"$name/$figure.csv")" -ge 2
    done
    claims=$(entries verdicts "$file" | wc -l)
    [ "$claims" = 0 ] || check "$name: an answer to each of $claims claims" test "$(tail -n +2 "$name/verdicts.csv" | grep -c .)" = "$claims"
    check "$name: what it asks and what it expects" test "$(grep -c '^question: .\|^expected:$' "$file")" = 2
    expect 0 "$weft" plan "$file" --vary
    check "$name: the cases of its variations" same "$(grep -c ', varied: ' out | sed 's/[1-9][0-9]*/some/')" "$(grep -c '^vary:' "$file" | sed 's/1/some/')"
done
