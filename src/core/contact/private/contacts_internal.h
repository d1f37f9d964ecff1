// The room's own: how contacts_make, detection, order, linearisation and look share the work of a Contacts.
//
// A step's contacts come into being in three stages. A class first has a DRAFT: what the narrow phase kept, in the order of detection,
// which is by query and then by target. The draft is coloured; contact i of the set then is contact order[i]
// of the draft. What is known of a pair beyond a step (its side) stays with the draft.
//
// Everything that runs in a step runs on the whole team and allocates nothing. Parts of a range are cut by team_range, and what depends on
// other parts is counted, added up over the threads and filled, so that no bit depends on the number of threads.
#ifndef WEFT_CONTACT_CONTACTS_INTERNAL_H
#define WEFT_CONTACT_CONTACTS_INTERNAL_H

#include "base/team_range.h"
#include "contact/contacts.h"
#include "contact/private/contact_collider.h"

extern const ConstraintOps contact_point, contact_segment, contact_pair;

// The three searches for pairs: which elements of the surface are the queries, which the targets.
typedef enum ContactSearch { SEARCH_POINT_TRIANGLE, SEARCH_EDGE_EDGE, SEARCH_POINT_SEGMENT, CONTACT_SEARCHES } ContactSearch;

// Pairs of one search that may touch in a step, and their sides. start: where the pairs of a query begin.
typedef struct KeptPairs {
    int32_t    count;
    BroadPair *pair;  // [room]
    int8_t    *side;  // [room] geometry/narrow.h
    int32_t   *start; // [queries + 1]
} KeptPairs;

typedef struct PairSearch {
    bool       on;
    Broad     *broad;
    BroadFound found;
    int64_t    broad_room; // pairs that the broad phase has room for
    int32_t    queries, targets;
    Box       *query_box, *target_box; // shared between searches
    int8_t    *side;                   // [broad_room] of the pairs found; DROPPED: not kept
    KeptPairs  kept[2];                // of this step and of the one before, by turns
} PairSearch;

enum { PAIR_DROPPED = 2, COLOUR_WORDS = CONTACT_COLOURS_MAX / 64, CONTACT_BINS = 1024 };

// What the narrow phase kept of a class.
typedef struct ContactDraft {
    int32_t  count;
    int32_t *vertices;                       // [room][V]
    int32_t *element;                        // [room]
    double  *thickness;                      // [room] R; NULL: that of the rules
    uint8_t *node;                           // [room] contact_colouring.c
    int32_t *sorted;                         // [room] the draft in the order of contacts within a colour; NULL: its own
    uint8_t *colour;                         // [room] by draft
    int32_t *order;                          // [room] contact i of the set is this one of the draft
    int32_t *place;                          // [room] and the other way
    int32_t  searched[CONTACT_SEARCHES + 1]; // where the pairs of each search begin in the draft
} ContactDraft;

// The contacts of a particle with colliders, which are next to each other in the draft.
typedef struct PointRun {
    int32_t first, count;
} PointRun;

typedef struct Bounds {
    double low[3], high[3];
} Bounds;

// Why a step has no contacts.
typedef struct ContactFailure {
    int64_t wanted[CONTACT_CLASSES];        // contacts of a class that has not so much room; 0: there was room
    int64_t wanted_pairs[CONTACT_SEARCHES]; // the same of pairs of boxes, of which nobody knows how many there are
    int32_t not_finite;                     // the first particle whose position or velocity is no number; particle_count: none
} ContactFailure;

