// Trajectories in one file: what was written is what is read, and what is cut off or something else is refused; the order and the unit of
// particles are found, or what is wrong with them is said.
#include <endian.h>

#include "scene/trajectory.h"
#include "scene_rig.h"

typedef double Vector[3];

enum { FRAMES = 3, PARTICLES = 4, NUMBERS = 3 * FRAMES * PARTICLES };

// Of frame f, particle i, along k.
static double number_at(int f, int i, int k)
{
    return (k == 0 ? i : k == 1 ? 0.25 * i * i : -i) + 0.125 * f * (k + 1);
}

typedef struct Bytes {
    char   all[4096];
    size_t count;
} Bytes;

static void put(Bytes *b, const void *bytes, size_t count)
{
    assert_true(b->count + count <= sizeof b->all);
    memcpy(b->all + b->count, bytes, count);
    b->count += count;
}

static void put_word(Bytes *b, uint32_t word, bool big)
{
    word = big ? htobe32(word) : htole32(word);
    put(b, &word, sizeof word);
}

static void put_float(Bytes *b, double value, bool big)
{
    const float single = (float)value;
    uint32_t    word;
    memcpy(&word, &single, sizeof word);
    put_word(b, word, big);
}

static void put_positions(Bytes *b, bool wide, bool big)
{
    for (int n = 0; n < NUMBERS; n++) {
        const double value = number_at(n / (3 * PARTICLES), n / 3 % PARTICLES, n % 3);
        uint64_t     word;
        memcpy(&word, &value, sizeof word);
        word = htole64(word);
        if (wide)
            put(b, &word, sizeof word);
        else
            put_float(b, value, big);
    }
}

static const char *write_part(const char *name, const Bytes *b, size_t count)
{
    const char *path = in_folder(name);
    FILE       *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(b->all, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
    return path;
}

static Bytes npy(const char *header, int version, bool wide)
{
    Bytes          b = {.count = 0};
    const uint16_t length = htole16((uint16_t)strlen(header));
    put(&b, "\x93NUMPY", 6);
    put(&b, &(char){(char)version}, 1);
    put(&b, &(char){0}, 1);
    if (version >= 2)
        put_word(&b, (uint32_t)strlen(header), false);
    else
        put(&b, &length, sizeof length);
    put(&b, header, strlen(header));
    put_positions(&b, wide, false);
    return b;
}

static Bytes pc2(int version, double rate)
{
    Bytes b = {.count = 0};
    put(&b, "POINTCACHE2", 12);
    put_word(&b, (uint32_t)version, false);
    put_word(&b, PARTICLES, false);
    put_float(&b, 1, false);
    put_float(&b, rate, false);
    put_word(&b, FRAMES, false);
    put_positions(&b, false, false);
    return b;
}

static Bytes mdd(void)
{
    Bytes b = {.count = 0};
    put_word(&b, FRAMES, true);
    put_word(&b, PARTICLES, true);
    for (int f = 0; f < FRAMES; f++)
        put_float(&b, 0.5 * f, true);
    put_positions(&b, false, true);
    return b;
}

// ---- formats ----

static void check_read(const char *name, const Bytes *b, bool timed, double rate)
{
    Trajectory t;
    assert_ok(trajectory_read(write_part(name, b, b->count), &t));
    assert_int_equal(t.frame_count, FRAMES);
    assert_int_equal(t.particle_count, PARTICLES);
    assert_null(t.velocity);
    assert_true(t.rate == rate && !t.time_s == !timed && (!timed || t.time_s[2] == 1));
    for (int n = 0; n < NUMBERS; n++)
        assert_true(t.position[n / 3][n % 3] == number_at(n / (3 * PARTICLES), n / 3 % PARTICLES, n % 3));
    trajectory_destroy(&t);
    for (size_t count = 0; count < b->count; count++) { // cut off anywhere
        const Status status = trajectory_read(write_part(name, b, count), &t);
        assert_int_equal(status.code, STATUS_INPUT);
        assert_non_null(strstr(status.text, name));
        assert_null(t.position);
    }
}

static void reads_what_was_written(void **state)
{
    const Bytes wide = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3), }\n", 1, true),
                single = npy("{'shape': (3,4,3), 'fortran_order': False, 'descr': '<f4'}", 2, false), cache = pc2(1, 2.5), times = mdd();
    check_read("wide.npy", &wide, false, 1);
    check_read("single.npy", &single, false, 1);
    check_read("cache.PC2", &cache, false, 2.5);
    check_read("times.mdd", &times, true, 1);
}

