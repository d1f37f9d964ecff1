// The ratio of two samples: closed forms, rounding, inverse, and the same interval in every output.
#include "fake_store.h"

#include "figure/private/plot.h"
#include "judge/compare.h"
#include "judge/verdict.h"
#include "store/sql.h"
#include "table/table.h"

enum { MOST = 30 };

typedef struct Sides {
    double      values[2][MOST], scratch[2][MOST];
    int64_t     rounds[2][MOST];
    RatioSample samples[2];
} Sides;

// Copies the values; paired: both sides have the rounds 1, 2, …
static void make_sides(const double *of, int of_count, const double *over, int over_count, bool paired, Sides *out)
{
    const double *const values[2] = {of, over};
    const int           counts[2] = {of_count, over_count};
    for (int s = 0; s < 2; s++) {
        memcpy(out->values[s], values[s], (size_t)counts[s] * sizeof *of);
        for (int i = 0; i < counts[s]; i++)
            out->rounds[s][i] = i + 1;
        out->samples[s] = (RatioSample){out->values[s], paired ? out->rounds[s] : NULL, counts[s], 0, out->scratch[s]};
    }
}

static Ratio ratio_of(const Sides *s)
{
    Ratio r;
    ratio_init(&s->samples[0], &s->samples[1], &r);
    return r;
}

// ---- the distribution ----

// In the tails, two values follow Student's t with one degree of freedom, which is Cauchy's distribution: the scales of independent samples
// add up.
TEST(two_values_have_the_tails_of_cauchy)
{
    static const double TAILS[] = {0.001, 0.005, 0.025, 0.975, 0.99};
    const double        of[] = {2, 2 * 1.02}, over[] = {1, 1.05}, scales[2] = {log(1.02) / 2, log(1.05) / 2};
    const double        centre = log(2) + scales[0] - scales[1];
    for (int paired = 0; paired < 2; paired++) {
        Sides s;
        make_sides(of, 2, over, 2, paired, &s);
        const Ratio  r = ratio_of(&s);
        const double scale = paired ? fabs(scales[0] - scales[1]) : scales[0] + scales[1], bound = paired ? 1e-9 : 0.012;
        assert_int_equal(r.pairs, 2 * paired);
        for (size_t i = 0; i < sizeof TAILS / sizeof *TAILS; i++) {
            const double p = TAILS[i], away = scale * tan(M_PI * (p - 0.5));
            assert_near(ratio_below(&r, exp(centre + away)), p, bound * fmin(p, 1 - p));
            assert_near(log(ratio_at(&r, p)), centre + away, bound * fabs(away));
        }
        assert_near(log(ratio_at(&r, 0.975)), centre + 12.7062047 * scale, (paired ? 1e-7 : 1e-3) * 12.7 * scale);
    }
}

// The smallest of five quotients is the end for a confidence of 1/32, the next one for 6/32, whatever the rounds have in common.
TEST(pairs_have_the_order_statistics_of_their_quotients)
{
    const double hour[] = {1, 30, 0.2, 5, 7}, quotients[] = {1.3, 1.1, 1.5, 1.2, 1.4};
    double       of[5], over[5];
    Sides        s;
    for (int i = 0; i < 5; i++) {
        over[i] = hour[i];
        of[i] = hour[i] * quotients[i];
    }
    make_sides(of, 5, over, 5, true, &s);
    const Ratio r = ratio_of(&s);
    assert_near(r.value, 1.3, 1e-12);
    assert_near(ratio_at(&r, 1.0 / 32), 1.1, 1e-12);
    assert_near(ratio_at(&r, 6.0 / 32), 1.2, 1e-12);
    assert_near(ratio_at(&r, 31.0 / 32), 1.5, 1e-12);
    assert_near(ratio_below(&r, 1.2), 6.0 / 32, 1e-12);
    make_sides(of, 5, over, 5, false, &s);
    const Ratio samples = ratio_of(&s);
    assert_near(samples.value, 6 / 5.0, 1e-12); // both medians are from the fourth round
    assert_true(ratio_at(&samples, 0.025) < 0.2 && ratio_at(&samples, 0.975) > 5);
}

