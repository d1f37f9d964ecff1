// The stages of a search, and what is said of it.
#include "advise/advise.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "base/clock.h"
#include "base/file.h"

const char *advise_end_name(AdviseEnd end)
{
    static const char *const NAMES[] = {
        [ADVISE_OPEN] = "open",   [ADVISE_REACHED] = "reached", [ADVISE_TIMED] = "timed",    [ADVISE_BEHIND] = "behind",
        [ADVISE_SHORT] = "short", [ADVISE_LOST] = "lost",       [ADVISE_UNTRIED] = "untried"};
    return NAMES[end];
}

double search_left(const Search *s)
{
    return s->settings->budget_s - (double)(clock_ns() - s->started_ns) * 1e-9;
}

Status search_add(Search *s, const Trial *trial, int *index)
{
    if (s->trial_count == s->trial_room) {
        const int room = s->trial_room ? 2 * s->trial_room : 64;
        Trial    *grown = realloc(s->trials, (size_t)room * sizeof *grown);
        if (!grown)
            return status_make(STATUS_MEMORY, "out of memory for the cases of an advice");
        s->trials = grown;
        s->trial_room = room;
    }
    *index = s->trial_count;
    s->trials[s->trial_count++] = *trial;
    return status_ok();
}

// ---- one stage ----

static Status write_text(const Search *s, const char *text)
{
    FileDraft draft;
    TRY(file_begin_given(s->settings->path, &draft));
    fputs(text, draft.stream);
    return file_commit(&draft);
}

// Measures what the store lacks, and reads all of it again. limit_s: of what is left of the budget.
static Status stage(Search *s, const char *what, double limit_s, bool *over)
{
    Experiment experiment;
    char      *text = NULL;
    Status     status = search_text(s, false, &text);
    if (status.code == STATUS_OK)
        status = write_text(s, text);
    free(text);
    TRY(status);
    TRY(experiment_read(&(ExperimentSettings){.path = s->settings->path}, &experiment));
    status = s->settings->measure(s->settings->user, &experiment, what, limit_s, over);
    if (status.code == STATUS_OK)
        status = search_read(s, &experiment);
    experiment_destroy(&experiment);
    return status;
}

static void end_family(Family *family, AdviseEnd end, const char *format, ...) GNU_PRINTF(3, 4);
static void end_family(Family *family, AdviseEnd end, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    family->says.end = end;
    vsnprintf(family->says.reason, sizeof family->says.reason, format, arguments);
    va_end(arguments);
}

// ---- the ladder ----

static Status add_trial(Search *s, int family, int rung, int parts, int iterations)
{
    const Trial trial = {
        .family = family, .rung = rung, .parts = parts, .iterations = iterations, .timed = 1, .linsys = s->families[family].says.linsys};
    return search_add(s, &trial, &s->families[family].last);
}

// The cases of a rung for those that are still open.
static Status add_rung(Search *s, int rung, int *count)
{
    int work = s->settings->of == ADVISE_STEP ? RUNG_STEP : 1;
    for (int i = 0; i < rung; i++)
        work *= RUNG_FACTOR;
    *count = 0;
    for (int f = 0; f < s->family_count; f++) {
        if (s->families[f].says.end != ADVISE_OPEN)
            continue;
        ++*count;
        if (s->settings->of == ADVISE_STEP)
            TRY(add_trial(s, f, rung, 1, work));
        for (int parts = 1; s->settings->of == ADVISE_TRAJECTORY && parts <= PARTS_MOST && parts <= work; parts *= 2)
            TRY(add_trial(s, f, rung, parts, work / parts));
    }
    return status_ok();
}

// What a trial that has errors says of its family.
static void learn(Search *s, int index)
{
    const Trial *t = &s->trials[index];
    Family      *family = &s->families[t->family];
    if (t->needed > 0 && !(family->says.guess_ms <= t->needed_ms)) {
        family->says.guess_ms = t->needed_ms;
        family->says.iterations = t->needed;
        family->says.parts = t->parts;
        family->says.error = t->needed_error;
        family->says.end = ADVISE_REACHED;
        family->final = index;
    } else if (t->needed == 0 && family->says.end == ADVISE_OPEN && !(family->says.error <= t->error)) {
        family->says.error = t->error;
        family->says.iterations = t->done;
        family->says.parts = t->parts;
    }
}

// A trial without errors: it was refused, diverged, or was not measured to its end. Few iterations may diverge where more do not.
static void lose(Search *s, const Trial *t, bool over)
{
    Family *family = &s->families[t->family];
    if (family->says.end != ADVISE_OPEN)
        return;
    if (t->status == CASE_DIVERGED && family->diverged++ == 0 && t->rung + 1 < RUNGS)
        return;
    const bool untold = case_status_stage(t->status) == CASE_OPEN || t->status == CASE_TIMEOUT;
    if (untold && over)
        end_family(family, ADVISE_UNTRIED, "the budget was over");
    else if (case_status_stage(t->status) == CASE_WHOLE)
        end_family(family, ADVISE_LOST, "no error: nothing moves in the steps that are measured");
    else
        end_family(family, ADVISE_LOST, "%s: %s", case_status_name(t->status), t->message);
}

