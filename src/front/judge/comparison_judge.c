// Judges a comparison: finds the common cases, the interval of the ratio of their times, and other changes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/statistics.h"
#include "data/number.h"
#include "experiment/data_view.h"
#include "judge/private/comparison.h"

#define LEVEL 0.05 // for all cases together

const char *const COMPARE_ANSWER_NAMES[] = {"not timed", "same", "unresolved", "faster", "slower"};

static const struct {
    const char *name, *more, *less;
    double      tolerance;
} QUANTITIES[] = {
#define COMPARED(constant, name, more, less, tolerance) {name, more, less, tolerance},
    COMPARED_QUANTITIES
#undef COMPARED
};

const char *compared_name(ComparedQuantity quantity)
{
    return QUANTITIES[quantity].name;
}

const char *compared_change(ComparedQuantity quantity, int change)
{
    return change > 0 ? QUANTITIES[quantity].more : QUANTITIES[quantity].less;
}

void compared_format(ComparedQuantity quantity, double value, char *out, size_t size)
{
    char text[NUMBER_TEXT];
    if (quantity == COMPARED_ITERATIONS)
        snprintf(text, sizeof text, "%.0f", value);
    else if (quantity == COMPARED_MEMORY)
        number_bytes(value, text);
    else
        number_format(value, text);
    snprintf(out, size, "%s", text);
}

// ---- cases of both sides ----

static int by_order(const void *left, const void *right)
{
    const ComparedCase *a = left, *b = right;
    return (a->sides[0]->id > b->sides[0]->id) - (a->sides[0]->id < b->sides[0]->id);
}

static Status match(Comparison *c)
{
    const ComparedSide *a = &c->sides[0], *b = &c->sides[1];
    TRY(ARENA_NEW(&c->arena, a->case_count, &c->cases));
    for (int i = 0, k = 0; i < a->case_count || k < b->case_count;) { // sorted by key: one walk over both
        const int order = i == a->case_count ? 1 : k == b->case_count ? -1 : strcmp(a->cases[i].key, b->cases[k].key);
        if (order == 0)
            c->cases[c->case_count++] = (ComparedCase){.sides = {&a->cases[i], &b->cases[k]}};
        c->only[0] += order < 0;
        c->only[1] += order > 0;
        i += order <= 0;
        k += order >= 0;
    }
    if (c->case_count == 0)
        return status_make(STATUS_INPUT,
                           "the databases have no common case (%d only in the first, %d only in the second); compare "
                           "runs of the same experiment and scenes",
                           c->only[0], c->only[1]);
    qsort(c->cases, (size_t)c->case_count, sizeof *c->cases, by_order);
    return status_ok();
}

// ---- time ----

// rounds: the rounds of both sides are comparable.
static Status judge_ratio(Comparison *comparison, const ComparedCase *c, bool rounds, Ratio **out)
{
    RatioSample samples[2];
    for (int s = 0; s < 2; s++) {
        const ProcessValue *processes = comparison->sides[s].values + c->sides[s]->first;
        const int           count = c->sides[s]->count;
        double             *values = NULL;
        int64_t            *of_rounds = NULL;
        TRY(ARENA_NEW(&comparison->arena, 2 * count, &values));
        TRY(ARENA_NEW(&comparison->arena, count, &of_rounds));
        for (int i = 0; i < count; i++) {
            values[i] = processes[i].ms;
            of_rounds[i] = processes[i].round;
        }
        samples[s] = (RatioSample){values, rounds ? of_rounds : NULL, count, CLOCK_STEP_MS, values + count};
    }
    TRY(ARENA_NEW(&comparison->arena, 1, out));
    ratio_init(&samples[1], &samples[0], *out);
    return status_ok();
}

static void judge_confidence(ComparedCase *c)
{
    const double below = ratio_below(c->distribution, 1);
    c->pairs = c->distribution->pairs;
    c->ratio = c->distribution->value;
    c->low = ratio_at(c->distribution, LEVEL / 2);
    c->high = ratio_at(c->distribution, 1 - LEVEL / 2);
    c->p = 2 * fmin(below, 1 - below);
}

// scratch: [processes of both sides]
static Status judge_time(Comparison *comparison, ComparedCase *c, double *scratch)
{
    const int           counts[2] = {c->sides[0]->count, c->sides[1]->count}, fewer = counts[0] < counts[1] ? counts[0] : counts[1];
    const ProcessValue *processes[2];
    c->ratio = c->low = c->high = c->p = c->p_holm = NAN;
    for (int s = 0; s < 2; s++) {
        processes[s] = counts[s] ? comparison->sides[s].values + c->sides[s]->first : NULL;
        for (int i = 0; i < counts[s]; i++)
            scratch[i] = processes[s][i].ms;
        c->ms[s] = counts[s] ? statistics_median(scratch, counts[s]) : NAN;
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < counts[s]; i++)
            if (!(processes[s][i].ms > 0))
                return status_make(STATUS_INPUT, "%s: a step of `%.100s` has time zero, so the database is damaged; measure again",
                                   comparison->sides[s].input->path, c->sides[s]->label);
    if (fewer == 0)
        return status_ok();
    c->answer = COMPARE_UNRESOLVED;
    c->ratio = c->ms[1] / c->ms[0];
    comparison->single += fewer == 1;
    if (fewer == 1)
        return status_ok();
    TRY(judge_ratio(comparison, c, comparison->sides[0].input->store == comparison->sides[1].input->store, &c->distribution));
    judge_confidence(c);
    return status_ok();
}

