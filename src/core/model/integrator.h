// Integrator: how a scene is integrated in time. Every step minimises
//   Φ(u) = ½ (u−y)ᵀ M (u−y) + h_e² E(u),   y = x̂ + h_e v̂ + h_e² a
// and only h_e, the start x̂, v̂, and what becomes of u differ:
//   euler     h_e = h      x̂ = x_n                   v̂ = v_n                   x = u           v = (u − x̂)/h_e
//   bdf2      h_e = 2h/3   x̂ = (4 x_n − x_{n−1})/3   v̂ = (4 v_n − v_{n−1})/3   x = u           v = (u − x̂)/h_e
//   midpoint  h_e = h/2    x̂ = x_n                   v̂ = v_n                   x = 2u − x_n    v = 2 (u − x̂)/h_e − v_n
// So a solver is made for a step of h_e and works as if from x̂ with v̂; step/motion.h puts them in the place of x_n and v_n before the
// solve. Multipliers are scaled by h_e², and damping acts on (u − x̂)/h_e, which is the velocity at u with all of them.
//
// euler is implicit Euler, of first order; bdf2 the backward differentiation formula of two steps, of second order, (ωh)⁴/2 of a slow
// oscillation's energy lost in a step where Euler loses (ωh)²; midpoint the implicit midpoint rule, of second order, which keeps the
// energy of linear forces and is stable for linear forces only. With substeps h is that of a substep, and x_{n−1} the end of the one
// before. bdf2 takes its first step, and the first after pins are released, with implicit Euler.
#ifndef WEFT_MODEL_INTEGRATOR_H
#define WEFT_MODEL_INTEGRATOR_H

#include <stdbool.h>

typedef enum Integrator { INTEGRATOR_EULER, INTEGRATOR_BDF2, INTEGRATOR_MIDPOINT } Integrator;
extern const char *const INTEGRATOR_NAMES[]; // ended by NULL

// h_e of a step of h. past: x_{n−1} and v_{n−1} are known, without which bdf2 is euler.
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
