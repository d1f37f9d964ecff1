#include "report/private/judged.h"

#include <string.h>

#include "experiment/setting_names.h"
#include "report/private/programs.h"

static Status parse_specs(const char *path, const char *text, const SettingNames *settings, FigureSpecs *out)
{
    YamlFile *file = NULL;
    TRY(yaml_read_text(path, text, strlen(text), &file));
    const Status status = figure_specs_read(yaml_root(file), (const char *const *)settings->names, settings->count, out);
    yaml_destroy(file);
    return status;
}

// Also the names of every solver and system: what a file may name although this store has no case with it.
static Status list_settings(const Dataset *d, SettingNames *out)
{
    for (int i = 0; i < d->setting_count; i++)
        TRY(setting_names_add(out, d->settings[i]));
    return setting_names_add_all(out);
}

Status judged_specs(const Dataset *d, FigureSpecs *out)
{
    return judged_specs_of(d, d->path, d->text, out);
}

Status judged_specs_of(const Dataset *d, const char *path, const char *text, FigureSpecs *out)
{
    SettingNames settings = {0};
    *out = (FigureSpecs){0};
    Status status = list_settings(d, &settings);
    if (status.code == STATUS_OK)
        status = parse_specs(path, text, &settings, out);
    setting_names_end(&settings);
    if (status.code == STATUS_OK)
        programs_mark(d, out);
    return status;
}

Status judged_measure(const Dataset *d, const YamlNode *map, VerdictSpec *out)
{
    SettingNames settings = {0};
    Status       status = list_settings(d, &settings);
    if (status.code == STATUS_OK)
        status = measure_spec_read(map, (const char *const *)settings.names, settings.count, out);
    setting_names_end(&settings);
    return status;
}

Status judged_verdicts(Dataset *d, const FigureSpecs *specs, VerdictResult **out)
{
    TRY(ARENA_NEW(&d->arena, specs->verdict_count, out));
    for (int i = 0; i < specs->verdict_count; i++)
        TRY(verdict_compute(d, &specs->verdicts[i], &(*out)[i]));
    return status_ok();
}
