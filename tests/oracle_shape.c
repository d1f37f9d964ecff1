// Errors of volume, area and bending: of shapes with known sizes, and of every kind that takes such an element. The same errors in the
// values that an observer gets from a step.
#include "elements.h"
#include "measure/convergence.h"
#include "measure/snapshot.h"

static void build(Rig *rig, Shape *shape)
{
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_NONE, &rig->arena, &rig->model));
    assert_ok(shape_init(&rig->model, &rig->arena, shape));
}

static void add(Rig *rig, const char *kind, const int32_t *vertices)
{
    assert_true(constraint_find(kind) >= 0);
    assert_ok(model_add_constraint(rig->builder, constraint_find(kind), vertices, NULL, 2));
}

static void add_points(Rig *rig, int count, const double4 *x)
{
    for (int i = 0; i < count; i++)
        rig_particle(rig, x[i].x, x[i].y, x[i].z, 1);
}

static void scale_points(int count, const double4 *from, double by, double4 *to)
{
    for (int i = 0; i < count; i++)
        to[i] = double4_scale(by, from[i]);
}

static const double4 CORNERS[5] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {1, 1, 1, 0}};

// Two tetrahedra of 1/6 and 1/3 m³, with several kinds on each: they count once.
TEST(test_volumes)
{
    static const int32_t ONE[] = {0, 1, 2, 3}, TURNED[] = {1, 2, 0, 3}, TWO[] = {1, 2, 3, 4};
    RIG(rig);
    Shape   shape;
    double4 x[5];
    add_points(&rig, 5, CORNERS);
    add(&rig, "tet_volume", ONE);
    add(&rig, "neo_hookean", TURNED);
    add(&rig, "tet_arap", ONE);
    add(&rig, "tet_strain", TWO);
    add(&rig, "neo_hookean_hydrostatic", TWO);
    add(&rig, "distance", ONE);
    build(&rig, &shape);
    assert_int_equal(shape.count, 2);
    assert_near(shape_errors(&shape, NULL, CORNERS).volume, 0, BOUND(1e-15, 1e-13));
    for (int i = 1; i <= 3; i++) {
        scale_points(5, CORNERS, 1 + 0.1 * i, x);
        assert_near(shape_errors(&shape, NULL, x).volume, pow(1 + 0.1 * i, 3) - 1, 1e-12);
    }
    // The second alone is pressed flat, then turned inside out: all of its volume is lost, then twice.
    for (int i = 1; i <= 2; i++) {
        scale_points(5, CORNERS, 1, x);
        x[4] = double4_scale(1. / 3 - (i - 1) * 2. / 3, (double4){1, 1, 1, 0});
        assert_near(shape_errors(&shape, NULL, x).volume, i * (1. / 3) / (1. / 6 + 1. / 3), 1e-12);
    }
    const ShapeErrors errors = shape_errors(&shape, NULL, x);
    assert_true(isnan(errors.area) && isnan(errors.bending));
}

TEST(test_areas)
{
    static const int32_t ONE[] = {0, 1, 2}, TWO[] = {0, 2, 3};
    static const double4 REST[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {0, 3, 0, 0}};
    RIG(rig);
    Shape   shape;
    double4 x[4];
    add_points(&rig, 4, REST);
    add(&rig, "triangle_area", ONE);
    add(&rig, "triangle_arap", ONE);
    add(&rig, "triangle_strain", TWO);
    build(&rig, &shape);
    assert_int_equal(shape.count, 2);
    scale_points(4, REST, 1.1, x);
    assert_near(shape_errors(&shape, NULL, x).area, 0.21, 1e-7);
    scale_points(4, REST, 1, x);
    x[3].y = 4; // areas ½ and 3/2: the second becomes 2
    assert_near(shape_errors(&shape, NULL, x).area, 0.25, 1e-7);
    assert_true(isnan(shape_errors(&shape, NULL, x).volume));
}

