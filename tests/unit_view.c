// Frames read back and shown: a page contains the written positions, to half a step of its grid. Incomplete files are rejected.
#include <jansson.h>
#include <zlib.h>

#include "base/file.h"
#include "scene_rig.h"
#include "view/view.h"

// Two quads with a diagonal that breaks, and a line of two further particles that breaks too.
static void build(void)
{
    static const int32_t FACES[2][4] = {{0, 1, 4, 3}, {1, 2, 5, 4}}, BREAKABLE[2][2] = {{0, 4}, {6, 7}};
    made_begin();
    for (int i = 0; i < 8; i++)
        assert_ok(model_add_particle(made.builder, (double[3]){i % 3, 0.1 * i * i, i > 2}, (double[3]){0}, 1));
    for (int i = 0; i < 2; i++)
        assert_ok(model_add_face(made.builder, FACES[i], 4));
    assert_ok(model_add_line(made.builder, 6, 7));
    for (int i = 0; i < 2; i++) {
        assert_ok(model_add_constraint(made.builder, CONSTRAINT_distance, BREAKABLE[i], NULL, 1));
        assert_ok(model_set_traits(made.builder, &(ConstraintTraits){.limit = 1}));
    }
    made_end(PARTICLE_ORDER_NONE);
}

enum { FRAMES = 4 };

// Writes frames that fall with increasing speed, in a folder of their own; the diagonal breaks before frame 2, the line before frame 3.
static void write_run(const char *run, double shift, bool breaks)
{
    char path[512];
    build();
    snprintf(path, sizeof path, "%s/%s", folder, run);
    for (int f = 0; f < FRAMES; f++) {
        for (int32_t i = 0; i < made.model.particle_count; i++)
            made.state.position[i].y -= (real)(0.3 * f * f + (f ? shift : 0) * i);
        made.state.broken[CONSTRAINT_distance][0] = breaks && f >= 2;
        made.state.broken[CONSTRAINT_distance][1] = breaks && f >= 3;
        assert_ok(scene_write_frame(path, f, &made.model, &made.state, 0));
    }
    assert_ok(scene_write_pvd(path, FRAMES, 0.25));
}

// Removes the files of a run and its folder.
static void remove_run(const char *run)
{
    char whole[64];
    snprintf(whole, sizeof whole, "%s", folder);
    snprintf(folder, sizeof folder, "%.40s/%.20s", whole, run);
    assert_int_equal(empty_folder(), 2 * FRAMES + 1);
    assert_int_equal(rmdir(folder), 0);
    snprintf(folder, sizeof folder, "%s", whole);
}

static Status read_back(int frame, SceneFrame *out)
{
    SceneFrameList list;
    *out = (SceneFrame){0};
    TRY(scene_read_pvd(in_folder("a"), &list));
    assert_int_equal(list.count, FRAMES);
    assert_near(list.time_s[3], 0.75, 0);
    const Status status = scene_read_frame(list.path[frame], out);
    scene_frame_list_destroy(&list);
    return status;
}

TEST(a_frame_is_read_as_written)
{
    SceneFrame frame;
    write_run("a", 0, true);
    assert_ok(read_back(0, &frame));
    assert_int_equal(frame.point_count, 8);
    assert_int_equal(frame.line_count, 1);
    assert_int_equal(frame.face_count, 2);
    assert_null(frame.collider);
    ASSERT(frame.point && frame.line && frame.face_end && frame.face_vertex); // which the analyser cannot see
    assert_true(frame.point[7][0] == 1 && frame.point[7][1] == (float)(real)4.9 && frame.point[7][2] == 1);
    assert_memory_equal(frame.line[0], ((int32_t[2]){6, 7}), 8);
    assert_memory_equal(frame.face_end, ((int32_t[2]){4, 8}), 8);
    assert_memory_equal(frame.face_vertex, ((int32_t[8]){0, 1, 4, 3, 1, 2, 5, 4}), 32);
    scene_frame_destroy(&frame);
    assert_ok(read_back(3, &frame));
    assert_int_equal(frame.line_count, 0);
    ASSERT(frame.face_vertex);
    assert_memory_equal(frame.face_vertex, ((int32_t[4]){1, 2, 5, 4}), 16);
    scene_frame_destroy(&frame);
    remove_run("a");
}

