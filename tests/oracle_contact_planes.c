// The half-spaces between two elements that the bound measures (contact_bound.h): they hold whatever else is cut, and nothing that parts.
#include "contact_rig.h"

#include "base/gnu.h"
#include "contact/private/contact_bound_near.h"
#include "passing.h"

static double4 any_way(Random *random, double length)
{
    const double4 way = {rig_random(random), rig_random(random), rig_random(random), 0};
    return double4_scale(length / fmax(double4_norm(way), 1e-3), way);
}

static void measure(Measured *m)
{
    m->bit = bound_last_bit(m->x, 4);
    m->distance = bound_certain(m->ops->distance(m->x), m->bit);
    m->left = m->distance - m->thickness;
}

// Elements at rest at a distance of 10 R to 1000 R, some with fixed corners; T, and paths that leave their balls and walls, or only their
// balls.
static bool make_measured(PairKind kind, Random *random, Measured *m, Ways *ways, double known[4])
{
    *m = (Measured){
        .ops = &PAIR_OPS[kind], .thickness = 1e-3, .side = {{.end = PAIR_OPS[kind].first}, {.begin = PAIR_OPS[kind].first, .end = 4}}};
    *ways = (Ways){.cut.fixed = random_unit(random) < 0.3};
    for (int j = 0; j < 4; j++)
        m->x[j] = (double4){rig_random(random), rig_random(random), rig_random(random) * 0.3, 0};
    measure(m);
    if (m->left < 10 * m->thickness)
        return false;
    const double max = m->left * (random_unit(random) < 0.5 ? random_unit(random) : 1);
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            ways->moves[j] = random_unit(random) < 0.6;
            known[j] = ways->moves[j] || random_unit(random) < 0.3 ? 0 : max * (1 - 0.2 * random_unit(random));
            m->side[k].moves |= ways->moves[j];
            m->side[k].scripted |= !ways->moves[j];
            m->side[k].known = fmax(m->side[k].known, known[j]);
        }
    const bool   at_rest = m->side[0].scripted || m->side[1].scripted;
    const bool   open = m->side[0].scripted && m->side[1].scripted && m->side[0].known + m->side[1].known > m->left;
    const double tau = random_unit(random) * (at_rest ? GAMMA * (m->left - fmax(m->side[0].known, m->side[1].known)) : 1);
    ways->cut.shift = any_way(random, tau);
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end && !open; j++) {
            double ball = INFINITY;
            ball = m->side[!k].moves ? fmin(ball, 0.5 * GAMMA * m->left) : ball;
            ball = m->side[!k].scripted ? fmin(ball, GAMMA * (m->left - m->side[!k].known) - tau) : ball;
            const double length = ball * (random_unit(random) < 0.5 ? random_unit(random) : 10 * random_unit(random));
            ways->leaves[j] = ways->moves[j] && length > ball;
            ways->way[j] = ways->moves[j] ? any_way(random, fmin(length, ways->leaves[j] ? INFINITY : ball)) : (double4){0};
            ways->ball[j] = ways->leaves[j] ? ball / double4_norm(ways->way[j]) : 1;
        }
    return !open;
}

// Each corner moves to any point of its remaining path, independently, and pins to any of their positions: the elements do not cross.
TEST(test_half_spaces_separate_for_any_cuts)
{
    Random random = {23};
    int    tried = 0, cut = 0;
    for (int i = 0; i < (GNU_SANITIZED ? 10000 : 60000); i++) {
        const PairKind kind = i % 2 ? PAIR_EDGE_EDGE : PAIR_POINT_TRIANGLE;
        Measured       m;
        Ways           ways;
        double         known[4], part[4];
        if (!make_measured(kind, &random, &m, &ways, known))
            continue;
        bound_before_plane(&m, &ways, part);
        for (int k = 0; k < 4; k++) {
            double4 to[4];
            for (int j = 0; j < 4; j++) {
                const double max = ways.leaves[j] ? fmin(1, part[j]) : 1, chosen = random_unit(&random);
                to[j] = m.x[j];
                double4_add_to(&to[j], ways.moves[j], ways.cut.shift);
                double4_add_to(&to[j], max * (chosen < 0.4 ? 0 : chosen < 0.8 ? 1 : chosen), ways.way[j]);
                double4_add_to(&to[j], 1, any_way(&random, known[j]));
                cut += ways.leaves[j] && part[j] < 1;
            }
            assert_false(passes(kind, m.x, to));
        }
        tried++;
    }
    assert_true(tried > 1000 && cut > 1000);
}

