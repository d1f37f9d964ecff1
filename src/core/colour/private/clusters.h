// Clusters: runs of constraints in memory order, coloured as wholes, and in each of them its constraints. The room's own.
#ifndef WEFT_COLOUR_CLUSTERS_H
#define WEFT_COLOUR_CLUSTERS_H

#include "colour/private/tuples.h"

typedef struct Clusters {
    int32_t  count;
    int32_t *start;   // [count + 1] first constraint, in memory order
    uint8_t *colour;  // [count] no two clusters of one colour share a particle; SCHEDULE_COLOURS_MAX: found none
    int32_t  batches; // pairs of an inner colour and a kind, of all clusters
    uint8_t *inner;   // [constraints] no two of one cluster and one inner colour share a particle; SCHEDULE_COLOURS_MAX: found none
} Clusters;

enum { CLUSTER_LEAST = 16 };

// size: of a cluster, in constraints, about; less than CLUSTER_LEAST is taken for that. Freed by clusters_destroy, also after a failure;
// STATUS_MEMORY only.
Status clusters_create(const Tuples *tuples, int32_t size, Clusters *out) GNU_MUST_CHECK;
void   clusters_destroy(Clusters *clusters);

#endif
