// The door for solvers of others: the C interface of a shared library that weft loads with --plugin FILE.so, or that the key `plugins` of
// an experiment names. This header stands alone (C and C++, no other header of weft), so that such a library is built without weft's
// sources.
//
// The library exports one function, weft_solvers, which returns a list of tables that stays valid. Its solvers then stand beside weft's own
// in every list, experiment and figure. weft reads the list in worker processes only: a library that crashes ends a worker, not weft. A
// solver in a program of its own is a library that starts it: docs/plugins/program has one to copy.
//
// What a step is. In every substep of length h weft predicts, the solver moves, and weft updates velocities:
//   y = x_n + h v_n + h² W f,   x = solver(y),   v = (x − x_n)/h
// x is to be near the minimum of Φ(x) = ½ (x−y)ᵀ M (x−y) + h² E(x), E the energy of all constraints, or near where C + λ/(k h²) = 0 with
// M(x−y) = ∇Cᵀλ. Scripted pins, wind, pressure and other integrators are in y already. Between two calls nothing may be kept that a step
// depends on: weft steps from states of a reference, too.
//
// Arrays. All belong to weft, stay valid as long as the solver, and are in the model's order of particles and constraints. Positions are
// blocks of four numbers (x, y, z, w), aligned to their size: w is the inverse mass of a particle, 0 of a pin, and stays. Those of a step
// are `float` in a case of single precision and `double` otherwise; what weft evaluates takes `double` in both.
//
// Threads. create, step and destroy are called by one thread, which OpenMP has pinned, and a thread started by it has the same core:
// parallel work goes through WeftHost.team, or a team of libgomp in a library in C or C++. Every function of WeftHost but alloc, team and
// iterate may be called by all threads at once, for ranges of their own.
//
// Nothing may print to standard output, which has the results of a worker, end the process, or leave another rounding of floating-point
// numbers behind than it found: that is weft's, too. (-ffast-math at linking sets one, with some compilers, when the library is loaded.)
//
// Versions. A table of another WEFT_SOLVER_ABI is refused. Structs only grow at their end, with a value of 0 that means what it was before,
// and say their size.
#ifndef WEFT_SOLVER_H
#define WEFT_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEFT_SOLVER_ABI = 1 };

// What a call ends with. All but WEFT_OK fill `failure` with one line: what is wrong, and what to do.
enum {
    WEFT_OK,
    WEFT_UNSUPPORTED, // of this scene or these settings: the case is refused, for good
    WEFT_DIVERGED,
    WEFT_NO_MEMORY,
    WEFT_FAILED
};

typedef struct WeftFailure {
    char text[240];
} WeftFailure;

// ---- the model ----

// Whether constraint i of a set is C = 0, C ≥ 0 or C ≤ 0.
enum { WEFT_EQUAL, WEFT_AT_LEAST, WEFT_AT_MOST };

// What weft evaluates for a kind.
enum { WEFT_HAS_ENERGY = 1, WEFT_HAS_GRADIENT = 2, WEFT_HAS_HESSIAN = 4, WEFT_HAS_PROJECTION = 8 };

// The constraints of one kind. Constraint i joins the particles vertex[i*vertices] …, or, where vertices is 0, vertex[start[i]] … of as
// many as start[i + 1] − start[i]. Its energy is Σ ½ k C², summed over its components, all with its stiffness k, unless
// `weft list constraints KIND` says another one: of neo_hookean the second component has k over its last rest value.
typedef struct WeftSet {
    const char        *kind; // "distance", "dihedral", … (weft list constraints)
    const char *const *param_names;
    int32_t            count, vertices, components, params;
    uint32_t           has; // of WEFT_HAS_…
    const int32_t     *vertex, *start;
    const double      *rest;      // [params][count] what each is depends on the kind: lengths, areas, angles
    const double      *stiffness; // [count] k, INFINITY of a hard one
    const double      *damping;   // [count] β: a force −β ∇C Ċ besides; NULL: none is damped
    const int8_t      *sense;     // [count] WEFT_EQUAL, …; NULL: all are equalities
} WeftSet;

// A range of constraints of one set.
typedef struct WeftBatch {
    int32_t set, begin, end;
    int32_t disjoint; // no two of them share a particle
} WeftBatch;

typedef struct WeftModel {
    int32_t          particle_count, set_count, colour_count, batch_count;
    const double    *mass, *inverse_mass; // [particle_count] kg, 1/kg
    const double    *force;               // [particle_count][4] N, external, without gravity; NULL: none. It is in y already
    double           gravity[3];          // m/s². It is in y already
    const int32_t   *user;                // [particle_count] number of a particle in the scene
    const WeftSet   *sets;                // [set_count] those that are not empty and of a fixed number of particles first
    const int32_t   *colour_start;        // [colour_count + 1] into batches; with WEFT_ORDER_COLOUR, else one colour that is not disjoint
    const WeftBatch *batches; // [batch_count] batches of one colour may be projected at the same time. Sets with vertices = 0 are in none
} WeftModel;

