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
    uint8_t          *node;      // [room] contact_colouring.c
    int32_t          *by_node;   // [room] candidates in colouring order; NULL: original order
    uint8_t          *colour;    // [room] of each candidate
    int32_t          *candidate; // [room] of each contact
    int32_t          *contact;   // [room] of each candidate: the inverse permutation
} ClassOrder;

// The contacts of a particle with colliders, consecutive among the candidates.
typedef struct PointRun {
    int32_t first, count;
} PointRun;

typedef struct ContactSets {
    const ContactPairs *pairs;
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

// By all threads, ends with a barrier; contacts->h and the poses of the colliders are those of the substep. Arguments as in
// contacts_linearise.
void contact_sets_linearise(const ContactSets *sets, Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity,
                            double end);

#endif
