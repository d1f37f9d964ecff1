"""A scene as `weft scene NAME --export FILE.json` writes it (src/python/README.md), and its materials."""
import json
import math
import re

from weft.common import Failure, package, read_text

MATERIALS_MAX = 64
SAME, AT_REST = 1e-7, 1e-6


class Scene:
    """The keys of the file as attributes: particles, constraints, contact, …"""

    def __init__(self, path):
        try:
            data = json.loads(read_text(path))
            if data["format"] != "weft scene" or data["schema"] != 1:
                raise KeyError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Failure(f"{path}: is not a scene of schema 1; write it with `weft scene NAME --export FILE.json`") from None
        self.__dict__.update(data, path=path)
        self.name = self.scene if re.fullmatch(r"[\w][\w-]{0,62}", self.scene, re.ASCII) else "scene"

    def of_kind(self, kind):
        return [c for c in self.constraints if c["kind"] == kind]

    def is_element(self, kind, element):
        return self.kinds[kind]["element"] == element


class Elements:
    """The elements of a kind by material: Young's modulus (Pa; of a sheet times its thickness, N/m) and Poisson's ratio from the stiffness of
    each constraint and its size at rest, for small strains.

      neo_hookean     k = mu V, ratio = 1 - 2 nu   E = 2 mu (1 + nu)
      tet_arap        k = 2 mu V                   E = 2 mu, nu = 0
      triangle_arap   k = 2 mu A t                 E t = 2 mu t, nu = 0; t by itself is not known
    """

    def __init__(self, scene, kind):
        np = package("numpy")
        self.kind, self.list = kind, scene.of_kind(kind)
        self.sheet = kind == "triangle_arap"
        n = 2 if self.sheet else 3
        count = len(self.list)
        self.vertices = np.array([c["vertices"] for c in self.list], int).reshape(count, n + 1)
        inverse = np.array([c["rest"][:n * n] for c in self.list], float).reshape(count, n, n)
        corners = np.array([p["position"] for p in scene.particles], float)[self.vertices]
        gradient = np.moveaxis(corners[:, 1:] - corners[:, :1], 1, 2) @ inverse
        stretches = np.linalg.svd(gradient, compute_uv=False) if count else np.ones((0, n))
        self.strained = int((abs(stretches - 1).max(axis=1, initial=0) > AT_REST).sum())  # rest shapes other than that at the start
        size = 1 / (math.factorial(n) * np.linalg.det(inverse))
        self.materials, self.material = [], []  # and the index of the material of each element, or None
        for constraint, volume in zip(self.list, size):
            stiffness = constraint["stiffness"][0]
            self.material.append(None if stiffness is None else self.find(stiffness / volume, constraint["rest"][n * n:]))
        self.others = self.material.count(None)

    def find(self, density, ratio):
        poisson = (1 - ratio[0]) / 2 if ratio else 0.0
        young = 2 * density * (1 + poisson) if ratio else density
        for i, (other, other_poisson) in enumerate(self.materials):
            if abs(other - young) <= SAME * young and abs(other_poisson - poisson) <= SAME:
                return i
        if len(self.materials) == MATERIALS_MAX:
            return None
        self.materials.append((young, poisson))
        return len(self.materials) - 1


def bending_stiffness(constraint, scene):
    """E t³ / (12 (1 - nu²)), N m, of the kinds dihedral (k = D |e|² / (A0 + A1)), isometric_bending (k = D/3) and plate_bending (k = D)."""
    np = package("numpy")
    k = constraint["stiffness"][0]
    if k is None:
        return math.inf
    if constraint["kind"] != "dihedral":
        return k if constraint["kind"] == "plate_bending" else 3 * k
    x = np.array([scene.particles[v]["position"] for v in constraint["vertices"]])
    edge, a, b = x[1:] - x[0]
    return k * (np.linalg.norm(np.cross(edge, a)) + np.linalg.norm(np.cross(edge, b))) / 2 / (edge @ edge)