// ---- what weft does for a solver ----

typedef struct WeftSetup WeftSetup;
typedef struct WeftStep  WeftStep;

// Arguments of a projection besides the constraints.
typedef struct WeftSweep {
    void       *position; // [particles] moved in place
    const void *previous; // [particles] x_n, for damped constraints
    void *
        lambda; // [components][count] of the set, in the precision of positions, scaled by h², as of XPBD; NULL: PBD, compliance is ignored
    double h;   // s
    double relaxation; // factor on every move
} WeftSweep;

// An iterate. position: of doubles or, with `single`, of floats. Nothing needs to be copied into place for iterates of a step that is not
// watched, but what the pointers point to must be there.
typedef struct WeftIterate {
    int32_t        iteration; // from 0; −1: where the iteration begins
    int32_t        single;
    const void    *position; // [particles]
    double *const *lambda;   // [sets][count][components of the set] scaled by h², of every set; NULL: a solver without multipliers
} WeftIterate;

// Parts of a step, whose times weft shows apart.
enum { WEFT_PHASE_LOCAL, WEFT_PHASE_RHS, WEFT_PHASE_SOLVE, WEFT_PHASE_PROJECT, WEFT_PHASE_FACTOR, WEFT_PHASES };

// What a step costs in counts. Of work over all constraints or particles each counts as one.
enum {
    WEFT_COUNT_GRADIENTS,
    WEFT_COUNT_OBJECTIVES,
    WEFT_COUNT_HESSIANS,
    WEFT_COUNT_PROJECTIONS,
    WEFT_COUNT_LOCAL_STEPS,
    WEFT_COUNT_SOLVES,
    WEFT_COUNT_FACTORISATIONS,
    WEFT_COUNT_INNER_ITERATIONS,
    WEFT_COUNTS
};

typedef double       WeftBlock[4]; // a position or gradient: x, y, z, w
typedef const double WeftConstBlock[4];

typedef struct WeftHost {
    uint32_t abi, size;

    // count × bytes, zeroed, aligned to 64 bytes, kept as long as the solver and part of the memory that the case may take. In create only:
    // later it is NULL. NULL: not enough; end with WEFT_NO_MEMORY.
    void *(*alloc)(const WeftSetup *setup, size_t count, size_t bytes);

    // Of constraints begin … end−1 of a set at x. x, gradient: aligned to 32 bytes.
    //   energy    their sum; adds ∇E to gradient[particle] (not cleared) unless it is NULL. Set −1: of all sets, begin and end are ignored
    //   evaluate  C in value[(i−begin)*components + c], ∇C of its particle j in gradient[((i−begin)*components + c)*vertices + j] unless
    //   NULL; of
    //             sets with vertices = 0 end is begin + 1, and the particles are those of the constraint
    //   hessian   ∇²E, a row-major 3V × 3V block each, V = vertices; psd: the nearest positive semi-definite one. Not for vertices = 0
    double (*energy)(const WeftModel *model, int32_t set, int32_t begin, int32_t end, WeftConstBlock *x, WeftBlock *gradient);
    void (*evaluate)(const WeftModel *model, int32_t set, int32_t begin, int32_t end, WeftConstBlock *x, double *value,
                     WeftBlock *gradient);
    void (*hessian)(const WeftModel *model, int32_t set, int32_t begin, int32_t end, WeftConstBlock *x, int32_t psd, double *blocks);
    // Projects a range of a batch, one constraint after another or, where the batch is disjoint, several at a time.
    void (*project)(const WeftModel *model, const WeftBatch *batch, int32_t begin, int32_t end, const WeftSweep *sweep);

    // Calls body once in each thread of a team of the case's threads, and returns when all have. barrier: inside, waits for all of them.
    void (*team)(const WeftSetup *setup, void (*body)(void *argument, int32_t thread, int32_t threads), void *argument);
    void (*barrier)(void);

    // Of a running step: what comes now; n more of a count, from 0 to INT32_MAX. By one thread, thread 0 of a team.
    void (*phase)(WeftStep *step, int32_t phase);
    void (*count)(WeftStep *step, int32_t count, int64_t n);
    // After each iteration, and before the first with iteration −1: reads the clock, and shows the iterate to what measures. By one
    // thread while x is complete and all others wait.
    void (*iterate)(WeftStep *step, const WeftIterate *iterate);
} WeftHost;

// ---- set-up and step ----

