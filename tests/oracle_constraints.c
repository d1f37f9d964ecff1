// Every kind of constraint of the table but groups, as equality and, where possible, as both inequalities. Its slots are compared with
// differences of each other and with the formulas that join them. A new kind is included without a change here.
//   evaluate   C, ∇C                  against differences of C
//   curvature  ∇²C                    against differences of ∇C
//   energy     E = Σ ½ k C², ∇E       where it is not feasible; nothing where it is, or where it is hard
//   wide       the same energies           in the precision of the core
//   hessian    Σ k (∇C ∇Cᵀ + C ∇²C)   against differences of ∇E, and with psd positive semi-definite and nowhere below it
//   rigid motion                      changes no energy; forces add up to no force and no moment
//   local, stencil                    ½ k Σ |A x − p|² has the value and the gradient of E at the same x
//   project    XPBD eq. 18 and 26     from evaluate, for PBD and XPBD, Gauss-Seidel and Jacobi, damped, broken and one-sided; momentum;
//                                     wide and plain, against each other too, in ranges of every length that begin anywhere and are cut
//                                     anywhere; degenerate elements
// Bounds of values computed in the precision of the core grow with the effect of rounding the particles' positions.
#include "elements.h"
#include "math/wide.h"

enum { COUNT = 35, PINNED = 3, HARD = 5, BROKEN = 7 };
enum { VERTICES = CONSTRAINT_VERTICES_MAX, ENTRIES = 3 * VERTICES, COMPONENTS = CONSTRAINT_COMPONENTS_MAX };
_Static_assert(COUNT > 2 * WIDE_LANES + 1, "two groups of lanes, a rest, and something beyond");

// COUNT constraints of one kind, no two with a particle in common. The first particle of PINNED is a pin.
typedef struct Bed {
    Arena         arena;
    Model         model;
    ConstraintSet set;
    int           kind, vertices, components, sense;
    bool          bare; // no constraint has a trait: the set has no columns for them, and the kernels are others
    bool          hard; // HARD is
    int32_t       particles;
    double4      *rest; // [particles] the shapes that rest values are of
    double        values[COUNT][CONSTRAINT_PARAMS_MAX];
    double4      *x, *previous; // [particles] exact in real; w: inverse mass
} Bed;

// A value that is exact in real. Not inline: in a loop over many of them GCC 12 leaves out the rounding of the last few.
static GNU_NO_INLINE double rounded(double value)
{
    return (double)(real)value;
}

static double4 as_real(double4 x, double w)
{
    return (double4){rounded(x.x), rounded(x.y), rounded(x.z), rounded(w)};
}

// One constraint in four has the stiffness of a material, one in two its rest values.
static void add_constraint(Bed *bed, ModelBuilder *builder, const ConstraintOps *ops, int i, Random *random)
{
    int32_t       vertices[VERTICES];
    double *const values = bed->values[i];
    double4      *x = bed->rest + (ptrdiff_t)i * ops->vertices;
    const double  given = pow(10, 4 * random_unit(random));
    element_rest(ops, random, x);
    const double of_material = element_values(ops, x, i % 2, values);
    for (int j = 0; j < ops->vertices; j++) {
        vertices[j] = i * ops->vertices + j;
        assert_ok(model_add_particle(builder, (double[3]){i, j, 0}, (double[3]){0, 0, 0}, 0.3 + 2 * random_unit(random)));
    }
    const double stiffness = bed->hard && i == HARD ? INFINITY : of_material > 0 && i % 4 == 1 ? of_material : given;
    assert_ok(model_add_constraint(builder, bed->kind, vertices, values, stiffness));
    const ConstraintTraits traits = {.damping = i % 3 && ops->traits & TRAIT_DAMPING ? 5 * random_unit(random) : 0,
                                     .limit = i == BROKEN && ops->traits & TRAIT_LIMIT ? 1 : INFINITY,
                                     .sense = (ConstraintSense)bed->sense};
    if (!bed->bare)
        assert_ok(model_set_traits(builder, &traits));
}