typedef struct ContactWork {
    ContactSettings settings;
    int64_t         bytes; // of everything
    int             turn;  // which of kept[2] is this step's
    bool            remembers;
    ContactFailure  failure;

    // what moves
    double4 *block_sum;    // [blocks of particles] Σ displacement, and in w how many move
    real4   *predicted;    // [particles] y of the step
    Box     *particle_box; // [particles] around the way from x_n to y, the mean motion taken off
    float   *travel;       // [particles] its length, m
    Box     *point_box;    // [points] of the surface, and so on
    Box     *triangle_box, *edge_box;

    // colliders
    int32_t         colliders, words; // words of 64 bits in a mask
    ColliderIndex **index;            // [colliders]
    ColliderWay    *way;              // [colliders] of the step or substep
    uint64_t       *mask;             // [points][words] which colliders a point may touch
    uint64_t       *corner;           // [points][words] and which of those in an inner corner: with two planes

    PairSearch   search[CONTACT_SEARCHES];
    ContactDraft draft[CONTACT_CLASSES];

    // of orders and colours
    int32_t *tail;                                 // [particles] contacts of the serial tail so far
    uint64_t (*used)[COLOUR_WORDS];                // [particles] colours at a particle
    uint16_t *bin;                                 // [particles] where along the longest side of all that there is
    PointRun *run;                                 // [particles]
    int64_t  *partial;                             // [threads] sums of threads, for team_before
    int32_t (*histogram)[CONTACT_COLOURS_MAX + 1]; // [threads]
    int32_t (*bins)[CONTACT_BINS];                 // [threads]
    Bounds *bounds;                                // [threads] of y of the particles of each
} ContactWork;

// Of all threads: what the threads before this one have, and what all have together. Two barriers.
static inline int64_t team_before(ContactWork *work, int64_t mine, int64_t *total)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int64_t   before = 0, sum = 0;
    work->partial[thread] = mine;
#pragma omp barrier
    for (int t = 0; t < threads; t++) {
        before += t < thread ? work->partial[t] : 0;
        sum += work->partial[t];
    }
#pragma omp barrier
    *total = sum;
    return before;
}

// Called by all threads right after a barrier; thread 0 reads the clock.
static inline void contact_phase(PhaseClock *phases, Phase phase)
{
    if (phases && omp_get_thread_num() == 0)
        phase_clock_enter(phases, phase);
}

static inline double contacts_begin(const Contacts *contacts, const State *state)
{
    return state->start + (double)state->step * contacts->work->settings.dt;
}

static inline double contacts_end(const Contacts *contacts, const State *state)
{
    return state->start + (double)(state->step + 1) * contacts->work->settings.dt;
}

// ---- what moves (contact_boxes.c). All threads, each ends with a barrier ----

void    contact_boxes_move(Contacts *contacts, const State *state);  // predicted, particle_box, travel, failure.not_finite
void    contact_boxes_surface(Contacts *contacts);                   // point_box, triangle_box, edge_box, as the searches need them
void    contact_boxes_stand(Contacts *contacts, const State *state); // the same of a state that stands still
int32_t contact_boxes_blocks(int32_t particles);                     // of block_sum

// By how much the box of an element is wider than R/2, m; two of them are what a pair may be apart beyond R and still be kept. It covers
// what the solve adds to the way that was foreseen: a part of R for what hardly moves, without which an element is found only once it is
// too near, and contact_reach of the way for what the solve turns aside.
static inline double contact_slack(const ContactWork *work, double thickness, double travel)
{
    return 0.25 * thickness + work->settings.reach * travel;
}

// ---- drafts (contact_near.c, contact_search.c) ----

// Where the colliders are at two times; one thread, before a barrier.
void contact_pose(const Contacts *contacts, double from, double to);

// By all threads, each ends with a barrier.
void contact_draft_points(Contacts *contacts, const State *state);

// Refuses a start that no solver could mend (contact_start.c).
Status contact_start_check(const Contacts *contacts, const State *state) GNU_MUST_CHECK;

// ---- from drafts to sets (contact_colouring.c, contact_order.c) ----

void contact_colour(Contacts *contacts);
void contact_order(Contacts *contacts);     // columns that do not change in the step, colour_start
void contact_incidence(Contacts *contacts); // start, slot

#endif
