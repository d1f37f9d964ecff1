#include "solver/private/lbfgs_history.h"

#include "math/wide.h"

// Dots of a chunk: those of the new pair and of the gradient, then four for each slot.
enum { SUM_MOVE2, SUM_CHANGE2, SUM_DECREMENT, SUM_SLOTS, SLOT_MOVE_CHANGE = 0, SLOT_IMAGE_CHANGE, SLOT_MOVE_GRADIENT, SLOT_IMAGE_GRADIENT };
enum { SLOT_SUMS = 4 };

GNU_VECTOR(double, Four, 4 * sizeof(double)); // one particle

static Four four_of(const double4 *a)
{
    return (Four){a->x, a->y, a->z, a->w};
}

static Four four_from(const real4 *a)
{
    return (Four){(double)a->x, (double)a->y, (double)a->z, (double)a->w};
}

static double four_sum(Four a)
{
    return a[0] + a[1] + a[2]; // w is not a coordinate
}

Status lbfgs_history_init(LbfgsHistory *h, const SolverSetup *setup, LbfgsScale scale, int window)
{
    const int32_t n = setup->model->particle_count;
    *h = (LbfgsHistory){.window = window, .scale = scale};
    for (int j = 0; j < window; j++) {
        TRY(ARENA_NEW(setup->arena, n, &h->move[j]));
        TRY(ARENA_NEW(setup->arena, n, &h->image[j]));
    }
    return team_sums_init(n, SUM_SLOTS + SLOT_SUMS * window, setup->arena, &h->sums);
}

void lbfgs_history_forget(LbfgsHistory *h)
{
    h->count = 0;
}

// The slot of the pair of this age; 0: the newest.
static int slot_of(const LbfgsHistory *h, int age)
{
    return (h->newest + h->window - age) % h->window;
}

// ---- dots ----

// Two sums side by side, since one would be limited by the latency of its additions.
static void dot_two(const real4 *v, const Four *b, const double4 *g, int32_t count, double *with_b, double *with_g)
{
    Four    sum_b = {0}, sum_g = {0}, other_b = {0}, other_g = {0};
    int32_t i = 0;
    for (; i + 1 < count; i += 2) {
        const Four first = four_from(&v[i]), second = four_from(&v[i + 1]);
        sum_b += first * b[i];
        sum_g += first * four_of(&g[i]);
        other_b += second * b[i + 1];
        other_g += second * four_of(&g[i + 1]);
    }
    if (i < count) {
        sum_b += four_from(&v[i]) * b[i];
        sum_g += four_from(&v[i]) * four_of(&g[i]);
    }
    *with_b = four_sum(sum_b + other_b);
    *with_g = four_sum(sum_g + other_g);
}

static real4 difference(const real4 *a, const real4 *b)
{
    return (real4){a->x - b->x, a->y - b->y, a->z - b->z, 0};
}

// Writes this chunk's part of the new pair. change: [TEAM_SUM_CHUNK] b.
static void write_pair(const LbfgsHistory *h, int slot, int32_t from, int32_t count, const LbfgsPoint *now, const LbfgsPoint *last,
                       Four *change, double *sums)
{
    Four move2 = {0}, change2 = {0};
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = from + k;
        const Four    a = four_of(&now->x[i]) - four_of(&last->x[i]);
        change[k] = four_of(&now->gradient[i]) - four_of(&last->gradient[i]);
        h->move[slot][i] = (real4){(real)a[0], (real)a[1], (real)a[2], 0};
        h->image[slot][i] = difference(&now->image[i], &last->image[i]);
        move2 += a * a;
        change2 += change[k] * change[k];
    }
    sums[SUM_MOVE2] = four_sum(move2);
    sums[SUM_CHANGE2] = four_sum(change2);
}

// fresh: the slot of the new pair; −1: none. count: pairs with it.
static void sum_chunk(const LbfgsHistory *h, int32_t chunk, int fresh, int count, const LbfgsPoint *now, const LbfgsPoint *last)
{
    int32_t       from, to;
    double       *sums = team_sums_begin(&h->sums, chunk, &from, &to);
    const int32_t size = to - from;
    Four          change[TEAM_SUM_CHUNK], decrement = {0};
    for (int32_t i = from; i < to; i++)
        decrement += four_of(&now->gradient[i]) * four_from(&now->image[i]);
    sums[SUM_DECREMENT] = four_sum(decrement);
    if (fresh < 0)
        return;
    write_pair(h, fresh, from, size, now, last, change, sums);
    for (int age = 0; age < count; age++) {
        const int slot = (fresh + h->window - age) % h->window;
        double   *own = sums + SUM_SLOTS + (size_t)SLOT_SUMS * (size_t)slot;
        dot_two(h->move[slot] + from, change, now->gradient + from, size, &own[SLOT_MOVE_CHANGE], &own[SLOT_MOVE_GRADIENT]);
        dot_two(h->image[slot] + from, change, now->gradient + from, size, &own[SLOT_IMAGE_CHANGE], &own[SLOT_IMAGE_GRADIENT]);
    }
}

