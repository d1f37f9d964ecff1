// The text of the experiment: a block for each case, the figure with the curves, and the table of the timed candidates.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "base/text.h"
#include "experiment/figure_spec.h"

enum { DRAWN_MAX = SPEC_VALUES_MAX };

static void put_set(const char *set, FILE *out)
{
    const size_t name = strcspn(set, "=");
    fprintf(out, ", %.*s: ", (int)name, set);
    text_put_quoted(set + name + 1, strlen(set + name + 1), out);
}

void advise_put_sets(const AdviseSettings *settings, const AdviseCandidate *candidate, FILE *out)
{
    for (int i = 0; i < settings->set_count; i++)
        if (strncmp(settings->sets[i], "scene.", 6) != 0 && advise_takes(candidate, settings->sets[i]))
            put_set(settings->sets[i], out);
}

static void put_name(const Search *s, const Trial *t, FILE *out)
{
    const AdviseCandidate *c = &s->entrants[t->entrant].candidate;
    fprintf(out, "%s_%s%s%s_%dt_%dx%d", c->solver->name, t->linsys ? t->linsys->name : "", t->linsys ? "_" : "",
            precision_names()[c->precision], c->threads, t->parts, t->iterations);
}

static void put_real(const char *key, double value, FILE *out)
{
    char text[40];
    text_from_double(value, text, sizeof text);
    fprintf(out, ", %s: %s", key, text);
}

static void put_parts(const Search *s, const Trial *t, FILE *out)
{
    const AdviseCandidate *c = &s->entrants[t->entrant].candidate;
    const char            *name = advise_parts_name(c);
    if (name)
        fprintf(out, ", %s: %d", name, t->parts);
    else if (t->parts > 1) { // more, shorter steps with the same reference
        put_real("dt", param_real(&s->base.params, "dt") / t->parts, out);
        fprintf(out, ", steps: %lld, fine: %d", (long long)param_int(&s->base.params, "steps") * t->parts, FINE / t->parts);
    }
}

static void put_block(const Search *s, const Trial *t, FILE *out)
{
    const AdviseCandidate *c = &s->entrants[t->entrant].candidate;
    fputs("  - name: ", out);
    put_name(s, t, out);
    fprintf(out, "\n    axes: {solver: %s", c->solver->name);
    if (t->linsys)
        fprintf(out, ", linsys: %s", t->linsys->name);
    fprintf(out, ", precision: %s, threads: %d, %s: %d", precision_names()[c->precision], c->threads, advise_iterations_name(c),
            t->iterations);
    put_parts(s, t, out);
    advise_put_sets(s->settings, c, out);
    fprintf(out, ", timed: %d}\n", t->timed);
}

static void put_defaults(const Search *s, FILE *out)
{
    fputs("defaults: {scene: ", out);
    text_put_quoted(s->settings->scene, strlen(s->settings->scene), out);
    for (int i = 0; i < s->settings->set_count; i++)
        if (strncmp(s->settings->sets[i], "scene.", 6) == 0)
            put_set(s->settings->sets[i], out);
    put_real("dt", param_real(&s->base.params, "dt"), out);
    fprintf(out, ", steps: %lld, phased: 0, measured: 1", (long long)param_int(&s->base.params, "steps"));
    if (s->settings->of == ADVISE_STEP)
        fprintf(out, ", probes: %d}\n", PROBES);
    else
        fprintf(out, ", frames: 1, fine: %d}\n", FINE);
}

// True if a ranks before b.
static bool is_before(const AdviseCandidate *a, const AdviseCandidate *b)
{
    const bool reached = !isnan(a->guess_ms);
    if (reached != !isnan(b->guess_ms))
        return reached;
    return reached ? a->guess_ms < b->guess_ms : a->error < b->error;
}

// For each solver and precision only the best candidate is drawn, with its longest curve.
static bool is_curve(const Search *s, int trial)
{
    const Entrant *entrant = &s->entrants[s->trials[trial].entrant];
    if (entrant->explored != trial)
        return false;
    for (int e = 0; e < s->entrant_count; e++) {
        const Entrant *other = &s->entrants[e];
        if (other != entrant && other->candidate.solver == entrant->candidate.solver &&
            other->candidate.precision == entrant->candidate.precision && other->explored >= 0 &&
            (is_before(&other->candidate, &entrant->candidate) || (!is_before(&entrant->candidate, &other->candidate) && other < entrant)))
            return false;
    }
    return true;
}