static void refuse_npy(const char *header, const char *expected)
{
    Trajectory  t;
    const Bytes b = npy(header, 1, true);
    assert_fails(trajectory_read(write_part("a.npy", &b, b.count), &t), STATUS_INPUT, expected);
}

static void refuses_what_is_something_else(void **state)
{
    Trajectory t;
    refuse_npy("{'descr': '<i8', 'fortran_order': False, 'shape': (3, 4, 3), }", "its numbers are '<i8'; write it with numpy.save");
    refuse_npy("{'descr': '>f8', 'fortran_order': False, 'shape': (3, 4, 3), }", "a.astype('<f8')");
    refuse_npy("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4, 3), }", "numpy.ascontiguousarray(a)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 12), }", "its shape is (3, 12), must be (frames, particles, 3)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 4), }", "must be (frames, particles, 3)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3, 1), }", "must be (frames, particles, 3)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 5, 3), }", "3 frames of 5 particles, which do not fit");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4, 3), }", "both must be at least 1");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (768614336404564650, 768614336404564650, 3), }", "which do not fit");
    refuse_npy("{'descr': '<f8', 'shape': (3, 4, 3), }", "is not there");
    const Bytes version = pc2(2, 1), rate = pc2(1, 0);
    assert_fails(trajectory_read(write_part("a.pc2", &version, version.count), &t), STATUS_INPUT, "a.pc2: is of version 2; 1 is read");
    assert_fails(trajectory_read(write_part("a.pc2", &rate, rate.count), &t), STATUS_INPUT, "0 frames between its samples");
    Bytes     infinite = pc2(1, 1);
    const int at = 32 + 4 * (3 * (PARTICLES + 2) + 1); // frame 1, particle 2
    memcpy(infinite.all + at, &(uint32_t){htole32(0x7f800000)}, 4);
    assert_fails(trajectory_read(write_part("a.pc2", &infinite, infinite.count), &t), STATUS_INPUT,
                 "frame 1, particle 2: a number is not finite");
}

// ---- matching ----

static const Vector START[PARTICLES] = {{0, 0, 0}, {1, 0.25, -1}, {2, 1, -2}, {3, 2.25, -3}};

// Two frames of these positions, the second a metre higher, and velocities that say whose they are.
static Trajectory of(const Vector *x, double scale)
{
    Trajectory t = {.frame_count = 2, .particle_count = PARTICLES, .ending = ".npy"};
    t.position = calloc(2 * PARTICLES, sizeof *t.position);
    t.velocity = calloc(2 * PARTICLES, sizeof *t.velocity);
    assert_true(t.position && t.velocity);
    for (int i = 0; i < 2 * PARTICLES; i++)
        for (int k = 0; k < 3; k++) {
            t.position[i][k] = scale * (x[i % PARTICLES][k] + (i >= PARTICLES && k == 1 ? 1 : 0));
            t.velocity[i][k] = t.position[i][k];
        }
    return t;
}

static void refuse_match(const Vector *x, double scale, MatchKind wanted, const char *expected)
{
    Match      match;
    Trajectory t = of(x, scale);
    assert_fails(trajectory_match("x.npy", wanted, START, PARTICLES, &t, &match), STATUS_INPUT, expected);
    trajectory_destroy(&t);
}

