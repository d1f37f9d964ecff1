// The bound in a step: cutting positions to it, repeated detection, and the input of a detection.
#include "contact/private/contact_bound.h"

#include "base/team_range.h"
#include "model/script.h"

static double4 at(const BoundView *x, int32_t i)
{
    return x->position ? double4_from(x->position[i]) : x->exact[i];
}

static void put(const BoundView *x, int32_t i, double4 to)
{
    if (x->position)
        x->position[i] = (real4){(real)to.x, (real)to.y, (real)to.z, x->position[i].w};
    else
        x->exact[i] = (double4){to.x, to.y, to.z, x->exact[i].w};
}

// ---- cutting ----

// T at the time of the solve.
static double4 translation(const ContactBound *bound)
{
    const double end = bound->begin + bound->substeps * bound->h, left = end - bound->since;
    const double done = left > 0.5 * bound->h ? (bound->time - bound->since) / left : 0;
    double4      sum = bound->shift.here;
    double4_add_to(&sum, fmin(done, bound->shift.until), bound->shift.rest);
    return sum;
}

// Planes are built only for nearer pairs than contacts: a plane measured farther away may lie beside the path.
static bool is_at_wall(const ContactBound *bound, int32_t i)
{
    return bound_room(bound, i) <= bound_thickness(bound);
}

// Requested position of a particle: moved along its wall if it touches the wall, or it would creep around the collider.
static double4 aim(const ContactBound *bound, int32_t i, double4 x)
{
    const double4 wall = bound->wall[i];
    const double  behind = wall.w - double4_dot(wall, x);
    if (behind > 0 && is_at_wall(bound, i))
        double4_add_to(&x, behind, wall);
    return x;
}

// From x̄ + T to the requested position of a particle.
static double4 way_of(const ContactBound *bound, int32_t i, double4 shift)
{
    return double4_sub(double4_sub(aim(bound, i, bound->requested[i]), bound->place[i]), shift);
}

// Fraction of the path from x̄ + T to its aim up to the wall of a particle, or of a path within its ball; x̄ + T lies in front of the wall.
static double before_wall(const ContactBound *bound, int32_t i, double4 shift, double4 way)
{
    const double4 wall = bound->wall[i];
    const double  approach = -double4_dot(wall, way), room = bound_room(bound, i) + double4_dot(wall, shift);
    return is_at_wall(bound, i) || !(approach > room) ? 1 : room / approach;
}

static double in_region(const ContactBound *bound, int32_t i, double4 way)
{
    const Box    *box = &bound->region[i];
    const double *along = &way.x;
    double        part = 1;
    for (int k = 0; k < 3; k++) {
        const double room = (double)(along[k] < 0 ? box->low[k] : box->high[k]);
        if (fabs(along[k]) > fabs(room))
            part = fmin(part, room / along[k]);
    }
    return part;
}

static bool same(double4 a, double4 b)
{
    return !(fabs(a.x - b.x) > 0 || fabs(a.y - b.y) > 0 || fabs(a.z - b.z) > 0);
}

// Finds the particles of a block outside their limits, and those of them that have left their balls.
static void see_block(const ContactBound *bound, const BoundView *x, double4 shift, int32_t b)
{
    BoundBlock *block = &bound->block[b];
    *block = (BoundBlock){0};
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
        const int32_t i = bound_point(bound, p);
        const double4 from = at(x, i), to = aim(bound, i, from), way = double4_sub(double4_sub(to, bound->place[i]), shift);
        const double  square = double4_dot(way, way), b2 = bound->place[i].w * bound->place[i].w;
        const bool    moves = bound_moves(bound, i), leaves = moves && square > b2;
        bound->part_in_front[i] = moves ? fmin(before_wall(bound, i, shift, way), in_region(bound, i, way)) : 1;
        atomic_store_explicit(&bound->part[i], leaves ? 1 : BOUND_INSIDE, memory_order_relaxed);
        bound->leaves[i] = leaves;
        block->leaves |= leaves;
        block->wants |= leaves || bound->part_in_front[i] < 1 || (moves && !same(from, to));
        block->way += moves ? bound->motion->model->mass[i] * square : 0;
    }
    for (int32_t p = b * BOUND_BLOCK; block->wants && p < bound_block_end(bound, b); p++)
        bound->requested[bound_point(bound, p)] = at(x, bound_point(bound, p));
}

// The displacements of all particles: pairs read all corners.
static void take_ways(const ContactBound *bound, const BoundView *x, double4 shift)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
            const int32_t i = bound_point(bound, p);
            if (!bound->block[b].wants)
                bound->requested[i] = at(x, i);
            bound->way[i] = bound_moves(bound, i) ? way_of(bound, i, shift) : (double4){0};
        }
}

