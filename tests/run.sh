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

usage() {
    sed -nE '2,${/^#/!q; s/^# ?//p}' "${BASH_SOURCE[0]}"
    exit "$1"
}
all=false chosen='' options=()
while (($# > 0)); do
    case $1 in
        --all) all=true ;;
        --help) usage 0 ;;
        -R | --tests-regex) chosen=${2:-} && shift $(($# > 1)) ;;
        --tests-regex=*) chosen=${1#*=} ;;
        -R*) chosen=${1#-R} && chosen=${chosen#=} ;;
        -L | --label-regex | -L?*) options+=("$1") labels=true ;;
        --a*) usage 2 >&2 ;;
        *) options+=("$1") ;;
    esac
    [[ $1 != -R* && $1 != --tests-regex* || -n $chosen ]] || usage 2 >&2
    shift
done
[[ -z $chosen ]] || options+=(-R "$chosen")
# Of the sanitized tests only those that are asked for by their names.
sanitized=$all
if [[ $chosen == *asan* ]]; then sanitized=true; fi

packages_install "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
# Objects that were compiled before on such a processor, here or in another clone, are not compiled again.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
    CCACHE_NAMESPACE=$(gcc -march=native -Q --help=target | cksum)
    export CCACHE_NAMESPACE
fi
release=$root/build/release debug=$root/build/debug
mkdir -p -- "$root/build/tests"
cd -- "$root/build/tests"

# build FOLDER TESTS TARGET: TARGET, or with a choice only what the chosen tests of the folder TESTS need (for_TEST is what one needs).
build() {
    local folder=$1 targets=("$3")
    if [[ -n $chosen ]]; then
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

quick=true
if $all || [[ -n $chosen || -n ${labels:-} ]]; then quick=false; else options+=(--label-exclude long); fi
code=0
ctest --output-on-failure --no-tests=error --parallel "$(nproc)" "${options[@]}" || code=$?
if $quick; then
    printf '\nLeft out: %s (label long), and the C tests a second time under sanitizers. tests/run.sh --all runs them.\n' \
        "$(ctest -N -L long | sed -nE 's/^ *Test +#[0-9]+: +(.*)/\1/p' | paste -sd' ')"
fi
exit "$code"
