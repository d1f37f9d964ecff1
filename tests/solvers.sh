#!/usr/bin/env bash
# tests/solvers.sh WEFT WORKERS [--whole] [TOOL...]: every solver once on three small scenes, one of them with contact, and accelerated ones, on
# two threads, through all passes and a reference. WEFT: the command line; WORKERS: the folder of the worker programs, which may be those of
# a sanitizer, or are each started by TOOL. What is wrong ends a worker: its case has then crashed or failed, and the exit code is 1.
# --whole: with each linear system, and in both precisions.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
weft=$(realpath -- "$1") workers=$(realpath -- "$2")
shift 2
whole=false
if [[ ${1:-} == --whole ]]; then whole=true && shift; fi
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
mkdir -- run
for precision in f64 f32; do
    mapfile -t programs < <(compgen -G "$workers/weft-worker-$precision*")
    printf '#!/bin/sh\nexec %s %s\n' "$*" "${programs[0]}" >"run/weft-worker-$precision"
done
chmod +x run/*

# names KIND: of a table.
names() { "$weft" list "$1" | sed -nE 's/^  ([a-z_0-9]+) .*/\1/p' | paste -sd,; }
uses=$(for solver in $(names solvers | tr , ' '); do "$weft" list solvers "$solver" | grep -q '`linsys`' || continue; echo "$solver"; done | paste -sd,)
all=$(names solvers)
{
    printf 'name: solvers\nquestion: Does each solver run?\ndefaults: {steps: 2, threads: 2, timed: 1, phased: 1, counted: 1, measured: 1, observe: 1,'
    printf ' probes: 1, spin: 0}\nblocks:\n'
    printf '  - {name: plain, axes: {scene: cloth, scene.n: 4, solver: [%s]}}\n' "$all"
    printf '  - {name: contact, axes: {scene: cloth_on_box, scene.n: 3, solver: [%s], probes: 0, forces: 1, frames: 1}}\n' "$all"
    # The shares of threads differ most on constraints of several components: a beam.
    beam='scene: cantilever, scene.layers: 1, probes: 0, iterations: 4'
    printf '  - {name: beam, axes: {%s, solver: [%s]}}\n' "$beam" "$all"
    printf '  - {name: jacobi, axes: {%s, solver: xpbd, sweep: jacobi, rho: 0.9}}\n' "$beam"
    printf '  - {name: descent, axes: {%s, solver: descent, form: [dual, primal], rho: 0.9, kernels: [wide, plain]}}\n' "$beam"
    printf '  - {name: chebyshev, axes: {%s, solver: [vbd, pd], rho: 0.9, look: 2}}\n' "${beam/cantilever/cantilever_arap}"
    printf '  - {name: anderson, axes: {%s, solver: [vbd, pd], window: 3}}\n' "${beam/cantilever/cantilever_arap}"
    if $whole; then
        printf '  - {name: single, axes: {scene: cloth_on_box, scene.n: 3, solver: [%s], precision: f32}}\n' "$all"
        printf '  - {name: systems, axes: {scene: cloth, scene.n: 4, solver: [%s], linsys: [%s], precision: [f64, f32]}}\n' "$uses" "$(names linsys)"
    fi
} >solvers.yaml

code=0
WEFT_DATASETS=$root/datasets WEFT_WORKERS=$scratch/run OMP_WAIT_POLICY=passive \
    "$weft" run solvers.yaml -o solvers.db >out 2>err || code=$?
"$weft" status solvers.db --all >status || true
"$weft" export solvers.db --table case_outcome --format jsonl >outcomes || true
wrong=$(grep -cvE '"status":"(done|unconverged|refused)"' outcomes || true)
if ((wrong > 0 || (code != 0 && code != 8))) || ! grep -q '"done"' outcomes; then
    cat -- err status
    exit 1
fi
tail -n 1 err
grep -c "^refused" status | sed "s|$| refused, which says what does not go together|" || true
