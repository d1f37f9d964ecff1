// Every kind of constraint of the table, as equality and as both inequalities: its slots are compared with differences of each other and
// with the formulas that join them. A new kind is walked without a word here.
//   evaluate   C, ∇C                  against differences of C
//   curvature  ∇²C                    against differences of ∇C
//   energy     E = ½ k C², ∇E         where it is not feasible; nothing where it is, or where it is hard
//   hessian    k (∇C ∇Cᵀ + C ∇²C)     against differences of ∇E, and with psd positive semi-definite and nowhere below it
//   local, stencil                    ½ k Σ |A x − p|² has the value and the gradient of E at the same x
//   project    XPBD eq. 18 and 26     from evaluate, for PBD and XPBD, Gauss-Seidel and Jacobi, damped, broken and one-sided; wide and
//                                     plain, against each other too, in ranges of every length that begin anywhere and are cut anywhere
#include "math/wide.h"
#include "rig.h"

enum { COUNT = 35, PINNED = 3, HARD = 5, BROKEN = 7, VERTICES = CONSTRAINT_VERTICES_MAX, ENTRIES = 3 * VERTICES };
_Static_assert(COUNT > 2 * WIDE_LANES + 1, "two groups of lanes, a rest, and something beyond");

// COUNT constraints of one kind, no two with a particle in common. The first particle of PINNED is a pin.
typedef struct Bed {
    Arena         arena;
    Model         model;
    ConstraintSet set;
    int           kind, vertices, sense;
    bool          bare; // no constraint has a trait: the set has no columns for them, and the kernels are others
    int32_t       particles;
    double4      *x, *previous; // [particles] that real holds exactly; w: inverse mass
} Bed;

static double4 random_point(Random *random, double w)
{
    return (double4){(double)(real)rig_random(random), (double)(real)rig_random(random), (double)(real)rig_random(random), w};
}

static void bed_make(Bed *bed, int kind, int sense, uint64_t seed)
{
    const ConstraintOps *ops = constraint_ops(kind);
    Random               random = {seed};
    ModelBuilder        *builder = model_builder_new();
    assert_non_null(builder);
    *bed = (Bed){.arena = arena_make(0),
                 .kind = kind,
                 .vertices = ops->vertices,
                 .sense = sense,
                 .bare = sense == SENSE_EQUAL && seed % 2,
                 .particles = COUNT * ops->vertices};
    for (int i = 0; i < COUNT; i++) {
        int32_t vertices[VERTICES];
        double  rest[CONSTRAINT_PARAMS_MAX];
        double4 x[VERTICES];
        do // rest values of some other place
            for (int j = 0; j < ops->vertices; j++)
                x[j] = random_point(&random, 0);
        while (ops->measure(x, rest), ops->refuse(rest));
        for (int j = 0; j < ops->vertices; j++) {
            vertices[j] = i * ops->vertices + j;
            assert_ok(model_add_particle(builder, (double[3]){i, j, 0}, (double[3]){0, 0, 0}, 0.3 + 2 * random_unit(&random)));
        }
        assert_ok(model_add_constraint(builder, kind, vertices, rest, i == HARD ? INFINITY : pow(10, 4 * random_unit(&random))));
        if (!bed->bare)
            assert_ok(model_set_traits(builder, &(ConstraintTraits){.damping = i % 3 ? 5 * random_unit(&random) : 0,
                                                                    .limit = i == BROKEN ? 1 : INFINITY,
                                                                    .sense = (ConstraintSense)sense}));
    }
    assert_ok(model_pin(builder, PINNED * ops->vertices));
    assert_ok(model_build(builder, PARTICLE_ORDER_NONE, &bed->arena, &bed->model));
    model_builder_free(builder);
    bed->set = bed->model.sets[kind];
    assert_ok(ARENA_NEW(&bed->arena, bed->particles, &bed->x));
    assert_ok(ARENA_NEW(&bed->arena, bed->particles, &bed->previous));
    for (int32_t i = 0; i < bed->particles; i++) {
        bed->x[i] = random_point(&random, (double)(real)bed->model.inverse_mass[i]);
        bed->previous[i] = random_point(&random, bed->x[i].w);
    }
}

