"""A configuration of IPC (github.com/ipc-sim/IPC, Li 2020) as a scene file of weft.

Its settings are described in README.md and wiki/wiki.md of that repository; what they do, in src/Config.cpp, src/main.cpp and
src/AnimScripter.cpp. A line of it is in the scene, or becomes a comment because it says nothing about a scene, or is refused
with file and line because it would make another scene. src/python/README.md says which.
"""
import difflib
import itertools
import math
import os
import re
import unicodedata
from dataclasses import dataclass, field

from weft import meshes
from weft.common import USAGE, Failure, new_file, number, package, read_text, to_number

np = package("numpy")

GRAVITY = 9.80665  # of IPC, m/s²
PRESSED = 0.1  # the weight of all bodies on one particle presses it in by this part of the thickness
LARGEST = 1e30  # so that products of several numbers are finite
SHAPES_MAX, BYTES_MAX = 1000, 1 << 20

# ---- lines and words ----


class Line:
    """The words of a line, with those that a \\ at its end joins to it; a word that begins with # ends it."""

    def __init__(self, path, line, words):
        self.path, self.number, self.words, self.at = path, line, words, 0

    def failure(self, text):
        return Failure(f"{self.path}:{self.number}: {text}")

    def next(self):
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else None

    def has_number(self):
        return self.at < len(self.words) and to_number(self.words[self.at]) is not None

    def numbers(self, what, count):
        values = []
        for i in range(count):
            word = self.next()
            if word is None:
                raise self.failure(f"`{what}` has {count} numbers, and only {i} are given")
            value = to_number(word)
            if value is None:
                raise self.failure(f"`{word[:60]}` is not a finite number; `{what}` has {count} of them")
            if abs(value) > LARGEST:
                raise self.failure(f"`{word[:60]}` is beyond {LARGEST:g}; a scene is in metres, seconds and kilograms")
            values.append(value)
        return values

    def number_of(self, what):
        return self.numbers(what, 1)[0]

    def count(self, what, least, most):
        value = self.number_of(what)
        if not (least <= value <= most and value == int(value)):
            raise self.failure(f"`{what}` is a number from {least} to {most}, not {value:g}")
        return int(value)

    def done(self):
        if self.at < len(self.words):
            raise self.failure(f"`{self.words[self.at][:60]}` is a word too many")


BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_printable(path, text):
    """Names of the file are written into a scene and shown on terminals."""
    for line, words in enumerate(text.split("\n"), 1):
        if any(unicodedata.category(c) in ("Cc", "Zl", "Zp") and c not in "\t\r" or c in BIDI for c in words):
            raise Failure(f"{path}:{line}: a character that is not printable; write the file as plain text")


def read_lines(path):
    text = read_text(path, BYTES_MAX)
    check_printable(path, text)
    words, start = [], 0
    for line, rest in enumerate(text.split("\n"), 1):
        found = list(itertools.takewhile(lambda word: not word.startswith("#"), rest.split()))
        start = start if words else line
        words += [word for word in found if word != "\\"]
        if words and found[-1:] != ["\\"]:
            yield Line(path, start, words)
            words = []
    if words:
        yield Line(path, start, words)


def suggestion(word, names):
    near = difflib.get_close_matches(word, names, 1)
    return f", did you mean `{near[0]}`?" if near else ""


# ---- a shape ----


@dataclass
class Box:
    """The vertices of the surface in a box, whose corners are parts of the box around the unmoved mesh, and what acts on them."""

    low: list
    high: list
    velocity: list  # m/s; of NBC an acceleration, m/s²
    turn: list = field(default_factory=lambda: [0, 0, 0])  # degrees/s
    begin: float = 0  # s
    end: float = math.inf


@dataclass
class Shape:
    line: Line
    mesh: str
    translate: list  # x → R S x + t with R = Rx Ry Rz
    degrees: list
    scale: list
    material: list = None  # density, Young's modulus, Poisson's ratio
    moves: bool = False  # has a constant velocity
    starts: bool = False  # has an initial velocity
    velocity: list = field(default_factory=lambda: [0, 0, 0])  # m/s
    turn: list = field(default_factory=lambda: [0, 0, 0])  # degrees/s
    pins: list = field(default_factory=list)
    forces: list = field(default_factory=list)


