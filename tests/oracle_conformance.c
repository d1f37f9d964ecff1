// One suite for every solver of the table, with every choice of its parameters and every linear system that it can use. (Every two choices:
// long_oracle_conformance.) All kinds of constraint that the solver takes are in it together. Solver by solver and kind by kind:
// oracle_kinds.
#include "conformance.h"

#include "case/case.h"
#include "measure/reference.h"

// The kinds that this setting takes; it rejects every other kind by name.
static uint64_t kinds_taken(const Combination *c, const char *settings)
{
    uint64_t kinds = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConformScene scene = conform_scene_of(kind);
        if (is_taken(&(Run){.ops = c->ops, .settings = settings, .scene = &scene}))
            kinds |= scene.kinds;
    }
    return kinds;
}

TEST_TIERS(test_every_choice_steps)
{
    for (int s = 0; solver_at(s); s++) {
        Combination c = {.ops = solver_at(s)};
        int         taken = 0;
        char        settings[448];
        while (combination_next(&c)) {
            combination_settings(&c, CONFORM_ITERATIONS, settings, sizeof settings);
            const ConformScene scene = {.kinds = kinds_taken(&c, settings), .trait = &CONFORM_PLAIN};
            if (!scene.kinds)
                continue;
            taken++;
            if (combination_is_quick(&c) != TIER_LONG)
                check_run(&(Run){.ops = c.ops, .settings = settings, .scene = &scene}, CONFORM_DESCENT);
            combination_has_run(&c);
        }
        if (taken == 0)
            fail_msg("%s takes no kind of constraint at all", c.ops->name);
    }
}

static bool goes_together(const Run *run)
{
    RIG(rig);
    const Status status = open_run(&rig, run, 1);
    return status.code != STATUS_INPUT;
}

// The settings with which a solver uses a number: alone, or with the choices that it belongs to; with few iterations.
static void settle(const SolverOps *ops, const Param *number, double value, const ConformScene *scene, char *out, size_t size)
{
    Combination  c = {.ops = ops};
    const Param *iterations = param_with_role(ops->params, PARAM_ROLE_ITERATIONS);
    char         few[64] = "";
    if (iterations && iterations != number)
        snprintf(few, sizeof few, "%s=%d ", iterations->name, CONFORM_ITERATIONS);
    snprintf(out, size, "%s%s=%.9g", few, number->name, value);
    while (!goes_together(&(Run){.ops = ops, .settings = out, .scene = scene})) {
        if (!combination_next(&c))
            fail_msg("%s takes %s=%g with no choice at all", ops->name, number->name, value);
        snprintf(out, size, "%s%s%s=%.9g", few, c.text, number->name, value);
    }
}

// Each number of a solver at another value than its default, and several substeps. There is no contact here: see combination_is_of_contact.
TEST(test_every_parameter)
{
    for (int s = 0; solver_at(s); s++) {
        const Combination  defaults = {.ops = solver_at(s)};
        const ConformScene scene = {.kinds = kinds_taken(&defaults, ""), .trait = &CONFORM_PLAIN};
        for (const Param *p = solver_at(s)->params; p->name; p++) {
            double value;
            if (combination_is_of_contact(p->name) || !combination_other_value(p, &value))
                continue;
            char settings[512];
            settle(solver_at(s), p, value, &scene, settings, sizeof settings);
            const Run run = {.ops = solver_at(s), .settings = settings, .scene = &scene};
            check_run(&run, CONFORM_STEP_ONLY);
        }
    }
}

// Checks a row, and its settings together with those of all other tables that a case may join.
static void check_solver(const SolverOps *ops)
{
    const char *fault = solver_fault(ops);
    for (int i = 0; solver_at(i) && !fault; i++)
        fault = params_fault_in(ops->params, solver_at(i)->params);
    for (int i = 0; linsys_at(i) && !fault; i++)
        fault = params_fault_in(ops->params, linsys_at(i)->params);
    if (!fault)
        fault = params_fault_in(ops->params, CASE_PARAMS);
    if (fault)
        fail_msg("%s: %s", ops->name, fault);
}

// A table that is present has the slots that its family needs; an absent one means that the kind does not support the family.
static void check_tables(const ConstraintOps *ops)
{
    const ProjectionOps  *projection = ops->projection;
    const LocalStepOps   *local_step = ops->local_step;
    const VertexBlockOps *vertex_block = ops->vertex_block;
    const EnergyOps      *energy = ops->energy;
    const bool            group = ops->vertices == 0;
    assert_int_equal(ops->group != NULL, group);
    assert_int_equal(ops->measure == NULL, group);
    if (projection) {
        assert_int_equal(projection->team != NULL, group);
        assert_true((projection->wide != NULL) == !group && (projection->plain != NULL) == !group && projection->flops > 0);
    }
    if (local_step) {
        assert_true(local_step->stencil && ops->rows > 0);
        assert_true((local_step->team != NULL) == group && (local_step->targets != NULL) == !group &&
                    (local_step->nearest != NULL) == !group);
        assert_false(energy->reduce);
    }
    if (vertex_block)
        assert_true(!group && (vertex_block->lanes != NULL) == (vertex_block->entry != NULL) &&
                    (vertex_block->lanes != NULL) == (vertex_block->columns > 0) &&
                    (vertex_block->lanes || vertex_block->rule != VERTEX_RULE_OWN));
    assert_true(energy->evaluate && energy->total);
    assert_true((energy->reduce != NULL) == (energy->prox != NULL));
    assert_true((energy->hessian != NULL) == !group && (energy->curvature != NULL) == !group);
    assert_true(!group || (ops->group->hessian && ops->group->directions <= GROUP_DIRECTIONS));
}

