// Constraints over any number of particles: polygon_area, closed_volume, shape_matching.
//   derivatives     ∇C and ∇E against differences, ∇²E against differences of ∇E, its projection positive semi-definite
//   rigid motion    changes nothing, and forces add up to no force and no moment, also a kilometre away from the origin
//   projection      XPBD eq. 18 and 26 from evaluate, every variant; momentum; groups of 3 and of 5000 members
//   shape matching  moves particles to the goal positions of Müller 2005
#include "elements.h"
#include "groups.h"
#include "step/sweeps.h"

static const int KINDS[] = {AREA, VOLUME, SHAPE};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

// Every particle in place, then moved by up to `by`, stretched, turned and shifted; planar where the kind is.
static void deform(const Rig *rig, int kind, double by, double shift, uint64_t seed, double4 *x)
{
    Random     random = {seed};
    const Turn turn = element_turn(&random, shift);
    for (int32_t u = 0; u < rig->model.particle_count; u++) {
        double4 p = double4_from(rig->state.position[rig->model.model_of[u]]);
        p = element_pushed((double4){1.1 * p.x, 0.95 * p.y, 1.03 * p.z, p.w}, by, &random);
        if (kind != AREA)
            p = element_turned(&turn, p);
        x[rig->model.model_of[u]] = p;
    }
}

// ---- derivatives ----

static double value_at(const ConstraintSet *set, int32_t i, const double4 *x)
{
    double value;
    set->ops->energy->evaluate(set, i, i + 1, x, &value, NULL);
    return value;
}

static double *entry(double4 *x, int32_t e)
{
    return (double *)x + 4 * (e / 3) + e % 3;
}

static void check_gradient(const Rig *rig, const ConstraintSet *set, double4 *x)
{
    static const double STEP = 1e-5;
    const int32_t       n = rig->model.particle_count;
    double4            *gradient = aligned_alloc(32, (size_t)n * sizeof *gradient), *forces = aligned_alloc(32, (size_t)n * sizeof *forces);
    double              value;
    memset(forces, 0, (size_t)n * sizeof *forces);
    set->ops->energy->evaluate(set, 0, 1, x, &value, gradient);
    set->ops->energy->total(set, 0, 1, x, forces);
    for (int32_t m = 0; m < constraint_first(set, 1); m++)
        for (int k = 0; k < 3; k++) {
            double      *at = entry(x, 3 * set->vertices[m] + k);
            const double here = *at;
            *at = here + STEP;
            const double up = value_at(set, 0, x), energy_up = set->ops->energy->total(set, 0, 1, x, NULL);
            *at = here - STEP;
            const double down = value_at(set, 0, x), energy_down = set->ops->energy->total(set, 0, 1, x, NULL);
            *at = here;
            assert_near(*entry(gradient, 3 * m + k), (up - down) / (2 * STEP), 1e-8);
            assert_near(*entry(forces, 3 * set->vertices[m] + k), (energy_up - energy_down) / (2 * STEP), 1e-7);
        }
    free(gradient);
    free(forces);
}

// ∇²E as it is given, in full; by member.
static double *dense_hessian(const ConstraintSet *set, int32_t members, const double4 *x, double theta)
{
    const int32_t pairs = set->ops->group->couplings ? set->ops->group->couplings(set, 0, NULL) : 0, n = 3 * members;
    GroupHessian  h = {.own = calloc((size_t)members, sizeof *h.own),
                       .pair = calloc((size_t)pairs + 1, sizeof *h.pair),
                       .direction = aligned_alloc(32, (size_t)(members * GROUP_DIRECTIONS) * sizeof *h.direction)};
    int32_t(*pair)[2] = calloc((size_t)pairs + 1, sizeof *pair);
    double *dense = calloc((size_t)n * (size_t)n, sizeof *dense);
    int32_t member_of[1000] = {0};
    for (int32_t m = 0; m < members; m++)
        member_of[set->vertices[m]] = m;
    set->ops->group->hessian(set, 0, x, theta, &h);
    assert_true(h.directions <= set->ops->group->directions);
    if (pairs)
        assert_int_equal(set->ops->group->couplings(set, 0, pair), pairs);
    for (int32_t m = 0; m < members; m++)
        for (int e = 0; e < 9; e++)
            dense[(3 * m + e / 3) * n + 3 * m + e % 3] += h.own[m][e];
    for (int32_t c = 0; c < pairs; c++)
        for (int e = 0; e < 9; e++) {
            const int32_t p = 3 * member_of[pair[c][0]] + e / 3, q = 3 * member_of[pair[c][1]] + e % 3;
            dense[p * n + q] += h.pair[c][e];
            dense[q * n + p] += h.pair[c][e];
        }
    for (int r = 0; r < h.directions; r++)
        for (int32_t p = 0; p < n; p++)
            for (int32_t q = 0; q < n; q++)
                dense[p * n + q] += h.factor[r] * *entry(h.direction + r * members, p) * *entry(h.direction + r * members, q);
    free(h.own);
    free(h.pair);
    free(h.direction);
    free(pair);
    return dense;
}

