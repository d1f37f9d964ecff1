#!/usr/bin/env bash
# Wrong input: the exit code, one line on standard error with the place and the name at fault, nothing written. Wrong scenes, meshes,
# experiments and stores one by one: unit_scene, unit_scene_bodies, unit_mesh_files, unit_experiment, unit_figure_spec, unit_store. The full
# text of the most frequent messages: cli_messages.sh. cli_bad_input.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# one_line TOKEN...: standard error is one line of weft with each token; standard output is empty.
one_line() {
    local token
    if [ "$(wc -l <err)" != 1 ] || ! grep -q '^weft: ' err || [ -s out ]; then
        echo "    not one line, or data:"
        sed 's/^/    /' err out
        return 1
    fi
    for token in "$@"; do has err "$token" || return 1; done
}
# bad CODE TOKEN... -- COMMAND...
bad() {
    local code=$1 tokens=()
    shift
    while [ "$1" != -- ]; do
        tokens+=("$1")
        shift
    done
    shift
    expect "$code" "$weft" "$@"
    check "${tokens[*]}: $*" one_line "${tokens[@]}"
}

# ---- the command line ----
bad 2 help --
bad 2 run -- rum
bad 2 --timeout -- run --timeoot 3 x.yaml
bad 2 --timeout -- run x.yaml --timeout
bad 2 --reps -- run x.yaml --reps 0
bad 2 --timeout -- run x.yaml --timeout nan
bad 2 FILE -- run
bad 2 b.yaml -- run a.yaml b.yaml
bad 2 --solver -- sim cloth
bad 2 xml -- export a.db --format xml
bad 2 solvers -- list solvrs

# ---- values that a scene does not take: seen before anything is run ----
values() { printf '%s\n' 'name: values' 'defaults: {scene: chain, steps: 1, timed: 1}' 'blocks:' "  - {name: a, axes: {solver: xpbd, scene.count: [5, $1]}}" >values.yaml; }
for wrong in 1000001 12.5 1 -3 1e9; do
    values $wrong
    bad 3 values.yaml:4 scene.count chain.yaml -- plan values.yaml
    bad 3 values.yaml:4 scene.count chain.yaml -- run values.yaml -o none.db
done
check "no store" test ! -e none.db
for right in 1000000 1e6 2; do
    values $right
    expect 0 "$weft" plan values.yaml
done
rm values.yaml

# ---- a list of valid names too long for a message: whole names, and the number of the others ----
# unnamed FOLDER: the names in the message that have no file in FOLDER.
unnamed() { sed 's/.*; valid: //; s/ and [0-9]* others.*//; s/, /\n/g' err | while read -r name; do [ -f "$source_dir/$1/$name.yaml" ] || echo "$name"; done; }
bad 3 others 'weft list scenes' -- list scenes qqqq
check "whole names of scenes: $(unnamed datasets/scenes)" test -z "$(unnamed datasets/scenes)"
bad 3 others -- list experiments qqqq
check "whole names of experiments: $(unnamed bench/experiments)" test -z "$(unnamed bench/experiments)"

# ---- names with any bytes: one printable line ----
odd=$'a\nb\e[31m'
bad 2 'a?b?[31m' -- "$odd"
bad 2 'a?b?[31m' -- list "$odd"
bad 2 'a?b?[31m' -- run "$odd"
bad 4 'a?b?[31m' -- status "$odd"
bad 2 'a?b?[31m' -- sim "$odd" --solver pbd
bad 3 'a?b?[31m' -- sim cloth --solver pbd --set "$odd=3"
bad 2 'a?b?[31m' -- sim cloth --solver pbd "--$odd"
latin=$'caf\xe9'
bad 2 'caf?' UTF-8 -- run "$latin.yaml"
bad 2 'caf?' UTF-8 -- sim "./$latin.yaml" --solver pbd
for flag in --frames --state --state-out; do bad 2 "$flag" UTF-8 -- sim cloth --solver pbd $flag "$latin"; done
for words in 'report x.db -o' 'export x.db -o' 'view x -o' 'scene cloth --export' 'mesh x.obj -o' 'matrix cloth --solver pd -o' 'judge cloth x -o' 'run x.yaml -o'; do
    # shellcheck disable=SC2086 # the words of the command
    bad 2 UTF-8 -- $words "$latin"
    # shellcheck disable=SC2086
    bad 2 -- $words ''
done
for words in status list run sim init report; do bad 2 -- $words ''; done
for name in -x.yaml .yaml "$(printf 'x%.0s' {1..64}).yaml" a.b.yaml; do bad 2 -- init -- "$name"; done
bad 2 scene -- init x.yaml --scene $'a\e'
bad 2 -x -- figure x.db --data step --x step -o -x
check "no file" same "$(find . -type f ! -name out ! -name err)" ""

