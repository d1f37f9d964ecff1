// Output files: complete files or none, states that read back bit by bit, frames whose bytes match their headers.
#include <sys/stat.h>

#include "base/file.h"
#include "scene_rig.h"

// A triangle, a line hanging from it and a single particle; numbers without a short decimal form.
static void build(void)
{
    static const double POSITION[5][3] = {{1. / 3, 0, 0}, {-2e-300, 1e17, 3}, {0.1, 0.2, -0.3}, {-1, 7, 5}, {4, 4, 4}};
    const int32_t       corners[3] = {2, 0, 3};
    made_begin();
    for (int i = 0; i < 5; i++) {
        const double velocity[3] = {i / 7., -i / 9., 1e-9 * i};
        assert_ok(model_add_particle(made.builder, POSITION[i], velocity, 1 + i));
    }
    assert_ok(model_add_face(made.builder, corners, 3));
    assert_ok(model_add_line(made.builder, 0, 1));
    assert_ok(model_pin(made.builder, 3));
    made_end(PARTICLE_ORDER_MORTON);
}

static const SceneMark ORIGIN = {.name = "this", .hash = "0123"};
static SceneMark       mark; // of the state that was read last

TEST(test_draft)
{
    FileDraft   draft;
    char       *bytes = NULL;
    size_t      size = 0;
    struct stat about;
    write_text(in_folder("a"), "old");
    assert_ok(file_begin(in_folder("a"), &draft));
    fputs("new", draft.stream);
    assert_ok(file_read(in_folder("a"), 100, &bytes, &size));
    assert_string_equal(bytes, "old"); // until the commit
    free(bytes);
    assert_ok(file_commit(&draft));
    file_discard(&draft); // already ended: no effect
    assert_ok(file_read(in_folder("a"), 100, &bytes, &size));
    assert_string_equal(bytes, "new");
    assert_int_equal(size, 3);
    free(bytes);
    const mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat(in_folder("a"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0666 & ~mask);
    assert_ok(file_begin(in_folder("a"), &draft));
    fputs("half", draft.stream);
    file_discard(&draft);
    assert_fails(file_begin("/nonexistent/a", &draft), STATUS_IO, "/nonexistent/a: cannot be written: No such file");
    assert_fails(file_begin("/dev/full", &draft), STATUS_IO, "/dev/full: is not a regular file"); // a rename would replace the device
    assert_fails(file_begin("/dev", &draft), STATUS_IO, "/dev: is a folder");
    assert_fails(file_read(in_folder("a"), 2, &bytes, &size), STATUS_INPUT, "larger than");
    assert_null(bytes);
    assert_fails(file_read("/dev/zero", 2, &bytes, &size), STATUS_IO, "/dev/zero: is not a regular file");
    assert_int_equal(empty_folder(), 1); // no temporary file is left
}

// A file that cannot grow simulates a full disk: the old content stays, the temporary file is removed.
TEST(test_full_disk)
{
    FileDraft draft;
    char     *bytes = NULL;
    size_t    size = 0;
    write_text(in_folder("a"), "old");
    assert_ok(file_begin(in_folder("a"), &draft));
    FILE *full = fopen("/dev/full", "wb");
    assert_non_null(full);
    fclose(draft.stream);
    draft.stream = full;
    fputs("new", draft.stream);
    assert_fails(file_commit(&draft), STATUS_IO, "cannot be written: No space left on device");
    assert_ok(file_read(in_folder("a"), 100, &bytes, &size));
    assert_string_equal(bytes, "old");
    free(bytes);
    assert_int_equal(empty_folder(), 1);
}

TEST(test_state_round_trip)
{
    char before[33], after[33], changed[33];
    build();
    assert_ok(state_hash(&made.model, &made.state, before));
    assert_ok(scene_write_state(in_folder("s.csv"), &ORIGIN, &made.model, &made.state, 0));
    for (int32_t i = 0; i < made.model.particle_count; i++)
        made.state.position[i].x += made.state.position[i].w > 0;
    assert_ok(state_hash(&made.model, &made.state, changed));
    assert_string_not_equal(before, changed);
    assert_ok(scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark));
    assert_ok(state_hash(&made.model, &made.state, after));
    assert_string_equal(before, after);
    assert_string_equal(mark.name, "this");
    assert_string_equal(mark.hash, "0123");
    for (int32_t i = 0; i < made.model.particle_count; i++)
        assert_true((made.state.position[i].w == 0) == (made.model.user_of[i] == 3));
    char  *bytes = NULL;
    size_t size = 0;
    assert_ok(file_read(in_folder("s.csv"), 10000, &bytes, &size));
    assert_ptr_equal(strstr(bytes, "index,x,y,z,vx,vy,vz\n0,0.33333333333333331,0,0,0,0,0\n"), bytes);
    free(bytes);
    assert_fails(scene_write_state("/nonexistent/s.csv", &ORIGIN, &made.model, &made.state, 0), STATUS_IO,
                 "/nonexistent/s.csv: cannot be written");
    assert_int_equal(empty_folder(), 1);
}

