#!/usr/bin/env bash
# datasets/meshes/make.sh FOLDER
# Makes the tetrahedral meshes of this folder anew, in FOLDER: bunny_solid from bunny.obj, brain from the scans that nilearn ships. Needs
# tetgen 1.5 (Debian), python3 with numpy 2.4 and scikit-image 0.26, and pip for the one file of nilearn. weft itself needs none of this.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
mkdir -p -- "$1"
cd -- "$1"

# bunny.obj as OFF, vertices in their order: tetgen reads no OBJ.
awk '$1 == "v" { v[n++] = $2 " " $3 " " $4 } $1 == "f" { f[m++] = "3 " $2 - 1 " " $3 - 1 " " $4 - 1 }
    END { print "OFF\n" n, m, 0; for (i = 0; i < n; i++) print v[i]; for (i = 0; i < m; i++) print f[i] }' \
    "$here/bunny.obj" >bunny_solid.off
pip download --quiet --no-deps nilearn==0.14.1
python3 "$here/brain.py" nilearn-0.14.1-py3-none-any.whl brain.off 6

# p: inside of a closed surface; Y: its triangles are kept, so the first vertices are those of the surface, in their order; q: no edge
# longer than 1.6 times the radius of a tetrahedron, no dihedral angle below 10 degrees where that can be had.
for body in bunny_solid brain; do
    tetgen -pYq1.6/10 "$body.off"
    mv -- "$body.1.node" "$body.node"
    mv -- "$body.1.ele" "$body.ele"
done
sha256sum bunny_solid.node bunny_solid.ele brain.node brain.ele
