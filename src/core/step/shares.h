// Shares: the constraints that each thread of a team projects in a sweep over the colours of a schedule. Also the threads that it waits for
// between colours.
//
// A thread's share of a colour is contiguous in memory. Particles moved by more than one thread are common. In each colour a thread first
// projects the constraints at common particles, its edge, and signals that the edge is done. Then it projects the inner rest, which no
// other thread touches. Before the edge of the next colour it waits for the signals of all threads with which it has common particles.
// Usually they have signalled by then: it is a barrier between neighbours whose latency the inner rest hides. The order within a colour
// changes no bit, since its constraints share no particle.
//
// Colours that one thread projects alone, and all colours in a team of one, are not cut. There a piece extends into the next colour as long
// as constraints projected at once share no particle. So few groups of vector lanes are partial.
#ifndef WEFT_STEP_SHARES_H
#define WEFT_STEP_SHARES_H

#include <stdatomic.h>

#include "base/arena.h"
#include "colour/schedule.h"

// Pieces of one thread in one turn: first … inner−1 are its edge, inner … end−1 the inner rest.
typedef struct ShareTurn {
    int32_t first, inner, end;
} ShareTurn;

// A run of turns with a barrier at its end: the colours of a parallel segment, or one turn of the first thread alone.
typedef struct Stretch {
    int32_t first_turn, end_turn;
} Stretch;

// Number of edges that a thread has completed, on its own pair of cache lines (processors prefetch lines in pairs).
typedef struct EdgesDone {
    atomic_uint edges;
    char        apart[128 - sizeof(atomic_uint)];
} EdgesDone;

typedef struct Shares {
    int        threads;
    Batch     *pieces;
    ShareTurn *turns; // [turns][threads]
    int32_t    stretch_count;
    Stretch   *stretches;
    int32_t (*near)[2]; // [threads] threads near[0] … near[1] have particles in common with this one, and include it
    EdgesDone *done;    // [threads]
} Shares;

Status shares_init(const Schedule *schedule, const Model *model, int threads, Arena *arena, Shares *out) GNU_MUST_CHECK;

// Waits until all near threads have completed as many edges as this one. Other threads may have no core at the moment, so after some
// microseconds it yields its own.
void shares_wait(const Shares *shares, int thread);

// Signals that this thread has completed another edge. Its earlier writes are visible to the threads that wait for it.
static inline void shares_signal(const Shares *shares, int thread)
{
    atomic_uint *mine = &shares->done[thread].edges;
    atomic_store_explicit(mine, atomic_load_explicit(mine, memory_order_relaxed) + 1, memory_order_release);
}

#endif