static double4 gone(double4 x, double part, double4 way)
{
    double4_add_to(&x, part, way);
    return x;
}

// Pins carry two edges past each other by nearly their distance, near a plane that is closer: the free end does not move all of its way.
TEST(test_pins_of_both_elements_approach)
{
    Measured   m = {.ops = &PAIR_OPS[PAIR_EDGE_EDGE],
                    .x = {{0.06, 0, 0.08, 0}, {0.06, 1, 0.08, 0}, {0}, {0, 1, 0, 0}},
                    .side = {{0, 2, true, true, 0.05}, {2, 4, true, true, 0.045}},
                    .thickness = 0.001};
    const Ways ways = {.way = {{0}, {0, 0, -1, 0}}, .ball = {1, 0.03, 1, 1}, .moves = {[1] = true, [3] = true}, .leaves = {[1] = true}};
    double     part[4];
    measure(&m);
    assert_true(m.side[0].known + m.side[1].known < m.left);
    bound_before_plane(&m, &ways, part);
    assert_false(
        passes(PAIR_EDGE_EDGE, m.x, (double4[4]){{0.01, 0, 0.08, 0}, gone(m.x[1], part[1], ways.way[1]), {0.045, 0, 0, 0}, m.x[3]}));
}

// T carries a point towards pins, and the point moves back by more within its ball. With this move cut, it stays where T carried it.
TEST(test_motion_back_after_t_may_be_cut)
{
    const double tau = 0.044;
    Measured     m = {.ops = &PAIR_OPS[PAIR_POINT_TRIANGLE],
                      .x = {{0.03, 0, 0.095, 0}, {0, -1, 0, 0}, {0, 1, 0, 0}, {-0.05, 0, 0, 0}},
                      .side = {{0, 1, true, false, 0}, {1, 4, true, true, 0}},
                      .thickness = 0.001};
    measure(&m);
    const double ball = fmin(0.5 * GAMMA * m.left, GAMMA * m.left - tau);
    const Ways   ways = {.cut.shift = {-tau, 0, 0, 0},
                         .way = {{0.043, 0, 0, 0}, {0}, {0}, {0, 0, 1, 0}},
                         .ball = {1, 1, 1, ball},
                         .moves = {[0] = true, [3] = true},
                         .leaves = {[3] = true}};
    double       part[4];
    bound_before_plane(&m, &ways, part);
    for (double share = 0; share <= 1; share += 0.01)
        assert_false(passes(PAIR_POINT_TRIANGLE, m.x,
                            (double4[4]){gone(gone(m.x[0], 1, ways.cut.shift), share, ways.way[0]), m.x[1], m.x[2],
                                         gone(gone(m.x[3], 1, ways.cut.shift), part[3], ways.way[3])}));
}

// Elements at the distance ξ, which have no move left towards each other, may move apart.
TEST(test_elements_at_their_bound_may_separate)
{
    for (int i = 0; i < 200; i++) {
        const double y = 0.5 + 0.01 * i, z = 1 + 0.0137 * i, d = 20 * (double)REAL_EPSILON * (2 * z + y);
        Measured     m = {.ops = &PAIR_OPS[PAIR_EDGE_EDGE],
                          .x = {{0.11, y, z + d, 0}, {0.13, y + 0.02, z + d, 0}, {0.11, y + 0.02, z, 0}, {0.13, y, z, 0}},
                          .side = {{.end = 2, .moves = true}, {.begin = 2, .end = 4, .moves = true}},
                          .thickness = THICK};
        Ways         ways = {.moves = {true, true, true, true}, .leaves = {true, true, false, false}, .ball = {0, 0, 1, 1}};
        double       part[4];
        m.bit = bound_last_bit(m.x, 4);
        m.distance = bound_certain(m.ops->distance(m.x), m.bit);
        assert_true(m.distance > 0);
        ways.way[0] = ways.way[1] = (double4){0, 0, 0.01, 0};
        bound_before_plane(&m, &ways, part);
        assert_near(part[0], 1, 0);
        assert_near(part[1], 1, 0);
        ways.way[0].z = ways.way[1].z = -0.01;
        bound_before_plane(&m, &ways, part);
        assert_true(part[0] < 1e-3 && part[1] < 1e-3);
    }
}
