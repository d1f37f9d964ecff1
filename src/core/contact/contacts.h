// Contacts: what touches in a step, as constraints.
//
// Once per step Δt, contacts_detect finds the pairs that may touch within it: boxes around the way from x_n to x_n + Δt v + Δt² g, taken
// against the mean motion of the scene, and wider by the reach. Then, once per substep, contacts_linearise gives each pair its linear
// inequality C = n·Σ w x − R ≥ 0 (geometry/narrow.h), or makes it idle. Every solver of the step so has the same problem, convex where the
// rest is: minimise Φ with ½ k min(C, 0)² for each contact, or C ≥ 0 where k is INFINITY. What comes to touch only through the solve is not
// in it; it is found a step later, and counted (contacts_report).
//
// Three classes, each a ConstraintSet with a table of its own, so that everything that works on a kind works on contacts; rest values:
//   point    a particle and a collider       V = 1   n (3), q (3), R: C = n·(x − q) − R
//   segment  a particle and a segment, 2D    V = 3   n (3), t, R:     C = n·(x0 − (1−t) x1 − t x2) − R
//   pair     point-triangle, edge-edge       V = 4   n (3), w (4), R: C = n·Σ w x − R, Σ w = 0
// An idle contact has n = 0 and R = −1: C = 1 without a gradient.
//
// Contacts are sorted by colour, and in a colour by where they are; no two of a colour share a particle, but in the last, serial one.
// Pairs, order, colours and values depend on the state alone, never on the number of threads or the broad phase.
//
// Memory is bounded: a class has room for so many contacts, `contact_room` for each point of the surface, and a step that needs more fails
// with STATUS_MEMORY and says how many.
#ifndef WEFT_CONTACT_CONTACTS_H
#define WEFT_CONTACT_CONTACTS_H

#include "base/clock.h"
#include "base/param.h"
#include "geometry/broad.h"
#include "model/model.h"

typedef enum ContactClass { CONTACT_POINT, CONTACT_SEGMENT, CONTACT_PAIR, CONTACT_CLASSES } ContactClass;

const ConstraintOps *contact_ops(ContactClass which); // not in the list of kinds: no scene names them

enum { CONTACT_COLOURS_MAX = 192 };

typedef struct ContactSet {
    ConstraintSet set;         // count: of this step. sense: at least; of those under way at y an equality, where the solver asks for it
    int32_t       room;        // contacts there is memory for
    real         *lambda;      // [count] kg m, ≥ 0: normal impulse times h, in this substep; whoever solves writes it
    real4        *slide;       // [count] kg m: tangential λ of friction inside the solve
    real         *approach;    // [count] m/s: speed along n at the start of the substep, the collider's taken off
    real4        *wall;        // [count] m/s: velocity of the collider at the contact; zero for the other classes
    float        *friction;    // [count] μ
    float        *restitution; // [count] e
    int32_t      *element;     // [count] the collider, more by their number for a second plane at it; the triangle, segment or second edge
    int32_t       colour_count;
    int32_t       colour_start[CONTACT_COLOURS_MAX + 2]; // [colour_count + 1]
    bool          serial_tail;                           // the last colour is not disjoint
} ContactSet;

// What the contacts of a step came to; for metrics.
typedef struct ContactReport {
    int64_t found;            // pairs that could touch in the step
    int64_t active;           // of those, pushing at the end of the step
    int64_t missed;           // at the end of the step: nearer than R, and not found before the solve
    double  penetration_max;  // m: R − distance at the end, of those found and those missed; 0: none
    double  penetration_mean; // m, of those that are nearer than R
    double  friction_work;    // J, taken from the bodies by friction in the step, ≥ 0 where nothing moves them
    int32_t colours;          // of the class with the most
} ContactReport;

typedef struct ContactSettings {
    const BroadOps *broad;
    bool            equality; // contacts whose C is below 0 at y are equalities in this substep
    double          reach;    // how much farther than it would go alone an element is looked for, of its way
    int             room;     // contacts of each class for each point of the surface
    double          dt;       // s, of a step
    int             threads;
} ContactSettings;

typedef struct ContactWork ContactWork; // contacts.c

typedef struct Contacts {
    const Model *model;
    ContactSet   sets[CONTACT_CLASSES];
    double       h; // s, of the substep that was linearised last
    // Which slots of an array over contacts and their corners concern a particle, in a fixed order: slot = offset[class] + V i + j.
    int32_t      offset[CONTACT_CLASSES + 1];
    int32_t     *start;     // [particles + 1]
    int32_t     *slot;      // [start[particles]]
    int32_t      slot_room; // slots that there is memory for: of arrays that others keep
    ContactWork *work;
} Contacts;

enum { CONTACT_ON, CONTACT_OFF };
extern const char *const CONTACT_NAMES[]; // ended by NULL

// Rows for the param tables of solvers that take contacts.
#define CONTACT_PARAMS \
    PARAM_CHOICE_ROW("broad", BROAD_NAMES, 0, "broad phase of contact; both find the same pairs"), \
        PARAM_CHOICE_ROW("contact", CONTACT_NAMES, 0, \
                         "off: whatever the scene says everything goes through everything, to see what contact costs", \
                         .role = PARAM_ROLE_CONTACT), \
        PARAM_REAL_ROW("contact_reach", "", 0.25, 0, 100, \
                       "how much farther than an element would go alone in a step contacts are looked for, of its way"), \
        PARAM_INT_ROW("contact_room", "", 32, 1, 4096, "contacts that there is memory for, for each particle of a surface", \
                      .role = PARAM_ROLE_CONTACT_ROOM)

// *out is NULL for a model that nothing can touch in. STATUS_INPUT: a particle that starts inside a collider, surfaces that go through each
// other at the start; says which. STATUS_MEMORY.
Status contacts_create(const Model *model, const State *state, const ContactSettings *settings, Arena *arena,
                       Contacts **out) GNU_MUST_CHECK;

// By all threads of a team, once at the start of a step; complete after the barrier it ends with. Enters PHASE_BROAD, PHASE_NARROW,
// PHASE_CONTACT_COLOUR of `phases` (NULL: off). Sets contacts->h to 0.
void contacts_detect(Contacts *contacts, const State *state, PhaseClock *phases);

// By all threads, in every substep once y is known: from x_n, to y, velocity v_n [particles]; end: time at the end of the substep. Sets λ
// and slide to 0. Complete after the barrier it ends with. Enters PHASE_NARROW.
void contacts_linearise(Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity, double h, double end,
                        PhaseClock *phases);

// Of the last detection: STATUS_MEMORY when there was no room, STATUS_NUMERIC when positions are not finite. After a barrier.
Status contacts_failed(const Contacts *contacts) GNU_MUST_CHECK;

// Sides are remembered from one step to the next; a state that was put elsewhere has none.
void contacts_forget(Contacts *contacts);

// Looks at the end of a step, outside any team: found, active, missed, penetration_*, colours of *report. state: after the step.
// STATUS_MEMORY.
Status contacts_report(Contacts *contacts, const State *state, ContactReport *report) GNU_MUST_CHECK;

// E = Σ ½ k min(C, 0)² of the contacts as they were linearised last; adds ∇E to gradient when it is not NULL. 0 of hard ones.
double contacts_energy(const Contacts *contacts, const double4 *x, double4 *gradient);

int64_t contacts_bytes(const Contacts *contacts); // of everything that contacts_create took

#endif
