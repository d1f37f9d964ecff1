// Contacts of a step, as constraints.
//
// Once per step Δt, contacts_detect finds the pairs of elements that can come into contact within the step. These are the pairs that
// may come as near as the thickness R and a margin (contact_reach) on the predicted path from x_n to x_n + Δt v + Δt² g. Then, once per
// substep, contacts_linearise gives each pair its linear inequality C = n·Σ w x − R ≥ 0 (geometry/narrow.h), or disables it. So all solvers
// solve the same problem: minimise Φ with ½ k min(C, 0)² for each contact, or with C ≥ 0 if k is INFINITY. It is convex if Φ without
// contacts is. Contacts that arise only during the solve are not part of it. The next step finds them, and contacts_report counts them as
// `missed`.
//
// A pair that passes through itself in a substep is crossed and keeps its original side. It is released when it is back there or has gone
// round a border (contact_sides.h, contact_homes.h). For this the contacts follow the positions passed to them, from call to call.
//
// With contacts_watch, crossings are counted along the positions of all substeps, for all pairs that the rules allow:
//   particle, rod   per particle (pair of rods) and body: the signed crossing count since the start of the run (contact_passings.h).
//                   A step in which its absolute value grows has a crossing.
//   collider        a particle crosses in a step that ends, but did not begin, on the wrong side of the collider. A pinned particle, which
//                   contact does not move, crosses in a step in which it enters or passes through.
//   wide cells      a surface can cross a closed collider between its particles: signed crossing count of the core (contact_cores.h).
//
// There are three classes, each a ConstraintSet with its own table, so that all code for constraints works on contacts. Rest values:
//   point    a particle and a collider       V = 1   n (3), q (3), R: C = n·(x − q) − R
//   segment  a particle and a segment, 2D    V = 3   n (3), t, R:     C = n·(x0 − (1−t) x1 − t x2) − R
//   pair     point-triangle, edge-edge       V = 4   n (3), w (4), R: C = n·Σ w x − R, Σ w = 0
// A disabled contact has n = 0 and R = −1, so that C = 1, without a gradient.
//
// Contacts are sorted by colour, and within a colour by position. No two contacts of a colour share a particle, except in the last colour,
// which is serial. Pairs, order, colours and values depend on the state alone, not on the number of threads.
//
// Memory is bounded: each class has room for `contact_room` contacts per surface point. A step that needs more fails with STATUS_LIMIT; the
// message contains the number needed.
#ifndef WEFT_CONTACT_CONTACTS_H
#define WEFT_CONTACT_CONTACTS_H

#include "base/clock.h"
#include "base/param.h"
#include "geometry/broad.h"
#include "model/model.h"

typedef enum ContactClass { CONTACT_POINT, CONTACT_SEGMENT, CONTACT_PAIR, CONTACT_CLASSES } ContactClass;

enum { CONTACT_VERTICES_MAX = 4 }; // particles of a contact

const ConstraintOps *contact_ops(ContactClass which); // not in the list of kinds, since no scene names them

enum { CONTACT_COLOURS_MAX = 192 };

typedef struct ContactSet {
    ConstraintSet set;    // count: of this step. sense: SENSE_GREATER_EQUAL, or SENSE_EQUAL where C < 0 at y and the settings ask for it
    int32_t       room;   // allocated contacts
    real         *lambda; // [count] kg m, ≥ 0: normal impulse times h, in this substep; written by the solver
    real4        *tangential; // [count] kg m: tangential λ of friction inside the solve, later plus h times the velocity pass
    real         *approach;   // [count] m/s: speed along n at the start of the substep, relative to the collider
    double4      *anchor; // [count] m, start of sliding. This and the next two: friction inside the solve (contact_friction.h), else NULL
    double       *friction_max; // [count] kg m: the largest tangential λ, μ times the normal λ of an earlier iterate
    double       *slip;         // [count] m: ε
    real4        *wall;         // [count] m/s: velocity of the collider at the contact; zero for the other classes
    float        *friction;     // [count] μ
    float        *restitution;  // [count] e
    int32_t      *element; // [count] the collider, plus the number of colliders for its second plane; the triangle, segment or second edge
    int32_t       colour_count;
    int32_t       colour_start[CONTACT_COLOURS_MAX + 2]; // [colour_count + 1]
    bool          serial_tail;                           // contacts of the last colour may share particles
} ContactSet;