TEST(test_state_refused)
{
#define HEAD "index,x,y,z,vx,vy,vz\n"
#define ROW(i) #i ",1,2,3,4,5,6\n"
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {"", "s.csv:1: not a state file"},
        {"x,y,z\n", "s.csv:1: not a state file"},
        {HEAD, "s.csv:1: the file ends after 0 of the 5 particles"},
        {HEAD ROW(0) ROW(1), "s.csv:3: the file ends after 2 of the 5 particles"},
        {HEAD ROW(0) ROW(2), "s.csv:3: the index is `2`, but must be 1"},
        {HEAD ROW(0) ROW(1) ROW(2) ROW(3) ROW(4) ROW(5), "s.csv:7: the file has more rows than the scene has particles (5)"},
        {HEAD "0,1,2,3,4,5\n", "s.csv:2: the row must have 7 columns"},
        {HEAD "0,1,2,3,4,5,6,7\n", "s.csv:2: the row must have 7 columns"},
        {HEAD "0,1,nan,3,4,5,6\n", "s.csv:2: `nan` is not a finite number"},
        {HEAD "0,1,inf,3,4,5,6\n", "s.csv:2: `inf` is not a finite number"},
        {HEAD "0,1,,3,4,5,6\n", "s.csv:2: `` is not a finite number"},
        {HEAD "0.0,1,2,3,4,5,6\n", "s.csv:2: the index is `0.0`, but must be 0"},
        {HEAD "\x01,1,2,3,4,5,6\n", "s.csv:2: the index is `?`, but must be 0"},
#define PIN "3,-1,7,5,0,0,0\n" // as the scene has it
        {HEAD ROW(0) ROW(1) ROW(2) ROW(3) ROW(4), "s.csv:5: particle 3 is pinned at (-1, 7, 5) m in the scene, but is at (1, 2, 3) m"},
        {HEAD ROW(0) ROW(1) ROW(2) "3,-1,7,5,0,0,1e-9\n" ROW(4), "s.csv:5: particle 3 is pinned, but has a velocity of (0, 0, 1e-09) m/s"},
        {HEAD ROW(0) ROW(1) ROW(2) "3,-1.0001,7,5,0,0,0\n\n" ROW(4), "s.csv:5: particle 3 is pinned at"},
        {HEAD ROW(0) ROW(1) ROW(2) PIN ROW(4) "scene,x\n", "s.csv:7: invalid or second row of the scene"},
        {HEAD ROW(0) ROW(1) ROW(2) PIN ROW(4) "scene,x,1\nscene,x,1\n", "s.csv:8: invalid or second row of the scene"},
        {HEAD ROW(0) ROW(1) ROW(2) ROW(3) "4,1,2,3,4,5,6.2", "s.csv:6: the last line has no newline"}, // cut off after 6.2, such as 6.25
    };
    char before[33], after[33];
    build();
    assert_ok(state_hash(&made.model, &made.state, before));
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(in_folder("s.csv"), CASES[i].text);
        assert_fails(scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark), STATUS_INPUT, CASES[i].expected);
    }
    write_bytes(in_folder("s.csv"), HEAD "0,1\0", sizeof HEAD + 3);
    assert_fails(scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark), STATUS_INPUT,
                 "s.csv:2: not a text file: it contains a NUL");
    assert_fails(scene_read_state("/nonexistent.csv", &made.model, &made.state, &mark), STATUS_IO, "cannot be read");
    assert_ok(state_hash(&made.model, &made.state, after));
    assert_string_equal(before, after); // a rejected file changes nothing
    for (int k = 0; k < 3; k++) {       // line ends of other systems, and a byte order mark
        char        text[200];
        const char *end = (const char *[]){"\r\n", "\r", "\n"}[k];
        snprintf(text, sizeof text, "%sindex,x,y,z,vx,vy,vz%s0,1,2,3,4,5,6%s1,1,2,3,4,5,6%s2,1,2,3,4,5,6%s3,-1,7,5,0,0,0%s4,%d,2,3,4,5,6%s",
                 k ? "\xef\xbb\xbf" : "", end, end, end, end, end, k + 1, end);
        write_text(in_folder("s.csv"), text);
        assert_ok(scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark));
        assert_near(state_position(&made.state, made.model.model_of[4]).x, k + 1, 0);
    }
    assert_string_equal(mark.name, "");
    empty_folder();
}