def read_material(line, shape):
    shape.material = line.numbers("material", 3)
    if shape.material[0] <= 0 or shape.material[1] <= 0:
        raise line.failure("`material` needs a density and a Young's modulus above 0")


def begin_motion(line, shape, moves):
    if shape.starts if moves else shape.moves:
        raise line.failure("a shape has `initVel` or a constant velocity, not both")
    shape.moves, shape.starts = shape.moves or moves, shape.starts or not moves


def read_motion(line, shape):
    word = line.words[line.at - 1]
    begin_motion(line, shape, word != "initVel")
    if word != "angularVelocity":
        shape.velocity = line.numbers(word, 3)
    if word != "linearVelocity":
        shape.turn = line.numbers(word, 3)


def read_pins(line, shape):
    box = Box(*(line.numbers("DBC", 3) for _ in range(4)))
    if line.has_number():
        box.begin = line.number_of("DBC")
    if line.has_number():
        box.end = line.number_of("DBC")
    if box.begin < 0 or box.end <= box.begin:
        raise line.failure(f"`DBC` acts from {box.begin:g} s to {box.end:g} s; the end must be after the start, which is 0 or later")
    shape.pins.append(box)


def read_forces(line, shape):
    shape.forces.append(Box(*(line.numbers("NBC", 3) for _ in range(3))))
    if line.has_number():
        raise line.failure("`NBC` with times: a force of weft acts from the start to the end")


def read_sequence(line, shape):
    raise line.failure("`meshSeq`: weft moves bodies by scripts, not by files; give the shape linearVelocity and angularVelocity")


EXTRAS = {"material": read_material, "linearVelocity": read_motion, "angularVelocity": read_motion, "initVel": read_motion, "DBC": read_pins,
          "NBC": read_forces, "meshSeq": read_sequence}


def read_shape(line):
    names = ("the position of a shape", "the angles of a shape", "the scale of a shape")
    shape = Shape(line, line.next(), *(line.numbers(name, 3) for name in names))
    if 0 in shape.scale:
        raise line.failure("a shape scaled by 0 has no volume")
    while (word := line.next()) is not None:
        if word not in EXTRAS:
            raise line.failure(f"a shape has no `{word[:60]}`" + suggestion(word, EXTRAS))
        EXTRAS[word](line, shape)
    if shape.moves and (shape.pins or shape.forces):
        raise line.failure("a shape with a constant velocity cannot have `DBC` or `NBC` too")
    shape.starts = shape.starts and any(shape.velocity + shape.turn)
    return shape


# ---- the settings ----


@dataclass
class Plane:
    point: list
    normal: list
    friction: float


@dataclass
class Config:
    path: str
    shapes: list = field(default_factory=list)
    planes: list = field(default_factory=list)
    notes: list = field(default_factory=list)  # lines that say nothing about a scene
    corotated: Line = None  # the line with energy FCR
    script: str = "null"  # fall lifts the bodies by half the diagonal of the box around them; with any other than null nothing is held
    density: float = 1000
    young: float = 1e5
    poisson: float = 0.4
    friction: float = 0
    distance: float = 1e-3  # contact distance as a part of the diagonal of the box around all bodies, or in m
    absolute: bool = False  # it is in m
    size: float = 0  # to which the longest side of that box is scaled; not above 0: it is not
    duration: float = 5
    step: float = 0.025
    held_from: float = 0  # DBCTimeRange, s
    held_to: float = math.inf
    gravity: bool = True
    touching: bool = True  # bodies touch each other and themselves


def read_energy(line, config, _):
    word = line.next()
    if word == "HF":
        raise line.failure("`energy HF`: weft has no hyperelastic foam; write NH, and the materials without the last of their numbers")
    if word not in ("NH", "FCR"):
        raise line.failure("`energy` is NH, FCR or HF")
    config.corotated = line if word == "FCR" else None


def read_numbers(line, config, _):
    names = NUMBERS[line.words[0]]
    for name, value in zip(names, line.numbers(line.words[0], len(names))):
        if name in POSITIVE and value <= 0:
            raise line.failure(f"`{line.words[0]}` needs a {name} above 0")
        setattr(config, name, value)
    if config.held_to <= config.held_from:
        raise line.failure("`DBCTimeRange` must end after it begins")


