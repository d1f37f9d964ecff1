"""Errors of weft, newton and MuJoCo over substeps and iterations, against weft's reference of two scenes.

Writes FOLDER/errors.csv, FOLDER/limits.csv and FOLDER/judged.csv; README.md says what is in them.
"""
import argparse
import csv
import json
import os
import subprocess
import sys

import numpy as np

import run_weft
from scene_file import Scene

FRAMES, DT = 20, 1 / 60
SCENES = {"cloth": ["scene.n=10"], "cantilever": []}
SUBSTEPS, ITERATIONS, MOST = (1, 2, 4, 8, 16, 32, 64, 128), (1, 2, 5, 10, 20, 50), 1280  # MOST: of substeps times iterations
SUBSTEPS_ALONE = SUBSTEPS + (256, 512)  # of what has no iterations
REFERENCE_SUBSTEPS = 512
DIVERGED = 10  # an error of this and more: the trajectory is another one altogether
FLOOR = 0.8  # an error stays where twice the substeps leave this share of it and more
JUDGE_FINE = 256  # steps a frame of the reference of `weft judge`


def export(weft, folder, scene, settings):
    paths = {form: os.path.join(folder, f"{scene}.{form}") for form in ("json", "xml")}
    words = [weft, "scene", scene, "--export", paths["json"]]
    for setting in settings:
        words += ["--set", setting]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    if os.path.exists(paths["xml"]):  # the converter replaces no file
        os.unlink(paths["xml"])
    subprocess.run([sys.executable, "-m", "weft", "scene", paths["json"], "-o", paths["xml"]], check=True)
    return paths


def error_of(track, reference):
    """||x - x_ref|| / ||x_ref - x_0|| over all frames and particles."""
    if track.shape != reference.shape:
        raise SystemExit(f"a trajectory of {track.shape} against a reference of {reference.shape}")
    error = np.linalg.norm(track - reference) / np.linalg.norm(reference - reference[0])
    return error if error < DIVERGED else float("inf")


class Sweep:
    def __init__(self, weft, scene, settings, folder):
        self.weft, self.scene, self.settings = weft, scene, settings
        self.paths = export(weft, folder, scene, settings)
        self.particles = Scene(self.paths["json"])
        self.count = len(self.particles.mass)
        self.reference = run_weft.reference(weft, scene, settings, self.count, FRAMES, DT, REFERENCE_SUBSTEPS)
        self.euler, self.rows, self.finest = {}, [], {}

    def euler_at(self, substeps):
        """Implicit Euler in steps of DT/substeps, converged: where unlimited iterations of the same energy end."""
        if substeps not in self.euler:
            self.euler[substeps] = run_weft.simulate(self.weft, self.scene, self.count, FRAMES, DT, substeps, "newton", self.settings)
        return self.euler[substeps]

    def add(self, program, solver, substeps, iterations, track):
        self.finest[program, solver] = track # of the most substeps, and of these the most iterations: they ascend
        row = (self.scene, program, solver, substeps, iterations, error_of(track, self.reference), error_of(track, self.euler_at(substeps)))
        self.rows.append(row)
        print("%s %s %s: %d substeps of %d iterations: error %.3g, of the iterations %.3g" % row, file=sys.stderr)

    def over_both(self, program, solver, run):
        for substeps in SUBSTEPS:
            for iterations in ITERATIONS:
                if substeps * iterations <= MOST:
                    self.add(program, solver, substeps, iterations, run(substeps, iterations))

    def over_substeps(self, program, solver, run):
        for substeps in SUBSTEPS_ALONE:
            self.add(program, solver, substeps, 1, run(substeps))

    def all(self):
        for solver in ("xpbd", "vbd"):
            self.over_both("weft", solver, lambda s, i: run_weft.simulate(
                self.weft, self.scene, self.count, FRAMES, DT, s, solver, self.settings + [f"iterations={i}"], solver == "xpbd"))
        self.over_substeps("weft", "newton", self.euler_at)
        for substeps in SUBSTEPS:
            self.add("weft", "xpbd_f32", substeps, 10, run_weft.simulate(
                self.weft, self.scene, self.count, FRAMES, DT, substeps, "xpbd", self.settings + ["iterations=10", "precision=f32"], True))
        import run_newton
        for solver in ("xpbd", "vbd"):
            self.over_both("newton", solver, lambda s, i: run_newton.simulate(self.particles, solver, FRAMES, DT, s, i))
        self.over_substeps("newton", "semi_implicit", lambda s: run_newton.simulate(self.particles, "semi_implicit", FRAMES, DT, s, 1))
        import run_mujoco
        for integrator in run_mujoco.INTEGRATORS:
            self.over_substeps("mujoco", integrator, lambda s: run_mujoco.simulate(self.paths["xml"], FRAMES, DT, s, integrator))
        return self.rows

    def judged(self, folder):
        """What `weft judge` says of the finest trajectory of each program: its error at the last frame, and that of judge's reference."""
        rows = []
        for (program, solver), track in self.finest.items():
            path = os.path.join(folder, f"{self.scene}-{program}-{solver}.npy")
            np.save(path, track)
            words = [self.weft, "judge", self.scene, path, "--dt", repr(DT), "--json", "--set", f"fine={JUDGE_FINE}", "--set", "probes=0"]
            for setting in self.settings:
                words += ["--set", setting]
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode:
                print(f"{path}: not judged: {done.stderr.strip()}", file=sys.stderr)
                continue
            last = json.loads(done.stdout)["frames"][-1]
            rows.append((self.scene, program, solver, last["trajectory_error"], last["reference_error"]))
        return rows


def limits(rows):
    """Of each program: its error with the most substeps and, of these, most iterations; with half the substeps; and what that says."""
    out = []
    for key in sorted({row[:3] for row in rows}):
        mine = {row[3:5]: row[5:] for row in rows if row[:3] == key}
        most = max(s for s, _ in mine)
        iterations = max(i for s, i in mine if s == most)
        error, of_iterations = mine[most, iterations]
        before = mine[most // 2, iterations][0]
        says = ("diverges" if not np.isfinite(error) else "rises" if error * FLOOR > before else "stays" if error > FLOOR * before
                else "falls")
        out.append(key + (most, iterations, error, before, of_iterations, says))
    return out


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(header)
        lines.writerows([f"{v:.6g}" if isinstance(v, float) else v for v in row] for row in rows)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("weft", help="the program")
    words.add_argument("folder", help="for the results")
    wanted = words.parse_args()
    import warp
    warp.config.quiet = True
    os.makedirs(wanted.folder, exist_ok=True)
    weft, rows, judged = os.path.abspath(wanted.weft), [], []
    can_judge = subprocess.run([weft, "help", "judge"], capture_output=True).returncode == 0
    if not can_judge:
        print(f"{weft} has no `judge`: judged.csv is left out", file=sys.stderr)
    for scene, settings in SCENES.items():
        sweep = Sweep(weft, scene, settings, wanted.folder)
        rows += sweep.all()
        judged += sweep.judged(wanted.folder) if can_judge else []
    names = ("scene", "program", "solver", "substeps", "iterations")
    write(os.path.join(wanted.folder, "errors.csv"), names + ("error", "error_of_iterations"), rows)
    write(os.path.join(wanted.folder, "limits.csv"), names + ("error", "error_with_half_the_substeps", "error_of_iterations", "error_is"),
          limits(rows))
    if can_judge:
        write(os.path.join(wanted.folder, "judged.csv"), names[:3] + ("trajectory_error", "reference_error"), judged)


if __name__ == "__main__":
    main()
