#include "measure/snapshot.h"

#include "measure/private/quantity.h"

static int32_t largest_set(const Model *model)
{
    int32_t largest = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        largest = model->sets[kind].count > largest ? model->sets[kind].count : largest;
    return largest;
}

Status snapshot_init(SnapshotTaker *t, const Model *model, const State *state, int32_t particle, Arena *arena)
{
    const int32_t largest = largest_set(model);
    *t = (SnapshotTaker){.model = model, .tracked_count = model->tracked_count, .tracked = model->tracked};
    if (particle != SNAPSHOT_PLACE) {
        t->particle = model->model_of[particle];
        t->tracked_count = 1;
        t->tracked = &t->particle;
    }
    TRY(ARENA_NEW(arena, model->particle_count, &t->start));
    TRY(ARENA_NEW(arena, model->particle_count, &t->x));
    TRY(shape_init(model, arena, &t->shape));
    TRY(part_memory_init(model, false, arena, &t->parts));
    TRY(ARENA_NEW(arena, largest, &t->force));
    TRY(ARENA_NEW(arena, largest, &t->reference_force));
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 x = state_position(state, i);
        double       *start = t->start[model->user_of[i]];
        start[0] = x.x, start[1] = x.y, start[2] = x.z;
    }
    return status_ok();
}

static void load_state(SnapshotTaker *t, const State *state)
{
    for (int32_t i = 0; i < t->model->particle_count; i++)
        t->x[i] = state_position(state, i);
}

static double squared_distance(double4 a, const double b[3])
{
    const double4 d = double4_sub(a, double4_of(b));
    return double4_dot(d, d);
}

static void measure_error(const SnapshotTaker *t, const double (*reference)[3], double own_error, Snapshot *s)
{
    double apart = 0, moved = 0, weighted_apart = 0, weighted_moved = 0;
    for (int32_t i = 0; i < t->model->particle_count; i++) {
        const int32_t user = t->model->user_of[i];
        const double *r = reference[user];
        const double  a = squared_distance(t->x[i], r), m = squared_distance(double4_of(r), t->start[user]);
        const double  mass = t->model->inverse_mass[i] > 0 ? t->model->mass[i] : 0;
        apart += a;
        moved += m;
        weighted_apart += mass * a;
        weighted_moved += mass * m;
    }
    s->error = moved > 0 ? sqrt(apart / moved) : (double)NAN;
    s->weighted_error = weighted_moved > 0 ? sqrt(weighted_apart / weighted_moved) : (double)NAN;
    s->reference_error = moved > 0 ? own_error / sqrt(moved) : (double)NAN;
}

static void copy3(double4 from, double to[3])
{
    to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

static void follow(const SnapshotTaker *t, const State *state, Snapshot *s)
{
    double4 x = {0}, v = {0};
    for (int32_t i = 0; i < t->tracked_count; i++) {
        double4_add_to(&x, 1, t->x[t->tracked[i]]);
        double4_add_to(&v, 1, double4_from(state->velocity[t->tracked[i]]));
    }
    copy3(double4_scale(1.0 / t->tracked_count, x), s->tracked);
    copy3(double4_scale(1.0 / t->tracked_count, v), s->tracked_velocity);
}

Snapshot snapshot_take(SnapshotTaker *t, const State *state, const double (*reference)[3], double own_error)
{
    const Model *model = t->model;
    Snapshot     s = {.error = NAN, .weighted_error = NAN, .reference_error = NAN, .broken = state_broken_count(model, state)};
    Motions      motions = {0};
    double4      weighted = {0};
    double       mass = 0;
    load_state(t, state);
    for (int32_t i = 0; i < model->particle_count; i++) {
        if (model->inverse_mass[i] <= 0)
            continue;
        quantity_add_motion(model->mass[i], t->x[i], double4_from(state->velocity[i]), &motions);
        double4_add_to(&weighted, model->mass[i], t->x[i]);
        mass += model->mass[i];
    }
    const ConstraintError error = quantity_constraint_error(model, state, t->x, &t->parts);
    s.constraint_max = error.max;
    s.constraint_rms = error.rms;
    const ShapeErrors shape = shape_errors(&t->shape, state, t->x);
    s.volume_error = shape.volume;
    s.area_error = shape.area;
    s.bending_error = shape.bending;
    s.kinetic = motions.kinetic;
    s.elastic = quantity_elastic(model, state, t->x, NULL);
    s.potential = quantity_potential(model, t->x);
    for (int k = 0; k < 3; k++) {
        s.momentum[k] = motions.momentum[k];
        s.angular[k] = motions.angular[k];
    }
    copy3(double4_scale(1 / mass, weighted), s.centre); // 0/0 without a free particle
    follow(t, state, &s);
    if (reference)
        measure_error(t, reference, own_error, &s);
    return s;
}

static double multiplier_of(const Solver *solver, const ConstraintSet *set, int kind, int32_t i)
{
    double lambda[CONSTRAINT_COMPONENTS_MAX];
    for (int c = 0; c < set->ops->components; c++)
        lambda[c] = solver->ops->multiplier(solver, kind, i, c);
    return constraint_magnitude(set, lambda);
}

void snapshot_forces(SnapshotTaker *t, const State *state, const Solver *solver, double h, int kind)
{
    const ConstraintSet *set = &t->model->sets[kind];
    load_state(t, state);
    quantity_forces(t->model, state, kind, t->x, &t->parts, t->force);
    for (int32_t i = 0; i < set->count && solver->ops->aim == AIM_ERRORS; i++)
        t->force[i] = NAN;
    for (int32_t i = 0; i < set->count && solver->ops->multiplier; i++)
        t->force[set->origin[i]] = quantity_is_broken(t->model, state, kind, i) ? 0 : multiplier_of(solver, set, kind, i) / (h * h);
}

void snapshot_reference_forces(SnapshotTaker *t, const double (*position)[3], int kind)
{
    for (int32_t i = 0; i < t->model->particle_count; i++) {
        t->x[i] = double4_of(position[t->model->user_of[i]]);
    }
    quantity_forces(t->model, NULL, kind, t->x, &t->parts, t->reference_force);
}
