// Every solver on every kind of constraint by itself, with the choices of its parameters that concern the kind. It steps a small scene of
// the kind, or rejects it by name. One constraint that is hard, damped, breakable or an inequality affects the motion, or is rejected by
// name. A third of the pairs of a solver and a kind; the others: long_oracle_kinds.
#include "conformance.h"

static const ConformTrait TRAITS[] = {
    {TAKES_HARD, "hard", .stiffness = INFINITY, .traits = {.limit = INFINITY}},
    {TAKES_DAMPED, "damped", .traits = {.limit = INFINITY, .damping = 0.3}},
    {TAKES_BREAKABLE, "breakable", .traits = {.limit = 1e-3}},
    {TAKES_INEQUALITIES, "inequalities", .traits = {.limit = INFINITY, .sense = SENSE_GREATER_EQUAL}},
    {TAKES_INEQUALITIES, "inequalities", .traits = {.limit = INFINITY, .sense = SENSE_LESS_EQUAL}},
};
enum { TRAIT_COUNT = sizeof TRAITS / sizeof *TRAITS };

// A constraint breaks at the end of a step, and a late break changes only the steps after.
enum { TRAIT_STEPS = 4 };

// Parameters whose choices a kind of constraint meets.
static bool concerns_kinds(const Param *p)
{
    static const char *const NAMES[] = {"sweep", "kernels", "method"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(p->name, NAMES[i]) == 0)
            return p->type == PARAM_CHOICE;
    return false;
}

// The defaults, then each choice of such a parameter by itself.
static bool next_settings(const SolverOps *ops, int number, char *out, size_t size)
{
    out[0] = '\0';
    for (const Param *p = ops->params; p->name && number > 0; p++)
        for (int k = 0; concerns_kinds(p) && p->choices[k]; k++)
            if (k != (int)p->value && --number == 0)
                snprintf(out, size, "%s=%s", p->name, p->choices[k]);
    return number == 0;
}

// Each solver occurs in both tiers, and each kind.
static bool is_of_this_tier(int solver, int kind)
{
    return ((solver + kind) % 3 != 0) == TIER_LONG;
}

static void check_kind(const SolverOps *ops, int kind)
{
    char               settings[64];
    const ConformScene scene = conform_scene_of(kind);
    for (int number = 0; next_settings(ops, number, settings, sizeof settings); number++) {
        const Run  run = {.ops = ops, .settings = settings, .scene = &scene};
        const bool taken = is_taken(&run);
        if (taken)
            check_run(&run, CONFORM_ALL);
        if (number == 0)
            assert_true(taken == (solver_supports(ops, kind, 0).code == STATUS_OK));
    }
}

TEST_TIERS(test_every_kind_steps)
{
    for (int s = 0; solver_at(s); s++)
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            if (is_of_this_tier(s, kind))
                check_kind(solver_at(s), kind);
}

// ---- traits ----

// A solver may take a trait with some of its settings only. Otherwise its message names a setting that is in the way.
static bool names_a_setting(const char *text, const char *settings)
{
    char  copy[448];
    char *save = NULL;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        if (strstr(text, word))
            return true;
    return false;
}

// A solver rejects a kind that it does not take by name, and names the solvers that take it.
static void check_refusal(const Run *run, int kind, const Status *status)
{
    const ConformTrait  *trait = run->scene->trait;
    const ConstraintOps *ops = constraint_ops(kind);
    if (status->code != STATUS_UNSUPPORTED)
        RUN_FAIL(run, "it does not say that it takes this, and gives %s", status_name(status->code));
    if (!strstr(status->text, run->ops->name) || !strstr(status->text, conform_scene_name(run->scene)) ||
        !strstr(status->text, trait->word))
        RUN_FAIL(run, "refused without naming it all: %s", status->text);
    if (solver_takes(run->ops, trait->bit, ops)) {
        if (!names_a_setting(status->text, run->settings))
            RUN_FAIL(run, "it says that it takes this, and refuses: %s", status->text);
        return;
    }
    const char *able = strstr(status->text, "use one of: ");
    RUN_CHECK(run, able != NULL);
    for (int other = 0; able && solver_at(other); other++)
        if (solver_takes(solver_at(other), trait->bit, ops))
            RUN_CHECK(run, strstr(able, solver_at(other)->name));
}

// The outcome for one trait of one solver and kind, over all settings.
typedef struct Tally {
    int taken, felt;
} Tally;

// Whether the motion differs from that of a constraint without the trait. pbd gives every constraint the same stiffness, so a hard one
// moves as all others do.
static bool is_felt(const Run *run, const Rig *with)
{
    const ConformScene plain = {.kinds = run->scene->kinds, .trait = &CONFORM_PLAIN};
    RIG(without);
    assert_ok(open_run(&without, &(Run){.ops = run->ops, .settings = run->settings, .scene = &plain}, 1));
    plain_steps(run, &without, TRAIT_STEPS, NULL);
    bool same = true;
    for (int i = 0; i < CONFORM_PARTICLES; i++)
        same = same && is_same(with->state.position[i], without.state.position[i]);
    return !same || (run->scene->trait->bit == TAKES_HARD && run->ops->aim == AIM_ERRORS);
}

