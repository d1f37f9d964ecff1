#include "measure/tiles.h"

#include "base/sorted.h"

enum { TILE_MIN = 64, TILE_MAX = 2048, TILES = 64 }; // particles of a tile; tiles of a small model
enum { RANGE_MIN = 16 };                             // constraints
enum { WORDS = 2, BITS = 64, WAVES = WORDS * BITS }; // parallel waves

// The waves that a particle is in.
typedef struct WaveSet {
    uint64_t words[WORDS];
} WaveSet;

// Temporary data of tiles_init.
typedef struct Cutting {
    const Model *model;
    int32_t      tile_size, tiles; // particles of a tile; the last tile is that of the groups
    int32_t      count;            // ranges
    TileRange   *ranges;           // [count] in the order of the sets
    int32_t     *tile_of;          // [count]
    int32_t     *by_tile, *first;  // [count], [tiles + 1]: ranges sorted by tile
    WaveSet     *waves;            // [particles]
    int32_t     *wave_of;          // [tiles]
    int32_t     *by_wave, *start;  // [tiles], [WAVES + 2]: tiles sorted by wave
} Cutting;

static int32_t tile_of(const Cutting *c, const ConstraintSet *set, int32_t i)
{
    const int32_t *vertices = set->vertices + constraint_first(set, i);
    int32_t        min = vertices[0];
    if (set->groups)
        return c->tiles - 1;
    for (int32_t j = 1; j < set->ops->vertices; j++)
        min = vertices[j] < min ? vertices[j] : min;
    return min / c->tile_size;
}

// Ranges are not shorter than RANGE_MIN, also where the order of a set is another than that of the particles.
static int32_t range_end(const Cutting *c, const ConstraintSet *set, int32_t begin)
{
    const int32_t tile = tile_of(c, set, begin);
    int32_t       end = begin + 1;
    while (end < set->count && !set->groups && (end < begin + RANGE_MIN || tile_of(c, set, end) == tile))
        end++;
    return end;
}

// Writes the ranges unless the arrays are NULL, and returns their number.
static int32_t cut_sets(const Cutting *c)
{
    int32_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (int32_t begin = 0, end; begin < set->count; begin = end, count++) {
            end = range_end(c, set, begin);
            if (!c->ranges)
                continue;
            c->ranges[count] = (TileRange){kind, begin, end};
            c->tile_of[count] = tile_of(c, set, begin);
        }
    }
    return count;
}

// The particles of range k.
static const int32_t *particles_of(const Cutting *c, int32_t k, int32_t *count)
{
    const TileRange     *range = &c->ranges[c->by_tile[k]];
    const ConstraintSet *set = &c->model->sets[range->kind];
    const int32_t        first = constraint_first(set, range->begin);
    *count = constraint_first(set, range->end) - first;
    return set->vertices + first;
}

// The lowest wave in which no particle of the tile is; the particles join it. WAVES: none is free.
static int32_t choose_wave(const Cutting *c, int32_t tile)
{
    WaveSet        taken = {{0}};
    int32_t        wave = 0, count;
    const int32_t *particles;
    if (tile == c->tiles - 1)
        return WAVES;
    for (int32_t k = c->first[tile]; k < c->first[tile + 1]; k++) {
        particles = particles_of(c, k, &count);
        for (int32_t j = 0; j < count * WORDS; j++)
            taken.words[j % WORDS] |= c->waves[particles[j / WORDS]].words[j % WORDS];
    }
    while (wave < WAVES && taken.words[wave / BITS] >> wave % BITS & 1)
        wave++;
    for (int32_t k = c->first[tile]; k < c->first[tile + 1] && wave < WAVES; k++) {
        particles = particles_of(c, k, &count);
        for (int32_t j = 0; j < count; j++)
            c->waves[particles[j]].words[wave / BITS] |= UINT64_C(1) << wave % BITS;
    }
    return wave;
}

static Status cut_model(const Model *model, Arena *arena, Cutting *c)
{
    const int32_t size = model->particle_count / TILES;
    *c = (Cutting){.model = model, .tile_size = size < TILE_MIN ? TILE_MIN : size > TILE_MAX ? TILE_MAX : size};
    c->tiles = model->particle_count / c->tile_size + 2;
    c->count = cut_sets(c);
    TRY(ARENA_NEW(arena, c->count, &c->tile_of));
    TRY(ARENA_NEW(arena, c->count, &c->by_tile));
    TRY(ARENA_NEW(arena, c->tiles + 1, &c->first));
    TRY(ARENA_NEW(arena, model->particle_count, &c->waves));
    TRY(ARENA_NEW(arena, c->tiles, &c->wave_of));
    TRY(ARENA_NEW(arena, c->tiles, &c->by_wave));
    TRY(ARENA_NEW(arena, WAVES + 2, &c->start));
    TRY(ARENA_NEW(arena, c->count, &c->ranges));
    cut_sets(c);
    order_by_key(c->tile_of, c->count, c->tiles - 1, c->first, c->by_tile);
    for (int32_t tile = 0; tile < c->tiles; tile++)
        c->wave_of[tile] = choose_wave(c, tile);
    order_by_key(c->wave_of, c->tiles, WAVES, c->start, c->by_wave);
    return status_ok();
}

static void add_tile(const Cutting *c, int32_t tile, Tiles *out)
{
    if (c->first[tile] == c->first[tile + 1])
        return;
    for (int32_t k = c->first[tile]; k < c->first[tile + 1]; k++)
        out->ranges[out->count++] = c->ranges[c->by_tile[k]];
    out->tile_start[++out->tile_count] = out->count;
}

Status tiles_init(const Model *model, Arena *arena, Tiles *out)
{
    GNU_CLEANUP(arena_destroy) Arena temporary = {.used_bytes = arena->used_bytes, .limit_bytes = arena->limit_bytes};
    Cutting                          c;
    bool                             groups = false;
    *out = (Tiles){.model = model};
    TRY(cut_model(model, &temporary, &c));
    TRY(ARENA_NEW(arena, c.count, &out->ranges));
    TRY(ARENA_NEW(arena, c.tiles + 1, &out->tile_start));
    TRY(ARENA_NEW(arena, WAVES + 2, &out->wave_start));
    for (int32_t wave = 0; wave <= WAVES; wave++) {
        const int32_t before = out->tile_count;
        for (int32_t k = c.start[wave]; k < c.start[wave + 1]; k++)
            add_tile(&c, c.by_wave[k], out);
        out->serial = wave == WAVES && out->tile_count > before;
        if (out->tile_count > before)
            out->wave_start[++out->wave_count] = out->tile_count;
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        groups |= model->sets[kind].groups && model->sets[kind].count > 0;
    return groups ? part_memory_init(model, true, arena, &out->group) : status_ok();
}

typedef void TileVisit(void *user, const TileRange *range, const PartMemory *memory);

static void visit_tile(const Tiles *tiles, int32_t tile, TileVisit *visit, void *user)
{
    double           value[PART_SLOTS];
    double4          gradient[PART_SLOTS];
    const PartMemory memory = {value, gradient};
    for (int32_t k = tiles->tile_start[tile]; k < tiles->tile_start[tile + 1]; k++)
        visit(user, &tiles->ranges[k], tiles->model->sets[tiles->ranges[k].kind].groups ? &tiles->group : &memory);
}

void tiles_visit(const Tiles *tiles, TileVisit *visit, void *user)
{
    for (int32_t wave = 0; wave < tiles->wave_count; wave++) {
        const int32_t begin = tiles->wave_start[wave], end = tiles->wave_start[wave + 1];
        if (tiles->serial && wave + 1 == tiles->wave_count) {
#pragma omp single
            for (int32_t tile = begin; tile < end; tile++)
                visit_tile(tiles, tile, visit, user);
        } else {
#pragma omp for schedule(static)
            for (int32_t tile = begin; tile < end; tile++)
                visit_tile(tiles, tile, visit, user);
        }
    }
}
