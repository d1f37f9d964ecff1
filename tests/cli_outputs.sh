#!/usr/bin/env bash
# No command writes over what it reads, by whatever name: the same path, another way to it, a link, a hard link. cli_outputs.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >m.obj
printf '4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n' >p.node
printf '1 4 0\n0 0 1 2 3\n' >p.ele
expect 0 "$weft" mesh m.obj -o m.vtk
printf '%s\n' 'bodies:' '  - {name: c, mesh: in/frame_7.obj, mass: 1, edges: {stiffness: 1000}, pins: [{index: 0}]}' >s.yaml
mkdir in && cp m.obj in/frame_7.obj
sim=("$weft" sim s.yaml --solver xpbd)
expect 0 "${sim[@]}" --steps 1 --state-out s0.csv
mkdir states && sed 's/^scene,.*//' s0.csv | grep -v '^[a-z]*,' >body && { echo index,x,y,z,vx,vy,vz; cat body; } >states/s_0.csv
cp states/s_0.csv states/s_1.csv
expect 0 "${sim[@]}" --steps 2 --frames frames
printf '%s\n' 'name: e' 'defaults: {scene: pendulum, steps: 2, timed: 1}' 'blocks: [{name: a, axes: {solver: xpbd}}]' >e.yaml
expect 0 "$weft" run e.yaml -o e.db --no-verdicts

# keeps FILE PATH COMMAND...: the command, whose last word is an output, is refused for the path, a link and a hard link of the file, which
# stays as it is.
keeps() {
    local file=$1 path=$2 before
    shift 2
    before=$(cksum <"$file")
    expect 2 "$@" "$path"
    check "$*: the file is named, once" same "$(grep -oF "$path" err | wc -l)" 1
    expect 2 "$@" "./$path"
    check "$*: the message has the other name" has err 'is an input and would be overwritten, as it is the same file as '
    ln -s "$scratch/$file" "link.${path##*.}" && expect 2 "$@" "link.${path##*.}"
    ln "$file" "hard.${path##*.}" && expect 2 "$@" "hard.${path##*.}"
    rm "link.${path##*.}" "hard.${path##*.}"
    check "$*: it stays" same "$(cksum <"$file")" "$before"
}
keeps m.vtk m.vtk "$weft" mesh m.vtk -o
keeps s.yaml s.yaml "$weft" scene s.yaml --export
keeps in/frame_7.obj in/frame_7.obj "$weft" scene s.yaml --export
keeps s0.csv s0.csv "${sim[@]}" --steps 1 --state s0.csv --state-out
keeps s.yaml s.yaml "${sim[@]}" --steps 1 --state-out
keeps in/frame_7.obj in/frame_7.obj "${sim[@]}" --steps 1 --state-out
keeps states/s_1.csv states/s_1.csv "$weft" judge s.yaml states --fps 60 --set fine=0 --set probes=0 -o
keeps s.yaml s.yaml "$weft" judge s.yaml states --fps 60 --set fine=0 --set probes=0 -o
keeps e.db e.db "$weft" export e.db -o
keeps frames/frame_00001.vtp frames/frame_00001.vtp "$weft" view frames -o

# Folders: of a file in them that would be written.
before=$(cksum <in/frame_7.obj)
expect 2 "${sim[@]}" --steps 1 --frames in
check "a mesh among the frames stays" same "$(cksum <in/frame_7.obj)" "$before"
mkdir page && ln -s ../e.db page/index.html
expect 2 "$weft" report e.db -o page
ln e.db x.csv
expect 2 "$weft" figure e.db --data step --x solver --y step_ms -o x
cp p.node q.vtk && ln -f p.ele q.vtk
expect 2 "$weft" mesh p.node -o q.vtk

# A database may be all of these for the next run, and a folder may hold what is read beside what is written.
expect 0 "$weft" run e.yaml -o e.db --no-verdicts
expect 0 "${sim[@]}" --steps 1 --frames .
rm x.csv
expect 0 "$weft" report e.db -o .
expect 0 "$weft" export e.db --table case_summary -o summary.csv