// Metrics of the contacts of a step.
typedef struct ContactReport { // a row `contact` (record/record_list.h)
    int64_t     step;          // step and time_s are set by the recorder
    double      time_s;
    int64_t     found, active, missed;
    double      penetration_max, penetration_mean;
    int64_t     crossings;
    const char *crossing;
    double      friction_work;
    int64_t     colours;
    int64_t     cut, redone, stopped;
    double      cut_momentum;
    int64_t     bound_open;
} ContactReport;

typedef struct ContactSettings {
    bool   equality; // contacts with C < 0 at y are equalities in that substep
    double reach;    // search margin, as a fraction of the predicted displacement of an element
    int    room;     // contacts of each class for each point of the surface
    bool   bound;    // contacts_bound
    double dt;       // s, of a step
    int    substeps;
    int    threads;
} ContactSettings;

typedef struct ContactWork ContactWork; // contacts.c

typedef struct Contacts {
    const Model *model;
    ContactSet   sets[CONTACT_CLASSES];
    bool         rubs;       // friction is inside the solve
    bool         omits_idle; // set by a solver: contacts_linearise leaves idle contacts out, see contacts_idle_hold
    double       h;          // s, of the substep that was linearised last
    double      *stored;     // [bodies] J, energy in contact springs at the end of the last substep, from the velocity pass
    double      *kinetic;    // [bodies] J, at the start of the substep that was linearised last; with a bound
    // The contacts of each particle, in a fixed order, as slots of arrays over contacts and corners: slot = offset[class] + V i + j.
    int32_t      offset[CONTACT_CLASSES + 1];
    int32_t     *start;     // [particles + 1]
    int32_t     *slot;      // [start[particles]]
    int32_t      slot_room; // the largest number of slots; for arrays of callers
    ContactWork *work;
} Contacts;

enum { CONTACT_ON, CONTACT_OFF };
extern const char *const CONTACT_NAMES[]; // ended by NULL

enum { CONTACT_BOUND_OFF, CONTACT_BOUND_DISPLACEMENT };
extern const char *const CONTACT_BOUND_NAMES[]; // ended by NULL

// Rows for the param tables of solvers that take contacts.
#define CONTACT_PARAMS \
    PARAM_CHOICE_ROW("contact", CONTACT_NAMES, 0, "off: no contacts even if the scene has contact, to measure the cost of contact", \
                     .role = PARAM_ROLE_CONTACT, .contact_only = true), \
        PARAM_REAL_ROW("contact_reach", "", 0.25, 0, 100, \
                       "search margin of contact detection, as a fraction of the predicted displacement of an element in a step", \
                       .contact_only = true), \
        PARAM_CHOICE_ROW( \
            "contact_bound", CONTACT_BOUND_NAMES, CONTACT_BOUND_OFF, \
            "displacement: each move is limited to half the distance to the nearest obstacle until distances are measured again, so " \
            "that no surfaces pass through each other (offset geometric contact, 2025)", \
            .contact_only = true), \
        PARAM_INT_ROW("contact_room", "", 32, 1, 4096, \
                      "memory for contacts of each class: this number times the particles of the surfaces", \
                      .role = PARAM_ROLE_CONTACT_ROOM, .contact_only = true)

// *out is NULL for a model without contact. STATUS_INPUT: a particle starts inside a collider, surfaces intersect at the start, or two
// bodies have a particle at the same position. The message names them. In a continued state a particle inside is an error only where the
// collider is too thin to determine the particle's side. STATUS_MEMORY.
Status contacts_create(const Model *model, const State *state, const ContactSettings *settings, Arena *arena,
                       Contacts **out) GNU_MUST_CHECK;

// For runs that report contacts: to be called before the first step. All pairs are then followed through every substep. This takes time and
// changes no result. STATUS_MEMORY.
Status contacts_watch(Contacts *contacts, Arena *arena) GNU_MUST_CHECK;

// By all threads of a team, once at the start of a step; ends with a barrier. Enters PHASE_BROAD, PHASE_NARROW,
// PHASE_CONTACT_COLOUR of `phases` (NULL: off). Sets contacts->h to 0.
void contacts_detect(Contacts *contacts, const State *state, PhaseClock *phases);