TEST(test_table_is_complete)
{
    int count = 0;
    for (; solver_at(count); count++) {
        const SolverOps *ops = solver_at(count);
        assert_string_equal(ops->name, solver_names()[count]);
        assert_ptr_equal(solver_find(ops->name), ops);
        check_solver(ops);
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
        assert_true(ops->rows <= CONSTRAINT_ROWS_MAX);
        check_tables(ops);
    }
    assert_null(constraint_names()[CONSTRAINT_KINDS]);
}

// Rows with one fault each, made from good ones.
TEST(test_wrong_rows_are_found)
{
    static const char *const NONE[] = {NULL};
    static const Param       BAD_PARAMS[] = {
              PARAM_INT_ROW("", "", 1, 0, 2, "no name"), PARAM_INT_ROW("a", "", 3, 0, 2, "default above the range"),
              PARAM_INT_ROW("a", "", 1.5, 0, 2, "default with a fraction"), PARAM_CHOICE_ROW("a", NONE, 0, "nothing to choose from"),
              PARAM_REAL_ROW("a", "", 1, 0, 2, "iterations that are a real number", .role = PARAM_ROLE_ITERATIONS)};
    for (size_t i = 0; i < sizeof BAD_PARAMS / sizeof *BAD_PARAMS; i++)
        assert_non_null(param_fault(&BAD_PARAMS[i]));

    static const Param TWICE[] = {PARAM_INT_ROW("a", "", 1, 0, 2, "one", .role = PARAM_ROLE_SUBSTEPS),
                                  PARAM_INT_ROW("b", "", 1, 0, 2, "two", .role = PARAM_ROLE_SUBSTEPS), PARAM_END};
    static const Param SILENT[] = {PARAM_INT_ROW("iterations", "", 1, 0, 2, "whose role was forgotten"), PARAM_END};
    assert_non_null(params_fault_in(TWICE, NULL));
    assert_null(params_fault_in(SILENT, NULL));
    assert_non_null(params_fault_in(SILENT, solver_at(0)->params));

    const SolverOps *contact = NULL, *linear = NULL, *errors = NULL, *multipliers = NULL;
    for (int s = 0; solver_at(s); s++) {
        contact = solver_at(s)->takes & TAKES_CONTACT ? solver_at(s) : contact;
        linear = solver_at(s)->uses_linsys ? solver_at(s) : linear;
        errors = solver_at(s)->aim == AIM_ERRORS ? solver_at(s) : errors;
        multipliers = solver_at(s)->aim == AIM_MULTIPLIERS ? solver_at(s) : multipliers;
    }
    if (!contact || !linear || !errors || !multipliers) {
        fail_msg("no row to make a wrong one from");
        return;
    }
    SolverOps bad[] = {*contact, *contact, *linear, *errors, *multipliers};
    bad[0].params = SILENT;
    bad[1].takes = TAKES_HARD_CONTACT;
    bad[2].uses_linsys = LINSYS_UNUSED;
    bad[3].multiplier = multipliers->multiplier;
    bad[4].multiplier = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(solver_fault(&bad[i]));
}

// The reference is computed by a solver that steps until it has converged, with settings that it has.
TEST(test_reference_method)
{
    const ReferenceMethod *method = &REFERENCE_METHOD;
    const Param           *iterations = param_with_role(method->solver->params, PARAM_ROLE_ITERATIONS);
    assert_true(method->solver->aim == AIM_OBJECTIVE && iterations);
    assert_true(method->iterations >= iterations->value && method->iterations <= iterations->max);
    assert_true(method->solver->uses_linsys == LINSYS_LANES || method->linsys->solve_scalar);
    assert_false(method->linsys->chooses || method->linsys->foreign); // its bits depend on neither the clock nor the threads
    for (const ParamRole *role = method->taken_over; *role; role++)
        assert_non_null(param_with_role(method->solver->params, *role));
}

// ---- the check of times ----

typedef enum TimeFault { STAMP_BEFORE_STEP, PHASES_LONGER_THAN_STEP, CLOCK_RUNS_ON, TIME_FAULTS } TimeFault;

static TimeFault late;

static Status late_step(Solver *solver, State *state, StepContext *context)
{
    const Status status = solver_find("pbd")->step(solver, state, context);
    if (late == STAMP_BEFORE_STEP)
        context->iteration_ns[0] = 0;
    if (late == PHASES_LONGER_THAN_STEP)
        context->phases->ns[PHASE_SOLVE] += (int64_t)1e12;
    if (late == CLOCK_RUNS_ON)
        phase_clock_enter(context->phases, PHASE_SOLVE);
    return status;
}

TEST(test_wrong_times_are_found)
{
    const ConformScene scene = conform_scene_of(0);
    const Run          run = {.ops = solver_find("pbd"), .settings = "", .scene = &scene};
    for (late = STAMP_BEFORE_STEP; late < TIME_FAULTS; late++) {
        RIG(rig);
        double outside = 1;
        assert_ok(open_run(&rig, &run, 1));
        assert_non_null(times_fault(&rig, late_step, &outside));
    }
}
