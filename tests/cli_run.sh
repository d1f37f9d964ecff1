#!/usr/bin/env bash
# A tiny experiment from end to end: plan, run, go on, add repetitions, override. cli_run.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >tiny.yaml <<'YAML'
name: tiny
question: Does it run?
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 2, observe: 2, probes: 2}
blocks:
  - name: position
    axes: {solver: [pbd, xpbd], iterations: [2, 4], precision: [f64, f32]}
    exclude: [{solver: pbd, iterations: 4}]
  - name: implicit
    axes: {solver: pd, linsys: [dense, cholmod_simplicial], iterations: 3}
  - name: reference
    axes: {solver: newton}
YAML

# ---- plan, run, and nothing left to do ----
expect 0 "$weft" plan tiny.yaml
check "the plan has nine cases" has out "3 blocks, 9 cases, 9 to measure"
check "and knows that it cannot know the time" has out "time: not known: results/tiny.db is not there"
expect 0 "$weft" run tiny.yaml
check "nothing on standard output" same "$(wc -c <out)" 0
check "a line per case" same "$(grep -c '^\[[0-9]*/9\] done [a-z]*pbd \|^\[[0-9]*/9\] done pd \|^\[[0-9]*/9\] done newton ' err)" 9
check "what they share is said once" grep -qx "all cases: cloth" err
check "a summary" has err "9 of 9 cases: 9 measured, 0 already there"
check "the default database" test -s results/tiny.db
check "one reference for all cases" same "$(find results/tiny.references -name '*.ref' | wc -l)" 1
db=results/tiny.db
check "four repetitions of each case" same "$(rows "$db" repetition)" 36
check "timed steps of the timed pass" same "$(rows "$db" step)" $((9 * 2 * 4))
"$weft" export "$db" --table convergence --format csv >convergence.csv
check "errors against the reference" test "$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "error") e = i} NR > 1 && $e != "" {n++} END {print n + 0}' convergence.csv)" -gt 36
repetitions "$db" >first
expect 0 "$weft" run tiny.yaml
check "the second run measures nothing" has err "9 of 9 cases: 0 measured, 9 already there"
repetitions "$db" >second
check "and adds nothing" cmp first second
expect 0 "$weft" plan tiny.yaml -o "$db"
check "the plan knows" has out "9 cases, 0 to measure"

# ---- how long it will take: from the wall time of what was measured ----
check "a wall time of each repetition" same "$(rows "$db" wall)" 36
expect 0 "$weft" plan tiny.yaml --reps 4
check "the database of the run is found" has out "9 cases, 9 to measure"
tr "\n" " " <out >line
check "from the same cases" grep -q "time: about [0-9.]* s by results/tiny.db: [0-9.]* s from repetitions of the same cases $" line
expect 0 "$weft" plan tiny.yaml --set iterations=8
tr "\n" " " <out >line
check "from others, by work, and marked" grep -q "more than [0-9.]* s .*: ~[0-9.]* s from other cases of the same solver .* without 1 case, of which nothing is known" line
check "as the cases are" grep -q "~[0-9.]* s  position  *pbd" out
expect 0 "$weft" plan tiny.yaml --set scene.n=9 --set iterations=8
tr "\n" " " <out >line
check "of a scene that was never built nothing is known" has line "time: not known: results/tiny.db has no time of these cases"

# ---- a terminal of 80 columns ----
for command in "status $db --all" "plan tiny.yaml --set iterations=40000,50000"; do
    script -qec "'$weft' $command" /dev/null | tr -d '\r' | sed 's/…/./g; s/×/x/g' >terminal
    check "in 80 columns: $command" same "$(awk 'length > 80' terminal)" ""
    grep '^ *[0-9]*  [0-9a-f]\{8\}\|^done  ' terminal | sed 's/^.* \(x*pbd\|pd\|newton\)/\1/' | sed 's/ *found:.*//' >labels
    check "labels that differ: $command" same "$(sort labels | uniq -d)" ""