static void bed_make(Bed *bed, int kind, int sense, uint64_t seed)
{
    const ConstraintOps *ops = constraint_ops(kind);
    Random               random = {seed};
    ModelBuilder        *builder = model_builder_create();
    assert_non_null(builder);
    *bed = (Bed){.arena = arena_init(0),
                 .kind = kind,
                 .vertices = ops->vertices,
                 .components = ops->components,
                 .sense = sense,
                 .bare = sense == SENSE_EQUAL && seed % 2,
                 .hard = !ops->balanced,
                 .particles = COUNT * ops->vertices};
    assert_ok(ARENA_NEW(&bed->arena, bed->particles, &bed->rest));
    assert_ok(ARENA_NEW(&bed->arena, bed->particles, &bed->x));
    assert_ok(ARENA_NEW(&bed->arena, bed->particles, &bed->previous));
    for (int i = 0; i < COUNT; i++)
        add_constraint(bed, builder, ops, i, &random);
    assert_ok(model_pin(builder, PINNED * ops->vertices));
    assert_ok(model_build(builder, PARTICLE_ORDER_NONE, &bed->arena, &bed->model));
    model_builder_destroy(builder);
    bed->set = bed->model.sets[kind];
    for (int i = 0; i < COUNT; i++) {
        const ptrdiff_t at = (ptrdiff_t)i * ops->vertices;
        element_deformed(ops, bed->rest + at, ops->vertices == 1 ? 0.5 : 0.25, &random, bed->x + at);
        element_deformed(ops, bed->rest + at, 0.25, &random, bed->previous + at);
    }
    for (int32_t k = 0; k < bed->particles; k++) {
        const double w = bed->model.inverse_mass[k];
        bed->x[k] = as_real(bed->x[k], w);
        bed->previous[k] = as_real(bed->previous[k], w);
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
        for (int sense = SENSE_EQUAL; sense <= SENSE_LESS_EQUAL && constraint_ops(kind)->vertices > 0; sense++)
            for (uint64_t seed = 1; seed <= 4 && (sense == SENSE_EQUAL || constraint_ops(kind)->traits & TRAIT_SENSE); seed++) {
                Bed bed;
                bed_make(&bed, kind, sense, seed);
                check(&bed);
                arena_destroy(&bed.arena);
            }
}

// A test of every bed: EACH_BED(test_name) { … bed … }.
#define EACH_BED(name) \
    static void each_##name(Bed *bed); \
    TEST(name) \
    { \
        for_each_bed(each_##name); \
    } \
    static void each_##name(Bed *bed)

// ---- checks of one constraint ----

static double *entry(double4 *v, int i)
{
    return i % 3 == 0 ? &v[i / 3].x : i % 3 == 1 ? &v[i / 3].y : &v[i / 3].z;
}

// C and ∇C of constraint i, and the k of each component, 0 where it is hard or feasible.
typedef struct Values {
    double  value[COMPONENTS], k[COMPONENTS];
    double4 gradient[COMPONENTS][VERTICES];
    double  steepest; // the largest |∇C|
} Values;

static void evaluate(const Bed *bed, int i, const double4 *x, Values *out)
{
    double4 gradient[COMPONENTS * VERTICES];
    memset(out, 0, sizeof *out);
    bed->set.ops->energy->evaluate(&bed->set, i, i + 1, x, out->value, gradient);
    for (int c = 0; c < bed->components; c++) {
        const double k = constraint_component_stiffness(&bed->set, i, c);
        out->k[c] = isinf(k) || sense_is_feasible(bed->sense, out->value[c]) ? 0 : k;
        for (int j = 0; j < bed->vertices; j++) {
            out->gradient[c][j] = gradient[c * bed->vertices + j];
            out->steepest = fmax(out->steepest, double4_norm(out->gradient[c][j]));
        }
    }
}

// Σ ½ k C² and its gradient at a vertex.
static double energy_of(const Bed *bed, const Values *v)
{
    double sum = 0;
    for (int c = 0; c < bed->components; c++)
        sum += 0.5 * v->k[c] * v->value[c] * v->value[c];
    return sum;
}

static double4 force_of(const Bed *bed, const Values *v, int j)
{
    double4 sum = {0};
    for (int c = 0; c < bed->components; c++)
        double4_add_to(&sum, v->k[c] * v->value[c], v->gradient[c][j]);
    return sum;
}

// The scale for forces and energies of constraint i: Σ k (|∇C| + |C|)².
static double scale_of(const Bed *bed, int i, const Values *v)
{
    double sum = 0;
    for (int c = 0; c < bed->components; c++) {
        const double k = constraint_component_stiffness(&bed->set, i, c), reach = 1 + v->steepest + fabs(v->value[c]);
        sum += (isinf(k) ? 0 : k) * reach * reach;
    }
    return sum;
}

// ∇E of constraint i, at its own vertices.
static double energy(const Bed *bed, int i, const double4 *x, double4 gradient[VERTICES])
{
    double4      all[COUNT * VERTICES] = {{0}};
    const double value = bed->set.ops->energy->total(&bed->set, i, i + 1, x, all);
    memcpy(gradient, &all[i * bed->vertices], (size_t)bed->vertices * sizeof *gradient);
    double elsewhere = 0;
    for (int k = 0; k < bed->particles; k++)
        if (k / bed->vertices != i)
            elsewhere += double4_norm(all[k]);
    BED_NEAR(bed, i, elsewhere, 0, 0);
    BED_NEAR(bed, i, value, bed->set.ops->energy->total(&bed->set, i, i + 1, x, NULL), 1e-14 * fabs(value));
    return value;
}

// ---- rest values ----

// Each equals the given value to 48 bits, whatever the precision of the core.
EACH_BED(test_rest_values)
{
    for (int i = 0; i < COUNT; i++)
        for (int p = 0; p < bed->set.ops->params; p++)
            BED_NEAR(bed, i, constraint_rest(&bed->set, p, i), bed->values[i][p], 0x1p-47 * fabs(bed->values[i][p]));
}

// ---- derivatives: differences over four points, whose error is of fourth order ----

enum { SIDES = 4 };
static const double STEP = 2e-4, SIDE[SIDES] = {-2, -1, 1, 2}, SHARE[SIDES] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};

static void check_differences(Bed *bed, int i, Values *here, const double *curvature)
{
    const int size = 3 * bed->vertices;
    for (int a = 0; a < size; a++) {
        double       slope[COMPONENTS] = {0}, bend[COMPONENTS][ENTRIES] = {{0}};
        double      *moved = entry(&bed->x[i * bed->vertices], a);
        const double at = *moved;
        for (int s = 0; s < SIDES; s++) {
            *moved = at + SIDE[s] * STEP;
            Values there;
            evaluate(bed, i, bed->x, &there);
            for (int c = 0; c < bed->components; c++) {
                slope[c] += SHARE[s] / STEP * there.value[c];
                for (int b = 0; b < size; b++)
                    bend[c][b] += SHARE[s] / STEP * *entry(there.gradient[c], b);
            }
        }
        *moved = at;
        for (int c = 0; c < bed->components; c++) {
            BED_NEAR(bed, i, *entry(here->gradient[c], a), slope[c], 1e-8 * (1 + here->steepest));
            for (int b = 0; b < size; b++) {
                const double h = curvature[(c * size + b) * size + a];
                BED_NEAR(bed, i, h, bend[c][b], 1e-7 * (1 + fabs(h) + here->steepest));
                BED_NEAR(bed, i, h, curvature[(c * size + a) * size + b], 1e-12 * (1 + fabs(h)));
            }
        }
    }
}

// Whether the second derivatives of constraint i jump within the range of the differences, as those of a limit do where it is reached. A
// difference across a jump is no derivative.
static bool is_at_a_jump(Bed *bed, int i)
{
    const ConstraintOps *ops = bed->set.ops;
    const int            size = 3 * bed->vertices, entries = bed->components * size * size;
    double               here[COMPONENTS * ENTRIES * ENTRIES], there[COMPONENTS * ENTRIES * ENTRIES], largest = 1, jump = 0;
    ops->energy->curvature(&bed->set, i, i + 1, bed->x, here);
    for (int e = 0; e < entries; e++)
        largest = fmax(largest, fabs(here[e]));
    for (int a = 0; a < 2 * size; a++) {
        double      *moved = entry(&bed->x[i * bed->vertices], a / 2);
        const double at = *moved;
        *moved = at + (a % 2 ? 1.5 : -1.5) * SIDE[SIDES - 1] * STEP;
        ops->energy->curvature(&bed->set, i, i + 1, bed->x, there);
        *moved = at;
        for (int e = 0; e < entries; e++)
            jump = fmax(jump, fabs(there[e] - here[e]));
    }
    return jump > 0.1 * largest;
}

EACH_BED(test_derivatives)
{
    const ConstraintOps *ops = bed->set.ops;
    int                  jumps = 0;
    for (int i = 0; i < COUNT; i++) {
        double curvature[COMPONENTS * ENTRIES * ENTRIES];
        Values here;
        if (is_at_a_jump(bed, i) && ++jumps <= COUNT / 7)
            continue;
        evaluate(bed, i, bed->x, &here);
        ops->energy->curvature(&bed->set, i, i + 1, bed->x, curvature);
        check_differences(bed, i, &here, curvature);
    }
}

EACH_BED(test_wide_energy)
{
    const EnergyOps *ops = bed->set.ops->energy;
    real4            x[COUNT * VERTICES];
    double           sum = 0, bounds = 0;
    for (int k = 0; k < bed->particles; k++)
        x[k] = (real4){(real)bed->x[k].x, (real)bed->x[k].y, (real)bed->x[k].z, (real)bed->x[k].w};
    for (int i = 0; i < COUNT && ops->wide && bed->sense == SENSE_EQUAL; i++) {
        Values here;
        evaluate(bed, i, bed->x, &here);
        const double own = ops->total(&bed->set, i, i + 1, bed->x, NULL), bound = 8 * (double)REAL_EPSILON * scale_of(bed, i, &here);
        BED_NEAR(bed, i, ops->wide(&bed->set, i, i + 1, x), own, bound);
        sum += own;
        bounds += bound;
        BED_NEAR(bed, i, ops->wide(&bed->set, 0, i + 1, x), sum, bounds);
    }
}

// The slots process a run of constraints as they process single ones, with and without gradients.
EACH_BED(test_runs)
{
    const ConstraintOps *ops = bed->set.ops;
    const int            first = 4, end = COUNT - 3, v = bed->vertices, c = bed->components, size = 9 * v * v;
    static double        value[COUNT * COMPONENTS], bare[COUNT * COMPONENTS], blocks[COUNT * COMPONENTS * ENTRIES * ENTRIES];
    static double4       gradient[COUNT * COMPONENTS * VERTICES];
    double               one[COMPONENTS * ENTRIES * ENTRIES], sum = 0;
    double4              force[COUNT * VERTICES] = {{0}}, forces[COUNT * VERTICES] = {{0}};
    ops->energy->evaluate(&bed->set, first, end, bed->x, value, gradient);
    ops->energy->evaluate(&bed->set, first, end, bed->x, bare, NULL);
    for (int i = first; i < end; i++) {
        Values here;
        evaluate(bed, i, bed->x, &here);
        for (int k = 0; k < c; k++) {
            BED_NEAR(bed, i, value[(i - first) * c + k], here.value[k], 0);
            BED_NEAR(bed, i, bare[(i - first) * c + k], here.value[k], 1e-14);
            for (int j = 0; j < v; j++)
                BED_NEAR(bed, i, double4_norm(double4_sub(gradient[((i - first) * c + k) * v + j], here.gradient[k][j])), 0, 0);
        }
        sum += ops->energy->total(&bed->set, i, i + 1, bed->x, force);
    }
    BED_NEAR(bed, first, ops->energy->total(&bed->set, first, end, bed->x, forces), sum, 1e-13 * fabs(sum));
    for (int k = 0; k < bed->particles; k++)
        BED_NEAR(bed, k / v, double4_norm(double4_sub(force[k], forces[k])), 0, 0);
    ops->energy->curvature(&bed->set, first, end, bed->x, blocks);
    ops->energy->curvature(&bed->set, end - 1, end, bed->x, one);
    assert_memory_equal(one, blocks + (ptrdiff_t)(end - 1 - first) * c * size, (size_t)(c * size) * sizeof *one);
    for (EigenFilter filter = EIGEN_EXACT; filter <= EIGEN_CLAMP; filter++) {
        ops->energy->hessian(&bed->set, first, end, bed->x, filter, blocks);
        ops->energy->hessian(&bed->set, end - 1, end, bed->x, filter, one);
        assert_memory_equal(one, blocks + (ptrdiff_t)(end - 1 - first) * size, (size_t)size * sizeof *one);
    }
}

// ---- energies ----

// For a balanced kind the energy may be relative to the rest shape.
EACH_BED(test_energies)
{
    for (int i = 0; i < COUNT; i++) {
        double4 force[VERTICES];
        Values  here;
        evaluate(bed, i, bed->x, &here);
        const double bound = 1e-12 * scale_of(bed, i, &here);
        double       from = 0;
        if (bed->set.ops->balanced) {
            Values rest;
            evaluate(bed, i, bed->rest, &rest);
            from = energy_of(bed, &rest) - energy(bed, i, bed->rest, force);
        }
        BED_NEAR(bed, i, energy(bed, i, bed->x, force) + from, energy_of(bed, &here), bound);
        for (int j = 0; j < bed->vertices; j++)
            BED_NEAR(bed, i, double4_norm(double4_sub(force[j], force_of(bed, &here, j))), 0, bound);
    }
}

// At rest, in any orientation, there is no force. An attachment refers to a fixed position instead.
static void check_rest(Bed *bed)
{
    Random random = {9};
    for (int i = 0; i < COUNT && bed->set.ops->element != ELEMENT_POINT; i++) {
        double4 *x = bed->x + (ptrdiff_t)i * bed->vertices, force[VERTICES];
        element_deformed(bed->set.ops, bed->rest + (ptrdiff_t)i * bed->vertices, 0, &random, x);
        Values here;
        evaluate(bed, i, bed->x, &here);
        energy(bed, i, bed->x, force);
        for (int j = 0; j < bed->vertices; j++)
            BED_NEAR(bed, i, double4_norm(force[j]), 0, 1e-10 * scale_of(bed, i, &here));
        for (int c = 0; c < bed->components && !bed->set.ops->balanced; c++)
            BED_NEAR(bed, i, here.value[c], 0, 1e-7);
    }
}

// Kinds that constrain only one part of a material are not at rest by themselves. A kind with a fixed target is at rest there, whatever its
// shape was.
static bool rests_alone(const ConstraintOps *ops)
{
    return !(ops->local_step && ops->local_step->fixed_target) && (!ops->balanced || ops->components > 1);
}

TEST(test_rest)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        Bed bed;
        if (constraint_ops(kind)->vertices == 0 || !rests_alone(constraint_ops(kind)))
            continue;
        bed_make(&bed, kind, SENSE_EQUAL, 2);
        check_rest(&bed);
        arena_destroy(&bed.arena);
    }
}

