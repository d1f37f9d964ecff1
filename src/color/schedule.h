// Schedule: the order in which constraints are projected. Sorts the sets of a Model and cuts them into batches.
//
//   file    set by set, each in the order of the scene, one serial run  (sweep: serial)
//   colour  vertex-disjoint colours, each projected in parallel         (sweep: coloured)
//   memory  sorted by lowest vertex, no colours                         (sweep: jacobi; xpbd_direct; pd; newton)
//
// Within a colour constraints lie in memory order of their vertices, set by set. Colour numbers, sizes and order depend on the
// model alone, never on the number of threads. What does not fit in SCHEDULE_COLOURS_MAX colours (a particle with more constraints
// than that) goes into a last, serial colour, whose constraints may share vertices and are projected one after another.
#ifndef WEFT_COLOR_SCHEDULE_H
#define WEFT_COLOR_SCHEDULE_H

#include "model/model.h"

typedef enum ScheduleKind { SCHEDULE_FILE, SCHEDULE_COLOUR, SCHEDULE_MEMORY } ScheduleKind;

enum { SCHEDULE_COLOURS_MAX = 64 };

// How the constraints of a colour schedule get their colours.
typedef enum Colouring { COLOURING_GREEDY } Colouring;
extern const char *const COLOURING_NAMES[]; // ended by NULL

// The order that a solver wants its constraints in.
typedef struct ScheduleWish {
    ScheduleKind kind;
    Colouring    colouring;    // SCHEDULE_COLOUR only
    int32_t      cluster_size; // constraints in a cluster
} ScheduleWish;

typedef struct Schedule {
    ScheduleKind kind;
    int32_t      colour_count; // of SCHEDULE_COLOUR; 1 otherwise
    int32_t      batch_count;
    int32_t     *colour_start; // [colour_count + 1] into batches
    Batch       *batches;
    int32_t     *colour_size; // [colour_count] constraints
    bool         serial_tail; // the last colour is not vertex-disjoint
} Schedule;

typedef struct ScheduleInfo {
    int32_t colours, smallest, largest; // constraints in the smallest and largest colour
    double  balance;                    // mean colour size / largest: 1 is even
} ScheduleInfo;

// Reorders every column of the model's sets, on a team of `threads`, whose number changes nothing but the time that it takes. The only
// writer of a built Model.
Status schedule_make(Model *model, ScheduleWish wish, int threads, Arena *arena, Schedule *out) GNU_MUST_CHECK;
void   schedule_info(const Schedule *schedule, ScheduleInfo *out);

// Checks that no two constraints of a parallel colour share a vertex and that the batches cover every constraint once.
Status schedule_check(const Model *model, const Schedule *schedule) GNU_MUST_CHECK;

#endif