def read_flag(line, config, _):
    setattr(config, *FLAGS[line.words[0]])


def read_script(line, config, _):
    config.script = line.next() or ""
    if config.script not in ("null", "fall", "fallNoShift", "DCOFix"):
        raise line.failure(f"`script {config.script[:60]}` is a program of IPC, not a scene; null, fall, fallNoShift and DCOFix are read. "
                           "Use linearVelocity, angularVelocity and DBC of the shapes")


def add_plane(line, config, plane):
    if plane.friction < 0:
        raise line.failure("friction must not be below 0")
    config.planes.append(plane)


def read_ground(line, config, _):
    friction, height = line.numbers("ground", 2)
    add_plane(line, config, Plane([0, height, 0], [0, 1, 0], friction))


def read_plane(line, config, _):
    values = line.numbers("halfSpace", 8)  # the seventh, a stiffness, is not used by IPC
    if not any(values[3:6]):
        raise line.failure("`halfSpace` needs a normal that is not 0")
    add_plane(line, config, Plane(values[:3], values[3:6], values[7]))


def next_of_list(line, lines, what):
    following = next(lines, None)
    if following is None:
        raise line.failure(f"the file ends within `{what}`")
    return following


def read_shapes(line, config, lines):
    if line.next() != "input":
        raise line.failure("write `shapes input N`, and then N lines")
    for _ in range(line.count("shapes", 1, SHAPES_MAX)):
        config.shapes.append(read_shape(next_of_list(line, lines, "shapes")))


def read_list(line, lines, what):
    """`tol N` and `tuning N`: then N numbers, on this line or the next ones."""
    values = []
    for _ in range(line.count(what, 0, 1000)):
        if line.at == len(line.words):
            line.done()
            line = next_of_list(line, lines, what)
        values.append(line.number_of(what))
    line.done()
    return values


def read_tolerances(line, config, lines):
    read_list(line, lines, "tol")


def read_tuning(line, config, lines):
    values = read_list(line, lines, "tuning")
    if len(values) >= 2:
        config.distance = values[min(len(values) - 1, 2)]  # it begins with the second and ends with the third
    if config.distance <= 0:
        raise line.failure("the distance in `tuning` must be above 0")


def read_section(line, config, lines):
    """A part of the file for some solvers: read where IPC's own is among them, otherwise skipped."""
    if not {"end", "IP", "interiorPoint"} & set(line.words[1:]):
        next((other for other in lines if other.words[:2] == ["section", "end"]), None)
    line.at = len(line.words)


def read_damping(line, config, _):
    damping = line.number_of(line.words[0])
    if damping > 0:
        raise line.failure(f"`{line.words[0]} {damping:g}`: weft damps constraints, not with the stiffness matrix (Rayleigh); set it to 0")


# The numbers of a setting, and which of them must be above 0.
NUMBERS = {"time": ("duration", "step"), "density": ("density",), "stiffness": ("young", "poisson"), "selfFric": ("friction",),
           "dHat": ("distance",), "size": ("size",), "DBCTimeRange": ("held_from", "held_to")}
POSITIVE = ("duration", "step", "density", "young", "distance")
FLAGS = {"turnOffGravity": ("gravity", False), "selfCollisionOn": ("touching", True), "selfCollisionOff": ("touching", False),
         "useAbsParameters": ("absolute", True)}
READERS = {**dict.fromkeys(NUMBERS, read_numbers), **dict.fromkeys(FLAGS, read_flag), "shapes": read_shapes, "energy": read_energy,
           "script": read_script, "ground": read_ground, "halfSpace": read_plane, "section": read_section, "tuning": read_tuning,
           "tol": read_tolerances, "dampingRatio": read_damping, "dampingStiff": read_damping}
