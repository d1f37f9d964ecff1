// Constraints: the set of one kind as columns, and the tables with the functions of a kind.
//
// Every kind has the energy E = Σ ½ k C(x)², unless its file defines another one; k is the stiffness, 1/k the compliance.
// k = INFINITY is a hard constraint: compliance 0, no energy; only solvers with multipliers or projections take it.
//
// A constraint has one or more COMPONENTS: values C_c, each with its own multiplier and stiffness k_c, E = Σ_c ½ k_c C_c². They are
// projected together, as one block. Columns over components are stored component by component: λ of component c of constraint i is
// lambda[c*count + i].
//
// A kind joins a fixed number V of particles, or any number (V = 0). In the latter case its constraints are GROUPS, each as large as a
// body, and the whole team works on one group at a time.
//
// Three optional traits of a constraint, each a column that is NULL when no constraint of the set has it:
//   damping  β, Rayleigh damping of the constraint (XPBD 2016 eq. 24-26): a force −β ∇C Ċ in addition to −k ∇C C
//   limit    the constraint breaks when its force |λ|/h² exceeds this at the end of a (sub)step; from then on it has no effect
//   sense    an inequality: at least, C ≥ 0 is feasible; at most, C ≤ 0 is. Where feasible it has no energy, force or error.
#ifndef WEFT_CONSTRAINT_CONSTRAINT_H
#define WEFT_CONSTRAINT_CONSTRAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "math/real.h"
#include "math/symmetric.h"

typedef struct ConstraintOps ConstraintOps;
typedef struct SlicedEll     SlicedEll;
typedef struct Material      Material;    // constraint/material.h
typedef struct VertexEll     VertexEll;   // constraint/vertex_ell.h
typedef struct VertexLanes   VertexLanes; // constraint/vertex_ell.h
typedef struct WideColumns   WideColumns; // math/wide.h

// The 3 × 3 block with which one particle of a constraint is moved (step/vertex_block.h).
typedef enum VertexRule {
    VERTEX_RULE_OWN, // of the kind; default: clamped
    VERTEX_RULE_CLAMPED,
    VERTEX_RULE_EXACT,
    VERTEX_RULE_MAJORISED,
    VERTEX_RULE_GAUSS_NEWTON
} VertexRule;

typedef enum ConstraintSense { SENSE_EQUAL, SENSE_GREATER_EQUAL, SENSE_LESS_EQUAL } ConstraintSense;

// True if an inequality is satisfied, so that it has no effect; always false for an equality.
static inline bool sense_is_feasible(int sense, double value)
{
    return (sense == SENSE_GREATER_EQUAL && value >= 0) || (sense == SENSE_LESS_EQUAL && value <= 0);
}

// The mesh element on which a kind acts. It determines how a scene adds the kind to a body; vertices are listed in this order.
//   point        a particle
//   edge         both ends
//   triangle     three corners, in the order of the face
//   hinge        two triangles with a common edge: the ends of the edge, then the corner opposite it in the triangle that runs along the
//                edge forward (first end to second), then that in the other
//   patch        a triangle and its surroundings, twelve particles: constraint/plate_patch.h
//   tetrahedron  four corners, positive volume: (x1 − x0)·((x2 − x0) × (x3 − x0)) > 0 at rest
//   polygon      a closed line of edges in the plane, in order, counter-clockwise
//   surface      all particles of a closed triangulated surface, faces counter-clockwise from outside
//   body         all particles of a body
typedef enum ConstraintElement {
    ELEMENT_POINT,
    ELEMENT_EDGE,
    ELEMENT_TRIANGLE,
    ELEMENT_HINGE,
    ELEMENT_PATCH,
    ELEMENT_TETRAHEDRON,
    ELEMENT_POLYGON,
    ELEMENT_SURFACE,
    ELEMENT_BODY
} ConstraintElement;

// Traits that a kind can have; model_set_traits rejects the others by name.
typedef enum ConstraintTraitMask { TRAIT_DAMPING = 1, TRAIT_LIMIT = 2, TRAIT_SENSE = 4 } ConstraintTraitMask;

// Additional data of groups. Group i has the particles set->vertices[start[i] … start[i+1]−1]; arrays over members cover all groups.
typedef struct Groups {
    int32_t *start;         // [count + 1]
    double4 *rest_position; // [members] of kinds on bodies: relative to the centre of mass, m; w: fraction of the group's mass
    int32_t *ring_start;    // [members + 1] of kinds on surfaces: first of the faces around a member
    int32_t (*ring)[2];     // the other two corners of each of these faces; (member, first, second) is the face's order
} Groups;

