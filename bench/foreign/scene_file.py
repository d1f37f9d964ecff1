"""A scene as `weft scene NAME --export FILE.json` writes it (src/python/README.md), as arrays."""
import json

import numpy as np


class Scene:
    def __init__(self, path):
        with open(path) as file:
            data = json.load(file)
        if data["format"] != "weft scene" or data["schema"] != 1:
            raise SystemExit(f"{path}: not a scene of schema 1; write it again with the weft of this script")
        particles = data["particles"]
        self.name = data["scene"]
        self.gravity = np.array(data["gravity"])
        self.mass = np.array([p["mass"] for p in particles])
        self.pinned = np.array([p["pinned"] for p in particles])
        self.position = np.array([p["position"] for p in particles])
        self.velocity = np.array([p["velocity"] for p in particles])
        self.force = np.array([p["force"] for p in particles])
        self.constraints = data["constraints"]
        for key, what in (("contact", "contact"), ("wind", "wind"), ("triangle_loads", "pressure and moments"), ("scripts", "scripts")):
            if data[key]:
                raise SystemExit(f"{path}: the scene has {what}, which this comparison does not cover")
        if self.force.any():
            raise SystemExit(f"{path}: the scene has external forces, which this comparison does not cover")

    def of_kind(self, kind):
        return [c for c in self.constraints if c["kind"] == kind]

    def need_only(self, kinds, program):
        """Refuses a scene with constraints that the program is not given."""
        for c in self.constraints:
            if c["kind"] not in kinds:
                raise SystemExit(f"{self.name}: {program} is not given constraints of the kind {c['kind']}; it takes {', '.join(kinds)}")
            if c["damping"] or c["limit"] is not None or c["sense"] != "equal" or None in c["stiffness"]:
                raise SystemExit(f"{self.name}: {c['kind']} {c['index']} is damped, hard, an inequality, or breaks")


def neo_hookean_material(constraint):
    """Lame's mu and lambda, Pa, and the volume at rest, m3, of a constraint neo_hookean: k = mu V, ratio = mu/(lambda + mu)."""
    inverse = np.array(constraint["rest"][:9]).reshape(3, 3)
    volume = 1 / (6 * np.linalg.det(inverse))
    mu = constraint["stiffness"][0] / volume
    return mu, mu / constraint["rest"][9] - mu, volume
