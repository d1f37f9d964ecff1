#include "solver/private/augmented.h"

#include "solver/private/augmented_contact.h"
#include "solver/private/augmented_watch.h"

const char *const AUGMENTED_STARTS[] = {"least", "y", "inertial", "x_n", NULL};

// True if calm and avbd do not support a kind at all.
static bool lacks(const ConstraintOps *ops)
{
    return vertex_block_missing(ops, VERTEX_RULE_OWN);
}

bool augmented_has_rows(const ConstraintOps *ops)
{
    return !ops->nonnegative && !ops->balanced;
}

int32_t augmented_components(const Model *model)
{
    int32_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].count > 0 && augmented_has_rows(model->sets[kind].ops))
            count += model->sets[kind].count * model->sets[kind].ops->components;
    return count;
}

// ---- set-up ----

static Status make_rows(Augmented *s, const SolverSetup *setup)
{
    int32_t components = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &setup->model->sets[kind];
        const int32_t        count = set->count * set->ops->components;
        if (count == 0)
            continue;
        TRY(ARENA_NEW(setup->arena, count, &s->lambda[kind]));
        if (!augmented_has_rows(set->ops))
            continue;
        TRY(ARENA_NEW(setup->arena, count, &s->row[kind]));
        TRY(ARENA_NEW(setup->arena, count, &s->rows.row[kind]));
        s->kept[kind] = components;
        components += count;
    }
    return status_ok();
}

Status augmented_init(Augmented *s, const SolverSetup *setup)
{
    s->threads = setup->threads;
    s->h = s->rows.h = setup->dt;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    TRY(solver_refuse(setup->model, s->base.ops, lacks));
    ASSERT(setup->model->memory.count == s->base.ops->memory(setup->model, setup->params));
    TRY(make_rows(s, setup));
    TRY(augmented_contact_init(s, setup));
    TRY(augmented_watch_init(s, setup));
    TRY(motion_init(&s->motion, setup, 1));
    TRY(vertex_starts_init(&s->starts, (VertexStart)param_choice(setup->params, "start"), setup, &s->motion));
    s->rows.terms = &s->sweeps.terms;
    TRY(vertex_sweeps_init(
        &s->sweeps, setup,
        &(VertexSweepSettings){
            .kind = VERTEX_SWEEP_COLOURED, .kernels = KERNELS_PLAIN, .rule = VERTEX_RULE_OWN, .h = setup->dt, .rows = &s->rows}));
    return contact_velocity_init(&s->velocity, setup, &s->motion, true);
}

double augmented_multiplier(const Solver *solver, int kind, int32_t i, int component)
{
    const Augmented *s = (const Augmented *)(const void *)solver;
    return s->lambda[kind][i * s->motion.model->sets[kind].ops->components + component];
}

// ---- rows: all threads of the team, each with its share of every set ----

// Function applied to constraint i of a set.
typedef void (*Visit)(const Augmented *s, const ConstraintSet *set, int kind, int32_t i);

static void visit_sets(const Augmented *s, bool rows, Visit visit)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->motion.model->sets[kind];
        if (set->count == 0 || (s->row[kind] != NULL) != rows)
            continue;
        TEAM_EACH (i, set->count)
            visit(s, set, kind, i);
    }
}

static double mean_distance(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const int      v = set->ops->vertices;
    const int32_t *vertex = set->vertices + (size_t)v * (size_t)i;
    double         sum = 0;
    for (int j = 1; j < v; j++)
        for (int l = 0; l < j; l++)
            sum += double4_norm(double4_sub(x[vertex[j]], x[vertex[l]]));
    return 2 * sum / (v * (v - 1));
}

// H and L of a component with this gradient, and the initial values of the method.
static void start_row(const Augmented *s, const ConstraintSet *set, int32_t i, const double4 *gradient, const AugmentedTerm *term)
{
    const int      v = set->ops->vertices;
    const int32_t *vertex = set->vertices + (size_t)v * (size_t)i;
    double         mobility = 0, steepest = 0;
    for (int j = 0; j < v; j++) {
        mobility += s->motion.model->inverse_mass[vertex[j]] * double4_dot(gradient[j], gradient[j]);
        steepest = fmax(steepest, double4_norm(gradient[j]));
    }
    if (!(mobility > 0))
        return;
    term->row->scale = 1 / (s->h * s->h * mobility);
    term->row->size = set->ops->element == ELEMENT_EDGE ? constraint_rest(set, 0, i) : steepest * mean_distance(set, i, s->sweeps.x);
    s->start(s, term);
}

