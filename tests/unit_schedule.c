// Schedules: every colouring is proper, complete, within its bounds, and independent of the number of threads. The check of a schedule
// detects deliberate mistakes.
#include "mesh/mesh_make.h"
#include "model/private/order.h"
#include "rig.h"

enum { COLOURINGS = COLOURING_CLUSTERS + 1 };

// ---- models ----

static void add_random_particles(Rig *rig, Random *random, int count)
{
    for (int i = 0; i < count; i++)
        rig_particle(rig, rig_random(random), rig_random(random), rig_random(random), 1);
}

// A random graph: `springs` pairs, no pair twice, distinguishable by their lengths.
static void build_random(Rig *rig)
{
    enum { PARTICLES = 300, SPRINGS = 1500 };
    static bool there[PARTICLES][PARTICLES];
    Random      random = {5};
    memset(there, 0, sizeof there);
    add_random_particles(rig, &random, PARTICLES);
    for (int i = 0; i < SPRINGS;) {
        const int32_t a = (int32_t)random_below(&random, PARTICLES), b = (int32_t)random_below(&random, PARTICLES);
        if (a == b || there[a][b])
            continue;
        there[a][b] = there[b][a] = true;
        rig_spring(rig, a, b, 1 + 0.001 * i++, 10);
    }
}

// Five closed tours through all particles: each particle has ten springs, or slightly fewer.
static void build_regular(Rig *rig)
{
    enum { PARTICLES = 300 };
    static bool there[PARTICLES][PARTICLES];
    int32_t     tour[PARTICLES] = {0};
    Random      random = {11};
    memset(there, 0, sizeof there);
    add_random_particles(rig, &random, PARTICLES);
    for (int t = 0; t < 5; t++) {
        for (int32_t i = 0; i < PARTICLES; i++) { // a random permutation, built by insertion
            const int32_t j = (int32_t)random_below(&random, (uint64_t)i + 1);
            tour[i] = tour[j];
            tour[j] = i;
        }
        for (int32_t i = 0; i < PARTICLES; i++) {
            const int32_t a = tour[i], b = tour[(i + 1) % PARTICLES];
            if (!there[a][b])
                rig_spring(rig, a, b, 1 + 0.001 * i, 10);
            there[a][b] = there[b][a] = true;
        }
    }
}

static void build_cloth(Rig *rig)
{
    rig_cloth(rig, 40, 500);
}

// Two kinds of constraints, with different stiffnesses.
static void build_kinds(Rig *rig)
{
    rig_cloth(rig, 12, 500);
    for (int i = 0; i < 144; i += 5)
        rig_attachment(rig, i, (double[3]){i, 1, 2}, 10 + i);
    for (int i = 0; i + 2 < 144; i += 2)
        rig_spring(rig, i, i + 2, 0.1 + 0.001 * i, 20 + i);
}

// Particle 0 has more springs than there are colours; so has another particle in the middle of memory.
static void build_hubs(Rig *rig)
{
    Random random = {2};
    add_random_particles(rig, &random, 500);
    for (int i = 1; i <= 200; i++)
        rig_spring(rig, 0, i, 1 + 0.001 * i, 10);
    for (int i = 300; i < 400; i++)
        rig_spring(rig, 250, i, 1 + 0.001 * i, 10);
    for (int i = 400; i + 1 < 500; i++)
        rig_spring(rig, i, i + 1, 1 + 0.001 * i, 10);
}

static void build_one(Rig *rig)
{
    rig_particle(rig, 0, 0, 0, 1);
    rig_particle(rig, 1, 0, 0, 1);
    rig_spring(rig, 1, 0, 0.5, 10);
}

static void build_none(Rig *rig)
{
    rig_particle(rig, 0, 0, 0, 1);
}

// All springs lead to the last particle in memory: every cluster conflicts with every other.
static void build_fan(Rig *rig)
{
    enum { SPRINGS = 1200 };
    for (int i = 0; i <= SPRINGS; i++)
        rig_particle(rig, i, 0, 0, 1);
    for (int i = 0; i < SPRINGS; i++)
        rig_spring(rig, i, SPRINGS, 1 + 0.001 * i, 10);
}