done

# ---- the flags of a case are the same everywhere ----
printf '%s\n' 'name: solo' 'defaults: {scene: cloth, scene.n: 6}' 'blocks: [{name: all, axes: {solver: xpbd}}]' >solo.yaml
expect 0 "$weft" plan solo.yaml --solver pbd --precision f64 --steps 3 -j 1 --dt 0.01
"$weft" plan solo.yaml --set solver=pbd --set precision=f64 --set steps=3 --set threads=1 --set dt=0.01 >set
check "as flags and by --set" cmp out set
for flag in solver linsys steps dt threads precision set; do
    for command in sim matrix run plan; do
        "$weft" help "$command" | sed -n "s/^  \(-[A-Za-z], \|    \)--$flag [^ ]*  */\1/p"
    done | sort | uniq -c | sed 's/ *//' >same
    check "--$flag has one letter and one meaning" grep -q "^4 " same
done
for flag in reps timeout; do
    for command in sim run compare; do "$weft" help "$command" | sed -n "s/^  \(-[A-Za-z]\), --$flag .*/\1/p"; done | sort -u >same
    check "--$flag has one letter" same "$(wc -l <same)" 1
done
expect 2 "$weft" plan tiny.yaml --threads 1 --set threads=2
check "twice is once too often" has err "\`threads\` is given twice"
expect 2 "$weft" sim cloth --solver pbd --ci 2%
check "the subcommand that has a flag is named" has err "unknown flag \`--ci\`; it is a flag of \`weft run\`"
expect 0 "$weft" sim cloth --set solver=pbd --set scene.n=4 -n 3 -r 2
check "sim takes a solver by --set, and processes" has out "over 6 steps of 2 processes"

# ---- a scene that changes between two runs: its older cases are no part of the experiment ----
fall() { printf '%s\n' 'name: fall' "gravity: [0, $1, 0]" 'bodies:' '  - {name: ball, particles: [[0, 0, 0]], particle_mass: 1}' >fall.yaml; }
printf '%s\n' 'name: fallen' 'question: Which scene?' 'defaults: {scene: ./fall.yaml, steps: 2, frames: 2, timed: [0], phased: [0]}' \
    'blocks: [{name: all, axes: {solver: [pbd, xpbd]}}]' >fallen.yaml
fall -10 && expect 0 "$weft" run fallen.yaml
fall -20 && expect 0 "$weft" run fallen.yaml
check "the older cases are said" has err "2 cases of an earlier version of their scene"
check "and left out" same "$("$weft" export results/fallen.db --table plan --format csv | tail -n +2 | wc -l) $(rows results/fallen.db cases)" "2 4"
fall -10 && expect 0 "$weft" run fallen.yaml
check "the first version again" has err "2 of 2 cases: 0 measured, 2 already there"

# ---- more repetitions continue the same cases ----
expect 0 "$weft" run tiny.yaml --reps 5
check "--reps adds to every case" has err "9 measured, 0 already there"
check "three more of the timed pass only" same "$(rows "$db" repetition)" $((9 * 7))
check "numbered without gaps" same "$(repetitions "$db" | grep -c ',timed,[0-4]$')" $((9 * 5))
check "and nothing twice" same "$(repetitions "$db" | uniq -d | wc -l)" 0
check "what was there is still there" same "$(repetitions "$db" | comm -23 first - | wc -l)" 0

# ---- overrides ----
expect 0 "$weft" run tiny.yaml -o other.db --set iterations=1 --set precision=f64 --set timed=1
check "overridden axes" has err "5 of 5 cases" # pbd, xpbd, pd twice, newton
"$weft" export other.db --table parameter --format csv >parameters.csv
check "pbd, xpbd and pd take iterations" same "$(grep -c ',iterations,1' parameters.csv)" "$(grep -c ',iterations,' parameters.csv)"
expect 3 "$weft" run tiny.yaml -o third.db --set iteration=1
check "a misspelt override" has err "did you mean \`iterations\`?"
check "leaves no database" test ! -e third.db

