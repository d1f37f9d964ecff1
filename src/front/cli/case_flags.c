#include "cli/private/case_flags.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

Status case_flags_sets(CaseFlags *f, OptionTexts *out)
{
    const struct {
        const char *name, *value;
    } own[CASE_FLAG_COUNT] = {{"solver", f->solver}, {"linsys", f->linsys},   {"steps", f->steps},
                              {"dt", f->dt},         {"threads", f->threads}, {"precision", f->precision}};
    *out = (OptionTexts){0};
    for (int i = 0; i < CASE_FLAG_COUNT; i++) {
        if (!own[i].value)
            continue;
        if (snprintf(f->given[i], sizeof f->given[i], "%s=%s", own[i].name, own[i].value) >= (int)sizeof f->given[i])
            return status_make(STATUS_USAGE, "%s: --%s is too long, at most %d bytes; give less, or use --set %s=…", f->command,
                               own[i].name, CASE_FLAG_TEXT - 12, own[i].name);
        for (int k = 0; k < f->sets.count; k++)
            if (text_sets(f->sets.texts[k], own[i].name))
                return status_make(STATUS_USAGE, "%s: `%s` is given twice, by --%s and --set", f->command, own[i].name, own[i].name);
        out->texts[out->count++] = f->given[i];
    }
    if (out->count + f->sets.count > OPTION_TEXTS_MAX)
        return status_make(STATUS_USAGE, "%s: more than %d settings are given; leave some out", f->command, OPTION_TEXTS_MAX);
    for (int k = 0; k < f->sets.count; k++)
        out->texts[out->count++] = f->sets.texts[k];
    return status_ok();
}

static Status init(const char *command, const char *solver_name, const char *linsys_name, Case *c)
{
    if (!solver_name)
        return status_make(STATUS_USAGE, "%s: --solver is missing; `weft list solvers` lists them", command);
    const SolverOps *solver = solver_find(solver_name);
    const LinsysOps *linsys = linsys_name ? linsys_find(linsys_name) : NULL;
    if (!solver)
        return text_unknown("solver", solver_name, solver_names());
    if (linsys_name && !linsys)
        return text_unknown("linear system", linsys_name, linsys_names());
    if (linsys_name && !solver->uses_linsys)
        return status_make(STATUS_INPUT, "solver `%s` uses no linear system; leave `linsys` out", solver->name);
    case_init(c, solver, linsys);
    return status_ok();
}

// The last given value of a setting, or NULL.
static const char *value_of(const OptionTexts *sets, const char *name)
{
    for (int i = sets->count - 1; i >= 0; i--)
        if (text_sets(sets->texts[i], name))
            return sets->texts[i] + strlen(name) + 1;
    return NULL;
}

Status case_flags_make(CaseFlags *f, Case *c)
{
    OptionTexts sets;
    TRY(case_flags_sets(f, &sets));
    TRY(init(f->command, value_of(&sets, "solver"), value_of(&sets, "linsys"), c));
    TRY(case_set(c, "scene", f->scene));
    for (int i = 0; i < sets.count; i++)
        if (!text_sets(sets.texts[i], "solver") && !text_sets(sets.texts[i], "linsys")) // init has them
            TRY(case_set_text(c, sets.texts[i]));
    return status_ok();
}

Status experiment_flags_read(ExperimentFlags *f, const char *path, bool any_machine, Experiment *out)
{
    TRY(case_flags_sets(&f->flags, &f->sets));
    const ExperimentSettings settings = {
        .path = path, .sets = f->sets.texts, .set_count = f->sets.count, .timed = f->timed, .vary = f->vary, .any_machine = any_machine};
    return experiment_read(&settings, out);
}
