// Param: one named setting of a case, a solver or a linear system. ParamSet: values of the settings of one or more tables.
// The table is the only description of a setting: defaults, range checks, help text and `weft list` come from it.
#ifndef WEFT_BASE_PARAM_H
#define WEFT_BASE_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum ParamType { PARAM_INT, PARAM_REAL, PARAM_CHOICE } ParamType;

// Role of a setting for code that does not own its table: that code finds the setting by role, never by name.
typedef enum ParamRole {
    PARAM_ROLE_NONE,
    PARAM_ROLE_ITERATIONS,    // PARAM_INT: maximum number of iterations in each substep
    PARAM_ROLE_SUBSTEPS,      // PARAM_INT: number of substeps in a step
    PARAM_ROLE_RELAXATION,    // PARAM_REAL: factor on every move; above 1 an iteration may diverge for any step length
    PARAM_ROLE_STIFFNESS,     // PARAM_REAL: fraction of its error that an isolated constraint removes per (sub)step or iteration, 0 … 1
    PARAM_ROLE_MATRIX_WEIGHT, // PARAM_REAL: factor on the constraints' stiffnesses in the matrix of a solver with LIMIT_FIXED_MATRIX
    PARAM_ROLE_ORDERING,      // PARAM_CHOICE: ordering of the factorisation
    PARAM_ROLE_REORDER,       // PARAM_CHOICE: when to compute a new ordering for a wider pattern
    PARAM_ROLE_CONTACT,       // PARAM_CHOICE: contact on or off
    PARAM_ROLE_CONTACT_ROOM,  // PARAM_INT: maximum number of contacts per particle of a surface
    PARAM_ROLE_CONTACT_SENSE, // PARAM_CHOICE: contacts are inequalities or equalities
    PARAM_ROLE_COUNT
} ParamRole;

typedef struct Param {
    const char        *name, *unit, *summary; // unit: "" for none
    ParamType          type;
    ParamRole          role;         // the same for all settings of this name, in all tables
    double             value;        // default (index into choices for PARAM_CHOICE)
    double             min, max;     // inclusive; not for PARAM_CHOICE
    const char *const *choices;      // names, ended by NULL; only for PARAM_CHOICE
    bool               contact_only; // no effect in a scene without contact
    const char        *key_default;  // text of the value that keys of cases omit; NULL: the default
    bool               euler_only;   // values other than the default require implicit Euler
} Param;

// The rows of a table, one line each. After the summary further fields may follow: `.role = PARAM_ROLE_SUBSTEPS`.
#define PARAM_INT_ROW(id, in, standard, lower, upper, ...) \
    { \
        .name = id, .unit = in, .type = PARAM_INT, .value = standard, .min = lower, .max = upper, .summary = __VA_ARGS__ \
    }
#define PARAM_REAL_ROW(id, in, standard, lower, upper, ...) \
    { \
        .name = id, .unit = in, .type = PARAM_REAL, .value = standard, .min = lower, .max = upper, .summary = __VA_ARGS__ \
    }
#define PARAM_CHOICE_ROW(id, names, standard, ...) \
    { \
        .name = id, .unit = "", .type = PARAM_CHOICE, .choices = names, .value = standard, .summary = __VA_ARGS__ \
    }

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
    bool         is_set[PARAM_SET_MAX]; // set explicitly, even to the default
    bool         given[PARAM_SET_MAX];  // set explicitly and shown in labels
} ParamSet;

// Adds the rows of a table (NULL: none) with their defaults. A duplicate name is a bug.
void param_set_add(ParamSet *set, const Param *table);

int param_index(const ParamSet *set, const char *name);  // −1 if there is none
int param_index_of(const ParamSet *set, ParamRole role); // −1 if none has this role

// The value of the setting with a role (of a choice: its index); `otherwise` if the set has none.
double param_of_role(const ParamSet *set, ParamRole role, double otherwise);

// Parses and range-checks `text`. STATUS_INPUT: unknown name (with the nearest valid one), not a number, out of range, not a choice.
Status param_set_text(ParamSet *set, const char *name, const char *text) GNU_MUST_CHECK;

// Values by name; a missing name or the wrong type is a bug.
int64_t param_int(const ParamSet *set, const char *name);
double  param_real(const ParamSet *set, const char *name);
int     param_choice(const ParamSet *set, const char *name); // index into choices
bool    param_has(const ParamSet *set, const char *name);

// The value as canonical text: integers without a point; reals as the shortest text that reads back the same, at most 17 significant
// digits.
void param_format(const ParamSet *set, int index, char *out, size_t size);

#endif