# ---- paths that are no file ----
experiment() { printf '%s\n' "$@" >e.yaml; }
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}'
for path in /dev/zero /dev/null; do
    bad 4 "$path" -- plan $path
    bad 4 "$path" -- sim cloth --solver pbd --state $path
    bad 3 "$path" -- run e.yaml -o $path
done
check "no file next to a device" same "$(find /dev -maxdepth 1 -name '*-journal' -o -maxdepth 1 -name '*.lock')" ""
mkdir there
touch file
bad 4 there -- plan there
bad 3 there -- run e.yaml -o there
for words in 'sim cloth --solver pbd --frames' 'matrix cloth --solver pd -o'; do
    # shellcheck disable=SC2086
    bad 4 file -- $words file
done
# The state is written at the end; its path is checked before the first of a million steps.
for path in there missing/state.csv; do bad 4 "$path" -- sim cloth --solver newton --steps 1000000 --state-out $path; done
bad 4 missing/ -- sim cloth --solver pbd --state-out "$(printf 'missing%.0s/' {1..200})state.csv"

# ---- experiments ----
bad 4 missing.yaml -- run missing.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth, iteratons: 3}'
bad 3 e.yaml:4: iterations -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: clothe}'
bad 3 e.yaml:4: cloth -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth, steps: 0}'
bad 3 e.yaml:4: steps -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth, threads: 4096}'
bad 10 e.yaml:4: 4096 -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' '  - name: b' '   axes: [}'
bad 3 e.yaml: -- run e.yaml
experiment 'name: e' 'blocks:' '  - name: "a\e[31m"' '    axes: {solver: pbd, scene: cloth}'
bad 3 e.yaml:3: -- plan e.yaml
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}'
bad 2 iterations -- run e.yaml --set iterations=1 --set iterations=2
# verdict FILTER [KEYS]: a claim about the steps that match the filter.
verdict() {
    experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' 'verdicts:' \
        "  - {id: c, claim: c, data: step, value: step_ms, below: 1, source: closed form, where: {step: $1}${2:-}}"
}
for filter in a..b 1..2..3 .nan many '[1, many]' 5..1; do
    verdict "$filter"
    bad 3 e.yaml:6: step -- plan e.yaml
done
for word in solver 2*solver 1+sweep; do
    verdict 1 ", expected: $word"
    bad 3 e.yaml:6: -- plan e.yaml
done
verdict '[1, 3..5]'
expect 0 "$weft" plan e.yaml
for section in figures verdicts; do
    experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth}' "$section:" "$(printf '  - {name: b%s, source: closed form}\n' {1..1001})"
    bad 3 e.yaml:6: "$section" -- plan e.yaml
done
: >e.yaml
bad 3 e.yaml -- run e.yaml
check "no database" test ! -e results

# ---- one scene ----
bad 3 xpbd -- sim cloth --solver xpdb
bad 3 cloth -- sim clot --solver xpbd
bad 3 iterations -- sim cloth --solver xpbd --set iteration=3
bad 3 stiffness -- sim cloth --solver xpbd --set scene.stifness=3
bad 3 dense -- sim cloth --solver pd --linsys dens
bad 3 linsys -- sim cloth --solver pbd --linsys dense
bad 7 xpbd -- matrix chain --solver xpbd -o systems
check "no folder of a solver without systems" test ! -e systems
bad 10 4096 -- sim cloth --solver xpbd --threads 4096
bad 6 omega -- sim cloth --solver pbd --set scene.n=6 --set omega=10
bad 4 missing.yaml -- sim ./missing.yaml --solver xpbd
bad 4 missing.csv -- sim cloth --solver xpbd --steps 1 --state missing.csv
bad 4 missing/frames -- sim cloth --solver xpbd --steps 1 --set scene.n=4 --frames missing/frames
printf 'index,x,y,z,vx,vy,vz\n0,0,0,0,0,0,0\n1,nan,0,0,0,0,0\n' >state.csv
bad 3 state.csv:3: nan -- sim cloth --solver xpbd --steps 1 --state state.csv
expect 0 "$weft" sim chain --solver xpbd --steps 3 --state-out chain.csv
for column in 2 7; do # position and velocity of a pin
    awk -F, -v OFS=, -v column=$column 'NR == 2 {$column = 99} {print}' chain.csv >moved.csv
    bad 3 moved.csv:2: -- sim chain --solver xpbd --steps 1 --state moved.csv
