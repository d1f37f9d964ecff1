// Param: one named setting of a case, a solver or a linear system; ParamSet: the values of some table of them.
// The table is the only description of a setting: defaults, range checks, help text and `weft list` come from it.
#ifndef WEFT_BASE_PARAM_H
#define WEFT_BASE_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum ParamType { PARAM_INT, PARAM_REAL, PARAM_CHOICE } ParamType;

typedef struct Param {
    const char        *name, *unit, *summary; // unit: "" when it has none
    ParamType          type;
    double             value;    // default (index into choices for PARAM_CHOICE)
    double             min, max; // inclusive; not for PARAM_CHOICE
    const char *const *choices;  // names, ended by NULL; only for PARAM_CHOICE
} Param;

// Tables of Params end with a row whose name is NULL.
#define PARAM_END \
    { \
        .name = NULL \
    }

enum { PARAM_SET_MAX = 48 };

// Values of up to PARAM_SET_MAX params, gathered from one or more tables. Copies freely; points to the tables.
typedef struct ParamSet {
    int          count;
    const Param *params[PARAM_SET_MAX];
    double       values[PARAM_SET_MAX];
    bool         given[PARAM_SET_MAX]; // set by the user, not the default
} ParamSet;

// Adds the rows of a table (NULL: none) with their defaults. A name that is there already is a bug.
void param_set_add(ParamSet *set, const Param *table);

const Param *param_find(const ParamSet *set, const char *name); // NULL when there is none

// Parses and range-checks `text`. STATUS_INPUT: unknown name (with the nearest valid one), not a number, out of range, not a choice.
Status param_set_text(ParamSet *set, const char *name, const char *text) GNU_MUST_CHECK;

// Values by name; asking for a name that is not there, or by the wrong type, is a bug.
int64_t     param_int(const ParamSet *set, const char *name);
double      param_real(const ParamSet *set, const char *name);
int         param_choice(const ParamSet *set, const char *name); // index into choices
const char *param_choice_name(const ParamSet *set, const char *name);
bool        param_has(const ParamSet *set, const char *name);

// The value as canonical text: integers without a point, reals with 17 significant digits at most, shortest that reads back the same.
void param_format(const ParamSet *set, int index, char *out, size_t size);

#endif
