#!/usr/bin/env bash
# tests/mutants.sh [ROOM...] [--tests SOURCE] [--missed FILE] [--limit S] [--check | --match]
# Which faults of tests/mutants.txt do the quick tests find? Each fault is put into a copy of the source tree, by itself; what the next test
# of its room needs is built, and the tests run one by one, the cheapest first, until one fails. Prints a line for each fault:
#   ROOM FILE: FAULT: found by TEST
#   ROOM FILE: FAULT: not found (tests that ran)
# ROOM: as in front/store; all rooms when none is given.
# --tests SOURCE: the tests and CMakeLists.txt of another checkout; the code is still that of this one.
# --missed FILE: only the faults that FILE, the output of an earlier call, has as not found.
# --limit S: a test that takes longer fails (300).
# --check: no tests; only whether each fault can be put in and compiles.
# --match: no build; only whether the text to replace of each fault occurs once in its file. Takes a second.
# The exit code is 0 if all faults are found, 1 if not, 2 if the list or the build has an error. CMAKE_BUILD_PARALLEL_LEVEL limits the jobs.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
list=$root/tests/mutants.txt

# The tests of each room, as patterns of names in ctest. A pattern without a test is skipped. Core rooms: the tests that include a header of
# the room, in double precision, and all scenes.
declare -A TESTS=(
    [front/run]='unit_deal unit_scaling unit_forecast unit_experiment unit_machines unit_fitness cli_run cli_sampling cli_shards
        cli_kill cli_worker cli_faults cli_many cli_advise cli_external cli_fitness cli_rates cli_compare cli_store kill faults'
    [front/store]='unit_store unit_rows unit_machines unit_roofline unit_report unit_table unit_verdict unit_compare cli_store
        cli_run cli_sim cli_merge cli_shards cli_damage cli_kill cli_faults cli_report kill faults'
    [front/experiment]='unit_experiment unit_figure_spec unit_claims unit_deal unit_expression unit_report unit_table unit_heat unit_diagrams
        cli_run cli_sampling cli_bad_input cli_report cli_shards cli_claims cli_verdicts'
    [front/data]='unit_report unit_table unit_verdict unit_diagrams cli_report cli_store'
    [front/figure]='unit_axis unit_look unit_diagrams unit_heat unit_report cli_report cli_gnuplot'
    [front/stats]='unit_statistics unit_interval unit_ratio unit_compare unit_verdict cli_compare cli_verdicts'
    [front/table]='unit_table unit_report cli_report cli_latex'
    [front/judge]='unit_statistics unit_interval unit_ratio unit_compare unit_table unit_verdict unit_claims unit_paper_claims unit_report
        unit_roofline cli_report cli_compare cli_verdicts cli_claims cli_probes cli_findings cli_store'
    [front/page]='unit_report unit_machines unit_diagrams unit_heat unit_roofline cli_report cli_verdicts cli_findings cli_store'
    [front/view]='unit_view cli_view'
    [front/cli]='unit_metrics unit_output unit_forecast unit_expression cli_run cli_sim cli_report cli_compare cli_store cli_bad_input
        cli_conditions cli_findings cli_probes cli_loads cli_verdicts cli_claims cli_kill cli_worker cli_messages cli_faults cli_external
        cli_docs faults'
    [core/scene]='unit_yaml unit_scene* oracle_scripts_f64 oracle_plates_f64 oracle_shells_f64 oracle_solids_f64 oracle_augmented_memory_f64
        oracle_contact_bound_f64 cli_scene cli_scripts cli_sim cli_static cli_loads cli_bad_input cli_scenes*'
    [core/worker]='unit_rows unit_counters unit_disturbance unit_rates oracle_measure_f64 oracle_memory_f64 oracle_findings_f64
        oracle_scripts_f64 cli_sim cli_run cli_probes cli_findings cli_conditions cli_loads cli_scripts cli_threads cli_worker cli_plugin cli_scenes*'
    [core/measure]='unit_rates rates_native unit_rows oracle_measure_f64 oracle_findings_f64 oracle_shape_f64 oracle_integrator_f64
        oracle_scripts_f64 oracle_conformance_f64 oracle_contact_energy_f64 oracle_memory_f64 cli_sim cli_probes cli_findings cli_loads
        cli_matrix cli_scenes*'
    [common/machine]='unit_counters unit_crash unit_disturbance unit_environment unit_fitness unit_machines oracle_thread_gate_f64 cli_fitness
        cli_rates cli_threads cli_run cli_faults'
    [core/contact]='unit_contacts unit_collider* unit_crossing unit_scene_contact oracle_colliders_f64 oracle_contact*_f64 oracle_tearing_f64
        oracle_augmented_contact_f64 oracle_fast_particles_f64 oracle_objective_f64 oracle_cost_f64 cli_contact cli_scenes*'
)

usage() {
    sed -nE '2,${/^#/!q; s/^# ?//p}' "${BASH_SOURCE[0]}"
    exit "$1"
}
die() {
    printf 'mutants.sh: %s\n' "$1" >&2
    exit 2
}