static void finds_the_order(void **state)
{
    static const Vector TURNED[PARTICLES] = {{2, 1, -2}, {0, 0, 1e-5}, {3, 2.25, -3}, {1, 0.25, -1}};
    static const int    WHOSE[PARTICLES] = {2, 0, 3, 1};
    Match               match;
    Trajectory          t = of(START, 1);
    assert_ok(trajectory_match("x.npy", MATCH_AUTO, START, PARTICLES, &t, &match));
    assert_true(match.kind == MATCH_INDEX && match.farthest == 0);
    trajectory_destroy(&t);
    t = of(TURNED, 1);
    assert_ok(trajectory_match("x.npy", MATCH_AUTO, START, PARTICLES, &t, &match));
    assert_true(match.kind == MATCH_NEAREST && match.farthest == 1e-5);
    for (int i = 0; i < 2 * PARTICLES; i++)
        for (int k = 0; k < 3; k++) {
            const double wanted = TURNED[i % PARTICLES][k] + (i >= PARTICLES && k == 1 ? 1 : 0);
            const int    at = WHOSE[i % PARTICLES] + (i >= PARTICLES ? PARTICLES : 0);
            assert_true(t.position[at][k] == wanted && t.velocity[at][k] == wanted);
        }
    trajectory_destroy(&t);
    refuse_match(TURNED, 1, MATCH_INDEX, "x.npy: frame 0 is not the start of the scene: by index, particle 3 is 3.46 m");
}

static void says_why_there_is_none(void **state)
{
    static const Vector ELSEWHERE[PARTICLES] = {{0, 0, 0}, {1, 0.25, -1}, {2, 1.5, -2}, {3, 2.25, -3}},
                        TWICE[PARTICLES] = {{0, 0, 0}, {1, 0.25, -1}, {1, 0.25, -1}, {3, 2.25, -3}};
    static const Vector JOINED[PARTICLES] = {{0, 0, 0}, {1, 0.25, -1}, {1, 0.25, -1}, {3, 2.25, -3}};
    Match               match;
    refuse_match(ELSEWHERE, 1, MATCH_AUTO, "particle 2 of frame 0, at (2, 1.5, -2) m, is where no particle of the scene starts");
    refuse_match(TWICE, 1, MATCH_AUTO, "particles 1 and 2 of frame 0 are both where particle 1 of the scene starts");
    Trajectory t = of(JOINED, 1);
    assert_fails(trajectory_match("x.npy", MATCH_NEAREST, JOINED, PARTICLES, &t, &match), STATUS_INPUT,
                 "particles 1 and 2 of the scene both start where particle 1 of frame 0 is");
    assert_ok(trajectory_match("x.npy", MATCH_AUTO, JOINED, PARTICLES, &t, &match));
    assert_fails(trajectory_match("x.npy", MATCH_AUTO, START, PARTICLES + 1, &t, &match), STATUS_INPUT,
                 "x.npy: its frames have 4 particles, and the scene has 5");
    trajectory_destroy(&t);
}

static void finds_units(void **state)
{
    static const char *const UNITS[] = {"cm", "mm", "in", "ft", "km"};
    static const Vector      TURNED[PARTICLES] = {{3, 2.25, -3}, {2, 1, -2}, {1, 0.25, -1}, {0, 0, 0}};
    double                   metres = 0;
    Match                    match;
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        char expected[40];
        snprintf(expected, sizeof expected, "give --unit %s", UNITS[i]);
        assert_ok(trajectory_unit(UNITS[i], &metres));
        refuse_match(START, 1 / metres, MATCH_AUTO, expected);
        refuse_match(TURNED, 1 / metres, MATCH_AUTO, expected);
        Trajectory t = of(TURNED, 1 / metres);
        trajectory_scale(&t, metres);
        assert_ok(trajectory_match("x.npy", MATCH_AUTO, START, PARTICLES, &t, &match));
        assert_true(match.kind == MATCH_NEAREST && match.farthest < 1e-12 && fabs(t.velocity[7][1] - 3.25) < 1e-12);
        trajectory_destroy(&t);
    }
    refuse_match(START, 4, MATCH_AUTO, "4 times as large; has the scene other parameters (--set), or is it --unit 0.25?");
    assert_ok(trajectory_unit("0.25", &metres));
    assert_true(metres == 0.25);
    assert_fails(trajectory_unit("0", &metres), STATUS_USAGE, "--unit 0: give m, cm, mm");
    assert_fails(trajectory_unit("parsec", &metres), STATUS_USAGE, "--unit parsec: ");
}

