#!/usr/bin/env bash
# A small experiment from end to end: plan, run, resume, more repetitions, overrides; then lists, sim, names and limits of files, the manual.
# cli_run.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >tiny.yaml <<'YAML'
name: tiny
question: Does it run?
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 2, observe: 2, probes: 2, iterations: 3}
blocks:
  - name: position
    axes: {solver: [pbd, xpbd], precision: [f64, f32]}
    exclude: [{solver: pbd, precision: f32}]
  - name: implicit
    axes: {solver: pd, linsys: dense}
  - name: reference
    axes: {solver: newton, iterations: 20}
YAML
cases=5

# planned ARGUMENTS...: the cases of the plan as JSON, in plan.json.
planned() { "$weft" plan --format json "$@" | sed '1,/^ "cases"/d' >plan.json; }

# ---- plan, run, resume ----
planned tiny.yaml
check "planned cases" same "$(grep -c '^   "key": ' plan.json) $(grep -c '"status": "pending"' plan.json)" "$cases $cases"
expect 0 "$weft" run tiny.yaml
check "nothing on standard output" same "$(wc -c <out)" 0
check "a progress line per case" same "$(grep -o "^\[[1-9]/$cases\] done" err | sort -u | wc -l)" "$cases"
check "one reference for all cases" same "$(find results/tiny.references -name '*.ref' | wc -l)" 1
db=results/tiny.db
check "status of the cases" same "$(column "$db" outcome status | sort | uniq -c | xargs)" "$cases done"
check "repetitions: two timed, one phased, one measured" same "$(repetitions "$db" | cut -d, -f3 | sort | uniq -c | xargs)" \
    "$cases measured $cases phased $((2 * cases)) timed"
check "steps of the timed pass" same "$(rows "$db" step)" $((cases * 2 * 3))
check "errors against the reference" test "$(column "$db" convergence error 'v["error"] != ""' | wc -l)" -gt "$cases"
check "wall time of each repetition" same "$(rows "$db" wall)" $((cases * 4))
repetitions "$db" >first
expect 0 "$weft" run tiny.yaml
repetitions "$db" >second
check "a second run adds nothing" cmp first second
planned tiny.yaml
check "the plan finds the default database" same "$(grep -c '"left": {}' plan.json)" "$cases"

# ---- more repetitions continue the same cases ----
expect 0 "$weft" run tiny.yaml --reps 3
check "one more of the timed pass only" same "$(rows "$db" repetition)" $((cases * 5))
check "numbered without gaps" same "$(repetitions "$db" | grep -c ',timed,[0-2]$')" $((cases * 3))
check "no repetition twice" same "$(repetitions "$db" | uniq -d | wc -l)" 0
check "earlier repetitions stay" same "$(repetitions "$db" | comm -23 first - | wc -l)" 0

# ---- overrides ----
expect 0 "$weft" run tiny.yaml -o other.db --set iterations=1 --set precision=f64 --set timed=1 --set probes=0
check "cases after overrides" same "$(rows other.db plan)" 4
check "the override reaches every case" same "$(column other.db parameter value 'v["name"] == "iterations"' | sort -u)" 1
expect 3 "$weft" run tiny.yaml -o third.db --set iteration=1
check "the nearest name of a misspelt override" has err iterations
check "no database is left" test ! -e third.db

# ---- the flags of a case are the same everywhere ----
printf '%s\n' 'name: solo' 'defaults: {scene: cloth, scene.n: 4}' 'blocks: [{name: all, axes: {solver: xpbd}}]' >solo.yaml
planned solo.yaml --solver pbd --precision f64 --steps 3 -j 1 --dt 0.01 && mv plan.json flags.json
planned solo.yaml --set solver=pbd --set precision=f64 --set steps=3 --set threads=1 --set dt=0.01
check "as flags and by --set" cmp flags.json plan.json
for command in sim matrix run plan compare; do "$weft" help "$command" >"$command.help"; done
for flag in solver linsys steps dt threads precision set; do
    for command in sim matrix run plan; do sed -n "s/^  \(-[A-Za-z], \|    \)--$flag [^ ]*  */\1/p" "$command.help"; done | sort | uniq -c >same
    check "--$flag has one letter and one meaning" grep -q "^ *4 " same
done
for flag in reps timeout; do
    for command in sim run compare; do sed -n "s/^  \(-[A-Za-z]\), --$flag .*/\1/p" "$command.help"; done | sort -u >same
    check "--$flag has one letter" same "$(wc -l <same)" 1
done
expect 2 "$weft" plan tiny.yaml --threads 1 --set threads=2
expect 2 "$weft" sim cloth --solver pbd --ci 2%

