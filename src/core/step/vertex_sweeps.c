#include "step/vertex_sweeps.h"

#include <stdlib.h>
#include <string.h>

#include "step/team.h"

const char *const VERTEX_SWEEP_NAMES[] = {"coloured", "symmetric", "jacobi", NULL};

// ---- set-up ----

static bool is_damped(const Model *model)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].damping)
            return true;
    return false;
}

static double relaxation(const VertexSweeps *s, double requested)
{
    int max = 2;
    for (int which = 0; s->contacts.contacts && which < CONTACT_CLASSES; which++)
        if (s->contacts.contacts->sets[which].room > 0 && contact_ops((ContactClass)which)->vertices > max)
            max = contact_ops((ContactClass)which)->vertices;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (s->model->sets[kind].count > 0 && s->model->sets[kind].ops->vertices > max)
            max = s->model->sets[kind].ops->vertices;
    if (requested > 0)
        return requested;
    return s->kind == VERTEX_SWEEP_JACOBI ? 2.0 / max : 1;
}

static Status one_colour(int32_t particles, Arena *arena, VertexColours *out)
{
    *out = (VertexColours){.count = 1};
    TRY(ARENA_NEW(arena, 2, &out->start));
    TRY(ARENA_NEW(arena, particles, &out->vertex));
    out->start[1] = particles;
    for (int32_t i = 0; i < particles; i++)
        out->vertex[i] = i;
    return status_ok();
}

// Tables of the kinds that support them, and the constraints of the other kinds by particle.
static Status make_slices(VertexSweeps *s, const SolverSetup *setup, const VertexSweepSettings *settings)
{
    bool tabled[CONSTRAINT_KINDS] = {false}, single[CONSTRAINT_KINDS], any_tabled = false, any_single = false;
    if (settings->kernels == KERNELS_WIDE)
        vertex_slices_kinds(s->model, settings->rule, tabled);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        single[kind] = !tabled[kind] && s->model->sets[kind].count > 0;
        any_tabled = any_tabled || tabled[kind];
        any_single = any_single || single[kind];
    }
    if (any_tabled)
        TRY(vertex_slices_init(s->model, &s->colours, &s->incidence, tabled, settings->rule, settings->h, setup->arena, &s->slices));
    if (any_tabled && any_single)
        TRY(incidence_of_corners(s->model, single, setup->arena, &s->single));
    return any_tabled && !any_single && !setup->contacts ? status_ok() : ARENA_NEW(setup->arena, s->model->particle_count, &s->x);
}

Status vertex_sweeps_init(VertexSweeps *s, const SolverSetup *setup, const VertexSweepSettings *settings)
{
    const int32_t n = setup->model->particle_count;
    *s = (VertexSweeps){.model = setup->model, .kind = settings->kind, .rows = settings->rows};
    TRY(incidence_of_vertices(s->model, setup->arena, &s->incidence));
    TRY(s->kind == VERTEX_SWEEP_JACOBI ? one_colour(n, setup->arena, &s->colours)
                                       : vertex_colours_init(s->model, &s->incidence, setup->arena, &s->colours));
    TRY(vertex_contacts_init(&s->contacts, setup, &s->incidence, &s->colours, settings->h));
    s->contacts.rows = settings->rows;
    TRY(make_slices(s, setup, settings));
    TRY(ARENA_NEW(setup->arena, n, &s->y));
    if (s->kind == VERTEX_SWEEP_JACOBI)
        TRY(ARENA_NEW(setup->arena, n, &s->moved));
    if (is_damped(s->model))
        TRY(ARENA_NEW(setup->arena, n, &s->previous));
    s->omega = relaxation(s, settings->omega);
    s->terms = (VertexTerms){.h = settings->h, .rule = settings->rule, .previous = s->previous};
    return status_ok();
}

// ---- a particle ----