// ---- rigid motion ----

EACH_BED(test_rigid_motion)
{
    Random random = {19};
    for (int i = 0; i < COUNT && bed->set.ops->element != ELEMENT_POINT; i++) {
        double4 *x = bed->x + (ptrdiff_t)i * bed->vertices, force = {0}, moment = {0};
        Values   here;
        evaluate(bed, i, bed->x, &here);
        const double scale = scale_of(bed, i, &here);
        const Turn   turn = element_turn(&random, 2);
        for (int j = 0; j < bed->vertices; j++) {
            const double4 f = force_of(bed, &here, j);
            double4_add_to(&force, 1, f);
            double4_add_to(&moment, 1, double4_cross(x[j], f));
        }
        BED_NEAR(bed, i, double4_norm(force), 0, 1e-12 * scale);
        BED_NEAR(bed, i, double4_norm(moment), 0, 1e-12 * scale);
        for (int j = 0; j < bed->vertices; j++)
            x[j] = element_turned(&turn, x[j]);
        Values there;
        evaluate(bed, i, bed->x, &there);
        BED_NEAR(bed, i, energy_of(bed, &there), energy_of(bed, &here), 1e-11 * scale);
        for (int c = 0; c < bed->components && bed->components == 1; c++)
            BED_NEAR(bed, i, there.value[c], here.value[c], 1e-12 * (1 + here.steepest));
    }
}

