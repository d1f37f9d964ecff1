// Settings that a scene recommends: checked against the tables, and applied unless the user set them.
#include <string.h>

#include "base/text.h"
#include "case/private/case_internal.h"

// A scene may recommend dt, integrator and the solver's own settings, but no setting of the measurement.
static Status check(const SceneRecommended *said)
{
    const SolverOps *solver = solver_find(said->solver);
    if (!solver)
        return text_unknown("solver", said->solver, solver_names());
    ParamSet set = {0};
    param_set_add(&set, solver->params);
    if (strcmp(said->name, "dt") != 0 && strcmp(said->name, "integrator") != 0)
        return param_set_text(&set, said->name, said->value);
    Case c;
    case_init(&c, solver, NULL);
    return case_set(&c, said->name, said->value);
}

Status case_check_recommended(const char *path, const SceneInfo *info)
{
    for (int i = 0; i < info->recommended_count; i++) {
        const SceneRecommended *said = &info->recommended[i];
        const Status            status = check(said);
        if (status.code != STATUS_OK)
            return status_prefix(status, "%s:%d: key `recommended.%s.%s`", path, said->line, said->solver, said->name);
    }
    return status_ok();
}

Status case_recommend(Case *c)
{
    for (int i = 0; i < c->scene_info.recommended_count; i++) {
        const SceneRecommended *said = &c->scene_info.recommended[i];
        const int               index = param_index(&c->params, said->name);
        if (strcmp(said->solver, c->solver->name) != 0 || index < 0 || c->params.is_set[index])
            continue;
        TRY(param_set_text(&c->params, said->name, said->value));
        c->recommended[index] = true;
    }
    return status_ok();
}