// The totals of all chunks. Rejects a pair whose curvature along its move is not clearly positive.
static void take_sums(LbfgsHistory *h, int fresh, int count)
{
    double total[SUM_SLOTS + SLOT_SUMS * LBFGS_WINDOW_MAX] = {0};
    team_sums_add(&h->sums, total);
    h->decrement = total[SUM_DECREMENT];
    if (fresh < 0)
        return;
    h->newest = fresh;
    h->count = count;
    for (int age = 0; age < count; age++) {
        const int     slot = slot_of(h, age);
        const double *own = total + SUM_SLOTS + SLOT_SUMS * slot;
        h->pair[slot][fresh] = own[SLOT_MOVE_CHANGE];
        h->cross[slot][fresh] = h->cross[fresh][slot] = own[SLOT_IMAGE_CHANGE];
        h->move_slope[slot] = own[SLOT_MOVE_GRADIENT];
        h->image_slope[slot] = own[SLOT_IMAGE_GRADIENT];
    }
    if (h->pair[fresh][fresh] > 1e-10 * sqrt(total[SUM_MOVE2]) * sqrt(total[SUM_CHANGE2]) && h->cross[fresh][fresh] > 0)
        return;
    h->newest = (fresh + h->window - 1) % h->window;
    h->count--;
}

// ---- coefficients ----

static double scale_of(const LbfgsHistory *h)
{
    const int n = h->newest;
    if (h->count == 0 || h->scale == LBFGS_SCALE_ONE)
        return 1;
    return h->scale == LBFGS_SCALE_GAMMA ? h->pair[n][n] / h->cross[n][n] : h->cross[n][n] / h->pair[n][n];
}

// t of the two-loop recursion, newest first; r·g so far is γ (z − Σ t P b)·g.
static void descend_ages(const LbfgsHistory *h, double *t)
{
    for (int age = 0; age < h->count; age++) {
        const int slot = slot_of(h, age);
        double    left = h->move_slope[slot];
        for (int newer = 0; newer < age; newer++)
            left -= t[newer] * h->pair[slot][slot_of(h, newer)];
        t[age] = left / h->pair[slot][slot];
    }
}

static void ascend_ages(const LbfgsHistory *h, double gamma, const double *t, double *e)
{
    for (int age = h->count - 1; age >= 0; age--) {
        const int slot = slot_of(h, age);
        double    along = h->image_slope[slot], moved = 0;
        for (int other = 0; other < h->count; other++)
            along -= t[other] * h->cross[slot][slot_of(h, other)];
        for (int older = h->count - 1; older > age; older--)
            moved += e[older] * h->pair[slot_of(h, older)][slot];
        e[age] = t[age] - (gamma * along + moved) / h->pair[slot][slot];
    }
}

void lbfgs_history_solve(LbfgsHistory *h)
{
    const double gamma = scale_of(h);
    double       t[LBFGS_WINDOW_MAX] = {0}, e[LBFGS_WINDOW_MAX] = {0};
    ASSERT(h->count <= LBFGS_WINDOW_MAX);
    descend_ages(h, t);
    ascend_ages(h, gamma, t, e);
    h->of_gradient = -gamma;
    h->slope = -gamma * h->decrement;
    for (int age = 0; age < h->count; age++) {
        const int slot = slot_of(h, age);
        h->of_image[slot] = gamma * t[age];
        h->of_move[slot] = -e[age];
        h->slope += h->of_image[slot] * h->image_slope[slot] + h->of_move[slot] * h->move_slope[slot];
    }
}

void lbfgs_history_add(LbfgsHistory *h, const LbfgsPoint *now, const LbfgsPoint *last)
{
    const bool adds = last && h->window > 0;
    const int  fresh = adds ? (h->newest + 1) % h->window : -1, count = adds && h->count < h->window ? h->count + 1 : h->count;
    int32_t    chunk, end;
    for (team_sums_share(&h->sums, &chunk, &end); chunk < end; chunk++)
        sum_chunk(h, chunk, fresh, count, now, last);
#pragma omp barrier
#pragma omp single
    {
        take_sums(h, fresh, count);
        lbfgs_history_solve(h);
    }
}

// ---- direction ----

// Of a slot: both vectors at once.
static void add_slot(const LbfgsHistory *h, int slot, int32_t from, int32_t count, Four *sum)
{
    const real4 *image = h->image[slot] + from, *move = h->move[slot] + from;
    const double of_image = h->of_image[slot], of_move = h->of_move[slot];
    for (int32_t i = 0; i < count; i++)
        sum[i] = sum[i] + of_image * four_from(&image[i]) + of_move * four_from(&move[i]);
}

static void direct_chunk(const LbfgsHistory *h, int32_t chunk, const LbfgsPoint *now, double length, double4 *direction, double4 *trial)
{
    int32_t from, to;
    Four    sum[TEAM_SUM_CHUNK];
    team_sums_entries(&h->sums, chunk, &from, &to);
    for (int32_t i = from; i < to; i++)
        sum[i - from] = h->of_gradient * four_from(&now->image[i]);
    for (int age = h->count - 1; age >= 0; age--)
        add_slot(h, slot_of(h, age), from, to - from, sum);
    for (int32_t i = from; i < to; i++) {
        const double4 d = {sum[i - from][0], sum[i - from][1], sum[i - from][2], 0};
        trial[i] = double4_along(now->x[i], length, d);
        if (direction)
            direction[i] = d;
    }
}

void lbfgs_history_direction(const LbfgsHistory *h, const LbfgsPoint *now, double length, double4 *direction, double4 *trial)
{
    int32_t chunk, end;
    for (team_sums_share(&h->sums, &chunk, &end); chunk < end; chunk++)
        direct_chunk(h, chunk, now, length, direction, trial);
#pragma omp barrier
}
