// The matrices that set-up assembles from a scene. The matrices over the particles are compared with plain sums over the constraints, and
// have the same bits on any number of threads. Also scenes of many constraints.
#include "groups.h"

#include "assembly/hessian.h"
#include "assembly/stencil_matrix.h"

enum { PARTICLES = 150, SPRINGS = 900, ATTACHMENTS = 40, HUB = 7 };
static const double H = 1.0 / 60;

static bool is_pinned(int32_t particle)
{
    return particle % 23 == 3;
}

static bool is_joined(char (*joined)[PARTICLES], int32_t a, int32_t b)
{
    const bool before = joined[a][b] != 0;
    joined[a][b] = joined[b][a] = 1;
    return before;
}

// Springs between random particles, one particle with a spring to every other, attachments, pins.
static void rig_tangle(Rig *rig)
{
    static char joined[PARTICLES][PARTICLES];
    Random      random = {5};
    memset(joined, 0, sizeof joined);
    for (int32_t i = 0; i < PARTICLES; i++) {
        rig_particle(rig, random_unit(&random), random_unit(&random), random_unit(&random), 0.5 + random_unit(&random));
        if (is_pinned(i))
            assert_ok(model_pin(rig->builder, i));
    }
    for (int32_t i = 0; i < PARTICLES; i++)
        if (i != HUB && !is_joined(joined, i, HUB))
            rig_spring(rig, i, HUB, 0, 10 + i);
    for (int k = 0; k < SPRINGS; k++) {
        const int32_t a = (int32_t)(random_unit(&random) * PARTICLES), b = (int32_t)(random_unit(&random) * PARTICLES);
        if (a != b && !is_joined(joined, a, b))
            rig_spring(rig, a, b, 0, 100 * random_unit(&random) + 1);
        if (k < ATTACHMENTS)
            rig_attachment(rig, (3 * k) % PARTICLES, (double[3]){0, 1, 0}, 20 + k);
    }
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_MORTON, &rig->arena, &rig->model));
    assert_ok(schedule_init(&rig->model, (ScheduleWish){.kind = SCHEDULE_MEMORY}, 1, &rig->arena, &rig->schedule));
}

// M + h² Σ k AᵀA as a full matrix, and its coupling of free particles to pins, [free][pin].
static void add_plainly(const Model *model, double (*full)[PARTICLES], double (*pull)[PARTICLES])
{
    double rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
    for (int32_t i = 0; i < PARTICLES; i++)
        full[i][i] = model->inverse_mass[i] > 0 ? model->mass[i] : 1;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int            v = set->ops->vertices;
        for (int32_t i = 0; i < set->count; i++) {
            set->ops->local_step->stencil(set, i, rows);
            for (int a = 0; a < v; a++)
                for (int b = 0; b < v; b++) {
                    const int32_t p = set->vertices[i * v + a], q = set->vertices[i * v + b];
                    double        sum = 0;
                    for (int r = 0; r < set->ops->rows; r++)
                        sum += rows[r * v + a] * rows[r * v + b];
                    const double value = H * H * constraint_stiffness(set, i) * sum;
                    if (model->inverse_mass[p] > 0)
                        (model->inverse_mass[q] > 0 ? full : pull)[p][q] += value;
                }
        }
    }
}

