#include "measure/balance_history.h"

#include <float.h>

enum { STEPS_MIN = 10 };          // of a mean
enum { CREEP_STEPS_MIN = 30 };    // in a row: a body that collides and slides on does not creep
static const double REST = 0.001; // of the available energy

Status balance_history_init(const Model *model, int64_t steps, int32_t substeps, Arena *arena, BalanceHistory *out)
{
    *out = (BalanceHistory){.steps = steps, .substeps = substeps};
    Pieces pieces;
    TRY(pieces_number(model, arena, &pieces));
    out->piece_count = pieces.count;
    out->particle_count = model->particle_count;
    TRY(ARENA_NEW(arena, model->particle_count, &out->left));
    out->user_of = model->user_of;
    TRY(ARENA_NEW(arena, model->particle_count, &out->creep));
    out->energetic = model->integrator == INTEGRATOR_EULER;
    TRY(ARENA_NEW(arena, pieces.count + 1, &out->piece));
    for (int32_t i = model->particle_count - 1; i >= 0; i--)
        out->piece[pieces.of[model->model_of[i]]].particle = i;
    for (int32_t k = 0; k < pieces.count; k++)
        out->piece[k].body = model_body(model, model->model_of[out->piece[k].particle]);
    return status_ok();
}

// 0 for a single particle, up to round-off of its sums.
static double radius_of(const PieceBalance *now)
{
    const double radius = sqrt(now->inertia / now->centre.w);
    return radius > 1e3 * DBL_EPSILON * double4_norm(now->centre) ? radius : 0;
}

// Rounding turns the piece like a ball of this radius of gyration: it moves the surface as far as the centre.
static void turn(Turn *turn, double4 angular, const PieceBalance *now, double rounding, double substeps, double h)
{
    double4_add_to(&turn->spin, 1.5 * substeps / now->inertia, angular);
    double4_add_to(&turn->angle, substeps * h, turn->spin);
    turn->max = fmax(turn->max, double4_norm(turn->angle) - 1.5 * rounding / radius_of(now));
}

// Along the axes without a support: momentum from no force moves a piece for good. Unobserved substeps count like the last one.
static void drift(PieceHistory *piece, const PieceBalance *now, double substeps, double h)
{
    double4_add_to(&piece->velocity, substeps / now->centre.w, now->momentum);
    piece->velocity.x = now->along.x > 0 || isnan(piece->velocity.x) ? 0 : piece->velocity.x; // NaN: an unknown force
    piece->velocity.y = now->along.y > 0 || isnan(piece->velocity.y) ? 0 : piece->velocity.y;
    piece->velocity.z = now->along.z > 0 || isnan(piece->velocity.z) ? 0 : piece->velocity.z;
    double4_add_to(&piece->path, substeps * h, piece->velocity);
    piece->speed = fmin(now->along.x, fmin(now->along.y, now->along.z)) > 0 ? 0 : piece->speed + substeps * now->shift / h;
    piece->shift += substeps * h * piece->speed;
    piece->drift = fmax(piece->drift, double4_norm(piece->path) - piece->shift);
    if (!now->supported && radius_of(now) > 0) {
        turn(&piece->error, now->angular, now, piece->shift, substeps, h);
        turn(&piece->gained, now->gained, now, piece->shift, substeps, h);
    }
}

static void carry(PieceHistory *piece, const PieceBalance *now, double h)
{
    double4_add_to(&piece->support, 1, now->support);
    piece->load += h * now->external;
    if (radius_of(now) > 0) {
        double4_add_to(&piece->bending, 1, now->bending);
        piece->lever += h * now->lever;
        piece->bending_rounding += h * now->bending_rounding;
    }
    piece->rounding += h * now->rounding;
    piece->supported++;
}

static void follow(BalanceHistory *b, PieceHistory *piece, const PieceBalance *now, double h)
{
    if (!(now->centre.w > 0))
        return;
    if (!(piece->size > 0)) // a script may release it later
        piece->size = radius_of(now);
    if (now->supported)
        piece->error.spin = piece->gained.spin = (double4){0};
    if (b->energetic)
        drift(piece, now, b->substeps, h);
    if (now->supported && 2 * b->done >= b->steps)
        carry(piece, now, h);
}

