#include "solver/private/pd_contact_matrix.h"

#include <stdlib.h>
#include <string.h>

#include "assembly/contact_couplings.h"
#include "assembly/pattern.h"
#include "contact/contact_row.h"
#include "step/team.h"

// ---- set-up ----

static size_t entries_of(const Csc *matrix)
{
    return (size_t)matrix->column_start[matrix->n];
}

static Status keep_base(PdContact *c, const Csc *matrix, Arena *arena)
{
    TRY(ARENA_NEW(arena, entries_of(matrix), &c->base));
    memcpy(c->base, matrix->value, entries_of(matrix) * sizeof *c->base);
    return status_ok();
}

static Status make_vectors(LinsysColumns *columns, int32_t room, Arena *arena)
{
    TRY(ARENA_NEW(arena, (size_t)room + 1, &columns->start));
    TRY(ARENA_NEW(arena, (size_t)room * CONTACT_VERTICES_MAX, &columns->row));
    return ARENA_NEW(arena, (size_t)room * CONTACT_VERTICES_MAX, &columns->value);
}

static bool can_update(const LinsysOps *ops)
{
    return ops->update;
}

Status pd_contact_matrix_init(PdContact *c, const SolverSetup *setup, StencilMatrix *system)
{
    const int32_t room = c->first[CONTACT_CLASSES];
    TRY(keep_base(c, &system->matrix, setup->arena));
    TRY(ARENA_NEW(setup->arena, room, &c->required.list));
    TRY(ARENA_NEW(setup->arena, room, &c->factored.list));
    if (c->kind == PD_CONTACT_REFACTOR || (c->kind == PD_CONTACT_AUTO && !can_update(setup->linsys)))
        return status_ok();
    char able[256];
    if (!can_update(setup->linsys))
        return status_make(STATUS_UNSUPPORTED,
                           "the factor of linear system %s cannot be updated for contacts; use another contact_matrix, or one of: %s",
                           setup->linsys->name, linsys_able(can_update, able, sizeof able));
    TRY(make_vectors(&c->added, room, setup->arena));
    return make_vectors(&c->removed, room, setup->arena);
}

// ---- the contacts in B ----

static void insert(ContactColumn *column, int count, int32_t particle, double value)
{
    int at = count;
    for (; at > 0 && column->particle[at - 1] > particle; at--) {
        column->particle[at] = column->particle[at - 1];
        column->value[at] = column->value[at - 1];
    }
    column->particle[at] = particle;
    column->value[at] = value;
}

static ContactColumn column_of(const PdContact *c, ContactClass which, int32_t i)
{
    const ContactRow row = contact_row(&c->contacts->sets[which], which, i);
    ContactColumn    column = {.particle = {-1, -1, -1, -1}};
    int              count = 0;
    for (int j = 0; j < row.vertices; j++)
        if (c->model->inverse_mass[row.vertex[j]] > 0 && (row.weight[j] < 0 || row.weight[j] > 0))
            insert(&column, count++, row.vertex[j], sqrt(c->factor) * (double)row.weight[j]);
    return column;
}

static int compare_columns(const void *a, const void *b)
{
    const ContactColumn *p = a, *q = b;
    for (int j = 0; j < CONTACT_VERTICES_MAX; j++)
        if (p->particle[j] != q->particle[j])
            return p->particle[j] < q->particle[j] ? -1 : 1;
    for (int j = 0; j < CONTACT_VERTICES_MAX; j++)
        if (p->value[j] < q->value[j] || p->value[j] > q->value[j])
            return p->value[j] < q->value[j] ? -1 : 1;
    return 0;
}

// Active contacts with a free particle.
static void list_columns(PdContact *c)
{
    c->required.count = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++) {
            if (!(c->value[c->first[which] + i] < 0))
                continue;
            const ContactColumn column = column_of(c, (ContactClass)which, i);
            if (column.particle[0] >= 0)
                c->required.list[c->required.count++] = column;
        }
    qsort(c->required.list, (size_t)c->required.count, sizeof *c->required.list, compare_columns);
}

static void append(LinsysColumns *columns, const ContactColumn *column)
{
    int32_t at = columns->start[columns->count];
    for (int j = 0; j < CONTACT_VERTICES_MAX && column->particle[j] >= 0; j++, at++) {
        columns->row[at] = column->particle[j];
        columns->value[at] = column->value[j];
    }
    columns->start[++columns->count] = at;
}

// Merges two sorted lists: a column in only one of them is added or removed. Returns their number; fills added and removed if allocated.
static int64_t compare_lists(PdContact *c)
{
    const ContactColumns *required = &c->required, *factored = &c->factored;
    int64_t               changes = 0;
    c->added.count = c->removed.count = 0;
    for (int32_t w = 0, h = 0; w < required->count || h < factored->count;) {
        const int order = w == required->count ? 1 : h == factored->count ? -1 : compare_columns(&required->list[w], &factored->list[h]);
        changes += order != 0;
        if (order < 0 && c->added.start)
            append(&c->added, &required->list[w]);
        if (order > 0 && c->removed.start)
            append(&c->removed, &factored->list[h]);
        w += order <= 0;
        h += order >= 0;
    }
    return changes;
}

// ---- refactor ----