// ---- second derivatives ----

static double quadratic_form(const double *matrix, const double *v, int size)
{
    double sum = 0;
    for (int a = 0; a < size; a++)
        for (int b = 0; b < size; b++)
            sum += v[a] * matrix[a * size + b] * v[b];
    return sum;
}

// Column a of ∇²E of constraint i by differences.
static void hessian_column(Bed *bed, int i, int a, double column[ENTRIES])
{
    double      *moved = entry(&bed->x[i * bed->vertices], a);
    const double at = *moved;
    memset(column, 0, ENTRIES * sizeof *column);
    for (int s = 0; s < SIDES; s++) {
        double4 side[VERTICES];
        *moved = at + SIDE[s] * STEP;
        energy(bed, i, bed->x, side);
        for (int b = 0; b < 3 * bed->vertices; b++)
            column[b] += SHARE[s] / STEP * *entry(side, b);
    }
    *moved = at;
}

static void check_exact(Bed *bed, int i, double scale, const double *exact)
{
    const ConstraintOps *ops = bed->set.ops;
    const int            size = 3 * bed->vertices;
    Values               here;
    evaluate(bed, i, bed->x, &here);
    double curvature[COMPONENTS * ENTRIES * ENTRIES] = {0}, column[ENTRIES];
    ops->energy->curvature(&bed->set, i, i + 1, bed->x, curvature);
    for (int a = 0; a < size; a++) {
        hessian_column(bed, i, a, column);
        for (int b = 0; b < size; b++) {
            const double h = exact[b * size + a];
            double       sum = 0;
            BED_NEAR(bed, i, h, column[b], 1e-7 * (scale + fabs(h)));
            for (int c = 0; c < bed->components; c++)
                sum += here.k[c] *
                       (*entry(here.gradient[c], a) * *entry(here.gradient[c], b) + here.value[c] * curvature[(c * size + b) * size + a]);
            BED_NEAR(bed, i, h, sum, 1e-9 * (scale + fabs(h)));
        }
    }
}

