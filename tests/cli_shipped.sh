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
expect 7 "$weft" sim breaking_chain --solver newton --steps 2 --error
check "there is no reference of what can break" has err "no reference of a scene with breakable constraints, and some distance constraints are"
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
    if "$weft" list linsys "$linsys" | grep -q 'its library is not there'; then
        expect 7 "$weft" sim cloth --solver pd --steps 2 --set scene.n=6 --linsys "$linsys"
        check "$linsys: says what is missing" has err "its library is not there"
        continue
    fi
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
# What makes an experiment small: seconds, and the sizes are such that its figures show them.
small() {
    case $1 in
        acceleration) echo dt=0.001 steps=2 scene.stiffness=10 iterations=20 timed=1 ;; # easy steps are at 1e-4 early; two sizes are two blocks
        cantilever) echo steps=1 scene.layers=1,2 substeps=2,4 ;;
        colouring) echo scene.n=12 scene.layers=5 iterations=6 timed=1 phased=1 ;;
        conditioning) echo steps=2 iterations=10 scene.payload=0.1,10 scene.stiffness=100,1e4 scene.stiffness_outer=1e3,1e6 scene.mass_outer=0.01,1 ;;
        contact) echo dt=0.02 steps=30 frames=30 scene.n=8 scene.layers=1 scene.thickness=0.01 scene.distance=0.59,0.62 timed=1 phased=1 ;;
        core_scaling) echo threads=1,2 steps=2 iterations=10 scene.n=24 scene.layers=2 timed=1 phased=1 ;;
        damping_map) echo steps=3 scene.stiffness=240,24000 scene.turn=1,3.141592653589793 ;;
        direct_solvers) echo steps=2 iterations=2 scene.n=16,20 scene.layers=3 timed=1 phased=1 ;;
        forces) echo steps=3 iterations=10,50 ;;
        global_step) echo steps=2 iterations=2 scene.n=16 scene.layers=3 timed=1 phased=1 ;;
        integrators) echo fine=8 ;; # its steps are zipped with dt
        iteration_independence) echo steps=3 scene.n=6 iterations=4,8 ;;
        iterative) echo steps=2 iterations=2 scene.n=12,16 scene.layers=2,3 timed=1 ;;
        iteration_cost) echo steps=2 iterations=2 scene.n=32 scene.layers=2 precision=f32 timed=1 phased=1 ;;
        master_curves) echo scene.held=1 iterations=20 substeps=2,4 scene.rings=2,4 scene.length=1.5,2 scene.gamma=1,100 scene.bending=isometric_bending scene.mesh=alternate scene.poisson=0.3 ;; # its sizes are zipped with what is tracked
        pd_newton) echo steps=3 scene.n=6 iterations=6 ;;
        published_claims) echo dt=0.01 steps=2 frames=2 scene.n=6 scene.count=5 scene.layers=1 scene.stiffness=10,1000 iterations=4 substeps=2 ;; # zipped lists have one value
        quick) echo steps=3 scene.n=24 iterations=4 ;;
        residuals) echo steps=3 scene.n=6 iterations=6 ;;
        size_scaling) echo steps=2 iterations=2 scene.n=32,64 threads=2 precision=f32 timed=1 phased=1 ;;
        small_steps) echo steps=3 scene.n=6 fine=4 iterations=1,4 substeps=1,4 ;;
        stall) echo steps=2 scene.n=6,8 iterations=20 ;;
        step_independence) echo dt=0.02,0.01 steps=3,6 frames=3,6 ;;
        step_precision) echo dt=0.04 steps=3 scene.n=7 scene.layers=1 iterations=8 ;; # the cloth is on its sphere in the third of such steps
        strong_scaling) echo steps=2 iterations=2 scene.n=256 scene.layers=15 timed=1 phased=1 ;;
        surface) echo steps=3 scene.n=6 scene.layers=1 iterations=1,4 substeps=1,4 fine=8 ;;
        trajectory_precision) echo dt=0.002 steps=3 scene.n=6 scene.layers=1 scene.stiffness=1000,1e4 scene.young=1e5 iterations=4 substeps=1,64 fine=16 ;;
        updates) echo steps=12 iterations=2 scene.n=12,16 dt=0.03 timed=1 phased=1 ;; # the cloth is on its sphere in the last of them
        weak_scaling) echo steps=2 iterations=2 scene.n=24,32 timed=1 phased=1 ;;
        work_precision) # 64 substeps are within 1 %
            echo dt=0.002 steps=3 scene.n=6 scene.layers=1 scene.stiffness=1000 scene.young=1e5 iterations=4 substeps=1,64 fine=16 ;;
    esac
}
entries() { awk -v section="$1:" '$1 == section {f = 1; next} /^[a-z]/ {f = 0} f && /^  - / {print $3}' "$2"; }

for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    sets=()
    for set in $(small "$name"); do sets+=(--set "$set"); done
    check "$name: says here what makes it small" test "${#sets[@]}" -gt 0
    # The rates of a machine take longer than any of these: those who want them share a database, which has them once.
    db=$name.db report=("$db")
    if grep -q '^rates: true' "$file"; then db=rates.db report=("$db" "$file" "${sets[@]}"); fi
    expect 0 "$weft" run "$file" -o "$db" "${sets[@]}" --reps 1
    "$weft" export "$db" --table outcome --format csv | tail -n +2 >outcomes
    # A library that is not here is a refusal, and of its cases alone.
    check "$name: every case is whole" every ',(done|unconverged),|,refused,pardiso: its library is not there' outcomes
    expect 0 "$weft" report "${report[@]}" -o "$name"
    check "$name: a page" test -s "$name/index.html"
    check "$name: has figures" test -n "$(entries figures "$file")"
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
