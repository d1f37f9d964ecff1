// One suite for every solver of the table, with every choice of its parameters and every linear system it can be given, on all kinds of
// constraint that it takes, together. Solver by solver and kind by kind: oracle_kinds.
#include "conformance.h"

static void combination_begin(Combination *c, char *settings, size_t size)
{
    snprintf(settings, size, "%s%s", c->text, combination_takes(c->ops, "iterations") ? "iterations=8" : "");
}

// The kinds that this setting takes; a kind that it does not take it refuses by name.
static uint64_t kinds_taken(const Combination *c, const char *settings)
{
    uint64_t kinds = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const Scene scene = scene_of_kind(kind);
        if (is_taken(&(Run){.ops = c->ops, .settings = settings, .scene = &scene}, c->linsys))
            kinds |= scene.kinds;
    }
    return kinds;
}

static void test_every_combination_steps(void **state)
{
    (void)state;
    for (int s = 0; solver_at(s); s++) {
        Combination c = {.ops = solver_at(s)};
        int         taken = 0;
        char        settings[448];
        while (combination_next(&c)) {
            combination_begin(&c, settings, sizeof settings);
            const Scene scene = {.kinds = kinds_taken(&c, settings), .trait = &PLAIN};
            if (!scene.kinds)
                continue;
            taken++;
            check_run(&(Run){.ops = c.ops, .settings = settings, .scene = &scene}, true);
        }
        if (taken == 0)
            fail_msg("%s takes no kind of constraint at all", c.ops->name);
    }
}

// Each number of a solver at another value than its default, and several substeps.
static void test_every_parameter(void **state)
{
    (void)state;
    for (int s = 0; solver_at(s); s++) {
        const Combination defaults = {.ops = solver_at(s)};
        const Scene       scene = {.kinds = kinds_taken(&defaults, ""), .trait = &PLAIN};
        for (const Param *p = solver_at(s)->params; p->name; p++) {
            double value;
            if (!combination_other_value(p, &value))
                continue;
            char settings[128];
            snprintf(settings, sizeof settings, "%s=%.9g", p->name, value);
            const Run run = {.ops = solver_at(s), .settings = settings, .scene = &scene};
            check_run(&run, false);
        }
    }
}

static void check_params(const Param *params)
{
    for (const Param *p = params; p && p->name; p++) {
        ParamSet set = {0};
        param_set_add(&set, params); // a name twice would be caught here
        assert_true(p->name[0] && p->summary && p->summary[0] && p->unit);
        if (p->type == PARAM_CHOICE)
            assert_true(p->choices && p->value >= 0 && p->value < combination_choices(p));
        else
            assert_true(p->value >= p->min && p->value <= p->max);
    }
}

static void test_table_is_complete(void **state)
{
    (void)state;
    int count = 0;
    for (; solver_at(count); count++) {
        const SolverOps *ops = solver_at(count);
        assert_string_equal(ops->name, solver_names()[count]);
        assert_ptr_equal(solver_find(ops->name), ops);
        assert_true(ops->summary && ops->params && ops->schedule && ops->create && ops->step && ops->destroy);
        if (ops->uses_linsys != (ops->linsys != NULL))
            fail_msg("%s: a solver with a linear system shows it, and no other does", ops->name);
        check_params(ops->params);
        ops->destroy(NULL);
    }
    assert_null(solver_names()[count]);
    assert_null(solver_at(-1));
    assert_null(solver_find("no such solver"));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        assert_string_equal(ops->name, constraint_names()[kind]);
        assert_int_equal(constraint_find(ops->name), kind);
        assert_true(ops->summary && ops->vertices >= 0 && ops->vertices <= CONSTRAINT_VERTICES_MAX);
        assert_true((ops->vertices == 0) == (ops->element >= ELEMENT_POLYGON));
        assert_true(ops->components >= 1 && ops->components <= CONSTRAINT_COMPONENTS_MAX);
        assert_true(ops->refuse && ops->params >= 0 && ops->params <= CONSTRAINT_PARAMS_MAX);
        assert_true(ops->vertices == 0 || (ops->measure && ops->project && ops->project_plain));
        assert_true(ops->rows <= CONSTRAINT_ROWS_MAX && (ops->local || ops->local_team) == (ops->stencil != NULL));
    }
    assert_null(constraint_names()[CONSTRAINT_KINDS]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_complete),
        cmocka_unit_test(test_every_combination_steps),
        cmocka_unit_test(test_every_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
