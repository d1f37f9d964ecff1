"""Scenes as JSON hold every number, and become OBJ, Gmsh, MuJoCo and CSV files that hold the same numbers."""
import csv
import json
import math
import os
import re
import unittest
import xml.etree.ElementTree as xml

from converters import SOURCE, Case

AGAIN = """name: again
bodies:
  - name: beam
    mesh: cantilever.msh
    material: {young: 3e5, poisson: 0.3, density: 1000}
    elements:
      - kind: neo_hookean
    pins:
      - index: [0, 1, 2, 3, 4, 5, 6, 7, 8]
"""
TRAITS = """name: traits
gravity: [0, 0, -1.5]
contact: {thickness: 0.01, hard: true, friction: 0.25, friction_on: position, slip: 0.002}
colliders:
  - plane: {point: [0, -1, 0], normal: [0, 1, 0]}
bodies:
  - name: one
    particles: [[0, 0, 0], [1, 0, 0]]
    particle_mass: 2
    constraints:
      - {kind: distance, vertices: [1, 0], rest: [0.1], TRAITS}
"""


class Scene(Case):
    def scene(self, name, *flags):
        """The JSON of a scene, and what weft prints of it."""
        printed = self.weft("scene", name, "--export", "scene.json", *flags)
        return json.loads(self.read("scene.json")), printed

    def export(self, name, output, *flags):
        """The lines about what is left out."""
        self.scene(name, *flags)
        return self.convert("scene", "scene.json", "-o", output).stderr

    def table(self, name):
        with open(name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def end_of(self, *words):
        return re.search(r"^end\s+([0-9a-f]+)", self.weft("sim", *words), re.MULTILINE)[1]

    def test_sums_and_counts_are_those_that_are_printed(self):
        for file in sorted(os.listdir(f"{SOURCE}/datasets/scenes")):
            name = file.removesuffix(".yaml")
            scene, printed = self.scene(name)
            particles, pinned, mass = (float(word) for word in re.findall(r"[0-9][-+.e0-9]*", printed.split("\n")[1])[:3])
            self.assertEqual(len(scene["particles"]), particles, name)
            self.assertEqual(sum(p["pinned"] for p in scene["particles"]), pinned, name)
            self.assertTrue(math.isclose(sum(p["mass"] for p in scene["particles"]), mass, rel_tol=1e-8), name)
            self.assertEqual([p["index"] for p in scene["particles"]], list(range(int(particles))), name)
            kinds = [f"  {sum(c['kind'] == kind for c in scene['constraints'])} {kind}" for kind in scene["kinds"]]
            self.assertEqual(sorted(kinds), sorted(printed.rstrip().split("\n")[2:]), name)

    def test_every_part_of_a_scene_is_there(self):
        box, _ = self.scene("cloth_on_box")
        self.assertEqual(box["gravity"], [0, -9.81, 0])
        self.assertEqual([box["contact"][key] for key in ("thickness", "stiffness", "friction")], [0.008, 1000, 0.4])
        self.assertEqual(box["contact"]["points"], list(range(len(box["particles"]))))
        self.assertEqual(box["colliders"][0]["shape"], "box")
        self.assertEqual(len(self.scene("flag")[0]["wind"]["velocity"]), 3)
        self.assertIn("move", [part["act"] for script in self.scene("curtain")[0]["scripts"] for part in script["parts"]])
        beam, _ = self.scene("cantilever")
        self.assertEqual((beam["wind"], beam["triangle_loads"]), (None, []))
        self.assertEqual(beam["kinds"]["neo_hookean"]["element"], "tetrahedron")
        volume = next(c for c in self.scene("bouncing_ball")[0]["constraints"] if c["kind"] == "closed_volume")
        self.assertEqual(len(volume["faces"]), 2 * len(volume["vertices"]) - 4)

    def test_traits(self):
        for traits, expected in (("compliance: 0, limit: 7", ([None], 0, 7, "equal")),
                                 ("stiffness: 3, damping: 0.5, inequality: at_most", ([3], 0.5, None, "at_most"))):
            self.write("traits.yaml", TRAITS.replace("TRAITS", traits))
            scene, _ = self.scene("./traits.yaml")
            (spring,) = scene["constraints"]
            self.assertEqual((spring["vertices"], spring["rest"]), ([1, 0], [0.1]))
            self.assertEqual(tuple(spring[key] for key in ("stiffness", "damping", "limit", "sense")), expected)
            self.assertEqual((scene["gravity"], scene["contact"]["friction"]), ([0, 0, -1.5], 0.25))

    def test_a_chain_made_again_from_its_tables_ends_in_the_same_bits(self):
        self.export("chain", "tables", "--set", "count=7", "--set", "scene.spacing=0.37")
        particles, springs = self.table("tables/particles.csv"), self.table("tables/constraints.csv")
        lines = ["name: again", "bodies:", "  - name: chain", "    particles:",
                 *(f"      - [{p['x']}, {p['y']}, {p['z']}]" for p in particles), f"    particle_mass: {particles[0]['mass']}", "    constraints:",
                 *(f"      - {{kind: {s['kind']}, vertices: [{s['vertices'].replace(' ', ', ')}], rest: [{s['rest']}], stiffness: {s['stiffness']}}}"
                   for s in springs), "    pins:", *(f"      - index: {p['index']}" for p in particles if p["pinned"] == "1")]
        self.write("again.yaml", "\n".join(lines) + "\n")
        flags = ("--solver", "xpbd", "--steps", "40")
        self.assertEqual(self.end_of("./again.yaml", *flags), self.end_of("chain", "--set", "scene.count=7", "--set", "scene.spacing=0.37", *flags))

    def test_tables_have_the_numbers_of_the_scene(self):
        for name in ("cloth_on_box", "bouncing_ball", "torn_cloth"):
            self.export(name, name)
            scene = json.loads(self.read("scene.json"))
            for row, particle in zip(self.table(f"{name}/particles.csv"), scene["particles"], strict=True):
                self.assertEqual([float(value) for value in row.values()],
                                 [particle["index"], particle["body"], particle["mass"], particle["pinned"],
                                  *particle["position"], *particle["velocity"], *particle["force"]])
            for row, constraint in zip(self.table(f"{name}/constraints.csv"), scene["constraints"], strict=True):
                self.assertEqual([float(word) for word in row["rest"].split()], constraint["rest"])
                self.assertEqual(float(row["limit"]), math.inf if constraint["limit"] is None else constraint["limit"])
        facts = {row["name"]: row["value"] for row in self.table("cloth_on_box/scene.csv")}
        self.assertEqual((float(facts["gravity_y"]), float(facts["contact_thickness"]), facts["colliders"]), (-9.81, 0.008, "1"))
        self.assertEqual((facts["contact_friction_on"], facts["contact_slip"], facts["contact_planar"]), ("velocity", "0", "0"))
        self.write("traits.yaml", TRAITS.replace("TRAITS", "stiffness: 3"))
        self.export("./traits.yaml", "rules")
        facts = {row["name"]: row["value"] for row in self.table("rules/scene.csv")}
        self.assertEqual((facts["contact_stiffness"], facts["contact_friction_on"], float(facts["contact_slip"])), ("inf", "position", 0.002))

    def test_meshes_are_read_back_by_weft(self):
        counts = {}
        for name in ("cantilever", "hanging_shell", "cloth", "bouncing_ball", "chain"):
            for ending in ("obj", "msh"):
                self.export(name, f"{name}.{ending}")
                counts[name, ending] = [int(line.split()[1].strip(':')) for line in self.weft("mesh", f"{name}.{ending}").split("\n")[:4]]
        self.assertEqual(counts["cantilever", "msh"], [81, 0, 144, 160])
        self.assertEqual(counts["cantilever", "obj"], [81, 0, 144, 0])
        obj, msh = self.read("cantilever.obj"), self.read("cantilever.msh")
        scene, _ = self.scene("cantilever")
        positions = [p["position"] for p in scene["particles"]]
        self.assertEqual([[float(word) for word in line.split()[1:]] for line in obj.split("\n") if line.startswith("v ")], positions)
        nodes = msh.split("$Nodes\n")[1].split("$EndNodes")[0].strip().split("\n")[1:]
        self.assertEqual([[float(word) for word in line.split()[1:]] for line in nodes], positions)
        masses = msh.split('"mass, kg"\n1\n0\n3\n0\n1\n81\n')[1].split("$End")[0].strip().split("\n")
        self.assertEqual([float(line.split()[1]) for line in masses], [p["mass"] for p in scene["particles"]])
        self.assertEqual(len(re.findall("^p ", obj, re.MULTILINE)), 9)
        self.assertIn('0 3 "pins"', msh)
        self.assertIn('"body_0 neo_hookean young=300000 poisson=0.3"', msh)
        self.assertRegex(obj, "# .*neo_hookean.*300000")
        self.write("again.yaml", AGAIN)
        flags = ("--solver", "newton", "--steps", "3")
        self.assertEqual(self.end_of("./again.yaml", *flags), self.end_of("cantilever", *flags))

    def test_mujoco(self):
        self.assertEqual(self.export("cloth", "cloth.xml", "--set", "n=5"), "")
        tree = xml.parse("cloth.xml")
        self.assertEqual([len(list(tree.iter(tag))) for tag in ("body", "joint", "spatial")], [25, 69, 72])
        self.assertAlmostEqual(sum(float(mass.get("mass")) for mass in tree.iter("inertial")), 0.25 * 23 / 25, 12)
        self.export("hanging_shell", "shell.xml")  # E t and D give back thickness and modulus, of nu = 0
        law = next(xml.parse("shell.xml").iter("elasticity"))
        young, thickness = float(law.get("young")), float(law.get("thickness"))
        self.assertAlmostEqual(young * thickness / (2 * 3.3e5 / 2 / 1.3 * 6e-4), 1, 9)
        self.assertAlmostEqual(young * thickness**3 / 12 / (3.3e5 * 6e-4**3 / 12 / (1 - 0.09)), 1, 9)
        self.assertIn("closed_volume", self.export("bouncing_ball", "ball.xml"))
        ball = xml.parse("ball.xml")
        self.assertEqual([key.get("name") for key in ball.iter("key")], ["start"])
        geoms = [geom.get("type") for geom in ball.iter("geom")]
        self.assertEqual((geoms.count("plane"), geoms.count("sphere")), (1, 252))

    def test_what_a_format_cannot_carry_is_counted(self):
        self.assertIn("2162", self.export("torn_cloth", "torn.xml"))
        self.assertIn("1728", self.export("flag", "flag.xml"))
        self.assertRegex(self.export("cantilever", "beam.obj"), "neo_hookean.* 160\n")

    def test_refusals(self):
        self.scene("chain")
        self.convert("scene", "scene.json", "-o", "a.stl", code=3)
        self.convert("scene", "none.json", "-o", "a.obj", code=4)
        self.convert("scene", "scene.json", "-o", "none/a.obj", code=4)
        os.mkdir("there")
        self.convert("scene", "scene.json", "-o", "there", code=4)
        text = self.read("scene.json")
        texts = [text[:i] for i in range(0, len(text) - 10, len(text) // 10)]
        texts += [text.replace('"schema": 1', '"schema": 2'), "[]", '{"format": "weft scene", "schema": 1, "scene": "a"}',
                  text.replace('"position"', '"positron"')]
        for bad in texts:
            self.write("bad.json", bad)
            for output in ("a.xml", "tables"):
                self.convert("scene", "bad.json", "-o", output, code=3)
                self.assertFalse(os.path.exists(output))


if __name__ == "__main__":
    unittest.main()
