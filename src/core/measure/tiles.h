// Tiles: the constraints of a model, divided among the threads of a team.
//
// A tile has the constraints of all kinds whose lowest particle is in one run of particles, which stay in the cache. It has several ranges
// of each set, since sets are sorted by colour first. Tiles of one wave share no particle, so a thread may add to the particles of its
// tile. Tiles, waves and their order depend on the model alone: sums have the same bits on any number of threads.
#ifndef WEFT_MEASURE_TILES_H
#define WEFT_MEASURE_TILES_H

#include "measure/parts.h"

typedef struct TileRange {
    int32_t kind, begin, end; // constraints begin … end − 1
} TileRange;

typedef struct Tiles {
    const Model *model;
    int32_t      count, tile_count, wave_count;
    TileRange   *ranges;     // [count] by tile
    int32_t     *tile_start; // [tile_count + 1] into ranges; tiles by wave
    int32_t     *wave_start; // [wave_count + 1] into tiles
    bool         serial;     // tiles of the last wave share particles: that of the groups, and those beyond the largest number of waves
    PartMemory   group;      // of a group
} Tiles;

Status tiles_init(const Model *model, Arena *arena, Tiles *out) GNU_MUST_CHECK;

// Calls `visit` for every range, each by one thread; memory: of this thread, with gradients. All threads of a team, or outside one; ends
// with a barrier if there are constraints. A sum over a range belongs in an array of `count`, at range − tiles->ranges.
void tiles_visit(const Tiles *tiles, void (*visit)(void *user, const TileRange *range, const PartMemory *memory), void *user);

#endif
