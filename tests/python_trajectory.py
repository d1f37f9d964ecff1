"""Trajectories of other programs: every format gives the frames that were written, the order, unit and axes of particles are found, and what
is cut off or something else is refused."""
import itertools
import json
import os
import shutil
import struct
import unittest
import xml.etree.ElementTree as xml

import meshio
import numpy as np

from converters import Case
from weft import trajectory, vtp
from weft.common import Failure

START = np.array([[0, 0, 0], [1, 0.25, -1.5], [2, 1, -2.5], [3, 2.25, -4]], float)
FRAMES = START + 0.125 * np.arange(3)[:, None, None] * np.array([1, 2, 3])
FACES = [[0, 1, 2], [1, 3, 2]]


def scene_json(start):
    return json.dumps({"format": "weft scene", "schema": 1, "scene": "points", "particles": [{"position": list(x)} for x in start]})


class Trajectory(Case):
    def setUp(self):
        super().setUp()
        self.write("scene.json", scene_json(START.tolist()))

    def bytes(self, name, *parts):
        with open(name, "wb") as file:
            file.write(b"".join(parts))

    def converted(self, path, *flags, expected=FRAMES):
        """What the converter prints; the frames are the expected ones."""
        if os.path.exists("out.npy"):
            os.unlink("out.npy")
        printed = self.convert("trajectory", "scene.json", path, "-o", "out.npy", *flags).stdout
        found = np.load("out.npy")
        self.assertEqual((found.dtype, found.shape), (np.dtype("<f8"), expected.shape))
        self.assertLess(abs(found - expected).max(), 1e-9)
        return printed

    def refused(self, word, path, *flags, code=3):
        result = self.convert("trajectory", "scene.json", path, "-o", "never.npy", *flags, code=code)
        self.assertIn(word, result.stderr)
        self.assertFalse(os.path.exists("never.npy"))

    def sequence(self, ending, write):
        os.mkdir(ending)
        for i, frame in enumerate(FRAMES):
            write(f"{ending}/frame_{i + 8}.{ending}", frame)

    # ---- formats ----

    def test_arrays_and_point_caches(self):
        np.save("single.npy", FRAMES.astype("<f4"))
        np.save("wide.npy", np.asfortranarray(FRAMES))
        data = FRAMES.astype("<f4").tobytes()
        self.bytes("a.pc2", b"POINTCACHE2\0", struct.pack("<iiffi", 1, 4, 1, 2.5, 3), data)
        self.bytes("a.mdd", struct.pack(">ii3f", 3, 4, 0, 0.5, 1), FRAMES.astype(">f4").tobytes())
        self.converted("single.npy")
        self.converted("wide.npy")
        self.assertIn("2.5", self.converted("a.pc2"))
        self.assertIn("--dt 0.5\n", self.converted("a.mdd"))
        for name in ("a.pc2", "a.mdd", "wide.npy"):
            with open(name, "rb") as file:
                whole = file.read()
            for count in range(len(whole)):
                self.bytes(name, whole[:count])
                with self.assertRaises(Failure):
                    trajectory.read(name)
        np.save("flat.npy", FRAMES.reshape(3, 12))
        self.refused("shape", "flat.npy")
        np.save("infinite.npy", np.where(FRAMES == FRAMES[1, 2, 0], np.inf, FRAMES))
        self.refused("frame 1, particle 2", "infinite.npy")
        self.bytes("late.mdd", struct.pack(">ii3f", 3, 4, 0, 0.5, 2), FRAMES.astype(">f4").tobytes())
        self.refused("frame 1", "late.mdd")

    def test_files_of_each_frame(self):
        faces = "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES)
        self.sequence("obj", lambda name, x: self.write(name, "".join(f"v {a} {b} {c}\n" for a, b, c in x) + faces))
        for ending in ("ply", "vtu"):
            self.sequence(ending, lambda name, x: meshio.write(name, meshio.Mesh(x, [("triangle", np.array(FACES, 'i4'))])))
        for encoding, dtype in itertools.product(("ASCII", "BINARY"), (">f4", ">f8")):
            def write(name, x):
                head = f"# vtk DataFile Version 3.0\na\n{encoding}\nDATASET POLYDATA\nPOINTS 4 {'float' if dtype == '>f4' else 'double'}\n"
                points = x.astype(dtype).tobytes() if encoding == "BINARY" else " ".join(map(str, x.ravel())).encode()
                self.bytes(name, head.encode(), points, b"\nPOLYGONS 1 4\n")

            self.sequence("vtk", write)
            self.converted("vtk")
            with open("vtk/frame_9.vtk", "rb") as file:
                whole = file.read()
            for count in range(0, len(whole) - 16, 5):
                self.bytes("cut.vtk", whole[:count])
                with self.assertRaises(Failure):
                    trajectory.read_vtk("cut.vtk")
            shutil.rmtree("vtk")
        for ending in ("obj", "ply", "vtu"):
            self.converted(ending)
            self.converted(f"{ending}/frame_*.{ending}")
        self.write("list.pvd", "<VTKFile><Collection>" + "".join(f'<DataSet timestep="{i / 4}" file="vtu/frame_{i + 8}.vtu"/>' for i in range(3))
                   + "</Collection></VTKFile>")
        self.assertIn("--dt 0.25\n", self.converted("list.pvd"))
        self.write("obj/other_1.obj", "v 0 0 0\n")
        self.refused("several names", "obj")
        os.rename("ply/frame_9.ply", "ply/frame_19.ply")
        self.refused("frame_10.ply", "ply")
        self.write("vtu/frame_9.vtu", "<VTKFile")
        self.refused("vtu/frame_9.vtu", "vtu")
        self.refused("with numbers in their names", ".")
        self.refused("a.stl", "a.stl")
        self.refused("none.npy", "none.npy")

    def test_own_frames_keep_their_velocities(self):
        flags = ("cloth_on_box", "--set", "scene.n=6", "--solver", "xpbd")
        self.weft("scene", "cloth_on_box", "--set", "n=6", "--export", "scene.json.new")
        os.replace("scene.json.new", "scene.json")
        self.weft("sim", *flags, "--steps", "3", "--frames", "frames")
        printed = self.convert("trajectory", "scene.json", "frames", "-o", "states").stdout
        self.assertIn("36 particles, by index", printed)
        os.mkdir("exact")
        os.rename("states/state_00000.csv", "exact/s0.csv")
        for step in (1, 2, 3):
            self.weft("sim", *flags, "--steps", str(step), "--state-out", f"exact/s{step}.csv")
            (x, v), (y, w) = trajectory.read_state(f"exact/s{step}.csv"), trajectory.read_state(f"states/state_{step:05d}.csv")
            self.assertLess(max(abs(x - y).max(), abs(v - w).max()), 1e-5)
        self.convert("trajectory", "scene.json", "exact", "-o", "exact.npy")
        self.assertTrue((np.load("exact.npy")[3] == x).all())
        self.convert("trajectory", "scene.json", "exact.npy", "-o", "folder", code=2)

    def test_vtk_xml_in_every_encoding(self):
        points, corners, ends = FRAMES[1].astype("<f4"), np.array(FACES, "<i8").ravel(), np.array([3, 6], "<i8")
        for form, header, compressed in itertools.product(("ascii", "binary", "raw", "base64"), ("UInt32", "UInt64"), (False, True)):
            self.bytes("a.vtp", vtp_file([("Points", "points", points), ("Polys", "connectivity", corners), ("Polys", "offsets", ends)],
                                         form, header, compressed))
            found, lines, polygons, _ = vtp.read("a.vtp")
            self.assertTrue((found == points).all() and not lines)
            self.assertEqual([polygon.tolist() for polygon in polygons], FACES)
            with open("a.vtp", "rb") as file:
                whole = file.read()
            for count in range(0, whole.index(b"</VTKFile>") - 20, 37):
                self.bytes("cut.vtp", whole[:count])
                with self.assertRaises(Failure):
                    vtp.read("cut.vtp")

    def test_a_vtk_xml_file_that_does_not_fit_its_counts(self):
        points, corners, ends = FRAMES[1].astype("<f4"), np.array(FACES, "<i8").ravel(), np.array([3, 6], "<i8")
        for form in ("ascii", "binary", "raw"):
            self.bytes("a.vtp", vtp_file([("Points", "points", points), ("Polys", "connectivity", corners), ("Polys", "offsets", ends)], form,
                                         "UInt64", False))
            with open("a.vtp", "rb") as file:
                whole = file.read()
            changes = [(b'NumberOfPoints="4"', b'NumberOfPoints="3"'), (b'NumberOfPolys="2"', b'NumberOfPolys="0"'), (b"</VTKFile>", b"")]
            changes += [(b'offset="0"', b'offset="-9"'), (b'offset="0"', b'offset="99999"'), (b"</AppendedData>", b"")] if form == "raw" else []
            changes += [(b"</DataArray>", b"AAAA</DataArray>")] if form == "binary" else []
            for old, new in changes:
                self.assertIn(old, whole)
                self.bytes("bad.vtp", whole.replace(old, new, 1))
                with self.assertRaises(Failure, msg=(form, old, new)):
                    vtp.read("bad.vtp")

    def test_states_are_read_whole(self):
        head, row, other = "index,x,y,z,vx,vy,vz\n", "0,1,2,3,4,5,6\n", "scene,a,0123\ntime,1\n"
        for text in (head + row + other, "\ufeff" + head + row + other, (head + row + other).replace("\n", "\r")):
            with open("a.csv", "w", encoding="utf-8", newline="") as file:
                file.write(text)
            self.assertEqual(trajectory.read_state("a.csv")[0].tolist(), [[1, 2, 3]])
        for text in (head + row[:-1], head + row + "x" + row, head + row + other + "1,2\n", head + row + "-1,1,2,3,4,5,6\n"):
            self.write("a.csv", text)
            with self.assertRaises(Failure):
                trajectory.read_state("a.csv")

    def test_the_points_of_a_title_are_no_points(self):
        self.write("a.vtk", "# vtk DataFile Version 3.0\nPOINTS 1 float\nASCII\nDATASET POLYDATA\nPOINTS 2 float\n1 2 3 4 5 6\n")
        self.assertEqual(trajectory.read_vtk("a.vtk")[0].tolist(), [[1, 2, 3], [4, 5, 6]])

    # ---- order, unit and axes ----

    def saved(self, x, scale=1.0):
        np.save("a.npy", scale * (x + 0.125 * np.arange(3)[:, None, None]))
        return "a.npy"

    def test_the_order_is_found(self):
        order = [2, 0, 3, 1]
        expected = START + 0.125 * np.arange(3)[:, None, None]
        self.assertIn("by index", self.converted(self.saved(START), expected=expected))
        self.assertIn("by nearest start", self.converted(self.saved(START[order]), expected=expected))
        self.refused("particle 2 of frame 0", self.saved(START + [[0], [0], [0.1], [0]]))
        self.refused("particles 1 and 2 of frame 0", self.saved(START[[0, 1, 1, 3]]))
        self.refused("3 particles", self.saved(START[:3]))
        self.write("scene.json", scene_json(START[[0, 1, 1, 3]].tolist()))
        self.refused("both start", self.saved(START[[1, 0, 1, 3]]))
        self.converted(self.saved(START[[0, 1, 1, 3]]), expected=expected[:, [0, 1, 1, 3]])

    def test_units_are_found(self):
        for name, metres in trajectory.UNITS.items():
            for order in ([0, 1, 2, 3], [3, 2, 1, 0]):
                path = self.saved(START[order], 1 / metres)
                for flags in ((), ("--unit", name)):
                    printed = self.converted(path, *flags, expected=START + 0.125 * np.arange(3)[:, None, None])
                    self.assertIn(f"unit {name},", printed)
        self.refused("--unit 0.25", self.saved(START, 4))
        self.converted("a.npy", "--unit", "0.25", expected=START + 0.125 * np.arange(3)[:, None, None])
        self.refused("furlong", "a.npy", "--unit", "furlong", code=2)
        self.refused("0", "a.npy", "--unit", "0", code=2)

    def test_all_48_axes_are_found(self):
        self.assertEqual(len(trajectory.all_axes()), 47)
        self.assertEqual(sum(trajectory.mirrors(axes) for axes in trajectory.all_axes()), 24)
        for axes, scale in itertools.product(trajectory.all_axes(), (1, 100)):
            frame = np.empty_like(START)
            frame[:, list(axes[0])] = START * axes[1]
            unit, metres, found = trajectory.find_start("a.npy", START, scale * frame, True, True)
            self.assertEqual((unit, found), ("m" if scale == 1 else "cm", axes))
            self.assertLess(abs(trajectory.turned(trajectory.read_axes(trajectory.axes_text(found)), scale * frame) * metres - START).max(), 1e-12)

    def test_a_symmetric_start_needs_the_axes(self):
        flat, upright = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.0]]), np.array([[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1.0]])
        self.write("scene.json", scene_json(flat.tolist()))
        self.refused("--axes x,z,-y, but also with", self.saved(upright))
        expected = flat + 0.125 * np.arange(3)[:, None, None] * [1, 1, -1]
        self.converted("a.npy", "--axes", "x,z,-y", expected=expected)
        for bad in ("x,y", "x,y,y", "x,y,z,", "x,--y,z"):
            self.refused(bad, "a.npy", f"--axes={bad}", code=2)

    def test_judged(self):
        self.weft("scene", "cloth", "--set", "n=6", "--export", "cloth.json")
        os.replace("cloth.json", "scene.json")
        self.weft("sim", "cloth", "--set", "scene.n=6", "--solver", "newton", "--steps", "4", "--frames", "frames")
        states = self.convert("trajectory", "scene.json", "frames", "-o", "states").stdout
        shuffled = trajectory.read("frames").positions[:, np.arange(36) * 7 % 36]
        np.save("shuffled.npy", shuffled[..., [0, 2, 1]] * [100, -100, 100])
        self.convert("trajectory", "scene.json", "shuffled.npy", "-o", "sorted.npy", "--axes", "x,z,-y")
        errors = []
        for path in ("states", "sorted.npy"):
            words = states.split("\n")[1].split()[4:]
            found = json.loads(self.weft("judge", "cloth", path, *words, "--set", "scene.n=6", "--json"))
            errors.append([frame["trajectory_error"] for frame in found["frames"]])
        self.assertEqual(len(errors[0]), 4)
        self.assertLess(abs(np.array(errors[0]) - errors[1]).max(), 1e-5 * max(errors[0]))


