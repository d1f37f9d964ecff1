// The ways in which a solver of the table can be set up: choices of its parameters and, when it uses one, a linear system. Every two
// choices of different parameters occur together in at least one combination (a pairwise covering). This finds how two choices affect each
// other; the whole product would double with every new parameter. A new solver, parameter or linear system is included without a change
// here.
#ifndef WEFT_TESTS_COMBINATIONS_H
#define WEFT_TESTS_COMBINATIONS_H

#include "facts.h"
#include "rig.h"

enum { COMBINATION_VALUES = 64, COMBINATION_FACTORS = 16, COMBINATION_PRODUCT = 1 << 14 };

typedef struct Combination {
    const SolverOps *ops;
    const LinsysOps *linsys;                                           // NULL when the solver uses none
    char             text[384];                                        // for rig_solver: "sweep=serial first_step=verlet linsys=dense "
    int              value[COMBINATION_FACTORS], factors;              // of the text, numbered through all factors
    bool             offered[COMBINATION_PRODUCT];                     // by number in the product
    bool             together[COMBINATION_VALUES][COMBINATION_VALUES]; // pairs of values that have run
} Combination;

static inline int combination_choices(const Param *param)
{
    int count = 0;
    while (param->choices[count])
        count++;
    assert_true(count > 0);
    return count > 0 ? count : 1; // for compilers and analysers that do not know that the line above ends the test
}

static inline void combination_add(Combination *c, const char *name, const char *value)
{
    const size_t used = strlen(c->text);
    const int    length = snprintf(c->text + used, sizeof c->text - used, "%s=%s ", name, value);
    assert_true(length > 0 && (size_t)length < sizeof c->text - used);
}

// The combination with so many iterations, where the solver has a parameter for their number.
static inline void combination_settings(const Combination *c, int iterations, char *out, size_t size)
{
    const Param *p = param_with_role(c->ops->params, PARAM_ROLE_ITERATIONS);
    if (p)
        snprintf(out, size, "%s%s=%d", c->text, p->name, iterations);
    else
        snprintf(out, size, "%s", c->text);
}

// A factor that the other choices do not use: any linear system gives the same result.
static inline bool combination_has_spare_linsys(const Combination *c)
{
    return c->linsys && c->linsys != linsys_at(0) && strstr(c->text, "base=gamma");
}

// A solver that needs a factorisation rejects an iterative system, and one with a forcing term rejects a direct system.
static inline bool combination_is_refused(const Combination *c)
{
    const bool is_forced = strstr(c->text, "forcing=") && !strstr(c->text, "forcing=tolerance ");
    return c->linsys && ((c->linsys->iterative && strstr(c->text, "method=kkt ")) || (!c->linsys->set_tolerance && is_forced));
}

// Only a coloured sweep has colours: with another sweep every colouring is the same. A serial sweep is plain. Without a window there is
// nothing to guard. Without rho there is neither recurrence nor spectrum, and an estimate of rho needs more iterations than these tests
// run. A linear system whose library is missing can only be rejected.
static inline bool combination_is_moot(const Combination *c)
{
    const char *const other_sweeps[] = {"sweep=serial ", "sweep=jacobi "};
    for (size_t i = 0; i < sizeof other_sweeps / sizeof *other_sweeps; i++)
        if (strstr(c->text, other_sweeps[i]) && strstr(c->text, "colouring=") && !strstr(c->text, "colouring=greedy "))
            return true;
    return (c->linsys && linsys_is_absent(c->linsys)) || (strstr(c->text, "sweep=serial ") && strstr(c->text, "kernels=plain ")) ||
           strstr(c->text, "guard=off ") || strstr(c->text, "spectrum=positive ") || strstr(c->text, "recurrence=unbracketed ") ||
           strstr(c->text, "rho_from=estimated ") || combination_has_spare_linsys(c) || combination_is_refused(c);
}

