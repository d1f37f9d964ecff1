"""Steps a scene of weft with MuJoCo, as `python3 -m weft scene` writes it, and writes its trajectory.

The integrator is `discrete`: one linearised implicit step, with the stiffness of tendons and flexes in it; or `Euler`, explicit in both.
"""
import argparse

import mujoco
import numpy as np

INTEGRATORS = {"discrete": mujoco.mjtIntegrator.mjINT_DISCRETE, "euler": mujoco.mjtIntegrator.mjINT_EULER}


def simulate(path, frames, dt, substeps, integrator="discrete"):
    """[frames + 1][particles][3] positions, the first of them those at the start."""
    model = mujoco.MjModel.from_xml_path(path)
    model.opt.integrator = INTEGRATORS[integrator]
    model.opt.timestep = dt / substeps
    model.opt.tolerance = 1e-14
    model.opt.iterations = 1000
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    bodies = [model.body(f"p{i}").id for i in range(model.nsite)]  # body p<i> is particle i, with one site each
    track = [data.xpos[bodies].copy()]
    for _ in range(frames):
        for _ in range(substeps):
            mujoco.mj_step(model, data)
        mujoco.mj_kinematics(model, data)
        track.append(data.xpos[bodies].copy())
    return np.array(track)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("scene", help="scene.xml")
    words.add_argument("output", help="trajectory, .npy of [frames + 1][particles][3]")
    words.add_argument("--integrator", choices=INTEGRATORS, default="discrete")
    words.add_argument("--frames", type=int, default=20)
    words.add_argument("--dt", type=float, default=1 / 60, help="seconds from frame to frame")
    words.add_argument("--substeps", type=int, default=1)
    wanted = words.parse_args()
    np.save(wanted.output, simulate(wanted.scene, wanted.frames, wanted.dt, wanted.substeps, wanted.integrator))


if __name__ == "__main__":
    main()
