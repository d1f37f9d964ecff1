"""Meshes from files, with the vertices in the order in which weft numbers them, and as a file that weft reads (datasets/README.md)."""
import contextlib
import io
import itertools
import os
import re
import warnings
from dataclasses import dataclass, field

from weft.common import IO, USAGE, Failure, new_file, package, read_text


@dataclass
class Mesh:
    points: list  # (x, y, z)
    faces: list = field(default_factory=list)  # lists of at least three vertices
    tets: list = field(default_factory=list)
    lines: list = field(default_factory=list)  # pairs of vertices


def read_obj(path):
    """Vertices, faces and lines of a Wavefront OBJ; a face of one or two corners repeats its last one, as in weft."""
    mesh = Mesh([])
    for line, text in enumerate(read_text(path).split("\n"), 1):
        words = text.partition("#")[0].split()
        keyword = words[0].lower() if words else ""
        try:
            if keyword == "v":
                mesh.points.append([float(word) for word in words[1:4]])
            elif keyword in ("f", "l") and len(words) > 1:
                corners = [int(word.split("/")[0]) for word in words[1:]]
                corners = [i - 1 if i > 0 else len(mesh.points) + i for i in corners]
                if keyword == "f":
                    mesh.faces.append(corners + corners[-1:] * (3 - len(corners)))
                else:
                    mesh.lines += zip(corners[:-1], corners[1:])
        except ValueError:
            raise Failure(f"{path}:{line}: `{text[:60]}` is not a line of an OBJ file") from None
    return _checked(path, mesh)


def read_off(path):
    """Vertices and faces of an OFF text file: exactly as many lines as its counts say. Colours behind a face are skipped."""
    lines = [(line, text.partition("#")[0].split()) for line, text in enumerate(read_text(path).split("\n"), 1)]
    lines = [(line, words) for line, words in lines if words]
    if not lines or lines[0][1][0] != "OFF":
        raise Failure(f"{path}: does not begin with `OFF`; of this format only files of vertices without colours and normals are read")
    line, head = lines.pop(0)
    try:
        line, counts = (line, head[1:]) if head[1:] else lines.pop(0)
        vertices, faces = [int(word) for word in counts[:2]]
        if min(vertices, faces) < 0 or len(lines) != vertices + faces:
            raise Failure(f"{path}:{line}: counts {vertices} vertices and {faces} faces, a line for each, but {len(lines)} lines follow; the file is cut off or a count is wrong")
        mesh = Mesh([])
        for line, words in lines[:vertices]:
            mesh.points.append([float(word) for word in words])
        for line, words in lines[vertices:]:
            end = 1 + int(words[0])
            if not end <= len(words) <= end + 4:  # a colour is an index, or three or four numbers
                raise ValueError
            mesh.faces.append([int(word) for word in words[1:end]])
    except (ValueError, IndexError):
        raise Failure(f"{path}:{line}: is not a line of an OFF file") from None
    return _checked(path, mesh)


# Gmsh element types: number of nodes.
GMSH_NODES = {1: 2, 2: 3, 3: 4, 4: 4, 15: 1}


def read_gmsh(path):
    """Nodes, faces and tetrahedra of a Gmsh 2.2 or 4.1 text file. Vertices are in the order of the node tags, as in weft."""
    sections = dict(re.findall(r"^\$(\w+)\s*\n(.*?)^\$End\1", read_text(path), re.DOTALL | re.MULTILINE))
    version = (sections.get("MeshFormat", "").split() + ["", ""])[:2]
    if version not in (["2.2", "0"], ["4.1", "0"]) or "Nodes" not in sections or "Elements" not in sections:
        raise Failure(f"{path}: is not a Gmsh text file of version 2.2 or 4.1; write it with `gmsh -save -format msh2`")
    read = _read_gmsh_4 if version[0] == "4.1" else _read_gmsh_2
    try:
        numbers = [_numbers(sections[name]) for name in ("Nodes", "Elements")]
        nodes, elements = read(*numbers)
        if any(take.left() for take in numbers):
            raise ValueError
        order = {tag: i for i, tag in enumerate(sorted(nodes))}
        mesh = Mesh([nodes[tag] for tag in order])
        for kind, tags in elements:
            if kind == 1:
                mesh.lines.append([order[tag] for tag in tags])
            elif kind in (2, 3):
                mesh.faces.append([order[tag] for tag in tags])
            elif kind == 4:
                mesh.tets.append([order[tag] for tag in tags])
    except (KeyError, ValueError, IndexError):
        raise Failure(f"{path}: its nodes or elements are not as many as it says, or of a type other than lines, triangles, quads and tetrahedra") from None
    return _checked(path, mesh)


def _numbers(text):
    """A function that takes the next n numbers of a text; with `row` a line must end there, as weft has it."""
    lines = [line.split() for line in text.split("\n")]
    words = iter([(word, last) for line in lines for word, last in zip(line, [False] * (len(line) - 1) + [True])])

    def take(count, kind=int, row=False):
        found = list(itertools.islice(words, count))
        if len(found) < count or (row and found and not found[-1][1]):
            raise ValueError
        return [kind(word) for word, _ in found]

    take.left = lambda: next(words, None) is not None
    return take


