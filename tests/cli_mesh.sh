#!/bin/bash
# weft mesh: what it prints, what it finds, what it repairs, and its exit codes.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

narrow() { [ "$(awk '{ if (length($0) > longest) longest = length($0) } END { print longest }' "$1")" -le 80 ]; }

expect 0 "$weft" mesh "$source_dir/datasets/meshes/bunny.obj"
check "vertices" grep -qx 'vertices  *1839' out
check "faces" grep -q '^faces  *3674: 3674 triangles' out
check "closed" grep -q '^area of the faces .*closed, volume 0.003369' out
check "a sphere" grep -qx '  Euler characteristic  2' out
check "sound" has out "nothing wrong found"
check "80 columns" narrow out

# Two tets of which one is inverted and one flat, a loose vertex, one on top of another.
cat >bad.node <<'END'
7 3 0 0
0 0 0 0
1 1 0 0
2 0 1 0
3 0 0 1
4 1 -1 0
5 1 -1 0
6 9 9 9
END
cat >bad.ele <<'END'
3 4 0
0 0 2 1 3
1 0 1 2 4
2 0 1 3 5
END
expect 3 "$weft" mesh bad.ele
check "inverted" has out "1 inverted tetrahedra"
check "its number" has out "tetrahedron 0; two corners swapped"
check "flat" has out "1 tetrahedra of zero volume"
check "duplicate" has out "1 vertices at the position of another"
check "loose" has out "1 vertices of no element"
check "80 columns" narrow out
check "one line of failure" same "$(wc -l <err)" 1
check "which says what to do" has err "-o FILE.vtk writes a repaired copy"

expect 0 "$weft" mesh bad.node -o good.vtk
check "what is left" has out "good.vtk: 7 vertices, 0 lines, 0 faces, 2 tetrahedra"
expect 0 "$weft" mesh good.vtk
check "volume" grep -q '^volume of tetrahedra  *0.333333 m³' out
check "vertices stay" grep -qx 'vertices  *7' out

# ---- two of packages, as they are ----
expect 0 "$weft" mesh "$source_dir/datasets/meshes/teapot.obj"
check "a teapot of pieces" grep -qx 'pieces  *32' out
check "that meet" has out '263 vertices at the position of another'
expect 0 "$weft" mesh "$source_dir/datasets/meshes/teapot.obj" --weld -o welded.vtk
expect 0 "$weft" mesh welded.vtk
check "welded" grep -qx 'pieces  *3' out
check "and still open" has out '64 boundary edges'
expect 3 "$weft" mesh "$source_dir/datasets/meshes/globe.vtk"
check "a globe with flat faces" has out '70 faces of zero area'
check "in one line" same "$(wc -l <err)" 1
expect 0 "$weft" mesh "$source_dir/datasets/meshes/globe.vtk" --weld -o globe.vtk
expect 0 "$weft" mesh globe.vtk
check "without them" grep -q '^faces  *910: 910 triangles' out
check "what is near is not joined" has out '114 boundary edges'
cat >globe.yaml <<END
name: globe
bodies:
  - mesh: "$source_dir/datasets/meshes/globe.vtk"
    mass: 1
    elements:
      - {kind: triangle_area, stiffness: 1}
END
expect 3 "$weft" scene globe.yaml
check "a scene refuses it, with the place" has err 'globe.yaml:6'
check "and the face" has err '16'

# Three faces at an edge cannot be repaired.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n' >fan.obj
expect 3 "$weft" mesh fan.obj -o fan.vtk
check "left" has err "fan.obj: 1 fault left after the repair"
check "written all the same" test -s fan.vtk

expect 4 "$weft" mesh bad.ele -o nowhere/good.vtk
expect 2 "$weft" mesh
expect 2 "$weft" mesh bad.ele --weld
check "weld" has err "give -o FILE.vtk too"
expect 2 "$weft" mesh bad.ele -o good.obj
expect 3 "$weft" mesh bad.xyz
expect 4 "$weft" mesh missing.ply
printf 'ply\n' >cut.ply
expect 3 "$weft" mesh cut.ply
check "place" has err "cut.ply:2: the file ends in its header"

# A face that is there twice would weigh twice; a vertex that is there twice cuts the sheet, which is said.
cat >sheet.yaml <<'YAML'
bodies:
  - mesh: sheet.obj
    material: {young: 1e5, poisson: 0.3, density: 100, thickness: 0.01}
    elements: [{kind: distance, stiffness: 1000}]
    pins: [{index: 0}]
YAML
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\nf 2 3 1\n' >sheet.obj
expect 3 "$weft" sim sheet.yaml --solver xpbd --steps 1
check "the key" has err "sheet.yaml:2: key \`bodies[0].mesh\`: "
check "twice" has err "sheet.obj has 1 repeated elements, the first at vertex 1: they would weigh twice"
expect 0 "$weft" mesh sheet.obj -o sheet.vtk
sed 's/sheet.obj/sheet.vtk/' sheet.yaml >repaired.yaml
expect 0 "$weft" sim repaired.yaml --solver xpbd --steps 1
check "the repaired one is sound" same "$(wc -c <err)" 0
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1 5 4\n' >sheet.obj
expect 0 "$weft" sim sheet.yaml --solver xpbd --steps 1
check "cut" has err "weft: cut: 1 particles are at the position of another of the same body (4 at that of 2), and no constraint joins the two"
