// The candidates: all combinations of the listed settings from which a case can be made.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_add.h"
#include "machine/environment.h"

enum { LIST_MAX = 32, LIST_TEXT = 64 };

typedef struct List {
    int  count;
    char texts[LIST_MAX][LIST_TEXT];
} List;

static Status cut(const char *what, const char *text, List *out)
{
    out->count = 0;
    for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const size_t length = strcspn(at, ",");
        if (length == 0 || length >= LIST_TEXT || out->count == LIST_MAX)
            return status_make(STATUS_USAGE, "advise: --%s must be 1 to %d names separated by commas, not `%.100s`", what, LIST_MAX, text);
        snprintf(out->texts[out->count], LIST_TEXT, "%.*s", (int)length, at);
        for (int i = 0; i < out->count; i++)
            if (strcmp(out->texts[i], out->texts[out->count]) == 0)
                return status_make(STATUS_USAGE, "advise: --%s has `%s` twice; remove one", what, out->texts[i]);
        out->count++;
    }
    return status_ok();
}

// The linear system that chooses itself by measuring, else the first.
static const char *default_linsys(void)
{
    int index = 0;
    while (linsys_at(index) && !linsys_at(index)->chooses)
        index++;
    return linsys_at(linsys_at(index) ? index : 0)->name;
}

static const char *or_default(const char *given, const char *otherwise)
{
    return given ? given : otherwise;
}

// Settings that the search sets itself.
static Status check_set(const AdviseSettings *settings, const char *set)
{
    static const char *const OWN[] = {"solver",  "linsys",   "precision", "threads", "team",   "timed", "repeats", "phased",
                                      "counted", "measured", "probes",    "observe", "frames", "fine",  "scene"};
    const char              *equals = strchr(set, '=');
    if (!equals || equals == set || !equals[1] || strchr(equals, ','))
        return status_make(STATUS_USAGE, "advise: --set %.100s: write --set key=value, with one value", set);
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (text_sets(set, OWN[i]))
            return status_make(STATUS_USAGE, "advise: --set %.100s: leave it out, because advise sets `%s` itself%s", set, OWN[i],
                               i < 4 ? ", from the flag of the same name" : "");
    for (int i = 0; solver_at(i); i++)
        for (const Param *p = solver_at(i)->params; p && p->name; p++)
            if ((p->role == PARAM_ROLE_ITERATIONS || p->role == PARAM_ROLE_SUBSTEPS) && text_sets(set, p->name))
                return status_make(STATUS_USAGE, "advise: --set %.100s: leave it out, because advise searches the best `%s`%s", set,
                                   p->name, p->role == PARAM_ROLE_SUBSTEPS && settings->of == ADVISE_STEP ? " with --of trajectory" : "");
    return status_ok();
}

bool advise_takes(const AdviseCandidate *candidate, const char *set)
{
    char         name[80];
    Case         c;
    const size_t length = strcspn(set, "=");
    if (strncmp(set, "scene.", 6) == 0)
        return true;
    if (length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, set);
    case_init(&c, candidate->solver, candidate->linsys);
    return param_has(&c.params, name);
}

static const char *name_of_role(const AdviseCandidate *candidate, ParamRole role)
{
    Case c;
    case_init(&c, candidate->solver, candidate->linsys);
    const int index = param_index_of(&c.params, role);
    return index < 0 ? NULL : c.params.params[index]->name;
}

const char *advise_iterations_name(const AdviseCandidate *candidate)
{
    return name_of_role(candidate, PARAM_ROLE_ITERATIONS);
}

const char *advise_parts_name(const AdviseCandidate *candidate)
{
    return name_of_role(candidate, PARAM_ROLE_SUBSTEPS);
}

// Makes a case of a candidate, so that wrong settings are reported before any measurement.
static Status resolve(const Search *s, const AdviseCandidate *candidate, const char *threads, Case *c)
{
    const AdviseSettings *settings = s->settings;
    char                  steps[16];
    snprintf(steps, sizeof steps, "%d", settings->of == ADVISE_STEP ? STEPS_DEFAULT : STEPS_TRAJECTORY);
    case_init(c, candidate->solver, candidate->linsys);
    TRY(case_set(c, "scene", settings->scene));
    TRY(case_set(c, "precision", precision_names()[candidate->precision]));
    TRY(case_set(c, "threads", threads));
    TRY(case_set(c, "steps", settings->steps ? settings->steps : steps));
    if (settings->dt)
        TRY(case_set(c, "dt", settings->dt));
    for (int i = 0; i < settings->set_count; i++)
        if (advise_takes(candidate, settings->sets[i]))
            TRY(case_set_text(c, settings->sets[i]));
    return case_resolve(c);
}

