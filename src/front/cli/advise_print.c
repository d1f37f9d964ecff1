#include "cli/private/advise_print.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { WIDTH = 80 };

// ---- the settings of a candidate ----

// Shorter steps of a candidate without substeps.
static bool is_split(const AdviseCandidate *c)
{
    return c->parts > 1 && !advise_parts_name(c);
}

static void put_command(const AdviseSettings *s, const Advice *a, const AdviseCandidate *c, FILE *out)
{
    char dt[40];
    fputs("weft sim ", out);
    text_put_shell(s->scene, out);
    fprintf(out, " --solver %s", c->solver->name);
    if (c->linsys)
        fprintf(out, " --linsys %s", c->linsys->name);
    fprintf(out, " --threads %d --precision %s", c->threads, precision_names()[c->precision]);
    text_from_double(a->dt / (is_split(c) ? c->parts : 1), dt, sizeof dt);
    if (s->dt || is_split(c))
        fprintf(out, " --dt %s", dt);
    fprintf(out, " --steps %d --set %s=%d", a->steps * (is_split(c) ? c->parts : 1), advise_iterations_name(c), c->iterations);
    if (advise_parts_name(c))
        fprintf(out, " --set %s=%d", advise_parts_name(c), c->parts);
    for (int i = 0; i < s->set_count; i++)
        if (advise_takes(c, s->sets[i])) {
            fputs(" --set ", out);
            text_put_shell(s->sets[i], out);
        }
    if (s->of == ADVISE_STEP)
        fputs(" --error", out);
}

static void put_yaml(const AdviseSettings *s, const Advice *a, const AdviseCandidate *c, FILE *out)
{
    char dt[40];
    fprintf(out, "{solver: %s", c->solver->name);
    if (c->linsys)
        fprintf(out, ", linsys: %s", c->linsys->name);
    fprintf(out, ", threads: %d, precision: %s", c->threads, precision_names()[c->precision]);
    text_from_double(a->dt / (is_split(c) ? c->parts : 1), dt, sizeof dt);
    if (s->dt || is_split(c))
        fprintf(out, ", dt: %s", dt);
    fprintf(out, ", %s: %d", advise_iterations_name(c), c->iterations);
    if (advise_parts_name(c))
        fprintf(out, ", %s: %d", advise_parts_name(c), c->parts);
    advise_put_sets(s, c, out);
    fputs("}", out);
}

// The output of `put` as a text that the caller frees; NULL: out of memory.
static char *made(const AdviseSettings *s, const Advice *a, const AdviseCandidate *c,
                  void (*put)(const AdviseSettings *, const Advice *, const AdviseCandidate *, FILE *))
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *stream = open_memstream(&text, &size);
    if (!stream)
        return NULL;
    put(s, a, c, stream);
    return fclose(stream) == 0 ? text : NULL;
}

// ---- the table ----

typedef struct Columns {
    int  solver, linsys; // width; linsys 0: no candidate has one
    bool precision, parts;
} Columns;

static Columns choose_columns(const AdviseSettings *s, const Advice *a)
{
    Columns columns = {.solver = 6, .parts = s->of == ADVISE_TRAJECTORY};
    for (int i = 0; i < a->reached; i++) {
        const AdviseCandidate *c = &a->candidates[i];
        const int              solver = (int)strlen(c->solver->name), linsys = c->linsys ? (int)strlen(c->linsys->name) : 0;
        columns.precision = columns.precision || c->precision != PRECISION_F64;
        columns.solver = solver > columns.solver ? solver : columns.solver;
        columns.linsys = linsys > columns.linsys ? linsys : columns.linsys;
    }
    return columns;
}

static void put_interval(const AdviseCandidate *c)
{
    char text[40] = "";
    if (c->ms.count > 1)
        snprintf(text, sizeof text, "%.3g to %.3g", c->ms.low, c->ms.high);
    printf(" %-15s", text);
}