wanted=() tests_of='' missed='' limit=300 check=false match=false
while (($# > 0)); do
    case $1 in
        --tests | --missed | --limit)
            (($# > 1)) || usage 2 >&2
            case $1 in
                --tests) tests_of=$(cd -- "$2" && pwd -P) ;;
                --missed) missed=$2 ;;
                --limit) limit=$2 ;;
            esac
            shift
            ;;
        --check) check=true ;;
        --match) match=true ;;
        --help) usage 0 ;;
        -*) usage 2 >&2 ;;
        *)
            [[ -v "TESTS[$1]" ]] || die "there is no room $1; there are: ${!TESTS[*]}"
            wanted+=("$1")
            ;;
    esac
    shift
done
[[ -z $tests_of || -f $tests_of/tests/CMakeLists.txt ]] || die "$tests_of has no tests"
[[ -z $missed || -r $missed ]] || die "$missed cannot be read"
[[ $limit =~ ^[0-9]+$ ]] || die "--limit takes seconds, not $limit"

# ---- the list ----

# names: as in the output.
files=() rooms=() names=() before=() after=()
read_list() {
    local line part=''
    while IFS= read -r line; do
        case $line in
            '' | '#'*) part='' ;;
            -*)
                [[ $part != before ]] || before[-1]+=$'\n'
                before[-1]+=${line#-} part=before
                ;;
            +*)
                [[ $part != after ]] || after[-1]+=$'\n'
                after[-1]+=${line#+} part=after
                ;;
            */*': '*)
                files+=("${line%%: *}") before+=('') after+=('')
                rooms+=("${files[-1]%/*}")
                names+=("${rooms[-1]} ${files[-1]##*/}: ${line#*: }")
                ;;
            *) die "$list: not a line of the list: $line" ;;
        esac
    done <"$list"
}
read_list

# mutated I: the file of fault I with the fault in it.
mutated() {
    local text
    text=$(<"$root/src/${files[$1]}") || return
    printf '%s\n' "${text%%"${before[$1]}"*}${after[$1]}${text#*"${before[$1]}"}"
}

# unmatched: the number of faults whose text to replace does not occur exactly once in its file; names them. awk, because bash takes a
# hundred times as long to search in a file.
unmatched() {
    local i
    for i in "${!files[@]}"; do
        printf '%s\x1f%s\x1f%s\x1e' "$root/src/${files[i]}" "${names[i]}" "${before[i]}"
    done | LC_ALL=C awk '
        BEGIN { RS = "\x1e"; FS = "\x1f" }
        !($1 in text) {
            RS = "\n"
            text[$1] = ""
            while ((getline line <$1) > 0) text[$1] = text[$1] line "\n"
            close($1)
            RS = "\x1e"
        }
        {
            at = $3 == "" ? 0 : index(text[$1], $3)
            if (!at || index(substr(text[$1], at + 1), $3)) {
                print "mutants.sh: " $2 ": the text to replace does not occur exactly once" >"/dev/stderr"
                count++
            }
        }
        END { print count + 0 }'
}

twice=$(printf '%s\n' "${names[@]}" | sort | uniq -d)
[[ -z $twice ]] || die "$list: two faults have the same name: $twice"
chosen=()
for i in "${!files[@]}"; do
    [[ -v "TESTS[${rooms[i]}]" ]] || die "$list: ${files[i]} is in no room that has tests"
    if ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" ${rooms[i]} "* ]]; then
        [[ -z $missed ]] || grep -qF -- "${names[i]}: not found" "$missed" || continue
        chosen+=("$i")
    fi
done
errors=$(unmatched)
((errors == 0)) || exit 2
if $match; then
    printf '%d faults, the text to replace of each occurs once\n' "${#files[@]}"
    exit
