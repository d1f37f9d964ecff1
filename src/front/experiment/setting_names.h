// Setting names: the valid names of settings, and further names. Figures, tables and verdicts may use the settings of every solver, even if
// --set has removed the cases that have them.
#ifndef WEFT_EXPERIMENT_SETTING_NAMES_H
#define WEFT_EXPERIMENT_SETTING_NAMES_H

#include "case/case.h"
#include "experiment/data_view.h"

typedef struct SettingNames {
    int    count;
    char **names;
} SettingNames;

// {0} is an empty list. After STATUS_MEMORY the list is unchanged, and the caller still frees it.
void   setting_names_end(SettingNames *names);
Status setting_names_add(SettingNames *names, const char *name) GNU_MUST_CHECK; // once each
Status setting_names_add_all(SettingNames *names) GNU_MUST_CHECK;               // of every case, solver and linear system
Status setting_names_add_columns(SettingNames *names, const DataColumn *const *lists, bool numbers_only) GNU_MUST_CHECK; // as of a DataView
bool   setting_names_has(const SettingNames *names, const char *name, size_t length); // the first `length` bytes of `name`

#endif