// Constraint i of a set joins vertices[i*V … i*V+V-1], V = ops->vertices; column p of its rest values is rest[p*count + i].
typedef struct ConstraintSet {
    const ConstraintOps *ops;
    int32_t              count;
    int32_t             *vertices;      // [count][V] in the model's numbering; of groups [members]
    Groups              *groups;        // of a kind with V = 0; NULL otherwise
    real                *rest;          // [params][count]
    real                *compliance;    // [count] 1/k, 0 if hard; of the first component if there are several
    float               *rest_low;      // [params][count] rest value minus its rounding to real; NULL in double precision
    double              *stiffness;     // [count], or [1] if all are equal; read it with constraint_stiffness
    bool                 one_stiffness; // all stiffnesses are equal
    double              *damping;       // [count] β ≥ 0, N s/m for lengths; NULL: none is damped
    double              *limit;         // [count] N for lengths, INFINITY: never breaks; NULL: none breaks
    int8_t              *sense;         // [count] ConstraintSense; NULL: all are equalities
    int32_t             *origin;        // [count] index in the scene's order of the constraints of this kind
} ConstraintSet;

// k of constraint i, INFINITY if hard.
static inline double constraint_stiffness(const ConstraintSet *set, int32_t i)
{
    return set->stiffness[set->one_stiffness ? 0 : i];
}

static inline int constraint_sense(const ConstraintSet *set, int32_t i)
{
    return set->sense ? set->sense[i] : SENSE_EQUAL;
}

// True if constraint i has no energy at this value: hard, broken (without stiffness, step/live_model.h), or a satisfied inequality.
static inline bool constraint_is_idle(const ConstraintSet *set, int32_t i, double value)
{
    return isinf(constraint_stiffness(set, i)) || !(constraint_stiffness(set, i) > 0) || sense_is_feasible(constraint_sense(set, i), value);
}

static inline bool constraint_is_damped(const ConstraintSet *set, int32_t i)
{
    return set->damping && set->damping[i] > 0;
}

// The motion that damping acts on: ∇C·(x − x_n). For an inequality only the motion of its violation: if x_n was feasible, the part beyond C
// = 0.
static inline double constraint_damped_motion(const ConstraintSet *set, int32_t i, double value, double moved)
{
    const int sense = constraint_sense(set, i);
    return sense == SENSE_GREATER_EQUAL ? fmax(moved, value) : sense == SENSE_LESS_EQUAL ? fmin(moved, value) : moved;
}

#ifndef WEFT_WITHOUT_REAL
// A rest value with the precision of the scene, at least 48 bits: for metrics and Newton, which use double in both precisions.
static inline double constraint_rest(const ConstraintSet *set, int param, int32_t i)
{
    const size_t at = (size_t)param * (size_t)set->count + (size_t)i;
    return (double)set->rest[at] + (set->rest_low ? (double)set->rest_low[at] : 0);
}
#endif

// A contiguous range of one set whose constraints share no vertex (one colour), or, in a serial schedule, a run in file order.
typedef struct Batch {
    const ConstraintSet *set;
    int32_t              kind; // index of the set
    int32_t              begin, end;
    bool                 disjoint; // no two of its constraints share a vertex; in a cluster, which one thread projects alone, no two that
                                   // are fewer than BATCH_WINDOW apart, so that up to that many in a row may be projected at once
} Batch;

enum { BATCH_WINDOW = 32 }; // two of the widest groups of vector lanes

typedef struct Sweep Sweep;
#ifndef WEFT_WITHOUT_REAL
// Arguments of a projection besides the constraints. Arrays over constraints are those of the batch's set.
//   Gauss-Seidel: positions are moved in place.
//   Jacobi (correction not NULL): positions are only read; the corrections are written to correction[i*V + j], already scaled by weight[i].
struct Sweep {
    real4       *position;   // [particles]
    const real4 *previous;   // [particles] x_n; used by damped constraints only
    real        *lambda;     // [components][count] multipliers, scaled by h² as in XPBD; NULL for PBD
    const real  *compliance; // [count] 1/k, INFINITY for a broken constraint, which has no effect and λ = 0 (XPBD)
    const real  *gamma;      // [count] γ = αβ/h (XPBD); NULL: none is damped
    real         inverse_h2; // α~ = compliance · inverse_h2 (XPBD)
    real         relaxation; // factor on each correction: k' of PBD, ω of successive over-relaxation
    const real  *weight;     // [count] 1 / (largest number of constraints at one of its particles); Jacobi only
    real4       *correction; // [count][V]; Jacobi only
};
#endif

