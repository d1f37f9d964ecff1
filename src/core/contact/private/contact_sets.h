// Stage 3 of 3 of detection: candidates become contacts, sorted by colour, and, once per substep, linear inequalities.
//
// Reads ContactPairs, and ContactMotion through it. Writes ContactSets and the Contacts that solvers use; in ContactPairs only the sides of
// kept pairs, with which the next step starts.
//
// Contact i of a set is candidate[i] of its class. Values that depend on other threads are counted, summed over the threads
// (team_sum_before) and then filled in, so that no result depends on the number of threads.
#ifndef WEFT_CONTACT_CONTACT_SETS_H
#define WEFT_CONTACT_CONTACT_SETS_H

#include "contact/contacts.h"
#include "contact/private/contact_pairs.h"

enum { COLOUR_WORDS = CONTACT_COLOURS_MAX / 64, CONTACT_BINS = 1024 };

// Per class: its candidates in the order of colouring, their colours, and the order of the contacts.
typedef struct ClassOrder {
    const Candidates *candidates;
    uint8_t          *node;         // [room] contact_colouring.c
    int32_t          *by_node;      // [room] candidates in colouring order; NULL: original order
    uint8_t          *colour;       // [room] of each candidate
    int32_t          *candidate;    // [room] of each contact
    int32_t          *contact;      // [room] of each candidate: the inverse permutation
    int32_t          *colour_start; // [CONTACT_COLOURS_MAX + 2] as in ContactSet, of all contacts of the step
    uint8_t          *idle;         // [room] of each candidate: not listed in this substep; contact_idle.c
    int32_t          *listed;       // [room] of each listed contact of the substep: its place among the contacts of the step
    real             *lambda;       // [room] of each contact of the step, while contacts are added to the list
    real4            *tangential;   // [room] the same; NULL: friction is not inside the solve
} ClassOrder;

// The contacts of a particle with colliders, consecutive among the candidates.
typedef struct PointRun {
    int32_t first, count;
} PointRun;

// The substep that was linearised last; contact_idle.c.
typedef struct ContactSubstep {
    const real4 *from, *velocity; // [particles] of the caller
    real4       *to;              // [particles] a copy of y
    double       end;             // s
    uint8_t     *awake;           // [particles] > 0: none of its contacts is left out, for this number of substeps
    int32_t      additions;       // in this step so far
    bool         moved;           // the last check found a particle out of range
} ContactSubstep;

typedef struct ContactSets {
    const ContactPairs *pairs;
    ContactSubstep      substep;
    bool                equality; // of ContactSettings
    ClassOrder          order[CONTACT_CLASSES];
    int32_t            *tail;                      // [particles] contacts of the serial tail so far
    uint64_t (*used)[COLOUR_WORDS];                // [particles] colours at a particle
    uint16_t *bin;                                 // [particles] position along the longest side of the scene
    PointRun *run;                                 // [particles]
    int64_t  *partial;                             // [threads]
    int32_t (*histogram)[CONTACT_COLOURS_MAX + 1]; // [threads]
    int32_t (*bins)[CONTACT_BINS];                 // [threads]
} ContactSets;

// Also creates the sets and arrays of `contacts`.
Status contact_sets_init(const ContactPairs *pairs, const ContactSettings *settings, Arena *arena, Contacts *contacts,
                         ContactSets *out) GNU_MUST_CHECK;

// By all threads; each ends with a barrier.
void contact_sets_colour(const ContactSets *sets);                        // contact_colouring.c: colour
void contact_sets_order(const ContactSets *sets, Contacts *contacts);     // contact_order.c: the permutations, all columns that stay the
                                                                          // same during the step, colour_start
void contact_sets_incidence(const ContactSets *sets, Contacts *contacts); // contact_incidence.c: start, slot

// The place of contact k of a set among the contacts of the step.
static inline int32_t contact_sets_listed(const Contacts *contacts, const ClassOrder *order, int32_t k)
{
    return contacts->omits_idle ? order->listed[k] : k;
}

// The columns of contact k that stay the same during the step; i: its place among the contacts of the step.
void contact_sets_fill(const ClassOrder *order, const Contacts *contacts, ContactClass which, int32_t k, int32_t i);

// contact_idle.c: contacts without effect in a substep, for Contacts.omits_idle. By all threads; each ends with a barrier. list: of a
// substep; hold and add as contacts_idle_hold and contacts_idle_add.
void contact_idle_list(ContactSets *sets, Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity, double end);
bool contact_idle_hold(ContactSets *sets, const real4 *x);
void contact_idle_add(ContactSets *sets, Contacts *contacts);

// By all threads, ends with a barrier; contacts->h and the poses of the colliders are those of the substep. Arguments as in
// contacts_linearise.
void contact_sets_linearise(const ContactSets *sets, Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity,
                            double end);

#endif
