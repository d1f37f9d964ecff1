// The stages of a search, and its result.
#include "advise/advise.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/owned.h"

const char *const ADVISE_OF_NAMES[] = {[ADVISE_STEP] = "step", [ADVISE_TRAJECTORY] = "trajectory", NULL};

const char *advise_end_name(AdviseEnd end)
{
    static const char *const NAMES[] = {
        [ADVISE_OPEN] = "open",   [ADVISE_REACHED] = "reached", [ADVISE_TIMED] = "timed",    [ADVISE_BEHIND] = "behind",
        [ADVISE_SHORT] = "short", [ADVISE_LOST] = "lost",       [ADVISE_UNTRIED] = "untried"};
    return NAMES[end];
}

// Remaining seconds of the budget.
static double search_left(const Search *s)
{
    return s->settings->budget_s - (double)(clock_ns() - s->started_ns) * 1e-9;
}

static Status search_add(Search *s, const Trial *trial, int *index)
{
    TRY(memory_grow((void **)&s->trials, s->trial_count, sizeof *s->trials));
    *index = s->trial_count;
    s->trials[s->trial_count++] = *trial;
    return status_ok();
}

// ---- one stage ----

static Status write_text(const Search *s)
{
    FileDraft draft;
    OWNED(char) *text = NULL;
    TRY(search_text(s, false, &text));
    TRY(file_begin_given(s->settings->path, &draft));
    fputs(text, draft.stream);
    return file_commit(&draft);
}

// STATUS_INPUT: a file of the scene has changed, so that results of earlier stages belong to another scene.
static Status check_scene(const Search *s)
{
    Case again = s->base;
    again.scene_expected = &s->base.scene_info;
    return case_resolve(&again);
}

// Measures the missing cases of the store, and reads all results again. limit_s: part of the remaining budget.
static Status stage(Search *s, const char *what, double limit_s, bool *over)
{
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    TRY(write_text(s));
    TRY(experiment_read(&(ExperimentSettings){.path = s->settings->path}, &experiment));
    TRY(check_scene(s));
    TRY(s->settings->measure(s->settings->user, &experiment, what, limit_s, over));
    return search_read(s, &experiment);
}

static void end_entrant(Entrant *entrant, AdviseEnd end, const char *format, ...) GNU_PRINTF(3, 4);
static void end_entrant(Entrant *entrant, AdviseEnd end, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    entrant->candidate.end = end;
    vsnprintf(entrant->candidate.reason, sizeof entrant->candidate.reason, format, arguments);
    va_end(arguments);
}

// ---- the ladder ----

static Status add_trial(Search *s, int entrant, int rung, int parts, int iterations)
{
    const Trial trial = {.entrant = entrant,
                         .rung = rung,
                         .parts = parts,
                         .iterations = iterations,
                         .timed = 1,
                         .linsys = s->entrants[entrant].candidate.linsys};
    return search_add(s, &trial, &s->entrants[entrant].explored);
}

// The cases of a rung for the candidates that are still open.
static Status add_rung(Search *s, int rung, int *count)
{
    int work = s->settings->of == ADVISE_STEP ? RUNG_STEP : 1;
    for (int i = 0; i < rung; i++)
        work *= RUNG_FACTOR;
    *count = 0;
    for (int e = 0; e < s->entrant_count; e++) {
        if (s->entrants[e].candidate.end != ADVISE_OPEN)
            continue;
        ++*count;
        if (s->settings->of == ADVISE_STEP)
            TRY(add_trial(s, e, rung, 1, work));
        for (int parts = 1; s->settings->of == ADVISE_TRAJECTORY && parts <= PARTS_MAX && parts <= work; parts *= 2)
            TRY(add_trial(s, e, rung, parts, work / parts));
    }
    return status_ok();
}

// Updates an entrant from a trial with errors.
static void learn(Search *s, int index)
{
    const Trial *t = &s->trials[index];
    Entrant     *entrant = &s->entrants[t->entrant];
    if (t->needed > 0 && !(entrant->candidate.guess_ms <= t->needed_ms)) {
        entrant->candidate.guess_ms = t->needed_ms;
        entrant->candidate.iterations = t->needed;
        entrant->candidate.parts = t->parts;
        entrant->candidate.error = t->needed_error;
        entrant->candidate.end = ADVISE_REACHED;
        entrant->final = index;
    } else if (t->needed == 0 && entrant->candidate.end == ADVISE_OPEN && !(entrant->candidate.error <= t->error)) {
        entrant->candidate.error = t->error;
        entrant->candidate.iterations = t->done;
        entrant->candidate.parts = t->parts;
    }
}