// At most as many curves as a filter can list: the best.
static bool is_drawn(const Search *s, int trial)
{
    int before = 0;
    if (!is_curve(s, trial))
        return false;
    for (int i = 0; i < s->trial_count; i++)
        before +=
            is_curve(s, i) && is_before(&s->entrants[s->trials[i].entrant].candidate, &s->entrants[s->trials[trial].entrant].candidate);
    return before < DRAWN_MAX;
}

static void put_blocks_drawn(const Search *s, FILE *out)
{
    const char *before = "    where: {probe: 1, block: [";
    int         count = 0;
    for (int i = 0; i < s->trial_count && count < DRAWN_MAX; i++)
        if (is_drawn(s, i)) {
            fputs(before, out);
            put_name(s, &s->trials[i], out);
            before = ", ";
            count++;
        }
    fputs("]}\n", out);
}

static bool has_precisions(const Search *s)
{
    for (int e = 1; e < s->entrant_count; e++)
        if (s->entrants[e].candidate.precision != s->entrants[0].candidate.precision)
            return true;
    return false;
}

static void put_figure(const Search *s, FILE *out)
{
    const bool step = s->settings->of == ADVISE_STEP;
    char       error[40];
    text_from_double(s->settings->error, error, sizeof error);
    fprintf(out, "figures:\n  - name: %s\n    title: %s\n", s->settings->figure ? s->settings->figure : "error_against_time",
            step ? "Error relative to the start of the step (largest of the measured steps) against time in the step"
                 : "Error of the trajectory against the time of the run");
    fprintf(out, "    data: %s\n", step ? "convergence" : "work");
    if (step)
        put_blocks_drawn(s, out);
    fprintf(out, "    style: %s\n    x: %s\n    y: %s\n    log: [x, y]\n    limits: {y: %.15g..}\n    size: page\n",
            step ? "lines" : "frontier", step ? "time_ms" : "run_ms", step ? "error_of_start" : "trajectory_error",
            s->settings->error / 100);
    fprintf(out, "%s    series: [solver%s]\n    curves:\n      - {label: requested, y: \"%s\"}\n", step ? "    statistic: max\n" : "",
            has_precisions(s) ? ", precision" : "", error);
}

static void put_table(const Search *s, FILE *out)
{
    const char *before = "tables:\n  - name: timed\n    title: \"Candidates that reach the error, timed\"\n    data: work\n"
                         "    where: {block: [";
    int         count = 0;
    for (int e = 0; e < s->entrant_count && count < DRAWN_MAX; e++)
        if (s->entrants[e].final >= 0 && s->trials[s->entrants[e].final].timed >= TIMED_BATCH) {
            fputs(before, out);
            put_name(s, &s->trials[s->entrants[e].final], out);
            before = ", ";
            count++;
        }
    if (count)
        fprintf(out, "]}\n    rows: [solver, linsys, precision, threads, iterations%s]\n    values: [step_ms, %s]\n",
                s->settings->of == ADVISE_STEP ? "" : ", block", s->settings->of == ADVISE_STEP ? "error_of_start" : "trajectory_error");
}

void advise_aim(const AdviseSettings *settings, char *out, size_t size)
{
    char error[40];
    text_from_double(settings->error, error, sizeof error);
    if (settings->of == ADVISE_STEP)
        snprintf(out, size, "%s of the initial error of a step", error);
    else
        snprintf(out, size, "a trajectory error of %s", error);
}

static void put_head(const Search *s, FILE *out)
{
    char aim[80];
    advise_aim(s->settings, aim, sizeof aim);
    fprintf(out, ADVISE_MARK ": `weft run` repeats the measurement, `weft report` shows the results.\nname: advise\n");
    fprintf(out, "question: Which solver and settings reach %s first?\n", aim);
}

Status search_text(const Search *s, bool figure_alone, char **out)
{
    size_t size = 0;
    FILE  *stream = open_memstream(out, &size);
    if (!stream)
        return status_make(STATUS_MEMORY, "out of memory for the text of an experiment");
    if (!figure_alone) {
        put_head(s, stream);
        put_defaults(s, stream);
        fputs("blocks:\n", stream);
        for (int i = 0; i < s->trial_count; i++)
            put_block(s, &s->trials[i], stream);
    }
    put_figure(s, stream);
    if (!figure_alone)
        put_table(s, stream);
    return fclose(stream) == 0 ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the text of an experiment");
}