typedef struct Example {
    const char *name;
    void (*build)(Rig *rig);
} Example;

static const Example EXAMPLES[] = {{"random", build_random}, {"regular", build_regular}, {"cloth", build_cloth}, {"kinds", build_kinds},
                                   {"hubs", build_hubs},     {"one", build_one},         {"none", build_none},   {"fan", build_fan}};
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof *EXAMPLES };

static void make_in_order(Rig *rig, void (*build)(Rig *rig), ParticleOrder order, ScheduleWish wish, int threads)
{
    rig_begin(rig);
    build(rig);
    assert_ok(model_build(rig->builder, order, &rig->arena, &rig->model));
    assert_ok(schedule_init(&rig->model, wish, threads, &rig->arena, &rig->schedule));
}

// The model of an example in the order of the scene, and its schedule.
static void make(Rig *rig, void (*build)(Rig *rig), ScheduleWish wish, int threads)
{
    make_in_order(rig, build, PARTICLE_ORDER_NONE, wish, threads);
}

static ScheduleWish coloured(int colouring, int32_t cluster_size)
{
    return (ScheduleWish){.kind = SCHEDULE_COLOUR, .colouring = (Colouring)colouring, .cluster_size = cluster_size};
}

static int32_t most_at_a_particle(const Model *model)
{
    int32_t *at = calloc((size_t)model->particle_count, sizeof *at), max = 0;
    assert_non_null(at);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count * model->sets[kind].ops->vertices; i++)
            if (++at[model->sets[kind].vertices[i]] > max)
                max = at[model->sets[kind].vertices[i]];
    free(at);
    return max;
}

// ---- proper, complete, in order ----

// Every constraint still exists exactly once, with the particles, rest value and stiffness that the scene gave it.
static void columns_went_along(const Rig *rig)
{
    Model plain;
    Arena arena = arena_init(0);
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_NONE, &arena, &plain));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *now = &rig->model.sets[kind], *was = &plain.sets[kind];
        const int            v = now->ops->vertices;
        bool                *there = calloc((size_t)now->count + 1, sizeof *there);
        assert_non_null(there);
        assert_int_equal(now->count, was->count);
        for (int32_t i = 0; i < now->count; i++) {
            const int32_t j = now->origin[i];
            assert_in_range(j, 0, now->count - 1);
            assert_false(there[j]);
            there[j] = true;
            assert_memory_equal(now->vertices + (ptrdiff_t)i * v, was->vertices + (ptrdiff_t)j * v, (size_t)v * sizeof *now->vertices);
            for (int p = 0; p < now->ops->params; p++)
                assert_true(constraint_rest(now, p, i) == constraint_rest(was, p, j));
            assert_true(constraint_stiffness(now, i) == constraint_stiffness(was, j));
            assert_true(now->compliance[i] == was->compliance[j]);
        }
        free(there);
    }
    arena_destroy(&arena);
}

static int32_t lowest_particle(const ConstraintSet *set, int32_t i)
{
    const int v = set->ops->vertices;
    int32_t   lowest = set->vertices[(ptrdiff_t)i * v];
    for (int k = 1; k < v; k++)
        lowest = set->vertices[(ptrdiff_t)i * v + k] < lowest ? set->vertices[(ptrdiff_t)i * v + k] : lowest;
    return lowest;
}

// Memory is read forward: within a batch the lowest particles ascend.
static void batches_walk_forward(const Rig *rig)
{
    for (int32_t b = 0; b < rig->schedule.batch_count; b++) {
        const Batch *batch = &rig->schedule.batches[b];
        for (int32_t i = batch->begin + 1; i < batch->end; i++)
            assert_true(lowest_particle(batch->set, i - 1) <= lowest_particle(batch->set, i));
    }
}