// The energy at the start plus the largest fall of the potential energy since.
static double follow_available(BalanceHistory *b, const Balance *now)
{
    if (b->done == 0) {
        b->first = now->kinetic + now->elastic;
        b->potential = now->potential;
        b->lowest = now->energy;
    }
    b->fallen = fmax(b->fallen, b->potential - now->potential);
    return b->first + b->fallen;
}

static void follow_energy(BalanceHistory *b, const Balance *now, double available)
{
    b->lowest = fmin(b->lowest, now->energy);
    const double rise = now->energy - b->lowest - now->round_off;
    if (rise * b->rise_of > b->rise * available || (rise > 0 && b->rise == 0)) {
        b->rise = rise;
        b->rise_of = available;
        b->rise_step = b->done;
    }
}

static void follow_creep(BalanceHistory *b, const Balance *now)
{
    for (int32_t i = 0; i < b->particle_count && now->creep; i++) {
        double4 *creep = &b->creep[i];
        creep->w = now->creep[i].w > 0 ? creep->w + 1 : 0;
        *creep = creep->w > 0 ? double4_along(*creep, b->substeps, now->creep[i]) : (double4){0};
        if (creep->w >= CREEP_STEPS_MIN && double4_norm(*creep) > b->crept.path)
            b->crept = (Creep){b->user_of[i], double4_norm(*creep), (int64_t)creep->w};
    }
}

void balance_history_step(BalanceHistory *b, const Balance *now, double h)
{
    for (int32_t k = 0; k <= b->piece_count && !now->torn; k++)
        follow(b, &b->piece[k], &now->piece[k], h);
    for (int32_t i = 0; i < b->particle_count && 2 * b->done >= b->steps; i++)
        double4_add_to(&b->left[i], 1, now->left[i]);
    follow_creep(b, now);
    b->load += 2 * b->done >= b->steps ? now->load : 0;
    const double available = follow_available(b, now);
    b->rests = now->kinetic < REST * available; // false for NaN
    if (b->energetic && now->isolated && !isnan(now->energy))
        follow_energy(b, now, available);
    b->done++;
}

static double drift_of(const PieceHistory *piece)
{
    return piece->size > 0 ? piece->drift / piece->size : 0;
}

static double turn_of(const PieceHistory *piece)
{
    return fmin(piece->error.max, piece->gained.max);
}

// A sum over the steps in which the piece was supported, less the part due to rounding, over its load.
static double over_load(const PieceHistory *piece, double4 sum, double rounding, double load)
{
    return load > 0 && piece->supported >= STEPS_MIN ? (double4_norm(sum) - rounding) / load : 0;
}

static double support_of(const PieceHistory *piece)
{
    return over_load(piece, piece->support, piece->rounding, piece->load);
}

static double bending_of(const PieceHistory *piece)
{
    return over_load(piece, piece->bending, piece->bending_rounding, piece->lever);
}

static PieceWorst worst(const BalanceHistory *b, double (*value)(const PieceHistory *piece))
{
    PieceWorst out = {-1, 0};
    for (int32_t k = 0; k <= b->piece_count; k++)
        if (value(&b->piece[k]) > out.value) // false for NaN
            out = (PieceWorst){k, value(&b->piece[k])};
    return out;
}

PieceWorst balance_history_drift(const BalanceHistory *b)
{
    return worst(b, drift_of);
}

PieceWorst balance_history_turn(const BalanceHistory *b)
{
    return worst(b, turn_of);
}

PieceWorst balance_history_support(const BalanceHistory *b)
{
    return worst(b, support_of);
}

PieceWorst balance_history_bending(const BalanceHistory *b)
{
    return worst(b, bending_of);
}

double balance_history_forces(const BalanceHistory *b)
{
    double sum = 0;
    for (int32_t i = 0; i < b->particle_count; i++)
        sum += double4_dot(b->left[i], b->left[i]);
    return sizeof(real) == sizeof(double) && b->rests && b->load > 0 && b->done >= 2 * STEPS_MIN ? sqrt(sum) / b->load : 0;
}
