// Shares: what each thread of a team projects in a sweep over the colours of a schedule, and whom it waits for between them.
//
// A thread's share of a colour is contiguous in memory. Particles that more than one thread moves are common. Of each colour a thread first
// projects what is at common particles, its edge, says that this is done, and then projects the inner rest, which nobody else can meet.
// Before the edge of the next colour it waits until those it has common particles with have said so. They usually have by then: it is a
// barrier of neighbours whose latency the inner rest hides. Order within a colour changes no bit, since its constraints share no particle.
//
// Colours that one thread projects alone, and all of them in a team of one, are not cut. There a piece runs on into the next colour as long
// as what may be projected at once shares no particle, so that there are few partial groups of vector lanes.
#ifndef WEFT_STEP_SHARES_H
#define WEFT_STEP_SHARES_H

#include <stdatomic.h>

#include "base/arena.h"
#include "colour/schedule.h"

// Pieces of one thread in one turn: first … inner−1 are its edge, inner … end−1 the rest.
typedef struct ShareTurn {
    int32_t first, inner, end;
} ShareTurn;

// A run of turns with a barrier at its end: the colours of a parallel segment, or one turn of the first thread alone.
typedef struct Stretch {
    int32_t first_turn, end_turn;
} Stretch;

// The edges that a thread has done, and a cache line of its own for it; two, as processors load them in pairs.
typedef struct Said {
    atomic_uint edges;
    char        apart[128 - sizeof(atomic_uint)];
} Said;

typedef struct Shares {
    int        threads;
    Batch     *pieces;
    ShareTurn *turns; // [turns][threads]
    int32_t    stretch_count;
    Stretch   *stretches;
    int32_t (*near)[2]; // [threads] the threads near[0] … near[1] are all that have particles in common with this one, which is among them
    Said *said;         // [threads]
} Shares;

Status shares_init(const Schedule *schedule, const Model *model, int threads, Arena *arena, Shares *out) GNU_MUST_CHECK;

// Waits until all near threads have done as many edges as this one. Others may have no core at the moment: after some microseconds it
// yields its own.
void shares_wait(const Shares *shares, int thread);

// Says that this thread has done another edge: what it wrote before is seen by those who wait for it.
static inline void shares_say(const Shares *shares, int thread)
{
    atomic_uint *mine = &shares->said[thread].edges;
    atomic_store_explicit(mine, atomic_load_explicit(mine, memory_order_relaxed) + 1, memory_order_release);
}

#endif
