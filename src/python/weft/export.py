"""Scenes for other programs: OBJ, Gmsh, MuJoCo and CSV tables. src/python/README.md says what becomes of each number.

Each writer returns the lines that say what the scene has and the format cannot carry, besides the FACTS that it does not carry.
"""
import contextlib
import math
import os

from weft.common import Failure, IO, new_file
from weft.scene import MATERIALS_MAX, Elements, Scene, bending_stiffness


def count(values):
    return sum(1 for value in values if value)


# What a scene may have besides particles, constraints with a stiffness, and gravity: how many, and what it is called.
FACTS = {
    "velocities": (lambda s: count(any(p["velocity"]) for p in s.particles), "velocities of particles at the start"),
    "forces": (lambda s: count(any(p["force"]) for p in s.particles), "external forces on particles"),
    "damping": (lambda s: count(c["damping"] for c in s.constraints), "damping of constraints"),
    "limits": (lambda s: count(c["limit"] is not None for c in s.constraints), "limits at which constraints break"),
    "senses": (lambda s: count(c["sense"] != "equal" for c in s.constraints), "inequalities (constraints that only push or only pull)"),
    "hard": (lambda s: count(c["stiffness"][0] is None for c in s.constraints), "hard constraints (of infinite stiffness)"),
    "scripts": (lambda s: len(s.scripts), "scripts, which move or release pins and colliders"),
    "wind": (lambda s: len(s.wind["triangles"]) if s.wind else 0, "triangles in the wind"),
    "loads": (lambda s: len(s.triangle_loads), "pressure, moments and following forces on triangles"),
    "contact": (lambda s: count([s.contact]), "contact rules"),
    "colliders": (lambda s: len(s.colliders), "colliders"),
}


def line(*values):
    return " ".join(f"{value:.17g}" if isinstance(value, float) else str(value) for value in values)


def body_of(scene, particles):
    return scene.particles[particles[0]]["body"]


def unit(sheet):
    return "N/m (times the thickness)" if sheet else "Pa"


# ---- Wavefront OBJ ----


def write_obj(scene, file):
    """Every particle is a vertex; the faces and lines of each body are a group, and the pins are points in a group of their own."""
    print(f"# weft scene {scene.name} {scene.hash}; m, kg, s\n# gravity {line(*scene.gravity)} m/s2", file=file)
    for kind in ("triangle_arap", "tet_arap", "neo_hookean"):
        elements = Elements(scene, kind)
        for young, poisson in elements.materials:
            print(f"# material {kind}: young {line(young)} {unit(elements.sheet)}, poisson {line(poisson)}", file=file)
    for particle in scene.particles:
        print("v", line(*particle["position"]), file=file)
    for body in range(scene.body_count):
        print(f"g body_{body}", file=file)
        for letter, cells in (("f", scene.faces), ("l", scene.lines)):
            for cell in cells:
                if body_of(scene, cell) == body:
                    print(letter, *(i + 1 for i in cell), file=file)
    print("g pins", file=file)
    for particle in scene.particles:
        if particle["pinned"]:
            print("p", particle["index"] + 1, file=file)
    return ["masses of particles", *stiffness_left_out(scene, ())]


def stiffness_left_out(scene, carried):
    return [f"stiffness and rest values of {kind}: {len(scene.of_kind(kind))}" for kind in scene.kinds if kind not in carried]


# ---- Gmsh 2.2 ----

GMSH_LINE, GMSH_TRIANGLE, GMSH_QUAD, GMSH_TETRAHEDRON, GMSH_POINT = 1, 2, 3, 4, 15
GMSH_MATERIALS = ("neo_hookean", "tet_arap")


