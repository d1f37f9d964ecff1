#!/usr/bin/env bash
# What is measured is what was asked: a file that changes between the plan and the process that reads it makes its case fail, and nothing
# measured of it is stored. cli_identity.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }

# A worker does once what is in the file `hook`, before it starts: between the plan and its first look at a file.
mkdir workers
cat >workers/weft-worker-f64 <<WORKER
#!/bin/bash
if mv "$scratch/hook" "$scratch/now" 2>/dev/null; then . "$scratch/now"; fi
exec "$1/weft-worker-f64"
WORKER
chmod +x workers/weft-worker-f64
cp workers/weft-worker-f64 worker
export WEFT_WORKERS=$scratch/workers

cat >hang.yaml <<'YAML'
summary: a mesh that hangs by one corner
bodies:
  - name: c
    mesh: m.obj
    material: natural_rubber
    mass: 1
    edges: {stiffness: 1000}
    pins: [{index: 0}]
YAML
cat >hang_pair.yaml <<'YAML'
bodies:
  - {name: c, mesh: p.node, mass: 1, edges: {stiffness: 1000}, pins: [{index: 0}]}
colliders:
  - {mesh: floor.obj}
contact: {thickness: 0.01, stiffness: 1000}
YAML
mkdir -p data/scenes && cp "$source_dir/datasets/materials.yaml" data
export WEFT_DATASETS=$scratch/data
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >m.obj
sed 's/v 1 0 0/v 2 0 0/' m.obj >m2.obj
printf 'v -9 -5 -9\nv 9 -5 -9\nv 0 -5 9\nv 0 -9 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' >floor.obj
printf '4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n' >p.node
printf '1 4 0\n0 0 1 2 3\n' >p.ele
# experiment SCENE PROBES
experiment() { printf '%s\n' "name: $1" "defaults: {scene: $1.yaml, steps: 2, timed: 2, probes: $2, phased: 0}" 'blocks:' \
    '  - {name: a, axes: {solver: xpbd, iterations: 2}}' >"run_$1.yaml"; }
experiment hang 0
experiment hang_pair 0
mkdir kept && cp -a ./*.yaml ./*.obj p.* data workers kept

# renewed: the files as they were.
renewed() { rm -rf ./*.db ./*.references m.obj && cp -a kept/. .; }

# changes NAME SCENE FILE COMMAND: what the command does to a file between plan and process is told, and so many repetitions are stored.
changes() {
    renewed
    echo "$4" >hook
    expect 8 "$weft" run "run_$2.yaml" -o x.db --no-verdicts --retry 0
    check "$1: it was done" test -f now
    check "$1: no more is stored" same "$(sqlite3 x.db 'SELECT count(*) FROM repetition')" "${5:-0}"
    expect 0 "$weft" status x.db
    check "$1: the file is named" has out "$3: has changed since weft read it"
    rm -f now
}
changes "a scene" hang hang.yaml "sed -i 's/stiffness: 1000/stiffness: 2000/' hang.yaml"
changes "half a scene" hang hang.yaml "echo 'bodies: [' >hang.yaml"
changes "a mesh" hang m.obj 'cp m2.obj m.obj'
changes "a mesh by another name" hang m.obj 'mv m2.obj m.obj'
changes "a link" hang m.obj 'ln -sf m2.obj m.obj'
changes "a material" hang materials.yaml "sed -i 's/young: 1/young: 2/' data/materials.yaml"
changes "the other file of a mesh" hang_pair p.ele "echo '# 1' >>p.ele"
changes "the mesh of a collider" hang_pair floor.obj "sed -i 's/-5/-4/' floor.obj"
# The process that does it is the right one.
changes "a worker" hang weft-worker-f64 'cp worker t; echo : >>t; mv t workers/weft-worker-f64' 2

# ---- libraries: those that a plugin links, with a build id and without ----

# library OUT NUMBER ID
library() { echo "double scale(void) { return $2; }" | gcc -shared -fPIC "-Wl,--build-id=$3" -Wl,-soname,libscale.so -x c - -o "$1"; }
library libscale.so 1 none
gcc -O0 -shared -fPIC -I"$source_dir/src" -DFAULT=GOOD "$source_dir/tests/plugin/faulty.c" -o faulty.so -Wl,--no-as-needed -L. -lscale "-Wl,-rpath,$scratch"
printf '%s\n' 'name: plugin' 'plugins: [faulty.so]' 'defaults: {scene: hang.yaml, steps: 2, timed: 3, probes: 0, phased: 0}' 'blocks:' \
    '  - {name: a, axes: {solver: faulty, iterations: 2}}' >run_plugin.yaml

# relinks CODE COMMAND: before the second process of the case; the first process of all tells what the plugin is.
relinks() {
    renewed
    : >starts
    echo "echo >>starts; if [ \$(wc -l <starts) -lt 3 ]; then cp now hook; else $2; fi" >hook
    expect "$1" "$weft" run run_plugin.yaml -o x.db --no-verdicts --retry 0
    check "$2: it was done" test ! -f hook
    expect 0 "$weft" status x.db
    rm -f now
}
for id in none sha1; do
    library libscale.so 1 $id
    library other.so 2 $id
    relinks 8 'mv other.so libscale.so'
    check "build id $id: the library is named" has out "library libscale.so has changed during this run: $scratch/libscale.so was replaced"
    check "build id $id: only the repetitions of the first build are stored" same "$(sqlite3 x.db 'SELECT count(DISTINCT process), count(DISTINCT environment_id) FROM repetition')" "1|1"
    expect 8 "$weft" run run_plugin.yaml -o x.db --no-verdicts --retry 0
    expect 0 "$weft" status x.db
    check "build id $id: a later run does not add samples of another library" has out "measured with another library libscale.so"
    check "build id $id: none is stored" same "$(sqlite3 x.db 'SELECT count(DISTINCT process), count(DISTINCT environment_id) FROM repetition')" "1|1"
    relinks 0 'cp libscale.so t; mv t libscale.so'
done

# What is no part of a case may change.
renewed
echo "sed -i 's/summary: .*/summary: other/; 1i # a comment' hang.yaml; echo '# end' >>data/materials.yaml; touch m.obj workers/*" >hook
expect 0 "$weft" run run_hang.yaml -o x.db --no-verdicts
check "it was done" test -f now