# ---- status, export, doctor, list ----
expect 0 "$weft" status "$db"
check "status names the experiment" has out tiny
check "and how much is done" has out "done"
expect 0 "$weft" export "$db" --format json -o cases.json
check "an exported file" test -s cases.json
expect 0 "$weft" doctor
check "doctor tries both workers" same "$(grep -c '^OK *worker f' out)" 2
expect 0 "$weft" list solvers
check "list knows the solvers" has out xpbd
expect 0 "$weft" list linsys dense
expect 0 "$weft" list constraints distance
expect 0 "$weft" list scenes cloth
check "and what a scene takes" has out scene.n
expect 0 "$weft" list params dt
check "with unit, range and default" has out "length of a step: s, 1e-09 … 1000, default 0.016666666666666666"
expect 0 "$weft" list solver xpbd
check "one is asked for in the singular, too" has out "xpbd: "
expect 0 "$weft" list metrics error
check "a metric by its formula and scale" has out "‖x − x*‖₂ / max(‖x* − x_n‖₂, ‖h² a‖₂); over particles; of the motion of the step"
check "and no other" test "$(grep -c '‖' out)" -le 2
expect 0 "$weft" list metric centre_y
check "a coordinate is that of its point" has out "centre_x, _y, _z: "
expect 3 "$weft" list metrics eror
check "the nearest metric" has err "did you mean \`error\`"
expect 0 "$weft" list experiments
check "every experiment that comes with weft" same "$(grep -c '^  [a-z_]\+ \+[A-Z]' out)" "$(find "$source_dir/bench/experiments" -name '*.yaml' | wc -l)"
tr "\n" " " <out >line
check "with its question and cases" grep -q "quick  *Does it all work here.*(7 cases)" line
expect 0 "$weft" list experiment quick
check "one is explained" has out "7 cases in 6 blocks; with --vary"
expect 3 "$weft" list experiment quik
check "the nearest experiment" has err "did you mean \`quick\`"
expect 0 "$weft" list scene cloth
check "a parameter of a scene with unit, range and default" has out "particles along each side: whole, 2 … 1e+06, default 32"
expect 2 "$weft" list solvrs
check "the nearest list" has err "did you mean \`solvers\`"
expect 0 "$weft" list
check "everything but long lists" has out "metrics: weft list metrics"