static void check_hessian(const Rig *rig, const ConstraintSet *set, double4 *x)
{
    static const double STEP = 1e-5;
    const int32_t       n = rig->model.particle_count, members = constraint_first(set, 1), size = 3 * members;
    double             *exact = dense_hessian(set, members, x, 0), *psd = dense_hessian(set, members, x, 1);
    double4            *forces = aligned_alloc(32, 2 * (size_t)n * sizeof *forces);
    for (int32_t p = 0; p < size; p++) {
        double      *at = entry(x, 3 * set->vertices[p / 3] + p % 3);
        const double here = *at;
        memset(forces, 0, 2 * (size_t)n * sizeof *forces);
        *at = here + STEP;
        set->ops->energy->total(set, 0, 1, x, forces);
        *at = here - STEP;
        set->ops->energy->total(set, 0, 1, x, forces + n);
        *at = here;
        for (int32_t q = 0; q < size; q++) {
            const int32_t e = 3 * set->vertices[q / 3] + q % 3;
            assert_near(exact[q * size + p], (*entry(forces, e) - *entry(forces + n, e)) / (2 * STEP), 2e-7);
        }
    }
    Random random = {3};
    for (int trial = 0; trial < 200; trial++) { // zᵀ psd z ≥ 0, for z that each of both matrices has turned too
        double z[1000], max = 0, sum = 0;
        for (int32_t p = 0; p < size; p++)
            z[p] = rig_random(&random);
        for (int32_t p = 0; p < size; p++)
            for (int32_t q = 0; q < size; q++) {
                sum += z[p] * psd[p * size + q] * z[q];
                max = fmax(max, fabs(psd[p * size + q]));
            }
        assert_true(sum >= -1e-10 * max);
    }
    free(exact);
    free(psd);
    free(forces);
}

// The lowest eigenvalue by the power method on most·I − A.
static double lowest_eigenvalue(const double *a, int32_t n)
{
    double max = 0, z[1000], y[1000], value = 0;
    Random random = {11};
    for (int32_t p = 0; p < n; p++) {
        double row = 0;
        for (int32_t q = 0; q < n; q++)
            row += fabs(a[p * n + q]);
        max = fmax(max, row);
        z[p] = rig_random(&random);
    }
    for (int round = 0; round < 2000; round++) {
        double norm = 0;
        for (int32_t p = 0; p < n; p++) {
            y[p] = max * z[p];
            for (int32_t q = 0; q < n; q++)
                y[p] -= a[p * n + q] * z[q];
            norm += y[p] * y[p];
        }
        value = max - sqrt(norm);
        for (int32_t p = 0; p < n; p++)
            z[p] = y[p] / sqrt(norm);
    }
    return value / max;
}