// A chain 0 — 1 — 2 — 3 whose links can break, except the last one.
static void build_chain(void)
{
    const ConstraintTraits breaks = {.limit = 5};
    made_begin();
    for (int i = 0; i < 4; i++)
        assert_ok(model_add_particle(made.builder, (double[3]){3. * ((i * 2) % 3), i, 0}, (double[3]){0, 0, 0}, 1));
    for (int32_t i = 0; i < 3; i++) {
        const int32_t pair[2] = {i + 1, i};
        assert_ok(model_add_constraint(made.builder, CONSTRAINT_distance, pair, NULL, 9));
        if (i < 2)
            assert_ok(model_set_traits(made.builder, &breaks));
        assert_ok(model_add_line(made.builder, i, i + 1));
    }
    made_end(PARTICLE_ORDER_MORTON);
}

// Broken constraints are part of a state file; reading a state without broken constraints restores them.
TEST(test_broken_constraints)
{
    char   whole[33], before[33], after[33], *bytes = NULL;
    size_t size = 0;
    build_chain();
    assert_ok(state_hash(&made.model, &made.state, whole));
    assert_ok(scene_write_state(in_folder("whole.csv"), &ORIGIN, &made.model, &made.state, 0));
    made.state.broken[CONSTRAINT_distance][1] = 1;
    assert_ok(state_hash(&made.model, &made.state, before));
    assert_string_not_equal(before, whole);
    assert_ok(scene_write_state(in_folder("s.csv"), &ORIGIN, &made.model, &made.state, 0));
    assert_ok(file_read(in_folder("s.csv"), 10000, &bytes, &size));
    assert_non_null(strstr(bytes, "\nbroken,distance,1\n"));
    free(bytes);
    assert_ok(scene_write_frame(folder, 0, &made.model, &made.state, 0));
    assert_ok(file_read(in_folder("frame_00000.obj"), 10000, &bytes, &size));
    assert_non_null(strstr(bytes, "\nl 1 2\nl 3 4\n")); // without the link of particles 1 and 2
    free(bytes);
    assert_ok(file_read(in_folder("frame_00000.vtp"), 10000, &bytes, &size));
    assert_non_null(strstr(bytes, "NumberOfVerts=\"0\" NumberOfLines=\"2\""));
    free(bytes);
    assert_ok(scene_read_state(in_folder("whole.csv"), &made.model, &made.state, &mark));
    assert_ok(state_hash(&made.model, &made.state, after));
    assert_string_equal(after, whole);
    assert_ok(scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark));
    assert_int_equal(state_broken_count(&made.model, &made.state), 1);
    assert_ok(state_hash(&made.model, &made.state, after));
    assert_string_equal(after, before);
    empty_folder();
}

