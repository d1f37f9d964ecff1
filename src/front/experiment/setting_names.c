#include "experiment/setting_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "case/case_params.h"

void setting_names_end(SettingNames *names)
{
    for (int i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    *names = (SettingNames){0};
}

bool setting_names_has(const SettingNames *names, const char *name, size_t length)
{
    for (int i = 0; i < names->count; i++)
        if (strncmp(names->names[i], name, length) == 0 && !names->names[i][length])
            return true;
    return false;
}

Status setting_names_add(SettingNames *names, const char *name)
{
    if (setting_names_has(names, name, strlen(name)))
        return status_ok();
    TRY(memory_grow((void **)&names->names, names->count, sizeof *names->names));
    names->names[names->count] = strdup(name);
    if (!names->names[names->count])
        return status_make(STATUS_MEMORY, "out of memory for the names of settings");
    names->count++;
    return status_ok();
}

Status setting_names_add_all(SettingNames *names)
{
    static const char *const CHOICES[] = {"block", "scene", "solver", "linsys", "precision"};
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++)
        TRY(setting_names_add(names, CHOICES[i]));
    const Param *param = NULL;
    for (int i = 0; (param = case_params_at(i, NULL)); i++)
        for (; param->name; param++)
            TRY(setting_names_add(names, param->name));
    return status_ok();
}

Status setting_names_add_columns(SettingNames *names, const DataColumn *const *lists, bool numbers_only)
{
    for (; *lists; lists++)
        for (const DataColumn *column = *lists; column->name; column++)
            if (column->number || !numbers_only)
                TRY(setting_names_add(names, column->name));
    return status_ok();
}