static void add_constraints(const VertexSweeps *s, const Incidence *in, int32_t i, VertexBlock *block)
{
    int kind = 0;
    for (int32_t k = in->start[i]; k < in->start[i + 1]; k++) {
        while (in->slot[k] >= in->offset[kind + 1])
            kind++; // slots ascend
        const ConstraintSet *set = &s->model->sets[kind];
        const int32_t        at = in->slot[k] - in->offset[kind];
        const int            v = set->ops->vertices;
        if (s->rows && s->rows->row[kind])
            vertex_rows_add(s->rows, set, kind, at / v, at % v, s->x, block);
        else
            vertex_block_add(&s->terms, set, at / v, at % v, s->x, block);
    }
}

static VertexBlock inertia(const VertexSweeps *s, int32_t i)
{
    const double m = s->model->mass[i];
    return (VertexBlock){.gradient = double4_scale(m, double4_sub(s->x[i], double4_from(s->y[i]))), .k = {{m, 0, 0}, {0, m, 0}, {0, 0, m}}};
}

// New position of a particle from this block and its contacts.
static real4 moved_by(const VertexSweeps *s, int32_t i, const VertexBlock *block)
{
    const double  m = s->model->mass[i];
    const double4 x = s->x[i];
    const double4 move = s->contacts.contacts ? vertex_contacts_move(&s->contacts, i, s->x, block, m) : vertex_block_solve(block, m);
    return (real4){(real)(x.x - s->omega * move.x), (real)(x.y - s->omega * move.y), (real)(x.z - s->omega * move.z), s->y[i].w};
}

static real4 descend(const VertexSweeps *s, int32_t i)
{
    VertexBlock block = inertia(s, i);
    add_constraints(s, &s->incidence, i, &block);
    return moved_by(s, i, &block);
}

// Into the positions; for a Jacobi sweep into `moved`.
static void put(const VertexSweeps *s, real4 *position, int32_t i, real4 x)
{
    if (s->moved) {
        s->moved[i] = x;
        return;
    }
    if (!(x.w > 0))
        return; // a pin: another thread may be reading it for a contact
    position[i] = x;
    if (s->x)
        s->x[i] = double4_from(x);
}

// ---- a slice ----

// Particle i in this lane, with its constraints that are in no table.
static real4 descend_lane(const VertexSweeps *s, const VertexLanes *sum, int lane, int32_t i)
{
    VertexBlock  block = inertia(s, i);
    const double xy = (double)sum->xy[lane], xz = (double)sum->xz[lane], yz = (double)sum->yz[lane];
    const double k[3][3] = {{(double)sum->xx[lane], xy, xz}, {xy, (double)sum->yy[lane], yz}, {xz, yz, (double)sum->zz[lane]}};
    double4_add_to(&block.gradient, 1,
                   (double4){(double)sum->gradient.x[lane], (double)sum->gradient.y[lane], (double)sum->gradient.z[lane], 0});
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            block.k[r][c] += k[r][c];
    if (s->single.start)
        add_constraints(s, &s->single, i, &block);
    return moved_by(s, i, &block);
}

static bool is_single(const VertexSweeps *s, int32_t i)
{
    const Contacts *contacts = s->contacts.contacts;
    return (s->single.start && s->single.start[i] < s->single.start[i + 1]) || (contacts && contacts->start[i] < contacts->start[i + 1]);
}

// Lane by lane, if some particles wait or have constraints in no table.
static void put_lanes(const VertexSweeps *s, int32_t slice, real4 *position, const VertexLanes *sum, const WideBlocks *solved)
{
    const int32_t *vertex = vertex_slice(&s->slices, slice);
    real4          found[WIDE_LANES];
    wide_store_each(found, 1, *solved, WIDE_LANES);
    for (int lane = 0; lane < s->slices.lanes[slice]; lane++) {
        const int32_t i = vertex[lane];
        if (vertex_contacts_waits(&s->contacts, i))
            continue;
        if (s->contacts.contacts)
            s->contacts.touching[i] = 0;
        put(s, position, i, position[i].w > 0 && is_single(s, i) ? descend_lane(s, sum, lane, i) : found[lane]);
    }
}

