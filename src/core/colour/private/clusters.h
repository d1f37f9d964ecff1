// Clusters: runs of constraints in memory order. Clusters are coloured against each other, and the constraints within each of them.
#ifndef WEFT_COLOUR_CLUSTERS_H
#define WEFT_COLOUR_CLUSTERS_H

#include "colour/private/hypergraph.h"

typedef struct Clusters {
    int32_t  count;
    int32_t *start;   // [count + 1] first constraint, in memory order
    uint8_t *colour;  // [count] no two clusters of one colour share a particle; SCHEDULE_COLOURS_MAX: none was free
    int32_t  batches; // pairs of an inner colour and a kind, of all clusters
    uint8_t *inner;   // [constraints] likewise within a cluster
} Clusters;

enum { CLUSTER_MIN = 16, CLUSTER_GRAIN = 16 };

// size: approximate number of constraints in a cluster, at least CLUSTER_MIN. STATUS_MEMORY only; clusters_destroy also then.
Status clusters_create(const Hypergraph *graph, int32_t size, Clusters *out) GNU_MUST_CHECK;
void   clusters_destroy(Clusters *clusters);

#endif