#define BED_NEAR(bed, i, a, b, bound) \
    do { \
        const double a_ = (a), b_ = (b), bound_ = (bound); \
        if (!(fabs(a_ - b_) <= bound_)) \
            fail_msg("%s, sense %d, constraint %d: %s = %.17g, %s = %.17g, apart by %g, above %g", (bed)->set.ops->name, (bed)->sense, i, \
                     #a, a_, #b, b_, fabs(a_ - b_), bound_); \
    } while (0)

// Calls check for every kind, sense and a few random beds.
static void for_each_bed(void (*check)(Bed *bed))
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int sense = SENSE_EQUAL; sense <= SENSE_AT_MOST; sense++)
            for (uint64_t seed = 1; seed <= 4; seed++) {
                Bed bed;
                bed_make(&bed, kind, sense, seed);
                check(&bed);
                arena_free(&bed.arena);
            }
}

// ---- what concerns one constraint ----

static double *entry(double4 *v, int i)
{
    return i % 3 == 0 ? &v[i / 3].x : i % 3 == 1 ? &v[i / 3].y : &v[i / 3].z;
}

static double evaluate(const Bed *bed, int i, const double4 *x, double4 gradient[VERTICES])
{
    double value;
    bed->set.ops->evaluate(&bed->set, i, i + 1, x, &value, gradient);
    return value;
}

// ∇E of constraint i, at its own vertices.
static double energy(const Bed *bed, int i, const double4 *x, double4 gradient[VERTICES])
{
    double4      all[COUNT * VERTICES] = {{0}};
    const double value = bed->set.ops->energy(&bed->set, i, i + 1, x, all);
    memcpy(gradient, &all[i * bed->vertices], (size_t)bed->vertices * sizeof *gradient);
    double elsewhere = 0;
    for (int k = 0; k < bed->particles; k++)
        if (k / bed->vertices != i)
            elsewhere += double4_norm(all[k]);
    BED_NEAR(bed, i, elsewhere, 0, 0);
    BED_NEAR(bed, i, value, bed->set.ops->energy(&bed->set, i, i + 1, x, NULL), 0);
    return value;
}

static bool is_feasible(const Bed *bed, double value)
{
    return sense_is_feasible(bed->sense, value);
}

// ---- derivatives ----

static void check_differences(const Bed *bed, int i, double4 gradient[VERTICES], const double *curvature)
{
    enum { STEPS = 2 };
    const double step = 1e-5;
    const int    size = 3 * bed->vertices;
    for (int a = 0; a < size; a++) {
        double4      side[STEPS][VERTICES];
        double       value[STEPS];
        double      *moved = entry(&bed->x[i * bed->vertices], a);
        const double at = *moved;
        for (int s = 0; s < STEPS; s++) {
            *moved = at + (s ? step : -step);
            value[s] = evaluate(bed, i, bed->x, side[s]);
        }
        *moved = at;
        BED_NEAR(bed, i, *entry(gradient, a), (value[1] - value[0]) / (2 * step), 1e-7);
        for (int b = 0; curvature && b < size; b++) {
            BED_NEAR(bed, i, curvature[b * size + a], (*entry(side[1], b) - *entry(side[0], b)) / (2 * step),
                     1e-6 * (1 + fabs(curvature[b * size + a])));
            BED_NEAR(bed, i, curvature[b * size + a], curvature[a * size + b], 1e-12);
        }
    }
}

static void check_derivatives(Bed *bed)
{
    const ConstraintOps *ops = bed->set.ops;
    for (int i = 0; i < COUNT; i++) {
        double4 gradient[VERTICES];
        double  curvature[ENTRIES * ENTRIES];
        evaluate(bed, i, bed->x, gradient);
        if (ops->curvature)
            ops->curvature(&bed->set, i, i + 1, bed->x, curvature);
        check_differences(bed, i, gradient, ops->curvature ? curvature : NULL);
    }
}

static void test_derivatives(void **state)
{
    (void)state;
    for_each_bed(check_derivatives);
}

// ---- energies ----

static void check_energy(Bed *bed)
{
    for (int i = 0; i < COUNT; i++) {
        double4      gradient[VERTICES], force[VERTICES];
        const double value = evaluate(bed, i, bed->x, gradient);
        const double k = isinf(constraint_stiffness(&bed->set, i)) || is_feasible(bed, value) ? 0 : constraint_stiffness(&bed->set, i);
        BED_NEAR(bed, i, energy(bed, i, bed->x, force), 0.5 * k * value * value, 1e-12 * k);
        for (int a = 0; a < 3 * bed->vertices; a++)
            BED_NEAR(bed, i, *entry(force, a), k * value * *entry(gradient, a), 1e-12 * k);
    }
}

