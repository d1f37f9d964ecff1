#include "measure/convergence.h"

#include <string.h>

static void begin(Observer *base, const Start *start)
{
    Convergence *c = (Convergence *)base;
    const Model *model = c->model;
    const double h = start->h;
    double       moved = 0, fallen = 0;
    c->h = h;
    c->substep = start->substep;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 x = double4_from(start->position[i]), v = double4_from(start->velocity[i]), f = model->force[i];
        const double *g = model->gravity, w = model->inverse_mass[i];
        c->previous[i] = c->y[i] = x;
        if (w > 0) {
            const double4 a = {g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0};
            double4_add_to(&c->y[i], h, v);
            double4_add_to(&c->y[i], h * h, a);
            fallen += h * h * h * h * double4_dot(a, a);
            if (start->prediction)
                c->y[i] = double4_from(start->prediction[i]);
        }
        if (c->reference) {
            const double *r = c->reference[model->user_of[i]];
            const double4 d = double4_sub((double4){r[0], r[1], r[2], 0}, x);
            moved += double4_dot(d, d);
        }
    }
    c->reference_scale = sqrt(fmax(moved, fallen));
}

static double largest_constraint(Convergence *c, double *sum_of_squares)
{
    double most = 0;
    *sum_of_squares = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        set->ops->evaluate(set, 0, set->count, c->x, c->value, NULL);
        for (int32_t i = 0; i < set->count; i++) {
            most = fmax(most, fabs(c->value[i]));
            *sum_of_squares += c->value[i] * c->value[i];
        }
    }
    return most;
}

// ‖M(x−y) + g‖₂ over free particles.
static double residual_norm(const Convergence *c, const double4 *g)
{
    double sum = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        if (c->model->inverse_mass[i] <= 0)
            continue;
        double4 r = {g[i].x, g[i].y, g[i].z, 0};
        double4_add_to(&r, c->model->mass[i], double4_sub(c->x[i], c->y[i]));
        sum += double4_dot(r, r);
    }
    return sqrt(sum);
}

static void measure_objective(Convergence *c, Metrics *m)
{
    const int32_t n = c->model->particle_count;
    const double  h2 = c->h * c->h;
    memset(c->gradient, 0, (size_t)n * sizeof *c->gradient);
    m->objective = h2 * model_energy(c->model, c->x, c->gradient);
    for (int32_t i = 0; i < n; i++) {
        const double4 d = double4_sub(c->x[i], c->y[i]);
        m->objective += 0.5 * c->model->mass[i] * double4_dot(d, d);
        c->gradient[i] = double4_scale(h2, c->gradient[i]);
    }
    m->gradient = m->primal = residual_norm(c, c->gradient);
}

static void measure_multipliers(Convergence *c, real *const *lambda, Metrics *m)
{
    double dual = 0;
    memset(c->gradient, 0, (size_t)c->model->particle_count * sizeof *c->gradient);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        const int            v = set->ops->vertices;
        set->ops->evaluate(set, 0, set->count, c->x, c->value, c->constraint_gradient);
        for (int32_t i = 0; i < set->count; i++) {
            const double l = (double)lambda[kind][i];
            const double h = c->value[i] + l / (set->stiffness[i] * c->h * c->h); // a hard one divides by infinity: α~ = 0
            dual += h * h;
            for (int j = 0; j < v; j++)
                double4_add_to(&c->gradient[set->vertices[i * v + j]], -l, c->constraint_gradient[i * v + j]);
        }
    }
    m->primal = residual_norm(c, c->gradient);
    m->dual = sqrt(dual);
}

static void measure_motion(const Convergence *c, Metrics *m)
{
    double4 p = {0}, l = {0};
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const double  mass = c->model->inverse_mass[i] > 0 ? c->model->mass[i] : 0;
        const double4 v = double4_scale(1 / c->h, double4_sub(c->x[i], c->previous[i]));
        m->kinetic += 0.5 * mass * double4_dot(v, v);
        double4_add_to(&p, mass, v);
        double4_add_to(&l, mass, double4_cross(c->x[i], v));
    }
    memcpy(m->momentum, (double[3]){p.x, p.y, p.z}, sizeof m->momentum);
    memcpy(m->angular, (double[3]){l.x, l.y, l.z}, sizeof m->angular);
}

static double reference_error(const Convergence *c)
{
    double sum = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const double *r = c->reference[c->model->user_of[i]];
        const double4 d = double4_sub(c->x[i], (double4){r[0], r[1], r[2], 0});
        sum += double4_dot(d, d);
    }
    return sqrt(sum) / c->reference_scale;
}

static void iterate(Observer *base, const Iterate *it)
{
    Convergence *c = (Convergence *)base;
    Metrics      m = {.objective = NAN, .gradient = NAN, .primal = NAN, .dual = NAN, .error = NAN};
    for (int32_t i = 0; i < c->model->particle_count; i++)
        c->x[i] = it->exact ? it->exact[i] : double4_from(it->position[i]);
    double squares;
    m.constraint_max = largest_constraint(c, &squares);
    m.constraint_rms = c->model->constraint_count ? sqrt(squares / c->model->constraint_count) : 0;
    if (!c->hard)
        measure_objective(c, &m);
    if (it->lambda)
        measure_multipliers(c, it->lambda, &m);
    if (c->reference && c->substep == 0 && c->reference_scale > 0)
        m.error = reference_error(c);
    measure_motion(c, &m);
    c->row(c->user, it, &m);
}

Status convergence_init(Convergence *c, const Model *model, Arena *arena,
                        void (*row)(void *user, const Iterate *iterate, const Metrics *metrics), void *user)
{
    int     kind = 0;
    int32_t origin = 0, largest = 0;
    *c = (Convergence){.base = {.begin = begin, .iterate = iterate}, .model = model, .row = row, .user = user};
    c->hard = model_has_hard(model, &kind, &origin);
    for (int k = 0; k < CONSTRAINT_KINDS; k++)
        largest = model->sets[k].count > largest ? model->sets[k].count : largest;
    double4 **vectors[] = {&c->x, &c->previous, &c->y, &c->gradient};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, model->particle_count, vectors[i]));
    TRY(ARENA_NEW(arena, largest, &c->value));
    return ARENA_NEW(arena, (size_t)largest * CONSTRAINT_VERTICES_MAX, &c->constraint_gradient);
}
