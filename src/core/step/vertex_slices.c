#include "step/vertex_slices.h"

#include <string.h>

void vertex_slices_kinds(const Model *model, VertexRule rule, bool tabled[CONSTRAINT_KINDS])
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const VertexRule own = constraint_vertex_rule(set->ops) == VERTEX_RULE_OWN ? VERTEX_RULE_CLAMPED : constraint_vertex_rule(set->ops);
        const bool       known = rule == VERTEX_RULE_OWN || rule == own || (rule == VERTEX_RULE_MAJORISED && set->ops->local_step);
        tabled[kind] = set->count > 0 && set->ops->vertex_block && set->ops->vertex_block->lanes && !set->sense && !set->damping && known;
    }
}

// ---- construction ----

static void cut(const Model *model, const VertexColours *colours, VertexSlices *out)
{
    int32_t slice = 0;
    for (int32_t c = 0; c < colours->count; c++)
        for (int32_t at = colours->start[c]; at < colours->start[c + 1]; at += WIDE_LANES, slice++) {
            const int32_t left = colours->start[c + 1] - at;
            out->lanes[slice] = (int8_t)(left < WIDE_LANES ? left : WIDE_LANES);
            for (int32_t k = 0; k < WIDE_LANES; k++) {
                const int32_t vertex = colours->vertex[k < left ? at + k : at];
                out->vertex[slice * WIDE_LANES + k] = vertex;
                out->mass[slice * WIDE_LANES + k] = (real)model->mass[vertex];
            }
        }
}

// The first and one past the last of a particle's slots of a kind.
static void slots_of_kind(const Incidence *in, int kind, int32_t particle, int32_t *from, int32_t *to)
{
    *from = in->start[particle];
    while (*from < in->start[particle + 1] && in->slot[*from] < in->offset[kind])
        ++*from;
    *to = *from;
    while (*to < in->start[particle + 1] && in->slot[*to] < in->offset[kind + 1])
        ++*to;
}

static int32_t degree(const VertexSlices *s, const Incidence *in, int kind, int32_t slice, int lane)
{
    int32_t from, to;
    if (lane >= s->lanes[slice])
        return 0;
    slots_of_kind(in, kind, vertex_slice(s, slice)[lane], &from, &to);
    return to - from;
}

static void put(const ConstraintSet *set, VertexEll *ell, int32_t row, int lane, int32_t at, double h2)
{
    const int v = set->ops->vertices;
    int32_t   other[CONSTRAINT_VERTICES_MAX];
    double    value[VERTEX_COLUMNS_MAX];
    set->ops->vertex_block->entry(set, at / v, at % v, h2, other, value);
    for (int k = 0; k < ell->others; k++)
        ell->other[(row * ell->others + k) * WIDE_LANES + lane] = other[k];
    for (int k = 0; k < ell->columns; k++)
        ell->value[((size_t)row * (size_t)ell->columns + (size_t)k) * WIDE_LANES + (size_t)lane] = (real)value[k];
    ell->count++;
}

// Padding first: the particle itself, and all values 0.
static void fill(const Model *model, const VertexSlices *s, const Incidence *in, int kind, double h2, VertexEll *ell)
{
    for (int32_t slice = 0; slice < s->slice_count; slice++)
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            int32_t       from, to;
            const int32_t particle = vertex_slice(s, slice)[lane], rows = degree(s, in, kind, slice, lane);
            slots_of_kind(in, kind, particle, &from, &to);
            for (int32_t r = 0; r < ell->start[slice + 1] - ell->start[slice]; r++) {
                for (int k = 0; k < ell->others; k++)
                    ell->other[((ell->start[slice] + r) * ell->others + k) * WIDE_LANES + lane] = particle;
                if (r < rows)
                    put(&model->sets[kind], ell, ell->start[slice] + r, lane, in->slot[from + r] - in->offset[kind], h2);
            }
        }
}