TEST(points_of_colliders_are_marked)
{
    SceneFrame frame;
    build_scene("contact: {thickness: 0.1, stiffness: 10}\nbodies:\n  - grid: {columns: 2, rows: 2, size: [1, 1]}\n    mass: 1\n"
                "    transform: {translate: [0, 3, 0]}\ncolliders:\n  - plane: {point: [0, 0, 0], normal: [0, 1, 0]}\n");
    assert_ok(scene_write_frame(folder, 0, &made.model, &made.state, 0));
    assert_ok(scene_read_frame(in_folder("frame_00000.vtp"), &frame));
    assert_int_equal(frame.point_count, 12);
    assert_int_equal(frame.face_count, 13);
    for (int i = 0; i < 12; i++)
        assert_int_equal(frame.collider[i], i >= 4);
    scene_frame_destroy(&frame);
    empty_folder();
}

TEST(a_frame_that_is_cut_is_refused)
{
    char      *bytes = NULL;
    size_t     size = 0;
    SceneFrame frame;
    write_run("a", 0, false);
    assert_ok(file_read(in_folder("a/frame_00001.vtp"), 1 << 20, &bytes, &size));
    for (size_t cut = 0; cut < size; cut++) {
        write_bytes(in_folder("cut.vtp"), bytes, cut);
        assert_fails(scene_read_frame(in_folder("cut.vtp"), &frame), STATUS_INPUT, "cut.vtp: not a complete frame");
    }
    free(bytes);
    empty_folder();
    remove_run("a");
}

// Every byte of a frame changed: the frame is rejected, or its faces refer to existing points only.
TEST(a_damaged_frame_is_refused_or_sound)
{
    char  *bytes = NULL;
    size_t size = 0;
    int    refused = 0;
    write_run("a", 0, false);
    assert_ok(file_read(in_folder("a/frame_00001.vtp"), 1 << 20, &bytes, &size));
    for (size_t at = 0; at < size; at++) {
        SceneFrame frame;
        bytes[at] = (char)(bytes[at] ^ 0x81);
        write_bytes(in_folder("bad.vtp"), bytes, size);
        bytes[at] = (char)(bytes[at] ^ 0x81);
        if (scene_read_frame(in_folder("bad.vtp"), &frame).code != STATUS_OK) {
            refused++;
            continue;
        }
        for (int32_t i = 0; i < frame.corner_count; i++)
            assert_in_range(frame.face_vertex[i], 0, frame.point_count - 1);
        scene_frame_destroy(&frame);
    }
    assert_true(refused > 100);
    free(bytes);
    empty_folder();
    remove_run("a");
}

// ---- the page ----

// The bytes of a packed text; the caller frees them.
static uint8_t *unpack(const json_t *text, size_t size)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char       *at = json_string_value(text);
    assert_non_null(at);
    uint8_t *packed = malloc(strlen(at)), *bytes = malloc(size + 1);
    size_t   used = 0;
    for (uint32_t group = 0, count = 1; *at && *at != '='; at++, count++) {
        group = group << 6 | (uint32_t)(strchr(DIGITS, *at) - DIGITS);
        if (count % 4 != 1)
            packed[used++] = (uint8_t)(group >> (2 * (3 - (count - 1) % 4)) & 0xff);
    }
    uLongf left = size + 1;
    assert_int_equal(uncompress(bytes, &left, packed, used), Z_OK);
    assert_int_equal(left, size);
    free(packed);
    return bytes;
}

