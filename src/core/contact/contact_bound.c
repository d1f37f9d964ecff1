// The bound in a step: cutting positions to it, detecting again, and what a detection starts from.
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

static int32_t point_of(const ContactBound *bound, int32_t p)
{
    return bound->motion->model->surface->point[p];
}

// ---- cutting ----

// T at the time that is being solved for.
static double4 translation(const ContactBound *bound)
{
    const double end = bound->begin + bound->substeps * bound->h, left = end - bound->since;
    const double done = left > 0.5 * bound->h ? (bound->time - bound->since) / left : 0;
    double4      sum = bound->shift.here;
    double4_add_to(&sum, fmin(done, bound->shift.until), bound->shift.rest);
    return sum;
}

static double4 before_wall(const ContactBound *bound, int32_t i, double4 x)
{
    const double4 wall = bound->wall[i];
    const double  behind = wall.w - double4_dot(wall, x);
    if (behind > 0)
        double4_add_to(&x, behind, wall);
    return x;
}

static double4 in_ball(const ContactBound *bound, int32_t i, double4 shift, double4 x)
{
    double4       to = bound->place[i];
    const double4 way = double4_sub(double4_sub(x, to), shift);
    const double  square = double4_dot(way, way);
    if (!(square > to.w * to.w))
        return x;
    const double part = to.w / sqrt(square);
    double4_add_to(&to, 1, shift);
    double4_add_to(&to, part, way);
    return to;
}

// Where a position goes: itself, or a place within its bound. The centre of the ball lies in front of the wall, so that what is moved in
// front of it stays in the ball.
static double4 within(const ContactBound *bound, int32_t i, double4 shift, double4 x)
{
    return bound_moves(bound, i) ? before_wall(bound, i, in_ball(bound, i, shift, x)) : x;
}

static bool same(double4 a, double4 b)
{
    return !(fabs(a.x - b.x) > 0 || fabs(a.y - b.y) > 0 || fabs(a.z - b.z) > 0);
}

// Nearer than contact is: a plane that is measured farther off may only be beside the way.
static bool is_at_wall(const ContactBound *bound, int32_t i)
{
    const double4 wall = bound->wall[i];
    return double4_dot(wall, bound->place[i]) - wall.w <= bound->motion->model->surface->rules.thickness;
}

// held: by its wall alone, which a detection does not take away.
static void note_cut(const ContactBound *bound, int32_t i, double cut, bool held, BoundBlock *block)
{
    const double thickness = bound->motion->model->surface->rules.thickness, mass = bound->motion->model->mass[i], b = bound->place[i].w;
    block->count++;
    block->asking += !held && b > BOUND_LEAST_ASKING * thickness;
    if (!held && b >= 0.999 * BOUND_GAMMA * ((double)bound->radius[i] - 0.5 * thickness)) {
        bound->grown[i] = fminf(2 * bound->grown[i], BOUND_GROWN_MOST);
        block->unheld++;
    }
    block->farthest = fmax(block->farthest, cut);
    block->cut_momentum += mass * cut;
    block->cut += held ? 0 : mass * cut * cut;
}

static void cut_block(const ContactBound *bound, const BoundView *x, double4 shift, int32_t b)
{
    BoundBlock *block = &bound->block[b];
    *block = (BoundBlock){0};
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
        const int32_t i = point_of(bound, p);
        const double4 from = at(x, i), way = double4_sub(double4_sub(from, bound->place[i]), shift);
        block->wants |= !same(within(bound, i, shift, from), from);
        block->way += bound_moves(bound, i) ? bound->motion->model->mass[i] * double4_dot(way, way) : 0;
    }
    for (int32_t p = b * BOUND_BLOCK; block->wants && p < bound_block_end(bound, b); p++) {
        const int32_t i = point_of(bound, p);
        const double4 from = at(x, i), to = within(bound, i, shift, from);
        bound->wanted[i] = from;
        if (same(to, from))
            continue;
        if (is_at_wall(bound, i))
            bound->wanted[i] = before_wall(bound, i, from); // or it would creep around the collider
        put(x, i, to);
        note_cut(bound, i, double4_norm(double4_sub(from, to)), same(within(bound, i, shift, bound->wanted[i]), bound->wanted[i]), block);
    }
}