// Equal clock readings may differ by less than the clock's resolution: the interval includes the rounding of both sides.
TEST(the_rounding_of_both_clocks_counts)
{
    const double of[] = {40, 40, 40, 40, 40, 40, 40, 40}, over[] = {20, 20, 20, 20, 20, 20, 20, 20};
    for (int rounded = 0; rounded < 4; rounded++) {
        Sides s;
        make_sides(of, 8, over, 8, true, &s);
        for (int side = 0; side < 2; side++)
            s.samples[side].rounding = (rounded >> side) % 2;
        const Ratio  r = ratio_of(&s);
        const double rounding = hypot((rounded & 1) / 40.0, (rounded >> 1) / 20.0);
        assert_near(r.value, 2, 0);
        assert_near(ratio_at(&r, 0.025), 2 * exp(-0.475 * rounding), 1e-12);
        assert_near(ratio_at(&r, 0.975), 2 * exp(0.475 * rounding), 1e-12);
        for (int side = 0; side < 2; side++)
            s.samples[side].rounds = NULL;
        const Ratio samples = ratio_of(&s); // the roundings of two samples combine in all ways
        assert_true(rounded == 0 || (ratio_at(&samples, 0.025) < 2 && ratio_at(&samples, 0.975) > 2));
        assert_true(ratio_at(&samples, 0.025) > 2 * exp(-(0.5 / 40 + 0.5 / 20) * 1.5));
    }
}

// ratio_at and ratio_below are inverse functions, and the inverted ratio has the reciprocal ends.
TEST(at_inverts_below)
{
    Random random = {5};
    for (int count = 2; count <= MOST; count += count < 8 ? 1 : 11)
        for (int paired = 0; paired < 2; paired++) {
            double values[2][MOST], last = 0;
            for (int i = 0; i < MOST; i++)
                for (int s = 0; s < 2; s++)
                    values[s][i] = (1 + s) * exp(0.2 * random_unit(&random));
            Sides s, turned;
            make_sides(values[0], count, values[1], paired ? count : (count + 3) / 2, paired, &s);
            make_sides(values[1], paired ? count : (count + 3) / 2, values[0], count, paired, &turned);
            for (int side = 0; side < 2; side++)
                s.samples[side].rounding = turned.samples[!side].rounding = 0.02 * (count % 3) * (1 + side);
            const Ratio r = ratio_of(&s), other = ratio_of(&turned);
            for (double p = 1e-4; p < 1; p += p < 0.01 ? 2 * p : 0.099) {
                const double at = ratio_at(&r, p);
                assert_true(at > last);
                last = at;
                assert_near(ratio_below(&r, at), p, 1e-6);
                assert_near(ratio_below(&other, 1 / at), 1 - p, 1e-6);
            }
        }
}

TEST(draws_follow_the_distribution)
{
    enum { DRAWS = 20000 };
    const double of[] = {1, 1.1, 0.9, 1.05}, over[] = {10, 9, 12, 10.4};
    for (int paired = 0; paired < 2; paired++) {
        Random random = {11};
        Sides  s;
        int    below[3] = {0};
        double at[3];
        make_sides(of, 4, over, 4, paired, &s);
        const Ratio r = ratio_of(&s);
        for (int k = 0; k < 3; k++)
            at[k] = ratio_at(&r, 0.05 + 0.45 * k);
        for (int i = 0; i < DRAWS; i++) {
            const double drawn = ratio_draw(&r, &random);
            for (int k = 0; k < 3; k++)
                below[k] += drawn < at[k];
        }
        for (int k = 0; k < 3; k++)
            assert_near((double)below[k] / DRAWS, 0.05 + 0.45 * k, 0.01);
    }
}

TEST(ratios_without_interval_have_a_value)
{
    static const struct {
        double of[3], over[3];
        int    of_count, over_count;
        bool   paired, known;
        double value;
    } CASES[] = {
        {{4}, {2}, 1, 1, false, false, 2},
        {{4}, {2}, 1, 1, true, false, 2},
        {{4, 5}, {2}, 2, 1, false, false, 2.25},
        {{4, -4, 4}, {2, 2, 2}, 3, 3, true, false, 2},
        {{-4, -4, -4}, {2, 2, 2}, 3, 3, false, false, -2},
        {{-4, -4, -4}, {-2, -2, -1}, 3, 3, true, true, 2}, // the quotients are positive
        {{4, 4, INFINITY}, {2, 2, 2}, 3, 3, true, false, 2},
        {{4, 4, 4}, {0, 2, 2}, 3, 3, true, false, 2},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Sides s;
        make_sides(CASES[i].of, CASES[i].of_count, CASES[i].over, CASES[i].over_count, CASES[i].paired, &s);
        const Ratio r = ratio_of(&s);
        assert_near(r.value, CASES[i].value, 0);
        assert_int_equal(r.known, CASES[i].known);
        assert_int_equal(isnan(ratio_below(&r, 1)), !r.known);
        assert_int_equal(isnan(ratio_at(&r, 0.5)), !r.known);
    }
}

