#!/bin/bash
# weft mesh: numbers of a mesh, its faults, their repair, and the exit codes. The faults themselves are in unit_mesh_check.c.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

narrow() { [ "$(awk '{ if (length($0) > longest) longest = length($0) } END { print longest }' "$1")" -le 80 ]; }
row() { awk -v name="$1" '$1 == name { print $2 + 0; exit }' out; } # row NAME: the number after it
euler() { awk '$1 == "Euler" { print $NF; exit }' out; }
faults() { grep -c '^  [1-9][0-9]* ' out; } # kinds of faults

expect 0 "$weft" mesh "$source_dir/datasets/meshes/bunny.obj"
check "vertices" same "$(row vertices)" 1839
check "faces" same "$(row faces)" 3674
check "volume" has out 0.00336992
check "a sphere" same "$(euler)" 2
check "no fault" same "$(faults)" 0
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
check "five kinds of faults" same "$(faults)" 5
check "one is named" has out inverted
check "80 columns" narrow out
check "one line of failure" same "$(wc -l <err)" 1
check "with the file" has err bad.ele
expect 0 "$weft" mesh bad.node -o good.vtk
expect 0 "$weft" mesh good.vtk
check "two of three tetrahedra are left" same "$(row tetrahedra)" 2
check "with their volume" has out 0.333333
check "vertices stay" same "$(row vertices)" 7

# ---- two of packages, as they are ----
expect 0 "$weft" mesh "$source_dir/datasets/meshes/teapot.obj"
check "a teapot of pieces" same "$(row pieces)" 32
expect 0 "$weft" mesh "$source_dir/datasets/meshes/teapot.obj" --weld -o welded.vtk
expect 0 "$weft" mesh welded.vtk
check "welded" same "$(row pieces)" 3
check "its open edges" grep -qw 64 out
expect 3 "$weft" mesh "$source_dir/datasets/meshes/globe.vtk"
check "a globe with flat faces" grep -qw 70 err
check "in one line" same "$(wc -l <err)" 1
expect 0 "$weft" mesh "$source_dir/datasets/meshes/globe.vtk" --weld -o globe.vtk
expect 0 "$weft" mesh globe.vtk
check "without them" same "$(row faces)" 910
check "near vertices are not joined" grep -qw 114 out
cat >globe.yaml <<END
name: globe
bodies:
  - mesh: "$source_dir/datasets/meshes/globe.vtk"
    mass: 1
    elements:
      - {kind: triangle_area, stiffness: 1}
END
expect 3 "$weft" scene globe.yaml
check "a scene refuses it, with the place" has err globe.yaml:6
check "and the face" grep -qw 16 err

# Welding leaves vertices of no element, which one flag removes.
expect 0 "$weft" mesh "$source_dir/datasets/meshes/teapot.obj" --weld --drop-loose -o dense.vtk
expect 0 "$weft" mesh dense.vtk
check "as many vertices as elements have" same "$(row vertices)" 529
check "no finding" has out "no faults found"

# A surface of which nothing is left out, and how good its triangles are.
printf 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 1 -0.001 0\nf 1 2 3 4 5 6\nf 1 7 2\nf 1 2\nsurf 0 1\n' >corner.obj
expect 3 "$weft" mesh corner.obj
check "three kinds of findings" same "$(faults)" 3
check "of a face of two corners" has err "1 fault"
check "the angle" has out "0.0573 degrees, face 1"
check "the entries that are not read" has out "1 entries of the file"
expect 0 "$weft" mesh corner.obj --triangulate -o corner.vtk
check "the area before and after" has out "3.001 m² before, 3.001 m² after"
expect 0 "$weft" mesh corner.vtk
check "triangles" has out "5: 5 triangles"
check "of the same area" has out "area of the faces       3.001 m²"
expect 0 "$weft" mesh corner.obj --triangulate -o corner.ply
expect 0 "$weft" mesh corner.ply
check "the same as PLY" has out "area of the faces       3.001 m²"
expect 0 "$weft" mesh bad.node -o solid.vtk
expect 3 "$weft" mesh bad.node -o solid.ply
check "which has no tetrahedra" has err solid.ply