static int32_t unfold(uint32_t folded)
{
    return (int32_t)(folded >> 1 ^ (0U - (folded & 1)));
}

static void assert_indices(const json_t *text, const int32_t *expected, size_t count)
{
    uint8_t *bytes = unpack(text, 4 * count);
    int32_t  sum = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t high = (uint32_t)bytes[3 * count + i] << 24 | (uint32_t)bytes[2 * count + i] << 16;
        sum += unfold(high | (uint32_t)bytes[count + i] << 8 | bytes[i]);
        assert_int_equal(sum, expected[i]);
    }
    free(bytes);
}

// Compares the positions of a run with those of its frames.
static void assert_positions(const json_t *run, const json_t *box, const char *name)
{
    enum { WIDTH = 24, COUNT = WIDTH * FRAMES };
    uint8_t     *bytes = unpack(json_object_get(run, "positions"), 2 * COUNT);
    uint16_t     q[COUNT] = {0};
    const double step = json_number_value(json_object_get(box, "step"));
    for (int i = 0, beyond[3] = {0}; i < COUNT; i++) {
        const int f = i / WIDTH, k = i % 3;
        beyond[k] = (i % WIDTH < 3 ? 0 : beyond[k]) + unfold((uint32_t)(bytes[i] | bytes[COUNT + i] << 8));
        q[i] = (uint16_t)(beyond[k] + (f == 0 ? 0 : f == 1 ? q[i - WIDTH] : 2 * q[i - WIDTH] - q[i - 2 * WIDTH]));
    }
    for (int f = 0; f < FRAMES; f++) {
        SceneFrame frame;
        char       path[64];
        snprintf(path, sizeof path, "%s/frame_%05d.vtp", name, f);
        assert_ok(scene_read_frame(in_folder(path), &frame));
        for (int i = 0; i < WIDTH; i++) {
            const double low = json_number_value(json_array_get(json_object_get(box, "low"), (size_t)i % 3));
            assert_near(low + step * q[f * WIDTH + i], frame.point[i / 3][i % 3], 0.5001 * step);
        }
        scene_frame_destroy(&frame);
    }
    free(bytes);
}

// Reads the data of the page in the folder; the caller releases them.
static json_t *read_page(const char *title)
{
    static const char OPEN[] = "<script type=\"application/json\" id=\"data\">";
    char             *page = NULL;
    size_t            size = 0;
    assert_ok(file_read(in_folder("page.html"), 10 << 20, &page, &size));
    assert_non_null(strstr(page, title));
    char *begin = strstr(page, OPEN), *end = begin ? strstr(begin, "</script>") : NULL;
    assert_non_null(end);
    json_t *data = json_loadb(begin + sizeof OPEN - 1, (size_t)(end - begin) - (sizeof OPEN - 1), 0, NULL);
    assert_non_null(data);
    free(page);
    return data;
}

static Status view(const char *const *runs, int count, int every, const char *title)
{
    char        folders[4][512], path[512];
    const char *list[4];
    for (int r = 0; r < count; r++) {
        snprintf(folders[r], sizeof folders[r], "%s/%s", folder, runs[r]);
        list[r] = folders[r];
    }
    snprintf(path, sizeof path, "%s/page.html", folder);
    FILE              *out = fopen("/dev/null", "w");
    const ViewSettings settings = {.folders = list, .folder_count = count, .every = every, .title = title, .path = path};
    const Status       status = view_write(&settings, out);
    fclose(out);
    return status;
}

