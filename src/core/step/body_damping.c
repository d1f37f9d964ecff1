#include "step/body_damping.h"

#include "math/symmetric3.h"
#include "step/team.h"

enum { BLOCK_MEMBERS = 256 };

// member: a stable counting sort of the free particles by body.
static Status sort_members(BodyDamping *d, const Model *model, Arena *arena)
{
    int32_t *start;
    TRY(ARENA_NEW(arena, model->body_count + 1, &start));
    TRY(ARENA_NEW(arena, model->particle_count, &d->member));
    for (int32_t i = 0; i < model->particle_count; i++)
        if (model->inverse_mass[i] > 0)
            start[model_body(model, i) + 1]++;
    for (int32_t b = 0; b < model->body_count; b++) {
        d->block_count += (start[b + 1] + BLOCK_MEMBERS - 1) / BLOCK_MEMBERS;
        start[b + 1] += start[b];
    }
    TRY(ARENA_NEW(arena, d->block_count, &d->blocks));
    TRY(ARENA_NEW(arena, model->body_count + 1, &d->first_block));
    int32_t count = 0;
    for (int32_t b = 0; b < model->body_count; b++) {
        d->first_block[b] = count;
        for (int32_t begin = start[b]; begin < start[b + 1]; begin += BLOCK_MEMBERS) {
            const int32_t end = begin + BLOCK_MEMBERS < start[b + 1] ? begin + BLOCK_MEMBERS : start[b + 1];
            d->blocks[count++] = (BodyBlock){.body = b, .begin = begin, .end = end};
        }
    }
    d->first_block[model->body_count] = count;
    for (int32_t i = 0; i < model->particle_count; i++)
        if (model->inverse_mass[i] > 0)
            d->member[start[model_body(model, i)]++] = i;
    return status_ok();
}

Status body_damping_init(BodyDamping *d, const SolverSetup *setup, double k_d, int32_t substeps)
{
    const Model *model = setup->model;
    // expm1 and log1p are accurate for a small k_d; k_d = 1 gives infinity and then 1 again.
    *d = (BodyDamping){.k = -expm1(log1p(-k_d) / substeps), .body_count = model->body_count, .mass = model->mass};
    if (k_d <= 0)
        return status_ok();
    TRY(sort_members(d, model, setup->arena));
    TRY(ARENA_NEW(setup->arena, d->block_count, &d->sums));
    TRY(ARENA_NEW(setup->arena, d->body_count, &d->rigid));
    return ARENA_NEW(setup->arena, model->particle_count, &d->velocity);
}

// This thread's part of 0 … count−1. Blocks are large, so there is no minimum size.
static void share(int32_t count, int32_t *from, int32_t *to)
{
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    *from = (int32_t)(count * thread / threads);
    *to = (int32_t)(count * (thread + 1) / threads);
}

// v + duration · a of a block's particles, and the sums that give centre and velocity of the body.
static void accelerate_block(const BodyDamping *d, int32_t block, const Motion *motion, const State *state, real duration)
{
    BodySums sums = {0};
    for (int32_t k = d->blocks[block].begin; k < d->blocks[block].end; k++) {
        const int32_t i = d->member[k];
        const real4   v = state->velocity[i], a = motion_acceleration(motion, i, state->position[i].w);
        const real4   accelerated = {v.x + duration * a.x, v.y + duration * a.y, v.z + duration * a.z, 0};
        d->velocity[i] = accelerated;
        sums.mass += d->mass[i];
        double4_add_to(&sums.position, d->mass[i], double4_from(state->position[i]));
        double4_add_to(&sums.momentum, d->mass[i], double4_from(accelerated));
    }
    d->sums[block] = sums;
}

static void find_centre(const BodyDamping *d, int32_t body)
{
    BodySums sums = {0};
    for (int32_t block = d->first_block[body]; block < d->first_block[body + 1]; block++) {
        sums.mass += d->sums[block].mass;
        double4_add_to(&sums.position, 1, d->sums[block].position);
        double4_add_to(&sums.momentum, 1, d->sums[block].momentum);
    }
    const double inverse = sums.mass > 0 ? 1 / sums.mass : 0; // 0: a body of pins
    d->rigid[body] = (RigidMotion){.centre = double4_scale(inverse, sums.position), .velocity = double4_scale(inverse, sums.momentum)};
}

// L and I of a block about the centre of its body: I = Σ m (|r|² 1 − r rᵀ).
static void turn_block(const BodyDamping *d, int32_t block, const State *state)
{
    const RigidMotion *rigid = &d->rigid[d->blocks[block].body];
    BodySums           sums = {0};
    for (int32_t k = d->blocks[block].begin; k < d->blocks[block].end; k++) {
        const int32_t i = d->member[k];
        const double  m = d->mass[i];
        const double4 r = double4_sub(double4_from(state->position[i]), rigid->centre);
        const double4 v = double4_sub(double4_from(d->velocity[i]), rigid->velocity);
        const double  c[3] = {r.x, r.y, r.z}, square = double4_dot(r, r);
        double4_add_to(&sums.angular, m, double4_cross(r, v));
        for (int row = 0; row < 3; row++)
            for (int column = row; column < 3; column++)
                sums.inertia[row][column] += m * ((row == column ? square : 0) - c[row] * c[column]);
    }
    d->sums[block] = sums;
}

static void find_spin(const BodyDamping *d, int32_t body)
{
    BodySums sums = {0};
    for (int32_t block = d->first_block[body]; block < d->first_block[body + 1]; block++) {
        double4_add_to(&sums.angular, 1, d->sums[block].angular);
        for (int row = 0; row < 3; row++)
            for (int column = row; column < 3; column++)
                sums.inertia[row][column] += d->sums[block].inertia[row][column];
    }
    d->rigid[body].spin = symmetric3_pseudo_solve((const double(*)[3])sums.inertia, sums.angular);
}

static void damp_block(const BodyDamping *d, int32_t block, const State *state)
{
    const RigidMotion *rigid = &d->rigid[d->blocks[block].body];
    for (int32_t k = d->blocks[block].begin; k < d->blocks[block].end; k++) {
        const int32_t i = d->member[k];
        const double4 r = double4_sub(double4_from(state->position[i]), rigid->centre);
        double4       v = double4_from(d->velocity[i]), rigid_velocity = double4_cross(rigid->spin, r);
        double4_add_to(&rigid_velocity, 1, rigid->velocity);
        double4_add_to(&v, d->k, double4_sub(rigid_velocity, v));
        d->velocity[i] = (real4){(real)v.x, (real)v.y, (real)v.z, 0};
    }
}

void body_damping_apply(const BodyDamping *d, const Motion *motion, const State *state, real duration)
{
    int32_t from, to, first, last;
    share(d->block_count, &from, &to);
    share(d->body_count, &first, &last);
    for (int32_t block = from; block < to; block++)
        accelerate_block(d, block, motion, state, duration);
#pragma omp barrier
    for (int32_t body = first; body < last; body++)
        find_centre(d, body);
#pragma omp barrier
    for (int32_t block = from; block < to; block++)
        turn_block(d, block, state);
#pragma omp barrier
    for (int32_t body = first; body < last; body++)
        find_spin(d, body);
#pragma omp barrier
    for (int32_t block = from; block < to; block++)
        damp_block(d, block, state);
#pragma omp barrier
}
