#include "judge/draft.h"

#include "store/overlay.h"

static Status add_case(Store *store, int64_t experiment, const Experiment *e, int position, int64_t id)
{
    const PlannedCase *c = &e->cases[position];
    return c->variation == 0
               ? overlay_plan(store, experiment, id, c->block, position)
               : overlay_variation(store, experiment, id, c->variation, e->variations[c->variation - 1].name, c->block, position);
}

// True if a stored case has a solver, a setting or a value that this program no longer has.
static Status is_lost(const char *text, bool *out)
{
    json_auto_t *json = json_loads(text, 0, NULL);
    Case         c;
    if (!json)
        return status_make(STATUS_INPUT, "a stored case is not JSON");
    const Status status = case_from_json(json, NULL, &c);
    *out = status.code != STATUS_OK;
    return status.code == STATUS_MEMORY ? status : status_ok();
}

Status draft_make(Store *store, const Experiment *e, const char *path, Draft *out)
{
    const StoreExperiment stored = {
        .name = e->name, .question = e->question, .expected = e->expected, .path = path, .text = e->text, .hash = e->hash};
    const char *names[VARIATIONS_MAX];
    int         found = 0;
    *out = (Draft){0};
    TRY(overlay_experiment(store, &stored, &out->id));
    for (int i = 0; i < e->case_count; i++) {
        int64_t id = 0;
        TRY(store_find_case(store, e->cases[i].setup.key, &id));
        if (id)
            TRY(add_case(store, out->id, e, i, id));
        if (e->cases[i].variation == 0)
            *(id ? &found : &out->absent) += 1;
    }
    for (int i = 0; i < e->variation_count; i++)
        names[i] = e->variations[i].name;
    // Measurements of lost cases stay in their blocks, after the cases of the file.
    TRY(overlay_rest(store, out->id, e->name, e->case_count, names, e->variation_count, is_lost, &found));
    if (found == 0)
        return status_make(STATUS_INPUT,
                           "%s: none of its %d cases is in the database; measure them with `weft run %s -o DB`, or give the --set "
                           "of the original run",
                           path, out->absent, path);
    return status_ok();
}
