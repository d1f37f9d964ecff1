// Every function of math/wide.h and wide_atan2, lane by lane against plain arithmetic. Compiled once for each instruction set in both
// precisions (tests/CMakeLists.txt); a set that this processor does not have is skipped.
#include "math/wide.h"
#include "base/random.h"
#include "check.h"
#include "math/wide_atan2.h"
#include "wide_tests.h"

#ifdef WEFT_REAL_F32
typedef double   Exact;
typedef uint32_t Bits;
enum { MANTISSA = 23, LEAST_EXPONENT = -126 };
#else
typedef long double Exact; // 64 bits of mantissa or more
typedef uint64_t    Bits;
enum { MANTISSA = 52, LEAST_EXPONENT = -1022 };
#endif

static const real HUGE_REAL = (real)INFINITY;

static Bits bits_of(real value)
{
    Bits bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static real of_bits(Bits bits)
{
    real value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_same(real a, real b)
{
    return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b));
}

#define CHECK_SAME(got, expected) \
    do { \
        const real got_ = (got), expected_ = (expected); \
        if (!is_same(got_, expected_)) \
            fail_msg("lane %d: %s = %.17g, not %.17g", k, #got, (double)got_, (double)expected_); \
    } while (0)

static real any_real(Random *random)
{
    return of_bits((Bits)random_bits(random));
}

static wide random_wide(Random *random)
{
    wide out = {0};
    for (int k = 0; k < WIDE_LANES; k++)
        out[k] = (real)(4 * random_unit(random) - 2);
    return out;
}

// Numbers around limits of formats and formulas, of both signs.
enum { SPECIALS = 30 };

static void specials(real out[SPECIALS])
{
    const Bits least_normal = (Bits)1 << MANTISSA, infinite = bits_of(HUGE_REAL);
    const Bits positive[SPECIALS / 2] = {0,
                                         1,
                                         least_normal / 2,
                                         least_normal - 1,
                                         least_normal,
                                         least_normal + 1,
                                         bits_of(1) - 1,
                                         bits_of(1),
                                         bits_of(1) + 1,
                                         bits_of(2) - 1,
                                         bits_of(4),
                                         infinite - least_normal,
                                         infinite - 1,
                                         infinite,
                                         infinite + 1};
    for (int i = 0; i < SPECIALS / 2; i++) {
        out[2 * i] = of_bits(positive[i]);
        out[2 * i + 1] = -of_bits(positive[i]);
    }
}

// ---- columns ----

static void test_loads_and_stores_touch_count_lanes(void **state)
{
    Random random = {1};
    real   from[2 * WIDE_LANES + 2], to[2 * WIDE_LANES + 2];
    for (int offset = 0; offset <= WIDE_LANES; offset++)
        for (int count = 0; count <= WIDE_LANES; count++) {
            for (int i = 0; i < 2 * WIDE_LANES + 2; i++)
                from[i] = any_real(&random), to[i] = any_real(&random);
            real before[2 * WIDE_LANES + 2];
            memcpy(before, to, sizeof before);
            const wide value = wide_load(from + offset, count);
            for (int k = 0; k < WIDE_LANES; k++)
                CHECK_SAME(value[k], k < count ? from[offset + k] : 0);
            wide_store(to + offset, wide_load(from, WIDE_LANES), count);
            for (int k = 0; k < 2 * WIDE_LANES + 2; k++)
                CHECK_SAME(to[k], k >= offset && k < offset + count ? from[k - offset] : before[k]);
        }
}

// Memory behind the last lane must not be touched: the page after it may not be mapped.
static void test_bytes(void **state)
{
    Random random = {2};
    for (int count = 0; count <= WIDE_LANES; count++)
        for (int round = 0; round < 20; round++) {
            int8_t bytes[WIDE_LANES];
            for (int k = 0; k < WIDE_LANES; k++)
                bytes[k] = (int8_t)random_below(&random, 3);
            for (int byte = 0; byte < 3; byte++) {
                const WideMask mask = wide_bytes_equal(bytes, count, byte);
                for (int k = 0; k < WIDE_LANES; k++)
                    assert_int_equal(wide_mask_at(mask, k), k < count && bytes[k] == byte);
            }
        }
}

// ---- masks and arithmetic ----

static void check_pair(wide a, wide b)
{
    const WideMask less = wide_less(a, b), at_least = wide_greater_equal(a, b), differ = wide_differ(a, b);
    const WideMask both = wide_both(at_least, differ), either = wide_either(less, at_least);
    bool           any = false, all = true;
    const wide     chosen = wide_choose(less, a, b), kept = wide_where(less, a);
    const wide     low = wide_min(a, b), high = wide_max(a, b);
    for (int k = 0; k < WIDE_LANES; k++) {
        assert_int_equal(wide_mask_at(less, k), a[k] < b[k]);
        assert_int_equal(wide_mask_at(at_least, k), a[k] >= b[k]);
        assert_int_equal(wide_mask_at(differ, k), a[k] != b[k]);
        assert_int_equal(wide_mask_at(both, k), a[k] > b[k]);
        assert_int_equal(wide_mask_at(either, k), wide_mask_at(less, k) || wide_mask_at(at_least, k));
        any |= a[k] < b[k];
        all &= a[k] < b[k];
        CHECK_SAME(chosen[k], a[k] < b[k] ? a[k] : b[k]);
        CHECK_SAME(kept[k], a[k] < b[k] ? a[k] : 0);
        CHECK_SAME(low[k], a[k] < b[k] ? a[k] : b[k]);
        CHECK_SAME(high[k], a[k] > b[k] ? a[k] : b[k]);
    }
    assert_int_equal(wide_any(less), any);
    assert_int_equal(wide_all_of(less), all);
    for (int count = 0; count <= WIDE_LANES; count++)
        for (int k = 0; k < WIDE_LANES; k++)
            assert_int_equal(wide_mask_at(wide_first(count), k), k < count);
}

static void test_masks(void **state)
{
    Random random = {3};
    real   special[SPECIALS];
    specials(special);
    for (int i = 0; i < SPECIALS; i++)
        for (int j = 0; j < SPECIALS; j++) {
            wide a = {0}, b = {0};
            for (int k = 0; k < WIDE_LANES; k++)
                a[k] = special[(i + k) % SPECIALS], b[k] = special[(j + 7 * k) % SPECIALS];
            check_pair(a, b);
        }
    for (int i = 0; i < 1000; i++)
        check_pair(random_wide(&random), random_wide(&random));
}

// Rounded once in every lane, or twice in every lane.
static void test_fused(void **state)
{
    Random random = {4};
    int    once = 0, twice = 0;
    for (int i = 0; i < 2000; i++) {
        const wide a = random_wide(&random), b = random_wide(&random), c = random_wide(&random);
        const wide sum = wide_fma(a, b, c), rest = wide_minus_product(c, a, b);
        for (int k = 0; k < WIDE_LANES; k++) {
#ifdef WEFT_REAL_F32
            const real fused = fmaf(a[k], b[k], c[k]), left = fmaf(-a[k], b[k], c[k]);
#else
            const real fused = fma(a[k], b[k], c[k]), left = fma(-a[k], b[k], c[k]);
#endif
            const volatile real product = a[k] * b[k];
            const real          apart = product + c[k], left_apart = c[k] - product;
            assert_true(sum[k] == fused || sum[k] == apart);
            assert_true(rest[k] == left || rest[k] == left_apart);
            once += sum[k] != apart || rest[k] != left_apart;
            twice += sum[k] != fused || rest[k] != left;
        }
    }
    assert_true((once > 0) != (twice > 0));
}

static void test_roots_and_clamps(void **state)
{
    Random random = {5};
    for (int i = 0; i < 2000; i++) {
        const wide a = random_wide(&random), b = random_wide(&random), low = wide_min(a, b), high = wide_max(a, b);
        const wide value = random_wide(&random), root = wide_sqrt(value * value), clamped = wide_clamp(value, low, high);
        const wide all = wide_all(value[0]);
        for (int k = 0; k < WIDE_LANES; k++) {
            CHECK_SAME(root[k], real_sqrt(value[k] * value[k]));
            CHECK_SAME(clamped[k], value[k] < low[k] ? low[k] : value[k] > high[k] ? high[k] : value[k]);
            CHECK_SAME(all[k], value[0]);
        }
    }
    const int  k = 0;
    const wide clamped = wide_clamp(wide_all((real)NAN), wide_all(1), wide_all(2));
    CHECK_SAME(clamped[k], 1);
    CHECK_SAME(wide_all((real)-0.0)[k], (real)-0.0);
}

// ---- 1/√a and 1/a ----

typedef struct Inverse {
    const char *name;
    wide (*compute)(wide a);
    Exact (*exact)(Exact a);
    Exact worst; // units in the last place
} Inverse;

static wide rsqrt(wide a)
{
    return wide_rsqrt(a);
}

static wide reciprocal(wide a)
{
    return wide_reciprocal(a);
}

static wide rsqrt_normal(wide a)
{
    return wide_rsqrt_normal(a);
}

static wide reciprocal_normal(wide a)
{
    return wide_reciprocal_normal(a);
}

static Exact exact_rsqrt(Exact a)
{
#ifdef WEFT_REAL_F32
    return 1 / sqrt(a);
#else
    return 1 / sqrtl(a);
#endif
}

static Exact exact_reciprocal(Exact a)
{
    return 1 / a;
}

static bool is_subnormal(Exact a)
{
    const Exact min = (Exact)of_bits((Bits)1 << MANTISSA);
    return a != 0 && -min < a && a < min;
}

static Exact unit_of(Exact value)
{
    int exponent;
#ifdef WEFT_REAL_F32
    frexp(value, &exponent);
    return ldexp(1, exponent - 1 - MANTISSA);
#else
    frexpl(value, &exponent);
    return ldexpl(1, exponent - 1 - MANTISSA);
#endif
}

static void check_inverse(Inverse *inverse, real a, real got)
{
    const Exact exact = inverse->exact((Exact)a), largest = (Exact)of_bits(bits_of(HUGE_REAL) - 1);
    const bool  root = inverse->exact == exact_rsqrt;
    if (isnan(a) || (root && a < 0)) {
        if (!isnan(got) && !(is_subnormal((Exact)a) && got == -HUGE_REAL))
            fail_msg("%s(%.17g) = %.17g", inverse->name, (double)a, (double)got);
    } else if (a == 0 || isinf(a)) {
        if (!is_same(got, a == 0 ? (signbit(a) ? -HUGE_REAL : HUGE_REAL) : signbit(a) ? (real)-0.0 : 0))
            fail_msg("%s(%.17g) = %.17g", inverse->name, (double)a, (double)got);
    } else if (is_subnormal(exact)) {
        if (signbit(got) != signbit(a) || isnan(got) ||
            (got != 0 && !is_subnormal((Exact)got) && fabs((double)got) > 1.01 * (double)fabs((double)exact)))
            fail_msg("%s(%.17g) = %.17g", inverse->name, (double)a, (double)got);
    } else if (!(is_subnormal((Exact)a) && isinf(got) && signbit(got) == signbit(a))) {
        Exact error = ((Exact)got - exact) / unit_of(exact);
        error = error < 0 ? -error : error;
        if (exact > largest || exact < -largest) // rounded to infinity or not
            error = isinf(got) || error < WIDE_ULP ? 0 : error;
        if (!(error <= WIDE_ULP))
            fail_msg("%s(%.17g) = %.17g, off by %g units in the last place", inverse->name, (double)a, (double)got, (double)error);
        if (error > inverse->worst)
            inverse->worst = error;
    }
}

static void check_lanes(Inverse *inverse, wide a)
{
    const wide got = inverse->compute(a);
    for (int k = 0; k < WIDE_LANES; k++)
        check_inverse(inverse, a[k], got[k]);
    // The same in another place among others.
    wide turned = {0};
    for (int k = 0; k < WIDE_LANES; k++)
        turned[k] = a[(k + 1) % WIDE_LANES];
    const wide again = inverse->compute(turned);
    for (int k = 0; k < WIDE_LANES; k++)
        CHECK_SAME(again[k], got[(k + 1) % WIDE_LANES]);
}

// The functions for normal numbers: the bits of the others.
static void test_normal_inverses(void **state)
{
    const real min = of_bits((Bits)1 << MANTISSA), max = 1 / min;
    Random     random = {7};
    wide       a = {0};
    int        tried = 0;
    for (int i = 0; i < 1000000 / WIDE_LANES; i++) {
        for (int k = 0; k < WIDE_LANES; k++)
            a[k] = any_real(&random);
        const wide root = rsqrt(a), root_normal = rsqrt_normal(a), inverse = reciprocal(a), inverse_normal = reciprocal_normal(a);
        for (int k = 0; k < WIDE_LANES; k++)
            if (a[k] >= min && a[k] <= max) {
                CHECK_SAME(root_normal[k], root[k]);
                CHECK_SAME(inverse_normal[k], inverse[k]);
                tried++;
            }
    }
    assert_true(tried > 100000);
    (void)state;
}

static void test_inverses(void **state)
{
    Inverse inverses[] = {{.name = "rsqrt", .compute = rsqrt, .exact = exact_rsqrt},
                          {.name = "reciprocal", .compute = reciprocal, .exact = exact_reciprocal}};
    real    special[SPECIALS];
    specials(special);
    for (int f = 0; f < 2; f++) {
        Random random = {6};
        wide   a = {0};
        for (int i = 0; i < SPECIALS; i++) {
            for (int k = 0; k < WIDE_LANES; k++)
                a[k] = special[(i + k) % SPECIALS];
            check_lanes(&inverses[f], a);
        }
        for (int i = 0; i < 2000000 / WIDE_LANES; i++) { // of every magnitude
            for (int k = 0; k < WIDE_LANES; k++)
                a[k] = any_real(&random);
            check_lanes(&inverses[f], a);
        }
        for (int i = 0; i < 2000000 / WIDE_LANES; i++) { // all leading bits between 1 and 4, where the estimates come from a table
            for (int k = 0; k < WIDE_LANES; k++)
                a[k] = of_bits(bits_of(1) + ((Bits)(i * WIDE_LANES + k) << (MANTISSA - 20)) +
                               ((Bits)random_bits(&random) >> (8 * sizeof(Bits) - MANTISSA + 20)) % ((Bits)1 << (MANTISSA - 20)));
            check_lanes(&inverses[f], a);
        }
        print_message("%s of %d %s lanes, %s: at most %.3f units in the last place\n", inverses[f].name, WIDE_LANES, REAL_NAME, WIDE_NAME,
                      (double)inverses[f].worst);
        // An estimate without its refinement steps is off by thousands of units, and nothing is rounded better than to half a unit.
        assert_true((double)inverses[f].worst > 0.4);
    }
}

static void test_roots(void **state)
{
    Random random = {10};
    double worst = 0;
    for (int i = 0; i < 1000000 / WIDE_LANES; i++) {
        wide a = {0};
        for (int k = 0; k < WIDE_LANES; k++)
            do
                a[k] = real_abs(any_real(&random));
            while (!isfinite(a[k]) || a[k] < of_bits((Bits)1 << MANTISSA));
        const wide root = wide_root(a, wide_rsqrt(a));
        for (int k = 0; k < WIDE_LANES; k++) {
            const Exact exact = 1 / exact_rsqrt((Exact)a[k]), error = ((Exact)root[k] - exact) / unit_of(exact);
            const bool  small = a[k] < of_bits((Bits)(2 * MANTISSA + 5) << MANTISSA);
            if (!(fabs((double)error) <= (small ? 1 : WIDE_ROOT_ULP)))
                fail_msg("root of %.17g: %.17g, off by %g units in the last place", (double)a[k], (double)root[k], (double)error);
            worst = small ? worst : fmax(worst, fabs((double)error));
        }
    }
    print_message("root: at most %.4f units in the last place\n", worst);
}

// ---- angles ----

static Exact exact_atan2(real y, real x)
{
#ifdef WEFT_REAL_F32
    return atan2((Exact)y, (Exact)x);
#else
    return atan2l((Exact)y, (Exact)x);
#endif
}

static void check_angle(real y, real x, real got)
{
    const Exact exact = exact_atan2(y == 0 ? 0 : y, x == 0 ? 0 : x), unit = unit_of(exact); // −0 is taken for 0
    const Exact error = ((Exact)got - exact) / unit;
    if (is_subnormal(exact)) // y / x is so small that it is one
        return;
    if (exact == 0 ? got != 0 : !(fabs((double)error) <= WIDE_ATAN2_ULP))
        fail_msg("wide_atan2(%.17g, %.17g) = %.17g, off by %g units in the last place", (double)y, (double)x, (double)got, (double)error);
}

static void check_angles(wide y, wide x)
{
    const wide got = wide_atan2(y, x);
    wide       turned_y = {0}, turned_x = {0};
    for (int k = 0; k < WIDE_LANES; k++) {
        check_angle(y[k], x[k], got[k]);
        turned_y[k] = y[(k + 1) % WIDE_LANES];
        turned_x[k] = x[(k + 1) % WIDE_LANES];
    }
    const wide again = wide_atan2(turned_y, turned_x); // the same in another place among others
    for (int k = 0; k < WIDE_LANES; k++)
        CHECK_SAME(again[k], got[(k + 1) % WIDE_LANES]);
}

// Angles all round the circle, and close to the switch from one formula to another: the axes, the diagonals, tan π/8.
static void test_angles(void **state)
{
    static const double NEAR[] = {0,
                                  0.39269908169872415481,
                                  0.78539816339744830962,
                                  1.17809724509617246442,
                                  1.57079632679489661923,
                                  2.74889357189106908365,
                                  3.14159265358979323846};
    Random              random = {31};
    for (int round = 0; round < 40000; round++) {
        wide y = {0}, x = {0};
        for (int k = 0; k < WIDE_LANES; k++) {
            const double whole = 3.14159265358979323846 * (2 * random_unit(&random) - 1), size = pow(10, 20 * random_unit(&random) - 10);
            const double near = NEAR[random_below(&random, 7)] + pow(10, -16 * random_unit(&random)) * (random_unit(&random) - 0.5);
            const double angle = round % 2 ? whole : random_below(&random, 2) ? near : -near;
            y[k] = (real)(size * sin(angle));
            x[k] = (real)(size * cos(angle));
        }
        check_angles(y, x);
    }
    static const real EDGE[] = {0, (real)-0.0, 1, -1, (real)1e-30, (real)-1e-30, (real)1e30, (real)-1e30};
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++)
            check_angles(wide_all(EDGE[a]) * 1, wide_all(EDGE[b]));
}

