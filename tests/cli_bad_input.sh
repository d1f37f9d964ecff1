#!/usr/bin/env bash
# Wrong input: the exit code, one line on standard error that names what is wrong and where, nothing half written.
# cli_bad_input.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# bad CODE MESSAGE... -- COMMAND...: each message must be in the one line.
bad() {
    local code=$1 messages=()
    shift
    while [ "$1" != -- ]; do
        messages+=("$1")
        shift
    done
    shift
    expect "$code" "$weft" "$@"
    check "one line for: $*" same "$(wc -l <err)" 1
    check "begins with weft: in: $*" grep -q '^weft: ' err
    local message
    for message in "${messages[@]}"; do check "message of: $*" has err "$message"; done
    check "no data for: $*" same "$(wc -c <out)" 0
}

# ---- the command line ----
bad 2 'no subcommand' --
bad 2 'did you mean `run`?' -- rum
bad 2 'did you mean `--timeout`?' -- run --timeoot 3 x.yaml
bad 2 'needs a value' -- run x.yaml --timeout
bad 2 '--reps must be a whole number' -- run x.yaml --reps 0
bad 2 '--timeout must be a number' -- run x.yaml --timeout nan
bad 2 'usage: weft run' -- run
bad 2 'unexpected argument' -- run a.yaml b.yaml
bad 2 '--solver is missing' -- sim cloth
bad 2 'csv, json or jsonl' -- export a.db --format xml
bad 2 'there is no list `solvrs`, did you mean `solvers`' -- list solvrs

# ---- names with anything in them: still one line, and nothing of it acts on a terminal ----
odd=$'a\nb\e[31m'
bad 2 'a?b?[31m' -- "$odd"
bad 2 'a?b?[31m' -- list "$odd"
bad 2 'a?b?[31m' 'control character' -- run "$odd"
bad 4 'a?b?[31m' -- status "$odd"
bad 2 'a?b?[31m' 'control character' -- sim "$odd" --solver pbd
bad 3 'a?b?[31m' -- sim cloth --solver pbd --set "$odd=3"
bad 2 'a?b?[31m' -- sim cloth --solver pbd "--$odd"
latin=$'caf\xe9'
bad 2 'caf?' 'not UTF-8' -- run "$latin.yaml"
bad 2 'caf?' 'not UTF-8' -- sim "./$latin.yaml" --solver pbd
for flag in --frames --state --state-out; do bad 2 "$flag" 'not UTF-8' -- sim cloth --solver pbd $flag "$latin"; done
check "no folder was made" test ! -e "$latin"

for words in 'report x.db -o' 'export x.db -o' 'view x -o' 'scene cloth --export' 'scene x.txt --import ipc -o' 'scene x.txt --import ipc -o y.yaml --root' 'mesh x.obj -o' 'matrix cloth --solver pd -o' 'judge cloth x -o'; do
    # shellcheck disable=SC2086 # the words of the command
    bad 2 'not UTF-8' -- $words "$latin"
    # shellcheck disable=SC2086
    bad 2 'is empty; give it a name' -- $words ''
done
for words in status list run sim init 'report'; do bad 2 'an argument is empty' -- $words ''; done
for name in -x.yaml -- .yaml "$(printf 'x%.0s' {1..64}).yaml" a.b.yaml; do bad 2 'is no name for an experiment' 'the first no -' -- init -- "$name"; done
bad 2 'scene' 'control character' -- init x.yaml --scene $'a\e'
bad 2 '`-x` is no name for files' -- figure x.db --data step --x step -o -x
check "nothing was made" same "$(find . -type f ! -name out ! -name err)" ""

# ---- what is no file, where one is read or written ----
mkfifo silent.yaml
timeout 600 "$weft" plan silent.yaml >silent.out 2>silent.err &
silent=$!
for path in /dev/zero /dev/null; do
    bad 4 "$path: is not a regular file" -- plan $path
    bad 4 "$path: is not a regular file" -- sim cloth --solver pbd --state $path
    bad 3 "$path: not a file" -- run "$source_dir/bench/experiments/quick.yaml" -o $path
