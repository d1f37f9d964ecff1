"""Trajectories of weft itself, by its command line. Frames hold positions as 32-bit floats: an error below 1e-7 is theirs."""
import glob
import os
import subprocess
import tempfile

import numpy as np

from scene_file import Scene


def read_frame(path, count):
    with open(path) as file:
        rows = [line.split()[1:4] for line in file if line.startswith("v ")]
    return np.array(rows[:count], dtype=np.float64)


def simulate(weft, scene, particles, frames, dt, substeps, solver, settings=(), own_substeps=False):
    """[frames + 1][particles][3]. A solver without substeps of its own takes shorter steps, which is the same."""
    with tempfile.TemporaryDirectory() as folder:
        steps = 1 if own_substeps else substeps
        words = [weft, "sim", scene, "--solver", solver, "--steps", str(frames * steps), "--dt", repr(dt / steps)]
        words += ["--frames", folder, "--frame-stride", str(steps)]
        for setting in list(settings) + ([f"substeps={substeps}"] if own_substeps else []):
            words += ["--set", setting]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
        paths = sorted(glob.glob(os.path.join(folder, "frame_*.obj")))
        return np.array([read_frame(path, particles) for path in paths])


def reference(weft, scene, settings, particles, frames, dt, substeps):
    """What weft takes for exact: Newton's method to convergence with BDF2, of second order, in steps of dt/substeps."""
    return simulate(weft, scene, particles, frames, dt, substeps, "newton", list(settings) + ["integrator=bdf2"])