# Why a setting becomes a comment of the scene.
COMMENTS = {
    "tuning": "the contact distance is in the scene, the rest is not",
    "tol": "of Newton's method",
    "timeIntegration": "the integrator is a setting of a solver of weft: --set integrator=…",
    "constraintSolver": "weft runs a scene by any of its solvers",
    **dict.fromkeys(("linearSolver", "linSysSolver"), "the linear system is a choice of a run of weft: --linsys"),
    **dict.fromkeys(("timeStepper", "inexactSolve", "resolution"), "of the predecessor of IPC (DOT); IPC does not read it either"),
    **dict.fromkeys(("kappaMinMultiplier", "minBarrierStiffnessScale"), "of the barrier; a contact of weft has a stiffness"),
    "useAbsParameters": "the contact distance is in m and in the scene; the other tolerances are not",
    **dict.fromkeys(("constraintType", "constraintOffset", "QPSolver", "useActiveSetConvergence", "noActiveSetConvergence"),
                    "of another solver of IPC"),
    "warmStart": "of Newton's method",
    **dict.fromkeys(("exactCCD", "exactCCDMethod", "CCDMethod", "ccdMethod", "CCDTolerance", "ccdTolerance"), "of collision detection"),
    "epsv": "of friction inside the solve: `friction_on: position` and `slip`, m/s, in `contact`",
    "fricIterAmt": "of the friction solve",
    "handleRatio": "of scripts that are not read",
    **dict.fromkeys(("view", "zoom", "cameraTracking", "playBackSpeed"), "of the picture"),
    "appendStr": "of the name of a folder",
    "disableCout": "of the output of IPC",
}
REFUSALS = {
    "NBCTimeRange": "a force of weft acts from the start to the end",
    "restart": "weft cannot read the state of IPC; begin at the start",
    "rotateModel": "turn the shapes instead, each by its three angles",
    "shape": "write `shapes input 1` and the line of the shape",
    "shapeMatrix": "write `shapes input N` and a line for each",
    "meshCO": "write it as a shape with linearVelocity 0 0 0, or as ground or halfSpace where it is a plane",
}


def read_setting(line, config, lines):
    word = line.next()
    if word in REFUSALS:
        raise line.failure(f"`{word}` is not read: {REFUSALS[word]}")
    if word not in READERS and word not in COMMENTS:
        raise line.failure(f"`{word[:60]}` is no setting that this converter knows" + (suggestion(word, [*READERS, *COMMENTS, *REFUSALS]) or
                           "; remove the line if it says nothing about the scene"))
    if word in COMMENTS:
        config.notes.append(f"# line {line.number}, {word}: {COMMENTS[word]}")
    if word in READERS:
        READERS[word](line, config, lines)
        if word not in ("tuning", "tol"):
            line.done()


def read_config(path):
    config, lines = Config(path), read_lines(path)
    for line in lines:
        read_setting(line, config, lines)
    if not config.shapes:
        raise Failure(f"{path}: there is no shape; write `shapes input N` and N lines")
    for shape in config.shapes:
        if config.script != "null" and (shape.moves or shape.starts or shape.pins or shape.forces):
            raise shape.line.failure("with a `script` IPC ignores velocity, DBC and NBC of a shape; leave one of them out")
    return config


# ---- bodies where they begin ----


class Body:
    """A mesh, turned, scaled and moved: x → R S x + t."""

    def __init__(self, config, shape, root):
        self.shape = shape
        self.path = find_mesh(config, shape, root)
        mesh = read_mesh(config, shape, self.path)
        self.points = np.array(mesh.points, float)
        self.tets = np.array(mesh.tets, int).reshape(-1, 4)
        self.rotation = rotation_of(shape.degrees)
        self.scale, self.translate = np.array(shape.scale), np.array(shape.translate)
        self.place()

    @property
    def solid(self):
        return len(self.tets) > 0

    def place(self):
        self.placed = (self.points * self.scale) @ self.rotation.T + self.translate
        self.low, self.high = self.placed.min(axis=0), self.placed.max(axis=0)

    def find_masses(self, density):
        """A quarter of the mass of each tetrahedron for each of its corners."""
        corners = self.placed[self.tets]
        volumes = abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
        self.density = density
        self.mass = np.zeros(len(self.points))
        np.add.at(self.mass, self.tets, np.repeat(density * volumes / 4, 4).reshape(-1, 4))
        self.weight = self.mass.sum()
        self.centre = self.mass @ self.placed / self.weight if self.weight > 0 else np.zeros(3)

    def select(self, box):
        """Which vertices of the surface are in a box of the unmoved mesh."""
        low, side = self.points.min(axis=0), np.ptp(self.points, axis=0)
        sides = self.tets[:, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]].reshape(-1, 3)
        _, first, count = np.unique(np.sort(sides, axis=1), axis=0, return_index=True, return_counts=True)
        surface = np.isin(np.arange(len(self.points)), sides[first[count == 1]])
        inside = (self.points >= side * box.low + low) & (self.points <= side * box.high + low)
        return surface & inside.all(axis=1)


