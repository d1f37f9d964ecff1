#!/usr/bin/env bash
# bench/run.sh [EXPERIMENT] [OPTION of `weft run`]...
# Installs what is missing, builds weft for this machine, runs bench/experiments/EXPERIMENT.yaml (default: quick), prints its claims
# and the paths of its store, tables and report. Run it again to continue an experiment that was stopped. Examples:
#   bench/run.sh
#   bench/run.sh global_step --set size=full
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"

experiment=quick
if (($# > 0)) && [[ $1 != -* ]]; then
    experiment=$1
    shift
fi
file=$root/bench/experiments/$experiment.yaml
if [[ ! -f $file ]]; then
    names=$(cd -- "$root/bench/experiments" && printf '%s ' *.yaml)
    printf 'run.sh: there is no experiment "%s"; there are: %s\n' "$experiment" "${names//.yaml/}" >&2
    exit 2
fi

packages_install "${BUILD_PACKAGES[@]}"
use_ccache
build=$root/build/release
stage "configure" cmake --preset release -S "$root"
stage "build" cmake --build "$build" --target weft weft-worker-f64 weft-worker-f32

mkdir -p -- "$root/results"
store=$root/results/$experiment.db
report=$root/results/$experiment-report
code=0
"$build/weft" run "$file" -o "$store" "$@" || code=$?
# 8: some cases failed; the report names them and shows the rest.
if ((code != 0 && code != 8)); then
    exit "$code"
fi
"$build/weft" report "$store" -o "$report" >"$report.txt"
printf '\nstore:   %s\ntables:  %s\nreport:  %s\n' "$store" "$report.txt" "$report/index.html" >&2
exit "$code"