TEST(test_every_colouring)
{
    static const int32_t SIZES[] = {1, 7, 64, 100000};
    for (int e = 0; e < EXAMPLE_COUNT; e++)
        for (int c = 0; c < COLOURINGS; c++)
            for (size_t k = 0; k < (c == COLOURING_CLUSTERS ? sizeof SIZES / sizeof *SIZES : 1); k++) {
                Rig rig;
                make(&rig, EXAMPLES[e].build, coloured(c, SIZES[k]), 2);
                const Status status = schedule_check(&rig.model, &rig.schedule);
                if (status.code != STATUS_OK)
                    fail_msg("%s, %s: %s", EXAMPLES[e].name, COLOURING_NAMES[c], status.text);
                columns_went_along(&rig);
                if (c != COLOURING_CLUSTERS) // their batches pass through the whole cluster several times
                    batches_walk_forward(&rig);
                rig_end(&rig);
            }
}

TEST(test_orders_without_colours)
{
    static const ScheduleKind KINDS[] = {SCHEDULE_FILE, SCHEDULE_MEMORY};
    for (int e = 0; e < EXAMPLE_COUNT; e++)
        for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
            Rig rig;
            make(&rig, EXAMPLES[e].build, (ScheduleWish){.kind = KINDS[k]}, 2);
            assert_ok(schedule_check(&rig.model, &rig.schedule));
            assert_int_equal(rig.schedule.colour_count, 1);
            columns_went_along(&rig);
            if (KINDS[k] == SCHEDULE_MEMORY)
                batches_walk_forward(&rig);
            for (int32_t i = 0; KINDS[k] == SCHEDULE_FILE && i < rig.model.sets[CONSTRAINT_distance].count; i++)
                assert_int_equal(rig.model.sets[CONSTRAINT_distance].origin[i], i);
            rig_end(&rig);
        }
}

// A hash of a schedule: the batches, and the position of every constraint.
static uint64_t fingerprint(const Rig *rig)
{
    uint64_t hash = 14695981039346656037u;
#define MIX(value) hash = (hash ^ (uint64_t)(value)) * 1099511628211u
    const Schedule *s = &rig->schedule;
    for (int32_t b = 0; b < s->batch_count; b++) {
        MIX(s->batches[b].kind);
        MIX(s->batches[b].begin);
        MIX(s->batches[b].end);
        MIX(s->batches[b].disjoint);
    }
    for (int32_t c = 0; c <= s->colour_count; c++)
        MIX(s->colour_start[c]);
    for (int32_t k = 0; s->cluster_count && k <= s->cluster_count; k++)
        MIX(s->cluster_start[k]);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < rig->model.sets[kind].count; i++)
            MIX(rig->model.sets[kind].origin[i]);
#undef MIX
    return hash;
}

TEST(test_same_for_every_team)
{
    uint64_t all[COLOURINGS] = {0};
    for (int e = 0; e < EXAMPLE_COUNT; e++)
        for (int c = 0; c < COLOURINGS; c++)
            for (int threads = 1; threads <= 4; threads++) {
                Rig rig;
                make(&rig, EXAMPLES[e].build, coloured(c, 50), threads);
                if (threads == 1)
                    all[c] = fingerprint(&rig);
                assert_true(all[c] == fingerprint(&rig));
                rig_end(&rig);
            }
}

// A schedule does not depend on the order of the constraints: made from another schedule's order it equals the one made from the scene's
// order.
TEST(test_order_of_constraints_has_no_part)
{
    for (int c = 0; c < COLOURINGS; c++) {
        Rig rig;
        make(&rig, build_kinds, coloured(c, 50), 2);
        const uint64_t first = fingerprint(&rig);
        for (int other = 0; other < COLOURINGS; other++) {
            assert_ok(schedule_init(&rig.model, coloured(other, 20), 2, &rig.arena, &rig.schedule));
            assert_ok(schedule_init(&rig.model, coloured(c, 50), 2, &rig.arena, &rig.schedule));
            assert_true(fingerprint(&rig) == first);
        }
        columns_went_along(&rig);
        rig_end(&rig);
    }
}

// ---- bounds ----