TEST(stencil_matrix_is_the_plain_sum)
{
    static double full[PARTICLES][PARTICLES], pull[PARTICLES][PARTICLES];
    RIG(rig);
    StencilMatrix m;
    rig_tangle(&rig);
    assert_true(rig.model.constraint_count > 700);
    add_plainly(&rig.model, full, pull);
    assert_ok(stencil_matrix_init(&rig.model, NULL, H, 2, &rig.arena, &m));
    for (int32_t c = 0; c < PARTICLES; c++)
        for (int32_t k = m.matrix.column_start[c]; k < m.matrix.column_start[c + 1]; k++) {
            const int32_t r = m.matrix.row[k];
            assert_true(k == m.matrix.column_start[c] ? r == c : r > m.matrix.row[k - 1]);
            assert_near(m.matrix.value[k], full[r][c], 1e-12);
            full[r][c] = full[c][r] = 0;
        }
    for (int32_t k = 1; k < m.coupling_count; k++) // who has some of the particles looks for the first of theirs
        assert_true(m.couplings[k].free >= m.couplings[k - 1].free);
    for (int32_t k = 0; k < m.coupling_count; k++)
        pull[m.couplings[k].free][m.couplings[k].pin] += (double)m.couplings[k].weight;
    for (int32_t i = 0; i < PARTICLES; i++)
        for (int32_t j = 0; j < PARTICLES; j++) {
            assert_true(fabs(full[i][j]) <= 0); // the pattern holds everything
            assert_near(pull[i][j], 0, BOUND(1e-14, 1e-6));
        }
    assert_true(m.coupling_count > 50);
}

// A block that is neither symmetric nor antisymmetric, for every coupling of a closed surface in one order or the other; nothing at a pin.
TEST(blocks_of_couplings_are_at_their_rows_and_columns)
{
    enum { N = 12, PIN = 4 };
    static double full[3 * N][3 * N];
    const double  block[9] = {1, 2, 3, 5, 7, 11, 13, 17, 19};
    int32_t       pairs[30][2];
    Random        random = {3};
    RIG(rig);
    Hessian h;
    memset(full, 0, sizeof full);
    add_sphere(&rig, 1, false, &random, NULL, 10);
    assert_ok(model_pin(rig.builder, PIN));
    assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model));
    assert_ok(hessian_init(&rig.model, NULL, "newton", 1, &rig.arena, &h));
    hessian_clear(&h, (ParticleRange){0, h.model->particle_count});
    const ConstraintSet *set = &rig.model.sets[VOLUME];
    assert_int_equal(set->ops->group->couplings(set, 0, pairs), 30);
    for (int32_t i = 0; i < 3 * N; i++)
        full[i][i] = i / 3 == PIN ? 1 : rig.model.mass[i / 3];
    for (int k = 0; k < 30; k++) {
        const int32_t p = pairs[k][k % 2], q = pairs[k][1 - k % 2];
        hessian_add_block(&h, p, q, block, k + 2);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3 && p != PIN && q != PIN; c++)
                full[3 * p + r][3 * q + c] = full[3 * q + c][3 * p + r] = (k + 2) * block[3 * r + c];
    }
    for (int32_t c = 0; c < 3 * N; c++)
        for (int32_t e = h.matrix.column_start[c]; e < h.matrix.column_start[c + 1]; e++) {
            assert_near(h.matrix.value[e], full[h.matrix.row[e]][c], 0);
            full[h.matrix.row[e]][c] = full[c][h.matrix.row[e]] = 0;
        }
    for (int32_t r = 0; r < 3 * N; r++)
        for (int32_t c = 0; c < 3 * N; c++)
            assert_near(full[r][c], 0, 0);
}

static void assert_same_matrix(const Csc *a, const Csc *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->column_start, b->column_start, ((size_t)a->n + 1) * sizeof *a->column_start);
    assert_memory_equal(a->row, b->row, (size_t)a->column_start[a->n] * sizeof *a->row);
    assert_memory_equal(a->value, b->value, (size_t)a->column_start[a->n] * sizeof *a->value);
}

// A block for each constraint, into the columns of this range.
static void assemble_range(Hessian *h, ParticleRange range)
{
    hessian_clear(h, range);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < h->model->sets[kind].count && !h->model->sets[kind].groups; i++) {
            double    block[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
            const int size = 3 * h->model->sets[kind].ops->vertices;
            for (int e = 0; e < size * size; e++)
                block[e] = sin(i + 0.1 * e);
            if (hessian_touches(h, kind, i, range))
                hessian_add(h, kind, i, block, 0.7, range);
        }
}