TEST(test_derivatives)
{
    for (int k = 0; k < KIND_COUNT; k++)
        for (int seed = 1; seed <= 3; seed++) {
            RIG(rig);
            Random random = {(uint64_t)seed};
            rig_particle(&rig, 9, 9, 9, 1); // belongs to no group
            add_group(&rig, KINDS[k], 12, &random, 3);
            build(&rig);
            const ConstraintSet *set = &rig.model.sets[KINDS[k]];
            double4              x[64];
            deform(&rig, KINDS[k], 0.1, 1, (uint64_t)seed, x);
            check_gradient(&rig, set, x);
            check_hessian(&rig, set, x);
            // Compressed: a body that matches a shape has negative curvature there, and so has a volume that is too large.
            for (int32_t i = 0; i < rig.model.particle_count; i++)
                x[i] = double4_scale(KINDS[k] == SHAPE ? 0.6 : seed == 1 ? 1.4 : 0.6, x[i]);
            check_hessian(&rig, set, x);
            const int32_t members = constraint_first(set, 1);
            double       *exact = dense_hessian(set, members, x, 0), *psd = dense_hessian(set, members, x, 1);
            assert_true(lowest_eigenvalue(exact, 3 * members) < -1e-3);
            assert_true(lowest_eigenvalue(psd, 3 * members) > -1e-10);
            free(exact);
            free(psd);
        }
}

TEST(test_rigid_motion)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        RIG(rig);
        Random random = {5};
        add_group(&rig, KINDS[k], 42, &random, 3);
        build(&rig);
        const ConstraintSet *set = &rig.model.sets[KINDS[k]];
        const int32_t        n = rig.model.particle_count;
        double4              x[64], far[64], gradient[64] = {{0}}, force = {0}, moment = {0};
        deform(&rig, KINDS[k], 0.1, 0, 5, x);
        const Turn turn = element_turn(&random, 1000);
        for (int32_t i = 0; i < n; i++)
            far[i] = KINDS[k] == AREA ? (double4){x[i].y + 1000, 2000 - x[i].x, x[i].z + 50, 0} : element_turned(&turn, x[i]);
        const double energy = set->ops->energy->total(set, 0, 1, x, gradient);
        assert_true(energy > 1e-4);
        assert_near(set->ops->energy->total(set, 0, 1, far, NULL), energy, 1e-10 * energy);
        for (int32_t i = 0; i < n; i++) {
            double4_add_to(&force, 1, gradient[i]);
            double4_add_to(&moment, 1, double4_cross(x[i], gradient[i]));
        }
        assert_near(double4_norm(force), 0, 1e-12);
        assert_near(KINDS[k] == AREA ? moment.z : double4_norm(moment), 0, 1e-12); // an area in the plane turns about z
    }
}

// ---- projection ----

typedef struct Trial {
    Rig                  rig;
    int                  kind;
    const ConstraintSet *set;
    int32_t              members, n;
    GroupWork            work;
    real4               *x, *previous, *correction;
    real                 lambda, gamma, weight;
    real                 compliance;
    Sweep                sweep;
} Trial;

static void trial_make(Trial *t, int kind, int n, ConstraintSense sense, uint64_t seed)
{
    Random random = {seed};
    *t = (Trial){.kind = kind};
    rig_begin(&t->rig);
    const int32_t first = add_group(&t->rig, kind, n, &random, 3);
    if (sense != SENSE_EQUAL)
        rig_traits(&t->rig, 0, INFINITY, sense);
    assert_ok(model_pin(t->rig.builder, first + 1));
    build(&t->rig);
    t->set = &t->rig.model.sets[kind];
    t->n = t->rig.model.particle_count;
    t->members = constraint_first(t->set, 1);
    assert_true(t->members >= n);
    assert_ok(sweeps_group_work(&t->rig.model, &t->rig.arena, &t->work));
    assert_ok(ARENA_NEW(&t->rig.arena, t->n, &t->x));
    assert_ok(ARENA_NEW(&t->rig.arena, t->n, &t->previous));
    assert_ok(ARENA_NEW(&t->rig.arena, t->n, &t->correction));
    double4 *x = aligned_alloc(32, (size_t)t->n * sizeof *x);
    deform(&t->rig, kind, 0.1, 3, seed, x);
    for (int32_t i = 0; i < t->n; i++) {
        const real4 p = t->rig.state.position[i];
        t->x[i] = (real4){(real)x[i].x, (real)x[i].y, (real)x[i].z, p.w};
        t->previous[i] = (real4){(real)(x[i].x + 0.1 * rig_random(&random)), (real)x[i].y, (real)(x[i].z + 0.05), p.w};
    }
    free(x);
    t->weight = (real)0.25;
    t->gamma = (real)0.3;
    t->lambda = (real)-0.01;
    t->compliance = t->set->compliance[0];
    t->sweep = (Sweep){.position = t->x, .previous = t->previous, .compliance = &t->compliance, .inverse_h2 = 100, .relaxation = (real)0.9};
}