static void check_trait(const Run *run, int kind, Tally *tally)
{
    RIG(rig);
    const ConformTrait *trait = run->scene->trait;
    const Status        status = open_run(&rig, run, 1);
    if (status.code != STATUS_OK) {
        check_refusal(run, kind, &status);
        return;
    }
    if (!solver_takes(run->ops, trait->bit, constraint_ops(kind)))
        RUN_FAIL(run, "it does not say that it takes this, and does not refuse it");
    plain_steps(run, &rig, TRAIT_STEPS, NULL);
    RUN_CHECK(run, state_broken_count(&rig.model, &rig.state) == (trait->bit == TAKES_BREAKABLE));
    tally->taken++;
    tally->felt += is_felt(run, &rig);
    if (!run->settings[0])
        check_run(run, CONFORM_STEP_ONLY);
}

// Whether a kind of constraint can have a trait at all.
static bool can_be(int kind, const ConformTrait *trait)
{
    const ConstraintOps *ops = constraint_ops(kind);
    switch (trait->bit) {
    case TAKES_HARD:
        return !ops->balanced;
    case TAKES_DAMPED:
        return ops->traits & TRAIT_DAMPING;
    case TAKES_BREAKABLE:
        return ops->traits & TRAIT_LIMIT;
    case TAKES_CONTACT: // of a scene, not of a kind
    case TAKES_HARD_CONTACT:
    case TAKES_FRICTION:
        return false;
    case TAKES_INEQUALITIES:
        break;
    }
    return ops->traits & TRAIT_SENSE;
}

static void check_traits(const SolverOps *ops, int kind)
{
    char  settings[64];
    int   plain = 0;
    Tally tallies[TRAIT_COUNT] = {{0}};
    for (int number = 0; next_settings(ops, number, settings, sizeof settings); number++) {
        const ConformScene scene = conform_scene_of(kind);
        if (!is_taken(&(Run){.ops = ops, .settings = settings, .scene = &scene}))
            continue;
        plain++;
        for (int t = 0; t < TRAIT_COUNT; t++) {
            const ConformScene special = {.kinds = scene.kinds, .trait = &TRAITS[t]};
            if (can_be(kind, &TRAITS[t]))
                check_trait(&(Run){.ops = ops, .settings = settings, .scene = &special}, kind, &tallies[t]);
        }
    }
    for (int t = 0; plain > 0 && t < TRAIT_COUNT; t++) {
        if (!can_be(kind, &TRAITS[t]))
            continue;
        if (solver_takes(ops, TRAITS[t].bit, constraint_ops(kind)) && tallies[t].taken == 0)
            fail_msg("%s declares support for %s that are %s, but rejects them with every setting", ops->name, constraint_ops(kind)->name,
                     TRAITS[t].word);
        // One of the two senses must affect the motion: where C never changes its sign, one is an equality.
        const int    sense = (int)TRAITS[t].traits.sense;
        const Tally *other = &tallies[sense == SENSE_LESS_EQUAL ? t - 1 : sense == SENSE_GREATER_EQUAL ? t + 1 : t];
        if (tallies[t].felt < tallies[t].taken && other->felt < other->taken)
            fail_msg("%s takes one of %s that is %s, and moves as if it were not, with %d of %d settings", ops->name,
                     constraint_ops(kind)->name, TRAITS[t].word, tallies[t].taken - tallies[t].felt, tallies[t].taken);
    }
}

// A solver takes the traits that it declares, and no other.
TEST_TIERS(test_traits_are_taken_or_refused)
{
    for (int s = 0; solver_at(s); s++)
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            if (is_of_this_tier(s, kind))
                check_traits(solver_at(s), kind);
}

// A trait that a kind cannot have is rejected by its name where the constraint is made.
TEST(test_traits_of_kinds)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int t = 0; t < TRAIT_COUNT; t++) {
            ModelBuilder      *builder = model_builder_create();
            const bool         hard = TRAITS[t].bit == TAKES_HARD;
            const ConformScene scene = {.kinds = (uint64_t)1 << kind, .trait = &TRAITS[t]};
            const Status       status = conform_scene(&scene, builder);
            if (!hard && can_be(kind, &TRAITS[t]) != (status.code == STATUS_OK))
                fail_msg("%s, one %s: %s", constraint_ops(kind)->name, TRAITS[t].word, status.text);
            assert_true(status.code == STATUS_OK || strstr(status.text, constraint_ops(kind)->name));
            model_builder_destroy(builder);
        }
}
