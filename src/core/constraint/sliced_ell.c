#include "constraint/sliced_ell.h"

#include <stdlib.h>
#include <string.h>

#include "constraint/projection.h"

// ---- construction ----

// The constraints at each particle, in their order.
typedef struct Ends {
    int32_t *start;      // [particles + 1]
    int32_t *constraint; // [start[particles]]
    int32_t *filled;     // [particles] springs of a particle that are stored
} Ends;

static bool ends_create(const ConstraintSet *set, int32_t particle_count, Ends *out)
{
    *out = (Ends){.start = calloc((size_t)particle_count + 2, sizeof *out->start),
                  .constraint = malloc((2 * (size_t)set->count + 1) * sizeof *out->constraint),
                  .filled = calloc((size_t)particle_count + 1, sizeof *out->filled)};
    if (!out->start || !out->constraint || !out->filled)
        return false;
    const int32_t *vertices = set->vertices;
    for (int32_t i = 0; i < 2 * set->count; i++)
        out->start[vertices[i] + 2]++; // shifted by one more: filling advances every start to its end, the next start
    for (int32_t v = 0; v < particle_count; v++)
        out->start[v + 2] += out->start[v + 1];
    for (int32_t i = 0; i < 2 * set->count; i++)
        out->constraint[out->start[vertices[i] + 1]++] = i / 2;
    return true;
}

static void ends_destroy(Ends *ends)
{
    free(ends->start);
    free(ends->constraint);
    free(ends->filled);
}

// A slice is loaded and stored contiguously: register r of a group of blocks (math/wide.h) holds the r-th quarter of it. This determines
// the lane of particle k of a slice.
static int32_t lane_of(int32_t k)
{
    enum { GROUPS = WIDE_LANES < 4 ? 1 : WIDE_LANES / 4 };
    return 4 * (k % GROUPS) + k / GROUPS;
}

// Number of reals of register r that belong to the first `count` particles of a slice.
static inline int reals_in_register(int r, int count)
{
    const int reals = 4 * count - r * WIDE_LANES;
    return reals < 0 ? 0 : reals < WIDE_LANES ? reals : WIDE_LANES;
}

static size_t entry_at(int32_t row, int32_t particle)
{
    return (size_t)row * WIDE_LANES + (size_t)lane_of(particle % WIDE_LANES);
}

static int32_t slice_count(int32_t particle_count)
{
    return (particle_count + WIDE_LANES - 1) / WIDE_LANES;
}

// Rows of each slice: the highest degree among its particles. Pins have no springs.
static void count_rows(const Ends *ends, const double *inverse_mass, SlicedEll *out)
{
    for (int32_t i = 0; i < out->particle_count; i++) {
        const int32_t degree = inverse_mass[i] > 0 ? ends->start[i + 1] - ends->start[i] : 0;
        int32_t      *rows = &out->start[i / WIDE_LANES + 1];
        if (*rows < degree)
            *rows = degree;
    }
    for (int32_t s = 0; s < slice_count(out->particle_count); s++)
        out->start[s + 1] += out->start[s];
}

static uint32_t offset_of(int32_t particle)
{
    return (uint32_t)particle * (uint32_t)(sizeof(real4) / 8);
}

// Every entry starts as padding.
static void fill_padding(SlicedEll *out)
{
    for (int32_t s = 0; s < slice_count(out->particle_count); s++)
        for (int32_t row = out->start[s]; row < out->start[s + 1]; row++)
            for (int32_t k = 0; k < WIDE_LANES; k++) {
                const int32_t particle = s * WIDE_LANES + k;
                out->neighbour[entry_at(row, k)] = offset_of(particle < out->particle_count ? particle : 0);
            }
}

static void put_spring(const ConstraintSet *set, int32_t i, double factor, size_t entry, SlicedEll *out)
{
    const double weight = factor * constraint_stiffness(set, i);
    if (!set->sense) {
        out->weight[entry] = (real)(weight * constraint_rest(set, 0, i));
        return;
    }
    out->weight[entry] = (real)weight;
    out->length_min[entry] = set->sense[i] == SENSE_LESS_EQUAL ? 0 : set->rest[i];
    out->length_max[entry] = set->sense[i] == SENSE_GREATER_EQUAL ? (real)INFINITY : set->rest[i];
}

// Neighbour by neighbour, so that the springs of each particle end up sorted.
static void fill_springs(const ConstraintSet *set, const double *inverse_mass, double factor, const Ends *ends, SlicedEll *out)
{
    for (int32_t neighbour = 0; neighbour < out->particle_count; neighbour++)
        for (int32_t k = ends->start[neighbour]; k < ends->start[neighbour + 1]; k++) {
            const int32_t  i = ends->constraint[k];
            const int32_t *vertex = &set->vertices[2 * (size_t)i];
            const int32_t  particle = vertex[0] == neighbour ? vertex[1] : vertex[0];
            if (!(inverse_mass[particle] > 0))
                continue;
            const size_t entry = entry_at(out->start[particle / WIDE_LANES] + ends->filled[particle]++, particle);
            out->neighbour[entry] = offset_of(neighbour);
            put_spring(set, i, factor, entry, out);
            out->spring_count++;
        }
}