// The degeneracy, by its definition, of the graph whose vertices are the springs and whose edges join springs that share a particle.
static int32_t degeneracy_of_springs(const ConstraintSet *set)
{
    const int32_t n = set->count;
    int32_t      *neighbours = calloc((size_t)n, sizeof *neighbours), degeneracy = 0;
    bool         *gone = calloc((size_t)n, sizeof *gone);
    assert_true(neighbours && gone);
#define SHARE(i, j) \
    (set->vertices[2 * (i)] == set->vertices[2 * (j)] || set->vertices[2 * (i)] == set->vertices[2 * (j) + 1] || \
     set->vertices[2 * (i) + 1] == set->vertices[2 * (j)] || set->vertices[2 * (i) + 1] == set->vertices[2 * (j) + 1])
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++)
            neighbours[i] += i != j && SHARE(i, j);
    for (int32_t left = n; left > 0; left--) {
        int32_t min = -1;
        for (int32_t i = 0; i < n; i++)
            if (!gone[i] && (min < 0 || neighbours[i] < neighbours[min]))
                min = i;
        assert_true(min >= 0);
        degeneracy = neighbours[min] > degeneracy ? neighbours[min] : degeneracy;
        gone[min] = true;
        for (int32_t j = 0; j < n; j++)
            neighbours[j] -= !gone[j] && SHARE(min, j);
    }
#undef SHARE
    free(neighbours);
    free(gone);
    return degeneracy;
}

static int32_t colours_of(void (*build)(Rig *rig), int colouring, int32_t *max, int32_t *degeneracy)
{
    Rig          rig;
    ScheduleInfo info;
    make(&rig, build, coloured(colouring, 50), 1);
    schedule_info(&rig.schedule, &info);
    *max = most_at_a_particle(&rig.model);
    if (degeneracy)
        *degeneracy = degeneracy_of_springs(&rig.model.sets[CONSTRAINT_distance]);
    rig_end(&rig);
    return info.colours;
}

TEST(test_numbers_of_colours)
{
    static void (*const GRAPHS[])(Rig * rig) = {build_random, build_regular};
    int32_t max, degeneracy = 0, colours[COLOURINGS];
    for (size_t g = 0; g < sizeof GRAPHS / sizeof *GRAPHS; g++) {
        for (int c = 0; c < COLOURING_CLUSTERS; c++) {
            colours[c] = colours_of(GRAPHS[g], c, &max, c == COLOURING_SMALLEST_LAST ? &degeneracy : NULL);
            assert_in_range(colours[c], max, 2 * max - 1); // a spring has at most 2 (Δ − 1) neighbours
        }
        assert_true(colours[COLOURING_SMALLEST_LAST] <= degeneracy + 1);
        assert_true(colours[COLOURING_LARGEST_FIRST] <= colours[COLOURING_GREEDY]);
    }
}

// A cloth has eight springs at a particle, and eight colours are enough. First-fit finds eight row by row, but not along a Morton curve.
TEST(test_colours_of_a_cloth)
{
    static const struct {
        ParticleOrder order;
        int           colouring, min, max;
    } ROWS[] = {{PARTICLE_ORDER_NONE, COLOURING_GREEDY, 8, 8},
                {PARTICLE_ORDER_MORTON, COLOURING_GREEDY, 9, 11},
                {PARTICLE_ORDER_NONE, COLOURING_SMALLEST_LAST, 8, 8}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        Rig          rig;
        ScheduleInfo info;
        make_in_order(&rig, build_cloth, ROWS[i].order, coloured(ROWS[i].colouring, 50), 1);
        schedule_info(&rig.schedule, &info);
        assert_int_equal(most_at_a_particle(&rig.model), 8);
        assert_in_range(info.colours, ROWS[i].min, ROWS[i].max);
        rig_end(&rig);
    }
}

static void add_box(Rig *rig, int x, int y, int z)
{
    Mesh mesh;
    assert_ok(mesh_make_box((int[]){x, y, z}, (double[]){x, y, z}, BOX_FIVE, &mesh));
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        rig_particle(rig, mesh.position[i][0], mesh.position[i][1], mesh.position[i][2], 1);
    for (int32_t i = 0; i < mesh.tet_count; i++)
        assert_ok(model_add_constraint(rig->builder, CONSTRAINT_tet_volume, mesh.tet[i], NULL, 10));
    mesh_destroy(&mesh);
}

