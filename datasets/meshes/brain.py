#!/usr/bin/env python3
"""brain.py nilearn-0.14.1-py3-none-any.whl OUT.off [SPACING_MM]
The outside of the brain in the ICBM 152 average of magnetic resonance scans: grey and white matter together, smoothed to SPACING_MM,
resampled to it, and cut at one half; the largest piece, its edges below 0.7 SPACING_MM collapsed and its vertices relaxed; in m, centred
in x and z, set on y = 0, face towards +z. Needs numpy and scikit-image."""
import gzip
import struct
import sys
import zipfile

import numpy
from scipy import ndimage
from skimage import measure

wheel, out = sys.argv[1:3]
spacing = float(sys.argv[3]) if len(sys.argv) > 3 else 6.0


def volume(tissue):
    name = f"nilearn/datasets/data/mni_icbm152_{tissue}_tal_nlin_sym_09a_converted.nii.gz"
    data = gzip.decompress(zipfile.ZipFile(wheel).read(name))
    shape = struct.unpack_from("<3h", data, 42)
    kind = {2: numpy.uint8, 4: numpy.int16, 16: numpy.float32, 64: numpy.float64}[struct.unpack_from("<h", data, 70)[0]]
    voxel = struct.unpack_from("<3f", data, 80)
    values = numpy.frombuffer(data, kind, int(numpy.prod(shape)), int(struct.unpack_from("<f", data, 108)[0]))
    return values.reshape(shape, order="F").astype(float), numpy.array(voxel)


def normal(vertex, corners):
    a, b, c = vertex[corners]
    return numpy.cross(b - a, c - a)


def collapse(vertex, face, shortest):
    """Joins the ends of short edges, the shortest first, where the surface stays a manifold and no triangle turns over."""
    faces = {i: tuple(int(x) for x in f) for i, f in enumerate(face)}
    at = [set() for _ in vertex]
    for i, f in faces.items():
        for x in f:
            at[x].add(i)
    while True:
        edges = {tuple(sorted((f[k], f[(k + 1) % 3]))) for f in faces.values() for k in range(3)}
        short = sorted((numpy.linalg.norm(vertex[a] - vertex[b]), a, b) for a, b in edges)
        done, touched = 0, set()
        for length, a, b in short:
            if length >= shortest:
                break
            around = [{x for i in at[p] for x in faces[i]} - {a, b} for p in (a, b)]
            if ({a, b} | around[0] | around[1]) & touched or len(around[0] & around[1]) != 2:
                continue
            moved = vertex.copy()
            moved[a] = moved[b] = (vertex[a] + vertex[b]) / 2
            kept = (at[a] ^ at[b])
            if any(numpy.dot(normal(vertex, list(faces[i])), normal(moved, list(faces[i]))) <= 0 for i in kept):
                continue
            for i in at[a] & at[b]:
                for x in faces[i]:
                    if x not in (a, b):
                        at[x].discard(i)
                del faces[i]
            for i in at[b] & kept:
                faces[i] = tuple(a if x == b else x for x in faces[i])
            vertex, at[a], at[b], done = moved, kept, set(), done + 1
            touched |= {a, b} | around[0] | around[1]
        if not done:
            break
    used = sorted({x for f in faces.values() for x in f})
    number = {x: i for i, x in enumerate(used)}
    return vertex[used], numpy.array([[number[x] for x in f] for f in faces.values()])


def relax(vertex, face):
    """Each vertex a third of the way to the mean of its neighbours."""
    total, count = numpy.zeros_like(vertex), numpy.zeros(len(vertex))
    for k in range(3):
        numpy.add.at(total, face[:, k], vertex[face[:, (k + 1) % 3]] + vertex[face[:, (k + 2) % 3]])
        numpy.add.at(count, face[:, k], 2)
    return vertex + (total / count[:, None] - vertex) / 3


grey, voxel = volume("gm")
white, _ = volume("wm")
inside = ndimage.gaussian_filter((grey + white) / (grey + white).max(), 0.45 * spacing / voxel)
inside = numpy.pad(ndimage.zoom(inside, voxel / spacing, order=1), 2)
pieces, _ = ndimage.label(inside > 0.5)
inside[(pieces != numpy.argmax(numpy.bincount(pieces.ravel())[1:]) + 1) & (inside > 0.5)] = 0
inside[ndimage.binary_fill_holes(inside > 0.5) & (inside <= 0.5)] = 0.51
vertex, face, _, _ = measure.marching_cubes(inside, 0.5, spacing=(spacing * 1e-3,) * 3, allow_degenerate=False)
vertex = vertex[:, [0, 2, 1]] * [-1, 1, 1]  # left to right, up, forwards
a, b, c = (vertex[face[:, i]] for i in range(3))
if numpy.einsum("ij,ij->", a, numpy.cross(b, c)) < 0:
    face = face[:, ::-1]
vertex, face = collapse(vertex, face, 0.7e-3 * spacing)
for _ in range(4):
    vertex = relax(vertex, face)
vertex -= [(vertex[:, 0].min() + vertex[:, 0].max()) / 2, vertex[:, 1].min(), (vertex[:, 2].min() + vertex[:, 2].max()) / 2]
with open(out, "w") as stream:
    print(f"OFF\n{len(vertex)} {len(face)} 0", file=stream)
    for v in vertex:
        print(*(f"{x:.7f}" for x in v), file=stream)
    for f in face:
        print(3, *f, file=stream)
print(f"{len(vertex)} vertices, {len(face)} faces, Euler number {len(vertex) - len(face) // 2}, extent {numpy.ptp(vertex, axis=0)}")