static Status add(Search *s, const AdviseCandidate *candidate, const char *threads)
{
    Case c;
    TRY(memory_grow((void **)&s->entrants, s->entrant_count, sizeof *s->entrants));
    TRY(resolve(s, candidate, threads, &c));
    if (s->entrant_count == 0)
        s->base = c;
    s->entrants[s->entrant_count] = (Entrant){.candidate = *candidate, .explored = -1, .final = -1};
    s->entrants[s->entrant_count++].candidate.threads = (int)param_int(&c.params, "threads");
    return status_ok();
}

static Status add_products(Search *s, const SolverOps *solver, const List *systems, const List *precisions, const List *threads)
{
    for (int l = 0; l < (solver->uses_linsys ? systems->count : 1); l++)
        for (int p = 0; p < precisions->count; p++)
            for (int t = 0; t < threads->count; t++) {
                AdviseCandidate candidate = {.solver = solver, .error = NAN, .guess_ms = NAN};
                const int       precision = text_find(precisions->texts[p], precision_names());
                if (precision < 0)
                    return text_unknown("precision", precisions->texts[p], precision_names());
                candidate.precision = (Precision)precision;
                candidate.linsys = solver->uses_linsys ? linsys_find(systems->texts[l]) : NULL;
                if (solver->uses_linsys && !candidate.linsys)
                    return text_unknown("linear system", systems->texts[l], linsys_names());
                if (!advise_iterations_name(&candidate))
                    continue;
                TRY(add(s, &candidate, threads->texts[t]));
            }
    return status_ok();
}

// Rejects a setting that no candidate has, and a linear system that no candidate uses.
static Status check_taken(const Search *s)
{
    for (int i = 0; i < s->settings->set_count; i++) {
        bool taken = false;
        for (int e = 0; e < s->entrant_count; e++)
            taken = taken || advise_takes(&s->entrants[e].candidate, s->settings->sets[i]);
        if (!taken)
            return status_make(STATUS_USAGE, "advise: --set %.100s: no candidate has this parameter; `weft list params` lists parameters",
                               s->settings->sets[i]);
    }
    bool used = !s->settings->linsys;
    for (int e = 0; e < s->entrant_count; e++)
        used = used || s->entrants[e].candidate.linsys;
    return used
               ? status_ok()
               : status_make(STATUS_USAGE, "advise: --linsys: no candidate uses a linear system; leave it out, or add a solver such as pd");
}

Status search_candidates(Search *s)
{
    const AdviseSettings *settings = s->settings;
    List                  solvers, systems, precisions, threads;
    char                  all[LIST_MAX * LIST_TEXT] = "", counts[LIST_TEXT];
    for (int i = 0; solver_at(i); i++)
        text_add(all, sizeof all, ",", "%s", solver_at(i)->name);
    snprintf(counts, sizeof counts, environment_pus() > 1 ? "1,%d" : "1", environment_pus());
    TRY(cut("solver", or_default(settings->solvers, all), &solvers));
    TRY(cut("linsys", or_default(settings->linsys, default_linsys()), &systems));
    TRY(cut("precision", or_default(settings->precisions, precision_names()[PRECISION_F64]), &precisions));
    TRY(cut("threads", or_default(settings->threads, counts), &threads));
    for (int i = 0; i < settings->set_count; i++)
        TRY(check_set(settings, settings->sets[i]));
    for (int i = 0; i < solvers.count; i++) {
        const SolverOps *solver = solver_find(solvers.texts[i]);
        if (!solver)
            return text_unknown("solver", solvers.texts[i], solver_names());
        TRY(add_products(s, solver, &systems, &precisions, &threads));
    }
    if (s->entrant_count == 0)
        return status_make(STATUS_USAGE, "advise: none of these solvers has an iteration count to choose; add another solver");
    return check_taken(s);
}
