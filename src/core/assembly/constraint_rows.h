// ConstraintRows: the constraints of all sets as rows of one system, evaluated in double: C, ∇C, and the residual of the dual equation,
//   h_j = C_j + α~_j λ_j + γ_j ∇C_j·(x − x_n),   α~ = 1/(k h²), γ = β/(k h) (0 for a hard constraint).
// Rows come set by set, in a set constraint by constraint, each component a row. The gradient of row j at its vertex v lies at a slot;
// `incidence` lists the slots of each particle.
//
// A row is idle when it is broken, or hard and without a gradient at any free particle: it cannot move any particle. Its gradients and its
// h are 0.
//
// A row is lost if its C is above round-off but has no gradient at any particle, free or not. Examples: both ends of a spring at one point,
// a collapsed element. No direction is defined, so its h is 0 and its multiplier stays, but it is not satisfied.
#ifndef WEFT_ASSEMBLY_CONSTRAINT_ROWS_H
#define WEFT_ASSEMBLY_CONSTRAINT_ROWS_H

#include "step/exact_motion.h"
#include "step/incidence.h"

typedef struct ConstraintRows {
    const Model *model;
    double       h;                            // s, of the (sub)step
    int32_t      count;                        // rows
    int32_t      offset[CONSTRAINT_KINDS + 1]; // first row of each set
    Incidence    incidence;                    // of components: its slots are the indices of `gradient`
    int32_t     *owner;                        // [slots] the row of a slot
    int32_t     *particle;                     // [slots] the particle of a slot
    int32_t     *slot;                         // [count + 1] the first slot of a row
    double      *compliance;                   // [count] α~
    double      *gamma;                        // [count] γ; NULL: none is damped
    uint8_t     *broken, *idle, *lost;         // [count]
    double      *value;                        // [count] C
    double4     *gradient;                     // [slots] ∇C
    double      *residual;                     // [count] h
    double      *lambda;                       // [count]
    double      *of_kind[CONSTRAINT_KINDS];    // the first multiplier of each set
} ConstraintRows;

// The row of component c of constraint i.
static inline int32_t constraint_rows_at(const ConstraintRows *rows, int kind, int32_t i, int c)
{
    return rows->offset[kind] + i * rows->model->sets[kind].ops->components + c;
}

// The kind and, in *i, the constraint of a row: the inverse of constraint_rows_at.
static inline int constraint_rows_kind(const ConstraintRows *rows, int32_t row, int32_t *i)
{
    int kind = 0;
    while (rows->offset[kind + 1] <= row)
        kind++;
    *i = (row - rows->offset[kind]) / rows->model->sets[kind].ops->components;
    return kind;
}

Status constraint_rows_init(const Model *model, double h, Arena *arena, ConstraintRows *out) GNU_MUST_CHECK;

// Sets λ = 0; rows that are broken in the state become idle.
void constraint_rows_reset(ConstraintRows *rows, const State *state);

// C, ∇C and h at motion->x. All threads of a team, without a closing barrier.
void constraint_rows_evaluate(ConstraintRows *rows, const ExactMotion *motion);

// The largest |C| of a lost row, after an evaluation; 0: none is lost.
double constraint_rows_lost(const ConstraintRows *rows);

// g = M(x − y) − ∇Cᵀλ at motion->x, from the last evaluation; 0 at a pin. g: [particles]. All threads of a team, without a closing barrier.
void constraint_rows_momentum(const ConstraintRows *rows, const ExactMotion *motion, double4 *g);

// x += W ∇Cᵀ Δλ with the gradients of the last evaluation, each particle's terms in a fixed order. All threads; no closing barrier.
void constraint_rows_move(const ConstraintRows *rows, const double *change, double4 *x);

// Marks constraints whose force |λ|/h² exceeds their limit as broken in the State.
void constraint_rows_break(const ConstraintRows *rows, State *state);

#endif
