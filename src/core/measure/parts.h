// Parts: the constraints of a model in runs that are short enough for their values and gradients to stay in the cache. A scene may have
// millions of constraints, and gradients of them all would take more memory than the scene.
//
// A team visits the constraints of all kinds in tiles. A tile has the constraints whose lowest particle is in one run of particles, which
// stay in the cache. It has several ranges of each set, since sets are sorted by colour first. Tiles of one wave share no particle, so a
// thread may add to the particles of its tile. Tiles, waves and their order depend on the model alone: sums have the same bits on any
// number of threads.
#ifndef WEFT_MEASURE_PARTS_H
#define WEFT_MEASURE_PARTS_H

#include "model/model.h"

// Scratch memory for one run of any set of a model.
typedef struct PartMemory {
    double  *value;
    double4 *gradient; // NULL: runs without gradients
} PartMemory;

Status part_memory_init(const Model *model, bool gradients, Arena *arena, PartMemory *out) GNU_MUST_CHECK;

typedef struct Part {
    const ConstraintSet *set;
    int32_t              begin, end; // constraints begin … end − 1
    PartMemory           of;         // their C and ∇C
} Part;

// Evaluates the next run of part->set at x; false after the last. Before the first run only `set` is not zero. part_next_before: only
// constraints below `end`; before the first run part->end is the first constraint.
bool part_next(Part *part, const PartMemory *memory, const double4 *x);
bool part_next_before(Part *part, int32_t end, const PartMemory *memory, const double4 *x);

// C of constraint i of the part: [components].
static inline const double *part_value(const Part *part, int32_t i)
{
    return part->of.value + (size_t)(i - part->begin) * (size_t)part->set->ops->components;
}

// ∇C of constraint i of the part: [components][its particles].
static inline const double4 *part_gradient(const Part *part, int32_t i)
{
    return part->of.gradient +
           (size_t)(constraint_first(part->set, i) - constraint_first(part->set, part->begin)) * (size_t)part->set->ops->components;
}

// ---- by a team ----

typedef struct PartRange {
    int32_t kind, begin, end; // constraints begin … end − 1
} PartRange;

typedef struct Parts {
    const Model *model;
    int32_t      count, tile_count, wave_count;
    PartRange   *ranges;     // [count] by tile
    int32_t     *tile_start; // [tile_count + 1] into ranges; tiles by wave
    int32_t     *wave_start; // [wave_count + 1] into tiles
    bool         serial;     // tiles of the last wave share particles: that of the groups, and those beyond the largest number of waves
    PartMemory   group;      // of a group
} Parts;

Status parts_init(const Model *model, Arena *arena, Parts *out) GNU_MUST_CHECK;

// Calls `visit` for every range, each by one thread; memory: of this thread, with gradients. All threads of a team, or outside one; ends
// with a barrier if there are constraints. A sum over a range belongs in an array of `count`, at range − parts->ranges.
void parts_visit(const Parts *parts, void (*visit)(void *user, const PartRange *range, const PartMemory *memory), void *user);

#endif
