#include "experiment/setting_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void setting_names_end(SettingNames *names)
{
    for (int i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    *names = (SettingNames){0};
}

Status setting_names_add(SettingNames *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return status_ok();
    TRY(memory_grow((void **)&names->names, names->count, sizeof *names->names));
    names->names[names->count] = strdup(name);
    if (!names->names[names->count])
        return status_make(STATUS_MEMORY, "out of memory for the names of settings");
    names->count++;
    return status_ok();
}

static Status add_params(SettingNames *names, const Param *param)
{
    for (; param && param->name; param++)
        TRY(setting_names_add(names, param->name));
    return status_ok();
}

Status setting_names_add_all(SettingNames *names)
{
    static const char *const CHOICES[] = {"block", "scene", "solver", "linsys", "precision"};
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++)
        TRY(setting_names_add(names, CHOICES[i]));
    TRY(add_params(names, CASE_PARAMS));
    for (int i = 0; solver_at(i); i++)
        TRY(add_params(names, solver_at(i)->params));
    for (int i = 0; linsys_at(i); i++)
        TRY(add_params(names, linsys_at(i)->params));
    return status_ok();
}