// Work space shared by a team while it projects a group.
typedef struct GroupWork {
    real4  *move;    // [members of the largest group] a gradient or a goal of each member
    double *partial; // [blocks of GROUP_BLOCK members][GROUP_SUMS] sums of each block, added in the order of the blocks
} GroupWork;

enum { GROUP_BLOCK = 256, GROUP_SUMS = 16 };

// ∇²E of a group: 3 × 3 blocks, row-major, between particles listed by its `couplings`, and a few directions over all of its members.
// own[m]: block at member m. pair[c]: block at the rows of the first and the columns of the second particle of coupling c (and its
// transpose). Plus Σ_r factor[r] d_r d_rᵀ with d_r = direction[r*members + m].
enum { GROUP_DIRECTIONS = 6 };

typedef struct GroupHessian {
    double (*own)[9];  // [members]
    double (*pair)[9]; // [couplings]
    double4 *direction;
    double   factor[GROUP_DIRECTIONS];
    int      directions;
} GroupHessian;

// ---- the functions of a kind: a table for each family of methods ----
//
// A NULL table: the kind does not support the family. The create function of a solver that needs it then fails and names constraint and
// solver.

// Projection: PBD (2006) eq. 10-11, XPBD (2016) eq. 17-18.
typedef struct ProjectionOps {
    int flops; // operations of a projection without compliance and traits; of groups: per member. See step/traffic.h

    // One Gauss-Seidel or Jacobi pass over begin … end−1. wide processes several constraints at once, so in Gauss-Seidel the batch must be
    // disjoint; its bits do not depend on how a batch is cut into ranges. plain processes one after another, for any batch. The two differ
    // in rounding only. Groups have neither.
    void (*wide)(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep);
    void (*plain)(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep);
    // The same for group i, by all threads of a team, complete after its closing barrier; the bits do not depend on the number of threads.
    void (*team)(const ConstraintSet *set, int32_t i, const Sweep *sweep, const GroupWork *work);
} ProjectionOps;

// The local step of projective dynamics, for kinds with E = ½ k Σ_r |Σ_j stencil[r,j] x_j − target_r|², r < rows.
typedef struct LocalStepOps {
    int  flops;        // operations of one target
    bool fixed_target; // targets of equalities do not depend on positions: `targets` does not read them, and they may be NULL

    // Stencil of constraint i: coefficients rows[r*V + j] of A S. A group has one row with one coefficient for each member: i then counts
    // members, through all groups.
    void (*stencil)(const ConstraintSet *set, int32_t i, double *rows);
    // target[i*rows + r] for begin … end−1. It depends on no other data, so that every particle of a constraint can compute the same
    // target.
    void (*targets)(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target);
    // Replaces row[(i−begin)*rows + r], any vector, by the nearest target; for begin … end−1. For A S x this is the result of `targets`.
    // NULL: for groups and contact.
    void (*nearest)(const ConstraintSet *set, int32_t begin, int32_t end, real4 *row);
    // The targets of group i, one for each member, by all threads of a team, complete after its closing barrier. Groups have this instead
    // of `targets`.
    void (*team)(const ConstraintSet *set, int32_t i, const real4 *position, real4 *target, const GroupWork *work);
    // The local step and its terms of the right-hand side in one pass over particles, for a kind of two vertices that can be stored
    // as sliced ELLPACK (constraint/sliced_ell.h). NULL: targets are computed per constraint and gathered per particle.
    void (*rhs)(const SlicedEll *ell, int32_t begin, int32_t end, const real4 *position, const real4 *base, real4 *rhs);
    // The local step and its terms of the right-hand side, constraint by constraint: pull[i*V + j] = weight[i] Aᵀ p at its vertex j, for
    // begin … end−1; weight: [count] k times a factor. The pulls of a constraint sum to zero up to round-off. Several constraints at once:
    // for kinds whose target costs more than the sum. NULL: targets are stored and gathered per particle.
    void (*pull)(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, const real *weight, real4 *pull);
} LocalStepOps;