// Updates an entrant from a trial without errors: refused, diverged, or not finished. Few iterations may diverge although more converge.
static void lose(Search *s, const Trial *t, bool over)
{
    Entrant *entrant = &s->entrants[t->entrant];
    if (entrant->candidate.end != ADVISE_OPEN)
        return;
    if (t->status == CASE_DIVERGED && entrant->diverged++ == 0 && t->rung + 1 < RUNGS)
        return;
    const bool untold = case_status_stage(t->status) == CASE_OPEN || t->status == CASE_TIMEOUT;
    if (untold && over)
        end_entrant(entrant, ADVISE_UNTRIED, "not measured within --time");
    else if (case_status_stage(t->status) == CASE_WHOLE)
        end_entrant(entrant, ADVISE_LOST, "no error is defined, because nothing moves in the measured steps; use other --steps");
    else
        end_entrant(entrant, ADVISE_LOST, "%s: %s", case_status_name(t->status), t->message);
}

static double best_guess(const Search *s)
{
    double best = INFINITY;
    for (int e = 0; e < s->entrant_count; e++)
        if (s->entrants[e].candidate.end == ADVISE_REACHED)
            best = fmin(best, s->entrants[e].candidate.guess_ms);
    return best;
}

// With --of step: the error of a rung divided by that of the previous rung. NAN: unknown.
static double fall(const Search *s, int entrant, int rung)
{
    double errors[2] = {NAN, NAN};
    for (int i = 0; i < s->trial_count; i++)
        for (int k = 0; k < 2; k++)
            if (s->trials[i].entrant == entrant && s->trials[i].rung == rung - k)
                errors[k] = s->trials[i].error;
    return s->settings->of == ADVISE_STEP ? errors[0] / errors[1] : NAN;
}

// An entrant that has not reached the error needs at least its smallest time so far.
static void race(Search *s, int rung)
{
    const double best = best_guess(s);
    for (int e = 0; e < s->entrant_count; e++) {
        Entrant *entrant = &s->entrants[e];
        double   min = INFINITY;
        int      max = 0;
        bool     ended = true;
        if (entrant->candidate.end != ADVISE_OPEN)
            continue;
        for (int i = 0; i < s->trial_count; i++) {
            const Trial *t = &s->trials[i];
            if (t->entrant != e || t->rung != rung || isnan(t->error))
                continue;
            min = fmin(min, t->end_ms);
            max = t->parts * t->iterations > max ? t->parts * t->iterations : max;
            ended = ended && t->done < t->iterations;
        }
        if (isinf(min))
            continue;
        if (ended)
            end_entrant(entrant, ADVISE_SHORT, "it ended each step by itself after %d iteration%s, before the error was reached",
                        entrant->candidate.iterations, entrant->candidate.iterations == 1 ? "" : "s");
        else if (min > ONE_PROCESS_SLACK * best)
            end_entrant(entrant, ADVISE_BEHIND, "error not reached after %.3g ms; the fastest candidate takes %.3g ms", min, best);
        else if (rung >= RUNG_STALLED && fall(s, e, rung) > STALLED)
            end_entrant(entrant, ADVISE_SHORT, "stalled: from %d to %d iterations the error falls by less than %.0f %%", max / RUNG_FACTOR,
                        max, 100 * (1 - STALLED));
        else if (rung + 1 == RUNGS)
            end_entrant(entrant, ADVISE_SHORT, "error not reached within %d iterations per step, the limit of the search", max);
    }
}

static void judge_rung(Search *s, int rung, bool over)
{
    for (int i = 0; i < s->trial_count; i++) {
        const Trial *t = &s->trials[i];
        if (t->rung != rung)
            continue;
        if (isnan(t->error) || isnan(t->end_ms))
            lose(s, t, over);
        else
            learn(s, i);
    }
    race(s, rung);
}

static Status explore(Search *s)
{
    const double share = EXPLORE_SHARE * s->settings->budget_s;
    for (int rung = 0; rung < RUNGS; rung++) {
        char         what[80];
        int          count = 0;
        bool         over = false;
        const double left = search_left(s) - (s->settings->budget_s - share);
        if (left <= 0)
            break;
        TRY(add_rung(s, rung, &count));
        if (count == 0)
            return status_ok();
        snprintf(what, sizeof what, "%d candidate%s, up to %d iterations", count, count == 1 ? "" : "s",
                 s->trials[s->trial_count - 1].parts * s->trials[s->trial_count - 1].iterations);
        TRY(stage(s, what, left, &over));
        judge_rung(s, rung, over);
        s->over = s->over || over;
        if (over)
            break;
    }
    for (int e = 0; e < s->entrant_count; e++)
        if (s->entrants[e].candidate.end == ADVISE_OPEN) {
            end_entrant(&s->entrants[e], ADVISE_UNTRIED, "not measured within --time");
            s->over = true;
        }
    return status_ok();
}