def _read_gmsh_2(nodes, elements):
    found, cells = {}, []
    for _ in range(*nodes(1, row=True)):
        (tag,) = nodes(1)
        found[tag] = nodes(3, float, row=True)
    for _ in range(*elements(1, row=True)):
        _, kind, tags = elements(3)
        elements(tags)
        cells.append((kind, elements(GMSH_NODES[kind], row=True)))
    return found, cells


def _read_gmsh_4(nodes, elements):
    found, cells = {}, []
    for _ in range(nodes(4, row=True)[0]):
        dimension, _, parametric, count = nodes(4, row=True)
        for tag in nodes(count, row=True):  # the tags come before the positions
            found[tag] = None
        for tag in [*found][len(found) - count:]:
            found[tag] = nodes(3 + dimension * parametric, float, row=True)[:3]
    for _ in range(elements(4, row=True)[0]):
        _, _, kind, count = elements(4, row=True)
        for _ in range(count):
            cells.append((kind, elements(1 + GMSH_NODES[kind], row=True)[1:]))
    return found, cells


def _checked(path, mesh):
    for cell in mesh.lines + mesh.faces + mesh.tets:
        if not all(0 <= i < len(mesh.points) for i in cell):
            raise Failure(f"{path}: an element has a vertex that does not exist")
    if any(len(face) < 3 for face in mesh.faces):
        raise Failure(f"{path}: a face has less than three corners")
    for i, point in enumerate(mesh.points):
        if len(point) != 3 or not all(abs(x) <= 1e30 for x in point):
            raise Failure(f"{path}: vertex {i} has no three finite coordinates")
    return mesh


def read_vtp(path):
    from weft import vtp  # needs numpy

    points, lines, polygons, _ = vtp.read(path)
    return _checked(path, Mesh(points.tolist(), [polygon.tolist() for polygon in polygons], [],
                               [pair for line in lines for pair in zip(line[:-1].tolist(), line[1:].tolist())]))


# Cells of meshio that a mesh of weft can hold, and points, which it skips.
MESHIO_CELLS = {"line": "lines", "triangle": "faces", "quad": "faces", "polygon": "faces", "tetra": "tets", "vertex": None}


def read_meshio(path):
    meshio = package("meshio")
    if not os.path.exists(path):
        raise Failure(f"{path}: cannot be read: No such file", IO)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = meshio.read(path)
    except (Exception, SystemExit) as error:  # it fails in many ways, and prints and exits where it cannot read a file
        text = printed.getvalue() if isinstance(error, SystemExit) else str(error)
        raise Failure(f"{path}: meshio cannot read it: {' '.join(text.split())[:200]}") from None
    mesh = Mesh([[*point, 0.0][:3] for point in found.points.tolist()])
    for block in found.cells:
        kind = re.sub(r"^polygon\d*$", "polygon", block.type)
        if kind not in MESHIO_CELLS:
            raise Failure(f"{path}: has cells of type {kind}; weft takes lines, polygons and tetrahedra of order 1")
        if MESHIO_CELLS[kind]:
            getattr(mesh, MESHIO_CELLS[kind]).extend(list(map(int, cell)) for cell in block.data)
    return _checked(path, mesh)


READERS = {".obj": read_obj, ".off": read_off, ".msh": read_gmsh, ".vtp": read_vtp}


def read(path):
    """Of a format without a reader here, by meshio."""
    return READERS.get(os.path.splitext(path)[1].lower(), read_meshio)(path)


def write_vtk(file, mesh):
    """VTK legacy 3.0 as text, with the vertices to the last bit."""
    cells = [(3, line) for line in mesh.lines] + [(7, face) for face in mesh.faces] + [(10, tet) for tet in mesh.tets]
    print("# vtk DataFile Version 3.0\nconverted by python3 -m weft mesh\nASCII\nDATASET UNSTRUCTURED_GRID", file=file)
    print("POINTS", len(mesh.points), "double", file=file)
    for point in mesh.points:
        print(*(f"{x:.17g}" for x in point), file=file)
    print("CELLS", len(cells), sum(1 + len(cell) for _, cell in cells), file=file)
    for _, cell in cells:
        print(len(cell), *cell, file=file)
    print("CELL_TYPES", len(cells), file=file)
    for kind, _ in cells:
        print(kind, file=file)


def convert(path, output):
    """Returns a line about what was written."""
    if os.path.splitext(output)[1].lower() != ".vtk":
        raise Failure(f"{output}: give a name that ends in .vtk", USAGE)
    mesh = read(path)
    if not mesh.lines and not mesh.faces and not mesh.tets:
        raise Failure(f"{path}: the mesh has no faces, no lines and no tetrahedra")
    with new_file(output) as file:
        write_vtk(file, mesh)
    return f"{output}: {len(mesh.points)} vertices, {len(mesh.lines)} lines, {len(mesh.faces)} faces, {len(mesh.tets)} tetrahedra"