// Constraints over any number of particles. NULL: V is fixed.
typedef struct GroupOps {
    int directions; // of `hessian`, at most GROUP_DIRECTIONS

    // Computes the rest values of group i at x, [particles]; NULL: the kind has none.
    void (*measure)(const ConstraintSet *set, int32_t i, const double4 *x, double *rest);
    // Writes the pairs of particles with a block in ∇²E of group i, each pair once, and returns their number. pairs may be NULL; NULL slot:
    // none.
    int32_t (*couplings)(const ConstraintSet *set, int32_t i, int32_t (*pairs)[2]);
    // ∇²E of group i, (1 − theta) times the exact one plus theta times a positive semi-definite one; 0 for hard or feasible groups.
    void (*hessian)(const ConstraintSet *set, int32_t i, const double4 *x, double theta, GroupHessian *out);
} GroupOps;

// Blocks of one particle at a time (vertex block descent; step/vertex_block.h). NULL: the rule is clamped, one particle after another.
typedef struct VertexBlockOps {
    VertexRule rule;
    int        columns; // values of `entry`
    int        flops;   // operations of one constraint at one vertex, by `lanes`

    // Gradient and block of many particles at once, one in each lane, for sets of equalities without damping and the rules clamped,
    // majorised and the kind's own (step/vertex_block.h has the same for one particle). NULL: one particle after another.
    // entry: data of constraint i in the table (constraint/vertex_ell.h), relative to its vertex j: the other vertices, and `columns`
    // values. Padding has the particle itself as the others, and all values 0; its contribution must be 0.
    // lanes: adds the rows of a slice to the sum; x: positions of its particles.
    void (*entry)(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value);
    void (*lanes)(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule, VertexLanes *sum);
} VertexBlockOps;

// C, the energy and their derivatives in double precision: for Newton-type methods and metrics. Every kind has one.
typedef struct EnergyOps {
    // C and ∇C of begin … end−1, by constraint and then component. C: value[(i−begin)*components + c]; gradients at V times that index,
    // plus j. Also for inequalities, feasible or not. For groups V is the number of members, and end = begin + 1. gradient may be NULL.
    void (*evaluate)(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient);
    // Sum of the energies of begin … end−1, without hard constraints and feasible inequalities. Adds ∇E to gradient (over particles) unless
    // it is NULL.
    double (*total)(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient);
    // The same sum without a gradient, in real, several constraints at once, for comparing positions. Not for sets with inequalities. NULL:
    // use total.
    double (*wide)(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position);
    // The total, with ∇E stored separately at each vertex, corner[(i−begin)*V + j], unless that is NULL. NULL slot: E is Σ ½ k C², from
    // evaluate.
    double (*corners)(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *corner);
    // ∇²E of begin … end−1, row-major 3V × 3V blocks, each with filtered eigenvalues (math/symmetric.h). Groups use that of
    // GroupOps.
    void (*hessian)(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks);
    // ∇²C of begin … end−1, a row-major 3V × 3V block for each component of each constraint; zero if C has no gradient. NULL: for groups.
    void (*curvature)(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks);
    // For kinds without a local step whose energy is a function of linear rows D x (ADMM). NULL: for the others.
    // reduce: the coefficients of the rows of constraint i, in the layout of LocalStepOps.stencil; returns the stiffness K that weighs
    // them. prox: for begin … end−1 the z[(i−begin)*rows + r] that minimise E(z) + ½ weight K |z − row|².
    double (*reduce)(const ConstraintSet *set, int32_t i, double *rows);
    void (*prox)(const ConstraintSet *set, int32_t begin, int32_t end, double weight, const real4 *row, real4 *z);
} EnergyOps;

// A kind: facts, its rest values, and its tables.
struct ConstraintOps {
    const char        *name, *summary;
    int                vertices;    // V, fixed per kind; 0: any number
    int                components;  // values of one constraint, at least 1
    int                rows;        // of the stencil, targets per constraint; or of `reduce`
    int                params;      // rest values per constraint
    const char *const *param_names; // [params] as in a scene file, with the unit in the summary
    ConstraintElement  element;     // of a mesh
    unsigned           traits;      // of ConstraintTraitMask: those it can have
    bool               nonnegative; // C ≥ 0 everywhere: an inequality `at least` would have no effect
    bool               repeats;     // several may be on the same particles, with different rest values
    bool               curved;      // its rest shape may be curved: hinges with a rest angle
    bool               balanced;    // at rest its components are not 0 but balance: no constraint error is defined

