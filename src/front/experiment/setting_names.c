#include "experiment/setting_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SettingNames *setting_names_create(void)
{
    return calloc(1, sizeof(SettingNames));
}

void setting_names_destroy(SettingNames *names)
{
    free(names);
}

void setting_names_add(SettingNames *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return;
    if (names->count == SETTING_NAMES_MAX)
        return;
    CaseName *text = &names->texts[names->count];
    snprintf(text->text, sizeof text->text, "%s", name);
    names->names[names->count++] = text->text;
}

static void add_params(SettingNames *names, const Param *param)
{
    for (; param && param->name; param++)
        setting_names_add(names, param->name);
}

void setting_names_add_all(SettingNames *names)
{
    static const char *const CHOICES[] = {"block", "scene", "solver", "linsys", "precision"};
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++)
        setting_names_add(names, CHOICES[i]);
    add_params(names, CASE_PARAMS);
    for (int i = 0; solver_at(i); i++)
        add_params(names, solver_at(i)->params);
    for (int i = 0; linsys_at(i); i++)
        add_params(names, linsys_at(i)->params);
}