static AugmentedTerm term_of(const Augmented *s, const ConstraintSet *set, int kind, int32_t i, int c, double value)
{
    const size_t at = (size_t)i * (size_t)set->ops->components + (size_t)c;
    const size_t kept = (size_t)s->kept[kind] + (size_t)set->origin[i] * (size_t)set->ops->components + (size_t)c;
    return (AugmentedTerm){.stiffness = constraint_component_stiffness(set, i, c),
                           .value = value,
                           .sense = constraint_sense(set, i),
                           .row = &s->row[kind][at],
                           .sweep = &s->rows.row[kind][at],
                           .memory = s->memory ? s->memory + kept * (size_t)s->columns : NULL};
}

// Positions are x_n.
static void keep_before(const Augmented *s, const ConstraintSet *set, int kind, int32_t i)
{
    double value[CONSTRAINT_COMPONENTS_MAX];
    set->ops->energy->evaluate(set, i, i + 1, s->sweeps.x, value, NULL);
    for (int c = 0; c < set->ops->components; c++)
        s->row[kind][i * set->ops->components + c].before = value[c];
}

// Positions are y.
static void begin_rows(const Augmented *s, const ConstraintSet *set, int kind, int32_t i)
{
    double  value[CONSTRAINT_COMPONENTS_MAX];
    double4 gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    set->ops->energy->evaluate(set, i, i + 1, s->sweeps.x, value, gradient);
    for (int c = 0; c < set->ops->components; c++) {
        const AugmentedTerm term = term_of(s, set, kind, i, c, value[c]);
        *term.row = (AugmentedRow){.before = term.row->before};
        *term.sweep = (VertexRow){0};
        start_row(s, set, i, &gradient[c * set->ops->vertices], &term);
        s->lambda[kind][i * set->ops->components + c] = -s->h * s->h * term.row->force;
    }
}

// λ of a component with this force times h², and of its damping. gradient: for damped ones.
static double lambda_of(const Augmented *s, const ConstraintSet *set, int32_t i, double elastic, double value, const double4 *gradient)
{
    const int    sense = constraint_sense(set, i);
    const double force = elastic + vertex_block_damping(&s->sweeps.terms, set, i, s->sweeps.x, value, gradient);
    return sense_is_feasible(sense, elastic) || sense_is_feasible(sense, force) ? 0 : -force;
}

static void update_rows(const Augmented *s, const ConstraintSet *set, int kind, int32_t i)
{
    double  value[CONSTRAINT_COMPONENTS_MAX];
    double4 gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    bool    needs_gradient = constraint_is_damped(set, i);
    for (int c = 0; c < set->ops->components; c++)
        needs_gradient = needs_gradient || s->row[kind][i * set->ops->components + c].scale == 0;
    set->ops->energy->evaluate(set, i, i + 1, s->sweeps.x, value, needs_gradient ? gradient : NULL);
    for (int c = 0; c < set->ops->components; c++) {
        const AugmentedTerm term = term_of(s, set, kind, i, c, value[c]);
        double             *lambda = &s->lambda[kind][i * set->ops->components + c];
        const bool          begun = term.row->scale > 0;
        if (begun)
            s->update(s, &term);
        else
            start_row(s, set, i, &gradient[c * set->ops->vertices], &term);
        term.row->late = !begun && term.row->scale > 0;
        *lambda = lambda_of(s, set, i, s->h * s->h * term.row->force, value[c], &gradient[c * set->ops->vertices]);
    }
}

static void keep_rows(const Augmented *s, const ConstraintSet *set, int kind, int32_t i)
{
    for (int c = 0; c < set->ops->components; c++) {
        const AugmentedTerm term = term_of(s, set, kind, i, c, 0);
        s->keep(s, &term);
    }
}

