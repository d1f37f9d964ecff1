// Completes a case: finds the scene, applies its recommended settings, checks all settings together and computes the key.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/private/case_internal.h"
#include "machine/environment.h"

static Status find_scene(Case *c)
{
    char path[CASE_PATH_MAX];
    TRY(case_describe_scene(c, path));
    return case_check_recommended(path, &c->scene_info);
}

// OpenMP binds the first thread of weft before main begins, and child processes inherit the binding.
Status case_check_threads(const Case *c)
{
    const int64_t threads = param_int(&c->params, "threads");
    const int     pus = environment_pus(), all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    char          unset[ENVIRONMENT_ADVICE];
    if (threads <= pus)
        return status_ok();
    environment_unset_binders(unset);
    return status_make(STATUS_ENVIRONMENT, "`threads` is %lld, but weft may use %d processing unit%s of this machine; %s%sset at most %d",
                       (long long)threads, pus, pus == 1 ? "" : "s", all > pus ? unset : "",
                       all > pus && *unset ? "since weft binds its threads itself, and " : "", all > pus && *unset ? all : pus);
}

// A number of probes, observed or recorded steps above the number of steps means all of them; the key is the same.
static void limit_to_steps(Case *c, const char *name)
{
    double      *value = &c->params.values[param_index(&c->params, name)];
    const double steps = (double)param_int(&c->params, "steps");
    *value = *value < steps ? *value : steps;
}

// Rejects settings that the integrator does not support; checks that depend on the scene are in solver_refuse_integrator.
static Status check_integrator(const Case *c)
{
    const int integrator = param_choice(&c->params, "integrator");
    if (integrator == INTEGRATOR_EULER)
        return status_ok();
    for (int i = 0; i < c->params.count; i++)
        if (c->params.params[i]->euler_only &&
            (c->params.values[i] < c->params.params[i]->value || c->params.values[i] > c->params.params[i]->value))
            return status_make(STATUS_UNSUPPORTED, "`%s` of solver %s applies to integrator euler only, not to %s; remove one of them",
                               c->params.params[i]->name, c->solver->name, INTEGRATOR_NAMES[integrator]);
    static const char *const OF_THE_END[] = {"forces", "loads"};
    for (size_t i = 0; i < sizeof OF_THE_END / sizeof *OF_THE_END; i++)
        if (integrator == INTEGRATOR_MIDPOINT && param_int(&c->params, OF_THE_END[i]) > 0)
            return status_make(STATUS_UNSUPPORTED,
                               "integrator midpoint computes constraint forces at the middle of a step, but `%s` records them at its end; "
                               "remove `%s` or use bdf2",
                               OF_THE_END[i], OF_THE_END[i]);
    return status_ok();
}

static Status finish(Case *c)
{
    TRY(case_check_references(c));
    TRY(case_recommend(c));
    TRY(check_integrator(c));
    limit_to_steps(c, "observe");
    for (int use = 0; use < REFERENCE_USES; use++)
        limit_to_steps(c, reference_name((ReferenceUse)use));
    return case_key(c);
}

Status case_resolve(Case *c)
{
    TRY(find_scene(c));
    TRY(c->any_machine ? status_ok() : case_check_threads(c));
    return finish(c);
}

Status case_resolve_like(Case *c, const Case *like)
{
    memcpy(c->scene_values, like->scene_values, sizeof c->scene_values);
    memcpy(c->scene_given, like->scene_given, sizeof c->scene_given);
    c->scene_value_count = like->scene_value_count;
    c->scene_info = like->scene_info;
    if (param_int(&c->params, "threads") > param_int(&like->params, "threads"))
        TRY(c->any_machine ? status_ok() : case_check_threads(c));
    return finish(c);
}

Status case_from_json(const json_t *json, const SceneInfo *expected, Case *c)
{
    TRY(case_begin_from_json(json, c));
    TRY(case_params_from_json(json, c));
    c->scene_expected = expected;
    const Status status = case_resolve(c);
    c->scene_expected = NULL;
    return status;
}