// Δλ of the formulas, from evaluate.
static double expected_change(const Trial *t, const double4 *x, double *gradient_scale, double4 *gradient)
{
    double       value, weight = 0, motion = 0;
    const double old = t->sweep.lambda ? (double)t->lambda : 0;
    t->set->ops->energy->evaluate(t->set, 0, 1, x, &value, gradient);
    *gradient_scale = 0;
    for (int32_t m = 0; m < t->members; m++) {
        const int32_t at = t->set->vertices[m];
        weight += (double)t->x[at].w * double4_dot(gradient[m], gradient[m]);
        motion += double4_dot(gradient[m], double4_sub(x[at], double4_from(t->previous[at])));
        *gradient_scale = fmax(*gradient_scale, double4_norm(gradient[m]));
    }
    const double alpha = t->sweep.lambda ? (double)t->compliance * 100 : 0, gamma = t->sweep.gamma ? (double)t->gamma : 0;
    const int    sense = t->set->sense ? t->set->sense[0] : SENSE_EQUAL;
    if (sense == SENSE_GREATER_EQUAL)
        motion = fmax(motion, value);
    if (sense == SENSE_LESS_EQUAL)
        motion = fmin(motion, value);
    double change = isinf(alpha) ? 0
                                 : -(double)t->sweep.relaxation * (value + alpha * old + gamma * motion) / ((1 + gamma) * weight + alpha) *
                                       (t->sweep.correction ? (double)t->weight : 1);
    if (sense == SENSE_GREATER_EQUAL)
        change = fmax(change, -old);
    if (sense == SENSE_LESS_EQUAL)
        change = fmin(change, -old);
    return change;
}

static void check_projection(Trial *t)
{
    double4     *x = aligned_alloc(32, (size_t)t->n * sizeof *x), *gradient = aligned_alloc(32, (size_t)t->n * sizeof *gradient);
    real4       *before = aligned_alloc(alignof(real4), (size_t)t->n * sizeof *before);
    const real   lambda = t->lambda;
    double       slope;
    const double bound = BOUND(1e-14, 2e-6);
    for (int32_t i = 0; i < t->n; i++)
        x[i] = double4_from(t->x[i]);
    memcpy(before, t->x, (size_t)t->n * sizeof *before);
    const double change = expected_change(t, x, &slope, gradient);
#pragma omp parallel num_threads(2)
    t->set->ops->projection->team(t->set, 0, &t->sweep, &t->work);
    double4 momentum = {0};
    for (int32_t m = 0; m < t->members; m++) {
        const int32_t at = t->set->vertices[m];
        const double  w = (double)before[at].w;
        const double4 now = t->sweep.correction ? double4_from(t->correction[m]) : double4_sub(double4_from(t->x[at]), x[at]);
        const double4 off = double4_sub(now, double4_scale(w * change, gradient[m]));
        assert_near(double4_norm(off), 0, bound * (4 + fabs(change) * slope * w));
        if (w > 0)
            double4_add_to(&momentum, 1 / w, now);
        else
            double4_add_to(&momentum, change, gradient[m]);
        if (t->sweep.correction)
            assert_memory_equal(&t->x[at], &before[at], sizeof *before);
    }
    assert_near(double4_norm(momentum), 0, bound * t->members);
    if (t->sweep.lambda)
        assert_near(t->lambda, (double)lambda + change, BOUND(1e-14, 1e-6) * (1 + fabs(change)));
    free(x);
    free(gradient);
    free(before);
}