// No direction in which it is negative, and none in which it is below the exact one.
static void check_psd(const Bed *bed, int i, double scale, const double *psd, const double *exact)
{
    Random    random = {77};
    const int size = 3 * bed->vertices;
    for (int r = 0; r < 100; r++) {
        double v[ENTRIES];
        for (int a = 0; a < size; a++)
            v[a] = rig_random(&random);
        const double form = quadratic_form(psd, v, size);
        BED_NEAR(bed, i, fmin(form, 0), 0, 1e-10 * scale);
        BED_NEAR(bed, i, fmin(form - quadratic_form(exact, v, size), 0), 0, 1e-10 * scale);
    }
}

EACH_BED(test_hessians)
{
    const ConstraintOps *ops = bed->set.ops;
    int                  jumps = 0;
    for (int i = 0; i < COUNT; i++) {
        double exact[ENTRIES * ENTRIES], psd[ENTRIES * ENTRIES];
        Values here;
        if (is_at_a_jump(bed, i) && ++jumps <= COUNT / 7)
            continue;
        evaluate(bed, i, bed->x, &here);
        const double scale = scale_of(bed, i, &here);
        ops->energy->hessian(&bed->set, i, i + 1, bed->x, EIGEN_EXACT, exact);
        ops->energy->hessian(&bed->set, i, i + 1, bed->x, EIGEN_CLAMP, psd);
        check_exact(bed, i, scale, exact);
        check_psd(bed, i, scale, psd, exact);
    }
}

// ---- projective dynamics ----

EACH_BED(test_local_steps)
{
    const ConstraintOps *ops = bed->set.ops;
    real4                position[COUNT * VERTICES], target[COUNT * CONSTRAINT_ROWS_MAX] = {{0}};
    if (!ops->local_step)
        return;
    for (int32_t k = 0; k < bed->particles; k++)
        position[k] = (real4){(real)bed->x[k].x, (real)bed->x[k].y, (real)bed->x[k].z, (real)bed->x[k].w};
    ops->local_step->targets(&bed->set, 0, COUNT, position, target);
    for (int i = 0; i < COUNT; i++) {
        const double k = constraint_stiffness(&bed->set, i);
        double       rows[CONSTRAINT_ROWS_MAX * VERTICES], sum = 0;
        double4      force[VERTICES], gradient[VERTICES] = {{0}};
        Values       here;
        evaluate(bed, i, bed->x, &here);
        const double bound = scale_of(bed, i, &here) * BOUND(1e-12, 1e-5);
        if (isinf(k))
            continue; // rejected by every solver that would use it
        ops->local_step->stencil(&bed->set, i, rows);
        for (int r = 0; r < ops->rows; r++) {
            double4 d = double4_scale(-1, double4_from(target[i * ops->rows + r]));
            for (int j = 0; j < bed->vertices; j++)
                double4_add_to(&d, rows[r * bed->vertices + j], bed->x[i * bed->vertices + j]);
            sum += 0.5 * k * double4_dot(d, d);
            for (int j = 0; j < bed->vertices; j++)
                double4_add_to(&gradient[j], k * rows[r * bed->vertices + j], d);
        }
        BED_NEAR(bed, i, sum, energy(bed, i, bed->x, force), bound);
        for (int j = 0; j < bed->vertices; j++)
            BED_NEAR(bed, i, double4_norm(double4_sub(gradient[j], force[j])), 0, bound);
    }
}

// ---- projections ----

typedef struct Variant {
    bool compliant, jacobi, damped;
} Variant;

enum { VARIANTS = 8 };

// PBD has no compliance, and so no γ and no balance between components; a set without traits has none damped.
static bool variant_make(const Bed *bed, int v, Variant *out)
{
    *out = (Variant){.compliant = v & 1, .jacobi = v & 2, .damped = v & 4};
    if (bed->set.ops->balanced && !out->compliant)
        return false;
    return !out->damped || (out->compliant && !bed->bare && bed->set.ops->traits & TRAIT_DAMPING);
}

typedef struct Projected {
    real4 position[COUNT * VERTICES], previous[COUNT * VERTICES], correction[COUNT * VERTICES];
    real  lambda[COMPONENTS * COUNT], compliance[COUNT], gamma[COUNT], weight[COUNT];
} Projected;

static real *lambda_at(Projected *p, int i, int c)
{
    return &p->lambda[c * COUNT + i];
}

// The inputs of a projection: λ of an admissible sign, and γ and α~ of each constraint.
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
        for (int c = 0; c < bed->components; c++) {
            const double lambda = 0.3 * rig_random(&random);
            *lambda_at(p, i, c) = (real)(bed->sense == SENSE_GREATER_EQUAL ? fabs(lambda)
                                         : bed->sense == SENSE_LESS_EQUAL  ? -fabs(lambda)
                                                                           : lambda);
        }
        p->compliance[i] = bed->set.compliance[i];
        p->gamma[i] = bed->set.damping ? p->compliance[i] * (real)(bed->set.damping[i] / h) : 0;
        p->weight[i] = (real)(1.0 / (1 + i % 4));
    }
    if (bed->set.limit) { // the values of a broken constraint
        p->gamma[BROKEN] = 0;
        for (int c = 0; c < bed->components; c++)
            *lambda_at(p, BROKEN, c) = 0;
    }
}

static void break_one(const Bed *bed, Variant variant, Projected *p)
{
    if (variant.compliant && bed->set.limit)
        p->compliance[BROKEN] = (real)INFINITY;
}

// row += factor · that row, in a and b.
static void add_row(int n, double a[COMPONENTS][COMPONENTS], double *b, int row, double factor, int that)
{
    for (int c = 0; c < n; c++)
        a[row][c] += factor * a[that][c];
    b[row] += factor * b[that];
}