class Gmsh:
    """The elements of a file, each in the physical group of a name."""

    def __init__(self):
        self.groups, self.elements, self.polygons = {}, [], 0

    def add(self, kind, dimension, name, vertices):
        group = self.groups.setdefault((dimension, name), len(self.groups) + 1)
        self.elements.append((kind, group, vertices))

    def add_tetrahedra(self, scene):
        """Where several kinds act on a tetrahedron, it is in the group of the first kind."""
        seen = set()
        for kind in scene.kinds:
            if not scene.is_element(kind, "tetrahedron"):
                continue
            elements = Elements(scene, kind) if kind in GMSH_MATERIALS else None
            for i, constraint in enumerate(scene.of_kind(kind)):
                vertices, name = constraint["vertices"], f"body_{body_of(scene, constraint['vertices'])} {kind}"
                if elements and elements.material[i] is not None:
                    name += " young={:.10g} poisson={:.10g}".format(*elements.materials[elements.material[i]])
                if tuple(sorted(vertices)) not in seen:
                    self.add(GMSH_TETRAHEDRON, 3, name, vertices)
                seen.add(tuple(sorted(vertices)))

    def add_faces(self, scene):
        """Polygons of more than four corners become fans of triangles."""
        for face in scene.faces:
            name = f"body_{body_of(scene, face)}"
            if len(face) <= 4:
                self.add(GMSH_TRIANGLE if len(face) == 3 else GMSH_QUAD, 2, name, face)
            else:
                self.polygons += 1
                for pair in zip(face[1:], face[2:]):
                    self.add(GMSH_TRIANGLE, 2, name, [face[0], *pair])

    def add_lines_and_pins(self, scene):
        for ends in scene.lines:
            self.add(GMSH_LINE, 1, f"body_{body_of(scene, ends)}", ends)
        for particle in scene.particles:
            if particle["pinned"]:
                self.add(GMSH_POINT, 0, "pins", [particle["index"]])


def write_section(file, name, lines):
    print(f"${name}", *lines, f"$End{name}", sep="\n", file=file)


def write_msh(scene, file):
    """Tetrahedra in a physical group for each body, kind and material; faces and lines in one for each body; pins as points in the group
    `pins`; masses, velocities and external forces as data of the nodes. Node i + 1 is particle i.
    https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format-version-2-_0028Legacy_0029"""
    mesh = Gmsh()
    mesh.add_tetrahedra(scene)
    mesh.add_faces(scene)
    mesh.add_lines_and_pins(scene)
    nodes = [particle["index"] + 1 for particle in scene.particles]
    write_section(file, "MeshFormat", ["2.2 0 8"])
    write_section(file, "Comments", [f"weft scene {scene.name} {scene.hash}; m, kg, s; gravity {line(*scene.gravity)} m/s2"])
    write_section(file, "PhysicalNames", [len(mesh.groups), *(f'{dimension} {i} "{name}"' for (dimension, name), i in mesh.groups.items())])
    write_section(file, "Nodes", [len(nodes), *(line(i, *p["position"]) for i, p in zip(nodes, scene.particles))])
    write_section(file, "Elements", [len(mesh.elements), *(line(i, kind, 2, group, group, *(v + 1 for v in vertices))
                                                           for i, (kind, group, vertices) in enumerate(mesh.elements, 1))])
    for name, numbers, key in (("mass, kg", 1, "mass"), ("velocity, m/s", 3, "velocity"), ("force, N", 3, "force")):
        values = [p[key] if numbers == 3 else [p[key]] for p in scene.particles]
        write_section(file, "NodeData", [1, f'"{name}"', 1, 0, 3, 0, numbers, len(nodes), *(line(i, *v) for i, v in zip(nodes, values))])
    polygons = [f"faces of more than four corners as one: {mesh.polygons}"] if mesh.polygons else []
    return polygons + stiffness_left_out(scene, GMSH_MATERIALS)


# ---- MuJoCo ----

BENDING = ("dihedral", "isometric_bending", "plate_bending")
FLEXES = ("triangle_arap", "tet_arap", "neo_hookean")


def write_mujoco(scene, file):
    """A body with three slide joints for each particle, without joints for a pin; a spatial tendon for each spring; a flex for the elements of
    each material; a geom for each collider, and a sphere of the contact thickness around each particle that may touch them."""
    left_out = []
    print(f'<mujoco model="{scene.name}">\n  <!-- a scene has no time step: set it here -->\n'
          f'  <option timestep="0.002" gravity="{line(*scene.gravity)}" integrator="discrete"/>\n  <worldbody>', file=file)
    write_colliders(scene, file, left_out)
    write_bodies(scene, file)
    print("  </worldbody>\n  <deformable>", file=file)
    write_flexes(scene, file, left_out)
    print("  </deformable>", file=file)
    write_tendons(scene, file, left_out)
    if any(any(p["velocity"]) for p in scene.particles):  # of free particles in their order, three joints each
        free = " ".join(line(*p["velocity"]) for p in scene.particles if not p["pinned"])
        print(f'  <keyframe><key name="start" qvel="{free}"/></keyframe>', file=file)
    print("</mujoco>", file=file)
    return left_out + contact_left_out(scene) + kinds_left_out(scene)


