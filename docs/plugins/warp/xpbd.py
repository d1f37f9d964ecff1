"""XPBD of distance constraints with Jacobi sweeps, as two kernels of NVIDIA Warp on the processor: every constraint adds its moves to those
of its two particles, then every particle moves by the sum. Multipliers are those of weft, scaled by h²."""
import os
import sys

import numpy as np
import warp as wp

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "program"))
from weft_program import serve  # noqa: E402

wp.config.quiet = True


@wp.kernel
def project(x: wp.array(dtype=wp.vec3), w: wp.array(dtype=float), ends: wp.array(dtype=wp.vec2i), rest: wp.array(dtype=float),
            alpha: wp.array(dtype=float), relaxation: float, multiplier: wp.array(dtype=float), move: wp.array(dtype=wp.vec3)):
    c = wp.tid()
    i = ends[c][0]
    j = ends[c][1]
    along = x[i] - x[j]
    length = wp.length(along)
    divisor = w[i] + w[j] + alpha[c]
    if length > 0.0 and divisor > 0.0:
        change = -relaxation * (length - rest[c] + alpha[c] * multiplier[c]) / divisor
        multiplier[c] = multiplier[c] + change
        wp.atomic_add(move, i, along * (w[i] * change / length))
        wp.atomic_add(move, j, along * (-w[j] * change / length))


@wp.kernel
def apply(x: wp.array(dtype=wp.vec3), move: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    x[i] = x[i] + move[i]
    move[i] = wp.vec3(0.0, 0.0, 0.0)


class Xpbd:
    def __init__(self, model):
        arrays, self.params = model["arrays"], model["params"]
        self.count, self.springs = model["particles"], len(arrays.get("distance.stiffness", []))
        self.w = wp.array(arrays["inverse_mass"].astype(np.float32), dtype=float, device="cpu")
        self.move = wp.zeros(self.count, dtype=wp.vec3, device="cpu")
        if self.springs:
            self.ends = wp.array(arrays["distance.vertex"], dtype=wp.vec2i, device="cpu")
            self.rest = wp.array(arrays["distance.rest"][0].astype(np.float32), dtype=float, device="cpu")
            self.alpha = wp.array((1 / (arrays["distance.stiffness"] * model["h"] ** 2)).astype(np.float32), dtype=float, device="cpu")
        self.multiplier = wp.zeros(self.springs, dtype=float, device="cpu")
        wp.load_module(device="cpu")  # compiles the kernels here, in the set-up

    def step(self, y, x_n, step):
        x = wp.array(y, dtype=wp.vec3, device="cpu")
        self.multiplier.zero_()
        for _ in range(self.params["iterations"]):
            if self.springs:
                wp.launch(project, self.springs, [x, self.w, self.ends, self.rest, self.alpha, self.params["relaxation"], self.multiplier,
                                                  self.move], device="cpu")
            wp.launch(apply, self.count, [x, self.move], device="cpu")
            step.iterate(x.numpy(), self.multiplier.numpy().astype(float))
        step.count("projections", self.params["iterations"])
        return x.numpy(), self.multiplier.numpy().astype(float)


serve(Xpbd, multipliers=True)