static Status make(const ConstraintSet *set, const double *inverse_mass, double factor, const Ends *ends, Arena *arena, SlicedEll *out)
{
    TRY(ARENA_NEW(arena, slice_count(out->particle_count) + 1, &out->start));
    count_rows(ends, inverse_mass, out);
    const size_t entries = (size_t)out->start[slice_count(out->particle_count)] * WIDE_LANES;
    TRY(ARENA_NEW(arena, entries, &out->neighbour));
    TRY(ARENA_NEW(arena, entries, &out->weight));
    if (set->sense) {
        TRY(ARENA_NEW(arena, entries, &out->length_min));
        TRY(ARENA_NEW(arena, entries, &out->length_max));
    }
    fill_padding(out);
    fill_springs(set, inverse_mass, factor, ends, out);
    return status_ok();
}

Status sliced_ell_init(const ConstraintSet *set, int32_t particle_count, const double *inverse_mass, double factor, Arena *arena,
                       SlicedEll *out)
{
    *out = (SlicedEll){.particle_count = particle_count};
    Ends   ends;
    Status status = ends_create(set, particle_count, &ends)
                        ? make(set, inverse_mass, factor, &ends, arena, out)
                        : status_make(STATUS_MEMORY, "out of memory while laying out the springs of %d particles", particle_count);
    ends_destroy(&ends);
    return status;
}

// ---- one pass ----

// The target of an inequality as a multiple of the difference of its particles: 1 if it is satisfied.
static GNU_ALWAYS_INLINE wide clamped_ratio(const SlicedEll *ell, size_t entry, wide square, wide inverse)
{
    const wide     length = square * inverse;
    const wide     min = wide_load(ell->length_min + entry, WIDE_LANES), max = wide_load(ell->length_max + entry, WIDE_LANES);
    const WideMask satisfied = wide_both(wide_greater_equal(length, min), wide_greater_equal(max, length));
    return wide_choose(satisfied, wide_all(1), wide_clamp(length, min, max) * inverse);
}

static GNU_ALWAYS_INLINE WideBlocks load_neighbours(const real4 *position, const uint32_t *neighbour)
{
    const real4 *block[WIDE_LANES];
    for (int lane = 0; lane < WIDE_LANES; lane++)
        block[lane] = (const real4 *)((uintptr_t)position + 8 * (uintptr_t)neighbour[lane]);
    return wide_load_all(block);
}

// Σ of the targets of one slice, whose particles are at p. unequal is a compile-time constant: some springs are inequalities.
static GNU_ALWAYS_INLINE WideColumns pull_on_slice(const SlicedEll *ell, int32_t slice, WideColumns p, const real4 *position, bool unequal)
{
    WideColumns sum = {wide_all(0), wide_all(0), wide_all(0), wide_all(0)};
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const size_t      entry = (size_t)row * WIDE_LANES;
        const WideBlocks  others = load_neighbours(position, ell->neighbour + entry);
        const WideColumns q = wide_columns(&others), d = {p.x - q.x, p.y - q.y, p.z - q.z, p.w};
        const wide        square = wide_max(wide_dot3(d, d), wide_all(PROJECTION_LENGTH2_MIN)), inverse = wide_rsqrt(square);
        const wide        ratio = unequal ? clamped_ratio(ell, entry, square, inverse) : inverse;
        const wide        scale = wide_load(ell->weight + entry, WIDE_LANES) * ratio;
        sum.x = wide_fma(scale, d.x, sum.x);
        sum.y = wide_fma(scale, d.y, sum.y);
        sum.z = wide_fma(scale, d.z, sum.z);
    }
    return sum;
}

// The blocks of the first `count` particles of a slice; the others are 0.
static GNU_ALWAYS_INLINE WideBlocks load_slice(const real4 *first, int count)
{
    WideBlocks out;
    for (int r = 0; r < 4; r++)
        out.r[r] = wide_load(&first->x + r * WIDE_LANES, reals_in_register(r, count));
    return out;
}

static GNU_ALWAYS_INLINE void run_slice(const SlicedEll *ell, int32_t first, int count, const real4 *position, const real4 *base,
                                        real4 *rhs, bool unequal)
{
    const WideBlocks  own = load_slice(position + first, count), constant = load_slice(base + first, count);
    const WideColumns sum = pull_on_slice(ell, first / WIDE_LANES, wide_columns(&own), position, unequal);
    const WideBlocks  pull = wide_blocks(&sum);
    for (int r = 0; r < 4; r++)
        wide_store(&rhs[first].x + r * WIDE_LANES, constant.r[r] + pull.r[r], reals_in_register(r, count));
}

static GNU_ALWAYS_INLINE void run(const SlicedEll *ell, int32_t begin, int32_t end, const real4 *position, const real4 *base, real4 *rhs,
                                  bool unequal)
{
    const SlicedEll s = *ell; // a copy that no store can alias
    int32_t         first = begin;
    for (; end - first >= WIDE_LANES; first += WIDE_LANES)
        run_slice(&s, first, WIDE_LANES, position, base, rhs, unequal);
    if (first < end)
        run_slice(&s, first, (int)(end - first), position, base, rhs, unequal);
}

void sliced_ell_local_rhs(const SlicedEll *ell, int32_t begin, int32_t end, const real4 *position, const real4 *base, real4 *rhs)
{
    if (ell->length_min)
        run(ell, begin, end, position, base, rhs, true);
    else
        run(ell, begin, end, position, base, rhs, false);
}

double sliced_ell_bytes(const SlicedEll *ell)
{
    const double spring = sizeof *ell->neighbour + (ell->length_min ? 3 : 1) * sizeof(real);
    return (double)ell->spring_count * spring;
}
