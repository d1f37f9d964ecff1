// The plane that keeps a particle outside a collider, for motions much longer than the collider's size. The plane pushes a particle that
// enters back out, on the side where it entered.
#include "contact/private/contact_collider.h"
#include "rig.h"

static const double R = 0.004, WAY = 1.7;

static const ColliderPose REST = {.moves = false};

static double4 plus(double4 a, double s, double4 b)
{
    double4_add_to(&a, s, b);
    return a;
}

static double4 direction(Random *random)
{
    double4 d = {rig_random(random), rig_random(random), rig_random(random), 0};
    while (double4_dot(d, d) > 1 || double4_dot(d, d) < 0.01)
        d = (double4){rig_random(random), rig_random(random), rig_random(random), 0};
    return double4_scale(1 / double4_norm(d), d);
}

static Collider shape_of(int kind, double size)
{
    Collider c = {.shape = kind == 0 ? COLLIDER_SPHERE : kind == 1 ? COLLIDER_CAPSULE : COLLIDER_BOX, .radius = size, .script = -1};
    memcpy(c.direction, (double[3]){0.3, 0.1, -0.2}, sizeof c.direction);
    memcpy(c.axes, (double[3][3]){{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}}, sizeof c.axes);
    memcpy(c.half, (double[3]){size, 0.3 * size, 2 * size}, sizeof c.half);
    return c;
}

// Whether a motion passes through the inside, tested at many of its points.
static bool goes_in(const ColliderWay *way, double4 from, double4 to, double deep)
{
    enum { POINTS = 4000 };
    for (int k = 0; k <= POINTS; k++) {
        Nearest at;
        if (collider_nearest(way->collider, way->index, &REST, plus(from, (double)k / POINTS, double4_sub(to, from)), 0, &at) &&
            at.distance < -deep)
            return true;
    }
    return false;
}

static void check_ways(const Collider *c, double size, Random *random)
{
    enum { TRIALS = 400 };
    Arena          arena = arena_init(0);
    ColliderIndex *index;
    int            in = 0;
    assert_ok(collider_index_create(c, &arena, &index));
    const ColliderWay way = {.collider = c, .index = index};
    const double4     middle = c->shape == COLLIDER_CAPSULE ? (double4){0.15, 0.05, -0.1, 0} : (double4){0, 0, 0, 0};
    for (int trial = 0; trial < TRIALS; trial++) {
        const double4 d = direction(random), target = plus(middle, size * random_unit(random), direction(random));
        const double  before = trial % 2 ? 0.3 + 1.2 * random_unit(random) : size * (1.2 + random_unit(random)) + 3 * R;
        const double4 from = plus(target, -before, d), to = plus(target, WAY - before, d);
        Nearest       planes[2], entry, start;
        assert_true(collider_nearest(c, index, &REST, from, INFINITY, &start));
        if (start.distance < 2 * R || !goes_in(&way, from, to, 0.1 * R))
            continue;
        in++;
        assert_int_equal(contact_collider_planes(&way, from, to, R, planes), 1);
        assert_true(contact_collider_entry(&way, from, to, R, &entry));
        const double value = double4_dot(planes[0].normal, double4_sub(to, planes[0].point)) - R;
        const double same = double4_dot(planes[0].normal, entry.normal);
        if (!(value < 0 && same > (c->shape == COLLIDER_BOX ? 0.5 : 0.8))) // at an edge of a box the plane may be of the next face
            fail_msg("%s of %g m, trial %d: C = %g, the normal is %g degrees off", COLLIDER_SHAPE_NAMES[c->shape], size, trial, value,
                     57.3 * acos(same));
        assert_false(goes_in(&way, from, plus(to, -value, planes[0].normal), 0.1 * R));
    }
    assert_true(in > TRIALS / 2);
    arena_destroy(&arena);
}

TEST(particles_are_pushed_back_where_they_entered)
{
    Random random = {31};
    for (int kind = 0; kind < 3; kind++)
        for (double size = 0.01; size < 0.2; size *= 2.5) {
            const Collider c = shape_of(kind, size);
            check_ways(&c, size, &random);
        }
}