done
check "nothing is beside a device" same "$(find /dev -maxdepth 1 -name '*-journal' -o -maxdepth 1 -name '*.lock')" ""
mkdir there
touch file
bad 4 'there: is a folder; give the name of a file' -- plan there
bad 3 'there: not a file' -- run "$source_dir/bench/experiments/quick.yaml" -o there
for words in 'sim cloth --solver pbd --frames' 'scene cloth --export' 'matrix cloth --solver pd -o'; do
    # shellcheck disable=SC2086
    bad 4 'file: not a folder; give another name' -- $words file
done
# The state is written at the end; that it cannot be is known at the beginning.
for path in there missing/state.csv; do
    check "known at once: $path" test "$(timeout 600 "$weft" sim cloth --solver newton --steps 1000000 --state-out $path >/dev/null 2>&1; echo $?)" = 4
done
long=$(printf 'missing%.0s/' {1..200})
bad 4 'missing/' 'cannot be written: No such file or directory' -- sim cloth --solver pbd --state-out "$long"state.csv

# ---- experiments ----
experiment() { printf '%s\n' "$@" >e.yaml; }
bad 4 'missing.yaml' 'No such file' -- run missing.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth, iteratons: 3}'
bad 3 'e.yaml:4:' '`pbd`' 'did you mean `iterations`?' -- run e.yaml
experiment 'name: e' 'bloks: []'
bad 3 'e.yaml:2:' 'did you mean `blocks`?' -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: xpdb, scene: cloth}'
bad 3 'e.yaml:4:' 'did you mean `xpbd`?' -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: clothe}'
bad 3 'e.yaml:4:' 'did you mean `cloth`?' -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes:' '      solver: pbd' '      scene: cloth' '      steps: many'
bad 3 'e.yaml:7:' 'whole number' -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes:' '      solver: pbd' '      scene: cloth' '      steps: 0'
bad 3 'e.yaml:7:' 'must lie in' -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes:' '      solver: pbd' '      scene: cloth' '      threads: 4096'
bad 10 'e.yaml:7:' '4096' "$(nproc)" -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' '  - name: b' '   axes: [}'
bad 3 'e.yaml:' -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}'
bad 2 'given twice' 'iterations=value,value' -- run e.yaml --set iterations=1 --set iterations=2
experiment 'name: e' 'blocks:' '  - name: "a\e[31m"' '    axes: {solver: pbd, scene: cloth}'
bad 3 'e.yaml:3:' 'control character' -- plan e.yaml
experiment 'name: e' 'blocks:' '  - name: "a\nb"' '    axes: {solver: pbd, scene: cloth}'
bad 3 'e.yaml:3:' 'one line' -- plan e.yaml
# verdict FILTER: a claim about the steps that the filter keeps.
verdict() {
    experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' 'verdicts:' \
        "  - {claim: c, data: step, value: step_ms, below: 1, source: closed form, where: {step: $1}}"
}
for filter in a..b .. 1...3 1..2..3 nan..1 .nan many '[1, many]'; do
    verdict "$filter"
    bad 3 'e.yaml:6:' 'neither a number nor a range' -- plan e.yaml
done
for word in solver linsys block precision scene law 2*solver 1+sweep; do
    experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' 'verdicts:' \
        "  - {claim: c, data: step, value: step_ms, below: 1, source: closed form, expected: $word}"
    bad 3 'e.yaml:6:' 'is a word in every case, not a number' -- plan e.yaml
done
verdict 5..1
bad 3 'e.yaml:6:' 'lower end first' -- plan e.yaml
for filter in 1 1.. ..8 -1..1 '[1, 3..5]' '""'; do
    verdict "$filter"
    expect 0 "$weft" plan e.yaml
done
for section in figures tables verdicts; do
    experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' "$section:" "$(printf '  - {name: b%s, source: closed form}\n' {1..1001})"
    bad 3 'e.yaml:6:' "key \`$section\`: more than 1000" -- plan e.yaml
done
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' '    exclude:' "$(printf '    - {steps: %s}\n' {1..1001})"
bad 3 'e.yaml:6:' 'more than 1000 maps' -- plan e.yaml
: >e.yaml
bad 3 'e.yaml' -- run e.yaml
check "no database was made" test ! -e results