// A tear is visible: a face whose diagonal broke is not drawn, its neighbour is.
TEST(test_torn_face)
{
    static const int32_t FACES[2][4] = {{0, 1, 4, 3}, {1, 2, 5, 4}}, DIAGONAL[2] = {0, 4};
    const double         still[3] = {0, 0, 0};
    char                *bytes = NULL;
    size_t               size = 0;
    made_begin();
    for (int i = 0; i < 6; i++)
        assert_ok(model_add_particle(made.builder, (double[3]){i % 3, i > 2, 0}, still, 1));
    for (int i = 0; i < 2; i++)
        assert_ok(model_add_face(made.builder, FACES[i], 4));
    assert_ok(model_add_constraint(made.builder, CONSTRAINT_distance, DIAGONAL, NULL, 1));
    assert_ok(model_set_traits(made.builder, &(ConstraintTraits){.limit = 1}));
    made_end(PARTICLE_ORDER_NONE);
    for (uint8_t broken = 0; broken < 2; broken++) {
        made.state.broken[CONSTRAINT_distance][0] = broken;
        assert_ok(scene_write_frame(folder, 0, &made.model, &made.state, 0));
        assert_ok(file_read(in_folder("frame_00000.obj"), 10000, &bytes, &size));
        assert_int_equal(strstr(bytes, "f 1 2 5 4\n") != NULL, !broken);
        assert_non_null(strstr(bytes, "f 2 3 6 5\n"));
        free(bytes);
        assert_ok(file_read(in_folder("frame_00000.vtp"), 10000, &bytes, &size));
        assert_non_null(strstr(bytes, broken ? "NumberOfVerts=\"2\"" : "NumberOfVerts=\"0\"")); // 0 and 3 are in no other face
        assert_non_null(strstr(bytes, broken ? "NumberOfPolys=\"1\"" : "NumberOfPolys=\"2\""));
        free(bytes);
    }
    empty_folder();
}

TEST(test_broken_refused)
{
#define ROWS HEAD ROW(0) ROW(1) ROW(2) ROW(3)
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {ROWS "broken,distance\n", "s.csv:6: invalid row; write `broken,KIND,INDEX`"},
        {ROWS "broken,distnace,1\n", "s.csv:6: unknown kind of constraint `distnace`"},
        {ROWS "\nbroken,distance,3\n", "s.csv:7: `3` is not one of the 3 distance constraints"},
        {ROWS "broken,distance,-1\n", "s.csv:6: `-1` is not one of the 3"},
        {ROWS "broken,distance,1.5\n", "s.csv:6: `1.5` is not one of the 3"},
        {ROWS "broken,distance,99999999999999999999\n", "is not one of the 3"},
        {ROWS "broken,attachment,0\n", "s.csv:6: `0` is not one of the 0 attachment constraints"},
        {ROWS "broken,distance,2\n", "s.csv:6: distance constraint 2 of the scene has no `limit`"},
        {ROWS "broken,distance,0\nbroken,distance,0\n", "s.csv:7: distance constraint 0 is listed as broken twice"},
        {ROWS "broken,distance,0\n" ROW(4), "s.csv:7: the file has more rows than the scene has particles (4)"},
        {HEAD "broken,distance,0\n", "s.csv:2: the index is `broken`, but must be 0"},
    };
    build_chain();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(in_folder("s.csv"), CASES[i].text);
        assert_fails(scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark), STATUS_INPUT, CASES[i].expected);
        assert_int_equal(state_broken_count(&made.model, &made.state), 0);
    }
    empty_folder();
}

// A state file with a byte changed or cut off is read, or rejected in one line that names the file.
TEST(test_state_damaged)
{
    static const char TEXT[] = ROWS "broken,distance,0\nbroken,distance,1\n";
    char              copy[sizeof TEXT];
    Random            random = {9};
    int               taken = 0;
    build_chain();
    for (size_t round = 0; round < 8 * sizeof TEXT; round++) {
        memcpy(copy, TEXT, sizeof TEXT);
        if (round < sizeof TEXT)
            copy[round] = '\0';
        else
            copy[random_below(&random, sizeof TEXT - 1)] = (char)(1 + random_below(&random, 255));
        write_text(in_folder("s.csv"), copy);
        const Status status = scene_read_state(in_folder("s.csv"), &made.model, &made.state, &mark);
        taken += status.code == STATUS_OK;
        if (status.code != STATUS_OK)
            assert_fails(status, STATUS_INPUT, "s.csv:");
    }
    assert_in_range(taken, 10, 8 * sizeof TEXT / 2);
    empty_folder();
}