def vtp_file(arrays, form, header, compressed):
    """A PolyData of triangles; arrays: the element that each lies in, its name, its values."""
    import base64
    import zlib

    count = "<u4" if header == "UInt32" else "<u8"
    appended, xml_arrays = b"", {"Points": "", "Polys": ""}
    for part, name, values in arrays:
        data, number = values.tobytes(), "3" if part == "Points" else "1"
        kind = "Float32" if values.dtype.kind == "f" else "Int64"
        if compressed:
            blocks = [data[i:i + 16] for i in range(0, len(data), 16)]
            packed = [zlib.compress(block) for block in blocks]
            head = np.array([len(blocks), 16, len(blocks[-1]) % 16, *map(len, packed)], count).tobytes()
            parts = head, b"".join(packed)
        else:
            parts = (np.array([len(data)], count).tobytes() + data,)
        text = b"".join(base64.b64encode(part) for part in parts)
        raw = b"".join(parts)
        attributes = {"type": kind, "Name": name, "NumberOfComponents": number, "format": "appended" if form in ("raw", "base64") else form}
        element = xml.Element("DataArray", attributes)
        if form in ("raw", "base64"):
            element.set("offset", str(len(appended)))
            appended += raw if form == "raw" else text
        else:
            element.text = text.decode() if form == "binary" else " ".join(map(str, values.ravel().tolist()))
        xml_arrays[part] += xml.tostring(element).decode()
    compressor = ' compressor="vtkZLibDataCompressor"' if compressed else ""
    tail = f'<AppendedData encoding="{form}">_'.encode() + appended + b"</AppendedData>" if appended else b""
    return (f'<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="{header}"{compressor}><PolyData>'
            f'<Piece NumberOfPoints="{len(arrays[0][2])}" NumberOfPolys="2"><Points>{xml_arrays["Points"]}</Points>'
            f'<Polys>{xml_arrays["Polys"]}</Polys></Piece></PolyData>').encode() + tail + b"</VTKFile>"


if __name__ == "__main__":
    unittest.main()
