"""Meshes that other programs wrote become files that weft reads, with the same vertices, lines, faces and tetrahedra."""
import glob
import os
import re
import unittest

import meshio
import numpy as np

from converters import SOURCE, Case
from weft import meshes
from weft.common import Failure

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 2, 0.1]])
QUAD = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"


class Mesh(Case):
    def counts(self, path, code=0):
        return [int(line.split()[1].strip(":")) for line in self.weft("mesh", path, code=code).split("\n")[:4]]

    def refused(self, word, path, output="never.vtk", code=3):
        self.assertIn(word, self.convert("mesh", path, "-o", output, code=code).stderr)
        self.assertFalse(os.path.exists("never.vtk"))

    def test_files_of_vtk_and_meshio(self):
        expected = meshes.read(f"{SOURCE}/tests/meshes/gmsh22_ascii.msh")
        vtu = glob.glob(f"{SOURCE}/tests/meshes/*.vtu")
        self.assertEqual(len(vtu), 5)
        for path in vtu:
            self.convert("mesh", path, "-o", "a.vtk")
            self.assertEqual(self.counts("a.vtk"), [22, 16, 40, 42])
            found = meshes.read(path)
            self.assertLess(abs(np.array(found.points) - expected.points).max(), 1e-6)
            self.assertEqual((found.faces, found.tets), (expected.faces, expected.tets))
            os.unlink("a.vtk")

    def test_both_versions_of_gmsh(self):
        two, four = (meshes.read(f"{SOURCE}/tests/meshes/gmsh{version}_ascii.msh") for version in (22, 41))
        self.assertEqual((two.points, two.faces, two.tets), (four.points, four.faces, four.tets))
        self.assertEqual([len(two.points), len(two.faces), len(two.tets)], [22, 40, 42])
        text = self.read(f"{SOURCE}/tests/meshes/gmsh41_ascii.msh")
        for bad in (text[:2000], text.replace("4.1 0 8", "4.0 0 8"), text.replace("$Elements", "$Elemente")):
            self.write("bad.msh", bad)
            with self.assertRaises(Failure):
                meshes.read("bad.msh")

    def test_vertices_keep_their_bits(self):
        points = POINTS + 1 / 3
        meshio.write("a.vtu", meshio.Mesh(points, [("line", np.array([[0, 4]])), ("triangle", np.array([[0, 1, 2]])),
                                                   ("quad", np.array([[0, 1, 4, 2]])), ("tetra", np.array([[0, 1, 2, 3]]))]))
        self.assertIn("5 vertices, 1 lines, 2 faces, 1 tetrahedra", self.convert("mesh", "a.vtu", "-o", "a.vtk").stdout)
        self.assertEqual(self.counts("a.vtk"), [5, 1, 2, 1])
        rows = self.read("a.vtk").split("double\n")[1].split("\n")[:5]
        self.assertTrue((np.array([row.split() for row in rows], float) == points).all())

    def test_off_and_frames_of_weft(self):
        self.write("a.off", QUAD)
        self.convert("mesh", "a.off", "-o", "a.vtk")
        self.assertEqual(self.counts("a.vtk"), [4, 0, 2, 0])
        self.weft("sim", "cloth_on_box", "--set", "scene.n=4", "--solver", "xpbd", "--steps", "1", "--frames", "frames")
        self.convert("mesh", "frames/frame_00001.vtp", "-o", "frame.vtk")
        self.assertEqual(self.counts("frame.vtk"), self.counts("frames/frame_00001.obj"))

    def test_corners_of_many_triangles_are_joined(self):
        side = np.arange(41.0)
        points = np.array([[x, y, x * y / 40] for y in side for x in side])
        low = np.array([41 * j + i for j in range(40) for i in range(40)])
        faces = np.concatenate([np.stack([low, low + 1, low + 42], 1), np.stack([low, low + 42, low + 41], 1)])
        for name, binary in (("many.stl", True), ("many_text.stl", False)):
            meshio.write(name, meshio.Mesh(points, [("triangle", faces)]), binary=binary)
            self.assertEqual(self.counts(name), [41 * 41, 0, 3200, 0])

    def test_all_of_a_text_is_read(self):
        lines = ["# C:\\ \\", "v 0 0 0", "V 1 0 0", "v 1 1 0 # corner", "f 1 2 3", "f 1 2", "l 1 2 3"]
        for mark, end in (("", "\n"), ("\ufeff", "\r\n"), ("\ufeff", "\r"), ("", "\r")):
            with open("a.obj", "w", encoding="utf-8", newline="") as file:
                file.write(mark + end.join(lines) + end)
            mesh = meshes.read("a.obj")
            self.assertEqual((len(mesh.points), mesh.faces, [list(line) for line in mesh.lines]), (3, [[0, 1, 2], [0, 1, 1]], [[0, 1], [1, 2]]))
            self.assertEqual(self.counts("a.obj", 3), [3, 2, 2, 0])  # the same, and a face without area
        text = self.read(f"{SOURCE}/tests/meshes/gmsh22_ascii.msh")
        self.assertEqual(len(meshes.read(f"{SOURCE}/tests/meshes/gmsh41_ascii.msh").lines), 16)
        for bad in (text.replace("$Elements\n106\n", "$Elements\n105\n"), text.replace("$EndNodes", "23 1 2 3\n$EndNodes"),
                    re.sub(r"\n(\d+ 4 .*) (\d+)\n", r"\n\1\n\2 ", text, count=1), text.replace("1", "1\0", 1)):
            self.assertNotEqual(bad, text)
            self.write("bad.msh", bad)
            with self.assertRaises(Failure):
                meshes.read("bad.msh")

    def test_all_of_an_off_is_read(self):
        lines = ["OFF # a", "# comment", "", "4 2 0 # counts", "0 0 0", "1 0 0 # in", "# c", "1 1 0", "0 1 0", "4 0 1 2 3", "3 0 1 2 255 0 0"]
        for mark, end in (("", "\n"), ("\ufeff", "\r\n"), ("", "\r")):
            with open("a.off", "w", encoding="utf-8", newline="") as file:
                file.write(mark + end.join(lines) + end)
            mesh = meshes.read("a.off")
            self.assertEqual((len(mesh.points), mesh.faces), (4, [[0, 1, 2, 3], [0, 1, 2]]))
        self.write("a.off", QUAD.replace("OFF\n", "OFF "))
        self.assertEqual(len(meshes.read("a.off").faces), 2)
        for word, bad in (("a.off:2: counts", QUAD + "3 2 1 0\n"), ("a.off:2: counts", QUAD.replace("4 2 0", "4 3 0")),
                          ("a.off:7:", QUAD.replace("3 0 1 2", "4 0 1 2")), ("a.off:8:", QUAD.replace("3 0 2 3", "3 0 2 3 1 1 1 1 1")),
                          ("a.off:4:", QUAD.replace("1 0 0\n", "1 x 0\n")), ("vertex 0", QUAD.replace("0 0 0", "0 0 0 1", 1)),
                          ("OFF", "C" + QUAD), ("a.off:1:", "OFF")):
            self.write("a.off", bad)
            self.refused(word, "a.off")

    def test_refusals(self):
        self.write("a.off", QUAD)
        self.refused("a.obj", "a.off", "a.obj", code=2)
        self.refused("none.vtu", "none.vtu", code=4)
        self.refused("a.xyz", "a.xyz", code=4)
        self.write("a.xyz", "1 2 3\n")
        self.refused("a.xyz", "a.xyz")
        self.write("a.off", QUAD.replace("3 0 2 3", "3 0 2 7"))
        self.refused("does not exist", "a.off")
        self.write("a.off", QUAD.replace("0 1 0\n", "0 nan 0\n"))
        self.refused("vertex 3", "a.off")
        self.write("a.off", QUAD[:30])
        self.refused("a.off", "a.off")
        self.write("a.vtp", "<VTKFile type='PolyData'/>")
        self.refused("no faces", "a.vtp")
        meshio.write("a.vtu", meshio.Mesh(np.random.default_rng(1).random((8, 3)), [("hexahedron", np.arange(8).reshape(1, 8))]))
        self.refused("hexahedron", "a.vtu")
        self.write("there.vtk", "")
        self.write("a.off", QUAD)
        self.convert("mesh", "a.off", "-o", "there.vtk", code=4)
        self.assertEqual(self.read("there.vtk"), "")

    def test_weft_names_the_converter(self):
        for name in ("a.vtu", "a.vtp", "a.off"):
            self.write(name, "")
            self.assertIn("python3 -m weft mesh", self.expect(3, os.environ["WEFT"], "mesh", name).stderr)


if __name__ == "__main__":
    unittest.main()