// The array at an offset of the appended data: 64-bit byte count, then the bytes.
static const char *appended(const char *bytes, size_t offset, size_t expected_bytes)
{
    static const char MARK[] = "<AppendedData encoding=\"raw\">\n_";
    const char       *data = strstr(bytes, MARK);
    assert_non_null(data);
    data += strlen(MARK) + offset;
    uint64_t count = 0;
    memcpy(&count, data, sizeof count);
    assert_int_equal(count, expected_bytes);
    return data + sizeof count;
}

TEST(test_frame)
{
    char  *bytes = NULL;
    size_t size = 0;
    build();
    assert_ok(scene_write_frame(folder, 7, &made.model, &made.state, 0));
    assert_ok(scene_write_pvd(folder, 2, 0.25));
    assert_ok(file_read(in_folder("frame_00007.vtp"), 1 << 20, &bytes, &size));
    assert_non_null(strstr(bytes, "NumberOfPoints=\"5\" NumberOfVerts=\"1\" NumberOfLines=\"1\" NumberOfStrips=\"0\" NumberOfPolys=\"1\""));
    assert_ptr_equal(strstr(bytes, "<?xml"), bytes);
    static const size_t  BYTES[8] = {60, 60, 4, 4, 8, 4, 12, 4}; // points, velocity, verts, ends, lines, ends, polys, ends
    static const int32_t LOOSE[1] = {4}, ONE[1] = {1}, LINE[2] = {0, 1}, TWO[1] = {2}, CORNERS[3] = {2, 0, 3}, THREE[1] = {3};
    const void *const    expected[8] = {NULL, NULL, LOOSE, ONE, LINE, TWO, CORNERS, THREE};
    size_t               offset = 0;
    for (int i = 0; i < 8; i++) {
        char attribute[40];
        snprintf(attribute, sizeof attribute, "offset=\"%zu\"", offset);
        assert_non_null(strstr(bytes, attribute));
        const char *data = appended(bytes, offset, BYTES[i]);
        if (expected[i])
            assert_memory_equal(data, expected[i], BYTES[i]);
        offset += sizeof(uint64_t) + BYTES[i];
    }
    float point[3];
    memcpy(point, appended(bytes, 0, 60) + 2 * sizeof point, sizeof point);
    assert_true(point[0] == 0.1f && point[1] == 0.2f && point[2] == -0.3f);
    const char *after = appended(bytes, offset - 12, 4) + 4;
    assert_string_equal(after, "\n </AppendedData>\n</VTKFile>\n");
    free(bytes);
    assert_ok(file_read(in_folder("frame_00007.obj"), 1 << 20, &bytes, &size));
    assert_non_null(strstr(bytes, "v -1 7 5\nv 4 4 4\nf 3 1 4\nl 1 2\n"));
    free(bytes);
    assert_ok(file_read(in_folder("frames.pvd"), 1 << 20, &bytes, &size));
    assert_non_null(strstr(bytes, "<DataSet timestep=\"0.25\" part=\"0\" file=\"frame_00001.vtp\"/>"));
    assert_null(strstr(bytes, "frame_00002"));
    free(bytes);
    assert_int_equal(empty_folder(), 3);
    write_text(in_folder("file"), "");
    assert_fails(scene_write_frame(in_folder("file"), 0, &made.model, &made.state, 0), STATUS_IO, "not a folder");
    assert_fails(scene_write_frame("/nonexistent/a", 0, &made.model, &made.state, 0), STATUS_IO, "/nonexistent/a: cannot be created");
    empty_folder();
}

TESTS_SHARE(set_up, tear_down)