static void test_energies(void **state)
{
    (void)state;
    for_each_bed(check_energy);
}

static double quadratic_form(const double *matrix, const double *v, int size)
{
    double sum = 0;
    for (int a = 0; a < size; a++)
        for (int b = 0; b < size; b++)
            sum += v[a] * matrix[a * size + b] * v[b];
    return sum;
}

// Column a of ∇²E of constraint i by differences.
static void hessian_column(const Bed *bed, int i, int a, double column[ENTRIES])
{
    const double step = 1e-5;
    double4      side[2][VERTICES];
    double      *moved = entry(&bed->x[i * bed->vertices], a);
    const double at = *moved;
    for (int s = 0; s < 2; s++) {
        *moved = at + (s ? step : -step);
        energy(bed, i, bed->x, side[s]);
    }
    *moved = at;
    for (int b = 0; b < 3 * bed->vertices; b++)
        column[b] = (*entry(side[1], b) - *entry(side[0], b)) / (2 * step);
}

static void check_exact(const Bed *bed, int i, double k, const double *exact)
{
    const ConstraintOps *ops = bed->set.ops;
    const int            size = 3 * bed->vertices;
    double4              gradient[VERTICES];
    double               curvature[ENTRIES * ENTRIES], column[ENTRIES] = {0};
    const double         value = evaluate(bed, i, bed->x, gradient);
    if (ops->curvature)
        ops->curvature(&bed->set, i, i + 1, bed->x, curvature);
    for (int a = 0; a < size; a++) {
        hessian_column(bed, i, a, column);
        for (int b = 0; b < size; b++) {
            const double h = exact[b * size + a];
            BED_NEAR(bed, i, h, column[b], 1e-6 * (k + fabs(h)));
            if (ops->curvature)
                BED_NEAR(bed, i, h, k * (*entry(gradient, a) * *entry(gradient, b) + value * curvature[b * size + a]), 1e-10 * k);
        }
    }
}

// No direction in which it is negative, and none in which it lies below the exact one.
static void check_psd(const Bed *bed, int i, double k, const double *psd, const double *exact)
{
    Random    random = {77};
    const int size = 3 * bed->vertices;
    for (int r = 0; r < 100; r++) {
        double v[ENTRIES];
        for (int a = 0; a < size; a++)
            v[a] = rig_random(&random);
        const double form = quadratic_form(psd, v, size);
        BED_NEAR(bed, i, fmin(form, 0), 0, 1e-10 * k);
        BED_NEAR(bed, i, fmin(form - quadratic_form(exact, v, size), 0), 0, 1e-10 * k);
    }
}

static void check_hessian(Bed *bed)
{
    const ConstraintOps *ops = bed->set.ops;
    for (int i = 0; ops->hessian && i < COUNT; i++) {
        double       exact[ENTRIES * ENTRIES], psd[ENTRIES * ENTRIES];
        const double value = evaluate(bed, i, bed->x, NULL);
        const double k = isinf(constraint_stiffness(&bed->set, i)) || is_feasible(bed, value) ? 0 : constraint_stiffness(&bed->set, i);
        ops->hessian(&bed->set, i, i + 1, bed->x, false, exact);
        ops->hessian(&bed->set, i, i + 1, bed->x, true, psd);
        check_exact(bed, i, k, exact);
        check_psd(bed, i, k, psd, exact);
    }
}

static void test_hessians(void **state)
{
    (void)state;
    for_each_bed(check_hessian);
}

// ---- projective dynamics ----

