// Sequences: the order in which one thread projects the constraints of a cluster. In a part of a sequence, constraints fewer than
// BATCH_WINDOW apart share no particle, so that vector lanes take several in a row.
//
// List scheduling (Graham 1969): a constraint is free if none of the last BATCH_WINDOW constraints has one of its particles. Of the free
// ones, the next is one whose particles have many constraints left. A part ends where no constraint is free. A sequence without gaps has at
// least BATCH_WINDOW constraints for each constraint of the busiest particle, as the longest job bounds a schedule.
#ifndef WEFT_COLOUR_SEQUENCE_H
#define WEFT_COLOUR_SEQUENCE_H

#include "colour/private/hypergraph.h"

// SEQUENCE_SERIAL: the constraint is one of a particle with more than SCHEDULE_COLOURS_MAX constraints; a part of such constraints is
// projected one after another.
enum { SEQUENCE_PART = 1, SEQUENCE_SERIAL = 2 };

typedef struct Sequencer {
    const Hypergraph *graph;
    int32_t          *last;      // [particles] position of the last constraint at it, below the part: none
    int32_t          *remaining; // [particles] constraints at it that have no position
    int32_t          *left[2];   // [constraints of a cluster] without a position, and space to sort them
    int32_t          *key;       // [constraints of a cluster] of those left, to sort them
    int32_t          *start;     // [keys + 1]
} Sequencer;

// size: constraints of the largest cluster. STATUS_MEMORY only; then nothing is kept.
Status sequencer_create(const Hypergraph *graph, int32_t size, Sequencer *out) GNU_MUST_CHECK;
void   sequencer_destroy(Sequencer *sequencer);

// Orders the constraints begin … end−1, kind by kind. order: [end − begin] output. flags: [end − begin] output, SEQUENCE_PART where a part
// begins, SEQUENCE_SERIAL in all of a serial part. Returns the number of parts.
int32_t sequencer_run(const Sequencer *sequencer, int32_t begin, int32_t end, int32_t *order, uint8_t *flags);

#endif