static void add_column(Csc *matrix, const ContactColumn *column)
{
    for (int a = 0; a < CONTACT_VERTICES_MAX && column->particle[a] >= 0; a++)
        for (int b = 0; b <= a; b++)
            matrix->value[pattern_find(matrix, column->particle[a], column->particle[b])] += column->value[a] * column->value[b];
}

static Status widen(PdContact *c, LinsysSolver *solver, const real4 *coordinates, StencilMatrix *system, StepContext *context)
{
    if (contact_couplings_are_in(c->contacts, &system->matrix))
        return status_ok();
    team_phase(context, PHASE_REBUILD);
    Arena         fresh = system_rebuild_arena(&solver->rebuild);
    StencilMatrix wider = {0};
    double       *kept = c->base;
    Status        status = stencil_matrix_init(c->model, c->contacts, system->h, solver->rebuild.setup.threads, &fresh, &wider);
    if (status.code == STATUS_OK)
        status = keep_base(c, &wider.matrix, &fresh);
    if (status.code == STATUS_OK)
        status = linsys_solver_rebuild(solver, &fresh, &wider.matrix, coordinates, context);
    arena_destroy(&fresh);
    if (status.code != STATUS_OK) {
        c->base = kept;
        return status;
    }
    *system = wider;
    TEAM_COUNT(context, factorisations, 1);
    team_phase(context, PHASE_REFACTOR);
    c->factored.count = 0; // the factor is that of A
    return status_ok();
}

static Status refactor(const PdContact *c, StencilMatrix *system, Linsys *linsys, StepContext *context)
{
    Csc *matrix = &system->matrix;
    memcpy(matrix->value, c->base, entries_of(matrix) * sizeof *matrix->value);
    for (int32_t i = 0; i < c->required.count; i++)
        add_column(matrix, &c->required.list[i]);
    TEAM_COUNT(context, factorisations, 1);
    return linsys->ops->refactor(linsys, matrix);
}

void pd_contact_reset(PdContact *c, const Csc *matrix)
{
    if (!c->contacts)
        return;
    memcpy(c->base, matrix->value, entries_of(matrix) * sizeof *c->base);
    c->factored.count = 0;
    c->updates = 0;
}

// ---- update ----

// Number of column updates that take as long as a factorisation.
static double crossover(const Linsys *linsys)
{
    LinsysInfo info = {0};
    linsys->ops->info(linsys, &info);
    return info.updates_per_factor;
}

// Round-off and fill of updates accumulate, so the factor is recomputed from time to time.
static bool is_worn(const PdContact *c, const StencilMatrix *system)
{
    return c->updates > 8 * (int64_t)system->matrix.n;
}

static Status start_again(PdContact *c, const StencilMatrix *system, Linsys *linsys, StepContext *context)
{
    c->updates = 0;
    c->factored.count = 0;
    compare_lists(c);
    TEAM_COUNT(context, factorisations, 1);
    TEAM_COUNT(context, factor_updates, c->added.count);
    TRY(linsys->ops->refactor(linsys, &system->matrix));
    return linsys->ops->update(linsys, &c->added, true);
}

static Status update_changed(PdContact *c, Linsys *linsys, StepContext *context)
{
    TEAM_COUNT(context, factor_updates, c->added.count + c->removed.count);
    TRY(linsys->ops->update(linsys, &c->added, true)); // additions first: downdates then stay farther from singular
    return linsys->ops->update(linsys, &c->removed, false);
}

// Recomputes the factor from A if that needs fewer column updates, for example at the start of a step with different pairs.
static Status update(PdContact *c, const StencilMatrix *system, Linsys *linsys, StepContext *context)
{
    const int32_t changes = c->added.count + c->removed.count;
    c->updates += changes;
    if (c->required.count == 0 || changes > c->required.count + crossover(linsys) || is_worn(c, system))
        return start_again(c, system, linsys, context);
    const Status status = update_changed(c, linsys, context);
    return status.code == STATUS_NUMERIC ? start_again(c, system, linsys, context) : status;
}

// ---- either ----

// After updates P has its own pattern: the matrix is widened only if it is factorised.
static Status change_cheaper(PdContact *c, LinsysSolver *solver, const real4 *coordinates, StencilMatrix *system, StepContext *context)
{
    const int32_t changes = c->added.count + c->removed.count;
    c->updates += changes;
    if (changes <= crossover(solver->linsys) && !is_worn(c, system)) {
        const Status status = update_changed(c, solver->linsys, context);
        if (status.code != STATUS_NUMERIC)
            return status;
    }
    TRY(widen(c, solver, coordinates, system, context));
    c->updates = 0;
    return refactor(c, system, solver->linsys, context);
}

Status pd_contact_change(PdContact *c, LinsysSolver *solver, const real4 *coordinates, StencilMatrix *system, StepContext *context)
{
    const bool updates = c->added.start;
    team_phase(context, PHASE_REFACTOR);
    list_columns(c);
    if (!updates)
        TRY(widen(c, solver, coordinates, system, context));
    const int64_t changes = compare_lists(c);
    TEAM_COUNT(context, contact_changes, changes);
    if (changes == 0)
        return status_ok();
    TRY(!updates                       ? refactor(c, system, solver->linsys, context)
        : c->kind == PD_CONTACT_UPDATE ? update(c, system, solver->linsys, context)
                                       : change_cheaper(c, solver, coordinates, system, context));
    const ContactColumns factored = c->factored;
    c->factored = c->required;
    c->required = factored;
    return status_ok();
}