// Solves a x = b in the place of b. a, symmetric and positive definite, is destroyed. False where a is not positive definite, or not
// finite.
static bool solve_small(int n, double a[COMPONENTS][COMPONENTS], double *b)
{
    for (int p = 0; p < n; p++) {
        if (!(a[p][p] > 0) || isinf(a[p][p]))
            return false;
        for (int r = 0; r < n; r++)
            if (r != p)
                add_row(n, a, b, r, -a[r][p] / a[p][p], p);
    }
    for (int p = 0; p < n; p++)
        b[p] /= a[p][p];
    return true;
}

// The result of the formula for constraint i: Δλ of each component and the moves of its particles.
typedef struct Outcome {
    double  change[COMPONENTS];
    double4 move[VERTICES];
} Outcome;

static Outcome outcome_of(const Bed *bed, int i, Projected *p, const Sweep *sweep)
{
    Values here;
    evaluate(bed, i, bed->x, &here);
    const double low = bed->sense == SENSE_GREATER_EQUAL ? 0 : -INFINITY, high = bed->sense == SENSE_LESS_EQUAL ? 0 : INFINITY;
    const double gamma = sweep->gamma ? (double)p->gamma[i] : 0, first = constraint_component_stiffness(&bed->set, i, 0);
    double       matrix[COMPONENTS][COMPONENTS] = {{0}}, lambda[COMPONENTS] = {0};
    Outcome      out = {.change = {0}};
    for (int c = 0; c < bed->components; c++) {
        const double ratio = isinf(first) ? 1 : first / constraint_component_stiffness(&bed->set, i, c);
        const double alpha = sweep->lambda ? ratio * (double)(p->compliance[i] * sweep->inverse_h2) : 0;
        double       motion = 0;
        lambda[c] = sweep->lambda ? (double)*lambda_at(p, i, c) : 0;
        for (int j = 0; j < bed->vertices; j++) {
            const int k = i * bed->vertices + j;
            motion += double4_dot(here.gradient[c][j], double4_sub(bed->x[k], bed->previous[k]));
            for (int d = 0; d < bed->components; d++)
                matrix[c][d] += (1 + gamma) * bed->x[k].w * double4_dot(here.gradient[c][j], here.gradient[d][j]);
        }
        matrix[c][c] += alpha;
        // For an inequality only the motion of its violation is damped.
        motion = fmin(fmax(motion, low + here.value[c]), high + here.value[c]);
        out.change[c] = -(double)sweep->relaxation * (here.value[c] + (alpha > 0 ? alpha * lambda[c] : 0) + gamma * motion);
    }
    if (!solve_small(bed->components, matrix, out.change))
        return (Outcome){.change = {0}};
    for (int c = 0; c < bed->components; c++) {
        out.change[c] *= sweep->correction ? (double)p->weight[i] : 1;
        out.change[c] = fmin(fmax(out.change[c], low - lambda[c]), high - lambda[c]);
        for (int j = 0; j < bed->vertices; j++)
            double4_add_to(&out.move[j], bed->x[i * bed->vertices + j].w * out.change[c], here.gradient[c][j]);
    }
    return out;
}

static double apart(const Bed *bed, const Outcome *a, const Outcome *b)
{
    double max = 0;
    for (int c = 0; c < bed->components; c++)
        max = fmax(max, fabs(a->change[c] - b->change[c]));
    for (int j = 0; j < bed->vertices; j++)
        max = fmax(max, double4_norm(double4_sub(a->move[j], b->move[j])));
    return max;
}

// The change of the result when positions are rounded: no arithmetic in the core's precision can be more accurate.
static double sensitivity(Bed *bed, int i, Projected *p, const Sweep *sweep)
{
    Random        random = {3};
    const Outcome here = outcome_of(bed, i, p, sweep);
    double        max = 0;
    for (int trial = 0; trial < 3; trial++) {
        double4 kept[VERTICES], *x = &bed->x[i * bed->vertices];
        memcpy(kept, x, (size_t)bed->vertices * sizeof *x);
        for (int j = 0; j < bed->vertices; j++)
            x[j] = element_pushed(x[j], (double)REAL_EPSILON, &random);
        const Outcome there = outcome_of(bed, i, p, sweep);
        max = fmax(max, apart(bed, &here, &there));
        memcpy(x, kept, (size_t)bed->vertices * sizeof *x);
    }
    return max;
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
    (plain ? ops->projection->plain : ops->projection->wide)(&batch, begin, end, &sweep);
}

static double4 moved(const Bed *bed, Variant variant, const Projected *p, int k)
{
    return variant.jacobi ? double4_from(p->correction[k]) : double4_sub(double4_from(p->position[k]), bed->x[k]);
}

static void check_projection_of(Bed *bed, Variant variant, bool plain)
{
    static Projected p, start;
    const double     h = 0.02;
    prepare(bed, &p, h);
    break_one(bed, variant, &p);
    start = p;
    project(bed, variant, plain, 0, COUNT, &p, h);
    const Sweep sweep = sweep_of(&start, variant, h);
    for (int i = 0; i < COUNT; i++) {
        const Outcome expected = outcome_of(bed, i, &start, &sweep);
        const double  bound = BOUND(1e-13, 1e-5) + 50 * sensitivity(bed, i, &start, &sweep);
        for (int c = 0; c < bed->components && variant.compliant; c++)
            BED_NEAR(bed, i, (double)*lambda_at(&p, i, c), (double)*lambda_at(&start, i, c) + expected.change[c], bound);
        for (int j = 0; j < bed->vertices; j++) {
            const int     k = i * bed->vertices + j;
            const double4 move = moved(bed, variant, &p, k);
            BED_NEAR(bed, i, double4_norm(double4_sub(move, expected.move[j])), 0, bound);
            BED_NEAR(bed, i, (double)p.position[k].w, bed->x[k].w, 0);
            if (bed->x[k].w == 0)
                BED_NEAR(bed, i, double4_norm(move), 0, 0);
        }
    }
}