static void put_row(const Advice *a, const Columns *columns, int i)
{
    const AdviseCandidate *c = &a->candidates[i];
    char                   place[16];
    snprintf(place, sizeof place, "%d%s", i < a->ties ? 1 : i + 1, i < a->ties && a->ties > 1 ? "=" : "");
    printf("%-3s %-*s", place, columns->solver, c->solver->name);
    if (columns->precision)
        printf(" %s", precision_names()[c->precision]);
    if (columns->linsys)
        printf(" %-*s", columns->linsys, c->linsys ? c->linsys->name : "");
    printf(" %3d", c->threads);
    if (columns->parts)
        printf(" %2d", c->parts);
    printf(" %4d %6.3g", c->iterations, c->ms.count > 0 ? c->ms.median : c->guess_ms);
    put_interval(c);
    printf(" %2d %.2g\n", c->ms.count > 0 ? c->ms.count : 1, c->error);
}

static void put_table(const AdviseSettings *s, const Advice *a)
{
    const Columns columns = choose_columns(s, a);
    printf("%-3s %-*s", "", columns.solver, "solver");
    if (columns.precision)
        printf("    ");
    if (columns.linsys)
        printf(" %-*s", columns.linsys, "linsys");
    printf(" thr");
    if (columns.parts)
        printf(" st");
    printf(" iter %6s %-15s  n error\n", "ms", "95 %");
    for (int i = 0; i < a->reached; i++)
        put_row(a, &columns, i);
    text_put_wrapped(columns.parts
                         ? "thr: threads; st: substeps, or shorter steps if the solver has no substeps; iter: iterations of each; ms: time "
                           "per whole step, median of n processes"
                         : "thr: threads; iter: iterations; ms: time per step, median of n processes",
                     0, 0, WIDTH, stdout);
}

static bool is_timed(const Advice *a)
{
    return a->reached > 0 && a->candidates[0].end == ADVISE_TIMED;
}

static void put_name(const AdviseCandidate *c, FILE *out)
{
    fprintf(out, "%s", c->solver->name);
    if (c->linsys)
        fprintf(out, " %s", c->linsys->name);
    if (c->precision != PRECISION_F64)
        fprintf(out, " %s", precision_names()[c->precision]);
}

static void put_ties(const Advice *a)
{
    if (!is_timed(a))
        puts("the time budget ended before the final timing; each time is from one probe");
    else if (a->ties > 1)
        printf("no difference shown between the first %d: their intervals overlap\n", a->ties);
}

// ---- candidates that were dropped ----

static bool is_alike(const AdviseCandidate *a, const AdviseCandidate *b)
{
    return a->solver == b->solver && a->linsys == b->linsys && a->precision == b->precision && a->end == b->end &&
           strcmp(a->reason, b->reason) == 0;
}

// Candidates that differ only in their threads share one line.
static void put_left_out(const Advice *a, int i)
{
    const AdviseCandidate *c = &a->candidates[i];
    char                  *text = NULL;
    size_t                 size = 0;
    for (int k = a->reached; k < i; k++)
        if (is_alike(&a->candidates[k], c))
            return;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    put_name(c, out);
    int count = 0;
    for (int k = i; k < a->count; k++)
        if (is_alike(&a->candidates[k], c))
            fprintf(out, "%s%d", count++ ? " and " : " on ", a->candidates[k].threads);
    fprintf(out, " thread%s: %s", count == 1 && c->threads == 1 ? "" : "s", c->reason);
    if (!isnan(c->error))
        fprintf(out, "; smallest error %.2g, after %d iteration%s", c->error, c->iterations, c->iterations == 1 ? "" : "s");
    if (!isnan(c->error) && c->parts > 1)
        fprintf(out, " of %d parts", c->parts);
    if (fclose(out) == 0 && text) {
        fputs("  ", stdout);
        text_put_wrapped(text, 2, 4, WIDTH, stdout);
    }
    free(text);
}

static void put_all_left_out(const Advice *a)
{
    if (a->reached == a->count)
        return;
    puts("\nleft out");
    for (int i = a->reached; i < a->count; i++)
        put_left_out(a, i);
}

// ---- the whole ----