static double best_guess(const Search *s)
{
    double best = INFINITY;
    for (int f = 0; f < s->family_count; f++)
        if (s->families[f].says.end == ADVISE_REACHED)
            best = fmin(best, s->families[f].says.guess_ms);
    return best;
}

// The error of a rung over that of the rung before, of step. NAN: not known.
static double fall(const Search *s, int family, int rung)
{
    double errors[2] = {NAN, NAN};
    for (int i = 0; i < s->trial_count; i++)
        for (int k = 0; k < 2; k++)
            if (s->trials[i].family == family && s->trials[i].rung == rung - k)
                errors[k] = s->trials[i].error;
    return s->settings->of == ADVISE_STEP ? errors[0] / errors[1] : NAN;
}

// What is not there yet takes at least as long as its least time so far.
static void race(Search *s, int rung)
{
    const double best = best_guess(s);
    for (int f = 0; f < s->family_count; f++) {
        Family *family = &s->families[f];
        double  least = INFINITY;
        int     most = 0;
        bool    ended = true;
        if (family->says.end != ADVISE_OPEN)
            continue;
        for (int i = 0; i < s->trial_count; i++) {
            const Trial *t = &s->trials[i];
            if (t->family != f || t->rung != rung || isnan(t->error))
                continue;
            least = fmin(least, t->end_ms);
            most = t->parts * t->iterations > most ? t->parts * t->iterations : most;
            ended = ended && t->done < t->iterations;
        }
        if (isinf(least))
            continue;
        if (ended)
            end_family(family, ADVISE_SHORT, "its own criterion ends a step after %d iteration%s", family->says.iterations,
                       family->says.iterations == 1 ? "" : "s");
        else if (least > ONE_PROCESS_SLACK * best)
            end_family(family, ADVISE_BEHIND, "not there after %.3g ms, and the best takes %.3g ms", least, best);
        else if (rung >= RUNG_STALLED && fall(s, f, rung) > STALLED)
            end_family(family, ADVISE_SHORT, "%d iterations leave no less than %d", most, most / RUNG_FACTOR);
        else if (rung + 1 == RUNGS)
            end_family(family, ADVISE_SHORT, "not there with the most that is tried, %d iterations in a step", most);
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
    for (int f = 0; f < s->family_count; f++)
        if (s->families[f].says.end == ADVISE_OPEN) {
            end_family(&s->families[f], ADVISE_UNTRIED, "the budget was over");
            s->over = true;
        }
    return status_ok();
}

// ---- timing those near the best ----

static int best_timed(const Search *s)
{
    int best = -1;
    for (int f = 0; f < s->family_count; f++)
        if (s->families[f].says.end == ADVISE_TIMED && (best < 0 || s->families[f].says.ms.median < s->families[best].says.ms.median))
            best = f;
    return best;
}

// What a candidate may have taken in one process and still be the best: as long as the best that is timed at most takes.
static double near_ms(const Search *s)
{
    const int best = best_timed(s);
    if (best < 0)
        return ONE_PROCESS_SLACK * best_guess(s);
    const Estimate *ms = &s->families[best].says.ms;
    return isnan(ms->high) ? ms->median : ms->high;
}

// The case that has the setting of a family and nothing more: its last trial where that is it.
static Status add_final(Search *s, int f)
{
    Family          *family = &s->families[f];
    const Trial      explored = s->trials[family->final];
    const LinsysOps *linsys = explored.linsys && explored.linsys->chooses && explored.chosen ? explored.chosen : explored.linsys;
    const Trial      trial = {
             .family = f, .rung = -1, .parts = explored.parts, .iterations = explored.needed, .timed = TIMED_BATCH, .linsys = linsys};
    if (linsys != explored.linsys || explored.needed != explored.iterations)
        return search_add(s, &trial, &family->final);
    s->trials[family->final].timed = TIMED_BATCH;
    return status_ok();
}

static const char *end_of_final(const Trial *t)
{
    return case_status_stage(t->status) == CASE_LOST && *t->message ? t->message : case_status_name(t->status);
}

// Whether the case that has the setting is at the error, too: what a solver does may depend on how many iterations it is given.
static void verify(Search *s, int f, bool over)
{
    Family      *family = &s->families[f];
    const Trial *t = &s->trials[family->final];
    const bool   lost = case_status_retry(t->status) == RETRY_NEVER && case_status_stage(t->status) == CASE_LOST;
    if (t->linsys)
        family->says.linsys = t->linsys;
    if (!lost && t->error <= s->settings->error && t->ms.count > 0) {
        family->says.end = ADVISE_TIMED;
        family->says.ms = t->ms;
        family->says.error = t->error;
    } else if (!lost && !isnan(t->error) && !(t->error <= s->settings->error)) {
        end_family(family, ADVISE_SHORT, "not there with %d iterations as its limit, though that iterate of more is", t->iterations);
        family->says.error = t->error;
        family->says.guess_ms = NAN;
    } else if (!over) {
        end_family(family, ADVISE_LOST, "with %d iterations: %s", t->iterations, end_of_final(t));
        family->says.guess_ms = NAN;
    }
}

// An interval that is not known overlaps with every other.
static bool overlaps(const Estimate *a, const Estimate *best)
{
    return !(a->low > best->high);
}

// One more batch for those that are not told apart from the best; *count: how many they are.
static void want_more(Search *s, int *count)
{
    const int best = best_timed(s);
    *count = 0;
    for (int f = 0; f < s->family_count && best >= 0; f++)
        *count += s->families[f].says.end == ADVISE_TIMED && overlaps(&s->families[f].says.ms, &s->families[best].says.ms);
    for (int f = 0; f<s->family_count && * count> 1; f++) {
        Trial *final = s->families[f].says.end == ADVISE_TIMED ? &s->trials[s->families[f].final] : NULL;
        if (final && final->timed < TIMED_MOST && overlaps(&s->families[f].says.ms, &s->families[best].says.ms))
            final->timed += TIMED_BATCH;
    }
}

// Batches of those at the front, and of those that turn out to be near them.
static Status time_front(Search *s, const bool *front, int count, bool *over)
{
    for (int batch = 0; batch < TIMED_MOST / TIMED_BATCH && count > 0 && search_left(s) > 0; batch++) {
        char what[80];
        snprintf(what, sizeof what, "%d candidate%s, timed", count, count == 1 ? "" : "s");
        TRY(stage(s, what, search_left(s), over));
        for (int f = 0; f < s->family_count; f++)
            if (front[f] && (s->families[f].says.end == ADVISE_REACHED || s->families[f].says.end == ADVISE_TIMED))
                verify(s, f, *over);
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
    for (int f = 0; f < s->family_count; f++) {
        if (s->families[f].says.end != ADVISE_REACHED || !(s->families[f].says.guess_ms <= near))
            continue;
        front[f] = true;
        ++*count;
        TRY(add_final(s, f));
    }
    return status_ok();
}

// Until the best that is timed takes less than what is not timed did in one process.
static Status time_best(Search *s)
{
    bool  *front = calloc((size_t)s->family_count, sizeof *front);
    Status status = front ? status_ok() : status_make(STATUS_MEMORY, "out of memory for an advice");
    bool   over = false;
    while (status.code == STATUS_OK && !over) {
        int count = 0;
        over = search_left(s) <= 0;
        if (!over)
            status = choose_front(s, front, &count);
        if (count == 0)
            break;
        if (status.code == STATUS_OK)
            status = time_front(s, front, count, &over);
    }
    s->over = s->over || over;
    free(front);
    return status;
}

// ---- what is said ----

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
    out->candidates = calloc((size_t)s->family_count, sizeof *out->candidates);
    if (!out->candidates)
        return status_make(STATUS_MEMORY, "out of memory for an advice");
    for (int f = 0; f < s->family_count; f++) {
        const Family *family = &s->families[f];
        out->candidates[f] = family->says;
        if (family->says.linsys && family->says.linsys->chooses && family->last >= 0 && s->trials[family->last].chosen)
            out->candidates[f].linsys = s->trials[family->last].chosen;
    }
    out->count = s->family_count;
    qsort(out->candidates, (size_t)out->count, sizeof *out->candidates, compare);
    while (out->there < out->count && rank(&out->candidates[out->there]) < 2)
        out->there++;
    while (out->ties < out->there && out->candidates[out->ties].end == ADVISE_TIMED &&
           overlaps(&out->candidates[out->ties].ms, &out->candidates[0].ms))
        out->ties++;
    out->steps = (int)param_int(&s->base.params, "steps");
    out->dt = param_real(&s->base.params, "dt");
    out->probes = s->settings->of == ADVISE_STEP ? (out->steps < PROBES ? out->steps : PROBES) : 0;
    out->over = s->over;
    TRY(search_text(s, false, &out->text));
    return search_text(s, true, &out->figure);
}

// The last text has the figure and the table of what is known now: the store gets it, and nothing more is measured.
static Status record(Search *s)
{
    bool over = false;
    return stage(s, NULL, 1e-3, &over);
}

static Status search(Search *s, Advice *out)
{
    TRY(explore(s));
    TRY(time_best(s));
    TRY(record(s));
    TRY(say(s, out));
    out->seconds = (double)(clock_ns() - s->started_ns) * 1e-9;
    return status_ok();
}

Status advise_make(const AdviseSettings *settings, Advice *out)
{
    Search s = {.settings = settings, .started_ns = clock_ns()};
    *out = (Advice){0};
    Status status = search_families(&s);
    if (status.code == STATUS_OK)
        status = search(&s, out);
    free(s.families);
    free(s.trials);
    if (status.code != STATUS_OK)
        advise_destroy(out);
    return status;
}

void advise_destroy(Advice *advice)
{
    free(advice->candidates);
    free(advice->text);
    free(advice->figure);
    *advice = (Advice){0};
}