// Particles with almost no displacement, or with one along their wall, do not benefit from a detection. unheld: only its region limited it.
static void note_cut(const ContactBound *bound, int32_t i, double4 from, double4 to, bool along_wall, bool unheld, BoundBlock *block)
{
    const double mass = bound->motion->model->mass[i], cut = double4_norm(double4_sub(from, to));
    const double gone = double4_norm(double4_sub(to, bound->place[i])); // including T, which may be all of it
    block->count++;
    block->asking += !along_wall && gone > BOUND_MIN_ROOM * bound_thickness(bound);
    block->unheld += unheld;
    if (unheld && !bound->limited)
        bound->grown[i] = fminf(2 * bound->grown[i], BOUND_GROWN_MAX);
    block->farthest = fmax(block->farthest, cut);
    block->cut_momentum += mass * cut;
    block->cut += along_wall ? 0 : mass * cut * cut;
}

static void cut_block(const ContactBound *bound, const BoundView *x, double4 shift, int32_t b)
{
    BoundBlock *block = &bound->block[b];
    for (int32_t p = b * BOUND_BLOCK; block->wants && p < bound_block_end(bound, b); p++) {
        const int32_t i = bound_point(bound, p);
        const double4 from = at(x, i), way = way_of(bound, i, shift);
        const double  stops = bound_load(&bound->part[i]), part = fmin(stops, bound->part_in_front[i]); // stops: BOUND_INSIDE in its ball
        const double  region = in_region(bound, i, way);
        double4       to = aim(bound, i, from);
        if (!bound_moves(bound, i))
            continue;
        if (part < 1) {
            to = bound->place[i];
            double4_add_to(&to, 1, shift);
            double4_add_to(&to, part, way);
        }
        if (same(to, from))
            continue;
        put(x, i, to);
        note_cut(bound, i, from, to, !(part < 1), region < 1 && region <= part, block);
    }
}

static bool any_leaves(const ContactBound *bound)
{
    bool any = false;
    for (int32_t b = 0; b < bound_blocks(bound); b++)
        any |= bound->block[b].leaves;
    return any;
}

void contact_bound_cut(ContactBound *bound, const BoundView *x, bool last, PhaseClock *phases)
{
    const int32_t blocks = bound_blocks(bound);
    const double4 shift = translation(bound);
#pragma omp master
    phase_clock_enter(phases, PHASE_CONTACT);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        see_block(bound, x, shift, b);
    if (any_leaves(bound)) {
        take_ways(bound, x, shift);
        contact_bound_planes(bound, &(BoundCut){.shift = shift, .fixed = x->exact});
    }
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        cut_block(bound, x, shift, b);
#pragma omp single
    {
        BoundBlock sum = {0};
        for (int32_t b = 0; b < blocks; b++) {
            sum.count += bound->block[b].count;
            sum.unheld += bound->block[b].unheld;
            sum.asking += bound->block[b].asking;
            sum.cut_momentum += bound->block[b].cut_momentum;
            sum.cut += bound->block[b].cut;
            sum.way += bound->block[b].way;
            sum.farthest = fmax(sum.farthest, bound->block[b].farthest);
        }
        const bool many = (double)sum.count > BOUND_REDO_ABOVE * bound->motion->model->surface->point_count;
        bound->cut_now = sum.count;
        bound->momentum_now = sum.cut_momentum;
        bound->is_short = sum.farthest > BOUND_SHORT * bound_thickness(bound);
        bound->again = sum.asking > 0 && (many || sum.unheld > 0 || sum.cut > BOUND_REDO_ABOVE * sum.way || (last && bound->is_short));
    }
}

void contact_bound_note(ContactBound *bound, bool goes_on)
{
#pragma omp single
    {
        bound->cut += bound->cut_now;
        bound->cut_momentum += bound->momentum_now;
        bound->left += goes_on && bound->again ? bound->momentum_now : 0;
        bound->is_short = bound->is_short && goes_on && !bound->again;
    }
}

// Number of substeps that the bound stopped: no detection was left when it was needed, or the last filter cut.
static int64_t contact_bound_stopped(const ContactBound *bound)
{
    return bound->stopped + (bound->refused || bound->is_short);
}

void contact_bound_substep(ContactBound *bound, double end)
{
    bound->time = end;
    bound->stopped = contact_bound_stopped(bound);
    bound->left = contact_bound_left(bound);
    bound->refused = bound->is_short = false;
    bound->rounds_now = 0;
}

double contact_bound_left(const ContactBound *bound)
{
    return bound->left + (bound->is_short ? bound->momentum_now : 0);
}

// ---- repeated detection ----

static void take_positions(const ContactBound *bound, const BoundView *x)
{
    TEAM_EACH (i, bound->motion->model->particle_count)
        bound->next[i] = at(x, i);
#pragma omp barrier
}

bool contact_bound_again(ContactBound *bound, const BoundView *x, bool restore, PhaseClock *phases)
{
    const int32_t blocks = bound_blocks(bound);
    bool          found = bound->rounds_now < BOUND_ROUNDS_MAX;
    if (found) {
#pragma omp master
        phase_clock_enter(phases, PHASE_BROAD);
        take_positions(bound, x);
        found = contact_bound_search(bound, phases);
    }
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; found && restore && bound->block[b].wants && p < bound_block_end(bound, b); p++)
            put(x, bound_point(bound, p), bound->requested[bound_point(bound, p)]);
#pragma omp single
    {
        bound->rounds += found;
        bound->rounds_now += found;
        bound->refused |= !found;
    }
    return found;
}