static void put_head(const AdviseSettings *s, const Advice *a)
{
    char aim[80], text[600];
    advise_aim(s, aim, sizeof aim);
    snprintf(text, sizeof text, "%s: which solver and settings reach %s first?", s->scene, aim);
    text_put_wrapped(text, 0, 0, WIDTH, stdout);
    snprintf(text, sizeof text, "%d steps of %.4g s", a->steps, a->dt);
    if (s->of == ADVISE_STEP)
        snprintf(text + strlen(text), sizeof text - strlen(text), "; the error is the largest of %d steps", a->probes);
    snprintf(text + strlen(text), sizeof text - strlen(text), "; %d candidate%s, %.0f s of %.0f s%s", a->count, a->count == 1 ? "" : "s",
             a->seconds, s->budget_s, a->over ? ", budget used up" : "");
    text_put_wrapped(text, 0, 0, WIDTH, stdout);
    putchar('\n');
}

void advise_print(const AdviseSettings *s, const Advice *a)
{
    put_head(s, a);
    if (a->reached > 0) {
        put_table(s, a);
        put_ties(a);
    } else {
        puts("no candidate reaches the error");
    }
    put_all_left_out(a);
    if (a->reached == 0)
        return;
    putchar('\n');
    printf("use\n  ");
    char *command = made(s, a, &a->candidates[0], put_command), *yaml = made(s, a, &a->candidates[0], put_yaml);
    text_put_wrapped(command ? command : "", 2, 4, WIDTH, stdout);
    free(command);
    fputs("or in an experiment\n  ", stdout);
    text_put_wrapped(yaml ? yaml : "", 2, 4, WIDTH, stdout);
    free(yaml);
}

// ---- JSON ----

static json_t *candidate_json(const Advice *a, int i)
{
    const AdviseCandidate *c = &a->candidates[i];
    json_t *out = json_pack("{s:s, s:s?, s:s, s:i, s:s, s:s, s:i, s:i, s:o?, s:o?, s:b}", "solver", c->solver->name, "linsys",
                            c->linsys ? c->linsys->name : NULL, "precision", precision_names()[c->precision], "threads", c->threads, "end",
                            advise_end_name(c->end), "reason", c->reason, "iterations", c->iterations, "parts", c->parts, "error",
                            json_real(c->error), "probe_ms", json_real(c->guess_ms), "tie", (int)(i < a->ties && a->ties > 1));
    if (out && c->ms.count > 0 &&
        json_object_set_new(out, "step_ms",
                            json_pack("{s:f, s:o?, s:o?, s:i}", "median", c->ms.median, "low", json_real(c->ms.low), "high",
                                      json_real(c->ms.high), "processes", c->ms.count)) != 0) {
        json_decref(out);
        return NULL;
    }
    return out;
}

static json_t *text_json(char *text)
{
    json_t *out = text ? json_string(text) : json_null();
    free(text);
    return out;
}

Status advise_print_json(const AdviseSettings *s, const Advice *a)
{
    json_t *list = json_array();
    bool    whole = list != NULL;
    for (int i = 0; i < a->count && whole; i++)
        whole = json_array_append_new(list, candidate_json(a, i)) == 0;
    json_t *out = json_pack("{s:s, s:s, s:f, s:i, s:f, s:i, s:f, s:f, s:b, s:i, s:i, s:o, s:o, s:o}", "scene", s->scene, "of",
                            ADVISE_OF_NAMES[s->of], "wanted", s->error, "steps", a->steps, "dt", a->dt, "probes", a->probes, "seconds",
                            a->seconds, "budget", s->budget_s, "over", (int)a->over, "reached", a->reached, "ties", a->ties, "command",
                            a->reached ? text_json(made(s, a, &a->candidates[0], put_command)) : json_null(), "yaml",
                            a->reached ? text_json(made(s, a, &a->candidates[0], put_yaml)) : json_null(), "candidates", list);
    whole = whole && out && json_dumpf(out, stdout, JSON_INDENT(2)) == 0;
    json_decref(out);
    putchar('\n');
    return whole ? status_ok() : status_make(STATUS_MEMORY, "out of memory for an advice");
}