// λ of constraints that act by their energies.
static void show_energies(const Augmented *s, const ConstraintSet *set, int kind, int32_t i)
{
    double       value[CONSTRAINT_COMPONENTS_MAX];
    double4      gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    const double h2 = s->h * s->h;
    set->ops->energy->evaluate(set, i, i + 1, s->sweeps.x, value, constraint_is_damped(set, i) ? gradient : NULL);
    const bool idle = constraint_is_idle(set, i, value[0]);
    for (int c = 0; c < set->ops->components; c++)
        s->lambda[kind][i * set->ops->components + c] =
            idle ? 0
                 : lambda_of(s, set, i, h2 * constraint_component_stiffness(set, i, c) * value[c], value[c],
                             &gradient[c * set->ops->vertices]);
}

// ---- step ----

static void predict(Augmented *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.contacts = s->sweeps.contacts.contacts;
    start.prediction = s->starts.kind == VERTEX_START_Y ? NULL : s->sweeps.y;
    team_phase(context, PHASE_PREDICT);
    motion_update_loads(&s->motion, state);
    motion_predict(&s->motion, state, 0);
#pragma omp barrier
    vertex_sweeps_touch(&s->sweeps, s->motion.previous, state, start.end, context);
    if (s->stabilised) {
        vertex_sweeps_place(&s->sweeps, s->motion.previous);
#pragma omp barrier
        visit_sets(s, true, keep_before);
#pragma omp barrier
    }
    vertex_sweeps_begin(&s->sweeps, state->position, s->motion.previous);
    vertex_sweeps_place(&s->sweeps, state->position);
    augmented_watch_begin(s);
#pragma omp barrier
    visit_sets(s, true, begin_rows);
    augmented_contact_begin(s);
    vertex_starts_move(&s->starts, state);
    vertex_sweeps_place(&s->sweeps, state->position);
    augmented_watch_start(s);
#pragma omp barrier
    visit_sets(s, false, show_energies);
#pragma omp barrier
    team_begin(context, &start);
}

static void iterate(Augmented *s, State *state, StepContext *context, bool shown, bool last)
{
    Contacts  *contacts = s->sweeps.contacts.contacts;
    const bool bounded = contacts && contacts_have_bound(contacts);
    vertex_sweeps_run(&s->sweeps, state->position);
    if (bounded) {
        contacts_bound(contacts, state->position, last, context ? context->phases : NULL);
        team_phase(context, PHASE_PROJECT);
    }
    augmented_watch_moves(s, state->position);
    if (bounded) {
#pragma omp barrier
        vertex_sweeps_place(&s->sweeps, state->position);
#pragma omp barrier
    }
    visit_sets(s, true, update_rows);
    augmented_contact_update(s);
    if (shown || last)
        visit_sets(s, false, show_energies);
#pragma omp barrier
    augmented_watch_after(s);
}

static void finish(Augmented *s, State *state, StepContext *context)
{
    if (s->memory)
        visit_sets(s, true, keep_rows);
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
#pragma omp barrier
    contact_velocity_apply(&s->velocity, state, context);
}

Status augmented_step(Solver *base, State *state, StepContext *context)
{
    Augmented *s = (Augmented *)base;
    Contacts  *contacts = s->sweeps.contacts.contacts;
    s->memory = state->memory;
    if (context)
        context->end = STEP_DONE;
#pragma omp parallel num_threads(s->threads)
    {
        Iterate    shown = {.iteration = -1, .position = state->position, .exact_lambda = s->lambda};
        const bool watched = context && context->observer;
        if (contacts)
            contacts_detect(contacts, state, context ? context->phases : NULL);
        TEAM_COUNT(context, detections, contacts ? 1 : 0);
        if (!contacts || contacts_failed(contacts).code == STATUS_OK) {
            predict(s, state, context);
            team_iterate(context, &shown);
            team_phase(context, PHASE_PROJECT);
            while (++shown.iteration < s->iterations) {
                vertex_sweeps_count(&s->sweeps, context);
                iterate(s, state, context, watched, shown.iteration + 1 == s->iterations);
                team_iterate(context, &shown);
            }
            finish(s, state, context);
        }
        team_phase(context, PHASE_NONE);
    }
    augmented_watch_end(s, context);
    if (!contacts)
        return status_ok();
    team_end_bounded(context, contacts_bound_left(contacts));
    const Status status = contacts_failed(contacts);
    return status.code == STATUS_OK ? status : status_prefix(status, "%s, step %lld", base->ops->name, (long long)state->step);
}