// ---- blocks ----

enum { BLOCKS = 64 };

typedef struct Field {
    real4   block[BLOCKS];
    int32_t index[4 * WIDE_LANES];
} Field;

static real component(const real4 *block, int c)
{
    return c == 0 ? block->x : c == 1 ? block->y : c == 2 ? block->z : block->w;
}

static real column(const WideColumns *columns, int c, int k)
{
    return c == 0 ? columns->x[k] : c == 1 ? columns->y[k] : c == 2 ? columns->z[k] : columns->w[k];
}

// Blocks of any bits, and an index of different ones in no order.
static void field_make(Field *field, Random *random)
{
    for (int i = 0; i < BLOCKS; i++)
        field->block[i] = (real4){any_real(random), any_real(random), any_real(random), any_real(random)};
    int32_t order[BLOCKS] = {0};
    for (int i = 0; i < BLOCKS; i++) {
        const int j = (int)random_below(random, (uint64_t)i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    memcpy(field->index, order, sizeof field->index);
}

static void test_blocks_are_transposed(void **state)
{
    Random random = {7};
    for (int round = 0; round < 200; round++) {
        Field field;
        field_make(&field, &random);
        for (int stride = 1; stride <= 4; stride++) {
            const WideBlocks  blocks = wide_load_blocks(field.block, field.index, stride);
            const WideColumns columns = wide_columns(&blocks);
            const WideBlocks  back = wide_blocks(&columns);
            for (int k = 0; k < WIDE_LANES; k++)
                for (int c = 0; c < 4; c++) {
                    const real expected = component(&field.block[field.index[k * stride]], c);
                    CHECK_SAME(wide_block_at(&blocks, k, c), expected);
                    CHECK_SAME(column(&columns, c, k), expected);
                    CHECK_SAME(wide_block_at(&back, k, c), expected);
                }
        }
    }
}

static void test_count_blocks_are_stored(void **state)
{
    Random random = {8};
    for (int round = 0; round < 50; round++)
        for (int stride = 1; stride <= 4; stride++)
            for (int count = 0; count <= WIDE_LANES; count++) {
                Field from, to;
                field_make(&from, &random);
                field_make(&to, &random);
                real4 expected[BLOCKS];
                memcpy(expected, to.block, sizeof expected);
                for (int k = 0; k < count; k++)
                    expected[to.index[k * stride]] = from.block[from.index[k]];
                wide_store_blocks(to.block, to.index, stride, wide_load_blocks(from.block, from.index, 1), count);
                for (int k = 0; k < BLOCKS; k++)
                    for (int c = 0; c < 4; c++)
                        CHECK_SAME(component(&to.block[k], c), component(&expected[k], c));
            }
}

// An index that is too short is filled up with its first tuple, and memory behind it is not read.
static void test_padding(void **state)
{
    int32_t index[4 * WIDE_LANES], padded[4 * WIDE_LANES];
    for (int v = 1; v <= 4; v++)
        for (int count = 1; count <= WIDE_LANES; count++) {
            for (int i = 0; i < 4 * WIDE_LANES; i++)
                index[i] = i < v * count ? 1000 + i : -1;
            wide_pad_index(index, v, count, padded);
            for (int i = 0; i < v * WIDE_LANES; i++)
                assert_int_equal(padded[i], i < v * count ? 1000 + i : 1000 + i % v);
        }
}

static WideBlocks random_blocks(Random *random)
{
    const WideColumns columns = {random_wide(random), random_wide(random), random_wide(random), random_wide(random)};
    return wide_blocks(&columns);
}

static void test_block_arithmetic(void **state)
{
    Random random = {9};
    for (int round = 0; round < 500; round++) {
        WideBlocks p = random_blocks(&random), q = random_blocks(&random);
        const wide s = random_wide(&random);
        wide_block_set(&q, round % WIDE_LANES, 3, round % 2 ? (real)NAN : (real)INFINITY); // w of the second stays out of everything
        const WideBlocks  between = wide_offset(&p, &q), there = wide_plus(&p, s, &q), back = wide_minus(&p, s, &q);
        const WideColumns a = wide_columns(&p), b = wide_columns(&q);
        const wide        dot = wide_dot3(a, b), sums[3] = {wide_fma(s, b.x, a.x), wide_fma(s, b.y, a.y), wide_fma(s, b.z, a.z)};
        const wide        rests[3] = {wide_minus_product(a.x, s, b.x), wide_minus_product(a.y, s, b.y), wide_minus_product(a.z, s, b.z)};
        const wide        sum = wide_fma(a.z, b.z, wide_fma(a.y, b.y, a.x * b.x));
        for (int k = 0; k < WIDE_LANES; k++) {
            CHECK_SAME(dot[k], sum[k]);
            for (int c = 0; c < 3; c++) {
                CHECK_SAME(wide_block_at(&between, k, c), column(&a, c, k) - column(&b, c, k));
                CHECK_SAME(wide_block_at(&there, k, c), sums[c][k]);
                CHECK_SAME(wide_block_at(&back, k, c), rests[c][k]);
            }
            CHECK_SAME(wide_block_at(&between, k, 3), a.w[k]);
            CHECK_SAME(wide_block_at(&there, k, 3), a.w[k]);
            CHECK_SAME(wide_block_at(&back, k, 3), a.w[k]);
        }
    }
}

// ---- the instruction set of the tests ----

// A build for an instruction set must use it; otherwise these results would belong to another set.
static void test_instruction_set(void **state)
{
    assert_string_equal(WIDE_NAME, WEFT_TEST_WIDE[0] ? WEFT_TEST_WIDE : WIDE_NAME);
    assert_true(sizeof(wide) == WIDE_LANES * sizeof(real));
    assert_true(WIDE_LANES == 1 || sizeof(wide) == WIDE_BYTES);
}

int wide_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instruction_set),
        cmocka_unit_test(test_loads_and_stores_touch_count_lanes),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_fused),
        cmocka_unit_test(test_roots_and_clamps),
        cmocka_unit_test(test_inverses),
        cmocka_unit_test(test_normal_inverses),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_angles),
        cmocka_unit_test(test_blocks_are_transposed),
        cmocka_unit_test(test_count_blocks_are_stored),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_block_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