# ---- one scene by hand ----
bad 3 'did you mean `xpbd`?' -- sim cloth --solver xpdb
bad 3 'did you mean `cloth`?' -- sim clot --solver xpbd
bad 3 'did you mean `iterations`?' -- sim cloth --solver xpbd --set iteration=3
bad 3 'did you mean `stiffness`?' -- sim cloth --solver xpbd --set scene.stifness=3
bad 3 'did you mean `dense`?' -- sim cloth --solver pd --linsys dens
bad 3 'does not take `linsys`' -- sim cloth --solver pbd --linsys dense
bad 7 'solves no linear system; these do: ' -- matrix chain --solver xpbd -o systems
check "no folder for a solver without systems" test ! -e systems
printf 'bodies: [{box: {size: [1, 1, 1], layers: 1}, mass: 1, elements: [{kind: shape_matching, stiffness: 1}, {kind: shape_matching, stiffness: 2}]}]\n' >twice.yaml
bad 3 'twice.yaml: shape_matching constraints 0 and 1 are duplicates' -- sim ./twice.yaml --solver xpbd
printf 'bodies: [{box: {size: [1, 1, 1], layers: 1}, material: {young: 1e5, poisson: 0.3, density: 1000}, elements: [{kind: neo_hookean}]}]\n' >falls.yaml
bad 3 'solved no linear system' -- matrix ./falls.yaml --solver newton -o systems
bad 10 '4096' -- sim cloth --solver xpbd --threads 4096
bad 4 'missing.yaml' -- sim ./missing.yaml --solver xpbd
bad 4 -- sim cloth --solver xpbd --steps 1 --set scene.n=4 --state-out missing/state.csv
bad 4 -- sim cloth --solver xpbd --steps 1 --set scene.n=4 --frames missing/frames
bad 4 'missing.csv' -- sim cloth --solver xpbd --steps 1 --state missing.csv
printf 'index,x,y,z,vx,vy,vz\n0,0,0,0,0,0,0\n1,nan,0,0,0,0,0\n' >state.csv
bad 3 'state.csv:3:' 'nan' -- sim cloth --solver xpbd --steps 1 --state state.csv
expect 0 "$weft" sim chain --solver xpbd --steps 3 --state-out chain.csv
awk -F, -v OFS=, 'NR == 2 {$2 = 5} {print}' chain.csv >moved.csv
bad 3 'moved.csv:2: particle 0 is pinned at (0, 0, 0), and the state has it at (5, 0, 0)' -- sim chain --solver xpbd --steps 1 --state moved.csv
awk -F, -v OFS=, 'NR == 2 {$7 = 99} {print}' chain.csv >moving.csv
bad 3 'moving.csv:2: particle 0 is pinned, and the state has it move' -- sim chain --solver xpbd --steps 1 --state moving.csv
expect 0 "$weft" sim chain --solver xpbd --steps 1 --state chain.csv
check "a state of this scene" same "$(wc -c <err)" 0
expect 0 "$weft" sim chain --solver xpbd --steps 1 --state chain.csv --set scene.stiffness=99000
check "a state of another version of it" has err 'weft: state: the state file is of another version of the scene `chain`'
sed 's/^scene,chain,/scene,bar,/' chain.csv >other.csv
expect 0 "$weft" sim chain --solver xpbd --steps 1 --state other.csv
check "a state of another scene" has err 'weft: state: the state file is of the scene `bar`, and this is `chain`'

# ---- scenes ----
# scene LINE...: a scene with one body of these lines.
scene() {
    {
        printf '%s\n' 'name: s' 'gravity: [0, -9.81, 0]' 'bodies:' '  - name: b'
        printf '    %s\n' "$@"
    } >s.yaml
}
sim=(sim ./s.yaml --steps 1 --solver)
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: 5}'
expect 0 "$weft" "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraint: [{kind: distance, vertices: [0, 1], stiffness: 5}]'
bad 3 's.yaml:7:' 'did you mean `constraints`?' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distnace, vertices: [0, 1], stiffness: 5}'
bad 3 's.yaml:8:' 'did you mean `distance`?' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 2], stiffness: 5}'
bad 3 's.yaml:8:' '2' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: soft}'
bad 3 's.yaml:8:' 'soft' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: -5}'
bad 3 's.yaml:8:' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [.nan, 0, 0]]' 'particle_mass: 1'
bad 3 's.yaml:5:' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [0, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: 5}'
bad 3 's.yaml:8:' 'length' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: 5}' \
    '  - {kind: distance, vertices: [1, 0], stiffness: 5}'
