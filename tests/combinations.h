// Every way in which a solver of the table can be set up: walks the choices of its parameters and, when it uses one, the linear systems.
// A new solver, parameter or linear system is walked without a word here.
#ifndef WEFT_TESTS_COMBINATIONS_H
#define WEFT_TESTS_COMBINATIONS_H

#include "facts.h"
#include "rig.h"

typedef struct Combination {
    const SolverOps *ops;
    const LinsysOps *linsys;    // NULL when the solver uses none
    int64_t          next;      // number of the combination after this one
    char             text[384]; // for rig_solver: "sweep=serial integrator=verlet linsys=dense "
} Combination;

static inline int combination_choices(const Param *param)
{
    int count = 0;
    while (param->choices[count])
        count++;
    assert_true(count > 0);
    return count > 0 ? count : 1; // for who does not know that the line above ends the test
}

static inline void combination_add(Combination *c, const char *name, const char *value)
{
    const size_t used = strlen(c->text);
    const int    length = snprintf(c->text + used, sizeof c->text - used, "%s=%s ", name, value);
    assert_true(length > 0 && (size_t)length < sizeof c->text - used);
}

// The combination with so many iterations, where the solver is told how many.
static inline void combination_settings(const Combination *c, int iterations, char *out, size_t size)
{
    const Param *p = param_with_role(c->ops->params, PARAM_ROLE_ITERATIONS);
    if (p)
        snprintf(out, size, "%s%s=%d", c->text, p->name, iterations);
    else
        snprintf(out, size, "%s", c->text);
}

// Only a coloured sweep has colours: with another one every colouring is the same. A serial sweep is plain.
static inline bool combination_is_moot(const Combination *c)
{
    const char *const other_sweeps[] = {"sweep=serial ", "sweep=jacobi "};
    for (size_t i = 0; i < sizeof other_sweeps / sizeof *other_sweeps; i++)
        if (strstr(c->text, other_sweeps[i]) && strstr(c->text, "colouring=") && !strstr(c->text, "colouring=greedy "))
            return true;
    return strstr(c->text, "sweep=serial ") && strstr(c->text, "kernels=plain ");
}

// Choices that only a scene with contact knows of: oracle_contact_bodies and oracle_contact_energy walk them on such scenes.
static inline bool combination_is_of_contact(const char *name)
{
    return strncmp(name, "contact", strlen("contact")) == 0 || strcmp(name, "broad") == 0 || strcmp(name, "friction_on") == 0;
}

static inline bool combination_any(Combination *c)
{
    int64_t rest = c->next++;
    c->text[0] = '\0';
    c->linsys = NULL;
    for (const Param *p = c->ops->params; p->name; p++)
        if (p->type == PARAM_CHOICE && !combination_is_of_contact(p->name)) {
            const int count = combination_choices(p);
            combination_add(c, p->name, p->choices[rest % count]);
            rest /= count;
        }
    if (c->ops->uses_linsys) {
        int count = 1; // there is always one
        while (linsys_at(count))
            count++;
        c->linsys = linsys_at((int)(rest % count));
        combination_add(c, "linsys", c->linsys->name);
        rest /= count;
    }
    return rest == 0;
}

// The next combination of c->ops; false past the last. Start with {.ops = …}.
static inline bool combination_next(Combination *c)
{
    bool there = combination_any(c);
    while (there && combination_is_moot(c))
        there = combination_any(c);
    return there;
}

// A value of a number other than its default, and one that every method can live with: half the way to where its range begins, or to its
// end when the default is that already. False when the range is too wide to guess.
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
