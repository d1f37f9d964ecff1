#include "cli/private/case_flags.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static Status init(const CaseFlags *f, Case *c)
{
    if (!f->solver)
        return status_make(STATUS_USAGE, "%s: --solver is missing; `weft list solvers` lists them", f->command);
    const SolverOps *solver = solver_find(f->solver);
    const LinsysOps *linsys = f->linsys ? linsys_find(f->linsys) : NULL;
    if (!solver)
        return text_unknown("solver", f->solver, solver_names());
    if (f->linsys && !linsys)
        return text_unknown("linear system", f->linsys, linsys_names());
    if (f->linsys && !solver->uses_linsys)
        return status_make(STATUS_INPUT, "solver `%s` does not take `linsys`", solver->name);
    case_init(c, solver, linsys);
    return status_ok();
}

static Status apply_set(Case *c, const char *set)
{
    char        name[80];
    const char *equals = strchr(set, '=');
    if (!equals || equals == set || (size_t)(equals - set) >= sizeof name)
        return status_make(STATUS_USAGE, "--set %s: write --set key=value", set);
    snprintf(name, sizeof name, "%.*s", (int)(equals - set), set);
    if (strcmp(name, "solver") == 0 || strcmp(name, "linsys") == 0)
        return status_make(STATUS_USAGE, "--set %s: write --%s %s", set, name, equals + 1);
    const Status status = case_set(c, name, equals + 1);
    return status.code == STATUS_OK ? status : status_prefix(status, "--set %s", set);
}

Status case_flags_make(const CaseFlags *f, Case *c)
{
    TRY(init(f, c));
    TRY(case_set(c, "scene", f->scene));
    const struct {
        const char *name, *value;
    } own[] = {{"precision", f->precision}, {"steps", f->steps}, {"dt", f->dt}, {"threads", f->threads}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i].value)
            TRY(case_set(c, own[i].name, own[i].value));
    for (int i = 0; i < f->sets.count; i++)
        TRY(apply_set(c, f->sets.texts[i]));
    return status_ok();
}