def rotation_of(degrees):
    """Rx Ry Rz: about z first."""
    (a, b, c), (s, t, u) = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[b * c, -b * u, t], [a * u + s * t * c, a * c - s * t * u, -s * b], [s * u - a * t * c, s * c + a * t * u, a * b]])


def default_root(path):
    """The part of a path before its last folder `input`, otherwise its folder."""
    folders = os.path.dirname(path).split("/")
    if "input" not in folders:
        return os.path.dirname(path) or "."
    last = len(folders) - 1 - folders[::-1].index("input")
    return "/".join(folders[:last]) or ("/" if path.startswith("/") else ".")


def find_mesh(config, shape, root):
    if shape.mesh.endswith((".seg", ".pt")):
        raise shape.line.failure(f"{shape.mesh}: edges and points that move are not read; give a surface (.obj)")
    path = os.path.join(root or default_root(config.path), shape.mesh)
    if not os.path.exists(path):
        raise shape.line.failure(f"no mesh {path}; put it there, or give the folder of the mesh names with --root")
    return os.path.realpath(path)


def read_mesh(config, shape, path):
    try:
        mesh = meshes.read(path)
    except Failure as failure:
        raise shape.line.failure(str(failure)) from None
    if mesh.tets:
        return mesh
    if not mesh.faces:
        raise shape.line.failure(f"{shape.mesh} has neither tetrahedra nor faces")
    if config.script in ("fall", "fallNoShift"):
        raise shape.line.failure(f"{shape.mesh} has no tetrahedra; with this script IPC does not hold it; write `script null`")
    if shape.pins or shape.forces or shape.starts:
        raise shape.line.failure(f"{shape.mesh} has no tetrahedra, so IPC holds all of it; leave DBC, NBC and initVel out")
    return mesh


def place_bodies(config, root):
    """The bodies, and the diagonal of the box around them. As in IPC's src/main.cpp: with `size` above 0 they are scaled so that the longest
    side of the box has that length, and its lowest corner is moved to the origin; `script fall` lifts them by half the diagonal."""
    bodies = [Body(config, shape, root) for shape in config.shapes]
    low = np.min([body.low for body in bodies], axis=0)
    sides = np.max([body.high for body in bodies], axis=0) - low
    factor = config.size / sides.max() if config.size > 0 and sides.max() > 0 else 1
    diagonal = factor * math.hypot(*sides)
    if not (sides.max() > 0 and math.isfinite(diagonal)):
        raise Failure(f"{config.path}: the box around all shapes has no size, or one that is not finite")
    for body in bodies:
        body.scale = body.scale * factor
        body.translate = factor * (body.translate - (low if config.size > 0 else 0))
        if config.script == "fall":
            body.translate[1] += diagonal / 2
        body.place()
        body.find_masses(body.shape.material[0] if body.shape.material else config.density)
    return bodies, diagonal


# ---- the scene file ----


def vector(values):
    return "[" + ", ".join(number(value) for value in values) + "]"