// A box of cells, five tetrahedra in each: 32 tetrahedra meet at every second particle, and no colouring has fewer colours.
static void build_box(Rig *rig)
{
    add_box(rig, 9, 8, 7);
}

static void build_beam(Rig *rig)
{
    add_box(rig, 32, 9, 9);
}

TEST(test_colours_of_a_box)
{
    int32_t max;
    assert_in_range(colours_of(build_box, COLOURING_GREEDY, &max, NULL), 35, 40);
    assert_int_equal(max, 32);
}

TEST(test_balance)
{
    for (int c = 0; c < COLOURING_CLUSTERS; c++) {
        Rig          rig;
        ScheduleInfo info;
        make_in_order(&rig, build_cloth, PARTICLE_ORDER_MORTON, coloured(c, 50), 1);
        schedule_info(&rig.schedule, &info);
        assert_in_range(info.barriers, 8, info.colours); // consecutive small colours share one barrier
        assert_int_equal(info.clusters, 0);
        assert_true(fabs(info.balance - (double)rig.model.constraint_count / info.colours / info.largest) < 1e-12);
        assert_true(c != COLOURING_GREEDY || info.balance < 0.9);
        rig_end(&rig);
    }
}

// At a hub, as many springs get a colour as there are colours. One thread projects the others, after all coloured springs.
TEST(test_serial_tail)
{
    for (int c = 0; c < COLOURING_CLUSTERS; c++) {
        Rig rig;
        make(&rig, build_hubs, coloured(c, 50), 1);
        const Schedule *s = &rig.schedule;
        assert_true(s->serial_tail);
        assert_int_equal(s->colour_count, SCHEDULE_COLOURS_MAX + 1);
        assert_int_equal(s->colour_size[SCHEDULE_COLOURS_MAX], 200 - SCHEDULE_COLOURS_MAX + 100 - SCHEDULE_COLOURS_MAX);
        assert_false(s->batches[s->batch_count - 1].disjoint);
        assert_false(s->segments[s->segment_count - 1].parallel);
        rig_end(&rig);
    }
}

static void build_loose(Rig *rig)
{
    for (int i = 0; i < 3; i++)
        rig_particle(rig, i, 0, 0, 1);
}

TEST(test_no_constraints)
{
    for (int c = 0; c < COLOURINGS; c++) {
        Rig          rig;
        ScheduleInfo info;
        make(&rig, build_loose, coloured(c, 50), 1);
        schedule_info(&rig.schedule, &info);
        assert_int_equal(info.colours, 0);
        assert_int_equal(info.clusters, 0);
        assert_int_equal(info.barriers, 0);
        assert_ok(schedule_check(&rig.model, &rig.schedule));
        rig_end(&rig);
    }
}

// ---- clusters ----

// A chain of n springs with two colours that alternate.
static void check_chain(int springs, int parallel)
{
    Rig          rig;
    ScheduleInfo info;
    rig_begin(&rig);
    for (int i = 0; i <= springs; i++)
        rig_particle(&rig, i, 0, 0, 1);
    for (int i = 0; i < springs; i++)
        rig_spring(&rig, i, i + 1, 1, 10);
    assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model));
    assert_ok(schedule_init(&rig.model, coloured(COLOURING_GREEDY, 0), 1, &rig.arena, &rig.schedule));
    schedule_info(&rig.schedule, &info);
    assert_int_equal(info.colours, 2);
    assert_int_equal(info.smallest, springs / 2);
    assert_int_equal(info.largest, (springs + 1) / 2);
    assert_near(info.balance, springs / 2.0 / info.largest, 1e-12); // the mean over the largest
    assert_int_equal(info.barriers, parallel + (parallel < 2));     // batches too small for a team end with one barrier
    rig_end(&rig);
}