// The frame that these axes turn into `start`.
static void turn_back(const Axes *axes, const Vector *start, Vector *out)
{
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++)
            out[i][axes->from[k]] = axes->sign[k] * start[i][k];
}

static void check_axes(const Axes *axes, const Vector *start, double scale)
{
    Vector     frame[PARTICLES];
    char       text[AXES_TEXT], expected[140];
    Axes       read;
    Match      match;
    const bool same = axes->from[0] == 0 && axes->from[1] == 1 && axes->sign[0] + axes->sign[1] + axes->sign[2] == 3;
    turn_back(axes, start, frame);
    Trajectory t = of((const Vector *)frame, scale);
    axes_text(axes, text);
    snprintf(expected, sizeof expected, "x.npy: frame 0 is the start of the scene with other axes: give --axes %s%s%s", text,
             scale > 1 ? " --unit cm" : "", axes_mirror(axes) ? " (which mirrors)" : "");
    if (!same)
        assert_fails(trajectory_match("x.npy", MATCH_AUTO, start, PARTICLES, &t, &match), STATUS_INPUT, expected);
    assert_ok(trajectory_axes(text, &read));
    trajectory_turn(&t, &read);
    trajectory_scale(&t, 1 / scale);
    assert_ok(trajectory_match("x.npy", MATCH_AUTO, start, PARTICLES, &t, &match));
    assert_true(match.kind == MATCH_INDEX && match.farthest < 1e-12);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(t.velocity[3][k] - start[3][k]) < 1e-12);
    trajectory_destroy(&t);
}

// All 48 of them, half of which mirror.
static void finds_axes(void **state)
{
    static const Vector LOPSIDED[PARTICLES] = {{0, 0, 0}, {1, 0.25, -1.5}, {2, 1, -2.5}, {3, 2.25, -4}};
    static const Vector FLAT[PARTICLES] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                        UPRIGHT[PARTICLES] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
    Axes  axes;
    Match match;
    int   count = 0, mirrors = 0;
    for (; axes_at(count, &axes); count++) {
        mirrors += axes_mirror(&axes);
        check_axes(&axes, LOPSIDED, 1);
        check_axes(&axes, LOPSIDED, 100);
    }
    assert_true(count == 48 && mirrors == 24);
    Trajectory t = of(UPRIGHT, 1); // several fit: which of them is for the user to say
    assert_fails(trajectory_match("x.npy", MATCH_AUTO, FLAT, PARTICLES, &t, &match), STATUS_INPUT,
                 "give --axes x,z,-y; the start looks the same with");
    trajectory_destroy(&t);
    assert_fails(trajectory_axes("x,y", &axes), STATUS_USAGE, "--axes x,y: give, for each of the scene's x, y and z");
    assert_fails(trajectory_axes("x,y,y", &axes), STATUS_USAGE, "--axes x,y,y: ");
    assert_fails(trajectory_axes("x,y,z,", &axes), STATUS_USAGE, "--axes x,y,z,: ");
    assert_fails(trajectory_axes("x,--y,z", &axes), STATUS_USAGE, "--axes x,--y,z: ");
    assert_ok(trajectory_axes("+x,-z,y", &axes));
    assert_true(axes.from[1] == 2 && axes.sign[1] == -1 && axes.from[2] == 1 && axes.sign[2] == 1 && !axes_mirror(&axes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_what_was_written),
                                       cmocka_unit_test(refuses_what_is_something_else),
                                       cmocka_unit_test(finds_the_order),
                                       cmocka_unit_test(says_why_there_is_none),
                                       cmocka_unit_test(finds_units),
                                       cmocka_unit_test(finds_axes)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