def quoted(text):
    """A text of YAML, in which a dollar sign stands for itself, not for a parameter."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$") + '"'


def single(angles):
    """The index of the only number that is not 0, or None."""
    found = [k for k in range(3) if angles[k]]
    return found[0] if len(found) == 1 else None


def turn_of(degrees):
    """Three angles, about z first, as an axis and an angle: the product of three quaternions."""
    k = single(degrees)
    if k is not None:
        return [float(i == k) for i in range(3)], degrees[k]
    (a, b, c), (s, t, u) = ([f(math.radians(angle) / 2) for angle in degrees] for f in (math.cos, math.sin))
    axis = [s * b * c + a * t * u, a * t * c - s * b * u, a * b * u + s * t * c]
    return axis, math.degrees(2 * math.atan2(math.hypot(*axis), a * b * c - s * t * u))


def spin_of(turn, seconds):
    """Degrees a second about x, y and z over some seconds, as an axis and an angle."""
    k = single(turn)
    if k is not None:
        return [float(i == k) for i in range(3)], turn[k] * seconds
    return turn, math.hypot(*turn) * seconds


def script_lines(parts, about, release):
    """Motions one after another of the same vertices. IPC turns them about the centre of their current box: turned first, about the centre at
    the start, and then moved, they get to the same positions."""
    lines = []
    for part in parts:
        if any(part.turn):
            axis, degrees = spin_of(part.turn, part.end - part.begin)
            lines.append(f"          - {{rotate: {{axis: {vector(axis)}, degrees: {number(degrees)}, about: {vector(about)}}}, "
                         f"from: {number(part.begin)}, to: {number(part.end)}}}")
    for part in parts:
        if any(part.velocity):
            way = [v * (part.end - part.begin) for v in part.velocity]
            lines.append(f"          - {{move: {vector(way)}, from: {number(part.begin)}, to: {number(part.end)}}}")
    if math.isfinite(release):
        lines.append(f"          - {{release: {number(release)}}}")
    return ["        script:", *lines] if lines else []


def start_lines(body):
    """IPC turns a body about the centre of the box around it, weft about its centre of mass."""
    turn = [math.radians(w) for w in body.shape.turn]
    arm = body.centre - (body.low + body.high) / 2
    velocity = [body.shape.velocity[k] + turn[(k + 1) % 3] * arm[(k + 2) % 3] - turn[(k + 2) % 3] * arm[(k + 1) % 3] for k in range(3)]
    lines = [f"    velocity: {vector(velocity)}"]
    if any(turn):
        lines.append(f"    spin: {{axis: {vector(turn)}, radians_per_second: {number(math.hypot(*turn))}}}")
    return lines


def join_parts(shape):
    """Lists of the DBC boxes that follow each other in time on the same vertices, each from the start on."""
    lists = {}
    for box in shape.pins:
        parts = lists.setdefault((*box.low, *box.high), [])
        if box.begin != (parts[-1].end if parts else 0):
            raise shape.line.failure(f"a `DBC` that begins at {box.begin:g} s: a pin of weft is held from the start until it is released; begin "
                                     "at 0, or at the end of one with the same box")
        parts.append(box)
    return lists.values()


def pin_lines(config, body, parts, taken):
    release = min(parts[-1].end, config.held_to)
    marks = body.select(parts[0])
    if (marks & taken).any():
        raise body.shape.line.failure(f"vertex {(marks & taken).argmax()} is in two boxes of `DBC`; a pin of weft has one script")
    taken |= marks
    if not marks.any():
        return ["      # a DBC of IPC selects no vertex of the surface"]
    while len(parts) > 1 and parts[-1].begin >= release:
        parts.pop()
    last = parts[-1]
    last.end = min(last.end, release if math.isfinite(release) else max(config.duration, last.begin + config.step))
    indices = ", ".join(str(i) for i in marks.nonzero()[0])
    about = (body.placed[marks].min(axis=0) + body.placed[marks].max(axis=0)) / 2
    return ["      - all: true" if marks.all() else f"      - index: [{indices}]", *script_lines(parts, about, release)]


def condition_lines(config, body):
    shape, lines = body.shape, []
    if shape.pins and config.held_from > 0:
        raise shape.line.failure(f"`DBCTimeRange` begins at {config.held_from:g} s, and a pin of weft is held from the start")
    if shape.pins:
        taken = body.mass < 0
        pins = [text for parts in join_parts(shape) for text in pin_lines(config, body, parts, taken)]
        lines += ["    pins:", *pins] if taken.any() else ["    # no DBC of IPC selects a vertex of the surface"]
    forces = [f"      - {{index: {i}, force: {vector(body.mass[i] * np.array(box.velocity))}}}"
              for box in shape.forces for i in body.select(box).nonzero()[0]]
    return lines + (["    forces:", *forces] if forces else [])


def body_lines(config, body, index, kind):
    shape = body.shape
    axis, degrees = turn_of(shape.degrees)
    lines = [f"  - name: {quoted(f'{index} {os.path.basename(shape.mesh)[:180]}')} # line {shape.line.number}",
             f"    mesh: {quoted(body.path)}", "    transform:", f"      scale: {vector(body.scale)}"]
    if degrees:
        lines.append(f"      rotate: {{axis: {vector(axis)}, degrees: {number(degrees)}}}")
    lines.append(f"      translate: {vector(body.translate)}")
    if body.solid:
        young, poisson = shape.material[1:] if shape.material else (config.young, config.poisson)
        lines.append(f"    material: {{young: {number(young)}, poisson: {number(poisson)}, density: {number(body.density)}}}")
        if not shape.moves:
            lines += ["    elements:", f"      - kind: {kind}"]
    else:
        lines.append("    mass: 1 # any: it is held")
    if shape.starts:
        lines += start_lines(body)
    if not body.solid or shape.moves:
        motion = Box(None, None, shape.velocity, shape.turn, 0, config.duration)
        return [*lines, "    pins:", "      - all: true", *script_lines([motion], (body.low + body.high) / 2, math.inf)]
    return lines + condition_lines(config, body)


def contact_lines(config, bodies, diagonal):
    thickness = config.distance * (1 if config.absolute else diagonal)
    mass = max(sum(body.weight for body in bodies), 1e-9)
    stiffness = mass * GRAVITY / (PRESSED * thickness) if thickness > 0 else math.inf
    if not math.isfinite(stiffness):
        raise Failure(f"{config.path}: the contact distance, {thickness:g} m, is too small for the weight "
                      "of all bodies")
    if not config.touching and not config.planes:
        return []
    return ["parameters:",
            f'  thickness: {{value: {number(thickness)}, summary: "contact distance, dHat of IPC, m"}}',
            f"  contact_stiffness: {{value: {number(stiffness)}, "
            f'summary: "the weight of all on one particle presses it in by {PRESSED:g} of the thickness, N/m"}}',
            "contact:", "  thickness: $thickness", "  stiffness: $contact_stiffness", f"  friction: {number(max(config.friction, 0))}",
            "  self: true" if config.touching else "  bodies: false"]


def scene_text(path, root=None, kind=None):
    """The scene file, and the step and duration of a run."""
    config = read_config(path)
    if config.corotated and not kind:
        raise config.corotated.failure("`energy FCR`: weft has no fixed corotated tetrahedra; choose others with --kind: tet_arap is the part that "
                                       "resists stretch, neo_hookean keeps the volume too")
    bodies, diagonal = place_bodies(config, root)
    lines = [f"# Made by `python3 -m weft ipc` from {''.join(c if c.isprintable() else '?' for c in path)}. A run of IPC: {run_flags(config)}",
             *config.notes, "# The barrier of IPC keeps bodies apart under any load; here a contact yields by stiffness, within the thickness",
             'summary: "A scene of IPC"', *contact_lines(config, bodies, diagonal), f"gravity: {vector([0, -GRAVITY * config.gravity, 0])}"]
    if config.planes:
        lines.append("colliders:")
    for plane in config.planes:
        lines += [f"  - plane: {{point: {vector(plane.point)}, normal: {vector(plane.normal)}}}", f"    friction: {number(plane.friction)}"]
    lines.append("bodies:")
    for i, body in enumerate(bodies, 1):
        lines += body_lines(config, body, i, kind or "neo_hookean")
    return "\n".join(lines) + "\n", config


def run_flags(config):
    return f"--dt {number(config.step)} --steps {math.ceil(config.duration / config.step - 1e-9)}"


def convert(path, output, root=None, kind=None):
    if kind and not re.fullmatch("[a-z_]+", kind):
        raise Failure(f"--kind `{kind[:60]}` is no kind of constraints; `weft list constraints` lists them", USAGE)
    with new_file(output) as file:
        text, config = scene_text(path, root, kind)
        file.write(text)
    return f"{output}: written; a run as {path} has it: {run_flags(config)}"
