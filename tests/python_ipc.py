"""Configurations of IPC: the scene that ships, refusals with file and line, and input that is cut or changed."""
import json
import os
import re
import shutil
import unittest

from converters import SOURCE, Case

CUBES = """shapes input 2
input/tetMeshes/cube.msh 0 3 0  0 0 0  1 1 1
input/tetMeshes/cube.msh 0 1 0  0 0 0  1 1 1

selfFric 0.1

ground 0.1 0
"""
TET = """$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 0 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes
$Elements\n1 1 1 1\n3 0 4 1\n1 1 2 3 4\n$EndElements\n"""
SHEET = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
PINS = """shapes input 2
tet.msh 0 3 0  10 20 30  1 1 1  material 3000 1e8 0.4 initVel 0 -2 0 0 90 0
tet.msh 0 1 0  0 0 0  1 1 1 \\
 DBC -0.1 -0.1 -0.1 0.1 1.1 0.1 -0.2 0 -0.2 0 10 0 0 2.5 \\
 DBC -0.1 -0.1 -0.1 0.1 1.1 0.1 0 0 1 0 0 0 2.5 4 NBC 0.5 0 0 1.1 1 1 0 50 0
selfFric 0.1
ground 0.1 0
DBCTimeRange 0 3
time 5 0.025
"""
FALL = """energy FCR
size 1
script fall
shapes input 1
tet.msh 0 0 0 0 0 -26.565 1 1 1
halfSpace 0 1.13 0  1 2 0  50 0.5
selfCollisionOff
tuning 3
0
1e-3
1e-3
tol 1
1e-4
section SQP QP
time 10 5e-3
section end
"""
MOVING = """shapes input 2
sheet.obj 0 0 0 90 0 0 2 2 2 linearVelocity 1 0 0 angularVelocity 10 90 0
tet.msh 0 1 0 0 0 0 -1 1 1
dHat 1e-2
turnOffGravity
view perspective
dampingRatio 0
"""