// Rounds are compared in pairs if both sides know their rounds, in order, and the rounds are equal.
TEST(rounds_are_compared_where_they_are_the_same)
{
    static const struct {
        int64_t of[4], over[4];
        int     of_count, over_count, pairs;
    } CASES[] = {
        {{1, 2, 3, 4}, {1, 2, 3, 4}, 4, 4, 4}, {{3, 7}, {3, 7}, 2, 2, 2},          {{1, 2, 3, 4}, {1, 2, 3, 5}, 4, 4, 0},
        {{1, 2, 3, 4}, {2, 4}, 4, 2, 0},       {{1, 2, 3, 4}, {1, 2, 3}, 4, 3, 0}, {{0, 1, 2}, {0, 1, 2}, 3, 3, 0},
        {{1, 3, 2}, {1, 3, 2}, 3, 3, 0},       {{1, 1, 2}, {1, 1, 2}, 3, 3, 0},
    };
    const double values[] = {1, 2, 3, 5};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Sides s;
        make_sides(values, CASES[i].of_count, values, CASES[i].over_count, true, &s);
        memcpy(s.rounds[0], CASES[i].of, sizeof CASES[i].of);
        memcpy(s.rounds[1], CASES[i].over, sizeof CASES[i].over);
        assert_int_equal(ratio_of(&s).pairs, CASES[i].pairs);
    }
}

// ---- in every output ----

static const char TEXT[] =
    "name: fake\n"
    "figures:\n"
    "  - {name: a, data: step, x: threads, y: step_ms, series: [solver], relative_to: {solver: pbd}}\n"
    "  - {name: p, data: work, style: performance_profile, x: step_ms, series: [solver], problems: [threads]}\n"
    "tables:\n"
    "  - {name: t, data: step, rows: [threads], columns: solver, values: [step_ms], best: least}\n"
    "verdicts:\n"
    "  - {id: v, claim: v, data: step, value: step_ms, of: {solver: pbd}, against: {solver: xpbd}, compare: ratio, below: 1}\n";

enum { PROCESSES = 5 };

typedef struct Shown {
    int ns[2][PROCESSES]; // of pbd, and of xpbd
    int counts[2], shift; // of the rounds of xpbd
} Shown;

static void add_processes(Store *store, int64_t run, int64_t id, int64_t build, const int *ns, int count, int shift)
{
    for (int i = 0; i < count; i++) {
        int64_t            process = 0;
        const StoreProcess row = {.run = run, .case_id = id, .build = build, .round = 1 + shift + i, .position = 1};
        assert_ok(fake_timed(store, id, build, 20, 5, ns[i]));
        assert_ok(store_process(store, &row, &process));
        assert_ok(sql_run(store_handle(store), NULL, "UPDATE repetition SET process = ? WHERE id = (SELECT max(id) FROM repetition)", "i",
                          process));
    }
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
}

typedef struct Numbers {
    double value, low, high;
} Numbers;

static void assert_numbers(const char *where, Numbers got, Numbers right)
{
    const double difference = fmax(fabs(got.value - right.value), fmax(fabs(got.low - right.low), fabs(got.high - right.high)));
    if (!(difference <= 1e-12))
        fail_msg("%s has %.15g (%.15g to %.15g), not %.15g (%.15g to %.15g)", where, got.value, got.low, got.high, right.value, right.low,
                 right.high);
}

// The ratio of the new build to the old one, by `compare`.
static Numbers compared(Store *store)
{
    char           *text = NULL;
    size_t          size = 0;
    FILE           *out = open_memstream(&text, &size);
    CompareSettings settings = {.sides = {{store, "made", "old"}, {store, "made", "new"}}, .threshold = 0.03, .format = COMPARE_JSON};
    const Status    status = compare_write(&settings, out);
    fclose(out);
    assert_true(status.code == STATUS_OK || status.code == STATUS_REGRESSION);
    json_t       *root = json_loads(text, 0, NULL);
    const json_t *c = json_object_get(json_array_get(json_object_get(root, "cases"), 0), "time");
    const Numbers shown = {json_number_value(json_object_get(c, "ratio")), json_number_value(json_object_get(c, "low")),
                           json_number_value(json_object_get(c, "high"))};
    json_decref(root);
    free(text);
    return shown;
}