struct WeftSetup {
    uint32_t         size;
    int32_t          threads, single; // single: positions of a step are float
    const WeftHost  *host;
    const WeftModel *model;
    const double    *params; // [params of the table] in its order; of a choice: its number
    double           h;      // s, of a substep
    int32_t          substeps;
    // Of a solver with `program`: ns of the running create or step that are its own so far. 0 when the call begins; written before each
    // phase and iterate and before the call returns. It never falls, and is at most what the call has taken. weft charges it in place of
    // the time of the call: waiting for another process and talking to it are not charged, and recorded as uncharged_ns of the step.
    int64_t *own_ns;
};

// How a step ended: after the iterations that were asked for; a criterion is met; its residual is the round-off of its own terms; it is not
// met.
enum { WEFT_END_DONE, WEFT_END_CONVERGED, WEFT_END_AT_ROUND_OFF, WEFT_END_UNCONVERGED };

struct WeftStep {
    uint32_t    size;
    int32_t     substep;    // from 0
    void       *position;   // [particles] in: y; out: x. w stays, and so do pins
    const void *previous;   // [particles] x_n
    double      begin, end; // s, times of x_n and x
    int32_t     watched;    // 1: what iterates show is read; 0: only the clock at each, and the multipliers of the last
    // Written by the solver; zero before.
    int32_t     ended;                        // of WEFT_END_…
    const char *residual;                     // what its criterion looks at, at most 79 bytes, stays valid; NULL: it has none
    double      residual_begin, residual_end; // at the start, NaN: not known; at the end, a number from 0 on
    void       *private_to_weft;
};

// ---- the table ----

enum { WEFT_REAL, WEFT_INTEGER, WEFT_CHOICE };

// A setting. `iterations` (most of a substep) and `substeps` (parts of a step) mean in every solver what their names say, and are
// WEFT_INTEGER. Names that every case has (weft list params) are taken.
typedef struct WeftParam {
    const char        *name, *unit, *summary; // unit: "" for none
    int32_t            type;
    double             value, least, most; // value: the default, of a choice its number
    const char *const *choices;            // ended by NULL; NULL but for WEFT_CHOICE
} WeftParam;

// What a solver takes besides soft, undamped equalities. Everything else is refused by name before create.
enum { WEFT_TAKES_HARD = 1, WEFT_TAKES_DAMPED = 2, WEFT_TAKES_INEQUALITIES = 4 };

enum { WEFT_DOUBLE = 1, WEFT_SINGLE = 2 };

// What it minimises: Φ; C + λ/(k h²), without the residual of the momentum equation; C, with stiffnesses of its own.
enum { WEFT_AIM_OBJECTIVE, WEFT_AIM_MULTIPLIERS, WEFT_AIM_ERRORS };

// Whether the moves of a step balance, Σ m (x − y) = 0 where nothing is pinned, whether it has converged or not: `weft conform` then holds
// it to that.
enum { WEFT_MOMENTUM_UNSAID, WEFT_MOMENTUM_KEPT };

// The order of the constraints: along the particles in memory; by colour; as in the scene.
enum { WEFT_ORDER_MEMORY, WEFT_ORDER_COLOUR, WEFT_ORDER_SCENE };

typedef struct WeftSolver {
    uint32_t         abi, size;                // WEFT_SOLVER_ABI, sizeof(WeftSolver)
    const char      *name, *summary;           // name: lower case letters, digits and _, none of weft's own
    const char      *version;                  // for the record
    const WeftParam *params;                   // ended by a row whose name is NULL; NULL: none
    uint32_t         takes, precisions, needs; // of WEFT_TAKES_…; WEFT_DOUBLE, WEFT_SINGLE; WEFT_HAS_…: kinds without one are refused
    int32_t          most_components;          // of a constraint of a kind that it takes; 0: any number
    int32_t          fixed;                    // 1: kinds of any number of particles are refused
    int32_t          aim, order;
    int32_t (*create)(const WeftSetup *setup, void **solver, WeftFailure *failure);
    int32_t (*step)(void *solver, WeftStep *step, WeftFailure *failure); // one substep
    void (*destroy)(void *solver); // NULL: it has nothing besides alloc; not called after a create that failed
    int32_t momentum;              // of WEFT_MOMENTUM_…
    // The files of the program of a solver that works in another process, ended by NULL, as seen from the folder of the library; NULL: it
    // works in this process. Their hash is part of the build that a store names, and times are own_ns. One thread does weft's own part of a
    // step, so that none waits on the program's cores. Memory, allocations and counters of this process are not recorded.
    const char *const *program;
} WeftSolver;

// Ended by NULL.
const WeftSolver *const *weft_solvers(void);

#ifdef __cplusplus
}
#endif

#endif