# ---- a scene that changes between two runs: its older cases are no part of the experiment ----
fall() { printf '%s\n' 'name: fall' "gravity: [0, $1, 0]" 'bodies:' '  - {name: ball, particles: [[0, 0, 0]], particle_mass: 1}' >fall.yaml; }
printf '%s\n' 'name: fallen' 'defaults: {scene: ./fall.yaml, steps: 2, timed: [0], phased: [0]}' 'blocks: [{name: all, axes: {solver: [pbd, xpbd]}}]' >fallen.yaml
fall -10 && expect 0 "$weft" run fallen.yaml
fall -20 && expect 0 "$weft" run fallen.yaml
check "older cases are stored and not planned" same "$(rows results/fallen.db plan) $(rows results/fallen.db cases)" "2 4"
repetitions results/fallen.db >first
fall -10 && expect 0 "$weft" run fallen.yaml
repetitions results/fallen.db >second
check "the first version again adds nothing" cmp first second

# ---- status, export, doctor, list ----
expect 0 "$weft" status "$db"
check "status names the experiment" has out tiny
if has_terminals; then
    for command in "status $db --all" "plan tiny.yaml --set iterations=40000,50000"; do
        script -qec "'$weft' $command" /dev/null | tr -d '\r' | sed 's/…/./g; s/×/x/g' >terminal
        check "in a terminal of 80 columns: $command" awk 'length > 80 {exit 1} END {exit NR < 5}' terminal
    done
fi
expect 0 "$weft" export "$db" --format json -o cases.json
check "an exported file" test -s cases.json
expect 0 "$weft" doctor
check "doctor tries both workers" same "$(grep -c '^OK *worker f' out)" 2
check "doctor prints no conditions of its own case" test ! -s err
expect 0 "$weft" list
check "an overview of the lists" has out solvers
# A list, one of its names, what its entry has to have, and the name misspelt.
while read -r list name part misspelt; do
    expect 0 "$weft" list "$list"
    check "list $list has $name" grep -qw -- "$name" out
    cp out "$list"
    expect 0 "$weft" list "$list" "$name"
    check "list $list $name has $part" has out "$part"
    cp out plural
    expect 0 "$weft" list "${list%s}" "$name"
    check "list ${list%s} $name is the same" cmp plural out
    expect 3 "$weft" list "$list" "$misspelt"
    check "the nearest name of $misspelt" has err "$name"
done <<'END'
solvers xpbd xpbd xpbdd
scenes cloth scene.n clohh
params dt 0.016666666666666666 dtt
metrics error x_ref eror
constraints distance distance distanc
experiments quick quick quik
END
expect 0 "$weft" list linsys dense
expect 0 "$weft" list metric centre_y
check "a coordinate is that of its point" has out centre_x
check "every experiment that comes with weft" same "$(grep -c '^  [a-z_]\+ \+[A-Z]' experiments)" "$(find "$source_dir/bench/experiments" -name '*.yaml' | wc -l)"
expect 2 "$weft" list solvrs
check "the nearest list" has err solvers
expect 2 "$weft" list status dome

# ---- workers: one for each instruction set level in a portable build, and as many processes as asked for ----
mkdir portable
expect 4 env WEFT_WORKERS=portable "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4
check "a missing worker is named" has err portable/weft-worker-f64
expect 4 env WEFT_WORKERS=portable "$weft" run tiny.yaml -o nothing.db
check "and leaves no database" test ! -e nothing.db
worker() { printf '%s\n' '#!/bin/sh' "echo >>$scratch/$2" "exec $weft-worker-f64 \"\$@\"" >"portable/$1" && chmod +x "portable/$1"; }
worker weft-worker-f64 plain
expect 0 env WEFT_WORKERS=portable "$weft" sim cloth --set solver=pbd --set scene.n=4 -n 3 -r 2
check "sim takes a solver by --set, and two processes" same "$(wc -l <plain)" 2
if [ "$(uname -m)" = x86_64 ]; then
    mv portable/weft-worker-f64 portable/weft-worker-f64-v2
    expect 0 env WEFT_WORKERS=portable "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4
    if grep -qw avx2 /proc/cpuinfo; then
        worker weft-worker-f64-v3 third
        expect 0 env WEFT_WORKERS=portable "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4
        check "the highest level that the processor runs is taken" test -e third
    fi
fi

# ---- a case above its memory limit, and names of files that mean something to SQLite ----
cat >limits.yaml <<'YAML'
name: limits
defaults: {scene: cloth, scene.n: 64, steps: 2, timed: 1, memory: 64}
blocks: [{name: memory, axes: {solver: pd, linsys: dense_3n}}]
YAML
for name in :memory: file:x.db 'a b%41?mode=memory#c.db' -dash.db; do
    expect 0 "$weft" run limits.yaml -o "$name"
    check "a file of that name: $name" test -s "./$name"
    expect 0 "$weft" status -- "$name"
    check "status prints how the case ended: $name" has out refused
done

# ---- a closed pipe ----
check "a closed pipe is no failure" bash -c "set -o pipefail; '$weft' list | head -1 >/dev/null"

