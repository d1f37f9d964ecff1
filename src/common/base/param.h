// Param: one named setting of a case, a solver or a linear system; ParamSet: the values of some table of them.
// The table is the only description of a setting: defaults, range checks, help text and `weft list` come from it.
#ifndef WEFT_BASE_PARAM_H
#define WEFT_BASE_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum ParamType { PARAM_INT, PARAM_REAL, PARAM_CHOICE } ParamType;

// What a setting means to code that does not own its table: that code asks for the role, never for the name.
typedef enum ParamRole {
    PARAM_ROLE_NONE,
    PARAM_ROLE_ITERATIONS,    // PARAM_INT: iterations of each substep, at most
    PARAM_ROLE_SUBSTEPS,      // PARAM_INT: parts of a step
    PARAM_ROLE_RELAXATION,    // PARAM_REAL: every move is scaled by it; above 1 an iteration may diverge whatever the length of a step
    PARAM_ROLE_STIFFNESS,     // PARAM_REAL: the share of its error that a constraint alone loses in a (sub)step, or an iteration, 0 … 1
    PARAM_ROLE_MATRIX_WEIGHT, // PARAM_REAL: factor on the constraints' stiffnesses in the matrix of a solver with LIMIT_FIXED_MATRIX
    PARAM_ROLE_ORDERING,      // PARAM_CHOICE: the ordering that a linear system is factorised in
    PARAM_ROLE_REORDER,       // PARAM_CHOICE: when it is ordered again for a wider pattern
    PARAM_ROLE_CONTACT,       // PARAM_CHOICE: whether anything touches
    PARAM_ROLE_CONTACT_ROOM,  // PARAM_INT: contacts that there is memory for, for each particle of a surface
    PARAM_ROLE_CONTACT_SENSE, // PARAM_CHOICE: contacts are inequalities or equalities
    PARAM_ROLE_COUNT
} ParamRole;

typedef struct Param {
    const char        *name, *unit, *summary; // unit: "" when it has none
    ParamType          type;
    ParamRole          role;         // the same for all settings of this name, in all tables
    double             value;        // default (index into choices for PARAM_CHOICE)
    double             min, max;     // inclusive; not for PARAM_CHOICE
    const char *const *choices;      // names, ended by NULL; only for PARAM_CHOICE
    bool               contact_only; // changes nothing in a scene without contact
    const char        *key_default;  // text of the value that keys of cases leave out; NULL: the default
    bool               euler_only;   // a value other than the default has a meaning with implicit Euler only
} Param;

// The rows of a table, one line each. After the summary further fields may follow: `.role = PARAM_ROLE_SUBSTEPS`.
#define PARAM_INT_ROW(id, in, standard, least, most, ...) \
    { \
        .name = id, .unit = in, .type = PARAM_INT, .value = standard, .min = least, .max = most, .summary = __VA_ARGS__ \
    }
#define PARAM_REAL_ROW(id, in, standard, least, most, ...) \
    { \
        .name = id, .unit = in, .type = PARAM_REAL, .value = standard, .min = least, .max = most, .summary = __VA_ARGS__ \
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
    bool         said[PARAM_SET_MAX];  // set by somebody, be it to the default
    bool         given[PARAM_SET_MAX]; // the same, less what a label leaves out
} ParamSet;

// Adds the rows of a table (NULL: none) with their defaults. A name that is there already is a bug.
void param_set_add(ParamSet *set, const Param *table);

int param_index(const ParamSet *set, const char *name);  // −1 when there is none
int param_index_of(const ParamSet *set, ParamRole role); // −1 when none has this role

// The value of the setting with a role (of a choice: its index); `otherwise` when the set has none.
double param_of_role(const ParamSet *set, ParamRole role, double otherwise);

// Parses and range-checks `text`. STATUS_INPUT: unknown name (with the nearest valid one), not a number, out of range, not a choice.
Status param_set_text(ParamSet *set, const char *name, const char *text) GNU_MUST_CHECK;

// Values by name; asking for a name that is not there, or by the wrong type, is a bug.
int64_t param_int(const ParamSet *set, const char *name);
double  param_real(const ParamSet *set, const char *name);
int     param_choice(const ParamSet *set, const char *name); // index into choices
bool    param_has(const ParamSet *set, const char *name);

// The value as canonical text: integers without a point, reals with 17 significant digits at most, shortest that reads back the same.
void param_format(const ParamSet *set, int index, char *out, size_t size);

#endif