# ---- references ----
renewed
experiment hang 1
echo "cp hang.yaml this.yaml; sed -i 's/stiffness: 1000/stiffness: 2000/' hang.yaml" >hook
expect 8 "$weft" run run_hang.yaml -o x.db --no-verdicts --retry 0
check "no reference of another scene" same "$(find x.references -name '*.ref' | wc -l)" 0
cp this.yaml hang.yaml
expect 0 "$weft" run run_hang.yaml -o x.db --no-verdicts
check "a reference of this one" same "$(find x.references -name '*.ref' | wc -l)" 1

# ---- a state ----
expect 0 "$weft" sim hang.yaml --solver xpbd --steps 1 --state-out s.csv
echo 'echo >>s.csv' >hook
expect 3 "$weft" sim hang.yaml --solver xpbd --steps 1 --state s.csv
check "a state" has err "s.csv: has changed since weft read it"
echo 'head -c 40 s.csv >t; mv t s.csv' >hook
expect 3 "$weft" sim hang.yaml --solver xpbd --steps 1 --state s.csv
check "half a state" has err "s.csv: has changed since weft read it"

# ---- files that are read more than once cannot be pipes ----
expect 0 "$weft" sim hang.yaml --solver xpbd --steps 1 --state-out s.csv
mkfifo pipe.csv pipe.yaml
expect 4 "$weft" sim hang.yaml --solver xpbd --steps 1 --state pipe.csv
check "a state from a pipe" has err "pipe.csv: is a pipe"
expect 4 "$weft" sim hang.yaml --solver xpbd --steps 1 --state <(cat s.csv)
expect 4 "$weft" sim ./pipe.yaml --solver xpbd --steps 1
check "a scene from a pipe" has err "pipe.yaml: is a pipe"
sed 's/mesh: .*/mesh: pipe.csv/' hang.yaml >piped.yaml
expect 4 "$weft" sim ./piped.yaml --solver xpbd --steps 1
check "a mesh from a pipe" has err "pipe.csv: is a pipe"

# ---- repetitions of one build that differ ----
sqlite3 x.db "UPDATE repetition SET hash = 'other' WHERE id = (SELECT min(id) FROM repetition)"
expect 0 "$weft" status x.db
check "status names the case" has out "repetitions ended in 2 different states"
expect 0 "$weft" report x.db -o page
check "so does the report" has out "not deterministic"

# ---- a store that another program changes while it is written to ----

# loses NAME COMMAND PATTERN [N]: before the Nth process of all, the third; the run ends with code 4 and says what is lost.
loses() {
    renewed
    expect 0 "$weft" run run_hang.yaml -o x.db --no-verdicts # its pages are in the file and not only in its log
    : >starts
    echo "echo >>starts; if [ \$(wc -l <starts) -lt ${4:-3} ]; then cp now hook; else $2; fi" >hook
    expect 4 "$weft" run run_hang.yaml -o x.db --no-verdicts --set timed=6
    check "$1: it was done" test ! -f hook
    check "$1: the message gives the loss" grep -qE "$3" err
    rm -f now
}
unreadable='measured ([0-9]+) repetitions, and [1-9][0-9]* of them cannot be read'
loses "cut to nothing" ': >x.db' "$unreadable"
loses "cut" 'truncate -s 40000 x.db' "$unreadable"
loses "overwritten" 'head -c 80000 /dev/zero | dd of=x.db bs=4096 seek=4 conv=notrunc 2>dd' "$unreadable"
lost_one='measured ([2-9]) repetitions, and 1 of them cannot be read from the file$'
last_but_one='(SELECT id FROM repetition ORDER BY id DESC LIMIT 1 OFFSET 1)'
loses "a row deleted" "sqlite3 x.db 'DELETE FROM repetition WHERE id = $last_but_one'" "$lost_one" 4
gone='are lost; this run measured [1-9][0-9]* repetitions$'
loses "removed" 'rm x.db' "$gone"
loses "replaced" 'cp x.db y.db; mv y.db x.db' "$gone"
