#!/usr/bin/env bash
# tests/valgrind.sh [--whole]: every solver once under valgrind's memcheck (tests/solvers.sh), by workers for x86-64-v3, since valgrind does
# not know AVX-512. Builds them in build/portable and the command line in build/release. Exit code 1 and what memcheck says, if it does.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
packages_install "${BUILD_PACKAGES[@]}" valgrind
for preset in release portable; do
    stage "configure $preset" cmake --preset "$preset" -S "$root"
done
stage "build the command line" cmake --build "$root/build/release" --target weft
stage "build the workers" cmake --build "$root/build/portable" --target weft-worker-f64-v3 weft-worker-f32-v3
log=$(mktemp -d)
trap 'rm -rf -- "$log"' EXIT
code=0
bash "$root/tests/solvers.sh" "$root/build/release/weft" "$root/build/portable" "$@" \
    valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --log-file="$log/%p" || code=1
cat -- "$log"/*
exit "$code"
