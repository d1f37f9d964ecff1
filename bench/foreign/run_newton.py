"""Steps a scene of weft with a solver of newton (newton-physics) on the CPU, and writes its trajectory.

The energies that are handed over, and what each of newton's numbers is, stand in src/python/README.md.
"""
import argparse

import newton
import numpy as np
import warp as wp

from scene_file import Scene, neo_hookean_material

KINDS = ("distance", "neo_hookean")


def lame_for(solver, mu, lam):
    """k_mu and k_lambda of the tetrahedra: VBD converts Lame's numbers itself; the force of SolverSemiImplicit has the logarithm of
    Smith et al. 2018, whose numbers match Lame's in small strains when scaled so; SolverXPBD takes them as they are."""
    return (4 / 3 * mu, lam + 5 / 6 * mu) if solver == "semi_implicit" else (mu, lam)


def colour(scene):
    """Groups of particles of which no two share a constraint. ModelBuilder.color() looks at triangles and tetrahedra only: with springs
    alone it makes one group of everything, and VBD then moves all particles at once."""
    beside = [set() for _ in scene.mass]
    for c in scene.constraints:
        for v in c["vertices"]:
            beside[v].update(c["vertices"])
    chosen = np.full(len(beside), -1)
    for v in range(len(beside)):
        taken = {chosen[w] for w in beside[v]}
        chosen[v] = next(k for k in range(len(beside)) if k not in taken)
    return [np.flatnonzero(chosen == k) for k in range(chosen.max() + 1)]


def build(scene, solver):
    builder = newton.ModelBuilder(up_axis=newton.Axis.Y)
    for x, v, m, pinned in zip(scene.position, scene.velocity, scene.mass, scene.pinned):
        builder.add_particle(wp.vec3(*x), wp.vec3(*v), 0.0 if pinned else m, radius=0.0)
    for c in scene.of_kind("distance"):
        builder.add_spring(*c["vertices"], ke=c["stiffness"][0], kd=0.0, control=0.0)
        builder.spring_rest_length[-1] = c["rest"][0]
    for c in scene.of_kind("neo_hookean"):
        mu, lam, _ = neo_hookean_material(c)
        k_mu, k_lambda = lame_for(solver, mu, lam)
        builder.add_tetrahedron(*c["vertices"], k_mu=k_mu, k_lambda=k_lambda, k_damp=0.0)
    if solver == "vbd":
        builder.set_coloring(colour(scene))
    model = builder.finalize(device="cpu")
    model.set_gravity(tuple(scene.gravity))
    return model


def make_solver(name, model, iterations, relaxation):
    if name == "xpbd":
        return newton.solvers.SolverXPBD(model, iterations=iterations, soft_body_relaxation=relaxation)
    if name == "vbd":
        return newton.solvers.SolverVBD(model, iterations=iterations)
    return newton.solvers.SolverSemiImplicit(model)


def simulate(scene, name, frames, dt, substeps, iterations, relaxation=0.9):
    """[frames + 1][particles][3] positions, the first of them those at the start."""
    model = build(scene, name)
    solver = make_solver(name, model, iterations, relaxation)
    now, after, control = model.state(), model.state(), model.control()
    track = [now.particle_q.numpy().astype(np.float64)]
    for _ in range(frames):
        for _ in range(substeps):
            now.clear_forces()
            solver.step(now, after, control, None, dt / substeps)
            now, after = after, now
        track.append(now.particle_q.numpy().astype(np.float64))
    return np.array(track)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("scene", help="scene.json")
    words.add_argument("output", help="trajectory, .npy of [frames + 1][particles][3]")
    words.add_argument("--solver", choices=("xpbd", "vbd", "semi_implicit"), default="xpbd")
    words.add_argument("--frames", type=int, default=20)
    words.add_argument("--dt", type=float, default=1 / 60, help="seconds from frame to frame")
    words.add_argument("--substeps", type=int, default=1)
    words.add_argument("--iterations", type=int, default=10)
    wanted = words.parse_args()
    wp.config.quiet = True
    scene = Scene(wanted.scene)
    scene.need_only(KINDS, "newton")
    np.save(wanted.output, simulate(scene, wanted.solver, wanted.frames, wanted.dt, wanted.substeps, wanted.iterations))


if __name__ == "__main__":
    main()