def write_bodies(scene, file):
    touching = set(scene.contact["points"]) if scene.contact and scene.colliders else ()
    slides = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    for particle in scene.particles:
        i, mass = particle["index"], line(particle["mass"])
        text = f'    <body name="p{i}" pos="{line(*particle["position"])}">'
        if not particle["pinned"]:
            text += f'<inertial pos="0 0 0" mass="{mass}" diaginertia="{mass} {mass} {mass}"/>{slides}'
        if i in touching:
            text += (f'<geom type="sphere" size="{line(scene.contact["thickness"])}" contype="1" conaffinity="0" mass="0" '
                     f'friction="{line(scene.contact["friction"])} 0 0"/>')
        print(text + f'<site name="s{i}"/></body>', file=file)


def shape_of(collider):
    if collider["shape"] == "plane":
        return f'type="plane" size="0 0 1" zaxis="{line(*collider["direction"])}" pos="{line(*collider["point"])}"'
    if collider["shape"] == "sphere":
        return f'type="sphere" size="{line(collider["radius"])}" pos="{line(*collider["point"])}"'
    if collider["shape"] == "box":
        axes = line(*collider["axes"][0], *collider["axes"][1])
        return f'type="box" size="{line(*collider["half"])}" xyaxes="{axes}" pos="{line(*collider["point"])}"'
    end = [a + b for a, b in zip(collider["point"], collider["direction"])]
    return f'type="capsule" size="{line(collider["radius"])}" fromto="{line(*collider["point"], *end)}"'


def write_colliders(scene, file, left_out):
    for i, collider in enumerate(scene.colliders, 1):
        if "mesh" in collider or collider["shape"] == "mesh":
            left_out.append(f"collider {i}, a {collider['shape']}: MuJoCo would take its convex hull")
            continue
        friction = collider["friction"]
        if friction is None:
            friction = scene.contact["friction"] if scene.contact else 0
        print(f'    <geom {shape_of(collider)} contype="0" conaffinity="1" friction="{line(friction)} 0 0"/>', file=file)


def write_tendons(scene, file, left_out):
    """An inequality only pulls (at most) or only pushes (at least): a range of lengths without force."""
    springs = scene.of_kind("distance")
    if springs:
        print("  <tendon>", file=file)
    for spring in springs:
        if spring["stiffness"][0] is not None:
            low = 0 if spring["sense"] == "at_most" else spring["rest"][0]
            high = 1e10 if spring["sense"] == "at_least" else spring["rest"][0]
            sites = "".join(f'<site site="s{v}"/>' for v in spring["vertices"])
            print(f'    <spatial stiffness="{line(spring["stiffness"][0])}" damping="{line(spring["damping"])}" '
                  f'springlength="{line(low, high)}">{sites}</spatial>', file=file)
    if springs:
        print("  </tendon>", file=file)
    both = count(spring["damping"] and spring["sense"] != "equal" for spring in springs)
    if both:
        left_out.append(f"that an inequality is damped only where it acts, of springs: {both}")


def find_bending(scene, left_out):
    """The bending stiffness of all flat hinges, N m, or 0."""
    bending, others = 0, 0
    for hinge in (c for kind in BENDING for c in scene.of_kind(kind)):
        stiffness = bending_stiffness(hinge, scene)
        bent = hinge["kind"] == "dihedral" and abs(hinge["rest"][0]) > 1e-6
        if bending == 0 and not bent and math.isfinite(stiffness):
            bending = stiffness
        others += bent or not abs(stiffness - bending) <= 1e-6 * bending
    if others:
        left_out.append(f"hinges that are bent at rest, or of another stiffness than E t^3 / 12 (1 - nu^2) = {bending:.6g} N m: {others}")
    return bending


def write_flexes(scene, file, left_out):
    bending = find_bending(scene, left_out)
    bodies = " ".join(f"p{p['index']}" for p in scene.particles)
    for kind in FLEXES:
        elements = Elements(scene, kind)
        for i, (young, poisson) in enumerate(elements.materials):
            cells = " ".join(line(*v) for v, material in zip(elements.vertices, elements.material) if material == i)
            law = f'young="{line(young)}" poisson="{line(poisson)}"'
            if elements.sheet:  # known are E t and D = E t³ / 12, so t = √(12 D / (E t))
                thickness = math.sqrt(12 * bending / young) if bending > 0 else 1e-3
                law = (f'young="{line(young / thickness)}" poisson="{line(poisson)}" thickness="{line(thickness)}" '
                       f'elastic2d="{"both" if bending > 0 else "stretch"}"')
            print(f'    <flex name="{kind}_{i}" dim="{2 if elements.sheet else 3}" radius="0.001" body="{bodies}" element="{cells}">\n'
                  f'      <elasticity {law}/>\n      <contact contype="0" conaffinity="0" selfcollide="none"/>\n    </flex>', file=file)
        if elements.others:
            left_out.append(f"{kind}, hard or of more than {MATERIALS_MAX} materials: {elements.others}")
        if elements.strained:
            left_out.append(f"rest shapes other than that at the start, of {kind}: {elements.strained}")
    if bending > 0 and not scene.of_kind("triangle_arap"):
        left_out.append("bending: it belongs to a flex of triangle_arap, which is not there")


