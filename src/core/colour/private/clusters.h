// Clusters: runs of constraints in memory order. Clusters are coloured against each other, and the constraints within each of them
// follow a sequence.
#ifndef WEFT_COLOUR_CLUSTERS_H
#define WEFT_COLOUR_CLUSTERS_H

#include "colour/private/hypergraph.h"

typedef struct Clusters {
    int32_t  count;
    int32_t *start;   // [count + 1] first constraint, in memory order
    uint8_t *colour;  // [count] no two clusters of one colour share a particle; SCHEDULE_COLOURS_MAX: none was free
    int32_t  batches; // parts of all sequences
    int32_t *order;   // [constraints] of each cluster in the order of its sequence (sequence.h)
    uint8_t *flags;   // [constraints] of the sequences
} Clusters;

// CLUSTER_EVEN: each colour has a multiple of this many clusters where possible, so that up to that many threads get equal shares.
enum { CLUSTER_MIN = 16, CLUSTER_GRAIN = 16, CLUSTER_EVEN = 16 };

// size: number of constraints in a cluster, at least CLUSTER_MIN. Clusters are smaller if that makes the colours even, and if sequences
// still have no gaps: with at least BATCH_WINDOW constraints for each constraint of the busiest particle (sequence.h).
// STATUS_MEMORY only; clusters_destroy also then.
Status clusters_create(const Hypergraph *graph, int32_t size, Clusters *out) GNU_MUST_CHECK;
void   clusters_destroy(Clusters *clusters);

#endif