// A strip of two hinges: one folded by 0.3, one that has 0.4 at rest and is flat; and folded through π the difference is the short way.
TEST(test_angles)
{
    static const int32_t HINGES[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    RIG(rig);
    Shape   shape;
    double4 flat[8], x[8];
    for (int i = 0; i < 8; i++)
        flat[i] = (double4[]){{0, 0, 0, 0}, {1, 0, 0, 0}, {0.5, 1, 0, 0}, {0.5, -1, 0, 0}}[i % 4];
    memcpy(x, flat, sizeof x);
    x[7] = (double4){0.5, -cos(0.4), -sin(0.4), 0};
    add_points(&rig, 8, x);
    add(&rig, "dihedral", HINGES[1]);
    add(&rig, "isometric_bending", HINGES[0]);
    build(&rig, &shape);
    assert_int_equal(shape.count, 2);
    assert_near(shape_errors(&shape, NULL, x).bending, 0, 1e-7);
    memcpy(x, flat, sizeof x);
    x[3] = (double4){0.5, -cos(0.3), sin(0.3), 0};
    assert_near(shape_errors(&shape, NULL, x).bending, sqrt((0.09 + 0.16) / 2), 1e-7);
    x[3] = flat[3];
    for (int side = -1; side <= 1; side += 2) { // 0.4 away from 3.1 one way, 2π − 2.7 the other
        x[7] = (double4){0.5, -cos(3.1), -side * sin(3.1), 0};
        assert_near(shape_errors(&shape, NULL, x).bending, (side > 0 ? 2.7 : 2 * 3.14159265358979 - 3.5) / sqrt(2), 1e-7);
    }
}

static void add_shape(Rig *rig, const char *kind, const GroupShape *shape, const double *rest)
{
    assert_ok(model_add_group(rig->builder, constraint_find(kind), shape, rest, 2));
}

// A tetrahedron as a surface whose rest volume is twice its volume, and a square.
TEST(test_groups)
{
    static const int32_t FACES[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, SQUARE[] = {4, 5, 6, 7};
    static const double  TWICE[] = {NAN, 2};
    double4              x[8];
    RIG(rig);
    Shape shape;
    memcpy(x, CORNERS, 4 * sizeof *x);
    for (int i = 4; i < 8; i++)
        x[i] = (double4){i == 5 || i == 6 ? 2 : 0, i >= 6 ? 2 : 0, 0, 0};
    add_points(&rig, 8, x);
    add_shape(&rig, "closed_volume", &(GroupShape){.faces = FACES, .face_count = 4}, TWICE);
    add_shape(&rig, "polygon_area", &(GroupShape){.vertices = SQUARE, .vertex_count = 4}, NULL);
    build(&rig, &shape);
    assert_int_equal(shape.count, 2);
    ShapeErrors errors = shape_errors(&shape, NULL, x);
    assert_near(errors.volume, 0.5, 1e-7);
    assert_near(errors.area, 0, 1e-7);
    x[6] = (double4){3, 3, 0, 0}; // 4 m² become 6
    scale_points(4, CORNERS, cbrt(2), x);
    errors = shape_errors(&shape, NULL, x);
    assert_near(errors.volume, 0, 1e-7);
    assert_near(errors.area, 0.5, 1e-7);
}

// ---- every kind ----

static double size_of(const ConstraintOps *ops, const double4 *x)
{
    const double4 normal = double4_cross(double4_sub(x[1], x[0]), double4_sub(x[2], x[0]));
    return ops->element == ELEMENT_TRIANGLE ? double4_norm(normal) / 2 : double4_dot(normal, double4_sub(x[3], x[0])) / 6;
}

// The rest size that a kind reports is the size of the element, so at rest there is no error.
TEST(test_sizes_at_rest)
{
    Random random = {11};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        const bool           sized =
            ops->element != ELEMENT_POINT && ops->element != ELEMENT_EDGE && ops->element != ELEMENT_PATCH && ops->element != ELEMENT_BODY;
        if (sized != (ops->rest_size != NULL))
            fail_msg("%s has the size of its element at rest: %s", ops->name, ops->rest_size ? "yes" : "no");
        for (int trial = 0; trial < 20 && sized && ops->vertices > 0; trial++) {
            static const int32_t VERTICES[] = {0, 1, 2, 3};
            RIG(rig);
            Shape   shape;
            double4 x[CONSTRAINT_VERTICES_MAX] = {{0}};
            element_rest(ops, &random, x);
            add_points(&rig, ops->vertices, x);
            add(&rig, ops->name, VERTICES);
            build(&rig, &shape);
            assert_int_equal(shape.count, 1);
            const ShapeErrors errors = shape_errors(&shape, NULL, x);
            if (ops->element != ELEMENT_HINGE)
                assert_near(shape.elements[0].rest, size_of(ops, x), 1e-12);
            else if (!ops->local_step || !ops->local_step->fixed_target) // flat rest shapes
                assert_near(errors.bending, 0, 1e-12);
            assert_near(ops->element == ELEMENT_TRIANGLE ? errors.area : ops->element == ELEMENT_TETRAHEDRON ? errors.volume : 0, 0, 1e-12);
        }
    }
}

// The angle is the one that the kind on hinges turns by.
TEST(test_angles_are_those_of_dihedral)
{
    static const int32_t VERTICES[] = {0, 1, 2, 3};
    Random               random = {12};
    for (int trial = 0; trial < 50; trial++) {
        RIG(rig);
        Shape   shape;
        double4 x[4];
        double  value;
        element_rest(constraint_ops(CONSTRAINT_dihedral), &random, x);
        add_points(&rig, 4, x);
        add(&rig, "dihedral", VERTICES);
        build(&rig, &shape);
        for (int i = 0; i < 4; i++)
            x[i] = element_pushed(x[i], 0.8, &random);
        constraint_evaluate(&rig.model.sets[CONSTRAINT_dihedral], 0, 1, x, &value, NULL);
        assert_near(shape_errors(&shape, NULL, x).bending, fabs(value), 1e-12);
    }
}

// ---- in a step ----

typedef struct Seen {
    int     count;
    Metrics last;
} Seen;

static void see(void *user, const Iterate *iterate, const Metrics *metrics)
{
    Seen *seen = user;
    seen->last = *metrics;
    seen->count++;
}

// A tetrahedron that starts a fifth too large, and springs, which have no shape. The observer and the frame see its volume at the end of a
// step; broken constraints do not count.
TEST(test_as_it_is_observed)
{
    static const int32_t ONE[] = {0, 1, 2, 3};
    static const double  VOLUME[] = {1 / 7.2};
    RIG(rig);
    Convergence   convergence;
    SnapshotTaker taker;
    Seen          seen = {0};
    double4       x[4];
    add_points(&rig, 4, CORNERS);
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_tet_volume, ONE, VOLUME, 500));
    rig_traits(&rig, 0, 1e6, SENSE_EQUAL);
    rig_spring(&rig, 0, 1, 0, 3);
    rig_solver(&rig, "xpbd", "iterations=4", 0.01, 1);
    assert_ok(convergence_init(&convergence, &rig.model, &rig.arena, see, &seen));
    assert_ok(snapshot_init(&taker, &rig.model, &rig.state, 0, &rig.arena));
    convergence.state = &rig.state;
    Snapshot frame = snapshot_take(&taker, &rig.state, NULL, 0);
    assert_near(frame.volume_error, 0.2, 1e-6);
    rig_steps(&rig, 1, &(StepContext){.observer = &convergence.base});
    frame = snapshot_take(&taker, &rig.state, NULL, 0);
    for (int i = 0; i < 4; i++)
        x[i] = rig_position(&rig, i);
    const double volume = size_of(constraint_ops(CONSTRAINT_tet_volume), x);
    assert_int_equal(seen.count, 5);
    assert_near(seen.last.volume_error, fabs(volume / VOLUME[0] - 1), 1e-12);
    assert_near(frame.volume_error, seen.last.volume_error, 1e-12);
    assert_true(frame.volume_error < 0.1999);
    assert_true(isnan(frame.area_error) && isnan(seen.last.bending_error));
    rig.state.broken[CONSTRAINT_tet_volume][0] = 1;
    assert_true(isnan(snapshot_take(&taker, &rig.state, NULL, 0).volume_error));
}