TEST(a_page_contains_all_runs)
{
    write_run("a", 0, true);
    write_run("b<i>", 0.01, false);
    assert_ok(view((const char *[]){"a", "b<i>"}, 2, 1, "</title>&"));
    json_t *data = read_page("<title>&lt;/title&gt;&amp;</title>"), *runs = json_object_get(data, "runs");
    json_t *a = json_array_get(runs, 0), *b = json_array_get(runs, 1);
    assert_int_equal(json_array_size(runs), 2);
    assert_int_equal(json_array_size(json_object_get(data, "time_s")), FRAMES);
    assert_near(json_number_value(json_array_get(json_object_get(data, "time_s"), 3)), 0.75, 0);
    assert_string_equal(json_string_value(json_object_get(b, "label")), "b<i>");
    assert_int_equal(json_integer_value(json_object_get(a, "particles")), 8);
    assert_positions(a, json_object_get(data, "box"), "a");
    assert_positions(b, json_object_get(data, "box"), "b<i>");
    assert_indices(json_object_get(a, "face_end"), (int32_t[]){4, 8}, 2);
    assert_indices(json_object_get(a, "face_vertex"), (int32_t[]){0, 1, 4, 3, 1, 2, 5, 4}, 8);
    assert_indices(json_object_get(a, "line"), (int32_t[]){6, 7}, 2);
    assert_indices(json_object_get(a, "face_gone"), (int32_t[]){2, INT32_MAX}, 2);
    assert_indices(json_object_get(a, "line_gone"), (int32_t[]){3}, 1);
    assert_null(json_object_get(b, "face_gone"));
    json_decref(data);
    remove_run("a");
    remove_run("b<i>");
    empty_folder();
}

#define LIST(frames) "<VTKFile type=\"Collection\" version=\"1.0\"><Collection>" frames "</Collection></VTKFile>\n"

// The page shows the times that all runs have in common, here 0, 0.5 and 0.75, or every n-th of them.
TEST(runs_of_other_steps_meet_at_common_times)
{
    write_run("a", 0, false);
    write_run("b", 0, false);
    write_text(in_folder("b/frames.pvd"),
               LIST("<DataSet timestep=\"0\" file=\"frame_00000.vtp\"/><DataSet timestep=\"0.3\" file=\"frame_00001.vtp\"/>"
                    "<DataSet timestep=\"0.500000001\" file=\"frame_00002.vtp\"/>"
                    "<DataSet timestep=\"0.75\" file=\"frame_00003.vtp\"/>"));
    for (int every = 1; every <= 2; every++) {
        assert_ok(view((const char *[]){"a", "b"}, 2, every, NULL));
        json_t       *data = read_page("<title>a, b</title>");
        const json_t *times = json_object_get(data, "time_s");
        assert_int_equal(json_array_size(times), every == 1 ? 3 : 2);
        assert_near(json_number_value(json_array_get(times, 1)), every == 1 ? 0.5 : 0.75, 0);
        json_decref(data);
    }
    write_text(in_folder("b/frames.pvd"),
               LIST("<DataSet timestep=\"0\" file=\"frame_00000.vtp\"/><DataSet timestep=\"0.3\" file=\"frame_00001.vtp\"/>"));
    assert_fails(view((const char *[]){"a", "b"}, 2, 1, NULL), STATUS_INPUT, "have no two times in common");
    remove_run("a");
    remove_run("b");
    empty_folder();
}