static void try_variant(int kind, int n, ConstraintSense sense, int variant)
{
    Trial t;
    trial_make(&t, kind, n, sense, 7 + (uint64_t)n);
    if (variant & 1)
        t.sweep.lambda = &t.lambda;
    if (sense == SENSE_GREATER_EQUAL)
        t.lambda = -t.lambda;
    if (variant & 2) {
        t.sweep.correction = t.correction;
        t.sweep.weight = &t.weight;
    }
    if ((variant & 5) == 5)
        t.sweep.gamma = &t.gamma;
    if ((variant & 9) == 9)
        t.compliance = (real)INFINITY;
    check_projection(&t);
    rig_end(&t.rig);
}

TEST(test_projection)
{
    static const int SIZES[] = {3, 42, 255, 257, 5000};
    for (int k = 0; k < KIND_COUNT; k++)
        for (size_t size = 0; size < sizeof SIZES / sizeof *SIZES; size++)
            for (int variant = 0; variant < 16; variant++)
                for (int sense = SENSE_EQUAL; sense <= SENSE_LESS_EQUAL; sense++)
                    if (sense == SENSE_EQUAL || (constraint_ops(KINDS[k])->traits & TRAIT_SENSE && SIZES[size] < 100))
                        try_variant(KINDS[k], SIZES[size], (ConstraintSense)sense, variant);
}

// A hard constraint projected once lies where it should to first order, and shape matching at its goals.
TEST(test_goal_positions)
{
    for (int seed = 1; seed < 5; seed++) {
        RIG(rig);
        Random random = {(uint64_t)seed};
        add_body(&rig, seed == 1 ? 3 : 300, &random, INFINITY);
        build(&rig);
        const ConstraintSet *set = &rig.model.sets[SHAPE];
        const int32_t        n = rig.model.particle_count;
        GroupWork            work;
        double4              x[300], centre = {0}, moved_centre = {0};
        real                 compliance = 0, lambda = 0;
        assert_ok(sweeps_group_work(&rig.model, &rig.arena, &work));
        deform(&rig, SHAPE, 0.2, 2, (uint64_t)seed, x);
        real4 *position = rig.state.position, *rest = aligned_alloc(alignof(real4), (size_t)n * sizeof *rest);
        memcpy(rest, position, (size_t)n * sizeof *rest);
        for (int32_t i = 0; i < n; i++)
            position[i] = (real4){(real)x[i].x, (real)x[i].y, (real)x[i].z, position[i].w};
        const Sweep sweep = {.position = position, .lambda = &lambda, .compliance = &compliance, .inverse_h2 = 3600, .relaxation = 1};
#pragma omp parallel num_threads(2)
        set->ops->projection->team(set, 0, &sweep, &work);
        double moved = 0;
        for (int32_t i = 0; i < n; i++) {
            moved = fmax(moved, double4_norm(double4_sub(double4_from(position[i]), x[i])));
            double4_add_to(&centre, rig.model.mass[i], x[i]);
            double4_add_to(&moved_centre, rig.model.mass[i], double4_from(position[i]));
            for (int32_t j = 0; j < i; j++) // a rigid motion of the rest shape
                assert_near(double4_norm(double4_sub(double4_from(position[i]), double4_from(position[j]))),
                            double4_norm(double4_sub(double4_from(rest[i]), double4_from(rest[j]))), BOUND(1e-13, 2e-6));
        }
        assert_true(moved > 0.05);
        assert_near(double4_norm(double4_sub(centre, moved_centre)), 0, BOUND(1e-11, 1e-3));
        // The nearest of all rigid motions: the moment of the moved particles about the centre is zero.
        double4 moment = {0};
        double  mass = 0;
        for (int32_t i = 0; i < n; i++)
            mass += rig.model.mass[i];
        for (int32_t i = 0; i < n; i++) {
            const double4 arm = double4_sub(double4_from(position[i]), double4_scale(1 / mass, moved_centre));
            double4_add_to(&moment, rig.model.mass[i] / mass, double4_cross(arm, double4_sub(x[i], double4_from(position[i]))));
        }
        assert_near(double4_norm(moment), 0, BOUND(1e-13, 2e-6));
        free(rest);
    }
}