// A projection keeps momentum, and where it acts along the force also angular momentum.
static void check_momentum_of(const Bed *bed, Variant variant, bool plain)
{
    static Projected p;
    prepare(bed, &p, 0.02);
    memset(p.lambda, 0, sizeof p.lambda);
    project(bed, variant, plain, 0, COUNT, &p, 0.02);
    for (int i = 0; i < COUNT; i++) {
        double4 linear = {0}, angular = {0};
        double  size = 1;
        if (i == PINNED)
            continue;
        for (int j = 0; j < bed->vertices; j++) {
            const int     k = i * bed->vertices + j;
            const double4 impulse = double4_scale(1 / bed->x[k].w, moved(bed, variant, &p, k));
            double4_add_to(&linear, 1, impulse);
            double4_add_to(&angular, 1, double4_cross(bed->x[k], impulse));
            size += double4_norm(impulse) + 1 / bed->x[k].w;
        }
        BED_NEAR(bed, i, double4_norm(linear), 0, 8 * (double)REAL_EPSILON * size);
        BED_NEAR(bed, i, double4_norm(angular), 0, BOUND(1e-13, 1e-4) * size);
    }
}

EACH_BED(test_projections)
{
    Variant variant;
    if (!bed->set.ops->projection)
        return;
    for (int v = 0; v < VARIANTS; v++)
        for (int plain = 0; plain < 2 && variant_make(bed, v, &variant); plain++) {
            check_projection_of(bed, variant, plain);
            if (bed->set.ops->element != ELEMENT_POINT && !variant.damped)
                check_momentum_of(bed, variant, plain);
        }
}

// ---- wide and plain ----

enum { AT_REST = 11, NEARLY_AT_REST = 17, BOTH_PINNED = 20, LINE = 23, FLAT = 26, INVERTED = 29 };

static bool is_degenerate(const Bed *bed, int i)
{
    return i == AT_REST || i == NEARLY_AT_REST || (bed->vertices > 2 && (i == LINE || i == FLAT));
}

