#!/usr/bin/env bash
# tests/run.sh [OPTION of ctest]...
# Installs what is missing, builds weft for this machine and a second time with the address and undefined behaviour sanitizers, runs
# every test of the first build and the C tests of the second (their names begin with asan_), and ends with ctest's summary. Examples:
#   tests/run.sh
#   tests/run.sh -R unit_base
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"

packages_install "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
release=$root/build/release debug=$root/build/debug
stage "configure" cmake --preset release -S "$root"
stage "build" cmake --build "$release"
stage "configure with sanitizers" cmake --preset debug -S "$root"
stage "build with sanitizers" cmake --build "$debug" --target weft_c_tests

# One list of both builds' tests, so that one summary speaks for all.
mkdir -p -- "$root/build/tests"
printf 'subdirs("%s")\nsubdirs("%s")\n' "$release" "$debug/tests" >"$root/build/tests/CTestTestfile.cmake"
cd -- "$root/build/tests"
exec ctest --output-on-failure "$@"