static Status build(const Model *model, const VertexSlices *s, const Incidence *in, int kind, double h2, Arena *arena, VertexEll *ell)
{
    const ConstraintOps *ops = model->sets[kind].ops;
    *ell = (VertexEll){.others = ops->vertices - 1, .columns = ops->vertex_block->columns};
    TRY(ARENA_NEW(arena, s->slice_count + 1, &ell->start));
    for (int32_t slice = 0; slice < s->slice_count; slice++) {
        int32_t rows = 0;
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            const int32_t own = degree(s, in, kind, slice, lane);
            rows = own > rows ? own : rows;
        }
        ell->start[slice + 1] = ell->start[slice] + rows;
    }
    const size_t entries = (size_t)ell->start[s->slice_count] * WIDE_LANES;
    TRY(ARENA_NEW(arena, entries * (size_t)ell->others, &ell->other));
    TRY(ARENA_NEW(arena, entries * (size_t)ell->columns, &ell->value));
    fill(model, s, in, kind, h2, ell);
    return status_ok();
}

Status vertex_slices_init(const Model *model, const VertexColours *colours, const Incidence *incidence, const bool tabled[CONSTRAINT_KINDS],
                          VertexRule rule, double h, Arena *arena, VertexSlices *out)
{
    *out = (VertexSlices){.rule = rule};
    TRY(ARENA_NEW(arena, colours->count + 1, &out->colour_slice));
    for (int32_t c = 0; c < colours->count; c++)
        out->colour_slice[c + 1] = out->colour_slice[c] + (colours->start[c + 1] - colours->start[c] + WIDE_LANES - 1) / WIDE_LANES;
    out->slice_count = out->colour_slice[colours->count];
    TRY(ARENA_NEW(arena, (size_t)out->slice_count * WIDE_LANES, &out->vertex));
    TRY(ARENA_NEW(arena, (size_t)out->slice_count * WIDE_LANES, &out->mass));
    TRY(ARENA_NEW(arena, out->slice_count, &out->lanes));
    cut(model, colours, out);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        out->tabled[kind] = tabled[kind];
        if (tabled[kind])
            TRY(build(model, out, incidence, kind, h * h, arena, &out->ell[kind]));
    }
    return status_ok();
}

// ---- one slice ----

void vertex_slices_sum(const VertexSlices *slices, int32_t slice, const real4 *position, const WideColumns *x, VertexLanes *sum)
{
    const wide zero = wide_all(0);
    *sum = (VertexLanes){{zero, zero, zero}, zero, zero, zero, zero, zero, zero};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (slices->tabled[kind])
            constraint_ops(kind)->vertex_block->lanes(&slices->ell[kind], slice, position, x, slices->rule, sum);
}

// L D Lᵀ. No eigenvalue of a Schur complement of m I + K is below m: a pivot below m has lost its digits to round-off.
WideVector vertex_lanes_solve(const VertexLanes *s, wide m, const WideColumns *x, const WideColumns *y)
{
    const WideVector g = {wide_fma(m, x->x - y->x, s->gradient.x), wide_fma(m, x->y - y->y, s->gradient.y),
                          wide_fma(m, x->z - y->z, s->gradient.z)};
    const wide       d0 = wide_reciprocal(m + s->xx), l1 = s->xy * d0, l2 = s->xz * d0;
    const wide       d1 = wide_reciprocal(wide_max(wide_minus_product(m + s->yy, l1, s->xy), m));
    const wide       cross = wide_minus_product(s->yz, l2, s->xy), l3 = cross * d1;
    const wide       d2 = wide_reciprocal(wide_max(wide_minus_product(wide_minus_product(m + s->zz, l2, s->xz), l3, cross), m));
    const wide       b1 = wide_minus_product(g.y, l1, g.x), b2 = wide_minus_product(wide_minus_product(g.z, l2, g.x), l3, b1);
    const wide       z = b2 * d2, v = wide_minus_product(b1 * d1, l3, z);
    return (WideVector){wide_minus_product(wide_minus_product(g.x * d0, l1, v), l2, z), v, z};
}

double vertex_slices_bytes(const VertexSlices *slices)
{
    double bytes = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (slices->tabled[kind])
            bytes += (double)slices->ell[kind].count *
                     (double)((size_t)slices->ell[kind].others * sizeof(int32_t) + (size_t)slices->ell[kind].columns * sizeof(real));
    return bytes;
}
