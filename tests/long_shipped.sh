#!/usr/bin/env bash
# Every experiment that ships runs, a few steps long, to a report whose figures show something. Every scene with every solver is long_scenes.sh.
# long_shipped.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
threads=$([ "$(nproc)" -gt 1 ] && echo 1,2 || echo 1)

# What makes an experiment small: seconds, and the sizes are such that its figures show them.
small() {
    case $1 in
        acceleration) echo dt=0.001 steps=2 scene.stiffness=10 iterations=20 timed=1 ;; # easy steps are at 1e-4 early; two sizes are two blocks
        cantilever) echo steps=1 scene.layers=1,2 substeps=2,4 ;;
        colouring) echo scene.n=12 scene.layers=5 iterations=6 timed=1 phased=1 ;;
        conditioning) echo steps=2 iterations=10 scene.payload=0.1,10 scene.stiffness=100,1e4 scene.stiffness_outer=1e3,1e6 scene.mass_outer=0.01,1 ;;
        contact) echo dt=0.02 steps=30 frames=30 scene.n=8 scene.layers=1 scene.thickness=0.01 scene.distance=0.59,0.62 timed=1 phased=1 ;;
        core_scaling) echo "threads=$threads" steps=2 iterations=10 scene.n=24 scene.layers=2 timed=1 phased=1 ;;
        damping_map) echo steps=3 scene.stiffness=240,24000 scene.turn=1,3.141592653589793 ;;
        direct_solvers) echo steps=2 iterations=2 scene.n=16,20 scene.layers=3 timed=1 phased=1 ;;
        forces) echo steps=3 iterations=10,50 ;;
        global_step) echo steps=2 iterations=2 scene.n=16 scene.layers=3 timed=1 phased=1 ;;
        integrators) echo fine=8 ;; # its steps are zipped with dt
        iteration_independence) echo steps=3 scene.n=6 iterations=4,8 ;;
        iterative) echo steps=2 iterations=2 scene.n=12,16 scene.layers=2,3 timed=1 ;;
        iteration_cost) echo steps=2 iterations=2 scene.n=32 scene.layers=2 precision=f32 timed=1 phased=1 ;;
        master_curves) echo scene.held=1 iterations=20 substeps=4 scene.rings=2,4 scene.length=1.5,2 scene.gamma=1,100 scene.bending=isometric_bending scene.mesh=alternate scene.poisson=0.3 ;; # its sizes are zipped with what is tracked
        pd_newton) echo steps=3 scene.n=6 iterations=6 ;;
        published_claims) echo dt=0.01 steps=2 frames=2 scene.n=6 scene.count=5 scene.layers=1 scene.stiffness=10,1000 iterations=4 substeps=2 ;; # zipped lists have one value
        quick) echo steps=3 scene.n=24 iterations=4 ;;
        residuals) echo steps=3 scene.n=6 iterations=6 ;;
        rest) echo steps=100 ;;
        size_scaling) echo steps=2 iterations=2 scene.n=32,64 "threads=${threads#1,}" precision=f32 timed=1 phased=1 ;;
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

drawn() { [ -s "$1.svg" ] && [ -s "$1.pdf" ] && [ "$(wc -l <"$1.csv")" -ge 2 ]; } # drawn FIGURE: it has points
planned() { "$weft" plan "$@" --format json | grep -o '"key"' | wc -l; } # planned FILE FLAG...: cases

for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    sets=()
    for set in $(small "$name"); do sets+=(--set "$set"); done
    check "$name: small() has its settings" test "${#sets[@]}" -gt 0
    # The rates of a machine take longer than any of these: those who want them share a database, which has them once.
    db=$name.db report=("$db")
    if grep -q '^rates: true' "$file"; then db=rates.db report=("$db" "$file" "${sets[@]}"); fi
    expect 0 "$weft" run "$file" -o "$db" "${sets[@]}" --reps 1
    # A library that is not installed is a refusal of its cases alone.
    column "$db" case_outcome status 'v["label"] !~ /external/' >statuses
    check "$name: every case is whole" every '^(done|unconverged)$' statuses
    expect 0 "$weft" report "${report[@]}" -o "$name"
    check "$name: a page" test -s "$name/index.html"
    check "$name: has figures" test -n "$(entries figures "$file")"
    for figure in $(entries figures "$file"); do
        check "$name: figure $figure" drawn "$name/$figure"
    done
    claims=$(entries verdicts "$file" | wc -l)
    [ "$claims" = 0 ] || check "$name: an answer to each of $claims claims" test "$(tail -n +2 "$name/verdicts.csv" | grep -c .)" = "$claims"
    check "$name: has a question and an expected result" test "$(grep -c '^question: .\|^expected:$' "$file")" = 2
    check "$name: its variations have cases" test "$(planned "$file" --vary)" "$(grep -q '^vary:' "$file" && echo -gt || echo -eq)" "$(planned "$file")"
done
