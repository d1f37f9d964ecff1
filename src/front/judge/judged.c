#include "judge/judged.h"

#include <stdio.h>
#include <string.h>

#include "experiment/setting_names.h"
#include "judge/normalise.h"

static Status parse_specs(const char *path, const char *text, const SettingNames *settings, FigureSpecs *out)
{
    YamlFile *file = NULL;
    TRY(yaml_read_text(path, text, strlen(text), &file));
    const Status status = figure_specs_read(yaml_root(file), (const char *const *)settings->names, settings->count, out);
    yaml_destroy(file);
    return status;
}

// ---- several machines ----

static Status add_machine(char names[SPEC_LIST_MAX][SPEC_NAME_MAX], int *count, const char *what, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(names[i], DATASET_MACHINE) == 0)
            return status_ok();
    if (*count == SPEC_LIST_MAX)
        return status_make(STATUS_INPUT,
                           "%s `%.80s`: the store has several machines, so `" DATASET_MACHINE
                           "` is needed, but the list already has %d names; remove one",
                           what, name, SPEC_LIST_MAX);
    snprintf(names[(*count)++], SPEC_NAME_MAX, "%s", DATASET_MACHINE);
    return status_ok();
}

// Adds the machine to the series of a figure, to the panels of a map, or to the problems of a performance profile.
static Status split_figure(FigureSpec *f)
{
    if (f->style->ratio)
        return add_machine(f->problems, &f->problem_count, "figure", f->name);
    const int before = f->series_count;
    if (f->style->cells && f->facet >= 0 && strcmp(f->series[f->facet], DATASET_MACHINE) != 0)
        return status_make(
            STATUS_INPUT,
            "figure `%.80s`: the store has several machines, and a map has only one name of facets; write `facets: " DATASET_MACHINE "`",
            f->name);
    TRY(add_machine(f->series, &f->series_count, "figure", f->name));
    if (f->style->cells && f->facet < 0)
        f->facet = before;
    return status_ok();
}

// No figure, table or verdict mixes samples of two machines.
static Status split_by_machine(FigureSpecs *specs)
{
    for (int i = 0; i < specs->figure_count; i++)
        TRY(split_figure(&specs->figures[i]));
    for (int i = 0; i < specs->table_count; i++)
        if (specs->tables[i].row_count && strcmp(specs->tables[i].columns, DATASET_MACHINE) != 0)
            TRY(add_machine(specs->tables[i].rows, &specs->tables[i].row_count, "table", specs->tables[i].name));
    for (int i = 0; i < specs->verdict_count; i++)
        TRY(add_machine(specs->verdicts[i].each, &specs->verdicts[i].each_count, "claim", specs->verdicts[i].claim));
    return status_ok();
}

Status judged_specs(const Dataset *d, FigureSpecs *out)
{
    return judged_specs_of(d, d->path, d->text, out);
}

Status judged_specs_of(const Dataset *d, const char *path, const char *text, FigureSpecs *out)
{
    GNU_CLEANUP(setting_names_end) SettingNames settings = {0};
    *out = (FigureSpecs){0};
    for (int i = 0; i < d->setting_count; i++)
        TRY(setting_names_add(&settings, d->settings[i]));
    TRY(setting_names_add_all(&settings)); // a file may name settings that no case of this store has
    TRY(parse_specs(path, text, &settings, out));
    if (dataset_setting(d, NORMALISE_RATE) >= 0)
        normalise_specs(out);
    const Status status = dataset_setting(d, DATASET_MACHINE) >= 0 ? split_by_machine(out) : status_ok();
    if (status.code != STATUS_OK)
        figure_specs_destroy(out);
    return status;
}

Status judged_verdicts(Dataset *d, const FigureSpecs *specs, VerdictResult **out)
{
    TRY(ARENA_NEW(&d->arena, specs->verdict_count, out));
    for (int i = 0; i < specs->verdict_count; i++)
        TRY(verdict_compute(d, &specs->verdicts[i], 1, &(*out)[i]));
    return status_ok();
}
