#!/usr/bin/env bash
# tests/run.sh [--all] [OPTION of ctest]...
# Installs what is missing, builds weft for this machine, and runs the tests, two and more at once; at its end it names what it left out.
# --all runs everything: the long tests too, lint, and the C tests a second time with the address and undefined behaviour sanitizers (their
# names begin with asan_). With -R NAME only what the tests of that name need is built, long or not. Examples:
#   tests/run.sh
#   tests/run.sh --all
#   tests/run.sh -R unit_base
# tests/README.md: which tests there are, how to run one test of a file, how to write one.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"

all=false chosen=false options=()
for option in "$@"; do
    case $option in
        --all) all=true ;;
        -R | --tests-regex | -R?* | --tests-regex=*) chosen=true options+=("$option") ;;
        *) options+=("$option") ;;
    esac
done
# Of the sanitized tests only those that are asked for by their names.
sanitized=$all
if $chosen && [[ " ${options[*]}" == *asan_* ]]; then sanitized=true; fi

packages_install "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
release=$root/build/release debug=$root/build/debug
mkdir -p -- "$root/build/tests"
cd -- "$root/build/tests"

# build FOLDER TESTS TARGET: TARGET, or with a choice only what the chosen tests of the folder TESTS need (for_TEST is what one needs).
build() {
    local folder=$1 targets=("$3")
    if $chosen; then
        mapfile -t targets < <(ctest --test-dir "$2" -N "${options[@]}" | sed -nE 's/^ *Test +#[0-9]+: +(.*)/for_\1/p')
        ((${#targets[@]} > 0)) || return 0
    fi
    stage "build ${folder#"$root"/}" cmake --build "$folder" --target "${targets[@]}"
}

# One list of both builds' tests, so that one summary speaks for all.
list=$root/build/tests/CTestTestfile.cmake
stage "configure" cmake --preset release -S "$root"
build "$release" "$release" all
printf 'subdirs("%s")\n' "$release" >"$list"
if $sanitized; then
    stage "configure with sanitizers" cmake --preset debug -S "$root"
    build "$debug" "$debug/tests" weft_c_tests
    printf 'subdirs("%s")\n' "$debug/tests" >>"$list"
fi

$all || $chosen || options+=(--label-exclude long)
code=0
ctest --output-on-failure --parallel "$(nproc)" "${options[@]}" || code=$?
if ! $all && ! $chosen; then
    printf '\nLeft out: %s (label long), and the %d C tests a second time under sanitizers. tests/run.sh --all runs them.\n' \
        "$(ctest -N -L long | sed -nE 's/^ *Test +#[0-9]+: +(.*)/\1/p' | paste -sd' ')" "$(ctest -N -L 'unit|oracle' | tail -1 | grep -oE '[0-9]+')"
fi
exit "$code"