// ---- timing the candidates near the best ----

static int best_timed(const Search *s)
{
    int best = -1;
    for (int e = 0; e < s->entrant_count; e++)
        if (s->entrants[e].candidate.end == ADVISE_TIMED &&
            (best < 0 || s->entrants[e].candidate.ms.median < s->entrants[best].candidate.ms.median))
            best = e;
    return best;
}

// The largest one-process time with which a candidate can still be the best: the upper end of the interval of the best timed candidate.
static double near_ms(const Search *s)
{
    const int best = best_timed(s);
    if (best < 0)
        return ONE_PROCESS_SLACK * best_guess(s);
    const Estimate *ms = &s->entrants[best].candidate.ms;
    return isnan(ms->high) ? ms->median : ms->high;
}

// The case with exactly the setting of an entrant; its last trial if that has this setting.
static Status add_final(Search *s, int e)
{
    Entrant         *entrant = &s->entrants[e];
    const Trial      explored = s->trials[entrant->final];
    const LinsysOps *linsys = explored.linsys && explored.linsys->chooses && explored.chosen ? explored.chosen : explored.linsys;
    const Trial      trial = {
             .entrant = e, .rung = -1, .parts = explored.parts, .iterations = explored.needed, .timed = TIMED_BATCH, .linsys = linsys};
    if (linsys != explored.linsys || explored.needed != explored.iterations)
        return search_add(s, &trial, &entrant->final);
    s->trials[entrant->final].timed = TIMED_BATCH;
    return status_ok();
}

static const char *end_of_final(const Trial *t)
{
    return case_status_stage(t->status) == CASE_LOST && *t->message ? t->message : case_status_name(t->status);
}

// Checks that the case with exactly this setting reaches the error, too: the iterates of a solver may depend on its iteration limit.
static void verify(Search *s, int e, bool over)
{
    Entrant     *entrant = &s->entrants[e];
    const Trial *t = &s->trials[entrant->final];
    const bool   lost = case_status_retry(t->status) == RETRY_NEVER && case_status_stage(t->status) == CASE_LOST;
    if (t->linsys)
        entrant->candidate.linsys = t->linsys;
    if (!lost && t->error <= s->settings->error && t->ms.count > 0) {
        entrant->candidate.end = ADVISE_TIMED;
        entrant->candidate.ms = t->ms;
        entrant->candidate.error = t->error;
    } else if (!lost && t->error > s->settings->error) {
        end_entrant(entrant, ADVISE_SHORT, "error not reached with exactly %d iterations, although iterate %d of a longer run reached it",
                    t->iterations, t->iterations);
        entrant->candidate.error = t->error;
        entrant->candidate.guess_ms = NAN;
    } else if (!over) {
        end_entrant(entrant, ADVISE_LOST, "with %d iterations: %s", t->iterations, end_of_final(t));
        entrant->candidate.guess_ms = NAN;
    }
}

// An unknown interval overlaps with every other.
static bool is_tied(const AdviseCandidate *candidate, const AdviseCandidate *best)
{
    return candidate->end == ADVISE_TIMED && !(candidate->ms.low > best->ms.high);
}

int search_ties(AdviseCandidate *sorted, int count)
{
    const AdviseCandidate best = *sorted;
    int                   ties = 0;
    for (int i = 0; i < count; i++) {
        const AdviseCandidate candidate = sorted[i];
        if (!is_tied(&candidate, &best))
            continue;
        memmove(&sorted[ties + 1], &sorted[ties], (size_t)(i - ties) * sizeof *sorted);
        sorted[ties++] = candidate;
    }
    return ties;
}

// One more batch for the candidates that tie with the best; *count: their number.
static void want_more(Search *s, int *count)
{
    const int              best = best_timed(s);
    const AdviseCandidate *first = best < 0 ? NULL : &s->entrants[best].candidate;
    *count = 0;
    for (int e = 0; e < s->entrant_count && first; e++)
        *count += is_tied(&s->entrants[e].candidate, first);
    if (*count < 2)
        return;
    for (int e = 0; e < s->entrant_count; e++) {
        Trial *final = is_tied(&s->entrants[e].candidate, first) ? &s->trials[s->entrants[e].final] : NULL;
        if (final && final->timed < TIMED_MAX)
            final->timed += TIMED_BATCH;
    }
}