static void check_local(Bed *bed)
{
    const ConstraintOps *ops = bed->set.ops;
    real4                position[COUNT * VERTICES], target[COUNT * CONSTRAINT_ROWS_MAX] = {{0}};
    if (!ops->local)
        return;
    for (int32_t k = 0; k < bed->particles; k++)
        position[k] = (real4){(real)bed->x[k].x, (real)bed->x[k].y, (real)bed->x[k].z, (real)bed->x[k].w};
    ops->local(&bed->set, 0, COUNT, position, target);
    for (int i = 0; i < COUNT; i++) {
        const double k = constraint_stiffness(&bed->set, i), bound = k * BOUND(1e-12, 1e-5);
        double       rows[CONSTRAINT_ROWS_MAX * VERTICES], sum = 0;
        double4      force[VERTICES], gradient[VERTICES] = {{0}};
        if (isinf(k))
            continue; // refused by every solver that would ask
        ops->stencil(&bed->set, i, rows);
        for (int r = 0; r < ops->rows; r++) {
            double4 d = double4_scale(-1, double4_from(target[i * ops->rows + r]));
            for (int j = 0; j < bed->vertices; j++)
                double4_add_to(&d, rows[r * bed->vertices + j], bed->x[i * bed->vertices + j]);
            sum += 0.5 * k * double4_dot(d, d);
            for (int j = 0; j < bed->vertices; j++)
                double4_add_to(&gradient[j], k * rows[r * bed->vertices + j], d);
        }
        BED_NEAR(bed, i, sum, energy(bed, i, bed->x, force), bound);
        for (int a = 0; a < 3 * bed->vertices; a++)
            BED_NEAR(bed, i, *entry(gradient, a), *entry(force, a), bound);
    }
}

static void test_local_steps(void **state)
{
    (void)state;
    for_each_bed(check_local);
}

// ---- projections ----

typedef struct Variant {
    bool compliant, jacobi, damped;
} Variant;

enum { VARIANTS = 8 };

// PBD knows no compliance, and so no γ; a set without traits has none damped.
static bool variant_make(const Bed *bed, int v, Variant *out)
{
    *out = (Variant){.compliant = v & 1, .jacobi = v & 2, .damped = v & 4};
    return !out->damped || (out->compliant && !bed->bare);
}

typedef struct Projected {
    real4 position[COUNT * VERTICES], previous[COUNT * VERTICES], correction[COUNT * VERTICES];
    real  lambda[COUNT], compliance[COUNT], gamma[COUNT], weight[COUNT];
} Projected;

// What the constraint is projected from: λ of the sign that it may have, γ and α~ of its own.
static void prepare(const Bed *bed, Projected *p, double h)
{
    Random random = {5};
    *p = (Projected){0};
    for (int32_t k = 0; k < bed->particles; k++) {
        const double4 x = bed->x[k], n = bed->previous[k];
        p->position[k] = (real4){(real)x.x, (real)x.y, (real)x.z, (real)x.w};
        p->previous[k] = (real4){(real)n.x, (real)n.y, (real)n.z, (real)n.w};
    }
    for (int i = 0; i < COUNT; i++) {
        const double lambda = 0.3 * rig_random(&random);
        p->lambda[i] = (real)(bed->sense == SENSE_AT_LEAST ? fabs(lambda) : bed->sense == SENSE_AT_MOST ? -fabs(lambda) : lambda);
        p->compliance[i] = bed->set.compliance[i];
        p->gamma[i] = bed->bare ? 0 : p->compliance[i] * (real)(bed->set.damping[i] / h);
        p->weight[i] = (real)(1.0 / (1 + i % 4));
    }
    if (!bed->bare) // what a broken constraint has
        p->lambda[BROKEN] = p->gamma[BROKEN] = 0;
}

// Δλ of constraint i by the formula.
static double change_of(const Bed *bed, int i, const Projected *p, const Sweep *sweep, double4 gradient[VERTICES])
{
    const double value = evaluate(bed, i, bed->x, gradient), gamma = sweep->gamma ? (double)p->gamma[i] : 0;
    const double alpha = sweep->lambda ? (double)(p->compliance[i] * sweep->inverse_h2) : 0;
    const double lambda = sweep->lambda ? (double)p->lambda[i] : 0;
    const double low = bed->sense == SENSE_AT_LEAST ? 0 : -INFINITY, high = bed->sense == SENSE_AT_MOST ? 0 : INFINITY;
    double       motion = 0, inverse_mass = 0;
    for (int j = 0; j < bed->vertices; j++) {
        const int k = i * bed->vertices + j;
        motion += double4_dot(gradient[j], double4_sub(bed->x[k], bed->previous[k]));
        inverse_mass += bed->x[k].w * double4_dot(gradient[j], gradient[j]);
    }
    // Of an inequality only the motion of its violation is damped.
    motion = fmin(fmax(motion, low + value), high + value);
    const double divisor = (1 + gamma) * inverse_mass + alpha;
    if (!(divisor > 0) || isinf(divisor))
        return 0;
    double change = -(double)sweep->relaxation * (value + alpha * lambda + gamma * motion) / divisor;
    change *= sweep->correction ? (double)p->weight[i] : 1;
    return fmin(fmax(change, low - lambda), high - lambda);
}

