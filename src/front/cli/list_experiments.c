#include "cli/private/list_experiments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/private/data_folder.h"
#include "cli/private/yaml_names.h"
#include "experiment/experiment.h"

enum { WIDTH = 80, INDENT = 26, PATH_LIMIT = DATA_FOLDER_MAX + 256 };

static Status read_experiment(const char *path, bool vary, Experiment *out, char cases[80])
{
    const ExperimentSettings settings = {.path = path, .vary = vary, .any_machine = true};
    TRY(experiment_read(&settings, out));
    snprintf(cases, 80, "%d case%s", out->case_count, out->case_count == 1 ? "" : "s");
    return status_ok();
}

static Status print_line(const char *name, const char *path)
{
    GNU_CLEANUP(experiment_destroy) Experiment e = {0};
    char                                       cases[80], text[600];
    TRY(read_experiment(path, false, &e, cases));
    printf("  %-23s ", name);
    snprintf(text, sizeof text, "%.500s%s(%s)", e.question ? e.question : "", e.question && *e.question ? " " : "", cases);
    text_put_wrapped(text, INDENT, INDENT, WIDTH, stdout);
    return status_ok();
}

static Status explain(const char *name, const char *path)
{
    GNU_CLEANUP(experiment_destroy) Experiment e = {0}, varied = {0};
    char                                       cases[80], with[80];
    TRY(read_experiment(path, false, &e, cases));
    TRY(read_experiment(path, true, &varied, with));
    printf("%s: ", name);
    text_put_wrapped(e.question ? e.question : "", (int)strlen(name) + 2, 2, WIDTH, stdout);
    printf("  file %s\n", path);
    if (e.expected && *e.expected)
        printf("  expected: ");
    if (e.expected && *e.expected)
        text_put_wrapped(e.expected, 12, 4, WIDTH, stdout);
    printf("  %s in %d block%s", cases, e.block_count, e.block_count == 1 ? "" : "s");
    if (varied.variation_count)
        printf("; with --vary %s, in %d variation%s", with, varied.variation_count, varied.variation_count == 1 ? "" : "s");
    printf("\n");
    return status_ok();
}

static Status list_folder(const char *name, const char *folder, const YamlNames *names)
{
    Status status = status_ok();
    bool   found = !name;
    if (!name)
        printf("experiments (%s)\n", folder);
    for (int i = 0; i < names->count && status.code == STATUS_OK; i++) {
        char path[PATH_LIMIT];
        if (name && strcmp(name, names->names[i]) != 0)
            continue;
        found = true;
        snprintf(path, sizeof path, "%s/%.250s.yaml", folder, names->names[i]);
        status = name ? explain(name, path) : print_line(names->names[i], path);
    }
    return status.code == STATUS_OK && !found ? text_unknown("experiment", name, (const char *const *)names->names) : status;
}

Status list_experiments(const char *name)
{
    char                                      folder[DATA_FOLDER_MAX];
    GNU_CLEANUP(yaml_names_destroy) YamlNames names = {0};
    TRY(data_folder("experiments", folder));
    TRY(yaml_names_create(folder, &names));
    return list_folder(name, folder, &names);
}
