// Schedule: the order in which constraints are projected. Sorts the sets of a Model and cuts them into batches.
//
//   file    set by set, each in the order of the scene, one serial run  (sweep: serial)
//   colour  vertex-disjoint colours, each projected in parallel         (sweep: coloured)
//   memory  sorted by lowest vertex, no colours                         (sweep: jacobi; xpbd_direct; pd; newton)
//
// Groups (V = 0) are in no batch and stay in the order of the scene: the whole team works on each.
//
// Within a colour constraints lie in memory order of their vertices, set by set. Colour numbers, sizes and order depend on the model alone,
// never on the number of threads. Constraints that do not fit in SCHEDULE_COLOURS_MAX colours (at a particle with more than that) go into a
// last, serial colour. Its constraints may share vertices and are projected one after another.
#ifndef WEFT_COLOUR_SCHEDULE_H
#define WEFT_COLOUR_SCHEDULE_H

#include "model/model.h"

typedef enum ScheduleKind { SCHEDULE_FILE, SCHEDULE_COLOUR, SCHEDULE_MEMORY } ScheduleKind;

// SCHEDULE_PARALLEL_MIN: consecutive colours with fewer constraints are projected by one thread, with one barrier for all of them. The
// value was chosen from runs on two cores.
enum { SCHEDULE_COLOURS_MAX = 64, SCHEDULE_PARALLEL_MIN = 384 };

// Algorithms that colour the constraints of a colour schedule. Δ: largest number of constraints at a particle; no colouring has fewer
// colours.
//   greedy         first-fit: the lowest free colour, in memory order
//   largest_first  first-fit, by descending number of neighbours (Welsh and Powell 1967)
//   smallest_last  first-fit, in the reverse of the order in which the constraint with the fewest neighbours is removed (Matula and Beck
//                  1983): at most one colour more than the degeneracy of the conflict graph
//   clusters       runs of about cluster_size constraints in memory order are coloured greedily as units; a thread takes one cluster at a
//                  time and projects its constraints in an order that fills vector lanes (private/sequence.h). Few colours, hence few
//                  barriers, and the particles of a cluster stay in cache while its constraints are projected. The size depends on the
//                  scene only: see private/clusters.h
typedef enum Colouring { COLOURING_GREEDY, COLOURING_LARGEST_FIRST, COLOURING_SMALLEST_LAST, COLOURING_CLUSTERS } Colouring;
extern const char *const COLOURING_NAMES[]; // ended by NULL

// The order of constraints that a solver needs.
typedef struct ScheduleWish {
    ScheduleKind kind;
    Colouring    colouring;    // SCHEDULE_COLOUR only
    int32_t      cluster_size; // approximate number of constraints in a cluster, or fewer
} ScheduleWish;

// A run of colours. They are projected in parallel, with threads waiting for each other after each colour (step/shares.h), or by one
// thread, with one barrier at the end.
typedef struct Segment {
    int32_t first_colour, end_colour;
    bool    parallel;
} Segment;

typedef struct Schedule {
    ScheduleKind kind;
    int32_t      colour_count; // of SCHEDULE_COLOUR; 1 otherwise
    int32_t      batch_count;
    int32_t     *colour_start; // [colour_count + 1] into batches
    Batch       *batches;
    int32_t     *colour_size; // [colour_count] constraints
    bool         serial_tail; // the last colour is not disjoint
    int32_t      segment_count;
    Segment     *segments;

    // Colours made of clusters; otherwise cluster_count is 0 and a colour's batches may each be cut anywhere.
    int32_t  cluster_count;
    int32_t *colour_cluster; // [colour_count + 1] into clusters
    int32_t *cluster_start;  // [cluster_count + 1] into batches
    int32_t *cluster_before; // [cluster_count + 1] constraints in all clusters before this one
} Schedule;

typedef struct ScheduleInfo {
    int32_t colours, smallest, largest; // constraints in the smallest and largest colour
    double  balance;                    // mean colour size / largest: 1 is even
    int32_t clusters;                   // 0: none
    int32_t barriers;                   // in a sweep
} ScheduleInfo;

// Reorders every column of the model's sets on a team of `threads`; the result does not depend on their number. It is the only function
// that changes a built Model.
Status schedule_init(Model *model, ScheduleWish wish, int threads, Arena *arena, Schedule *out) GNU_MUST_CHECK;
void   schedule_info(const Schedule *schedule, ScheduleInfo *out);

// STATUS_INTERNAL unless constraints projected concurrently share no particle, and the batches cover every constraint once. Concurrent are
// those of a batch, of batches of a colour, or of clusters of a colour.
Status schedule_check(const Model *model, const Schedule *schedule) GNU_MUST_CHECK;

#endif