# Three faces at an edge cannot be repaired.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n' >fan.obj
expect 3 "$weft" mesh fan.obj -o fan.vtk
check "the file is named" has err fan.obj
check "written all the same" test -s fan.vtk

expect 4 "$weft" mesh bad.ele -o nowhere/good.vtk
expect 2 "$weft" mesh
expect 2 "$weft" mesh bad.ele --weld
check "weld needs an output" has err -o
expect 2 "$weft" mesh bad.ele --drop-loose
check "and so does this flag" has err -o
expect 2 "$weft" mesh bad.ele -o good.obj
expect 3 "$weft" mesh bad.xyz
expect 4 "$weft" mesh missing.ply
printf 'ply\n' >cut.ply
expect 3 "$weft" mesh cut.ply
check "place" has err cut.ply:2

# A surface where a solid is wanted: the commands of the message work, where one vertex belongs to nothing, too.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 5 5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >skin.obj
printf 'bodies:\n  - mesh: skin.obj\n    material: {young: 1e4, poisson: 0.3, density: 100}\n    elements: [{kind: tet_arap}]\n' >solid.yaml
expect 3 "$weft" scene ./solid.yaml
check "and how to fill it" has err "tetgen -pq1.4 solid.ply"
command=$(grep -o '`weft mesh [^`]*`' err | tr -d '`')
expect 0 bash -c "${command/weft/\"$weft\"}"
check "the surface for a tetrahedraliser" has solid.ply "element vertex 4"
printf '4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n' >solid.1.node
printf '1 4 0\n0 0 1 2 3\n' >solid.1.ele
sed 's/skin.obj/solid.1.ele/' solid.yaml >filled.yaml
expect 0 "$weft" scene ./filled.yaml
sed 's/material:.*/mass: 1/; s/tet_arap}/triangle_area, stiffness: 1}/' solid.yaml >skin.yaml
expect 3 "$weft" scene ./skin.yaml
command=$(grep -o '`weft mesh [^`]*`' err | tr -d '`' | sed 's/FILE/skin/')
expect 0 bash -c "${command/weft/\"$weft\"}"
sed -i 's/skin.obj/skin.vtk/' skin.yaml
expect 0 "$weft" scene ./skin.yaml

# A repair that leaves nothing of a mesh writes no file, which could not be read.
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >thin.obj
expect 3 "$weft" mesh thin.obj -o thin.vtk
check "the message explains that no element remains" has err "would remove all elements"
check "and no file" test ! -e thin.vtk

# Bending that is flat at rest on a mesh that is not is a condition before the first step.
printf 'bodies:\n  - cylinder: {sides: 12, rows: 2, radius: 1, height: 1}\n    mass: 1\n    elements: [{kind: isometric_bending, stiffness: 1}]\n' >tube.yaml
expect 0 "$weft" sim ./tube.yaml --solver newton --steps 1
check "flat bending is noted" has err "flat_bending: isometric_bending"
sed -i 's/isometric_bending/dihedral/' tube.yaml
expect 0 "$weft" sim ./tube.yaml --solver newton --steps 1
check "and not where the mesh is the rest shape" same "$(grep -c flat_bending err)" 0

# A face that is there twice would weigh twice; a vertex that is there twice cuts the sheet, which is reported.
cat >sheet.yaml <<'YAML'
bodies:
  - mesh: sheet.obj
    material: {young: 1e5, poisson: 0.3, density: 100, thickness: 0.01}
    elements: [{kind: distance, stiffness: 1000}]
    pins: [{index: 0}]
YAML
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\nf 2 3 1\n' >sheet.obj
expect 3 "$weft" sim sheet.yaml --solver xpbd --steps 1
check "a repeated face is refused with the place" has err sheet.yaml:2
check "and the file" has err sheet.obj
expect 0 "$weft" mesh sheet.obj -o sheet.vtk
sed 's/sheet.obj/sheet.vtk/' sheet.yaml >repaired.yaml
expect 0 "$weft" sim repaired.yaml --solver xpbd --steps 1
check "the repaired one is sound" same "$(wc -c <err)" 0
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1 5 4\n' >sheet.obj
expect 0 "$weft" sim sheet.yaml --solver xpbd --steps 1
check "a cut sheet" has err cut:
