#include "measure/parts.h"

enum { SLOTS = 512 };                                // gradients of a run
enum { TILE_MIN = 64, TILE_MAX = 2048, TILES = 64 }; // particles of a tile; tiles of a small model
enum { RANGE_MIN = 16 };                             // constraints
enum { WORDS = 2, BITS = 64, WAVES = WORDS * BITS }; // parallel waves

_Static_assert((int)SLOTS >= CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX, "a run has at least one constraint");

// Constraints of a run; groups are evaluated one by one.
static int32_t run_length(const ConstraintSet *set)
{
    return set->groups ? 1 : SLOTS / (set->ops->components * set->ops->vertices);
}

static int32_t cut(int32_t begin, int32_t length, int32_t end)
{
    return end - begin < length ? end : begin + length;
}

Status part_memory_init(const Model *model, bool gradients, Arena *arena, PartMemory *out)
{
    size_t values = 0, slots = 0;
    *out = (PartMemory){0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const size_t         components = (size_t)set->ops->components;
        for (int32_t begin = 0, end; begin < set->count; begin = end) {
            end = cut(begin, run_length(set), set->count);
            const size_t value = components * (size_t)(end - begin),
                         slot = components * (size_t)(constraint_first(set, end) - constraint_first(set, begin));
            values = value > values ? value : values;
            slots = slot > slots ? slot : slots;
        }
    }
    TRY(ARENA_NEW(arena, values, &out->value));
    return gradients ? ARENA_NEW(arena, slots, &out->gradient) : status_ok();
}

bool part_next_before(Part *part, int32_t end, const PartMemory *memory, const double4 *x)
{
    part->begin = part->end;
    part->end = cut(part->begin, run_length(part->set), end);
    part->of = *memory;
    if (part->begin < part->end)
        constraint_evaluate(part->set, part->begin, part->end, x, memory->value, memory->gradient);
    return part->begin < part->end;
}

bool part_next(Part *part, const PartMemory *memory, const double4 *x)
{
    return part_next_before(part, part->set->count, memory, x);
}

// ---- tiles and waves ----

// The waves that a particle is in.
typedef struct WaveSet {
    uint64_t words[WORDS];
} WaveSet;

// Temporary data of parts_init.
typedef struct Cutting {
    const Model *model;
    int32_t      tile_size, tiles; // particles of a tile; the last tile is that of the groups
    int32_t      count;            // ranges
    PartRange   *ranges;           // [count] in the order of the sets
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
            c->ranges[count] = (PartRange){kind, begin, end};
            c->tile_of[count] = tile_of(c, set, begin);
        }
    }
    return count;
}

// sorted: [count] 0 … count−1 by key, stably; start: [keys + 1] the first of each key.
static void sort_by_key(const int32_t *key, int32_t count, int32_t keys, int32_t *sorted, int32_t *start)
{
    for (int32_t i = 0; i < count; i++)
        start[key[i] + 1]++;
    for (int32_t k = 0; k < keys; k++)
        start[k + 1] += start[k];
    for (int32_t i = 0; i < count; i++)
        sorted[start[key[i]]++] = i;
    for (int32_t k = keys; k > 0; k--)
        start[k] = start[k - 1];
    start[0] = 0;
}

// The particles of range k.
static const int32_t *particles_of(const Cutting *c, int32_t k, int32_t *count)
{
    const PartRange     *range = &c->ranges[c->by_tile[k]];
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
    sort_by_key(c->tile_of, c->count, c->tiles, c->by_tile, c->first);
    for (int32_t tile = 0; tile < c->tiles; tile++)
        c->wave_of[tile] = choose_wave(c, tile);
    sort_by_key(c->wave_of, c->tiles, WAVES + 1, c->by_wave, c->start);
    return status_ok();
}

static void add_tile(const Cutting *c, int32_t tile, Parts *out)
{
    if (c->first[tile] == c->first[tile + 1])
        return;
    for (int32_t k = c->first[tile]; k < c->first[tile + 1]; k++)
        out->ranges[out->count++] = c->ranges[c->by_tile[k]];
    out->tile_start[++out->tile_count] = out->count;
}

Status parts_init(const Model *model, Arena *arena, Parts *out)
{
    GNU_CLEANUP(arena_destroy) Arena temporary = {.used_bytes = arena->used_bytes, .limit_bytes = arena->limit_bytes};
    Cutting                          c;
    bool                             groups = false;
    *out = (Parts){.model = model};
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

typedef void PartVisit(void *user, const PartRange *range, const PartMemory *memory);

static void visit_tile(const Parts *parts, int32_t tile, PartVisit *visit, void *user)
{
    double           value[SLOTS];
    double4          gradient[SLOTS];
    const PartMemory memory = {value, gradient};
    for (int32_t k = parts->tile_start[tile]; k < parts->tile_start[tile + 1]; k++)
        visit(user, &parts->ranges[k], parts->model->sets[parts->ranges[k].kind].groups ? &parts->group : &memory);
}

void parts_visit(const Parts *parts, PartVisit *visit, void *user)
{
    for (int32_t wave = 0; wave < parts->wave_count; wave++) {
        const int32_t begin = parts->wave_start[wave], end = parts->wave_start[wave + 1];
        if (parts->serial && wave + 1 == parts->wave_count) {
#pragma omp single
            for (int32_t tile = begin; tile < end; tile++)
                visit_tile(parts, tile, visit, user);
        } else {
#pragma omp for schedule(static)
            for (int32_t tile = begin; tile < end; tile++)
                visit_tile(parts, tile, visit, user);
        }
    }
}
