"""Trajectories of other programs as the arrays and states that `weft judge` reads: in metres, and with the particles, axes and order of the
scene (bench/foreign/README.md)."""
import glob
import itertools
import os
import re
import xml.etree.ElementTree as ElementTree

from weft import meshes, vtp
from weft.common import IO, USAGE, Failure, new_file, number, package, read_bytes, read_text, to_number
from weft.scene import Scene

np = package("numpy")

UNITS = {"m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "in": 0.0254, "ft": 0.3048}
# Of the size of the scene, what frame 0 may be off: what a text with six digits and a file in single precision round.
TOLERANCE, ROUNDING = 1e-4, 1e-6
TIME_SHARE = 0.01  # of a spacing, what a time may be off: formats keep few digits
IDENTITY = ((0, 1, 2), (1, 1, 1))


class Frames:
    """positions: [frames][particles][3]; velocities: the same, or None; times: [frames], s, or None; spacing: frames of the other program's
    clock between two of these, where the file says so."""

    def __init__(self, positions, velocities=None, times=None, spacing=None):
        self.positions, self.velocities, self.times, self.spacing = positions, velocities, times, spacing


# ---- all frames in one file ----


def read_npy(path):
    try:
        return Frames(np.load(path, allow_pickle=False).astype(float))
    except (OSError, ValueError, EOFError) as error:
        raise Failure(f"{path}: is no array of NumPy: {error}") from None


def read_pc2(path):
    """POINTCACHE2\\0, then little-endian: version 1, points, first frame, frames between samples, samples, and positions in f32."""
    data = read_bytes(path)
    head = np.frombuffer(data[:32].ljust(32, b"\0"), "S12, <i4, <i4, <f4, <f4, <i4")[0]
    if head[0] != b"POINTCACHE2" or head[1] != 1 or not 0 < head[4] < 1e6:
        raise Failure(f"{path}: is no point cache of version 1 with a spacing above 0")
    return Frames(positions_of(path, data[32:], "<f4", head[5], head[2]), spacing=float(head[4]))


def read_mdd(path):
    """Big-endian: frames, points, the time of each frame in seconds, positions in f32."""
    data = read_bytes(path)
    frames, particles = np.frombuffer(data[:8].ljust(8, b"\0"), ">i4")
    if frames < 1 or len(data) < 8 + 4 * frames:
        raise Failure(f"{path}: is no point cache: its header does not fit its size")
    times = np.frombuffer(data[8:8 + 4 * frames], ">f4").astype(float)
    return Frames(positions_of(path, data[8 + 4 * frames:], ">f4", frames, particles), times=times)


def positions_of(path, data, dtype, frames, particles):
    if frames < 1 or particles < 1 or len(data) != 12 * int(frames) * int(particles):
        raise Failure(f"{path}: its header promises {frames} frames of {particles} particles, which do not fit its size; it is cut off, or "
                      "something else")
    return np.frombuffer(data, dtype).reshape(frames, particles, 3).astype(float)


# ---- a file for each frame ----


def read_state(path):
    """A state of weft: index,x,y,z,vx,vy,vz of each particle, and rows that do not begin with an index."""
    text = read_text(path)
    if not text.endswith("\n"):
        raise Failure(f"{path}: the last line has no line end, as if the file were cut; add one if it is whole")
    lines = text.split("\n")
    rows = [line.split(",") for line in lines[1:] if line and not re.match("(broken|memory|time|past|scene),", line)]
    try:
        values = np.array(rows, float).reshape(len(rows), 7)
    except ValueError:
        raise Failure(f"{path}: is no state: index,x,y,z,vx,vy,vz") from None
    if lines[:1] != ["index,x,y,z,vx,vy,vz"] or (values[:, 0] != np.arange(len(rows))).any():
        raise Failure(f"{path}: is no state: index,x,y,z,vx,vy,vz, with indices from 0")
    return values[:, 1:4], values[:, 4:]


def read_vtp(path):
    """Frames that weft wrote have velocities; their particles come first, then the vertices of colliders."""
    points, _, _, data = vtp.read(path)
    of_collider = data.get("collider", np.zeros(len(points))).reshape(len(points), -1).any(axis=1)
    count = int(of_collider.argmax()) if of_collider.any() else len(points)
    if not of_collider[count:].all():
        raise Failure(f"{path}: its points of particles (`collider` 0) and of colliders are mixed; those of particles must come first")
    velocity = data.get("velocity")
    return points[:count], velocity[:count].astype(float) if velocity is not None and velocity.shape[1] == 3 else None


def read_vtk(path):
    """The points of a legacy VTK file, text or big-endian bytes, of any data set."""
    data = read_bytes(path)
    head = re.match(rb"# vtk DataFile.*\n.*\n\s*(ASCII|BINARY)\s+DATASET\s", data)
    found = re.compile(rb"^POINTS\s+(\d+)\s+(float|double)[^\n]*\n", re.MULTILINE).search(data, head.end()) if head else None
    if not found:
        raise Failure(f"{path}: is no legacy VTK file with points in float or double")
    count, rest = 3 * int(found[1]), data[found.end():]
    try:
        if head[1] == b"BINARY":
            points = np.frombuffer(rest, ">f4" if found[2] == b"float" else ">f8", count)
        else:
            points = np.array(rest.split(None, count)[:count], float)
        return points.reshape(count // 3, 3).astype(float), None
    except ValueError:
        raise Failure(f"{path}: has fewer points than its header promises") from None


def read_mesh(path):
    return np.array(meshes.read(path).points, float).reshape(-1, 3), None


FILES = {".npy": read_npy, ".pc2": read_pc2, ".mdd": read_mdd}
FRAMES = {".csv": read_state, ".vtp": read_vtp, ".vtk": read_vtk, **dict.fromkeys((".obj", ".ply", ".vtu"), read_mesh)}


def ending_of(path):
    return os.path.splitext(path)[1].lower()


def find_files(path):
    """The files of a folder, or of a pattern with a * for the number, whose names differ in a number only."""
    folder = os.path.isdir(path)
    pattern = re.compile(re.escape(path).replace(r"\*", r"(\d+)") if not folder else r"(.*?)(\d+)(\D*)", re.DOTALL)
    found = {}
    for name in glob.glob(os.path.join(glob.escape(path), "*") if folder else path):
        match = pattern.fullmatch(os.path.splitext(os.path.basename(name))[0] if folder else name)
        if match and ending_of(name) in FRAMES:
            series = (match[1], match[3], ending_of(name)) if folder else ()
            found.setdefault(series, []).append((int(match[2 if folder else 1]), name))
    if len(found) != 1:
        names = ", ".join(sorted(f"{before}*{after}{end}" for before, after, end in found)[:4])
        what = f"has frames of several names ({names}); give one as a pattern" if found else "has no files of a known format with numbers in their names"
        raise Failure(f"{path}: {what}; known: {' '.join(FRAMES)}")
    files = sorted(*found.values())
    for (last, before), (following, name) in zip(files, files[1:]):
        if following != last + 1:
            raise Failure(f"{path}: after {before} comes {name}; frames must be equally spaced, with numbers without gaps and repeats")
    return [name for _, name in files]


def read_sequence(files, times=None):
    frames = [FRAMES[ending_of(file)](file) if ending_of(file) in FRAMES else fail_format(file) for file in files]
    counts = [len(positions) for positions, _ in frames]
    for file, count, (_, velocities) in zip(files, counts, frames):
        if count != counts[0] or (velocities is None) != (frames[0][1] is None):
            raise Failure(f"{file}: has {count} particles, and {files[0]}, the first frame, has {counts[0]}; frames must have the same particles, "
                          "and all of them velocities or none")
    velocities = None if frames[0][1] is None else np.array([velocity for _, velocity in frames])
    return Frames(np.array([position for position, _ in frames]), velocities, times)


def read_list(path):
    """A ParaView collection: frames with their times."""
    try:
        sets = list(ElementTree.fromstring(read_text(path)).iter("DataSet"))
        times = [float(item.get("timestep")) for item in sets]
        files = [os.path.join(os.path.dirname(path), item.get("file")) for item in sets]
    except (ElementTree.ParseError, TypeError, ValueError):
        raise Failure(f"{path}: is no list of frames with a timestep and a file each") from None
    if not files:
        raise Failure(f"{path}: lists no frame")
    return read_sequence(files, times)


def fail_format(path):
    raise Failure(f"{path}: is no format of a trajectory: a file {' '.join(FILES)}, a list .pvd, or a folder or pattern of {' '.join(FRAMES)}")


def read(path):
    if os.path.isdir(path):
        own = os.path.join(path, "frames.pvd")  # written by `weft sim --frames`
        return read_list(own) if os.path.exists(own) else read_sequence(find_files(path))
    if "*" in os.path.basename(path):
        return read_sequence(find_files(path))
    if ending_of(path) == ".pvd":
        return read_list(path)
    return FILES.get(ending_of(path), fail_format)(path)


def check(path, frames):
    shape = frames.positions.shape
    if len(shape) != 3 or shape[2] != 3 or shape[0] < 2 or shape[1] < 1:
        raise Failure(f"{path}: its shape is {shape}; a trajectory has (frames, particles, 3), at least two frames, and starts with the scene")
    for values in (frames.positions, frames.velocities):
        bad = np.argwhere(~(abs(values) <= 1e12)) if values is not None else []
        if len(bad):
            raise Failure(f"{path}: frame {bad[0][0]}, particle {bad[0][1]}: a number is not finite, or above 1e12; leave the frames from there on "
                          "out")


def time_step(path, times):
    """The spacing of times, which start at 0."""
    step = (times[-1] - times[0]) / (len(times) - 1)
    off = abs(np.array(times) - step * np.arange(len(times)))
    if not step > 0 or not off.max() <= TIME_SHARE * step:
        raise Failure(f"{path}: frame {off.argmax()} is at {times[off.argmax()]:g} s; frames must be equally spaced and start at 0 s: have the other "
                      "program write them so")
    return step


# ---- which particle is which, in which unit and with which axes ----


def size_of(x):
    """The diagonal of the box around points; of a single point, its distance from the origin."""
    return np.linalg.norm(np.ptp(x, axis=0)) or abs(x).max()


def tolerance_of(start):
    return TOLERANCE * size_of(start) + ROUNDING * abs(start).max()


def fits_by_index(start, x):
    return np.linalg.norm(x - start, axis=1).max() <= tolerance_of(start)


def find_order(start, x):
    """For each particle of frame 0 the particle of the scene that starts there, or the reason why it is not one for each."""
    tolerance, axis = tolerance_of(start), np.ptp(start, axis=0).argmax()
    sorted_by = start[:, axis].argsort(kind="stable")
    along = start[sorted_by, axis]
    taken, order = {}, np.empty(len(x), int)
    for i, point in enumerate(x):
        window = sorted_by[slice(*np.searchsorted(along, [point[axis] - tolerance, point[axis] + tolerance * (1 + 1e-12)]))]
        distances = np.linalg.norm(start[window] - point, axis=1)
        nearest = distances.argsort(kind="stable")[:2]
        if len(nearest) == 0 or distances[nearest[0]] > tolerance:
            return f"particle {i} of frame 0, at {tuple(map(float, point))} m, is where no particle of the scene starts"
        found = int(window[nearest[0]])
        if len(nearest) == 2 and distances[nearest[1]] <= 2 * distances[nearest[0]] + ROUNDING * tolerance:
            return f"particles {found} and {window[nearest[1]]} of the scene both start where particle {i} of frame 0 is"
        if found in taken:
            return f"particles {taken[found]} and {i} of frame 0 are both where particle {found} of the scene starts"
        taken[found], order[i] = i, found
    return order


def fits(start, x):
    """'index', 'nearest' or None."""
    return "index" if fits_by_index(start, x) else None if isinstance(find_order(start, x), str) else "nearest"


def turned(axes, x):
    """The scene's axis k is signs[k] times the files' axis sources[k]."""
    sources, signs = axes
    return x[..., list(sources)] * np.array(signs, float)


def axes_text(axes):
    return ",".join(("-" if sign < 0 else "") + "xyz"[source] for source, sign in zip(*axes))


def all_axes():
    """All 48; those that exporters turn, between "y is up" and "z is up", come first."""
    orders = ((0, 2, 1), (0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1))
    return [axes for axes in itertools.product(orders, itertools.product((1, -1), repeat=3)) if axes != IDENTITY]


def mirrors(axes):
    return np.linalg.det(turned(axes, np.eye(3))) < 0


def find_axes(start, x):
    """Those with which frame 0 is the start, by index if there are such, otherwise by nearest start; those that do not mirror come first."""
    tolerance, found = tolerance_of(start), {"index": [], "nearest": []}
    for axes in sorted(all_axes(), key=mirrors):
        y = turned(axes, x)
        if max(abs(y.min(axis=0) - start.min(axis=0)).max(), abs(y.max(axis=0) - start.max(axis=0)).max()) <= tolerance:
            how = fits(start, y)
            if how:
                found[how].append(axes)
    return found["index"] or found["nearest"]


def find_unit(start, x):
    """A unit in which frame 0 has the size of the start, and its length in metres; without a name it is a ratio."""
    ratio = size_of(x) / size_of(start) if size_of(start) > 0 else 1
    if not ratio > 0 or abs(ratio - 1) < 1e-3:
        return "m", 1
    names = [name for name, metres in UNITS.items() if abs(metres * ratio - 1) < 1e-3]
    return (names[0], UNITS[names[0]]) if names else (f"{1 / ratio:.6g}", 1 / ratio)


def find_start(path, start, x, search_unit, search_axes):
    """The unit and the axes that turn frame 0 into the start of the scene; the given ones are applied before."""
    if fits(start, x):
        return "m", 1, IDENTITY
    unit, metres = find_unit(start, x) if search_unit else ("m", 1)
    if unit not in UNITS:
        raise Failure(f"{path}: frame 0 is {1 / metres:.4g} times as large as the start of the scene; is it this scene, with its parameters (--set), "
                      f"or --unit {unit}?")
    if metres != 1 and fits(start, x * metres):
        return unit, metres, IDENTITY
    found = find_axes(start, x * metres) if search_axes else []
    if len(found) > 1:
        more = " and others" if len(found) > 2 else ""
        raise Failure(f"{path}: frame 0 is the start of the scene with --axes {axes_text(found[0])}, but also with {axes_text(found[1])}{more}; give "
                      "the axes of the other program")
    if not found:
        why = find_order(start, x)
        raise Failure(f"{path}: frame 0 is not the start of the scene: {why}; is it this scene, with its parameters (--set)?")
    return unit, metres, found[0]


# ---- the command ----


def read_unit(text):
    metres = UNITS.get(text) or to_number(text)
    if not metres or not 1e-9 <= metres <= 1e9:
        raise Failure(f"--unit {text}: give m, cm, mm, km, in, ft, or how many metres a unit has, 1e-9 … 1e9", USAGE)
    return metres


def read_axes(text):
    words = re.fullmatch(r"([-+]?)([xyz]),([-+]?)([xyz]),([-+]?)([xyz])", text)
    sources = tuple("xyz".index(letter) for letter in words.groups()[1::2]) if words else ()
    if sorted(sources) != [0, 1, 2]:
        raise Failure(f"--axes {text}: give, for each of the scene's x, y and z, the axis of the files that it is, as in x,-z,y", USAGE)
    return sources, tuple(-1 if sign == "-" else 1 for sign in words.groups()[::2])


def apply(frames, metres, axes):
    frames.positions = turned(axes, frames.positions) * metres
    frames.velocities = None if frames.velocities is None else turned(axes, frames.velocities) * metres


def sort(frames, start):
    """Sorts the particles as the scene has them. Returns how."""
    if fits_by_index(start, frames.positions[0]):
        return "index"
    inverse = find_order(start, frames.positions[0]).argsort()
    frames.positions = frames.positions[:, inverse]
    frames.velocities = None if frames.velocities is None else frames.velocities[:, inverse]
    return "nearest start"


def write_states(folder, frames):
    try:
        os.mkdir(folder)
    except OSError as error:
        raise Failure(f"{folder}: the folder cannot be made: {error.strerror}", IO) from None
    for i, (x, v) in enumerate(zip(frames.positions, frames.velocities)):
        with new_file(os.path.join(folder, f"state_{i:05d}.csv")) as file:
            print("index,x,y,z,vx,vy,vz", file=file)
            for index, row in enumerate(np.hstack([x, v]).tolist()):
                print(index, *(f"{value:.17g}" for value in row), sep=",", file=file)


def write(output, frames):
    if ending_of(output) == ".npy":
        with new_file(output, "wb") as file:
            np.save(file, np.ascontiguousarray(frames.positions, "<f8"))
    elif ending_of(output) or frames.velocities is None:
        raise Failure(f"{output}: give a name that ends in .npy, or for frames with velocities a new folder for states", USAGE)
    else:
        write_states(output, frames)


def time_text(path, frames):
    if frames.times is not None:
        return f"--dt {number(time_step(path, frames.times))}"
    return f"--fps F, F being frames of its clock a second over {number(frames.spacing)}" if frames.spacing else "--dt or --fps"


def convert(scene, path, output, unit=None, axes=None):
    """Returns the lines that say what was found, and how to judge it."""
    start = np.array([particle["position"] for particle in Scene(scene).particles], float)
    given = read_unit(unit) if unit else 1, read_axes(axes) if axes else IDENTITY
    frames = read(path)
    check(path, frames)
    if frames.positions.shape[1] != len(start):
        raise Failure(f"{path}: its frames have {frames.positions.shape[1]} particles, and the scene has {len(start)}; is it this scene, with its "
                      "parameters (--set)?")
    apply(frames, *given)
    found_unit, metres, found_axes = find_start(path, start, frames.positions[0], not unit, not axes)
    apply(frames, metres, found_axes)
    order = sort(frames, start)
    judge = time_text(path, frames)
    write(output, frames)
    velocities = "" if frames.velocities is None or ending_of(output) != ".npy" else "; velocities are left out, which a folder of states has"
    return [f"{len(frames.positions)} frames of {len(start)} particles, by {order}, unit {unit or found_unit}, axes {axes or axes_text(found_axes)}"
            + velocities, f"weft judge SCENE {output} {judge}"]
