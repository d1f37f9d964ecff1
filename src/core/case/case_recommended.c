// Settings that a scene recommends: checked against the tables, and applied unless the user set them.
#include <string.h>

#include "base/text.h"
#include "case/private/case_internal.h"

// A scene may recommend dt, integrator and the solver's own settings, but no setting of the measurement.
static Status check(const SceneRecommended *recommended)
{
    const SolverOps *solver = solver_find(recommended->solver);
    if (!solver)
        return text_unknown("solver", recommended->solver, solver_names());
    ParamSet set = {0};
    param_set_add(&set, solver->params);
    if (strcmp(recommended->name, "dt") != 0 && strcmp(recommended->name, "integrator") != 0)
        return param_set_text(&set, recommended->name, recommended->value);
    Case c;
    case_init(&c, solver, NULL);
    return case_set(&c, recommended->name, recommended->value);
}

Status case_check_recommended(const char *path, const SceneInfo *info)
{
    for (int i = 0; i < info->recommended_count; i++) {
        const SceneRecommended *recommended = &info->recommended[i];
        const Status            status = check(recommended);
        if (status.code != STATUS_OK)
            return status_prefix(status, "%s:%d: key `recommended.%s.%s`", path, recommended->line, recommended->solver, recommended->name);
    }
    return status_ok();
}

Status case_recommend(Case *c)
{
    for (int i = 0; i < c->scene_info.recommended_count; i++) {
        const SceneRecommended *recommended = &c->scene_info.recommended[i];
        const int               index = param_index(&c->params, recommended->name);
        if (strcmp(recommended->solver, c->solver->name) != 0 || index < 0 || c->params.is_set[index])
            continue;
        TRY(param_set_text(&c->params, recommended->name, recommended->value));
        c->recommended[index] = true;
    }
    return status_ok();
}