TEST(test_info_of_chains)
{
    check_chain(5, 0);
    check_chain(2 * SCHEDULE_PARALLEL_MIN - 1, 1);
    check_chain(2 * SCHEDULE_PARALLEL_MIN, 2);
}

TEST(test_clusters)
{
    Rig          rig;
    ScheduleInfo info;
    make(&rig, build_cloth, coloured(COLOURING_CLUSTERS, 200), 1);
    const Schedule *s = &rig.schedule;
    schedule_info(s, &info);
    assert_int_equal(info.clusters, rig.model.constraint_count / 200);
    assert_in_range(info.colours, 2, 8); // fewer than the constraint colours
    assert_int_equal(info.barriers, info.colours);
    assert_in_range(s->batch_count, s->cluster_count, 8 * s->cluster_count); // no more per cluster than the inner colours
    for (int32_t b = 0; b < s->batch_count; b++)
        assert_true(s->batches[b].disjoint);
    for (int32_t k = 0; k < s->cluster_count; k++) { // of equal size, and contiguous in memory
        const int32_t size = s->cluster_before[k + 1] - s->cluster_before[k];
        assert_in_range(size, 200 - 16, 200 + 32);
        assert_true(k == s->cluster_count - 1 || size % 16 == 0 || s->cluster_before[k + 1] == rig.model.constraint_count);
        for (int32_t b = s->cluster_start[k] + 1; b < s->cluster_start[k + 1]; b++)
            assert_int_equal(s->batches[b].begin, s->batches[b - 1].end);
    }
    assert_int_equal(s->cluster_before[s->cluster_count], rig.model.constraint_count);
    rig_end(&rig);
    make(&rig, build_cloth, coloured(COLOURING_CLUSTERS, 3000), 1);
    assert_in_range(rig.schedule.batch_count, rig.schedule.cluster_count, 2 * rig.schedule.cluster_count);
    assert_true(rig.schedule.batches[0].disjoint);
    rig_end(&rig);
    make(&rig, build_fan, coloured(COLOURING_CLUSTERS, 1), 1);
    assert_true(rig.schedule.serial_tail);
    assert_int_equal(rig.schedule.colour_cluster[SCHEDULE_COLOURS_MAX], SCHEDULE_COLOURS_MAX);
    assert_int_equal(rig.schedule.cluster_count, 1200 / 16);
    rig_end(&rig);
}

// The largest power of two that divides the number of clusters of every colour.
static int32_t even_clusters(const Schedule *s)
{
    int32_t even = 16;
    for (int32_t colour = 0; colour < s->colour_count; colour++)
        while ((s->colour_cluster[colour + 1] - s->colour_cluster[colour]) % even)
            even /= 2;
    return even;
}

// Clusters become smaller so that threads get equal shares, but not so small that groups of vector lanes stay partly empty: 32 constraints
// for each of the busiest particle, 8 springs or 32 tetrahedra. Smaller ones that were asked for stay as they are.
TEST(test_clusters_are_even)
{
    static const struct {
        void (*build)(Rig *rig);
        int32_t size, even, clusters, colours;
    } ROWS[] = {{build_cloth, 3000, 8, 16, 2},
                {build_cloth, 100, 1, 61, 3},
                {build_beam, 3072, 4, 8, 2},
                {build_beam, 100000, 4, 8, 2},
                {build_box, 3072, 1, 1, 1}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        Rig rig;
        make(&rig, ROWS[i].build, coloured(COLOURING_CLUSTERS, ROWS[i].size), 1);
        assert_int_equal(even_clusters(&rig.schedule), ROWS[i].even);
        assert_int_equal(rig.schedule.cluster_count, ROWS[i].clusters);
        assert_int_equal(rig.schedule.colour_count, ROWS[i].colours);
        rig_end(&rig);
    }
}

// Groups of 16 vector lanes, which begin at multiples of 16, over those that full groups would be.
static double groups_of_lanes(const Schedule *s, int32_t constraints)
{
    int32_t groups = 0;
    for (int32_t b = 0; b < s->batch_count; b++)
        groups += (s->batches[b].end + 15) / 16 - s->batches[b].begin / 16;
    return groups / (constraints / 16.0);
}