// ---- the start of a step ----

static void pose_colliders(const ContactBound *bound)
{
    TEAM_EACH (k, bound->motion->colliders * bound->poses)
        bound->pose[k] = collider_pose(bound->motion->model, bound->motion->collider[k / bound->poses].collider,
                                       bound->begin + k % bound->poses * bound->h);
}

void contact_bound_begin(ContactBound *bound, const State *state, PhaseClock *phases)
{
    const ContactMotion *motion = bound->motion;
    const BoundView      view = {.position = state->position};
    const int32_t        blocks = bound_blocks(bound);
    TEAM_EACH (i, motion->model->particle_count) {
        bound->requested[i] = double4_from(motion->predicted[i]);
        bound->grown[i] = 1;
        if (bound->swept)
            atomic_store_explicit(&bound->swept[i], SWEPT_NOT, memory_order_relaxed);
    }
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        bound->block[b].wants = true;
#pragma omp single
    {
        bound->begin = bound->time = contact_step_begin(motion, state);
        bound->rounds = bound->rounds_now = bound->stopped = bound->cut = bound->open = 0;
        bound->refused = bound->is_short = bound->still = false;
        bound->cut_momentum = bound->left = 0;
        bound->first = true;
    }
    pose_colliders(bound);
    take_positions(bound, &view);
    const bool found = contact_bound_search(bound, phases);
#pragma omp single
    {
        bound->first = false;
        bound->no_room = !found;
    }
}

// ---- the end ----

Status contact_bound_failed(const ContactBound *bound)
{
    if (!bound->no_room)
        return status_ok();
    return status_make(
        STATUS_MEMORY,
        "contact_bound: more pairs of elements are near each other than `contact_room` allows (%d for each of the %d particles of the "
        "surfaces); raise `contact_room`",
        bound->pairs->room_per_point, bound->motion->model->surface->point_count);
}

void contact_bound_report(const ContactBound *bound, ContactReport *report)
{
    report->cut = bound->on ? bound->cut : -1;
    report->redone = bound->on ? bound->rounds : -1;
    report->stopped = bound->on ? contact_bound_stopped(bound) : -1;
    report->cut_momentum = bound->on ? bound->cut_momentum / bound->h : NAN;
    report->bound_open = bound->on ? bound->open : -1;
}

// ---- memory ----

// Minimum radii: a fraction of the longest edge of each particle at rest, or of R.
static void make_radii(const Model *model, float *min)
{
    const ContactSurface *surface = model->surface;
    for (int32_t i = 0; i < model->particle_count; i++)
        min[i] = (float)(BOUND_MIN_MARGIN * surface->rules.thickness);
    for (int32_t e = 0; e < surface->edge_count; e++)
        for (int k = 0; k < 2; k++) {
            const int32_t *end = surface->edge[e];
            const double   part = BOUND_MIN_OF_EDGE * double4_norm(double4_sub(surface->rest[end[1]], surface->rest[end[0]]));
            min[end[k]] = fmaxf(min[end[k]], (float)part);
        }
}

Status contact_bound_init(ContactMotion *motion, const ContactPairs *pairs, const ContactSettings *settings, Arena *arena,
                          ContactBound *out)
{
    const Model  *model = motion->model;
    const int32_t n = model->particle_count;
    *out = (ContactBound){.on = settings->bound, .motion = motion, .pairs = pairs, .substeps = settings->substeps};
    if (!out->on)
        return status_ok();
    out->h = settings->dt / settings->substeps;
    TRY(ARENA_NEW(arena, n, &out->place));
    TRY(ARENA_NEW(arena, n, &out->next));
    TRY(ARENA_NEW(arena, n, &out->requested));
    TRY(ARENA_NEW(arena, n, &out->wall));
    TRY(ARENA_NEW(arena, n, &out->predicted));
    TRY(ARENA_NEW(arena, n, &out->margin));
    TRY(ARENA_NEW(arena, n, &out->grown));
    TRY(ARENA_NEW(arena, n, &out->region));
    TRY(ARENA_NEW(arena, n, &out->next_region));
    TRY(ARENA_NEW(arena, n, &out->free_margin));
    TRY(ARENA_NEW(arena, n, &out->scripted_margin));
    TRY(ARENA_NEW(arena, n, &out->part));
    TRY(ARENA_NEW(arena, n, &out->part_in_front));
    TRY(ARENA_NEW(arena, n, &out->way));
    TRY(ARENA_NEW(arena, n, &out->leaves));
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        TRY(ARENA_NEW(arena, pairs->search[kind].broad_room, &out->listed[kind]));
    out->poses = contact_motion_is_scripted(motion) ? settings->substeps + 1 : 1;
    TRY(ARENA_NEW(arena, motion->colliders * out->poses, &out->pose));
    if (model->scripts)
        TRY(ARENA_NEW(arena, n, &out->known));
    TRY(ARENA_NEW(arena, n, &out->next_known));
    if (model->scripts)
        TRY(ARENA_NEW(arena, n, &out->swept));
    make_radii(model, out->margin);
    return ARENA_NEW(arena, bound_blocks(out), &out->block);
}