# ---- a portable build has a worker per instruction set level ----
if [ "$(uname -m)" = x86_64 ] && [ -x "$1/weft-worker-f64" ]; then
    mkdir portable
    cp "$1/weft-worker-f64" portable/weft-worker-f64-v2
    expect 0 env WEFT_WORKERS=portable "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4
    if grep -qw avx2 /proc/cpuinfo; then
        printf '#!/bin/sh\ntouch portable/taken\nexec portable/weft-worker-f64-v2 "$@"\n' >portable/weft-worker-f64-v3
        chmod +x portable/weft-worker-f64-v3
        expect 0 env WEFT_WORKERS=portable "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4
        check "the highest level that the processor runs is taken" test -e portable/taken
    fi
    rm portable/*
    expect 4 env WEFT_WORKERS=portable "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=4
    check "a missing worker is named" has err "portable/weft-worker-f64: is missing"
    expect 4 env WEFT_WORKERS=portable "$weft" run tiny.yaml -o nothing.db
    check "and leaves no database" test ! -e nothing.db
fi

# ---- a case without its reference, and one above its memory ----
cat >limits.yaml <<'YAML'
name: limits
defaults: {scene: cloth, scene.n: 6, steps: 2, timed: 1}
blocks:
  - name: memory
    axes: {solver: pd, linsys: dense_3n, scene.n: 64, memory: 64}
YAML
expect 0 "$weft" run limits.yaml -o limits.db
"$weft" status limits.db >status.txt
check "a dense system above the limit is refused" has status.txt refused

# ---- names that mean something to SQLite are names of files ----
for name in :memory: file:x.db 'a b%41?mode=memory#c.db' -dash.db; do
    expect 0 "$weft" run limits.yaml -o "$name"
    check "a file of that name: $name" test -s "./$name"
    expect 0 "$weft" status -- "$name"
    check "which holds the case: $name" has out "1 case, 0 done"
    check "which went wrong: $name" has out refused
done

# ---- a scene whose name is no good in a label, in a page and in a script ----
mkdir odd
cat >odd.yaml <<'YAML'
name: odd
defaults: {scene.n: 4, steps: 2, timed: 1}
blocks:
  - name: a
    axes: {solver: [pbd, xpbd], scene: "odd/a <b>'\"%s.yaml"}
figures:
  - {name: bars, title: "<i>'%s", data: step, x: scene, y: step_ms, series: [solver], style: bars}
YAML
cp "$source_dir/datasets/scenes/falling.yaml" "odd/a <b>'\"%s.yaml"
expect 0 "$weft" run odd.yaml -o odd.db
check "a line per case all the same" same "$(grep -vc "disturbed by other load\|^all cases: " err)" "$(($(grep -c '^\[' err) + 1))"
if [ "$(command -v gnuplot)" ]; then
    expect 0 "$weft" report odd.db -o odd-report
    check "the name as it is under the axis" grep -q "odd/a &lt;b.*%s.yaml" odd-report/bars.svg
    check "what is plotted, left of wide numbers" grep -q "time per step (ms)" odd-report/bars.svg
    check "nothing of it is markup in the page" test "$(grep -cE '<b>.?"|<i>' odd-report/index.html)" -eq 0
    printf '%s\n' '#!/bin/sh' 'echo half >bars.svg' 'echo broken >&2' 'exit 3' >odd/gnuplot
    chmod +x odd/gnuplot
    expect 10 env PATH="$PWD/odd:$PATH" "$weft" report odd.db -o odd-report
    check "its reason is told" has err 'gnuplot failed: broken'
    check "half a figure is no figure" test ! -e odd-report/bars.svg -a ! -e odd-report/bars.pdf
    check "the rest is there" test -s odd-report/index.html -a -s odd-report/bars.csv
fi

# ---- what the reader of our output does ----
check "a reader that goes away is no failure" bash -c "set -o pipefail; '$weft' list | head -1 >/dev/null"
code=0
"$weft" list >/dev/full 2>err || code=$?
check "a full disk is" same "$code" 4
code=0
"$weft" run limits.yaml -o closed.db <&- >&- 2>&- || code=$?
check "closed streams do not become files" same "$code" 0
check "and the database is whole" test "$(rows closed.db outcome)" -eq 1
code=0
"$weft" list 2>err >&- || code=$?
check "closed standard output is a failure" same "$code" 4
check "and says so" has err "standard output cannot be written"

# ---- the manual says what the program says ----
sed 's/\\-/-/g' "$source_dir/man/weft.1" >manual
documented() { has manual "$1"; }
expect 0 "$weft" help
sed -n '/^exit codes/,$ s/^  [0-9]*  //p' out >codes
check "there are exit codes" test "$(wc -l <codes)" -ge 10
while read -r meaning; do check "exit code" documented "$meaning"; done <codes
"$weft" list statuses | sed -E 's/^  [a-z]+ +//' >statuses
check "there are statuses" test "$(wc -l <statuses)" -ge 12
while read -r meaning; do check "status" documented "$meaning"; done <statuses
subcommands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' out)
check "there are subcommands" test "$(wc -w <<<"$subcommands")" -ge 15
for subcommand in $subcommands; do
    expect 0 "$weft" help "$subcommand"
    cp out explained
    expect 0 "$weft" "$subcommand" --help
    check "--help says the same: $subcommand" cmp explained out
    check "subcommand" documented "$subcommand"
    for flag in $(grep -o -- '--[a-z-]*' out | sort -u); do check "flag of $subcommand" documented "$flag"; done
done
styles=$(sed -n 's/^FIGURE_STYLE(\([a-z_]*\),.*/\1/p' "$source_dir/src/front/experiment/figure_style_list.h")
endings=$(sed -n 's/^MESH_FORMAT("\([^"]*\)".*/\1/p' "$source_dir/src/common/mesh/mesh_format_list.h")
check "styles and formats are found" test "$(wc -w <<<"$styles") $(wc -w <<<"$endings")" = "10 9"
for name in $styles $endings; do check "style of figures or mesh format" documented "$name"; done

