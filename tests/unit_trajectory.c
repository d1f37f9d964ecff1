// Trajectories: a written trajectory reads back. A truncated file, a file of another kind, and another start of the scene are rejected.
#include <endian.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scene/trajectory.h"
#include "scene_rig.h"

enum { FRAMES = 3, PARTICLES = 4, NUMBERS = 3 * FRAMES * PARTICLES };

// Number k of particle i in frame f.
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

static void put_word(Bytes *b, uint32_t word)
{
    word = htole32(word);
    put(b, &word, sizeof word);
}

static void put_float(Bytes *b, double value)
{
    const float single = (float)value;
    uint32_t    word;
    memcpy(&word, &single, sizeof word);
    put_word(b, word);
}

static void put_positions(Bytes *b, bool wide)
{
    for (int n = 0; n < NUMBERS; n++) {
        const double value = number_at(n / (3 * PARTICLES), n / 3 % PARTICLES, n % 3);
        uint64_t     word;
        memcpy(&word, &value, sizeof word);
        word = htole64(word);
        if (wide)
            put(b, &word, sizeof word);
        else
            put_float(b, value);
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
        put_word(&b, (uint32_t)strlen(header));
    else
        put(&b, &length, sizeof length);
    put(&b, header, strlen(header));
    put_positions(&b, wide);
    return b;
}

// ---- formats ----

static void check_read(const char *name, const Bytes *b)
{
    Trajectory t;
    assert_ok(trajectory_read(write_part(name, b, b->count), &t));
    assert_int_equal(t.frame_count, FRAMES);
    assert_int_equal(t.particle_count, PARTICLES);
    assert_true(!t.velocity && !t.path);
    for (int n = 0; n < NUMBERS; n++)
        assert_true(t.position[n / 3][n % 3] == number_at(n / (3 * PARTICLES), n / 3 % PARTICLES, n % 3));
    trajectory_destroy(&t);
    for (size_t count = 0; count < b->count; count++) { // cut off at any byte
        const Status status = trajectory_read(write_part(name, b, count), &t);
        assert_int_equal(status.code, STATUS_INPUT);
        assert_non_null(strstr(status.text, name));
        assert_null(t.position);
    }
}

TEST(reads_numpy_files)
{
    const Bytes wide = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3), }\n", 1, true),
                single = npy("{'shape': (3,4,3), 'fortran_order': False, 'descr': '<f4'}", 2, false);
    check_read("wide.npy", &wide);
    check_read("single.NPY", &single);
}

static void refuse_npy(const char *header, const char *expected)
{
    Trajectory  t;
    const Bytes b = npy(header, 1, true);
    assert_fails(trajectory_read(write_part("a.npy", &b, b.count), &t), STATUS_INPUT, expected);
}

TEST(refuses_other_types_and_shapes)
{
    Trajectory t;
    refuse_npy("{'descr': '<i8', 'fortran_order': False, 'shape': (3, 4, 3), }",
               "unsupported number type '<i8'; write the file with numpy.save");
    refuse_npy("{'descr': '>f8', 'fortran_order': False, 'shape': (3, 4, 3), }", "a.astype('<f8')");
    refuse_npy("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4, 3), }", "numpy.ascontiguousarray(a)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 12), }", "the shape is (3, 12), but must be (frames, particles, 3)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 4), }", "must be (frames, particles, 3)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3, 1), }", "must be (frames, particles, 3)");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 5, 3), }", "3 frames of 5 particles, which does not match");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4, 3), }", "both must be at least 1");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (768614336404564650, 768614336404564650, 3), }", "which does not match");
    refuse_npy("{'descr': '<f8', 'shape': (3, 4, 3), }", "is missing");
    Bytes        infinite = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3), }", 1, true);
    const size_t at = infinite.count - 8 * (NUMBERS - (3 * (PARTICLES + 2) + 1)); // frame 1, particle 2
    memcpy(infinite.all + at, &(uint64_t){htole64(0x7ff0000000000000)}, 8);
    assert_fails(trajectory_read(write_part("a.npy", &infinite, infinite.count), &t), STATUS_INPUT,
                 "frame 1, particle 2: a number is not finite");
    assert_fails(trajectory_read(write_part("a.pc2", &infinite, infinite.count), &t), STATUS_INPUT, "python3 -m weft trajectory");
}

// A sparse file: the sizes are compared before any memory is allocated.
TEST(refuses_sizes_that_differ_before_it_reads)
{
    Trajectory  t;
    const Bytes small = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3), }", 1, true),
                large = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1000000000, 3), }", 1, true);
    const off_t data = NUMBERS * sizeof(double);
    const char *path = write_part("a.npy", &small, small.count);
    assert_int_equal(truncate(path, (off_t)1 << 35), 0);
    assert_fails(trajectory_read(path, &t), STATUS_INPUT, "3 frames of 4 particles, which does not match");
    path = write_part("a.npy", &large, large.count);
    assert_fails(trajectory_read(path, &t), STATUS_INPUT, "2 frames of 1000000000 particles, which does not match");
    assert_int_equal(truncate(path, (off_t)large.count - data + (off_t)2 * 1000000000 * 3 * 8), 0);
    assert_fails(trajectory_read(path, &t), STATUS_LIMIT, "exceed 2^30 positions");
}