// Clusters of a beam of tetrahedra take two barriers instead of one for each large colour, and groups of lanes are about as full.
TEST(test_clusters_of_a_beam)
{
    Rig          rig;
    ScheduleInfo info;
    make(&rig, build_beam, coloured(COLOURING_GREEDY, 0), 1);
    schedule_info(&rig.schedule, &info);
    assert_in_range(info.barriers, 11, 40);
    assert_true(groups_of_lanes(&rig.schedule, rig.model.constraint_count) < 1.06);
    rig_end(&rig);
    make(&rig, build_beam, coloured(COLOURING_CLUSTERS, 3072), 1);
    schedule_info(&rig.schedule, &info);
    assert_int_equal(info.barriers, 2);
    assert_true(groups_of_lanes(&rig.schedule, rig.model.constraint_count) < 1.12);
    assert_ok(schedule_check(&rig.model, &rig.schedule));
    rig_end(&rig);
}

// ---- the check itself ----

static void finds(const Rig *rig, const char *mistake, const char *text)
{
    const Status status = schedule_check(&rig->model, &rig->schedule);
    if (status.code != STATUS_INTERNAL || !strstr(status.text, text))
        fail_msg("%s: the check reports \"%s\" instead of \"%s\"", mistake, status.code ? status.text : "ok", text);
}

TEST(test_check_finds_mistakes)
{
    Rig rig;
    make(&rig, build_cloth, coloured(COLOURING_GREEDY, 50), 1);
    Schedule      *s = &rig.schedule;
    ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
    assert_ok(schedule_check(&rig.model, s));
    const int32_t one = set->vertices[0];
    set->vertices[0] = set->vertices[2];
    finds(&rig, "two springs of a batch at one particle", "two constraints at particle");
    set->vertices[0] = one;
    s->batches[1].begin++;
    finds(&rig, "a spring in no batch", "does not begin at the end of");
    s->batches[1].begin--;
    s->batches[s->batch_count - 1].end--;
    finds(&rig, "the last spring in no batch", "cover");
    s->batches[s->batch_count - 1].end++;
    s->batches[2].disjoint = false;
    finds(&rig, "a parallel colour that is not disjoint", "not marked as disjoint");
    s->batches[2].disjoint = true;
    s->segments[0].first_colour = 1;
    finds(&rig, "a colour in no segment", "segment");
    s->segments[0].first_colour = 0;
    s->segments[s->segment_count - 1].end_colour--;
    finds(&rig, "the last colour in no segment", "segments have");
    s->segments[s->segment_count - 1].end_colour++;
    s->colour_start[1]++; // two colours in one
    finds(&rig, "two colours in one", "two constraints at particle");
    s->colour_start[1]--;
    assert_ok(schedule_check(&rig.model, s));
    rig_end(&rig);
    make(&rig, build_hubs, coloured(COLOURING_GREEDY, 50), 1);
    s->segments[s->segment_count - 1].parallel = true;
    finds(&rig, "a tail in parallel", "segment");
    rig_end(&rig);
}

TEST(test_check_finds_mistakes_in_clusters)
{
    Rig rig;
    make(&rig, build_cloth, coloured(COLOURING_CLUSTERS, 200), 1);
    Schedule *s = &rig.schedule;
    assert_ok(schedule_check(&rig.model, s));
    s->cluster_start[1]--; // the last batch of the first cluster moves to another thread
    s->cluster_before[1] -= s->batches[s->cluster_start[1]].end - s->batches[s->cluster_start[1]].begin;
    finds(&rig, "a batch in the wrong cluster", "two clusters at particle");
    s->cluster_before[1] += s->batches[s->cluster_start[1]].end - s->batches[s->cluster_start[1]].begin;
    s->cluster_start[1]++;
    s->cluster_before[1]++;
    finds(&rig, "a cluster of the wrong size", "do not match its batches");
    s->cluster_before[1]--;
    s->colour_cluster[1]++;
    finds(&rig, "a cluster in the wrong colour", "do not match its batches");
    s->colour_cluster[1]--;
    s->batches[0].end++, s->batches[1].begin++; // a spring with the wrong inner colour
    finds(&rig, "two springs of a batch at one particle", "two constraints at particle");
    s->batches[0].end--, s->batches[1].begin--;
    assert_ok(schedule_check(&rig.model, s));
    rig_end(&rig);
}