void contact_bound_cut(ContactBound *bound, const BoundView *x, PhaseClock *phases)
{
    const int32_t blocks = bound_blocks(bound);
    const double4 shift = translation(bound);
#pragma omp master
    phase_clock_enter(phases, PHASE_CONTACT);
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
        bound->is_short = sum.farthest > BOUND_SHORT * bound->motion->model->surface->rules.thickness;
        bound->again = sum.asking > 0 && (many || sum.unheld > 0 || sum.cut > BOUND_REDO_ABOVE * sum.way);
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

void contact_bound_substep(ContactBound *bound, double end)
{
    bound->time = end;
    bound->stopped = contact_bound_stopped(bound);
    bound->left = contact_bound_left(bound);
    bound->refused = bound->is_short = false;
    bound->rounds_now = 0;
}

int64_t contact_bound_stopped(const ContactBound *bound)
{
    return bound->stopped + (bound->refused || bound->is_short);
}

double contact_bound_left(const ContactBound *bound)
{
    return bound->left + (bound->is_short ? bound->momentum_now : 0);
}

// ---- detecting again ----

static void take_positions(const ContactBound *bound, const BoundView *x)
{
    int32_t from, to;
    team_range(0, bound->motion->model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++)
        bound->next[i] = at(x, i);
#pragma omp barrier
}

bool contact_bound_again(ContactBound *bound, const BoundView *x, bool wanted, PhaseClock *phases)
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
        for (int32_t p = b * BOUND_BLOCK; found && wanted && bound->block[b].wants && p < bound_block_end(bound, b); p++)
            put(x, point_of(bound, p), bound->wanted[point_of(bound, p)]);
#pragma omp single
    {
        bound->rounds += found;
        bound->rounds_now += found;
        bound->refused |= !found;
    }
    return found;
}

// ---- the start of a step ----

void contact_bound_begin(ContactBound *bound, const State *state, PhaseClock *phases)
{
    const ContactMotion *motion = bound->motion;
    const BoundView      view = {.position = state->position};
    const int32_t        blocks = bound_blocks(bound);
    int32_t              from, to;
    team_range(0, motion->model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        bound->wanted[i] = double4_from(motion->predicted[i]);
        bound->grown[i] = 1;
    }
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        bound->block[b].wants = true;
#pragma omp single
    {
        bound->begin = bound->time = contact_step_begin(motion, state);
        bound->rounds = bound->rounds_now = bound->stopped = bound->cut = bound->open = 0;
        bound->refused = bound->is_short = false;
        bound->cut_momentum = bound->left = 0;
        bound->since = -INFINITY;
    }
    take_positions(bound, &view);
    const bool found = contact_bound_search(bound, phases);
#pragma omp single
    bound->no_room = !found;
}

// ---- the end ----

Status contact_bound_failed(const ContactBound *bound)
{
    if (!bound->no_room)
        return status_ok();
    return status_make(
        STATUS_MEMORY,
        "contact_bound: the boxes of more pairs of elements overlap than there is room for (contact_room %d, for each of the "
        "%d particles of the surfaces); raise `contact_room`",
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

// The least radii: a part of the longest edge of each particle at rest, or of R.
static void make_radii(const Model *model, float *least)
{
    const ContactSurface *surface = model->surface;
    for (int32_t i = 0; i < model->particle_count; i++)
        least[i] = (float)(BOUND_LEAST_RADIUS * surface->rules.thickness);
    for (int32_t e = 0; e < surface->edge_count; e++)
        for (int k = 0; k < 2; k++) {
            const int32_t *end = surface->edge[e];
            const double   part = BOUND_LEAST_OF_EDGE * double4_norm(double4_sub(surface->rest[end[1]], surface->rest[end[0]]));
            least[end[k]] = fmaxf(least[end[k]], (float)part);
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
    TRY(ARENA_NEW(arena, n, &out->wanted));
    TRY(ARENA_NEW(arena, n, &out->wall));
    TRY(ARENA_NEW(arena, n, &out->ask));
    TRY(ARENA_NEW(arena, n, &out->least));
    TRY(ARENA_NEW(arena, n, &out->grown));
    TRY(ARENA_NEW(arena, n, &out->radius));
    TRY(ARENA_NEW(arena, n, &out->between));
    TRY(ARENA_NEW(arena, n, &out->beside));
    if (model->scripts)
        TRY(ARENA_NEW(arena, n, &out->known));
    make_radii(model, out->least);
    return ARENA_NEW(arena, bound_blocks(out), &out->block);
}
