#!/usr/bin/env bash
# tests/run.sh [--all | --part K/6 | --changed COMMIT | -R NAME] [OPTION of ctest]...
# Installs missing packages, builds weft for this machine, and runs tests, one for each processor at a time:
#   tests/run.sh                    the quick tier: all tests but those whose names begin with long_
#   tests/run.sh --all              all tests, lint, and the C tests a second time with the address and undefined behaviour sanitizers (their
#                                   names begin with asan_); prints the slowest twenty
#   tests/run.sh --part 2/6         every sixth long test, from the third on
#   tests/run.sh --changed HEAD~6   lint of the files that differ from a commit, and the sanitized quick C tests that include a header of a room
#                                   (src/STOREY/ROOM) in which a file differs, or that differ themselves
#   tests/run.sh -R unit_base       the tests of that name, of any tier; builds only what they need
# tests/README.md: which tests there are, how to run one test of a file, how to write one.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"

mode=quick argument='' options=()
while (($# > 0)); do
    case $1 in
        --all) mode=all ;;
        --part=* | --changed=*) mode=${1%%=*} && mode=${mode#--} argument=${1#*=} ;;
        --part | --changed) mode=${1#--} argument=${2:-} && shift $(($# > 1)) ;;
        -R | --tests-regex) mode=named argument=${2:-} && shift $(($# > 1)) ;;
        --tests-regex=*) mode=named argument=${1#*=} ;;
        -R*) mode=named argument=${1#-R} ;;
        --a* | --p* | --c*) usage 2 >&2 ;;
        *) options+=("$1") ;;
    esac
    [[ $mode == quick || $mode == all || -n $argument ]] || usage 2 >&2
    shift
done
[[ $mode != part || $argument =~ ^[0-5]/6$ ]] || usage 2 >&2
[[ $mode != changed ]] || commit=$(git -C "$root" rev-parse --verify --quiet "$argument^{commit}") || die "there is no commit $argument"

packages_install "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
use_ccache
release=$root/build/release debug=$root/build/debug list=$root/build/tests/CTestTestfile.cmake
mkdir -p -- "$root/build/tests"
cd -- "$root/build/tests"

# names FOLDER OPTION...: the tests of a folder that options of ctest select.
names() { ctest --test-dir "$1" -N "${@:2}" | sed -nE 's/^ *Test +#[0-9]+: +(.*)/\1/p'; }
# either NAME...: a regular expression that matches these names alone.
either() { local IFS='|' && printf '^(%s)$' "$*"; }
build() { stage "build ${1#"$root"/}" cmake --build "$1" --target "${@:2}"; }
configure_debug() { stage "configure with sanitizers" cmake --preset debug -S "$root"; }

# rooms_tests: the C tests that differ from the commit, or include a header of a room in which a file does.
rooms_tests() {
    local room files=()
    mapfile -t files < <(git -C "$root" diff --name-only --diff-filter=d "$commit" -- 'tests/*.c' | grep -E '^tests/[a-z0-9_]+\.c$')
    for room in $(git -C "$root" diff --name-only "$commit" -- src | sed -nE 's|^src/[a-z]+/([a-z]+)/.*|\1|p' | sort -u); do
        mapfile -t -O "${#files[@]}" files < <(cd -- "$root" && grep -lE "^#include \"$room/" tests/*.c)
    done
    ((${#files[@]} == 0)) || printf '%s\n' "${files[@]}" | sed -nE 's|^tests/(.*)\.c$|\1|p' | sort -u
}

stage "configure" cmake --preset release -S "$root"
printf 'subdirs("%s")\n' "$release" >"$list"
case $mode in
    quick)
        build "$release" weft_quick
        options+=(--label-exclude long)
        ;;
    all)
        build "$release" all
        configure_debug
        build "$debug" weft_c_tests
        printf 'subdirs("%s")\n' "$debug/tests" >>"$list"
        ;;
    part)
        mapfile -t chosen < <(names "$release" -L long --label-exclude lint | awk -v k="${argument%/6}" '(NR - 1) % 6 == k')
        ((${#chosen[@]} > 0)) || die "there are no long tests"
        printf 'part %s: %d long tests\n' "$argument" "${#chosen[@]}"
        build "$release" "${chosen[@]/#/for_}"
        options+=(-R "$(either "${chosen[@]}")")
        ;;
    changed)
        build "$release" weft_generated
        "$root/tests/lint.sh" --changed "$commit" "$release"
        mapfile -t stems < <(rooms_tests)
        ((${#stems[@]} > 0)) || { printf 'no C test is concerned by what differs from %s\n' "$argument" && exit 0; }
        configure_debug
        # One precision: the sanitizers look at memory and at undefined behaviour, not at values.
        mapfile -t chosen < <(names "$debug/tests" -R "^asan_($(IFS='|' && printf '%s' "${stems[*]}"))(_f64)?$" --label-exclude long)
        ((${#chosen[@]} > 0)) || die "no sanitized test is named as one of: ${stems[*]}"
        build "$debug" "${chosen[@]/#/for_}"
        printf 'subdirs("%s")\n' "$debug/tests" >"$list"
        options+=(-R "$(either "${chosen[@]}")")
        ;;
    named)
        options+=(-R "$argument")
        mapfile -t chosen < <(names "$release" "${options[@]}")
        ((${#chosen[@]} == 0)) || build "$release" "${chosen[@]/#/for_}"
        if [[ $argument == *asan* ]]; then
            configure_debug
            mapfile -t chosen < <(names "$debug/tests" "${options[@]}")
            ((${#chosen[@]} == 0)) || build "$debug" "${chosen[@]/#/for_}"
            printf 'subdirs("%s")\n' "$debug/tests" >>"$list"
        fi
        ;;
esac

code=0
ctest --output-on-failure --no-tests=error --parallel "$(nproc)" --output-junit "$root/build/tests/times.xml" "${options[@]}" || code=$?
if [[ $mode == all ]]; then
    printf '\nThe slowest tests, in seconds:\n'
    sed -nE 's/.*<testcase name="([^"]*)".* time="([0-9.]+)".*/\2 \1/p' "$root/build/tests/times.xml" | sort -rn | head -n 20
fi
exit "$code"
