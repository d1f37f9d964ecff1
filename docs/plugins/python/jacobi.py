"""Projective dynamics of distance constraints with Jacobi's method: each iteration projects all constraints and moves every particle to the
minimum of its own part of ½ (x−y)ᵀ M (x−y) + h² Σ ½ k |x_i − x_j − d|², d the projection, with a share of the last move added."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "program"))
from weft_program import serve  # noqa: E402


class Jacobi:
    def __init__(self, model):
        arrays, count = model["arrays"], model["particles"]
        self.iterations, self.momentum = model["params"]["iterations"], model["params"]["momentum"]
        self.free = (arrays["inverse_mass"] > 0)[:, None]
        self.mass = arrays["mass"][:, None]
        self.i, self.j = arrays["distance.vertex"].T if "distance.vertex" in arrays else np.zeros((2, 0), int)
        self.rest = arrays["distance.rest"][0][:, None] if "distance.rest" in arrays else np.zeros((0, 1))
        self.weight = model["h"] ** 2 * (arrays["distance.stiffness"][:, None] if "distance.stiffness" in arrays else np.zeros((0, 1)))
        self.count = count
        self.diagonal = self.mass + self.gather(self.weight, self.weight)
        self.diagonal[self.diagonal == 0] = 1

    def gather(self, of_i, of_j):
        """The sum over the constraints of each particle, of values at their first and at their second end."""
        out = [np.bincount(self.i, of_i[:, c], self.count) + np.bincount(self.j, of_j[:, c], self.count) for c in range(of_i.shape[1])]
        return np.stack(out, axis=1)

    def step(self, y, x_n, step):
        y = x = y.astype(float)
        before = x
        for _ in range(self.iterations):
            along = x[self.i] - x[self.j]
            length = np.linalg.norm(along, axis=1, keepdims=True)
            pull = self.weight * (along * (self.rest / np.maximum(length, 1e-300)) - along)
            move = (self.mass * (y - x) + self.gather(pull, -pull)) / self.diagonal
            x, before = np.where(self.free, x + move + self.momentum * (x - before), y), x
            step.iterate(x)
        step.count("local_steps", self.iterations)
        return x


serve(Jacobi)