static int by_p(const void *left, const void *right)
{
    const ComparedCase *const *a = left, *const *b = right;
    return ((*a)->p > (*b)->p) - ((*a)->p < (*b)->p);
}

// Holm (1979): the probability of one or more false answers among all cases is at most LEVEL.
static void correct(ComparedCase **order, int count)
{
    double largest = 0;
    qsort(order, (size_t)count, sizeof *order, by_p);
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fmin(1, (count - i) * order[i]->p));
        order[i]->p_holm = largest;
    }
}

static CompareAnswer answer(const ComparedCase *c, double threshold)
{
    if (c->p_holm <= LEVEL && c->ratio > 1 + threshold)
        return COMPARE_SLOWER;
    if (c->p_holm <= LEVEL && c->ratio < 1 / (1 + threshold))
        return COMPARE_FASTER;
    return c->low > 1 / (1 + threshold) && c->high < 1 + threshold ? COMPARE_SAME : COMPARE_UNRESOLVED;
}

// The geometric mean of the ratios of these cases. The cases are chosen, not a random sample, so the interval is over their processes: each
// ratio is drawn from its confidence distribution. Drawing the cases as well would count the spread of their processes twice.
static void judge_mean(Comparison *c, ComparedCase *const *known, int count)
{
    enum { DRAWS = 1000 };
    Random random = {1};
    double sum = 0, draws[DRAWS];
    int    timed = 0;
    for (int i = 0; i < c->case_count; i++)
        if (c->cases[i].answer != COMPARE_UNTIMED) {
            sum += log(c->cases[i].ratio);
            timed++;
        }
    c->mean = timed ? exp(sum / timed) : NAN;
    c->mean_low = c->mean_high = NAN;
    if (count == 0 || count < timed)
        return;
    for (int d = 0; d < DRAWS; d++) {
        draws[d] = 0;
        for (int i = 0; i < count; i++)
            draws[d] += log(ratio_draw(known[i]->distribution, &random)) / count;
    }
    statistics_median(draws, DRAWS); // sorts them
    c->mean_low = exp(statistics_quantile(draws, DRAWS, LEVEL / 2));
    c->mean_high = exp(statistics_quantile(draws, DRAWS, 1 - LEVEL / 2));
}

static Status judge_times(Comparison *c, ComparedCase **known, double *scratch)
{
    int count = 0;
    for (int i = 0; i < c->case_count; i++) {
        TRY(judge_time(c, &c->cases[i], scratch));
        if (c->cases[i].distribution)
            known[count++] = &c->cases[i];
    }
    correct(known, count);
    for (int i = 0; i < count; i++)
        known[i]->answer = answer(known[i], c->threshold);
    judge_mean(c, known, count);
    return status_ok();
}

// ---- quantities that are equal in every repetition ----

// Errors below this are round-off of positions relative to the motion of a step: they change with the order of a sum.
static double round_off(ComparedQuantity quantity, const SideCase *c)
{
    return quantity != COMPARED_ERROR && quantity != COMPARED_TRAJECTORY ? 0 : c->f32 ? 1e-4 : 1e-10;
}

static int change(ComparedQuantity quantity, const SideCase *a, const SideCase *b)
{
    const double from = a->quantities[quantity], to = b->quantities[quantity], beyond = 1 + QUANTITIES[quantity].tolerance;
    if (to > from * beyond && to > round_off(quantity, b))
        return 1;
    return from > to * beyond && from > round_off(quantity, a) ? -1 : 0;
}

static bool has_ended(const SideCase *c)
{
    return case_status_stage(case_status_find(c->status)) != CASE_OPEN;
}

static bool is_whole(const SideCase *c)
{
    return case_status_stage(case_status_find(c->status)) == CASE_WHOLE;
}

static void judge_facts(Comparison *comparison, ComparedCase *c)
{
    const SideCase *a = c->sides[0], *b = c->sides[1];
    for (int q = 0; q < COMPARED_COUNT; q++)
        c->changes[q] = change((ComparedQuantity)q, a, b);
    if (has_ended(a) && has_ended(b))
        c->outcome = is_whole(a) - is_whole(b);
    c->other_bits = a->hash && b->hash && strcmp(a->hash, b->hash) != 0;
    bool worse = c->answer == COMPARE_SLOWER || c->outcome > 0;
    for (int q = 0; q < COMPARED_COUNT; q++) {
        comparison->more[q] += c->changes[q] > 0;
        comparison->less[q] += c->changes[q] < 0;
        worse = worse || c->changes[q] > 0;
    }
    comparison->answers[c->answer]++;
    comparison->other_bits += c->other_bits;
    comparison->failed += c->outcome > 0;
    comparison->worse += worse;
}

static bool on_other_machine(const ComparedSide *a, const ComparedSide *b)
{
    for (int p = 0; p < PRECISION_COUNT; p++)
        if (a->builds[p].id && b->builds[p].id && strcmp(a->builds[p].cpu, b->builds[p].cpu) != 0)
            return true;
    return false;
}

Status comparison_judge(Comparison *c)
{
    TRY(match(c));
    const size_t   room = (size_t)c->sides[0].value_count + (size_t)c->sides[1].value_count;
    double        *scratch = NULL;
    ComparedCase **known = NULL;
    TRY(ARENA_NEW(&c->arena, room, &scratch));
    TRY(ARENA_NEW(&c->arena, c->case_count, &known));
    TRY(judge_times(c, known, scratch));
    for (int i = 0; i < c->case_count; i++)
        judge_facts(c, &c->cases[i]);
    c->other_machine = on_other_machine(&c->sides[0], &c->sides[1]);
    return status_ok();
}
