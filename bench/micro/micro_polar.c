// Rotations and singular value decompositions of 3 × 3 and 3 × 2 matrices: WIDE_LANES at once, and one at a time in double as the plain
// twin. An item is one decomposition. The name gives the largest strain in per cent; `any` matrices are arbitrary, half of them inverted,
// so that nearly every group of lanes takes the slow path. `excess`: what
// lies beyond the bounds 0.9 and 1.1.
#include "base/random.h"
#include "math/svd3.h"
#include "math/wide_excess.h"
#include "micro.h"

enum { GROUPS = 4096 / WIDE_LANES, MATRICES = GROUPS * WIDE_LANES };

typedef enum What { ROTATION, SVD, EXCESS, POLAR32, SVD32, EXCESS32 } What;

typedef struct Variant {
    const char *name;
    What        what;
    bool        plain;
    double      strain; // 0: any matrices
} Variant;

static const Variant VARIANTS[] = {
    {"rotation3/strain:1%", ROTATION, false, 0.01}, {"rotation3/strain:30%", ROTATION, false, 0.3},
    {"rotation3/any", ROTATION, false, 0},          {"rotation3_plain/strain:30%", ROTATION, true, 0.3},
    {"svd3/strain:30%", SVD, false, 0.3},           {"svd3/any", SVD, false, 0},
    {"svd3_plain/strain:30%", SVD, true, 0.3},      {"excess3/strain:1%", EXCESS, false, 0.01},
    {"excess3/strain:30%", EXCESS, false, 0.3},     {"excess3/any", EXCESS, false, 0},
    {"polar32/strain:30%", POLAR32, false, 0.3},    {"polar32_plain/strain:30%", POLAR32, true, 0.3},
    {"svd32/strain:30%", SVD32, false, 0.3},        {"svd32_plain/strain:30%", SVD32, true, 0.3},
    {"excess32/strain:1%", EXCESS32, false, 0.01},  {"excess32/strain:30%", EXCESS32, false, 0.3},
};

typedef union Result {
    WideMatrix3  wide_rotation;
    WideMatrix32 wide_polar;
    WideSvd3     wide_svd;
    WideSvd32    wide_svd32;
    double       rotation[3][3], polar[3][2];
    Svd3         svd;
    Svd32        svd32;
} Result;

enum { RESULT_BYTES = 3 * 2 * sizeof(real) }; // that every result has

typedef struct Bench {
    Arena        arena;
    WideMatrix3 *wide; // [GROUPS]
    double (*plain)[9];
    Result last; // of the last decomposition
} Bench;

static double any_number(Random *random) // in −1 … 1
{
    return 2 * random_unit(random) - 1;
}

// A rotation about any axis, of a stretched matrix; rows.
static void fill_matrix(Random *random, double strain, double f[9])
{
    double any[9], rotation[3][3];
    Svd3   svd;
    for (int i = 0; i < 9; i++)
        any[i] = any_number(random);
    svd3(any, &svd);
    svd3_compose(&svd, (double[3]){1, 1, 1}, rotation);
    for (int i = 0; i < 9; i++)
        f[i] = strain > 0 ? rotation[i / 3][i % 3] + strain / 2 * any_number(random) : any[i];
}

static Status fill(const Variant *variant, Bench *b)
{
    Random random = {.state = 1};
    TRY(ARENA_NEW(&b->arena, GROUPS, &b->wide));
    TRY(ARENA_NEW(&b->arena, MATRICES, &b->plain));
    for (int i = 0; i < MATRICES; i++) {
        double *f = b->plain[i];
        fill_matrix(&random, variant->strain, f);
        for (int c = 0; c < 3; c++) {
            WideVector *column = &b->wide[i / WIDE_LANES].c[c];
            column->x[i % WIDE_LANES] = (real)f[c];
            column->y[i % WIDE_LANES] = (real)f[3 + c];
            column->z[i % WIDE_LANES] = (real)f[6 + c];
        }
    }
    return status_ok();
}

static void run_wide(What what, Bench *b)
{
    const WideBounds bounds = {wide_all((real)0.9), wide_all((real)1.1)};
    for (int i = 0; i < GROUPS; i++) {
        const WideMatrix3 *f = &b->wide[i];
        const WideMatrix32 thin = {{f->c[0], f->c[1]}};
        switch (what) {
        case ROTATION:
            wide_rotation(f, &b->last.wide_rotation);
            break;
        case SVD:
            wide_svd(f, &b->last.wide_svd);
            break;
        case EXCESS:
            wide_excess(f, &bounds, &b->last.wide_rotation);
            break;
        case POLAR32:
            wide_polar32(&thin, &b->last.wide_polar);
            break;
        case SVD32:
            wide_svd32(&thin, &b->last.wide_svd32);
            break;
        case EXCESS32:
            wide_excess32(&thin, &bounds, &b->last.wide_polar);
            break;
        }
        micro_use(&b->last);
    }
}

static void polar_of(const Svd32 *svd, double out[3][2])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 2; c++)
            out[r][c] = svd->u[r][0] * svd->v[c][0] + svd->u[r][1] * svd->v[c][1];
}

static void run_plain(What what, Bench *b)
{
    for (int i = 0; i < MATRICES; i++) {
        const double *f = b->plain[i], thin[6] = {f[0], f[1], f[3], f[4], f[6], f[7]};
        Svd3          svd;
        Svd32         svd_thin;
        switch (what) {
        case ROTATION:
            svd3(f, &svd);
            svd3_compose(&svd, (double[3]){1, 1, 1}, b->last.rotation);
            break;
        case SVD:
            svd3(f, &b->last.svd);
            break;
        case POLAR32:
            svd32(thin, &svd_thin);
            polar_of(&svd_thin, b->last.polar);
            break;
        case SVD32:
            svd32(thin, &b->last.svd32);
            break;
        case EXCESS:
        case EXCESS32: // has no plain twin
            break;
        }
        micro_use(&b->last);
    }
}

static void run(MicroState *state, const MicroJob *job)
{
    const Variant *variant = job->table;
    Bench          b = {.arena = arena_init(0)};
    if (micro_ok(state, fill(variant, &b))) {
        micro_output(state, &b.last, RESULT_BYTES);
        while (micro_next(state)) {
            if (variant->plain)
                run_plain(variant->what, &b);
            else
                run_wide(variant->what, &b);
        }
        micro_items(state, MATRICES);
    }
    arena_destroy(&b.arena);
}

void micro_polar(void)
{
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        micro_register(VARIANTS[v].name, run, (MicroJob){.table = &VARIANTS[v], .size = MATRICES, .threads = 1});
}
