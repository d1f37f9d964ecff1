// Integrator: the time integration of a scene. Every step minimises
//   Φ(u) = ½ (u−y)ᵀ M (u−y) + h_e² E(u),   y = x̂ + h_e v̂ + h_e² a
// and the integrators differ only in h_e, the start x̂, v̂, and the use of u:
//   euler     h_e = h      x̂ = x_n                   v̂ = v_n                   x = u           v = (u − x̂)/h_e
//   bdf2      h_e = 2h/3   x̂ = (4 x_n − x_{n−1})/3   v̂ = (4 v_n − v_{n−1})/3   x = u           v = (u − x̂)/h_e
//   midpoint  h_e = h/2    x̂ = x_n                   v̂ = v_n                   x = 2u − x_n    v = 2 (u − x̂)/h_e − v_n
// A solver is therefore created for a step of h_e and starts from x̂ with v̂; step/motion.h replaces x_n and v_n by them before the solve.
// Multipliers are scaled by h_e². Damping acts on (u − x̂)/h_e, the velocity at u with every integrator.
//
// euler: implicit Euler, first order. bdf2: the two-step backward differentiation formula, second order. In a step a slow oscillation loses
// (ωh)⁴/2 of its energy with bdf2, (ωh)² with Euler. midpoint: the implicit midpoint rule, second order; it conserves the energy of linear
// forces and is stable for linear forces only. With substeps, h is the length of a substep and x_{n−1} the end of the previous substep.
// bdf2 uses implicit Euler for its first step and for the first step after a release of pins.
#ifndef WEFT_MODEL_INTEGRATOR_H
#define WEFT_MODEL_INTEGRATOR_H

#include <stdbool.h>

typedef enum Integrator { INTEGRATOR_EULER, INTEGRATOR_BDF2, INTEGRATOR_MIDPOINT } Integrator;
extern const char *const INTEGRATOR_NAMES[]; // ended by NULL

// h_e of a step of h. past: x_{n−1} and v_{n−1} are known; without them bdf2 uses euler.
static inline double integrator_length(Integrator kind, bool past, double h)
{
    if (kind == INTEGRATOR_MIDPOINT)
        return h / 2;
    return kind == INTEGRATOR_BDF2 && past ? 2 * h / 3 : h;
}

// h of a step whose h_e is `length`.
static inline double integrator_step(Integrator kind, bool past, double length)
{
    if (kind == INTEGRATOR_MIDPOINT)
        return 2 * length;
    return kind == INTEGRATOR_BDF2 && past ? 1.5 * length : length;
}

static inline int integrator_order(Integrator kind)
{
    return kind == INTEGRATOR_EULER ? 1 : 2;
}

#endif