fi
((${#chosen[@]} > 0)) || die 'no fault is chosen'
mapfile -t chosen_rooms < <(for i in "${chosen[@]}"; do printf '%s\n' "${rooms[i]}"; done | sort -u)

# ---- a copy of the source, and its build ----

renice -n 10 -p $$ >/dev/null
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
source=$work/source build=$work/source/build/release log=$work/log
mkdir -- "$source"
tar -C "$root" --exclude=./build --exclude=./.git --exclude=./shared -c . | tar -x -C "$source"
if [[ -n $tests_of ]]; then
    rm -rf -- "$source/tests"
    cp -r -- "$tests_of/tests" "$tests_of/CMakeLists.txt" "$source/"
fi
if command -v ccache >/dev/null; then # as tests/run.sh
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$source CCACHE_NOHASHDIR=1
    CCACHE_NAMESPACE=${CCACHE_NAMESPACE-$(gcc -march=native -Q --help=target | cksum)}
    export CCACHE_NAMESPACE
fi
fail() {
    tail -n 30 -- "$log" >&2
    die "$1"
}
cmake --preset release -S "$source" >"$log" 2>&1 || fail 'the copy cannot be configured'
find "$build" -name CTestTestfile.cmake -exec sed -i "s/ TIMEOUT \"[0-9]*\"/ TIMEOUT \"$limit\"/" {} +
build_for() { cmake --build "$build" --target "$@" >"$log" 2>&1; }

put() { mutated "$1" >"$source/src/${files[$1]}"; }
take_back() { cp -- "$root/src/${files[$1]}" "$source/src/${files[$1]}"; }

# Compiles the file of a fault as the build does, in double precision.
compiles() {
    local command
    command=$(sed -n "s|^ *\"command\": \"\(.* -c $source/src/${files[$1]}\)\",\$|\1|p" "$build/compile_commands.json" | sed 's/\\\(.\)/\1/g')
    [[ -z $command ]] || (cd -- "$build" && eval "${command/ -o * -c / -o "$work/object.o" -c }") >"$log" 2>&1
}
if $check; then
    build_for weft_generated || fail 'the copy cannot be built'
    for i in "${chosen[@]}"; do
        put "$i"
        if ! compiles "$i"; then
            printf '%s: does not compile\n' "${names[i]}"
            cat -- "$log"
            errors=$((errors + 1))
        fi
        take_back "$i"
    done
    printf '%d faults, %d do not compile\n' "${#chosen[@]}" "$errors"
    exit $((errors > 0 ? 2 : 0))
fi

# ---- tests ----

# run_test TEST: 0 when it passed, 1 when it failed, 2 when it was skipped.
run_test() {
    rm -rf -- "$build/cache" # nothing of a build with another fault
    ctest --test-dir "$build" -R "^$1\$" --no-tests=error --output-on-failure >"$log" 2>&1 || return 1
    ! grep -q 'Skipped' "$log" || return 2
}

mapfile -t known < <(ctest --test-dir "$build" -N | sed -nE 's/^ *Test +#[0-9]+: +(.*)/\1/p')
# The tests of a room that there are.
tests_in() {
    local pattern test
    for pattern in ${TESTS[$1]}; do
        for test in "${known[@]}"; do
            # shellcheck disable=SC2053 # a pattern
            [[ $test != $pattern ]] || printf '%s\n' "$test"
        done
    done
}

# Each test once without a fault: those that fail say nothing; the others run in the order of their processor time.
mapfile -t needed < <(for room in "${chosen_rooms[@]}"; do tests_in "$room"; done | sort -u)
((${#needed[@]} > 0)) || die 'these rooms have no test'
build_for "${needed[@]/#/for_}" || fail 'the copy cannot be built'
declare -A seconds=()
TIMEFORMAT='%U %S'
for test in "${needed[@]}"; do
    code=0
    { time run_test "$test" || code=$?; } 2>"$work/time"
    case $code in
        0) seconds[$test]=$(tr , . <"$work/time" | awk '{print $1 + $2}') ;;
        1)
            printf '%s fails without a fault, or takes more than %s s: left out\n' "$test" "$limit" >&2
            grep -E 'FAILED|LINE|Timeout' "$log" | head -n 3 >&2
            ;;
        2) printf '%s is skipped here: left out\n' "$test" >&2 ;;
    esac
done
ordered() {
    tests_in "$1" | while read -r test; do
        [[ -z ${seconds[$test]:-} ]] || printf '%s %s\n' "${seconds[$test]}" "$test"
    done | LC_ALL=C sort -g
}
for room in "${chosen_rooms[@]}"; do
    printf '%s, seconds: %s\n' "$room" "$(ordered "$room" | paste -sd, | sed 's/,/, /g')" >&2
done

# ---- faults ----

# try I: prints what became of fault I; 0 when it was found, 1 when not, 2 when it does not compile. What the first test needs is built
# alone, for the others all at once: a build that has nothing to do takes as long as a short test.
try() {
    local tests k code=0 late
    mapfile -t tests < <(ordered "${rooms[$1]}" | cut -d' ' -f2)
    for k in "${!tests[@]}"; do
        case $k in
            0) build_for "for_${tests[0]}" || code=$? ;;
            1) build_for "${tests[@]/#/for_}" || code=$? ;;
        esac
        if ((code > 0)); then
            printf '%s: does not compile\n' "${names[$1]}"
            tail -n 30 -- "$log" >&2
            return 2
        fi
        run_test "${tests[k]}" || code=$?
        if ((code == 1)); then
            late=$(grep -o 'Timeout' "$log" | head -n 1)
            printf '%s: found by %s%s\n' "${names[$1]}" "${tests[k]}" "${late:+ (time limit)}"
            return 0
        fi
        code=0 # or it was skipped
    done
    printf '%s: not found (%d tests)\n' "${names[$1]}" "${#tests[@]}"
    return 1
}
declare -A found=() tried=()
for i in "${chosen[@]}"; do
    room=${rooms[i]} code=0
    put "$i"
    try "$i" || code=$?
    take_back "$i"
    tried[$room]=$((${tried[$room]:-0} + 1))
    found[$room]=$((${found[$room]:-0} + (code == 0)))
    errors=$((errors + (code == 2)))
done
total=0
for room in "${chosen_rooms[@]}"; do
    printf '%s: %d of %d found\n' "$room" "${found[$room]}" "${tried[$room]}"
    total=$((total + found[$room]))
done
exit $((errors > 0 ? 2 : total < ${#chosen[@]} ? 1 : 0))