class Ipc(Case):
    def setUp(self):
        super().setUp()
        for name, text in (("tet.msh", TET), ("sheet.obj", SHEET)):
            self.write(name, text)

    def refused(self, text, where, *flags, code=3):
        """The configuration ends with one line that has a place and a word, and leaves no scene."""
        self.write("bad.txt", text)
        result = self.convert("ipc", "bad.txt", "-o", "bad.yaml", "--root", ".", *flags, code=code)
        self.assertIn(where, result.stderr)
        self.assertFalse(os.path.exists("bad.yaml"))

    def converted(self, text, *flags):
        """The lines of the scene, which weft reads."""
        self.write("good.txt", text)
        if os.path.exists("good.yaml"):
            os.unlink("good.yaml")
        self.convert("ipc", "good.txt", "-o", "good.yaml", "--root", ".", *flags)
        self.weft("scene", "./good.yaml")
        return self.read("good.yaml")

    def test_a_configuration_gives_the_shipped_scene(self):
        os.makedirs("input/tetMeshes")
        os.makedirs("input/examples")
        shutil.copy(f"{SOURCE}/datasets/meshes/ipc_cube.msh", "input/tetMeshes/cube.msh")
        self.write("input/examples/cubes.txt", CUBES)
        result = self.convert("ipc", "input/examples/cubes.txt", "-o", "cubes.yaml")
        self.assertIn("--dt 0.025 --steps 200", result.stdout)
        scenes = []
        for scene in ("./cubes.yaml", "ipc_two_cubes"):
            self.weft("scene", scene, "--export", "scene.json")
            scenes.append(json.loads(self.read("scene.json")))
        self.assertEqual(len(scenes[1]["particles"]), 16)
        for key in ("gravity", "contact", "particles", "constraints"):
            self.assert_same(scenes[0][key], scenes[1][key])

    def assert_same(self, left, right):
        """Equal but for the rounding of numbers, and for the numbers of bodies."""
        if isinstance(left, dict):
            self.assertEqual(left.keys(), right.keys())
            for key in left.keys() - {"body"}:
                self.assert_same(left[key], right[key])
        elif isinstance(left, list):
            self.assertEqual(len(left), len(right))
            for pair in zip(left, right):
                self.assert_same(*pair)
        elif isinstance(left, float):
            self.assertAlmostEqual(left, right, delta=1e-12 * abs(right))
        else:
            self.assertEqual(left, right)

    def test_conditions_become_scripts_and_forces(self):
        scene = self.converted(PINS)
        for part in ("- index: [0, 2]", "{rotate: {axis: [0, 1, 0], degrees: 25, about: [0, 1.5, 0]}, from: 0, to: 2.5}",
                     "{move: [0, 0, 0.5], from: 2.5, to: 3}", "{release: 3}", "{index: 1, force: [0, 2083.33333333333", "radians_per_second: 1.57"):
            self.assertIn(part, scene)

    def test_a_script_lifts_and_scales(self):
        scene = self.converted(FALL, "--kind", "tet_arap")
        self.assertIn("- kind: tet_arap", scene)
        self.assertIn("bodies: false", scene)
        lift = re.search(r"translate: \[0, (.*), 0\]", scene)
        self.assertAlmostEqual(float(lift[1]), 1.040439793735664, 12)
        self.refused(FALL, "bad.txt:1: `energy FCR`")

    def test_a_surface_is_held_and_moved(self):
        scene = self.converted(MOVING)
        self.assertIn("{rotate: {axis: [10, 90, 0], degrees: 452.769", scene)
        self.assertIn("gravity: [0, 0, 0]", scene)
        self.assertIn("# line 6, view", scene)

    def test_settings_of_the_solver_are_comments(self):
        settings = ["timeIntegration NM 0.25 0.5", "linearSolver CHOLMOD", "linSysSolver AMGCL", "tol 1", "1e-3", "useActiveSetConvergence",
                    "noActiveSetConvergence", "warmStart 0", "view perspective", "zoom 2", "cameraTracking", "playBackSpeed 1",
                    "constraintSolver IP", "constraintType volume", "QPSolver OSQP", "appendStr a", "disableCout", "handleRatio 0.1",
                    "epsv 1e-3", "fricIterAmt 2", "kappaMinMultiplier 1e11", "minBarrierStiffnessScale 1e11", "constraintOffset 1e-3",
                    "exactCCD none", "CCDMethod TightInclusion", "ccdMethod RootParity", "CCDTolerance 1e-6", "ccdTolerance 1e-6"]
        plain = MOVING.replace("view perspective\n", "")
        scene = self.converted(plain + "\n".join(settings) + "\n")
        for word in {setting.split()[0] for setting in settings} - {"1e-3"}:
            self.assertRegex(scene, rf"# line \d+, {word}: ")
        without = [line for line in self.converted(plain).split("\n") if not line.startswith("#")]
        self.assertEqual([line for line in scene.split("\n") if not line.startswith("#")], without)

    def test_a_distance_may_be_in_metres(self):
        scene = self.converted(MOVING + "useAbsParameters\n")
        self.assertIn("thickness: {value: 0.01,", scene)
        self.assertNotIn("thickness: {value: 0.01,", self.converted(MOVING))

    def test_a_box_without_vertices_is_a_comment(self):
        self.assertNotIn("pins:", self.converted("shapes input 1\ntet.msh 0 0 0 0 0 0 1 1 1 DBC 2 2 2 3 3 3 0 0 0 0 0 0\n"))

    def test_what_makes_another_scene_is_refused_by_line(self):
        tet = "tet.msh 0 0 0 0 0 0 1 1 1"
        for extra in ("material 1 2", "materal 1 2 3", "DBC 0 0 0 1 1 1 0 0 0 0 0 0 2 1", "DBC 0 0 0 1 1 1 0 0 0 0 0 0 2 4",
                      "NBC 0 0 0 1 1 1 0 0 0 1", "initVel 0 0 0 0 0 0 linearVelocity 1 0 0", "linearVelocity 1 0 0 NBC 0 0 0 1 1 1 0 0 0",
                      "DBC 0 0 0 1 1 1 0 0 0 0 0 0 DBC 0 0 0 1 0.5 1 0 0 0 0 0 0", "meshSeq a"):
            self.refused(f"shapes input 1\n{tet} {extra}\n", "bad.txt:2:")
        for line in ("time 0 1", "energie NH", "energy HF", "energy SNH", "useAbsTol", "beginMeshSeq 1", "ground nan 0", "stiffness 1e40 0.3", "dHat", "density 3 4", "tuning 2 0", "script hang",
                     "rotateModel 1 0 0 90", "shapes input 2.5", "dampingStiff 0.1", "halfSpace 0 0 0 0 0 0 1 1", "DBCTimeRange 3 1",
                     "ground -1 0", "meshCO a.obj", "appendStr \x1b[0m", "view \xff"):
            self.refused(f"shapes input 1\n{tet}\n{line}\n", "bad.txt:3:")
        for mesh in ("nowhere.msh", "line.seg", "tet.msh 0", "sheet.obj 0 0 0 0 0 0 1 1 1 initVel 0 0 0 1 0 0 #"):
            self.refused(f"shapes input 1\n{mesh} 0 0 0 0 0 0 1 1 1\n", "bad.txt:2:")
        self.refused(f"shapes input 1\n{tet} DBC 0 0 0 1 1 1 0 0 0 0 0 0\nDBCTimeRange 1 3\n", "bad.txt:2:")
        self.refused("shapes input 1\nsheet.obj 0 0 0 0 0 0 1 1 1\nscript fall\n", "bad.txt:2:")
        self.refused("ground 1 1\n", "shapes input N")
        self.refused(f"shapes input 1\n{tet}\n", "--kind", "--kind", "a b", code=2)

    def test_files(self):
        self.write("good.txt", MOVING)
        self.write("there.yaml", "")
        self.convert("ipc", "good.txt", "-o", "there.yaml", "--root", ".", code=4)
        self.assertEqual(os.path.getsize("there.yaml"), 0)
        self.convert("ipc", "nowhere.txt", "-o", "a.yaml", code=4)
        self.convert("ipc", "good.txt", "-o", "none/a.yaml", "--root", ".", code=4)
        self.convert("ipc", "good.txt", code=2)

    def test_a_missing_package_is_named(self):
        os.mkdir("without")
        self.write("without/numpy.py", "raise ImportError('no numpy')\n")
        path = os.path.abspath("without") + os.pathsep + os.environ["PYTHONPATH"]
        result = self.convert("ipc", "good.txt", "-o", "a.yaml", code=10, env={**os.environ, "PYTHONPATH": path})
        self.assertIn("python3-numpy", result.stderr)

    def test_what_is_cut_or_changed_is_a_scene_or_a_message(self):
        from weft import common, ipc

        for text in (PINS, FALL, MOVING):
            words = re.split(r"(\s+)", text)
            changed = [text[:i] for i in range(0, len(text), 11)]
            for i in range(0, len(words), 2):
                changed += ["".join([*words[:i], word, *words[i + 1:]]) for word in ("", "-1e30", "0", "shapes", "\\", "1e999")]
            for config in changed[::7]:
                self.write("some.txt", config)
                try:
                    ipc.scene_text("some.txt", ".", "tet_arap")
                except common.Failure:
                    pass


if __name__ == "__main__":
    unittest.main()
