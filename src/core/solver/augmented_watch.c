#include "solver/private/augmented_watch.h"

// S²; the squares that determine its rounding; moves by contact_bound since; rows that have just started.
enum { OF_CHANGE, OF_SIZE, OF_BOUND, OF_LATE, SUMS };

#define RISE 2.0 // growth of S that counts as divergence

static const double EPSILON = sizeof(real) == sizeof(double) ? 0x1p-52 : 0x1p-23;

Status augmented_watch_init(Augmented *s, const SolverSetup *setup)
{
    enum { CHUNK = 64 };
    AugmentedWatch *w = &s->watch;
    if (!(w->raise > 0))
        return status_ok();
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (s->row[kind])
            TRY(team_sums_init_chunks(setup->model->sets[kind].count, CHUNK, SUMS, setup->arena, &w->rows[kind]));
    for (int which = 0; setup->contacts && which < CONTACT_CLASSES; which++)
        TRY(team_sums_init_chunks(setup->contacts->sets[which].room, CHUNK, SUMS, setup->arena, &w->rows[CONSTRAINT_KINDS + which]));
    TRY(team_sums_init(setup->model->particle_count, SUMS, setup->arena, &w->particles));
    return ARENA_NEW(setup->arena, setup->model->particle_count, &w->last);
}

// After this many sweeps, S is no longer compared with earlier ones.
static void forget(AugmentedWatch *w, int sweeps)
{
    w->change_min = INFINITY;
    w->skip = sweeps;
}

void augmented_watch_begin(Augmented *s)
{
    AugmentedWatch *w = &s->watch;
#pragma omp single nowait
    {
        w->raised = w->rise = 1;
        w->first = 0;
        forget(w, 0);
    }
}

void augmented_watch_start(const Augmented *s)
{
    TEAM_EACH (i, s->watch.raise > 0 ? s->motion.model->particle_count : 0)
        s->watch.last[i] = s->sweeps.x[i];
}

// Σ Δp²/ρ and Σ ρ L² of `components` rows for each entry.
static void sum_rows(const TeamSums *sums, const AugmentedRow *rows, int components)
{
    int32_t chunk, end, from, to;
    for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
        double *sum = team_sums_begin(sums, chunk, &from, &to);
        for (int32_t k = from * components; k < to * components; k++)
            if (rows[k].scale > 0) {
                sum[OF_CHANGE] += rows[k].change * rows[k].change / rows[k].penalty;
                sum[OF_SIZE] += rows[k].penalty * rows[k].size * rows[k].size;
                sum[OF_LATE] += rows[k].late;
            }
    }
}

static TeamSums sums_of_contacts(const Augmented *s, int which)
{
    return team_sums_first(&s->watch.rows[CONSTRAINT_KINDS + which], s->sweeps.contacts.contacts->sets[which].set.count);
}

// By one thread. Changes within the rounding of positions and lengths, or within the rounding of the first S², are ignored.
static void decide(AugmentedWatch *w, const double sums[SUMS])
{
    const double round_off = 16 * EPSILON, change = fmax(sums[OF_CHANGE], round_off * round_off * sums[OF_SIZE]);
    if (!(w->first > 0))
        w->first = change;
    if (sums[OF_LATE] > 0) {
        forget(w, 1);
    } else if (w->skip > 0) {
        w->skip--;
    } else {
        const double min = fmax(w->change_min, EPSILON * w->first);
        w->rise = change > min ? sqrt(change / min) : 1;
        w->change_min = fmin(w->change_min, change);
        if (w->rise > RISE && w->raise > 1 && w->penalty * w->raised * w->raise <= w->penalty_max) {
            w->raised *= w->raise;
            forget(w, 2); // the next sweep still uses the old p̂, the one after it is disturbed by the new one
        }
    }
    w->change_min = fmax(w->change_min, sums[OF_BOUND]);
}

void augmented_watch_moves(Augmented *s, const real4 *position)
{
    const TeamSums *sums = &s->watch.particles;
    const Model    *model = s->motion.model;
    int32_t         chunk, end, from, to;
    if (!(s->watch.raise > 0))
        return;
    for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
        double *sum = team_sums_begin(sums, chunk, &from, &to);
        for (int32_t i = from; i < to; i++) {
            const double  m = model->inverse_mass[i] > 0 ? model->mass[i] / (s->h * s->h) : 0;
            const double  stiff = m * (1 + s->watch.penalty * s->watch.raised);
            const double4 swept = s->sweeps.x[i], x = double4_from(position[i]);
            const double4 moved = double4_sub(swept, s->watch.last[i]), bound = double4_sub(x, swept);
            sum[OF_CHANGE] += m * double4_dot(moved, moved);
            sum[OF_SIZE] += stiff * double4_dot(x, x);
            sum[OF_BOUND] += stiff * double4_dot(bound, bound);
            s->watch.last[i] = x;
        }
    }
}

void augmented_watch_after(Augmented *s)
{
    AugmentedWatch *w = &s->watch;
    const bool      contacts = s->sweeps.contacts.contacts;
    if (!(w->raise > 0))
        return;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (s->row[kind])
            sum_rows(&w->rows[kind], s->row[kind], s->motion.model->sets[kind].ops->components);
    for (int which = 0; contacts && which < CONTACT_CLASSES; which++) {
        const TeamSums sums = sums_of_contacts(s, which);
        sum_rows(&sums, s->contact[which], 1);
    }
#pragma omp barrier
#pragma omp single
    {
        double of[SUMS] = {0};
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            if (s->row[kind])
                team_sums_add(&w->rows[kind], of);
        for (int which = 0; contacts && which < CONTACT_CLASSES; which++) {
            const TeamSums sums = sums_of_contacts(s, which);
            team_sums_add(&sums, of);
        }
        team_sums_add(&w->particles, of);
        decide(w, of);
    }
}

void augmented_watch_end(const Augmented *s, StepContext *context)
{
    const AugmentedWatch *w = &s->watch;
    if (!context || !(w->raise > 0) || !(w->rise > RISE))
        return;
    context->end = STEP_UNCONVERGED;
    context->residual = "change per sweep relative to the smallest of the step";
    context->residual_begin = 1;
    context->residual_end = w->rise;
}
