// The evaluations of Newton and the metrics for the springs of a cloth, in double precision: energy, gradient, C and ∇C, Hessian blocks and
// their assembly. An item is one constraint. The plain twins call the table per constraint instead of per range. Runs on one thread.
#include <stdio.h>

#include "assembly/hessian.h"
#include "micro.h"

enum { RANGE = 256, BLOCK = 36 }; // constraints at once, of which the blocks stay in a cache; entries of a spring's block

typedef struct Bench {
    Cloth    cloth;
    double4 *x, *gradient;        // [particles]
    double  *value, *blocks;      // [constraints], [RANGE][BLOCK]
    double4 *constraint_gradient; // [constraints][2]
    Hessian  hessian;
} Bench;

typedef struct EnergyCase {
    const char *name;
    void (*pass)(Bench *bench, const ConstraintSet *set, int32_t begin, int32_t end);
    double constraint_bytes, particle_bytes; // besides indices, rest values and positions
    bool   matrix, plain;
} EnergyCase;

static void pass_energy(Bench *b, const ConstraintSet *set, int32_t begin, int32_t end)
{
    b->value[0] += set->ops->energy->total(set, begin, end, b->x, NULL);
}

static void pass_gradient(Bench *b, const ConstraintSet *set, int32_t begin, int32_t end)
{
    b->value[0] += set->ops->energy->total(set, begin, end, b->x, b->gradient);
}

static void pass_evaluate(Bench *b, const ConstraintSet *set, int32_t begin, int32_t end)
{
    set->ops->energy->evaluate(set, begin, end, b->x, b->value + begin, b->constraint_gradient + 2 * (size_t)begin);
}

static void pass_hessian(Bench *b, const ConstraintSet *set, int32_t begin, int32_t end)
{
    set->ops->energy->hessian(set, begin, end, b->x, EIGEN_CLAMP, b->blocks);
}

static ParticleRange all_columns(const Bench *b)
{
    return (ParticleRange){0, b->cloth.model.particle_count};
}

static void pass_assemble(Bench *b, const ConstraintSet *set, int32_t begin, int32_t end)
{
    pass_hessian(b, set, begin, end);
    for (int32_t i = begin; i < end; i++)
        hessian_add(&b->hessian, CONSTRAINT_distance, i, b->blocks + (size_t)(i - begin) * BLOCK, 1, all_columns(b));
}

// Assembly of a block: two diagonal triangles and one full block are read and written, found by four indices.
#define ASSEMBLY_BYTES (2 * (6 + 6 + 9) * sizeof(double) + 4 * sizeof(int32_t))

static const EnergyCase CASES[] = {
    {"energy", pass_energy, 0, 0, false, false},
    {"energy/plain", pass_energy, 0, 0, false, true},
    {"gradient", pass_gradient, 0, 2 * sizeof(double4), false, false},
    {"gradient/plain", pass_gradient, 0, 2 * sizeof(double4), false, true},
    {"evaluate", pass_evaluate, sizeof(double) + 2 * sizeof(double4), 0, false, false},
    {"evaluate/plain", pass_evaluate, sizeof(double) + 2 * sizeof(double4), 0, false, true},
    {"hessian_blocks", pass_hessian, 0, 0, false, false},
    {"hessian_blocks/plain", pass_hessian, 0, 0, false, true},
    {"hessian_assembly", pass_assemble, ASSEMBLY_BYTES, 0, true, false},
    {"hessian_assembly/plain", pass_assemble, ASSEMBLY_BYTES, 0, true, true},
};

static Status fill(const EnergyCase *what, Bench *b)
{
    const Model  *model = &b->cloth.model;
    Arena        *arena = &b->cloth.arena;
    const int32_t count = model->sets[CONSTRAINT_distance].count;
    TRY(ARENA_NEW(arena, model->particle_count, &b->x));
    TRY(ARENA_NEW(arena, model->particle_count, &b->gradient));
    TRY(ARENA_NEW(arena, count, &b->value));
    TRY(ARENA_NEW(arena, RANGE * BLOCK, &b->blocks));
    TRY(ARENA_NEW(arena, 2 * (size_t)count, &b->constraint_gradient));
    for (int32_t i = 0; i < model->particle_count; i++)
        b->x[i] = double4_from(b->cloth.state.position[i]);
    return what->matrix ? hessian_init(model, NULL, "newton", 1, arena, &b->hessian) : status_ok();
}

static void name_output(MicroState *state, const EnergyCase *what, Bench *b)
{
    if (what->matrix)
        micro_output(state, b->hessian.matrix.value,
                     (size_t)b->hessian.matrix.column_start[b->hessian.matrix.n] * sizeof *b->hessian.matrix.value);
    else if (what->pass == pass_hessian)
        micro_output(state, b->blocks, BLOCK * sizeof *b->blocks);
    else if (what->pass == pass_evaluate)
        micro_output(state, b->constraint_gradient, 2 * (size_t)b->cloth.model.constraint_count * sizeof *b->constraint_gradient);
    else
        micro_output(state, b->value, sizeof *b->value);
}

static void measure(MicroState *state, const MicroJob *job, Bench *b)
{
    const EnergyCase    *what = job->table;
    const ConstraintSet *set = &b->cloth.model.sets[CONSTRAINT_distance];
    const int32_t        range = what->plain ? 1 : RANGE;
    if (!micro_ok(state, fill(what, b)))
        return;
    name_output(state, what, b);
    while (micro_next(state)) {
        b->value[0] = 0;
        if (what->matrix)
            hessian_clear(&b->hessian, all_columns(b));
        for (int32_t i = 0; i < set->count; i += range)
            what->pass(b, set, i, i + range < set->count ? i + range : set->count);
        micro_use(b->value);
    }
    const size_t listed =
        2 * sizeof(int32_t) + sizeof(real) + (set->rest_low ? sizeof *set->rest_low : 0) + (set->one_stiffness ? 0 : sizeof(double));
    const double bytes =
        set->count * ((double)listed + what->constraint_bytes) + b->cloth.model.particle_count * (sizeof(double4) + what->particle_bytes);
    micro_items(state, set->count);
    micro_bytes(state, bytes);
}

static void run(MicroState *state, const MicroJob *job)
{
    Bench bench = {0};
    if (!micro_ok(state, cloth_create((int)job->size, SCHEDULE_MEMORY, &bench.cloth)))
        return;
    measure(state, job, &bench);
    cloth_destroy(&bench.cloth);
}

void micro_energy(void)
{
    static const int SIZES[] = {64, 256};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", CASES[c].name, SIZES[i]);
            micro_register(name, run, (MicroJob){.table = &CASES[c], .size = SIZES[i], .threads = 1});
        }
}