def contact_left_out(scene):
    if not scene.contact:
        return []
    between = ["contact within and between bodies"] if scene.contact["self"] or scene.contact["bodies"] else []
    return ["stiffness, restitution and slip of contacts: MuJoCo's are solref and solimp", *between]


def kinds_left_out(scene):
    lines = []
    for kind in scene.kinds:
        constraints = scene.of_kind(kind)
        traits = count(c["damping"] or c["sense"] != "equal" for c in constraints)
        if kind not in (*BENDING, *FLEXES, "distance"):
            lines.append(f"{kind}: {len(constraints)}")
        elif traits and kind != "distance":
            lines.append(f"damping and inequalities of {kind}: {traits}")
    return lines


# ---- tables ----


def write_csv(scene, particles, constraints, facts):
    def row(file, *values):
        print(*(line(v) if isinstance(v, (float, int)) else v for v in values), sep=",", file=file)

    def numbers(values):
        return " ".join("inf" if value is None else line(value) for value in values)

    row(particles, *"index body mass pinned x y z vx vy vz fx fy fz".split())
    for p in scene.particles:
        row(particles, p["index"], p["body"], p["mass"], int(p["pinned"]), *p["position"], *p["velocity"], *p["force"])
    row(constraints, *"kind index vertices rest stiffness damping limit sense faces".split())
    for c in scene.constraints:
        faces = " ".join(line(*face) for face in c.get("faces", ()))
        row(constraints, c["kind"], c["index"], line(*c["vertices"]), line(*c["rest"]), numbers(c["stiffness"]), c["damping"],
            numbers([c["limit"]]), c["sense"], faces)
    row(facts, "name", "value")
    row(facts, "scene", scene.name)
    row(facts, "hash", scene.hash)
    for axis, value in zip("xyz", scene.gravity):
        row(facts, f"gravity_{axis}", value)
    for name, value in (("scripts", len(scene.scripts)), ("wind", count([scene.wind])), ("colliders", len(scene.colliders))):
        row(facts, name, value)
    for name, value in scene.contact.items() if scene.contact else ():
        if name != "points":
            row(facts, f"contact_{name}", math.inf if value is None else int(value) if isinstance(value, bool) else value)
    return []


# ---- the command ----

# By the end of the output's name: the writer, the facts that it carries, and the files of a folder.
FORMATS = {
    ".obj": (write_obj, (), ()),
    ".msh": (write_msh, ("velocities", "forces"), ()),
    ".xml": (write_mujoco, ("velocities", "damping", "senses", "contact", "colliders"), ()),
    "": (write_csv, ("velocities", "forces", "damping", "limits", "senses", "hard", "contact"),
         ("particles.csv", "constraints.csv", "scene.csv")),
}


def write_files(scene, write, names):
    try:
        with contextlib.ExitStack() as files:
            return write(scene, *(files.enter_context(new_file(name)) for name in names))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Failure(f"{scene.path}: is not a whole scene; write it with `weft scene NAME --export FILE.json`") from None


def write_tables(scene, folder, names):
    try:
        os.mkdir(folder)
    except OSError as error:
        raise Failure(f"{folder}: the folder cannot be made: {error.strerror}", IO) from None
    try:
        return write_files(scene, write_csv, [os.path.join(folder, name) for name in names])
    except Failure:
        os.rmdir(folder)
        raise


def convert(path, output):
    """Returns the lines about what the format cannot carry."""
    ending = os.path.splitext(output)[1].lower()
    if ending not in FORMATS:
        raise Failure(f"{output}: `{ending}` is no format of a scene: .obj, .msh, .xml (MuJoCo), or a folder for CSV tables")
    write, carried, tables = FORMATS[ending]
    scene = Scene(path)
    left_out = write_tables(scene, output, tables) if tables else write_files(scene, write, [output])
    counts = {name: number(scene) for name, (number, _) in FACTS.items() if name not in carried}
    return [f"{FACTS[name][1]}: {found}" for name, found in counts.items() if found] + left_out
