// Setting names: the valid names of settings. Figures, tables and verdicts may use those of every solver, also if a --set has left out
// the cases that have them.
#ifndef WEFT_EXPERIMENT_SETTING_NAMES_H
#define WEFT_EXPERIMENT_SETTING_NAMES_H

#include "case/case.h"

enum { SETTING_NAMES_MAX = 512 };

typedef struct SettingNames {
    int         count;
    const char *names[SETTING_NAMES_MAX]; // point into texts: the struct must not be copied
    CaseName    texts[SETTING_NAMES_MAX];
} SettingNames;

SettingNames *setting_names_create(void); // an empty list; NULL when out of memory
void          setting_names_destroy(SettingNames *names);

void setting_names_add(SettingNames *names, const char *name); // once each
void setting_names_add_all(SettingNames *names);               // of every case, solver and linear system there is

#endif