static void move_slice(const VertexSweeps *s, int32_t slice, real4 *position)
{
    const int32_t    *vertex = vertex_slice(&s->slices, slice);
    const WideBlocks  at = wide_load_blocks(position, vertex, 1), target = wide_load_blocks(s->y, vertex, 1);
    const WideColumns x = wide_columns(&at), y = wide_columns(&target);
    const wide        mass = wide_load(s->slices.mass + (size_t)slice * WIDE_LANES, WIDE_LANES);
    VertexLanes       sum;
    vertex_slices_sum(&s->slices, slice, position, &x, &sum);
    const WideVector  move = vertex_lanes_solve(&sum, mass, &x, &y);
    const wide        scale = wide_where(wide_less(wide_all(0), x.w), wide_all((real)s->omega)); // pins do not move
    const WideColumns to = {wide_minus_product(x.x, scale, move.x), wide_minus_product(x.y, scale, move.y),
                            wide_minus_product(x.z, scale, move.z), x.w};
    const WideBlocks  solved = wide_blocks(&to);
    if (s->x)
        put_lanes(s, slice, position, &sum, &solved);
    else
        wide_store_blocks(s->moved ? s->moved : position, vertex, 1, solved, s->slices.lanes[slice]);
}

// ---- a sweep ----

// The particles of a list that share no constraint, from begin to end−1; late: only the waiting ones.
static void sweep_list(const VertexSweeps *s, real4 *position, const int32_t *list, int32_t begin, int32_t end, bool late)
{
    int32_t from, to;
    team_range(begin, end, &from, &to);
    for (int32_t k = from; k < to; k++)
        if (vertex_contacts_waits(&s->contacts, list[k]) == late)
            put(s, position, list[k], position[list[k]].w > 0 ? descend(s, list[k]) : position[list[k]]);
#pragma omp barrier
}

static void sweep_slices(const VertexSweeps *s, real4 *position, int32_t begin, int32_t end)
{
    int32_t from, to;
    team_range(begin, end, &from, &to);
    for (int32_t slice = from; slice < to; slice++)
        move_slice(s, slice, position);
#pragma omp barrier
}

// A colour, or after all of them a late colour.
static void sweep_colour(const VertexSweeps *s, real4 *position, int32_t colour)
{
    const int32_t late = colour - s->colours.count;
    if (late >= 0)
        sweep_list(s, position, s->contacts.waiting, s->contacts.start[late], s->contacts.start[late + 1], true);
    else if (s->slices.slice_count > 0)
        sweep_slices(s, position, s->slices.colour_slice[colour], s->slices.colour_slice[colour + 1]);
    else
        sweep_list(s, position, s->colours.vertex, s->colours.start[colour], s->colours.start[colour + 1], false);
}

void vertex_sweeps_touch(VertexSweeps *s, const real4 *previous, const State *state, double end, StepContext *context)
{
    if (!s->contacts.contacts)
        return;
    contacts_linearise(s->contacts.contacts, previous, state->position, state->velocity, s->terms.h, end, context ? context->phases : NULL);
    team_phase(context, PHASE_PREDICT);
    if (!s->moved)
        vertex_contacts_wait(&s->contacts);
}

void vertex_sweeps_run(const VertexSweeps *s, real4 *position)
{
    const int32_t count = s->colours.count + s->contacts.late_count;
    for (int32_t colour = 0; colour < count; colour++)
        sweep_colour(s, position, colour);
    for (int32_t colour = count - 2; s->kind == VERTEX_SWEEP_SYMMETRIC && colour >= 0; colour--)
        sweep_colour(s, position, colour);
    if (!s->moved)
        return;
    TEAM_EACH (i, s->model->particle_count)
        position[i] = s->moved[i];
    vertex_sweeps_place(s, position);
#pragma omp barrier
}