TEST(frames_that_do_not_fit_together_are_refused)
{
    static const struct {
        const char *list;
        StatusCode  code;
        const char *expected;
    } CASES[] = {
        {"", STATUS_INPUT, "a/frames.pvd: invalid list of frames"},
        {LIST(""), STATUS_INPUT, "a/frames.pvd: contains no frame"},
        {LIST("<DataSet timestep=\"0\"/>"), STATUS_INPUT, "frame 0 has no timestep or no file"},
        {LIST("<DataSet timestep=\"x\" file=\"frame_00000.vtp\"/>"), STATUS_INPUT, "frame 0 has no timestep or no file"},
        {LIST("<DataSet timestep=\"1\" file=\"frame_00000.vtp\"/><DataSet timestep=\"1\" file=\"frame_00001.vtp\"/>"), STATUS_INPUT,
         "the time of frame 1 is not after"},
        {LIST("<DataSet timestep=\"0\" file=\"frame_00009.vtp\"/>"), STATUS_IO, "frame_00009.vtp: cannot be read"},
        {LIST("<DataSet timestep=\"0\" file=\"frame_00003.vtp\"/><DataSet timestep=\"1\" file=\"frame_00000.vtp\"/>"), STATUS_INPUT,
         "frame_00000.vtp: has a line or face that the frame before lacks"},
        {LIST("<DataSet timestep=\"0\" file=\"frame_00000.vtp\"/><DataSet timestep=\"1\" file=\"../other/frame_00000.vtp\"/>"),
         STATUS_INPUT, "12 points, but the first frame has 8"},
    };
    Built other;
    char  path[512];
    write_run("a", 0, true);
    build_ok("contact: {thickness: 0.1, stiffness: 10}\nbodies:\n  - grid: {columns: 2, rows: 2, size: [1, 1]}\n    mass: 1\n"
             "colliders:\n  - plane: {point: [0, -1, 0], normal: [0, 1, 0]}\n",
             &other);
    snprintf(path, sizeof path, "%s/other", folder);
    assert_ok(scene_write_frame(path, 0, &other.model, &other.state, 0));
    release(&other);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(in_folder("a/frames.pvd"), CASES[i].list);
        assert_status_about(view((const char *[]){"a"}, 1, 1, NULL), CASES[i].code, CASES[i].expected, CASES[i].list);
    }
    assert_int_not_equal(access(in_folder("page.html"), F_OK), 0);
    for (int i = 0; i < 2; i++)
        unlink(in_folder(i ? "other/frame_00000.obj" : "other/frame_00000.vtp"));
    rmdir(path);
    remove_run("a");
    empty_folder();
}