// ---- orders of particles ----

// Interleaved bits, computed in the simplest way.
static uint64_t morton_code(const double position[3])
{
    uint64_t code = 0;
    for (int bit = 0; bit < 21; bit++)
        for (int k = 0; k < 3; k++)
            code |= ((uint64_t)position[k] >> bit & 1) << (3 * bit + k);
    return code;
}

// Whole numbers over the full range of a key, so that nothing is rounded; some occur twice.
TEST(test_morton_sorts_by_code)
{
    enum { N = 5000 };
    static double position[N][3];
    int32_t       place[N];
    Random        random = {3};
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            position[i][k] = i < 2 ? (i == 0 ? 0 : 0x1fffff) : i % 7 == 6 ? position[i - 3][k] : (double)random_below(&random, 0x200000);
    assert_ok(order_morton(N, (const double(*)[3])position, place));
    for (int i = 1; i < N; i++) {
        const uint64_t before = morton_code(position[place[i - 1]]), here = morton_code(position[place[i]]);
        assert_true(before < here || (before == here && place[i - 1] < place[i]));
    }
}

// A grid of 16 × 16 with diagonals, wider than high: the last sixteen particles are the column that halves it.
TEST(test_dissection_of_a_grid)
{
    enum { SIDE = 16, N = SIDE * SIDE };
    static double  position[N][3];
    static int32_t pair[4 * N][2];
    int32_t        place[N], number[N];
    size_t         pairs = 0;
    for (int i = 0; i < N; i++) {
        position[i][0] = i % SIDE * 1.5;
        position[i][1] = (double)(i - i % SIDE) / SIDE;
        if (i % SIDE + 1 < SIDE)
            pair[pairs][0] = i, pair[pairs++][1] = i + 1;
        for (int k = -1; k <= 1 && i / SIDE + 1 < SIDE; k++)
            if (i % SIDE + k >= 0 && i % SIDE + k < SIDE)
                pair[pairs][0] = i, pair[pairs++][1] = i + SIDE + k;
    }
    assert_ok(order_nested_dissection(N, (const double(*)[3])position, &pair[0][0], pairs, place));
    bool there[N] = {false};
    for (int i = 0; i < N; i++) {
        assert_in_range(place[i], 0, N - 1);
        assert_false(there[place[i]]);
        there[place[i]] = true;
        number[place[i]] = i;
    }
    for (int i = N - SIDE; i < N; i++)
        assert_int_equal(place[i] % SIDE, place[N - 1] % SIDE);
    const int32_t front = place[N - 1] % SIDE * SIDE;
    assert_in_range(front, 7 * SIDE, 8 * SIDE);
    for (size_t k = 0; k < pairs; k++) { // both halves are complete, and no pair joins them
        const int32_t low = number[pair[k][0]], high = number[pair[k][1]];
        if (low < N - SIDE && high < N - SIDE)
            assert_int_equal(low < front, high < front);
    }
}

// All particles at one point, a single particle, and unconnected particles: the result is a permutation.
TEST(test_dissection_without_separators)
{
    enum { N = 1000 };
    static double position[N][3];
    int32_t       place[N], pair[2] = {0, 1};
    for (int spread = 0; spread < 3; spread++) {
        for (int i = 0; i < N; i++)
            position[i][0] = spread == 0 ? 1 : spread == 1 ? (i == N - 1) : i;
        assert_ok(order_nested_dissection(N, (const double(*)[3])position, pair, spread == 2, place));
        bool there[N] = {false};
        for (int i = 0; i < N; i++) {
            assert_in_range(place[i], 0, N - 1);
            there[place[i]] = true;
        }
        for (int i = 0; i < N; i++)
            assert_true(there[i]);
    }
}