    // Computes the rest value(s) of a constraint at position x[V] when the scene does not give them. NULL: for groups.
    void (*measure)(const double4 *x, double *rest);
    // Returns NULL, or why these rest values are rejected (a spring of zero length, for example).
    const char *(*refuse)(const double *rest);
    // Stiffness and rest value(s) of an element of this material; x[V]: its rest shape, rest: as `measure` set it. NULL: the kind's
    // stiffness does not follow from a material. For groups x are all members, `count` of them.
    void (*material)(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness);
    // The size of the element of constraint i at rest: area of a triangle or polygon, m²; volume of a tetrahedron or inside a surface, m³;
    // angle of a hinge, rad. NULL: not defined.
    double (*rest_size)(const ConstraintSet *set, int32_t i);
    // k_c of component c of constraint i, from that of the first, k. NULL: the same for all.
    double (*component_stiffness)(const ConstraintSet *set, int32_t i, int c);

    const ProjectionOps  *projection;
    const LocalStepOps   *local_step;
    const GroupOps       *group;
    const VertexBlockOps *vertex_block;
    const EnergyOps      *energy;
};

typedef enum ConstraintKind {
#define CONSTRAINT(name) CONSTRAINT_##name,
#include "constraint/constraint_list.h"
#undef CONSTRAINT
    CONSTRAINT_KINDS
} ConstraintKind;

enum { CONSTRAINT_VERTICES_MAX = 12, CONSTRAINT_ROWS_MAX = 4, CONSTRAINT_PARAMS_MAX = 36, CONSTRAINT_COMPONENTS_MAX = 9 };

static inline VertexRule constraint_vertex_rule(const ConstraintOps *ops)
{
    return ops->vertex_block ? ops->vertex_block->rule : VERTEX_RULE_OWN;
}

// The linear rows of constraint i, not of a group, and the stiffness that weighs them: those of PD, or those of `reduce`.
static inline double constraint_reduce(const ConstraintSet *set, int32_t i, double *rows)
{
    if (set->ops->energy->reduce)
        return set->ops->energy->reduce(set, i, rows);
    set->ops->local_step->stencil(set, i, rows);
    return constraint_stiffness(set, i);
}

// The particles of an element in an order that does not depend on how they were listed; unused entries −1. Elements with equal orders are
// the same. For a hinge the ends of its edge come first, then its corners: around a vertex of three triangles three hinges have the same
// four particles. For a patch the corners of its triangle come first, then the surrounding particles.
void constraint_element_key(const ConstraintOps *ops, const int32_t *vertices, int32_t key[CONSTRAINT_VERTICES_MAX]);

// Index of constraint i's first particle in set->vertices; i = count: total number of particles.
static inline int32_t constraint_first(const ConstraintSet *set, int32_t i)
{
    return set->groups ? set->groups->start[i] : set->ops->vertices * i;
}

// The particles of constraint i of any kind.
static inline const int32_t *constraint_vertices(const ConstraintSet *set, int32_t i, int32_t *count)
{
    const int32_t first = constraint_first(set, i);
    *count = constraint_first(set, i + 1) - first;
    return set->vertices + first;
}

// Number of particles over all constraints of a set; shared particles count repeatedly.
static inline int32_t constraint_members(const ConstraintSet *set)
{
    return constraint_first(set, set->count);
}

// k_c of component c of constraint i.
static inline double constraint_component_stiffness(const ConstraintSet *set, int32_t i, int c)
{
    return set->ops->component_stiffness ? set->ops->component_stiffness(set, i, c) : constraint_stiffness(set, i);
}

// True if a component is not at rest but has no gradient at any particle, such as a spring with both ends at one point. No force then gives
// a direction. steepness: any norm of its gradients. Below the bound: an element at rest, whose C is round-off.
static inline bool constraint_is_lost(double value, double steepness)
{
    return steepness == 0 && fabs(value) > 1e-9;
}

// ops->energy->evaluate, also for several groups: value[(i−begin)*components + c], and the gradients in the same order, one per particle of
// the constraint. gradient may be NULL.
void constraint_evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient);

// One number for the components of a constraint: C itself if there is one component, √Σ C² otherwise.
double constraint_magnitude(const ConstraintSet *set, const double *value);

// The force of constraint i, N, with components C: −k C, negative if it pulls its particles together; for several components their norm. 0
// for a broken constraint or a feasible inequality; NAN for a hard one, whose force does not follow from C.
double constraint_force(const ConstraintSet *set, int32_t i, const double *value);

const ConstraintOps *constraint_ops(int kind);          // kind in 0 … CONSTRAINT_KINDS−1
int                  constraint_find(const char *name); // kind, or −1
const char *const   *constraint_names(void);            // CONSTRAINT_KINDS names, ended by NULL

#endif