# ---- steps that end without reaching their criterion are counted ----
cat >unconverged.yaml <<'YAML'
name: unconverged
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 1, phased: 1}
blocks:
  - {name: a, axes: {solver: newton, iterations: [1, 50]}}
YAML
expect 0 "$weft" run unconverged.yaml -o unconverged.db
unconverged() {
    "$weft" export unconverged.db --table measured_repetition | tr -d '\r' |
        awk -F, -v want="iterations=$1 " 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next} index($0, want) {print $at["unconverged_steps"]}'
}
check "all steps of one iteration, in every pass" same "$(unconverged 1 | tr '\n' ' ')" "4 4 4 "
check "none of fifty" same "$(unconverged 50 | tr '\n' ' ')" "0 0 0 "
check "how each step ended" same "$("$weft" export unconverged.db --table step_outcome | tr -d '\r' | awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
    {print $at["ended"], $at["iterations_used"] == 1}' | sort | uniq -c | tr -s ' \n' ' ')" " 4 converged 0 4 unconverged 1 "
check "and from which residual to which" same "$("$weft" export unconverged.db --table step_outcome | tr -d '\r' | awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
    $at["residual_end"] < $at["residual_begin"] && $at["residual"] == "relative gradient"' | wc -l)" 8
expect 0 "$weft" status unconverged.db
check "status names the case" has out "iterations=1 f64  4 steps ended without convergence"
check "and no other" same "$(grep -c 'without convergence' out)" 1
cp unconverged.db copy.db
expect 0 "$weft" compare unconverged.db copy.db
check "so does compare" has out "steps without convergence: A 4, B 4"
check "and its end counts such cases" has out "Steps without convergence: in 1 case, whose times"
expect 0 "$weft" run unconverged.yaml -o copy.db --ci 0.01% --budget 60 --set iterations=1
check "its interval is made narrow as that of any" test "$(sqlite3 copy.db "SELECT count(*) FROM process JOIN outcome USING (case_id) WHERE status = 'unconverged'")" -gt 8
expect 0 "$weft" sim cloth --solver newton --steps 4 --set scene.n=6 --set iterations=1
check "sim counts them" has out "steps         4 unconverged (first: step 0, 1 iterations, relative gradient "
check "and says it aside" has err "weft: steps: the results rest on steps without convergence: 4 unconverged"
expect 0 "$weft" sim cloth --solver newton --steps 4 --set scene.n=6
check "nothing aside where all converged" same "$(grep -c '^steps         4 converged; step 3, ' out) $(wc -c <err)" "1 0"
expect 0 "$weft" sim cloth --solver xpbd --steps 4 --set scene.n=6 --set iterations=7
check "fixed iterations are done" has out "steps         4 done; step 3, 7 iterations, dual "