static Sweep sweep_of(Projected *p, Variant variant, double h)
{
    return (Sweep){.position = p->position,
                   .previous = p->previous,
                   .lambda = variant.compliant ? p->lambda : NULL,
                   .compliance = variant.compliant ? p->compliance : NULL,
                   .gamma = variant.damped ? p->gamma : NULL,
                   .inverse_h2 = (real)(1 / (h * h)),
                   .relaxation = (real)0.8,
                   .weight = variant.jacobi ? p->weight : NULL,
                   .correction = variant.jacobi ? p->correction : NULL};
}

static void project(const Bed *bed, Variant variant, bool plain, int32_t begin, int32_t end, Projected *p, double h)
{
    const ConstraintOps *ops = bed->set.ops;
    const Batch          batch = {.set = &bed->set, .kind = bed->kind, .end = COUNT, .disjoint = !plain};
    const Sweep          sweep = sweep_of(p, variant, h);
    (plain ? ops->project_plain : ops->project)(&batch, begin, end, &sweep);
}

static void check_projection_of(const Bed *bed, Variant variant, bool plain)
{
    static Projected p, start;
    const double     h = 0.02;
    prepare(bed, &p, h);
    if (variant.compliant && !bed->bare)
        p.compliance[BROKEN] = (real)INFINITY;
    start = p;
    project(bed, variant, plain, 0, COUNT, &p, h);
    const Sweep sweep = sweep_of(&start, variant, h);
    for (int i = 0; i < COUNT; i++) {
        double4      gradient[VERTICES];
        const double change = change_of(bed, i, &start, &sweep, gradient), bound = BOUND(1e-12, 1e-4);
        if (variant.compliant)
            BED_NEAR(bed, i, (double)p.lambda[i], (double)start.lambda[i] + change, bound);
        for (int j = 0; j < bed->vertices; j++) {
            const int     k = i * bed->vertices + j;
            const double4 from = bed->x[k], expected = double4_scale(from.w * change, gradient[j]);
            const double4 moved = variant.jacobi ? double4_from(p.correction[k]) : double4_sub(double4_from(p.position[k]), from);
            BED_NEAR(bed, i, double4_norm(double4_sub(moved, expected)), 0, bound);
            BED_NEAR(bed, i, (double)p.position[k].w, from.w, 0);
            if (from.w == 0)
                BED_NEAR(bed, i, double4_norm(moved), 0, 0);
        }
    }
}

static void check_projection(Bed *bed)
{
    Variant variant;
    if (bed->set.ops->project)
        for (int v = 0; v < VARIANTS; v++)
            if (variant_make(bed, v, &variant)) {
                check_projection_of(bed, variant, true);
                check_projection_of(bed, variant, false);
            }
}

static void test_projections(void **state)
{
    (void)state;
    for_each_bed(check_projection);
}

// ---- wide and plain ----

enum { AT_REST = 11, NEARLY_AT_REST = 17, BOTH_PINNED = 20 };

// A constraint in which all particles are at one place, an attachment at its point; apart by less than has a direction; and one of pins.
static void degenerate(const Bed *bed, Projected *p)
{
    static const int PLACES[] = {AT_REST, NEARLY_AT_REST};
    for (int j = 0; j < bed->vertices; j++)
        p->position[BOTH_PINNED * bed->vertices + j].w = 0;
    for (int k = 0; k < 2; k++) {
        const int i = PLACES[k];
        real4    *x = &p->position[i * bed->vertices];
        if (bed->vertices == 1) {
            x->x = bed->set.rest[i], x->y = bed->set.rest[COUNT + i], x->z = bed->set.rest[2 * COUNT + i];
        } else {
            const real apart = k == 0 ? 0 : BOUND((real)1e-170, (real)1e-25);
            for (int j = 0; j < bed->vertices; j++)
                x[j] = (real4){apart * (real)j, 0, 0, x[j].w};
        }
    }
}