// Choices that apply only to a scene with contact: oracle_contact_bodies and oracle_contact_energy run them on such scenes.
static inline bool combination_is_of_contact(const char *name)
{
    return strncmp(name, "contact", strlen("contact")) == 0 || strcmp(name, "friction_rounds") == 0;
}

static inline void combination_value(Combination *c, int *first, int count, int64_t *rest)
{
    assert_true(c->factors < COMBINATION_FACTORS && *first + count <= COMBINATION_VALUES);
    c->value[c->factors++] = *first + (int)(*rest % count);
    *first += count;
    *rest /= count;
}

// That number of the product; false past its end.
static inline bool combination_at(Combination *c, int64_t number)
{
    int64_t rest = number;
    int     first = 0;
    c->text[0] = '\0';
    c->linsys = NULL;
    c->factors = 0;
    for (const Param *p = c->ops->params; p->name; p++)
        if (p->type == PARAM_CHOICE && !combination_is_of_contact(p->name)) {
            const int count = combination_choices(p);
            combination_add(c, p->name, p->choices[rest % count]);
            combination_value(c, &first, count, &rest);
        }
    if (c->ops->uses_linsys) {
        int count = 1; // there is always one
        while (linsys_at(count))
            count++;
        c->linsys = linsys_at((int)(rest % count));
        combination_add(c, "linsys", c->linsys->name);
        combination_value(c, &first, count, &rest);
    }
    return rest == 0;
}

// A value paired with itself counts as a pair too, for a solver that has one factor or none.
static inline int combination_new_pairs(const Combination *c)
{
    int count = 0;
    for (int i = 0; i < c->factors; i++)
        for (int j = 0; j <= i; j++)
            count += !c->together[c->value[i]][c->value[j]];
    return count;
}

// Whether it is of the quick tier (check.h): it has a choice that no combination before it has. Excluded is an iterative system in every
// iteration of a method, which takes ten times as long as a factorisation.
static inline bool combination_is_quick(const Combination *c)
{
    bool quick = c->factors == 0;
    for (int i = 0; i < c->factors; i++)
        quick = quick || !c->together[c->value[i]][c->value[i]];
    return quick && !(c->linsys && c->linsys->iterative && c->ops->uses_linsys == LINSYS_SCALAR);
}

// This combination ran and was not rejected: its pairs need no other run.
static inline void combination_has_run(Combination *c)
{
    for (int i = 0; i < c->factors; i++)
        for (int j = 0; j <= i; j++)
            c->together[c->value[i]][c->value[j]] = true;
}

// The combination of c->ops with the most pairs that have not run; false when all such combinations were already offered. Start with {.ops
// = …}.
static inline bool combination_next(Combination *c)
{
    int64_t best = -1;
    int     max = -1;
    for (int64_t i = 0; combination_at(c, i); i++) {
        assert_true(i < COMBINATION_PRODUCT);
        const int  pairs = c->offered[i] ? 0 : combination_new_pairs(c);
        const bool needed = pairs > 0 || (c->factors == 0 && !c->offered[i]);
        if (needed && pairs > max && !combination_is_moot(c)) {
            best = i;
            max = pairs;
        }
    }
    if (best < 0)
        return false;
    c->offered[best] = true;
    return combination_at(c, best);
}

// A number other than the default that every method can work with, half the way from the default to the start of the range. When the
// default is the start, it is half the way to the end. False when the range is too wide to guess.
static inline bool combination_other_value(const Param *p, double *value)
{
    if (p->type == PARAM_CHOICE)
        return false;
    if (p->type == PARAM_INT) {
        *value = p->value > p->min ? floor((p->min + fmin(p->value, 12)) / 2) : p->min + 2;
        return *value != p->value && *value <= p->max;
    }
    *value = p->value > p->min ? (p->min + p->value) / 2 : (p->min + fmin(p->max, p->min + 1)) / 2;
    return isfinite(*value) && *value != p->value;
}

#endif