// Degenerate constraints: all particles at one place, an attachment at its point; particles closer than the distance that has a direction;
// one of pins. For elements with a volume also one in a line, one in a plane, and one inside out.
static void degenerate(const Bed *bed, Projected *p)
{
    const real apart = BOUND((real)1e-170, (real)1e-25);
    for (int j = 0; j < bed->vertices; j++) {
        real4 *rest = &p->position[AT_REST * bed->vertices + j], *nearly = &p->position[NEARLY_AT_REST * bed->vertices + j];
        p->position[BOTH_PINNED * bed->vertices + j].w = 0;
        *rest = (real4){0, 0, 0, rest->w};
        *nearly = (real4){apart * (real)j, 0, 0, nearly->w};
        if (bed->vertices == 1) {
            const real *r = bed->set.rest;
            *rest = (real4){r[AT_REST], r[COUNT + AT_REST], r[2 * COUNT + AT_REST], rest->w};
            *nearly = (real4){r[NEARLY_AT_REST], r[COUNT + NEARLY_AT_REST], r[2 * COUNT + NEARLY_AT_REST], nearly->w};
        }
        if (bed->vertices < 3)
            continue;
        p->position[LINE * bed->vertices + j].y = p->position[LINE * bed->vertices + j].z = 0;
        p->position[FLAT * bed->vertices + j].z = 0;
        p->position[INVERTED * bed->vertices + j].x *= -1;
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

// In units of round-off of the largest number that goes in: coordinates, rest values and λ of a bed are about 1, and α~ λ / α~ is λ. Of
// kinds of few particles and none of whose terms cancel that is all there is.
static double agreement(const Bed *bed, int i, const double *sensitive)
{
    return 16 * (double)REAL_EPSILON + (bed->vertices > 2 ? 50 * sensitive[i] : 0);
}

static void check_agreement(const Bed *bed, int begin, int end, const double *sensitive, Projected *a, Projected *b)
{
    for (int i = begin; i < end; i++) {
        const double bound = bed->vertices > 2 && is_degenerate(bed, i) ? INFINITY : agreement(bed, i, sensitive);
        for (int c = 0; c < bed->components; c++)
            BED_NEAR(bed, i, (double)*lambda_at(a, i, c), (double)*lambda_at(b, i, c), bound); // NaN is near nothing
        for (int j = 0; j < bed->vertices; j++) {
            const int k = i * bed->vertices + j;
            BED_NEAR(bed, i, double4_norm(double4_sub(double4_from(a->position[k]), double4_from(b->position[k]))), 0, bound);
            BED_NEAR(bed, i, (double)a->position[k].w, (double)b->position[k].w, 0);
            BED_NEAR(bed, i, double4_norm(double4_sub(double4_from(a->correction[k]), double4_from(b->correction[k]))), 0, bound);
            BED_NEAR(bed, i, (double)a->correction[k].w, 0, 0);
        }
    }
}

// Whether constraint i has no gradient at its present positions. For a gradient that exists in double only, see PROJECTION_LENGTH2_MIN.
static bool has_no_gradient(const Bed *bed, int i, const Projected *start)
{
    double4 x[COUNT * VERTICES];
    if (bed->vertices == 1 && !bed->set.ops->nonnegative) // linear: it has the same gradient everywhere
        return false;
    if (bed->vertices <= 2)
        return i == AT_REST || (i == NEARLY_AT_REST && bed->vertices > 1);
    if (!is_degenerate(bed, i))
        return false;
    for (int k = 0; k < bed->particles; k++)
        x[k] = double4_from(start->position[k]);
    Values here;
    evaluate(bed, i, x, &here);
    return !(here.steepest > 0);
}

// Nothing outside begin … end−1, and nothing of a constraint that cannot move, may have changed.
static void check_untouched(const Bed *bed, int begin, int end, Projected *now, Projected *start)
{
    for (int i = 0; i < COUNT; i++) {
        const bool outside = i < begin || i >= end;
        if (!outside && i != BOTH_PINNED && !has_no_gradient(bed, i, start))
            continue;
        const size_t at = (size_t)i * (size_t)bed->vertices, size = (size_t)bed->vertices * sizeof(real4);
        bool         same = same_bits(&now->position[at], &start->position[at], size);
        for (int c = 0; c < bed->components && (outside || i != BOTH_PINNED); c++)
            same = same && *lambda_at(now, i, c) == *lambda_at(start, i, c);
        if (!same)
            fail_msg("%s, sense %d: constraint %d moved when %d … %d were projected", bed->set.ops->name, bed->sense, i, begin, end - 1);
        for (size_t k = at; k < at + (size_t)bed->vertices; k++)
            BED_NEAR(bed, i, double4_norm(double4_from(now->correction[k])), 0, 0);
    }
}

static void check_range(const Bed *bed, Variant variant, const double *sensitive, Projected *start, int begin, int end)
{
    static Projected whole, parts, plain;
    whole = plain = *start;
    project(bed, variant, false, begin, end, &whole, 0.02);
    project(bed, variant, true, begin, end, &plain, 0.02);
    check_agreement(bed, begin, end, sensitive, &whole, &plain);
    check_untouched(bed, begin, end, &whole, start);
    check_untouched(bed, begin, end, &plain, start);
    // Everywhere, for the kinds of few operations.
    for (int cut = begin + 1; cut<end; cut += bed->vertices> 2 ? 1 + (end - begin) / 4 : 1) {
        parts = *start;
        project(bed, variant, false, begin, cut, &parts, 0.02);
        project(bed, variant, false, cut, end, &parts, 0.02);
        check_same_bits(bed, begin, cut, end, &whole, &parts);
    }
}

static void check_variant(Bed *bed, Variant variant)
{
    static Projected start;
    double           sensitive[COUNT];
    prepare(bed, &start, 0.02);
    degenerate(bed, &start);
    break_one(bed, variant, &start);
    for (int k = 0; k < bed->particles; k++)
        bed->x[k] = double4_from(start.position[k]);
    const Sweep sweep = sweep_of(&start, variant, 0.02);
    for (int i = 0; i < COUNT; i++)
        sensitive[i] = sensitivity(bed, i, &start, &sweep);
    for (int count = 1; count <= 2 * WIDE_LANES + 1; count += bed->vertices > 2 && count > 4 ? 3 : 1)
        for (int begin = 0; begin + count <= COUNT; begin += count < 4 ? 1 : 7)
            check_range(bed, variant, sensitive, &start, begin, begin + count);
}

EACH_BED(test_wide_and_plain_agree)
{
    Variant variant;
    for (int v = 0; bed->set.ops->projection && v < VARIANTS; v++)
        if (variant_make(bed, v, &variant))
            check_variant(bed, variant);
}

// ---- shapes without extent ----

// 0: all at one place; 1: on a line, exactly; 2: the second where the first is; 3: the third between the first two, exactly.
static void collapse(int way, int vertices, double4 *x)
{
    const double4 first = {0.5, -1, 2, 0}, along = {0.25, 0.5, -0.125, 0};
    for (int j = 0; j < vertices && way < 2; j++)
        x[j] = (double4){first.x + way * j * along.x, first.y + way * j * along.y, first.z + way * j * along.z, 0};
    if (way == 2 && vertices > 1)
        x[1] = x[0];
    if (way == 3 && vertices > 2) {
        x[0] = first;
        x[1] = (double4){first.x + 2 * along.x, first.y + 2 * along.y, first.z + 2 * along.z, 0};
        x[2] = (double4){first.x + along.x, first.y + along.y, first.z + along.z, 0};
    }
}

static void assert_finite(const Bed *bed, const char *what, const double *value, int count)
{
    for (int k = 0; k < count; k++)
        if (!isfinite(value[k]))
            fail_msg("%s of a shape without extent: its %s has %g at %d", bed->set.ops->name, what, value[k], k);
}

// A constraint without a gradient exerts no force; a solver never receives a value that is NaN or infinite.
EACH_BED(test_collapsed)
{
    const ConstraintOps *ops = bed->set.ops;
    const int            size = 3 * bed->vertices;
    double4              shape[VERTICES];
    memcpy(shape, bed->x, (size_t)bed->vertices * sizeof *shape);
    for (int way = 0; way < 4; way++) {
        double4 slope[COMPONENTS * VERTICES] = {{0}};
        double  value[COMPONENTS] = {0}, block[ENTRIES * ENTRIES] = {0}, curvature[COMPONENTS * ENTRIES * ENTRIES] = {0};
        memcpy(bed->x, shape, (size_t)bed->vertices * sizeof *shape);
        collapse(way, bed->vertices, bed->x);
        ops->energy->evaluate(&bed->set, 0, 1, bed->x, value, slope);
        assert_finite(bed, "value", value, bed->components);
        for (int k = 0; k < bed->components * bed->vertices; k++)
            assert_finite(bed, "gradient", (double[3]){slope[k].x, slope[k].y, slope[k].z}, 3);
        for (EigenFilter filter = EIGEN_EXACT; filter <= EIGEN_CLAMP; filter++) {
            ops->energy->hessian(&bed->set, 0, 1, bed->x, filter, block);
            assert_finite(bed, "Hessian", block, size * size);
        }
        ops->energy->curvature(&bed->set, 0, 1, bed->x, curvature);
        assert_finite(bed, "curvature", curvature, bed->components * size * size);
    }
}