# ---- steps that end without convergence are counted ----
cat >unconverged.yaml <<'YAML'
name: unconverged
defaults: {scene: cloth, scene.n: 4, steps: 5, timed: 1, phased: 1}
blocks:
  - {name: a, axes: {solver: newton, iterations: [1, 2, 50]}}
YAML
expect 0 "$weft" run unconverged.yaml -o unconverged.db
unconverged() { column unconverged.db measured_repetition unconverged_steps "v[\"label\"] ~ /iterations=$1 /" | xargs; }
check "all steps of one iteration, in every pass" same "$(unconverged 1)" "5 5 5"
check "three of five steps with two iterations" same "$(unconverged 2)" "3 3 3"
check "none of fifty" same "$(unconverged 50)" "0 0 0"
check "status of the cases" same "$(column unconverged.db case_outcome status | sort | xargs)" "done unconverged unconverged"
check "how each step ended" same "$(column unconverged.db step_outcome ended | sort | uniq -c | xargs)" "7 converged 8 unconverged"
check "with all iterations where it did not converge" same "$(column unconverged.db step_outcome iterations_used 'v["ended"] == "unconverged"' | sort | xargs)" "1 1 1 1 1 2 2 2"
check "from which residual to which" same "$(column unconverged.db step_outcome ended 'v["residual_end"] < v["residual_begin"]' | wc -l)" 15
expect 0 "$weft" sim cloth --solver newton --steps 4 --set scene.n=4 --set iterations=1
check "sim counts them" same "$(sed -n 's/^steps *\([0-9]* [a-z]*\).*/\1/p' out)" "4 unconverged"
expect 0 "$weft" sim cloth --solver newton --steps 4 --set scene.n=4
check "sim without such steps, and no note" same "$(sed -n 's/^steps *\([0-9]* [a-z]*\).*/\1/p' out) $(wc -c <err)" "4 converged 0"

# ---- sim ----
sim=("$weft" sim cloth --set scene.n=4)
expect 0 "${sim[@]}" --solver xpbd --steps 5 --frames frames --frame-stride 2 --state-out end.csv
check "time of a phase" has out project
check "frames and their index" test -s frames/frames.pvd
check "a state in the user's numbering" same "$(head -1 end.csv)" "index,x,y,z,vx,vy,vz"
check "of every particle" same "$(grep -c '^[0-9]' end.csv)" 16
expect 0 "${sim[@]}" --solver xpbd --steps 2 --state-out middle.csv
expect 0 "${sim[@]}" --solver xpbd --steps 3 --state middle.csv --state-out again.csv
check "2 + 3 steps from a state file are 5 steps" cmp end.csv again.csv
# Where the first step of a run is another one, and where a step needs two states before it.
for settings in 'xpbd --set first_step=verlet' 'pd --set integrator=bdf2'; do
    # shellcheck disable=SC2086 # words of a command line
    {
        expect 0 "${sim[@]}" --solver $settings --steps 6 --state-out end.csv
        expect 0 "${sim[@]}" --solver $settings --steps 4 --state-out first.csv
        expect 0 "${sim[@]}" --solver $settings --steps 2 --state first.csv --state-out again.csv
    }
    check "4 + 2 steps are 6 steps: $settings" cmp end.csv again.csv
done
grep -v ^scene first.csv >of_hand.csv
expect 0 "${sim[@]}" --solver xpbd --set first_step=verlet --steps 2 --state of_hand.csv --state-out again.csv
expect 0 "${sim[@]}" --solver xpbd --steps 2 --state of_hand.csv --state-out other.csv
check "a state that no run has written has a first step" eval '! cmp -s again.csv other.csv'
expect 7 "$weft" sim pile --solver xpbd --steps 1 --set integrator=bdf2
check "the integrator without contact is named" has err bdf2
expect 3 "${sim[@]}" --solver pd --steps 1 --set integrator=verlet

# ---- files that cannot be written ----
ln -s target.csv link.csv
echo old >target.csv
expect 0 "${sim[@]}" --solver xpbd --steps 2 --state-out link.csv
check "a link stays" test -L link.csv
check "and its file is written" cmp -s target.csv middle.csv
rm target.csv
expect 4 "${sim[@]}" --solver xpbd --steps 2 --state-out link.csv
check "a link to nothing is named" has err link.csv
mkdir linked
echo old >target.csv
ln -s ../target.csv linked/frame_00000.obj
expect 0 "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4 --frames linked
check "a link in a folder that weft fills is replaced" test ! -L linked/frame_00000.obj -a -s linked/frame_00000.obj
check "and its target stays" same "$(cat target.csv)" old
mkdir limited
limited() { (ulimit -f 8 && exec "$@"); }
expect 4 limited "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=30 --frames limited --state-out limited/state.csv
check "a limit of the size of files leaves no file behind" same "$(find limited -type f | wc -l)" 0