# ---- sim ----
expect 0 "$weft" sim cloth --solver xpbd --steps 5 --set scene.n=6 --frames frames --frame-stride 2 --state-out end.csv
check "a table" has out "median"
check "phases" has out "project"
check "residuals of the last step" has out "step 4"
check "frames and their index" test -s frames/frames.pvd
check "a state in the user's numbering" same "$(head -1 end.csv)" "index,x,y,z,vx,vy,vz"
check "of every particle" same "$(grep -c '^[0-9]' end.csv)" 36
grep '^end' out | cut -c 14-45 >straight
expect 0 "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=6 --state-out middle.csv
expect 0 "$weft" sim cloth --solver xpbd --steps 3 --set scene.n=6 --state middle.csv --state-out again.csv
grep '^end' out | cut -c 14-45 >continued
check "2 + 3 steps from a state file are 5 steps" cmp end.csv again.csv
expect 0 "$weft" sim balloon --solver xpbd --steps 6 --set first_step=verlet --state-out end.csv
expect 0 "$weft" sim balloon --solver xpbd --steps 4 --set first_step=verlet --state-out middle.csv
expect 0 "$weft" sim balloon --solver xpbd --steps 2 --set first_step=verlet --state middle.csv --state-out again.csv
check "also with a first step that is another" cmp end.csv again.csv
for integrator in bdf2 midpoint; do
    expect 0 "$weft" sim hanging_cloth --solver pd --steps 6 --set scene.n=6 --set integrator=$integrator --state-out whole.csv
    expect 0 "$weft" sim hanging_cloth --solver pd --steps 4 --set scene.n=6 --set integrator=$integrator --state-out half.csv
    expect 0 "$weft" sim hanging_cloth --solver pd --steps 2 --set scene.n=6 --set integrator=$integrator --state half.csv --state-out rest.csv
    check "also with $integrator" cmp whole.csv rest.csv
    expect 7 "$weft" sim pile --solver xpbd --steps 1 --set integrator=$integrator
    check "$integrator has no contact" has err "cannot do contact"
    expect 7 "$weft" sim flag --solver newton --steps 1 --set integrator=$integrator
    check "$integrator has no wind" has err "cannot do wind"
    expect 7 "$weft" sim cloth --solver pbd --steps 1 --set scene.n=6 --set integrator=$integrator --set damping=0.1
    check "$integrator has no damping of bodies" has err "integrator euler only"
done
expect 7 "$weft" sim swinging_chain --solver xpbd --steps 1 --set scene.compliance=0 --set integrator=midpoint
check "midpoint has no hard constraints" has err "ring at its end"
expect 0 "$weft" sim cloth --solver xpbd --steps 1 --set scene.n=6 --set integrator=verlet
expect 3 "$weft" sim cloth --solver pd --steps 1 --set scene.n=6 --set integrator=verlet
grep -v ^scene middle.csv >of_hand.csv
expect 0 "$weft" sim balloon --solver xpbd --steps 2 --set first_step=verlet --state of_hand.csv --state-out again.csv
check "which a state that no run has written does" test "$(cmp end.csv again.csv | wc -l)" = 1
expect 0 "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=6 --state-out middle.csv

# ---- files that cannot be written ----
ln -s target.csv link.csv
echo old >target.csv
expect 0 "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=6 --state-out link.csv
check "a link stays" test -L link.csv
check "and its file is written" cmp -s target.csv middle.csv
rm target.csv
expect 4 "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=6 --state-out link.csv
check "a link to nothing is refused" has err "link.csv: is a link that leads to no file"
mkdir linked
echo old >target.csv
ln -s ../target.csv linked/particles.csv
expect 0 "$weft" scene cloth --set n=6 --export linked
check "a link in a folder that weft fills is replaced" test ! -L linked/particles.csv -a -s linked/particles.csv
check "and what it points to stays" same "$(cat target.csv)" old
mkdir limited
limited() { (ulimit -f 8 && exec "$@"); }
expect 4 limited "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=30 --frames limited --state-out limited/state.csv
check "a limit of the size of files is an error like any other" has err "File too large"
check "and leaves nothing behind" same "$(find limited -type f | wc -l)" 0
printf '%s\n' 'name: small' 'defaults: {scene: cloth, scene.n: 6, solver: pbd, steps: 2}' 'blocks: [{name: one, axes: {threads: 1}}]' >small.yaml
expect 4 limited "$weft" run small.yaml -o limited.db
check "also of a database" has err "limited.db"