// ---- states ----

static void write_state(const char *name, int frame, int particles)
{
    FILE *file = fopen(in_folder(name), "w");
    assert_non_null(file);
    fputs("index,x,y,z,vx,vy,vz\n", file);
    for (int i = 0; i < particles; i++)
        fprintf(file, "%d,%.17g,%.17g,%.17g,%d,0,0\n", i, number_at(frame, i, 0), number_at(frame, i, 1), number_at(frame, i, 2), frame);
    fputs("time,0.5\n", file);
    assert_int_equal(fclose(file), 0);
}

static void refuse_states(const char *expected)
{
    Trajectory t;
    assert_fails(trajectory_read(in_folder("states"), &t), STATUS_INPUT, expected);
}

TEST(reads_states_in_the_order_of_their_numbers)
{
    Trajectory t;
    assert_int_equal(mkdir(in_folder("states"), 0777), 0);
    refuse_states("no file is named like a state");
    for (int f = 0; f < 3; f++)
        write_state(f == 0 ? "states/s_8.csv" : f == 1 ? "states/s_9.csv" : "states/s_10.csv", f, PARTICLES);
    write_state("states/notes.csv", 0, 1);
    assert_ok(trajectory_read(in_folder("states"), &t));
    assert_true(t.frame_count == FRAMES && t.particle_count == PARTICLES && t.velocity && strstr(t.path[2], "s_10.csv"));
    for (int n = 0; n < NUMBERS; n++)
        assert_true(t.position[n / 3][n % 3] == number_at(n / (3 * PARTICLES), n / 3 % PARTICLES, n % 3));
    for (int f = 0; f < FRAMES; f++)
        assert_true(t.velocity[f * PARTICLES][0] == f);
    trajectory_destroy(&t);
    write_text(in_folder("states/s_9.csv"),
               "index,x,y,z,vx,vy,vz\r0,1,2,3,4,5,6\r1,1,2,3,4,5,6\r2,1,2,3,4,5,6\r3,1,2,3,4,5,6\rtime,1\r4,1,2,3,4,5,6\r");
    refuse_states("s_9.csv:7: `4,1,2,3,4,5,6` is not a row that can follow the particles");
    write_state("states/s_9.csv", 1, PARTICLES);
    write_state("states/s_09.csv", 1, PARTICLES);
    refuse_states("are both frame 9; remove one");
    assert_int_equal(unlink(in_folder("states/s_09.csv")), 0);
    write_state("states/s_10.csv", 2, PARTICLES - 1);
    refuse_states("s_10.csv: has 3 particles");
    assert_int_equal(unlink(in_folder("states/s_9.csv")), 0);
    refuse_states("1 frames are missing after");
    write_state("states/r_9.csv", 1, PARTICLES);
    refuse_states("contains states with different names");
    static const char *const LEFT[] = {"states/s_8.csv", "states/s_10.csv", "states/r_9.csv", "states/notes.csv"};
    for (size_t i = 0; i < sizeof LEFT / sizeof *LEFT; i++)
        assert_int_equal(unlink(in_folder(LEFT[i])), 0);
    assert_int_equal(rmdir(in_folder("states")), 0);
}

// ---- the start ----

TEST(frame_0_is_the_start_of_the_scene)
{
    double     start[PARTICLES][3] = {{0}}, farthest = 0;
    Trajectory t = {.frame_count = 2, .particle_count = PARTICLES, .position = calloc(2 * PARTICLES, sizeof *t.position)};
    assert_non_null(t.position);
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++)
            start[i][k] = t.position[i][k] = number_at(0, i, k);
    t.position[2][1] += 1e-5;
    assert_ok(trajectory_check_start("x.npy", &t, (const double(*)[3])start, PARTICLES, &farthest));
    assert_true(fabs(farthest - 1e-5) < 1e-15);
    t.position[2][1] += 0.5;
    assert_fails(trajectory_check_start("x.npy", &t, (const double(*)[3])start, PARTICLES, &farthest), STATUS_INPUT,
                 "x.npy: frame 0 differs from the start of the scene: particle 2 is off by 0.5 m");
    assert_fails(trajectory_check_start("x.npy", &t, (const double(*)[3])start, PARTICLES + 1, &farthest), STATUS_INPUT,
                 "x.npy: the frames have 4 particles, but the scene has 5");
    trajectory_destroy(&t);
}

TESTS_SHARE(set_up, tear_down)