static bool same_bits(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

static void check_same_bits(const Bed *bed, int begin, int cut, int end, const Projected *a, const Projected *b)
{
    if (!same_bits(a, b, sizeof *a))
        fail_msg("%s, sense %d: constraints %d … %d have other bits when cut at %d", bed->set.ops->name, bed->sense, begin, end - 1, cut);
}

// In units of round-off of the largest number that goes in: coordinates, rest values and λ of a bed are about 1, and α~ λ / α~ is λ.
static const double AGREE = 16;

static void check_agreement(const Bed *bed, int begin, int end, const Projected *a, const Projected *b)
{
    for (int i = begin; i < end; i++) {
        BED_NEAR(bed, i, (double)a->lambda[i], (double)b->lambda[i], AGREE * (double)REAL_EPSILON);
        for (int j = 0; j < bed->vertices; j++) {
            const int k = i * bed->vertices + j;
            BED_NEAR(bed, i, (double)a->position[k].x, (double)b->position[k].x, AGREE * (double)REAL_EPSILON);
            BED_NEAR(bed, i, (double)a->position[k].y, (double)b->position[k].y, AGREE * (double)REAL_EPSILON);
            BED_NEAR(bed, i, (double)a->position[k].z, (double)b->position[k].z, AGREE * (double)REAL_EPSILON);
            BED_NEAR(bed, i, (double)a->position[k].w, (double)b->position[k].w, 0);
            const double4 apart = double4_sub(double4_from(a->correction[k]), double4_from(b->correction[k]));
            BED_NEAR(bed, i, double4_norm(apart), 0, AGREE * (double)REAL_EPSILON);
            BED_NEAR(bed, i, (double)a->correction[k].w, 0, 0);
        }
    }
}

// Nothing outside begin … end−1, and nothing of a constraint that cannot move, may have changed.
static void check_untouched(const Bed *bed, int begin, int end, const Projected *now, const Projected *start)
{
    for (int i = 0; i < COUNT; i++) {
        const bool outside = i < begin || i >= end, still = i == AT_REST || (i == NEARLY_AT_REST && bed->vertices > 1) || i == BOTH_PINNED;
        if (!outside && !still)
            continue;
        const size_t at = (size_t)i * (size_t)bed->vertices, size = (size_t)bed->vertices * sizeof(real4);
        if (!same_bits(&now->position[at], &start->position[at], size) || (outside && now->lambda[i] != start->lambda[i]) ||
            (i != BOTH_PINNED && now->lambda[i] != start->lambda[i]))
            fail_msg("%s, sense %d: constraint %d moved when %d … %d were projected", bed->set.ops->name, bed->sense, i, begin, end - 1);
        for (size_t k = at; k < at + (size_t)bed->vertices; k++)
            BED_NEAR(bed, i, double4_norm(double4_from(now->correction[k])), 0, 0);
    }
}

static void check_range(const Bed *bed, Variant variant, const Projected *start, int begin, int end)
{
    static Projected whole, parts, plain;
    whole = plain = *start;
    project(bed, variant, false, begin, end, &whole, 0.02);
    project(bed, variant, true, begin, end, &plain, 0.02);
    check_agreement(bed, begin, end, &whole, &plain);
    check_untouched(bed, begin, end, &whole, start);
    check_untouched(bed, begin, end, &plain, start);
    for (int cut = begin + 1; cut < end; cut++) {
        parts = *start;
        project(bed, variant, false, begin, cut, &parts, 0.02);
        project(bed, variant, false, cut, end, &parts, 0.02);
        check_same_bits(bed, begin, cut, end, &whole, &parts);
    }
}

static void check_kernels(Bed *bed)
{
    static Projected start;
    Variant          variant;
    assert_true(!bed->set.ops->project == !bed->set.ops->project_plain);
    for (int v = 0; bed->set.ops->project && v < VARIANTS; v++) {
        if (!variant_make(bed, v, &variant))
            continue;
        prepare(bed, &start, 0.02);
        degenerate(bed, &start);
        if (variant.compliant && !bed->bare)
            start.compliance[BROKEN] = (real)INFINITY;
        for (int count = 1; count <= 2 * WIDE_LANES + 1; count++)
            for (int begin = 0; begin + count <= COUNT; begin += count < 4 ? 1 : 7)
                check_range(bed, variant, &start, begin, begin + count);
    }
}

static void test_wide_and_plain_agree(void **state)
{
    (void)state;
    for_each_bed(check_kernels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivatives), cmocka_unit_test(test_energies),    cmocka_unit_test(test_hessians),
        cmocka_unit_test(test_local_steps), cmocka_unit_test(test_projections), cmocka_unit_test(test_wide_and_plain_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