// The page gets the triangles of concave faces, and only those.
TEST(a_concave_face_has_its_triangles)
{
    static const double L[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    for (int concave = 0; concave < 2; concave++) {
        made_begin();
        for (int i = 0; i < 6; i++)
            assert_ok(model_add_particle(made.builder, (double[3]){L[i][0], L[i][1] + (concave ? 0 : L[i][0]), 0}, (double[3]){0}, 1));
        assert_ok(model_add_face(made.builder, concave ? (int32_t[6]){1, 2, 3, 4, 5, 0} : (int32_t[6]){0, 1, 2, 4, 5, 0}, concave ? 6 : 5));
        made_end(PARTICLE_ORDER_NONE);
        char path[512];
        snprintf(path, sizeof path, "%s/a", folder);
        for (int f = 0; f < FRAMES; f++)
            assert_ok(scene_write_frame(path, f, &made.model, &made.state, 0));
        assert_ok(scene_write_pvd(path, FRAMES, 0.25));
        assert_ok(view((const char *[]){"a"}, 1, 1, NULL));
        json_t       *data = read_page("<title>a</title>");
        const json_t *run = json_array_get(json_object_get(data, "runs"), 0);
        assert_int_equal(json_object_get(run, "triangle") != NULL, concave);
        json_decref(data);
        remove_run("a");
        empty_folder();
    }
}

#define ONE(attributes) LIST("<DataSet " attributes "/>")

// A list is read as XML: frames in a comment do not count, and a list that ends early or has other elements is rejected.
TEST(a_list_of_frames_is_read_whole)
{
    static const struct {
        const char *list, *file, *refused;
    } CASES[] = {
        {"<?xml version='1.0'?>\n<!-- <DataSet timestep=\"9\" file=\"x\"/> -->" ONE("file = 'a&amp;b &quot;c&quot;.vtp'\n timestep='0.5'"),
         "a&b \"c\".vtp", NULL},
        {LIST("<!-- > --><DataSet timestep='0' note='a > b' file='f.vtp'></DataSet><!----><!-- -->"), "f.vtp", NULL},
        {ONE("timestep='0' oldfile='g.vtp' file='f.vtp'"), "f.vtp", NULL},
        {"<VTKFile type='Collection'><Collection><DataSet timestep='0' file='f.vtp'/>", NULL, "it is truncated"},
        {"<VTKFile type='Collection'><Collection><DataSet timestep='0' file='f.vtp'/></Collection>", NULL, "it is truncated"},
        {"<VTKFile type='Collection'><Collection><DataSet timestep='0' file='f.vt", NULL, "a tag has no end"},
        {"<VTKFile type='Collection'><Collection><!-- <DataSet timestep='0' file='f.vtp'/>", NULL, "a comment has no end"},
        {"<VTKFile type='PolyData'><Collection></Collection></VTKFile>", NULL, "it does not begin with"},
        {"<DataSet timestep='0' file='f.vtp'/>", NULL, "it does not begin with"},
        {ONE("timestep='0' file='f.vtp'") "<DataSet timestep='1' file='g.vtp'/>", NULL, "a tag after its end"},
        {LIST("<DataSet timestep='0' file='f.vtp'/> 1"), NULL, "text between its tags"},
        {LIST("<DataSet timestep='0' file='f.vtp'/><DataSets/>"), NULL, "a tag other than DataSet"},
        {ONE("timestep='0' file='a&copy;.vtp'"), NULL, "no timestep or no file"},
        {ONE("timestep='0' name='file=\"f.vtp\"'"), NULL, "no timestep or no file"},
        {ONE("timestep='0' file=f.vtp"), NULL, "no timestep or no file"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        SceneFrameList list;
        write_text(in_folder("frames.pvd"), CASES[i].list);
        const Status status = scene_read_pvd(folder, &list);
        if (CASES[i].refused) {
            assert_status_about(status, STATUS_INPUT, CASES[i].refused, CASES[i].list);
            continue;
        }
        assert_ok(status);
        assert_int_equal(list.count, 1);
        assert_string_equal(list.path[0], in_folder(CASES[i].file));
        scene_frame_list_destroy(&list);
    }
    write_bytes(in_folder("frames.pvd"), "<VTKFile\0", 9);
    SceneFrameList list;
    assert_fails(scene_read_pvd(folder, &list), STATUS_INPUT, "a NUL byte");
    empty_folder();
}

static void replace_once(char *bytes, size_t size, const char *from, const char *to)
{
    char *at = memmem(bytes, size, from, strlen(from));
    assert_non_null(at);
    memcpy(at, to, strlen(from));
}

// A file that looks like a frame but has another layout is not read as a frame.
TEST(a_frame_of_another_layout_is_refused)
{
    static const char *const CHANGES[][2] = {{"LittleEndian", "BigEndian\"  "},
                                             {"Float32\" Name=\"velocity", "Float64\" Name=\"velocity"},
                                             {"header_type=\"UInt64", "header_type=\"UInt32"},
                                             {"Name=\"velocity\"", "Name=\"strained\""},
                                             {"offset=\"0\"", "offset=\"8\""},
                                             {"type=\"PolyData\"", "type=\"PolyDate\""},
                                             {"<?xml version", "<?xml Version"},
                                             {"</VTKFile>", "</VTKfile>"}};
    char                    *bytes = NULL;
    size_t                   size = 0;
    write_run("a", 0, false);
    assert_ok(file_read(in_folder("a/frame_00001.vtp"), 1 << 20, &bytes, &size));
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        SceneFrame frame;
        char      *copy = malloc(size + 1);
        ASSERT(copy);
        memcpy(copy, bytes, size);
        replace_once(copy, size, CHANGES[i][0], CHANGES[i][1]);
        write_bytes(in_folder("other.vtp"), copy, size);
        assert_fails(scene_read_frame(in_folder("other.vtp"), &frame), STATUS_INPUT, "other.vtp: not a complete frame");
        free(copy);
    }
    free(bytes);
    empty_folder();
    remove_run("a");
}

TESTS_SHARE(set_up, tear_down)