// Batches of the best candidates, and of those that prove to be near them.
static Status time_front(Search *s, const bool *front, int count, bool *over)
{
    for (int batch = 0; batch < TIMED_MAX / TIMED_BATCH && count > 0 && search_left(s) > 0; batch++) {
        char what[80];
        snprintf(what, sizeof what, "%d candidate%s, timed", count, count == 1 ? "" : "s");
        TRY(stage(s, what, search_left(s), over));
        for (int e = 0; e < s->entrant_count; e++)
            if (front[e] && (s->entrants[e].candidate.end == ADVISE_REACHED || s->entrants[e].candidate.end == ADVISE_TIMED))
                verify(s, e, *over);
        want_more(s, &count);
        if (*over || count < 2)
            break;
    }
    return status_ok();
}

static Status choose_front(Search *s, bool *front, int *count)
{
    const double near = near_ms(s);
    *count = 0;
    for (int e = 0; e < s->entrant_count; e++) {
        if (s->entrants[e].candidate.end != ADVISE_REACHED || !(s->entrants[e].candidate.guess_ms <= near))
            continue;
        front[e] = true;
        ++*count;
        TRY(add_final(s, e));
    }
    return status_ok();
}

// Repeats until the best timed candidate is faster than the one-process time of every other candidate.
static Status time_best(Search *s)
{
    OWNED(bool) *front = calloc((size_t)s->entrant_count, sizeof *front);
    bool over = false;
    if (!front)
        return status_make(STATUS_MEMORY, "out of memory for an advice");
    while (!over) {
        int count = 0;
        over = search_left(s) <= 0;
        if (!over)
            TRY(choose_front(s, front, &count));
        if (count == 0)
            break;
        TRY(time_front(s, front, count, &over));
    }
    s->over = s->over || over; // NOLINT(clang-analyzer-unix.Malloc): OWNED frees it
    return status_ok();
}

// ---- the result ----

static int rank(const AdviseCandidate *c)
{
    return c->end == ADVISE_TIMED ? 0 : c->end == ADVISE_REACHED ? 1 : isnan(c->error) ? 3 : 2;
}

static int compare(const void *a, const void *b)
{
    const AdviseCandidate *x = a, *y = b;
    if (rank(x) != rank(y))
        return rank(x) - rank(y);
    const double mine = rank(x) == 0 ? x->ms.median : rank(x) == 1 ? x->guess_ms : x->error;
    const double other = rank(x) == 0 ? y->ms.median : rank(x) == 1 ? y->guess_ms : y->error;
    return mine != other && !isnan(mine) ? (mine > other) - (mine < other) : x->threads - y->threads;
}

static Status say(Search *s, Advice *out)
{
    out->candidates = calloc((size_t)s->entrant_count, sizeof *out->candidates);
    if (!out->candidates)
        return status_make(STATUS_MEMORY, "out of memory for an advice");
    for (int e = 0; e < s->entrant_count; e++) {
        const Entrant *entrant = &s->entrants[e];
        out->candidates[e] = entrant->candidate;
        if (entrant->candidate.linsys && entrant->candidate.linsys->chooses && entrant->explored >= 0 &&
            s->trials[entrant->explored].chosen)
            out->candidates[e].linsys = s->trials[entrant->explored].chosen;
    }
    out->count = s->entrant_count;
    qsort(out->candidates, (size_t)out->count, sizeof *out->candidates, compare);
    while (out->reached < out->count && rank(&out->candidates[out->reached]) < 2)
        out->reached++;
    out->ties = search_ties(out->candidates, out->reached);
    out->steps = (int)param_int(&s->base.params, "steps");
    out->dt = param_real(&s->base.params, "dt");
    out->probes = s->settings->of == ADVISE_STEP ? (out->steps < PROBES ? out->steps : PROBES) : 0;
    out->over = s->over;
    return search_text(s, true, &out->figure);
}

// The last text contains the final figure and table. The store gets this text; nothing more is measured.
static Status record(Search *s)
{
    bool over = false;
    return stage(s, NULL, 1e-3, &over); // 0 would mean no limit
}

static void end_search(Search *s)
{
    free(s->entrants);
    free(s->trials);
}

static Status search(const AdviseSettings *settings, Advice *out)
{
    GNU_CLEANUP(end_search) Search s = {.settings = settings, .started_ns = clock_ns()};
    TRY(search_candidates(&s));
    TRY(explore(&s));
    TRY(time_best(&s));
    TRY(record(&s));
    TRY(say(&s, out));
    out->seconds = (double)(clock_ns() - s.started_ns) * 1e-9;
    return status_ok();
}

Status advise_make(const AdviseSettings *settings, Advice *out)
{
    *out = (Advice){0};
    const Status status = search(settings, out);
    if (status.code != STATUS_OK)
        advise_destroy(out);
    return status;
}

void advise_destroy(Advice *advice)
{
    free(advice->candidates);
    free(advice->figure);
    *advice = (Advice){0};
}