static Numbers drawn(Dataset *d, const FigureSpec *spec)
{
    Plot    plot;
    Numbers shown = {NAN, NAN, NAN};
    assert_ok(plot_init(d, spec, &plot));
    for (int i = 0; i < plot.point_count; i++)
        if (strcmp(plot.points[i].key[0].text, "xpbd") == 0)
            shown = (Numbers){plot.points[i].y, plot.points[i].low, plot.points[i].high};
    return shown;
}

// Whether the performance profile treats the two as equal.
static bool tied(Dataset *d, const FigureSpec *spec)
{
    Plot plot;
    assert_ok(plot_init(d, spec, &plot));
    const bool tie = plot.share.ties == 1;
    assert_int_equal(plot.share.pairs, 1);
    return tie;
}

static void check_shown(FakeStore *f, const Shown *made)
{
    Sides  s;
    double ms[2][PROCESSES];
    Table  table;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < made->counts[side]; i++)
            ms[side][i] = made->ns[side][i] / 1e6;
    make_sides(ms[0], made->counts[0], ms[1], made->counts[1], true, &s);
    for (int side = 0; side < 2; side++) {
        s.samples[side].rounding = CLOCK_STEP_MS;
        for (int i = 0; i < made->counts[side]; i++)
            s.rounds[side][i] += side * made->shift;
    }
    const Ratio   r = ratio_of(&s);
    const Numbers right = {r.value, ratio_at(&r, 0.025), ratio_at(&r, 0.975)};
    fake_load(f, NULL);
    VerdictResult verdict;
    assert_ok(verdict_compute(&f->dataset, &f->specs.verdicts[0], 1, &verdict));
    assert_ok(table_init(&f->dataset, &f->specs.tables[0], &table));
    assert_numbers("the verdict", (Numbers){verdict.number, verdict.low, verdict.high}, right);
    assert_numbers("the figure", drawn(&f->dataset, &f->specs.figures[0]), right);
    assert_numbers("the comparison", compared(f->store), right);
    assert_int_equal(verdict.answer == VERDICT_YES, right.high < 1);
    assert_int_equal(table.cells[1].best, right.high < 1); // of pbd
    assert_int_equal(tied(&f->dataset, &f->specs.figures[1]), right.low < 1 && right.high > 1);
}

// The same samples, with clock readings so coarse that rounding decides: all rounds paired, some rounds in common, and no round in common.
TEST(all_outputs_show_the_same_interval)
{
    static const Shown SHOWN[] = {
        {{{40, 40}, {41, 41}}, {2, 2}, 0},
        {{{40, 40}, {41, 41}}, {2, 2}, 2},
        {{{40, 41, 40, 40, 40}, {41, 42, 42, 41, 41}}, {5, 5}, 0},
        {{{40, 41, 40, 40, 40}, {42, 44, 43, 42, 42}}, {5, 5}, 1},
        {{{40, 41, 40, 40, 40}, {42, 44, 43}}, {5, 3}, 2},
        {{{2000, 2010, 1990, 2020, 2015}, {2005, 2010, 2000, 2030, 2012}}, {5, 5}, 0},
        {{{2000, 6010, 990, 3020, 2015}, {2005, 6060, 1020, 3130, 2112}}, {5, 5}, 0},
        {{{2000, 2010, 1990, 2020, 2015}, {2305, 2410, 2300}}, {5, 3}, 9},
    };
    const FakeCase fakes[] = {{"pbd", NULL, "f64", 8, 5, 1}, {"xpbd", NULL, "f64", 8, 5, 1}};
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; i++) {
        const Shown  *made = &SHOWN[i];
        FakeStore    *f = fake_open(TEXT);
        const int64_t builds[2] = {fake_build(f->store, "old", "f64"), fake_build(f->store, "new", "f64")};
        int64_t       run = 0;
        assert_ok(store_run(f->store, f->experiment, 1, "", &run));
        for (int c = 0; c < 2; c++) { // the old build of pbd has the times of xpbd
            const int64_t id = fake_case(f->store, f->experiment, c, &fakes[c]);
            if (c == 0)
                add_processes(f->store, run, id, builds[0], made->ns[1], made->counts[1], made->shift);
            add_processes(f->store, run, id, builds[1], made->ns[c], made->counts[c], c * made->shift);
        }
        fake_sql(f->store, "UPDATE outcome SET updated = CASE build_id WHEN %lld THEN '2026-01-02' ELSE '2026-01-01' END",
                 (long long)builds[1]);
        check_shown(f, made);
        fake_close((void **)&f);
    }
}