TEST(ranges_of_columns_add_up_to_the_same_bits)
{
    RIG(rig);
    Hessian whole, parts;
    rig_tangle(&rig);
    assert_ok(hessian_init(&rig.model, NULL, "test", 1, &rig.arena, &whole));
    assert_ok(hessian_init(&rig.model, NULL, "test", 1, &rig.arena, &parts));
    assemble_range(&whole, (ParticleRange){0, PARTICLES});
    for (int count = 2; count <= 5; count++) {
        for (int32_t e = 0; e < parts.matrix.column_start[3 * PARTICLES]; e++)
            parts.matrix.value[e] = NAN;
        for (int part = count - 1; part >= 0; part--)
            assemble_range(&parts, (ParticleRange){PARTICLES * part / count, PARTICLES * (part + 1) / count});
        assert_same_matrix(&whole.matrix, &parts.matrix);
    }
}

TEST(every_team_assembles_the_same_bits)
{
    RIG(rig);
    StencilMatrix one, other;
    Hessian       first, second;
    rig_tangle(&rig);
    assert_ok(stencil_matrix_init(&rig.model, NULL, H, 1, &rig.arena, &one));
    assert_ok(hessian_init(&rig.model, NULL, "test", 1, &rig.arena, &first));
    for (int threads = 2; threads <= 4; threads++) {
        assert_ok(stencil_matrix_init(&rig.model, NULL, H, threads, &rig.arena, &other));
        assert_same_matrix(&one.matrix, &other.matrix);
        assert_int_equal(one.coupling_count, other.coupling_count);
        assert_memory_equal(one.couplings, other.couplings, (size_t)one.coupling_count * sizeof *one.couplings);
        assert_ok(hessian_init(&rig.model, NULL, "test", threads, &rig.arena, &second));
        assert_same_matrix(&first.matrix, &second.matrix);
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
            const int v = rig.model.sets[kind].ops->vertices;
            assert_memory_equal(first.index[kind], second.index[kind], (size_t)(rig.model.sets[kind].count * v * v) * sizeof(int32_t));
        }
    }
}

// ---- many constraints ----

// A scene of `size` springs: a ladder, or all at one particle.
static void rig_large(Rig *rig, int32_t size, bool hub)
{
    for (int32_t i = 0; i <= size; i++)
        rig_particle(rig, i + 1, i % 2, 0, 1);
    for (int32_t i = 1; i <= size; i++)
        rig_spring(rig, i, hub ? 0 : i - 1, 0, 100);
}

// One entry for each particle and one for each spring. (How long it takes: bench/micro/micro_assemble.c.)
TEST(many_springs_have_an_entry_each)
{
    enum { SIZE = 32000 };
    for (int hub = 0; hub < 2; hub++) {
        RIG(rig);
        StencilMatrix m;
        rig_large(&rig, SIZE, hub);
        assert_ok(model_build(rig.builder, PARTICLE_ORDER_AUTO, &rig.arena, &rig.model));
        assert_ok(stencil_matrix_init(&rig.model, NULL, H, 1, &rig.arena, &m));
        assert_int_equal(m.matrix.column_start[m.matrix.n], 2 * SIZE + 1);
    }
}

// Duplicates among many constraints at one particle are found, and named, as among few.
TEST(duplicates_are_found_everywhere)
{
    enum { SIZE = 500 };
    for (int hub = 0; hub < 2; hub++)
        for (int32_t which = 1; which <= SIZE; which += 83) {
            RIG(rig);
            rig_large(&rig, SIZE, hub);
            rig_spring(&rig, hub ? 0 : which - 1, which, 0, 3); // the other way round
            const Status status = model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model);
            assert_int_equal(status.code, STATUS_INPUT);
            TEXT_OF(text, "distance constraints %d and %d are duplicates at particles %d and %d;", which - 1, SIZE, hub ? 0 : which - 1,
                    which);
            if (!strstr(status.text, text))
                fail_msg("`%s` does not mention `%s`", status.text, text);
        }
}