void vertex_sweeps_count(const VertexSweeps *s, StepContext *context)
{
    const int32_t colours = s->colours.count + s->contacts.late_count, ways = s->kind == VERTEX_SWEEP_SYMMETRIC ? 2 : 1;
    TEAM_COUNT(context, gradients, ways);
    TEAM_COUNT(context, hessians, ways);
    TEAM_COUNT(context, team_barriers, ways == 2 ? 2 * colours - 1 : colours + (s->moved ? 1 : 0));
}

void vertex_sweeps_begin(const VertexSweeps *s, const real4 *y, const real4 *previous)
{
    TEAM_EACH (i, s->model->particle_count) {
        s->y[i] = y[i];
        if (s->previous)
            s->previous[i] = double4_from(previous[i]);
    }
}

void vertex_sweeps_place(const VertexSweeps *s, const real4 *position)
{
    TEAM_EACH (i, s->x ? s->model->particle_count : 0)
        s->x[i] = double4_from(position[i]);
}

// ---- traffic ----

// Blocks of particles that the tables of a colour read besides its own, each counted once. seen: [particles], of other colours.
static int64_t neighbours_of_colour(const VertexSweeps *s, int32_t colour, int32_t *seen)
{
    int64_t count = 0;
    for (int32_t at = s->colours.start[colour]; at < s->colours.start[colour + 1]; at++)
        seen[s->colours.vertex[at]] = colour;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const VertexEll *ell = &s->slices.ell[kind];
        if (!s->slices.tabled[kind])
            continue;
        const int32_t first = ell->start[s->slices.colour_slice[colour]], end = ell->start[s->slices.colour_slice[colour + 1]];
        for (int64_t e = (int64_t)first * ell->others * WIDE_LANES; e < (int64_t)end * ell->others * WIDE_LANES; e++)
            if (seen[ell->other[e]] != colour) {
                seen[ell->other[e]] = colour;
                count++;
            }
    }
    return count;
}

static double table_flops(const VertexSweeps *s)
{
    enum { SOLVE_FLOPS = 6 + 9 + 36 }; // m I + K, q, LDLᵀ with both substitutions, the move
    double flops = SOLVE_FLOPS * (double)s->model->particle_count;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (s->slices.tabled[kind])
            flops += (double)s->slices.ell[kind].count * s->model->sets[kind].ops->vertex_block->flops;
    return flops;
}

// Forwards and backwards, the last colour once.
static double sweeps_in_one(const VertexSweeps *s)
{
    const int32_t *start = s->colours.start, last = s->colours.count - 1;
    return s->kind == VERTEX_SWEEP_SYMMETRIC ? 2 - (double)(start[last + 1] - start[last]) / (double)s->model->particle_count : 1;
}

// Tables, y, mass and number of a particle once. Positions again in every colour: those of its particles are read and written, those of
// their neighbours read. A Jacobi sweep writes to a separate array, and copies.
PhaseTraffic vertex_sweeps_traffic(const VertexSweeps *s, int64_t runs)
{
    const double n = s->model->particle_count, block = sizeof(real4), tables = vertex_slices_bytes(&s->slices);
    const double once = tables + n * (block + sizeof(real) + sizeof(int32_t)), times = sweeps_in_one(s);
    int32_t     *seen = s->x ? NULL : malloc((size_t)n * sizeof *seen);
    double       updated = 2 * n * block;
    if (!seen)
        return (PhaseTraffic){0};
    memset(seen, -1, (size_t)n * sizeof *seen);
    for (int32_t colour = 0; colour < s->colours.count; colour++)
        updated += (double)neighbours_of_colour(s, colour, seen) * block;
    free(seen);
    const double copied = s->moved ? 2 * n * block : 0;
    return (PhaseTraffic){.runs = runs,
                          .bytes = times * (once + updated) + copied,
                          .working_set = once + n * block + (s->moved ? n * block : 0),
                          .updated = times * updated,
                          .updated_set = n * block + once / s->colours.count,
                          .flops = times * table_flops(s)};
}
