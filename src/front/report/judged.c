#include "report/private/judged.h"

#include <string.h>

#include "experiment/setting_names.h"

// Figures, tables and verdicts from the text that was stored with the measurements, not from a file that may have changed since.
static Status parse_specs(const Dataset *d, const SettingNames *settings, FigureSpecs *out)
{
    YamlFile *file = NULL;
    TRY(yaml_read_text(d->path, d->text, strlen(d->text), &file));
    const Status status = figure_specs_read(yaml_root(file), settings->names, settings->count, out);
    yaml_destroy(file);
    return status;
}

Status judged_specs(const Dataset *d, FigureSpecs *out)
{
    SettingNames *settings = setting_names_create();
    *out = (FigureSpecs){0};
    if (!settings)
        return status_make(STATUS_MEMORY, "out of memory for the figures of a report");
    for (int i = 0; i < d->setting_count; i++)
        setting_names_add(settings, d->settings[i]);
    setting_names_add_all(settings);
    const Status status = parse_specs(d, settings, out);
    setting_names_destroy(settings);
    return status;
}

Status judged_verdicts(Dataset *d, const FigureSpecs *specs, VerdictResult **out)
{
    TRY(ARENA_NEW(&d->arena, specs->verdict_count, out));
    for (int i = 0; i < specs->verdict_count; i++)
        TRY(verdict_compute(d, &specs->verdicts[i], &(*out)[i]));
    return status_ok();
}