bad 3 's.yaml:9:' 'second distance constraint' -- "${sim[@]}" xpbd
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: 1e300}'
bad 3 's.yaml:8:' 'out of range' '1e+30' -- "${sim[@]}" xpbd
bad 6 'diverged' 'omega nearer to 1' -- sim cloth --solver pbd --set scene.n=6 --set omega=10
for mass in 0 -1; do
    scene 'particles: [[0, 0, 0], [1, 0, 0]]' "particle_mass: $mass"
    bad 3 's.yaml:6:' 'above zero' -- "${sim[@]}" xpbd
done
scene 'particles: []' 'particle_mass: 1'
bad 3 's.yaml:5:' 'no particles' -- "${sim[@]}" pd
# Nothing to solve is no mistake: particles that fly free, or are held.
for pins in '' 'pins: [{index: 0}]'; do
    scene 'particles: [[0, 0, 0]]' 'particle_mass: 1' "$pins"
    for solver in $("$weft" list solvers | awk 'NR > 1 { print $1 }'); do expect 0 "$weft" "${sim[@]}" "$solver"; done
done
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >points.obj
scene 'mesh: points.obj' 'mass: 1' 'edges: {stiffness: 5}'
bad 3 'points.obj' 'face' -- "${sim[@]}" xpbd
printf 'v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n' >points.obj
bad 3 'points.obj:3' -- "${sim[@]}" xpbd
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >points.obj
bad 3 'points.obj:4' '9' -- "${sim[@]}" xpbd
rm points.obj
bad 4 'points.obj' -- "${sim[@]}" xpbd

# ---- databases ----
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, measured: 0}'
bad 4 'missing/e.db' -- run e.yaml -o missing/e.db
echo 'not a database, but long enough to be looked at as one, or so it seems to me' >text.db
cp text.db text.copy
for command in "run e.yaml -o" status export "report -o report" "compare text.db"; do
    # shellcheck disable=SC2086 # the words of the command
    bad 3 'text.db' 'not a database' -- $command text.db
done
check "what was no database is untouched" cmp text.db text.copy
check "no report was begun" test ! -e report
bad 4 'missing.db' -- status missing.db
bad 4 'missing.db' -- export missing.db
bad 4 'missing.db' -- report missing.db --claims
check "reading makes no database" test ! -e missing.db
bad 2 'not UTF-8' -- run e.yaml -o "$latin.db"
check "no database of that name" test ! -e "$latin.db"
expect 0 "$weft" run e.yaml -o e.db
bad 3 'tabel' -- export e.db --table tabel
bad 4 'missing/out.csv' -- export e.db -o missing/out.csv
cp e.db copy.db
# The lock is made beside the database, and nowhere else.
ln -s "$PWD/elsewhere" e.db.lock
bad 4 'e.db.lock: the lock of the database cannot be written' -- run e.yaml -o e.db
check "no file where a link points" test ! -e elsewhere
rm e.db.lock
# A reader that went away had enough; a full disk is another matter. A pipe that nobody reads any more:
for command in 'list' 'status e.db' 'export e.db' 'export e.db --format json' 'export e.db --format jsonl' 'compare e.db copy.db'; do
    # shellcheck disable=SC2086 # the words of the command
    { wait_for test -e closed; "$weft" $command 2>err; echo $? >code; } | { exec <&-; : >closed; }
    rm closed
    check "a closed pipe: $command" same "$(cat code) $(cat err)" "0 "
    # shellcheck disable=SC2086
    check "a full disk: $command" same "$("$weft" $command 2>err >/dev/full; echo $?) $(grep -c 'No space left' err)" "4 1"
done
# Another schema: bytes 60 to 63 of an SQLite file are its user_version.
cp e.db other.db
printf '\0\0\3\347' | dd of=other.db bs=1 seek=60 conv=notrunc status=none
bad 3 'other.db' '999' -- status other.db
bad 3 'other.db' '999' -- run e.yaml -o other.db
touch report.txt
bad 4 'report.txt' -- report e.db -o report.txt
wait $silent && code=0 || code=$?
check "a pipe that says nothing: $code" test $code = 4 -a ! -s silent.out
check "why" has silent.err 'silent.yaml: a pipe from which nothing came in 30 s'
check "nothing temporary is left" same "$(find . -name '*.tmp*' -o -name '*XXXXXX*' | wc -l)" 0