// By all threads, in every substep after y is computed: from x_n, to y, velocity v_n [particles]; end: time at the end of the substep. Sets
// λ and tangential to 0. Ends with a barrier. Enters PHASE_NARROW.
void contacts_linearise(Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity, double h, double end,
                        PhaseClock *phases);

// Idle contacts, for a solver with sweeps that sets contacts->omits_idle at set-up. In each substep contacts_linearise then leaves out the
// pairs that stay apart by R, a margin and their displacement. Their contacts have C > 0 near y, so that a sweep over all contacts would
// change no bit more. This holds until a particle is too far from y:
//
// hold: by all threads, with x complete, before and after each sweep over contacts. Returns false if a particle is too far. Then the sweep
// does not count: the caller restores x, λ and tangential from before the sweep, calls contacts_idle_add, and repeats the sweep.
// add: lists the contacts of these particles as well. The other contacts keep λ and tangential. Both end with a barrier.
//
// Colours keep their order. start and slot remain those of all contacts of the step.
bool contacts_idle_hold(Contacts *contacts, const real4 *x);
void contacts_idle_add(Contacts *contacts);

// The displacement bound (private/contact_bound.h), for the setting contact_bound. contacts_detect measures it at x_n.
//
// contacts_bound: by all threads, with x complete, after the last sweep or every global step. Cuts the displacement of x to the bound. If
// the cut is too large, it measures the bound again at the cut positions and continues towards the original ones. last: of a substep, where
// any cut of more than BOUND_SHORT of R is too large. Does nothing without the setting. Ends with a barrier, in PHASE_BROAD, PHASE_NARROW
// or PHASE_CONTACT.
//
// For a solver with line search: contacts_cut cuts x and returns the number of particles cut. Positions between two that were cut to the
// same bound are within it. contacts_bound_again measures the bound at x, which must be within it. It returns false and keeps the bound if
// the detections of the step are used up, or if there is no room. By all threads; both end with a barrier.
// contacts_bound_left: after a step of contacts_bound, in kg m/s: momentum cut in the substeps that the bound stopped. The bound stops a
// substep if no detection was left when it was needed, or if the last filter cut. 0: none, or the setting is off.
// contacts_bound_stopped: true if the bound stopped this substep.
bool    contacts_have_bound(const Contacts *contacts);
double  contacts_bound_left(const Contacts *contacts);
bool    contacts_bound_stopped(const Contacts *contacts);
void    contacts_bound(Contacts *contacts, real4 *x, bool last, PhaseClock *phases);
int64_t contacts_cut(Contacts *contacts, double4 *x);
bool    contacts_bound_again(Contacts *contacts, double4 *x, PhaseClock *phases);

// Status of the last detection. STATUS_LIMIT: no room. STATUS_NUMERIC: positions are not finite. After a barrier.
Status contacts_failed(const Contacts *contacts) GNU_MUST_CHECK;

// Discards the memory of earlier steps: the pairs that passed through each other, and `stored`. To be called when the state was replaced.
void contacts_forget(Contacts *contacts);

// At the end of a step of watched contacts, outside any team. Sets found, active, missed, penetration_*, crossings, crossing and colours of
// *report. The text `crossing` is valid until the next report. state: after the step. Changes no result. STATUS_MEMORY.
Status contacts_report(Contacts *contacts, const State *state, ContactReport *report) GNU_MUST_CHECK;

// E = Σ ½ k min(C, 0)² of the contacts as they were linearised last, 0 for hard ones; adds ∇E to gradient unless it is NULL.
double contacts_energy(const Contacts *contacts, const double4 *x, double4 *gradient);

// D of friction inside the solve (contact_friction.h), 0 without it; adds ∇D to gradient unless it is NULL. D is part of Φ but no stored
// energy: friction dissipates it.
double contacts_dissipation(const Contacts *contacts, const double4 *x, double4 *gradient);

#ifndef WEFT_WITHOUT_REAL
// Kinetic energy of a particle in J; 0 for a pin.
static inline double contacts_kinetic(const Model *model, const real4 *velocity, int32_t i)
{
    const double4 v = double4_from(velocity[i]);
    return model->inverse_mass[i] > 0 ? 0.5 * model->mass[i] * double4_dot(v, v) : 0;
}
#endif

int64_t contacts_bytes(const Contacts *contacts); // memory of contacts_create

#endif
