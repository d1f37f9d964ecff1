// math/wide_polar.h and its slow twin math/svd3.h, against the definitions of a nearest rotation and a singular value decomposition, and
// against each other. Matrices: any, nearly singular, inverted, flat, with repeated singular values, lines, zero, huge and tiny. Compiled
// once for each instruction set in both precisions (tests/CMakeLists.txt).
#include "base/random.h"
#include "check.h"
#include "math/svd3.h"
#include "math/symmetric3.h"
#include "math/wide_excess.h"
#include "wide_tests.h"

typedef long double Exact;

// ---- matrices ----

typedef struct Matrix { // column by column, as many as there are
    double c[3][3];
} Matrix;

static double any_number(Random *random) // in −1 … 1
{
    return 2 * random_unit(random) - 1;
}

static Matrix random_rotation(Random *random)
{
    double q[4], size = 0;
    while (!(size > 0.01 && size < 1)) {
        size = 0;
        for (int i = 0; i < 4; i++)
            q[i] = any_number(random), size += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(size);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    return (Matrix){{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                     {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                     {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
}

// U diag(value) Vᵀ of a 3 × 2 matrix: with value 1, 1 its polar factor.
static void svd32_compose(const Svd32 *svd, const double value[2], double out[3][2])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 2; c++)
            out[r][c] = svd->u[r][0] * value[0] * svd->v[c][0] + svd->u[r][1] * value[1] * svd->v[c][1];
}

// U diag(value) Vᵀ of random rotations, times `size`.
static Matrix with_values(Random *random, double a, double b, double c, double size)
{
    const Matrix u = random_rotation(random), v = random_rotation(random);
    Matrix       out;
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < 3; r++)
            out.c[i][r] = size * (u.c[0][r] * a * v.c[0][i] + u.c[1][r] * b * v.c[1][i] + u.c[2][r] * c * v.c[2][i]);
    return out;
}

// Small whole numbers: exact zeros, equal columns, lines, planes and diagonal matrices are frequent.
static Matrix whole_numbers(Random *random, double size)
{
    Matrix out;
    for (int i = 0; i < 9; i++)
        out.c[i / 3][i % 3] = size * ((double)random_below(random, 5) - 2);
    return out;
}

enum { FAMILIES = 16 };

static const char *const FAMILY[FAMILIES] = {"any",          "near a rotation",
                                             "stretched",    "nearly flat",
                                             "inverted",     "nearly a line",
                                             "equal values", "equal and inverted",
                                             "line",         "flat",
                                             "nothing",      "whole",
                                             "huge",         "tiny",
                                             "one entry",    "two values nearly equal"};

static Matrix make(Random *random, int family)
{
    const double s = random_unit(random), t = random_unit(random), small = pow(10, -12 * random_unit(random));
    const double huge = sizeof(real) == sizeof(float) ? 2e37 : 1e300, tiny = sizeof(real) == sizeof(float) ? 1e-33 : 1e-280;
    Matrix       out = {{{0}}};
    switch (family) {
    case 0:
        for (int i = 0; i < 9; i++)
            out.c[i / 3][i % 3] = any_number(random);
        return out;
    case 1:
        return with_values(random, 1 + 0.1 * s, 1, 1 - 0.1 * t, 1);
    case 2:
        return with_values(random, 1 + 9 * s, 1, 0.1 + t, 1);
    case 3:
        return with_values(random, 1, 0.1 + s, random_bits(random) % 2 ? small : -small, 1);
    case 4:
        return with_values(random, 1, 0.2 + 0.7 * s, -0.2 * t, 1);
    case 5:
        return with_values(random, 1, small, any_number(random) * small, 1);
    case 6:
        return with_values(random, 1, s < 0.5 ? 1 : t, t, 1);
    case 7:
        return with_values(random, 1, s < 0.5 ? 1 : t, -t, 1);
    case 8:
        return with_values(random, 1, 0, 0, 1);
    case 9:
        return with_values(random, 1, s, 0, 1);
    case 10:
        return out;
    case 11:
        return whole_numbers(random, 1);
    case 12:
        return s < 0.5 ? with_values(random, 1, 0.5 + 0.5 * s, -0.3 * t, huge) : whole_numbers(random, huge);
    case 13:
        return s < 0.5 ? with_values(random, 1, 0.5 + 0.5 * s, -0.3 * t, tiny) : whole_numbers(random, tiny);
    case 14:
        out.c[random_below(random, 3)][random_below(random, 3)] = any_number(random);
        return out;
    default:
        return with_values(random, 1 + small, 1, 1 - s * small, 1);
    }
}

// A matrix as the lanes hold it: rounded to real.
static Matrix rounded(Matrix m)
{
    for (int i = 0; i < 9; i++)
        m.c[i / 3][i % 3] = (double)(real)m.c[i / 3][i % 3];
    return m;
}

static void set_lane(WideVector *v, int k, const double c[3])
{
    v->x[k] = (real)c[0], v->y[k] = (real)c[1], v->z[k] = (real)c[2];
}

static void get_lane(const WideVector *v, int k, double c[3])
{
    c[0] = (double)v->x[k], c[1] = (double)v->y[k], c[2] = (double)v->z[k];
}

static Matrix lane_of(const WideMatrix3 *m, int k)
{
    Matrix out = {{{0}}};
    for (int c = 0; c < 3; c++)
        get_lane(&m->c[c], k, out.c[c]);
    return out;
}

static void rows_of(const Matrix *m, int columns, double rows[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < columns; c++)
            rows[columns * r + c] = m->c[c][r];
}

static Matrix of_rows(const double rows[3][3])
{
    Matrix out;
    for (int i = 0; i < 9; i++)
        out.c[i / 3][i % 3] = rows[i % 3][i / 3];
    return out;
}

// ---- the definitions ----

static Exact dot(const double a[3], const double b[3])
{
    return (Exact)a[0] * (Exact)b[0] + (Exact)a[1] * (Exact)b[1] + (Exact)a[2] * (Exact)b[2];
}

// The largest entry of QᵀQ − I.
static double lacks_orthogonality(const Matrix *q, int columns)
{
    Exact worst = 0;
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < columns; j++) {
            const Exact entry = dot(q->c[i], q->c[j]) - (i == j);
            worst = entry > worst ? entry : -entry > worst ? -entry : worst;
        }
    return (double)worst;
}

static double determinant(const Matrix *m)
{
    const double *a = m->c[0], *b = m->c[1], *c = m->c[2];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Rᵀ F
static void relative_to(const Matrix *r, const Matrix *f, Exact s[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            s[i][j] = dot(r->c[i], f->c[j]);
}

// The least change of F after which the rotation R is nearest to it, but for a factor of 2. With S = RᵀF that is so when S is symmetric and
// the sum of no two of its eigenvalues is negative.
static double rotation_error(const Matrix *r, const Matrix *f)
{
    Exact   s[3][3];
    double  symmetric[3][3], value[3];
    double4 vector[3];
    relative_to(r, f, s);
    Exact skew = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            skew += (s[i][j] - s[j][i]) * (s[i][j] - s[j][i]) / 4;
            symmetric[i][j] = (double)(s[i][j] + s[j][i]) / 2;
        }
    symmetric3_eigen((const double(*)[3])symmetric, value, vector);
    const double min = fmin(value[0] + value[1], fmin(value[1] + value[2], value[2] + value[0]));
    return fmax(sqrt((double)skew), -min);
}

// The measurements of one family.
typedef struct Worst {
    double orthogonal, backward, forward;
} Worst;

static void note(double *worst, double value, double bound, const char *what, int family)
{
    if (!(value <= bound))
        fail_msg("%s of family `%s`: %g, above %g", what, FAMILY[family], value, bound);
    *worst = fmax(*worst, value);
}

static const double EPSILON = (double)REAL_EPSILON;

// The accuracy of the entries of a matrix of this size: the rounding of numbers so small.
static double least_error(void)
{
    return sizeof(real) == sizeof(float) ? 0x1p-126 : 0x1p-1022;
}

static double furthest(const Matrix *a, const Matrix *b, int columns)
{
    double furthest = 0;
    for (int i = 0; i < 3 * columns; i++)
        furthest = fmax(furthest, fabs(a->c[i / 3][i % 3] - b->c[i / 3][i % 3]));
    return furthest;
}

static void check_rotation(const Matrix *f, const Matrix *r, int family, Worst *worst)
{
    Svd3   svd;
    double rows[9], exact[3][3];
    Matrix scaled = *f;
    rows_of(f, 3, rows);
    svd3(rows, &svd);
    svd3_compose(&svd, (double[3]){1, 1, 1}, exact);
    const double size = svd.sigma[0], gap = fabs(svd.sigma[1]) + svd.sigma[2];
    for (int i = 0; size > 0 && i < 9; i++)
        scaled.c[i / 3][i % 3] /= size; // so that no square overflows
    note(&worst->orthogonal, lacks_orthogonality(r, 3) / EPSILON, WIDE_POLAR_ORTHOGONAL, "orthogonality", family);
    assert_true(determinant(r) > 0.5);
    if (!(size > least_error()))
        return;
    note(&worst->backward, rotation_error(r, &scaled) / EPSILON, WIDE_POLAR_BACKWARD, "backward error of the rotation", family);
    const Matrix twin = of_rows((const double(*)[3])exact);
    if (gap > 64 * EPSILON * size)
        note(&worst->forward, furthest(r, &twin, 3) * gap / size / EPSILON, 2 * WIDE_POLAR_BACKWARD, "error of the rotation", family);
}

// U Σ Vᵀ against F, both divided by |σ0|.
static double composition_error(const Matrix *f, const Matrix *u, const double *sigma, const Matrix *v, int columns)
{
    Exact sum = 0;
    for (int i = 0; i < columns; i++)
        for (int r = 0; r < 3; r++) {
            Exact entry = 0;
            for (int c = 0; c < columns; c++)
                entry += (Exact)u->c[c][r] * ((Exact)sigma[c] / (Exact)sigma[0]) * (Exact)v->c[c][i];
            entry -= (Exact)f->c[i][r] / (Exact)sigma[0];
            sum += entry * entry;
        }
    return sqrt((double)sum);
}

static void check_svd(const Matrix *f, const Matrix *u, const double sigma[3], const Matrix *v, int family, Worst *worst)
{
    Svd3   twin;
    double rows[9];
    rows_of(f, 3, rows);
    svd3(rows, &twin);
    note(&worst->orthogonal, lacks_orthogonality(u, 3) / EPSILON, WIDE_POLAR_ORTHOGONAL, "orthogonality of U", family);
    note(&worst->orthogonal, lacks_orthogonality(v, 3) / EPSILON, WIDE_POLAR_ORTHOGONAL, "orthogonality of V", family);
    assert_true(determinant(u) > 0.5 && determinant(v) > 0.5);
    if (!(twin.sigma[0] > least_error()))
        return;
    const double slack = WIDE_POLAR_BACKWARD * EPSILON * sigma[0];
    assert_true(sigma[0] >= sigma[1] - slack && sigma[1] >= fabs(sigma[2]) - slack && sigma[1] >= -slack);
    note(&worst->backward, composition_error(f, u, sigma, v, 3) / EPSILON, WIDE_POLAR_BACKWARD, "backward error of U Σ Vᵀ", family);
    for (int c = 0; c < 3; c++)
        note(&worst->forward, fabs(sigma[c] - twin.sigma[c]) / twin.sigma[0] / EPSILON, WIDE_POLAR_BACKWARD, "singular value", family);
}

static void print_worst(const char *what, int family, const Worst *worst)
{
    print_message("%-12s %-24s orthogonality %6.2f ε, backward error %6.2f ε σ0, error %6.2f ε σ0/(|σ1| + σ2)\n", what, FAMILY[family],
                  worst->orthogonal, worst->backward, worst->forward);
}

// ---- 3 × 3 ----

enum { GROUPS = 4000 };

static void fill(WideMatrix3 *f, Matrix lanes[WIDE_LANES], Random *random, int family)
{
    for (int k = 0; k < WIDE_LANES; k++) {
        lanes[k] = rounded(make(random, family));
        for (int c = 0; c < 3; c++)
            set_lane(&f->c[c], k, lanes[k].c[c]);
    }
}

static void walk_rotations(const char *what, int families, void (*rotation)(const WideMatrix3 *f, WideMatrix3 *r))
{
    for (int family = 0; family < families; family++) {
        Random random = {(uint64_t)family + 1};
        Worst  worst = {0};
        for (int group = 0; group < GROUPS / WIDE_LANES; group++) {
            Matrix      lanes[WIDE_LANES];
            WideMatrix3 f = {0}, r;
            fill(&f, lanes, &random, family);
            rotation(&f, &r);
            for (int k = 0; k < WIDE_LANES; k++) {
                const Matrix got = lane_of(&r, k);
                check_rotation(&lanes[k], &got, family, &worst);
            }
        }
        print_worst(what, family, &worst);
    }
}

static void test_rotations(void **state)
{
    walk_rotations("rotation", FAMILIES, wide_rotation);
}

static void test_long_way_alone(void **state)
{
    walk_rotations("long way", 3, wide_rotation_long);
}

static void test_svd(void **state)
{
    for (int family = 0; family < FAMILIES; family++) {
        Random random = {(uint64_t)family + 50};
        Worst  worst = {0};
        for (int group = 0; group < GROUPS / WIDE_LANES; group++) {
            Matrix      lanes[WIDE_LANES];
            WideMatrix3 f = {0};
            WideSvd3    svd;
            fill(&f, lanes, &random, family);
            wide_svd(&f, &svd);
            for (int k = 0; k < WIDE_LANES; k++) {
                const Matrix u = lane_of(&svd.u, k), v = lane_of(&svd.v, k);
                const double sigma[3] = {(double)svd.sigma[0][k], (double)svd.sigma[1][k], (double)svd.sigma[2][k]};
                check_svd(&lanes[k], &u, sigma, &v, family, &worst);
            }
        }
        print_worst("U Σ Vᵀ", family, &worst);
    }
}

// The bits of a lane do not depend on its place or on its neighbours.
static void test_lanes(void **state)
{
    Random           random = {9};
    const WideBounds bounds = {wide_all((real)0.9), wide_all((real)1.1)};
    for (int group = 0; group < 400; group++) {
        WideMatrix3 f = {0}, turned = {0}, r, again, past, past_again, same = {0}, past_same;
        Matrix      lanes[WIDE_LANES], others[WIDE_LANES] = {{{{0}}}};
        WideSvd3    svd, svd_again;
        for (int k = 0; k < WIDE_LANES; k++) {
            lanes[k] = rounded(make(&random, (int)random_below(&random, FAMILIES)));
            others[k] = k == 0 ? lanes[0] : rounded(make(&random, group % 2 ? 1 : (int)random_below(&random, FAMILIES)));
        }
        for (int k = 0; k < WIDE_LANES; k++)
            for (int c = 0; c < 3; c++) {
                set_lane(&f.c[c], k, lanes[k].c[c]);
                set_lane(&turned.c[c], (k + 1) % WIDE_LANES, others[k].c[c]);
                set_lane(&same.c[c], k, lanes[0].c[c]); // all inside the bounds, where the first is
            }
        wide_rotation(&f, &r);
        wide_rotation(&turned, &again);
        wide_svd(&f, &svd);
        wide_svd(&turned, &svd_again);
        wide_excess(&f, &bounds, &past);
        wide_excess(&turned, &bounds, &past_again);
        wide_excess(&same, &bounds, &past_same);
        const int    at = 1 % WIDE_LANES;
        const Matrix a = lane_of(&r, 0), b = lane_of(&again, at), u = lane_of(&svd.u, 0), w = lane_of(&svd_again.u, at);
        const Matrix p = lane_of(&past, 0), q = lane_of(&past_again, at), o = lane_of(&past_same, at);
        assert_memory_equal(&a, &b, sizeof a);
        assert_memory_equal(&u, &w, sizeof u);
        assert_memory_equal(&p, &q, sizeof p);
        assert_memory_equal(&p, &o, sizeof p);
    }
}

static void test_nothing_has_the_identity(void **state)
{
    WideMatrix3  f = {0}, r;
    WideMatrix32 g = {0}, p;
    wide_rotation(&f, &r);
    wide_polar32(&g, &p);
    for (int k = 0; k < WIDE_LANES; k++) {
        const Matrix got = lane_of(&r, k);
        for (int i = 0; i < 9; i++)
            assert_true(got.c[i / 3][i % 3] == (i % 4 == 0));
        assert_true(p.c[0].x[k] == 1 && p.c[0].y[k] == 0 && p.c[0].z[k] == 0 && p.c[1].x[k] == 0 && p.c[1].y[k] == 1 && p.c[1].z[k] == 0);
    }
}

// An entry that is not finite makes the whole result of its lane NaN, and of no other lane.
static void test_what_is_not_finite(void **state)
{
    static const double BAD[] = {NAN, INFINITY, -INFINITY};
    const WideBounds    bounds = {wide_all((real)0.9), wide_all((real)1.1)};
    Random              random = {5};
    for (int place = 0; place < 9; place++)
        for (int b = 0; b < 3; b++) {
            Matrix       lanes[WIDE_LANES];
            WideMatrix3  f = {0}, r, past;
            WideMatrix32 g = {0}, p, past32;
            Svd3         svd;
            double       rows[9];
            fill(&f, lanes, &random, 1);
            lanes[0].c[place / 3][place % 3] = BAD[b];
            for (int c = 0; c < 3; c++)
                set_lane(&f.c[c], 0, lanes[0].c[c]);
            g.c[0] = f.c[0], g.c[1] = f.c[1];
            wide_rotation(&f, &r);
            wide_polar32(&g, &p);
            wide_excess(&f, &bounds, &past);
            wide_excess32(&g, &bounds, &past32);
            rows_of(&lanes[0], 3, rows);
            svd3(rows, &svd);
            for (int k = 0; k < WIDE_LANES; k++) {
                const Matrix got = lane_of(&r, k), beyond = lane_of(&past, k);
                for (int i = 0; i < 9; i++)
                    assert_true(isnan(beyond.c[i / 3][i % 3]) == (k == 0));
                for (int i = 0; i < 6; i++)
                    assert_true(isnan((i < 3 ? past32.c[0] : past32.c[1]).y[k]) == (k == 0 && place < 6));
                for (int i = 0; i < 9; i++)
                    assert_true(isnan(got.c[i / 3][i % 3]) == (k == 0));
                for (int c = 0; c < 2; c++)
                    assert_true(isnan(p.c[c].x[k]) == (k == 0 && place < 6) && isnan(p.c[c].z[k]) == (k == 0 && place < 6));
            }
            assert_true(isnan(svd.u[0][0]) && isnan(svd.sigma[2]) && isnan(svd.v[2][1]));
        }
}

// ---- 3 × 2 ----

// Columns of U and V of a 3 × 2 decomposition; V as columns of three with a 0.
static void check_svd32(const Matrix *f, const Matrix *u, const double sigma[2], const Matrix *v, int family, Worst *worst)
{
    Svd32  twin;
    double rows[9];
    rows_of(f, 2, rows);
    svd32(rows, &twin);
    note(&worst->orthogonal, lacks_orthogonality(u, 2) / EPSILON, WIDE_POLAR_ORTHOGONAL, "orthogonality of U, 3 × 2", family);
    note(&worst->orthogonal, lacks_orthogonality(v, 2) / EPSILON, WIDE_POLAR_ORTHOGONAL, "orthogonality of V, 3 × 2", family);
    assert_true(v->c[0][0] * v->c[1][1] - v->c[0][1] * v->c[1][0] > 0.5);
    if (!(twin.sigma[0] > least_error()))
        return;
    assert_true(sigma[1] >= 0 && sigma[0] >= sigma[1] * (1 - WIDE_POLAR_BACKWARD * EPSILON));
    note(&worst->backward, composition_error(f, u, sigma, v, 2) / EPSILON, WIDE_POLAR_BACKWARD, "backward error of U Σ Vᵀ, 3 × 2", family);
    for (int c = 0; c < 2; c++)
        note(&worst->forward, fabs(sigma[c] - twin.sigma[c]) / twin.sigma[0] / EPSILON, WIDE_POLAR_BACKWARD, "singular value, 3 × 2",
             family);
}

static void check_polar32(const Matrix *f, const Matrix *r, int family, Worst *worst)
{
    Svd32  twin;
    double rows[9], exact[3][2];
    Matrix expected = {{{0}}};
    rows_of(f, 2, rows);
    svd32(rows, &twin);
    svd32_compose(&twin, (double[2]){1, 1}, exact);
    for (int i = 0; i < 6; i++)
        expected.c[i / 3][i % 3] = exact[i % 3][i / 3];
    note(&worst->orthogonal, lacks_orthogonality(r, 2) / EPSILON, WIDE_POLAR_ORTHOGONAL, "orthogonality, 3 × 2", family);
    if (twin.sigma[0] > least_error() && twin.sigma[1] > 64 * EPSILON * twin.sigma[0])
        note(&worst->forward, furthest(r, &expected, 2) * twin.sigma[1] / twin.sigma[0] / EPSILON, 2 * WIDE_POLAR_BACKWARD,
             "error of the polar factor", family);
}

static void test_two_columns(void **state)
{
    for (int family = 0; family < FAMILIES; family++) {
        Random random = {(uint64_t)family + 100};
        Worst  worst = {0};
        for (int group = 0; group < GROUPS / WIDE_LANES; group++) {
            Matrix       lanes[WIDE_LANES];
            WideMatrix3  m = {0};
            WideMatrix32 f, r;
            WideSvd32    svd;
            fill(&m, lanes, &random, family);
            f.c[0] = m.c[0], f.c[1] = m.c[1];
            wide_svd32(&f, &svd);
            wide_polar32(&f, &r);
            for (int k = 0; k < WIDE_LANES; k++) {
                Matrix       u = {{{0}}}, v = {{{0}}}, p = {{{0}}};
                const double sigma[2] = {(double)svd.sigma[0][k], (double)svd.sigma[1][k]};
                for (int c = 0; c < 2; c++) {
                    get_lane(&svd.u.c[c], k, u.c[c]);
                    get_lane(&r.c[c], k, p.c[c]);
                    v.c[c][0] = (double)svd.v[c][0][k], v.c[c][1] = (double)svd.v[c][1][k];
                }
                check_svd32(&lanes[k], &u, sigma, &v, family, &worst);
                check_polar32(&lanes[k], &p, family, &worst);
            }
        }
        print_worst("3 × 2", family, &worst);
    }
}

// ---- F − T ----

typedef struct Limits {
    double low, high;
} Limits;

// With σ of F: all inside and outside, one value, none below, rotations alone, nothing.
static const Limits LIMITS[] = {{0.9, 1.1}, {0.5, 0.5}, {0, 0.7}, {0, 1e30}, {1, 1}, {0, 0}, {1e-3, 0.999}};
enum { LIMITS_COUNT = sizeof LIMITS / sizeof *LIMITS };

static double clamped(double sigma, const Limits *limits)
{
    return fmax((double)(real)limits->low, fmin(sigma, (double)(real)limits->high));
}

// F − T by columns, its singular values, and by how much an error of F grows in T: by (τi + τj) / (σi + σj), 1 or more.
static Matrix exact_excess(const Matrix *f, int columns, const Limits *limits, double *size, double *growth)
{
    Svd3   svd = {.sigma = {0}};
    Svd32  thin;
    double rows[9], beyond[3] = {0}, out[3][3] = {{0}}, out2[3][2];
    Matrix found = {{{0}}};
    rows_of(f, columns, rows);
    if (columns == 3)
        svd3(rows, &svd);
    else
        svd32(rows, &thin), svd.sigma[0] = thin.sigma[0], svd.sigma[1] = thin.sigma[1];
    double tau[3];
    for (int k = 0; k < 3; k++)
        tau[k] = clamped(svd.sigma[k], limits), beyond[k] = svd.sigma[k] - tau[k];
    const double sum = columns == 3 ? fabs(svd.sigma[1]) + svd.sigma[2] : svd.sigma[1];
    *size = svd.sigma[0];
    *growth = fmax(1, (columns == 3 ? tau[1] + tau[2] : tau[1]) / fmax(sum, 1e-300));
    if (columns == 3)
        svd3_compose(&svd, beyond, out);
    else
        svd32_compose(&thin, beyond, out2);
    for (int i = 0; i < 3 * columns; i++)
        found.c[i / 3][i % 3] = columns == 3 ? out[i % 3][i / 3] : out2[i % 3][i / 3];
    return found;
}

static void check_excess(const Matrix *f, const Matrix *got, int columns, const Limits *limits, int family, Worst *worst)
{
    double       size, growth;
    const Matrix exact = exact_excess(f, columns, limits, &size, &growth);
    const double scale = fmax(fmax(size, (double)(real)limits->low), sqrt(least_error()));
    if (!(size > least_error()) || growth > 1 / (64 * EPSILON)) // or the nearest T is not unique
        return;
    note(&worst->forward, furthest(got, &exact, columns) / (scale * growth) / EPSILON, 2 * WIDE_POLAR_BACKWARD, "F − T", family);
}

static void walk_excess(int family, const Limits *limits, Worst *worst)
{
    Random           random = {(uint64_t)family + 300};
    const WideBounds bounds = {wide_all((real)limits->low), wide_all((real)limits->high)};
    for (int group = 0; group < GROUPS / WIDE_LANES; group++) {
        Matrix       lanes[WIDE_LANES];
        WideMatrix3  f = {0}, out, lone;
        WideMatrix32 thin, out2;
        fill(&f, lanes, &random, family);
        thin.c[0] = f.c[0], thin.c[1] = f.c[1];
        wide_excess(&f, &bounds, &out);
        wide_excess_long(&f, &bounds, &lone);
        wide_excess32(&thin, &bounds, &out2);
        for (int k = 0; k < WIDE_LANES; k++) {
            const Matrix got = lane_of(&out, k), slow = lane_of(&lone, k);
            Matrix       got2 = {{{0}}};
            get_lane(&out2.c[0], k, got2.c[0]), get_lane(&out2.c[1], k, got2.c[1]);
            check_excess(&lanes[k], &got, 3, limits, family, worst);
            check_excess(&lanes[k], &slow, 3, limits, family, worst);
            check_excess(&lanes[k], &got2, 2, limits, family, worst);
        }
    }
}

static void test_excess(void **state)
{
    for (int family = 0; family < FAMILIES; family++) {
        Worst worst = {0};
        for (int i = 0; i < LIMITS_COUNT; i++)
            walk_excess(family, &LIMITS[i], &worst);
        print_worst("F − T", family, &worst);
    }
}

// Around a bound: a matrix that counts as inside is inside, and a matrix well inside counts so.
static void test_inside(void **state)
{
    static const double AWAY[] = {0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    const Limits        limits = {0.9, 1.1};
    const WideBounds    bounds = {wide_all((real)limits.low), wide_all((real)limits.high)};
    Random              random = {77};
    for (int trial = 0; trial < 2000; trial++) {
        const double away = AWAY[random_below(&random, 7)] * (random_bits(&random) % 2 ? 1 : -1), sigma[2] = {0.9 - away, 1.1 + away};
        const double last = random_bits(&random) % 4 ? 1 : -1, first = sigma[random_bits(&random) % 2];
        const Matrix m = rounded(with_values(&random, first, 1, last, 1));
        WideMatrix3  f = {0}, out;
        double       size, growth;
        for (int k = 0; k < WIDE_LANES; k++)
            for (int c = 0; c < 3; c++)
                set_lane(&f.c[c], k, m.c[c]);
        const bool   inside = wide_all_of(wide_inside(&f, &bounds));
        const Matrix exact = exact_excess(&m, 3, &limits, &size, &growth), none = {{{0}}};
        wide_excess(&f, &bounds, &out);
        if (inside) // strictly, to the bits of real
            assert_true(furthest(&exact, &none, 3) <= 0x1p-50);
        if (last > 0 && away <= -1e-2)
            assert_true(inside);
        if (last < 0)
            assert_false(inside);
        const Matrix got = lane_of(&out, 0);
        assert_true(!inside || furthest(&got, &none, 3) <= 0);
    }
}

// ---- the twin ----

static void test_twin(void **state)
{
    enum { TWIN_BOUND = 16 };
    const double epsilon = 0x1p-52;
    for (int family = 0; family < FAMILIES; family++) {
        Random random = {(uint64_t)family + 200};
        for (int i = 0; i < 500; i++) {
            const Matrix f = make(&random, family);
            Svd3         svd;
            double       rows[9], rotation[3][3];
            rows_of(&f, 3, rows);
            svd3(rows, &svd);
            svd3_compose(&svd, (double[3]){1, 1, 1}, rotation);
            const Matrix u = of_rows((const double(*)[3])svd.u), v = of_rows((const double(*)[3])svd.v);
            const Matrix r = of_rows((const double(*)[3])rotation);
            assert_true(lacks_orthogonality(&u, 3) <= 8 * epsilon && lacks_orthogonality(&v, 3) <= 8 * epsilon);
            assert_true(determinant(&u) > 0.5 && determinant(&v) > 0.5 && lacks_orthogonality(&r, 3) <= 16 * epsilon);
            if (!(svd.sigma[0] > least_error()))
                continue;
            const double slack = TWIN_BOUND * epsilon * svd.sigma[0]; // the values are sorted but for rounding
            assert_true(svd.sigma[0] >= svd.sigma[1] - slack && svd.sigma[1] >= fabs(svd.sigma[2]) - slack);
            assert_true(composition_error(&f, &u, svd.sigma, &v, 3) <= TWIN_BOUND * epsilon);
            Matrix scaled = f;
            for (int k = 0; k < 9; k++)
                scaled.c[k / 3][k % 3] /= svd.sigma[0];
            assert_true(rotation_error(&r, &scaled) <= TWIN_BOUND * epsilon);
        }
    }
}

int wide_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin),
        cmocka_unit_test(test_rotations),
        cmocka_unit_test(test_long_way_alone),
        cmocka_unit_test(test_svd),
        cmocka_unit_test(test_two_columns),
        cmocka_unit_test(test_excess),
        cmocka_unit_test(test_inside),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_nothing_has_the_identity),
        cmocka_unit_test(test_what_is_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