done
head -c -1 chain.csv >cut.csv
bad 3 "cut.csv:$(wc -l <chain.csv):" -- sim chain --solver xpbd --steps 1 --state cut.csv
expect 0 "$weft" sim chain --solver xpbd --steps 1 --state chain.csv
check "no note of a state of this scene" test ! -s err
expect 0 "$weft" sim chain --solver xpbd --steps 1 --state chain.csv --set scene.stiffness=99000
check "a note of a state of another version of the scene" has err chain
sed 's/^scene,chain,/scene,bar,/' chain.csv >other.csv
expect 0 "$weft" sim chain --solver xpbd --steps 1 --state other.csv
check "a note of a state of another scene" has err bar

# scene LINE...: a scene with one body of these lines.
scene() {
    {
        printf '%s\n' 'name: s' 'gravity: [0, -9.81, 0]' 'bodies:' '  - name: b'
        printf '    %s\n' "$@"
    } >s.yaml
}
sim=(sim ./s.yaml --steps 1 --solver xpbd)
scene 'particles: [[0, 0, 0], [1, 0, 0]]' 'particle_mass: 1' 'constraints:' '  - {kind: distance, vertices: [0, 1], stiffness: 5}'
expect 0 "$weft" "${sim[@]}"
sed 's/particle_mass/particle_mas/' s.yaml >t.yaml && bad 3 t.yaml:6: particle_mass -- sim ./t.yaml --solver xpbd
sed 's/kind: distance/kind: distnace/' s.yaml >t.yaml && bad 3 t.yaml:8: distance -- sim ./t.yaml --solver xpbd
sed 's/stiffness: 5/stiffness: 1e300/' s.yaml >t.yaml && bad 3 t.yaml:8: 1e+30 -- sim ./t.yaml --solver xpbd
for mass in 0 -1; do
    scene 'particles: [[0, 0, 0], [1, 0, 0]]' "particle_mass: $mass"
    bad 3 s.yaml:6: -- "${sim[@]}"
done
scene 'particles: []' 'particle_mass: 1'
bad 3 s.yaml:5: -- "${sim[@]}"
scene 'box: {size: [1, 1, 1], layers: 1}' 'mass: 1' 'elements: [{kind: shape_matching, stiffness: 1}, {kind: shape_matching, stiffness: 2}]'
bad 3 s.yaml shape_matching -- "${sim[@]}"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >points.obj
scene 'mesh: points.obj' 'mass: 1' 'edges: {stiffness: 5}'
bad 3 points.obj:4 9 -- "${sim[@]}"
rm points.obj
bad 4 points.obj -- "${sim[@]}"

# ---- databases ----
experiment 'name: e' 'blocks:' '  - name: a' '    axes: {solver: pbd, scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, measured: 0}'
bad 4 missing/e.db -- run e.yaml -o missing/e.db
echo 'not a database, but long enough to be looked at as one, or so it seems to me' >text.db
cp text.db text.copy
for command in 'run e.yaml -o' status export 'report -o report' 'compare text.db'; do
    # shellcheck disable=SC2086 # the words of the command
    bad 3 text.db -- $command text.db
done
check "a file that is no database is unchanged" cmp text.db text.copy
check "no report" test ! -e report
for command in status export 'report --claims'; do
    # shellcheck disable=SC2086
    bad 4 missing.db -- $command missing.db
done
check "readers make no database" test ! -e missing.db
expect 0 "$weft" run e.yaml -o e.db
bad 3 tabel -- export e.db --table tabel -o tabel.csv
check "a table that is not there makes no file" test ! -e tabel.csv
bad 4 missing/out.csv -- export e.db -o missing/out.csv
touch report.txt
bad 4 report.txt -- report e.db -o report.txt
# The lock is made beside the database; a link at its place is not followed.
ln -s "$PWD/elsewhere" e.db.lock
bad 4 e.db.lock -- run e.yaml -o e.db
check "no file where a link points" test ! -e elsewhere
rm e.db.lock
# Bytes 60 to 63 of an SQLite file are its user_version.
cp e.db other.db
printf '\0\0\3\347' | dd of=other.db bs=1 seek=60 conv=notrunc status=none
bad 3 other.db 999 -- status other.db
bad 3 other.db 999 -- run e.yaml -o other.db
# A reader that closes the pipe is no error.
for command in list 'export e.db' 'export e.db --format json'; do
    # shellcheck disable=SC2086 # the words of the command
    { wait_for test -e closed; "$weft" $command 2>err; echo $? >code; } | { exec <&-; : >closed; }
    rm closed
    check "a closed pipe: $command" same "$(cat code) $(cat err)" "0 "
done
check "no temporary file" same "$(find . -name '*.tmp*' -o -name '*XXXXXX*' | wc -l)" 0
