// Scenes: the model that each part of the format builds, the shipped scenes, and a table of rejected input with the line of each error.
#include <dirent.h>

#define BUILT_ORDER PARTICLE_ORDER_MORTON // the user's numbering of particles differs from the model's
#include "base/text.h"
#include "scene/private/scene_internal.h"
#include "scene_rig.h"

static double4 position(int32_t user)
{
    return double4_from(made.state.position[made.model.model_of[user]]);
}

static double4 velocity(int32_t user)
{
    return double4_from(made.state.velocity[made.model.model_of[user]]);
}

static double mass(int32_t user)
{
    return made.model.mass[made.model.model_of[user]];
}

static bool pinned(int32_t user)
{
    return made.model.inverse_mass[made.model.model_of[user]] == 0;
}

static void assert_vector(double4 a, double x, double y, double z)
{
    assert_near(a.x, x, 1e-12);
    assert_near(a.y, y, 1e-12);
    assert_near(a.z, z, 1e-12);
}

// The index of the constraint between two particles; fails unless there is exactly one.
static int32_t find_distance(int32_t a, int32_t b)
{
    const ConstraintSet *set = &made.model.sets[CONSTRAINT_distance];
    int32_t              found = -1;
    for (int32_t i = 0; i < set->count; i++) {
        const int32_t p = made.model.user_of[set->vertices[2 * i]], q = made.model.user_of[set->vertices[2 * i + 1]];
        if ((p == a && q == b) || (p == b && q == a)) {
            assert_int_equal(found, -1);
            found = i;
        }
    }
    return found;
}

// ---- built models ----

TEST(test_grid)
{
    build_scene("summary: two words\nparameters: {n: 3, k: {value: 10, summary: strength}}\ngravity: [0, 0, -1]\nbodies:\n"
                "  - grid: {columns: $n, rows: 4, size: [2, 6]}\n"
                "    transform: {scale: [1, 0.5, 1], rotate: {axis: [1, 0, 0], degrees: 90}, translate: [10, 20, 30]}\n"
                "    density: 2\n"
                "    springs: {structural: {stiffness: $k}, shear: {compliance: 0.5}, bend: {hard: true}}\n"
                "    pins: [{corner: top_left}, {corner: bottom_right}]\n"
                "    forces: [{side: left, force: [1, 2, 3]}, {index: -1, force: [0, 0, 5]}]\n");
    const Model *model = &made.model;
    assert_string_equal(made.info.name, "s");
    assert_string_equal(made.info.summary, "two words");
    assert_int_equal(model->particle_count, 12);
    assert_vector(position(0), 10, 20, 30);
    assert_vector(position(11), 12, 20, 33); // (2, 6 · 0.5, 0) rotated by 90° about x
    assert_near(model->gravity[2], -1, 1e-12);
    assert_int_equal(model->face_count, 6);
    // rows 4 × 2, columns 3 × 3; diagonals 2 × 6; bending springs over two cells 4 × 1 and 3 × 2
    assert_int_equal(model->sets[CONSTRAINT_distance].count, 17 + 12 + 10);
    const ConstraintSet *set = &model->sets[CONSTRAINT_distance];
    const int32_t        structural = find_distance(0, 3), shear = find_distance(1, 3), other = find_distance(0, 4);
    const int32_t        bend = find_distance(5, 11);
    assert_true(structural >= 0 && shear >= 0 && other >= 0 && bend >= 0);
    assert_near(constraint_stiffness(set, structural), 10, 1e-12);
    assert_near(constraint_rest(set, 0, structural), 1, 1e-12);
    assert_near(constraint_stiffness(set, shear), 2, 1e-12);
    assert_near(constraint_rest(set, 0, shear), sqrt(2), 1e-12);
    assert_near(constraint_stiffness(set, other), 2, 1e-12);
    assert_true(isinf(constraint_stiffness(set, bend)));
    assert_near(constraint_rest(set, 0, bend), 2, 1e-12);
    // The order of the file: structural springs along the rows first, bending springs along the columns last.
    int32_t first = -1, last = -1;
    for (int32_t i = 0; i < set->count; i++) {
        first = set->origin[i] == 0 ? i : first;
        last = set->origin[i] == set->count - 1 ? i : last;
    }
    assert_int_equal(first, find_distance(0, 1));
    assert_int_equal(last, bend);
    for (int32_t i = 0; i < 12; i++)
        assert_int_equal(pinned(i), i == 9 || i == 2);
    // 2 kg/m² on 2 × 3 m², by quarters of cells: cells of 1 m², 0.5 kg to each corner
    double total = 0;
    for (int32_t i = 0; i < 12; i++)
        total += mass(i);
    assert_near(total, 12, 1e-12);
    assert_near(mass(0), 0.5, 1e-12);
    assert_near(mass(4), 2, 1e-12);
    assert_vector(model_force(model, model->model_of[6]), 1, 2, 3);
    assert_vector(model_force(model, model->model_of[11]), 0, 0, 5);
    assert_vector(model_force(model, model->model_of[7]), 0, 0, 0);
}

TEST(test_chain_and_motion)
{
    build_scene(
        "bodies:\n"
        "  - name: one\n    chain: {count: 4, length: 3}\n    particle_mass: [1, 2, 3, 4]\n    velocity: [0, 1, 0]\n"
        "    spin: {axis: [0, 0, 2], radians_per_second: 3}\n    springs: {structural: {compliance: 0}, bend: {stiffness: 5}}\n"
        "  - name: two\n    chain: {count: 3, spacing: 0.5}\n    density: 2\n    masses: [{index: -1, mass: 7}]\n"
        "    pins: [{nearest: [0.6, 9, 0]}]\n    attachments: [{index: [0, 2], stiffness: 9, point: [1, 2, 3]}, {index: 1, hard: true}]\n");
    assert_int_equal(made.model.particle_count, 7);
    assert_near(made.model.gravity[1], -9.81, 1e-12);
    assert_vector(position(3), 3, 0, 0);
    // centre of mass x = (2 + 6 + 12) / 10 = 2
    assert_vector(velocity(0), 0, 1 - 6, 0);
    assert_vector(velocity(3), 0, 1 + 3, 0);
    assert_near(mass(4), 0.5, 1e-12);
    assert_near(mass(5), 1, 1e-12);
    assert_near(mass(6), 7, 1e-12);
    assert_true(pinned(5) && !pinned(4) && !pinned(1));
    assert_int_equal(made.model.sets[CONSTRAINT_distance].count, 3 + 2); // body two has no springs
    assert_true(isinf(constraint_stiffness(&made.model.sets[CONSTRAINT_distance], find_distance(0, 1))));
    assert_near(constraint_stiffness(&made.model.sets[CONSTRAINT_distance], find_distance(1, 3)), 5, 1e-12);
    const ConstraintSet *set = &made.model.sets[CONSTRAINT_attachment];
    assert_int_equal(set->count, 3);
    for (int32_t i = 0; i < 3; i++) {
        const bool own = set->origin[i] == 2;
        assert_near(constraint_rest(set, 0, i), own ? 0.5 : 1, 1e-12);
        assert_near(constraint_rest(set, 1, i), own ? 0 : 2, 1e-12);
    }
    assert_int_equal(made.model.line_count, 5);
}

TEST(test_particles_and_mesh)
{
    write_text(in_folder("m.obj"), "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
    build_scene(
        "bodies:\n"
        "  - particles: [[0, 0, 0], [1, 0, 0], [1, 2, 0]]\n    mass: 6\n"
        "    constraints:\n      - {kind: distance, vertices: [0, 1], rest: [0.5], stiffness: 4}\n"
        "      - {kind: distance, vertices: [-1, 1], stiffness: 4}\n      - {kind: attachment, vertices: [2], rest: [7, 8, 9], "
        "stiffness: 1}\n"
        "  - mesh: m.obj\n    density: 6\n    edges: {stiffness: 3}\n    springs: {bend: {stiffness: 2}}\n    pins: [{box: {min: [-1, "
        "0.5, 0], "
        "max: [2, 2, 0]}}]\n");
    const ConstraintSet *set = &made.model.sets[CONSTRAINT_distance];
    assert_int_equal(set->count, 2 + 5 + 1);
    assert_near(constraint_rest(set, 0, find_distance(0, 1)), 0.5, 1e-12);
    assert_near(constraint_rest(set, 0, find_distance(1, 2)), 2, 1e-12);
    assert_near(constraint_stiffness(set, find_distance(4, 6)), 2, 1e-12); // across the diagonal
    assert_near(constraint_stiffness(set, find_distance(3, 5)), 3, 1e-12); // the diagonal
    assert_near(mass(1), 2, 1e-12);
    assert_near(mass(3), 2, 1e-12); // a third of both triangles of 3 kg each
    assert_near(mass(4), 1, 1e-12);
    assert_true(pinned(5) && pinned(6) && !pinned(3));
    assert_near(constraint_rest(&made.model.sets[CONSTRAINT_attachment], 2, 0), 9, 1e-12);
    assert_int_equal(made.model.face_count, 2);
    assert_int_equal(made.model.line_count, 2);
    assert_string_equal(made.info.mesh_path, in_folder("m.obj"));
}

// Damping, limit and inequality are accepted wherever a stiffness is; 0 switches the first two off.
TEST(test_traits)
{
    build_scene("parameters: {beta: 0.25, limit: 40, off: 0}\nbodies:\n"
                "  - grid: {columns: 3, rows: 3, size: [2, 2]}\n    mass: 1\n    springs:\n"
                "      structural: {stiffness: 5, damping: $beta}\n      shear: {compliance: 0.5, limit: $limit, inequality: at_most}\n"
                "      bend: {hard: true, limit: 3, damping: $off}\n"
                "    attachments: [{index: 4, stiffness: 2, limit: $off, damping: 7}, {index: 5, stiffness: 2, inequality: at_most}]\n"
                "  - particles: [[0, 0, 9], [1, 0, 9], [3, 0, 9]]\n    mass: 1\n    constraints:\n"
                "      - {kind: distance, vertices: [0, 1], stiffness: 4, inequality: at_least, limit: 1e30}\n"
                "      - {kind: distance, vertices: [1, 2], rest: [1], stiffness: 4}\n");
    const ConstraintSet *set = &made.model.sets[CONSTRAINT_distance], *tied = &made.model.sets[CONSTRAINT_attachment];
    assert_true(set->damping && set->limit && set->sense && tied->damping && !tied->limit && tied->sense);
    const int32_t structural = find_distance(0, 1), shear = find_distance(0, 4), bend = find_distance(0, 2);
    const int32_t stop = find_distance(9, 10), plain = find_distance(10, 11);
    assert_near(set->damping[structural], 0.25, 1e-12);
    assert_true(isinf(set->limit[structural]));
    assert_int_equal(set->sense[structural], SENSE_EQUAL);
    assert_near(set->damping[shear], 0, 1e-12);
    assert_near(set->limit[shear], 40, 1e-12);
    assert_int_equal(set->sense[shear], SENSE_LESS_EQUAL);
    assert_near(constraint_stiffness(set, shear), 2, 1e-12);
    assert_near(set->damping[bend], 0, 1e-12);
    assert_near(set->limit[bend], 3, 1e-12);
    assert_int_equal(set->sense[stop], SENSE_GREATER_EQUAL);
    assert_true(isfinite(set->limit[stop]));
    assert_near(set->damping[plain], 0, 1e-12);
    assert_true(isinf(set->limit[plain]));
    assert_int_equal(set->sense[plain], SENSE_EQUAL);
    for (int32_t i = 0; i < 2; i++) {
        assert_near(tied->damping[i], tied->origin[i] == 0 ? 7 : 0, 1e-12);
        assert_int_equal(tied->sense[i], tied->origin[i] == 1 ? SENSE_LESS_EQUAL : SENSE_EQUAL);
    }
    // If they are switched off everywhere, the model is as without the keys: no column, and every solver accepts the scene.
    build_scene(
        "bodies:\n  - chain: {count: 3, spacing: 1}\n    mass: 1\n    springs: {structural: {stiffness: 5, damping: 0, limit: 0}}\n");
    set = &made.model.sets[CONSTRAINT_distance];
    assert_true(!set->damping && !set->limit && !set->sense && !made.state.broken[CONSTRAINT_distance]);
}

// ---- parameters and hashes ----

// The ranges that `weft list scene` prints are those that the scene enforces: the limit itself is in range, a value beyond it is rejected.
// Tested for every shipped scene.
static Status read_with(const char *path, const SceneParameter *parameter, double number, bool fraction)
{
    SceneInfo  info;
    SceneValue value;
    memcpy(value.name, parameter->name, sizeof value.name);
    if (fraction)
        snprintf(value.value, sizeof value.value, "%.1f", number);
    else
        text_from_double(number, value.value, sizeof value.value);
    const SceneSettings settings = {.path = path, .values = &value, .value_count = 1};
    ModelBuilder       *builder = model_builder_create();
    const Status        status = scene_read(&settings, builder, &info);
    model_builder_destroy(builder);
    return status;
}

static void check_range(const char *path, const SceneParameter *p, const YamlRange *range)
{
    const double below = range->min - fmax(fabs(range->min), 1), above = 2 * range->max + (range->whole ? 1 : 0);
    assert_true(range->min <= p->value && p->value <= range->max);
    if (range->min > -1e300)
        assert_fails(read_with(path, p, below, false), STATUS_INPUT, "");
    if (range->max < 1e300) { // or a size computed from it is rejected
        const Status outside = read_with(path, p, above, false);
        assert_int_equal(outside.code, STATUS_INPUT);
        assert_true(strstr(outside.text, "out of range") || strstr(outside.text, "must be above zero"));
    }
    if (range->whole)
        assert_fails(read_with(path, p, range->min + 0.5, true), STATUS_INPUT, "not a whole number");
    char message[64];
    snprintf(message, sizeof message, ": %g is out of range", range->min);
    const Status inside = read_with(path, p, range->min, false); // the scene may still reject it, or a value computed from it
    assert_null(strstr(inside.text, message));
}

TEST(test_ranges_of_parameters)
{
    DIR *scenes = opendir(WEFT_SOURCE_DIR "/datasets/scenes");
    int  checked = 0, parameters_seen = 0;
    assert_non_null(scenes);
    for (const struct dirent *entry = readdir(scenes); entry; entry = readdir(scenes)) {
        char           path[600];
        SceneInfo      info;
        SceneParameter parameters[SCENE_PARAMETERS_MAX];
        YamlRange      ranges[SCENE_PARAMETERS_MAX];
        int            count = 0;
        if (!strstr(entry->d_name, ".yaml"))
            continue;
        snprintf(path, sizeof path, WEFT_SOURCE_DIR "/datasets/scenes/%s", entry->d_name);
        const SceneSettings settings = {.path = path};
        assert_int_equal(scene_describe(&settings, &info, parameters, &count).code, STATUS_OK);
        assert_int_equal(scene_ranges(path, ranges).code, STATUS_OK);
        for (int i = 0; i < count; i++) {
            parameters_seen++;
            checked += ranges[i].checked;
            if (ranges[i].checked)
                check_range(path, &parameters[i], &ranges[i]);
        }
    }
    closedir(scenes);
    assert_true(parameters_seen > 100);
    assert_true(checked > parameters_seen * 8 / 10); // parameters in formulas only, and words, have no range
}

TEST(test_parameters)
{
    static const char TEXT[] =
        "parameters: {n: 3, unused: {value: 1.5, summary: nothing}}\nbodies:\n  - chain: {count: $n, spacing: 1}\n    mass: 1\n";
    const SceneValue five = {"n", "5"}, bad = {"n", "x"}, fraction = {"n", "2.5"}, unknown = {"nn", "3"};
    char             default_hash[HASH_TEXT];
    SceneInfo        info;
    SceneParameter   parameters[SCENE_PARAMETERS_MAX];
    int              count = 0;
    build_scene(TEXT);
    assert_int_equal(made.model.particle_count, 3);
    memcpy(default_hash, made.info.hash, sizeof default_hash);
    assert_int_equal(build_scene_with(scene_path, &five, 1).code, STATUS_OK);
    assert_int_equal(made.model.particle_count, 5);
    assert_string_not_equal(made.info.hash, default_hash);
    const SceneSettings settings = {.path = scene_path, .values = &five, .value_count = 1};
    assert_int_equal(scene_describe(&settings, &info, parameters, &count).code, STATUS_OK);
    assert_string_equal(info.hash, made.info.hash);
    assert_int_equal(count, 2);
    assert_string_equal(parameters[0].name, "n");
    assert_near(parameters[0].value, 3, 1e-12);
    assert_string_equal(parameters[1].summary, "nothing");
    build_scene("summary: for people\nparameters: {n: 3, unused: {value: 1.5, summary: another text}} # a comment\n"
                "bodies: [{chain: {count: $n, spacing: 1}, mass: 1}]\n");
    assert_string_equal(made.info.hash, default_hash);
    build_scene("parameters: {n: 3, unused: 1.5}\nbodies: [{chain: {count: $n, spacing: 1}, mass: 2}]\n");
    assert_string_not_equal(made.info.hash, default_hash);
    build_scene(TEXT);
    const SceneValue same = {"n", "3"}, spelt = {"unused", "15e-1"};
    assert_int_equal(build_scene_with(scene_path, &same, 1).code, STATUS_OK);
    assert_string_equal(made.info.hash, default_hash);
    assert_int_equal(build_scene_with(scene_path, &spelt, 1).code, STATUS_OK);
    assert_string_equal(made.info.hash, default_hash);
    assert_fails(build_scene_with(scene_path, &bad, 1), STATUS_INPUT, "s.yaml: parameter `n`: `x` is not a finite number");
    assert_fails(build_scene_with(scene_path, &fraction, 1), STATUS_INPUT, "s.yaml:3: key `bodies[0].chain.count`: `2.5` is not a whole");
    assert_fails(build_scene_with(scene_path, &unknown, 1), STATUS_INPUT, "unknown parameter `nn`, did you mean `n`?");
}

// A parameter that is a formula is replaced in other formulas by its value as a whole.
TEST(test_formulas)
{
    static const char TEXT[] = "parameters: {half: 1 + 1, mass: 1/4}\n"
                               "bodies:\n  - chain: {count: 2*$half + 1, spacing: 3/$half}\n    particle_mass: 2/$mass\n";
    build_scene(TEXT);
    assert_int_equal(made.model.particle_count, 5);
    assert_near(made.model.mass[4], 8, 1e-12);
}

// The hash depends on the mesh's bytes too.
TEST(test_mesh_hash)
{
    static const char TEXT[] = "bodies: [{mesh: m.obj, mass: 1}]\n";
    char              before[HASH_TEXT];
    write_text(in_folder("m.obj"), "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
    build_scene(TEXT);
    memcpy(before, made.info.hash, sizeof before);
    write_text(in_folder("m.obj"), "v 0 0 0\nv 1 0 0\nv 1 2 0\nf 1 2 3\n");
    build_scene(TEXT);
    assert_string_not_equal(made.info.hash, before);
}

// If a mesh is a pair of files, the hash of the scene depends on both.
TEST(test_pair_hash)
{
    static const char TEXT[] = "bodies: [{mesh: m.node, mass: 1, pins: [{index: 4}]}]\n";
    char              before[HASH_TEXT];
    write_text(in_folder("m.node"), "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n");
    write_text(in_folder("m.ele"), "1 4 0\n0 0 1 2 3\n");
    build_scene(TEXT);
    memcpy(before, made.info.hash, sizeof before);
    write_text(in_folder("m.ele"), "2 4 0\n0 0 1 2 3\n1 4 3 2 1\n");
    build_scene(TEXT);
    assert_string_not_equal(made.info.hash, before);
    empty_folder();
}

// The parsed mesh is the hashed one, for each file of a pair, even if a file changes in between.
TEST(test_changed_after_the_hash)
{
    static const char *const NODES[] = {"4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n", "4 3 0 0\n0 0 0 0\n1 2 0 0\n2 0 1 0\n3 0 0 1\n"};
    static const char *const TETS[] = {"1 4 0\n0 0 1 2 3\n", "1 4 0\n0 1 2 0 3\n"};
    for (int changed = 0; changed < 3; changed++) { // no change, .node, .ele
        SceneInfo  info = {.file_count = 0};
        SceneFiles files = {.info = &info};
        Mesh       mesh;
        char       hash[HASH_TEXT];
        write_text(in_folder("m.node"), NODES[0]);
        write_text(in_folder("m.ele"), TETS[0]);
        assert_ok(scene_files_hash(&files, in_folder("m.node"), hash));
        assert_ok(scene_files_hash(&files, in_folder("m.ele"), hash));
        assert_int_equal(info.file_count, 2);
        write_text(in_folder("m.node"), NODES[changed == 1]);
        write_text(in_folder("m.ele"), TETS[changed == 2]);
        const Status status = scene_files_mesh(&files, in_folder("m.node"), &mesh);
        if (changed)
            assert_fails(status, STATUS_INPUT, changed == 1 ? "m.node: has changed" : "m.ele: has changed");
        else
            assert_ok(status);
        mesh_destroy(&mesh);
        scene_files_destroy(&files);
    }
    empty_folder();
}

// ---- rejected input ----

#define TWO "bodies:\n  - chain: {count: 2, spacing: 1}\n"
#define CHAIN TWO "    mass: 1\n"
#define PINNED CHAIN "    pins:\n      - "
#define SPRUNG CHAIN "    springs:\n      structural: {"
#define TRAIT(text) SPRUNG "stiffness: 1, " text "}\n"
#define PAIR "bodies:\n  - particles: [[0, 0, 0], [1, 0, 0]]\n    mass: 1\n    constraints:\n      - {kind: "
#define GRID "bodies:\n  - grid: {columns: "

static const struct {
    const char *text, *expected;
} REFUSED[] = {
    {"bodes: []\n", "s.yaml:1: key `bodes`: unknown key, did you mean `bodies`?"},
    {"name: x\n", "s.yaml:1: key `bodies` is missing"},
    {"bodies: []\n", "s.yaml:1: key `bodies`: has no bodies"},
    {"bodies: 3\n", "s.yaml:1: key `bodies`: must be a list"},
    {"- 1\n", "s.yaml:1: must be a map"},
    {"gravity: [0, 1]\nbodies: []\n", "s.yaml:1: key `gravity`: must be a list of 3 numbers, has 2"},
    {"gravity: [0, .nan, 1]\nbodies: []\n", "s.yaml:1: key `gravity[1]`: `.nan` is not a finite number"},
    {"parameters: [1]\nbodies: []\n", "s.yaml:1: key `parameters`: must be a map"},
    {"parameters: {a: x}\nbodies: []\n", "s.yaml:1: key `parameters.a`: `x` is not a finite number"},
    {"parameters: {a-b: 1}\nbodies: []\n", "s.yaml:1: key `parameters.a-b`: invalid parameter name"},
    {"parameters: {a: {valu: 1}}\nbodies: []\n", "s.yaml:1: key `parameters.a.valu`: unknown key, did you mean `value`?"},
    {"parameters: {mass: 1}\nbodies:\n  - chain: {count: 2, spacing: 1}\n    mass: $mas\n",
     BODY(4) ".mass`: unknown parameter `$mas`, did you mean `mass`?"},
    {"bodies:\n  - mass: 1\n", BODY(2) "`: one of these keys is needed: grid, chain, mesh, particles"},
    {TWO "    particles: [[0, 0, 0]]\n    mass: 1\n", BODY(3) ".particles`"},
    {"bodies:\n  - chian: {count: 2, spacing: 1}\n", BODY(2) ".chian`: unknown key, did you mean `chain`?"},
    {GRID "1, rows: 2, size: [1, 1]}\n    mass: 1\n", BODY(2) ".grid.columns`: 1 is out of range"},
    {GRID "2, rows: 2}\n    mass: 1\n", BODY(2) ".grid`: one of these keys is needed: spacing, size"},
    {GRID "2, rows: 2, size: [1, 1], spacing: 1}\n    mass: 1\n", "key `bodies[0].grid.size`: spacing and size exclude each other"},
    {GRID "2, rows: 2, size: [1, 0]}\n    mass: 1\n", BODY(2) ".grid.size[1]`: must be above zero"},
    {GRID "1000000, rows: 1000000, size: [1, 1]}\n    mass: 1\n", BODY(2) ".grid`: a grid of 1000000"},
    {"bodies:\n  - chain: {count: two, spacing: 1}\n    mass: 1\n", BODY(2) ".chain.count`: `two` is not a whole number"},
    {"bodies:\n  - chain: {count: 2, spacing: -1}\n    mass: 1\n", BODY(2) ".chain.spacing`: must be above zero, is -1"},
    {"bodies:\n  - particles: []\n    mass: 1\n", BODY(2) ".particles`: has no particles"},
    {"bodies:\n  - particles:\n    - [0, 0, 0]\n    - [0, nan, 0]\n    mass: 1\n", BODY(4) ".particles[1][1]`: `nan` is not"},
    {TWO "", BODY(2) "`: one of these keys is needed: mass, particle_mass, density"},
    {CHAIN "    density: 1\n", BODY(4) ".density`: mass and density exclude each other"},
    {TWO "    mass: 0\n", BODY(3) ".mass`: must be above zero, is 0"},
    {TWO "    particle_mass: [1, -2]\n", BODY(3) ".particle_mass[1]`: must be above zero, is -2"},
    {TWO "    particle_mass: [1]\n", BODY(3) ".particle_mass`: has 1 masses, but the body has 2 particles"},
    {TWO "    mass: 1e99\n", BODY(3) ".mass`: 1e+99 is out of range, must be 1e-30 … 1e+30"},
    {"bodies:\n  - particles: [[0, 0, 0]]\n    density: 1\n", BODY(3) ".density`: listed particles have no length"},
    {CHAIN "    transform: {scale: 0}\n", BODY(4) ".transform.scale`"},
    {CHAIN "    transform: {rotate: {axis: [0, 0, 0], degrees: 1}}\n", BODY(4) ".transform.rotate.axis`: is zero and has no direction"},
    {CHAIN "    velocity: 3\n", BODY(4) ".velocity`: must be a list"},
    {CHAIN "    spin: {axis: [1, 0, 0]}\n", BODY(4) ".spin`: key `radians_per"},
    {CHAIN "    springs: {shear: {stiffness: 1}}\n", BODY(4) ".springs.shear`: unknown key; valid: structural, bend"},
    {SPRUNG "stiffness: 0}\n", BODY(5) ".springs.structural.stiffness`: must be above zero"},
    {SPRUNG "stiffness: 1, hard: true}\n", BODY(5) ".springs.structural.hard`: stiffness and hard exclude each other"},
    {SPRUNG "}\n", BODY(5) ".springs.structural`: one"},
    {SPRUNG "hard: false}\n", "structural.hard`: must be true"},
    {SPRUNG "compliance: -1}\n", "is out of range"},
    {TRAIT("damping: -1"), BODY(5) ".springs.structural.damping`: -1 is out of range, must be 0 …"},
    {TRAIT("damping: .nan"), "structural.damping`: `.nan` is not a finite number"},
    {TRAIT("damping: some"), "structural.damping`: `some` is not"},
    {TRAIT("damping: [1]"), BODY(5) ".springs.structural.damping`: "},
    {TRAIT("damping: \"1\""), BODY(5) ".springs.structural.damping`: "},
    {TRAIT("damping: ~"), BODY(5) ".springs.structural.damping`: "},
    {TRAIT("limit: -3"), BODY(5) ".springs.structural.limit`: -3 is out of range, must be 0 …"},
    {TRAIT("limit: .inf"), "structural.limit`: `.inf` is not a finite number"},
    {TRAIT("limit: 1e31"), "structural.limit`: 1e+31 is out of range"},
    {TRAIT("limit: {}"), BODY(5) ".springs.structural.limit`: "},
    {TRAIT("inequality: at_mots"), BODY(5) ".springs.structural.inequality`: `at_mots` is not a valid value, did you mean `at_most`?"},
    {TRAIT("inequality: 1"), "structural.inequality`: `1` is not a valid value"},
    {TRAIT("inequality: [at_most]"), BODY(5) ".springs.structural.inequality`: "},
    {TRAIT("dampign: 1"), "structural.dampign`: unknown key, did you mean `damping`?"},
    {SPRUNG "limit: 1}\n", BODY(5) ".springs.structural`: one of these keys is needed: stiffness, compliance, hard"},
    {CHAIN "    attachments:\n      - {index: 0, stiffness: 1, inequality: at_least}\n",
     BODY(5) ".attachments[0]`: `at_least` has no effect: an attachment has rest length 0"},
    {CHAIN "    edges: {stiffness: 1}\n", BODY(4) ".edges`: applies to meshes only"},
    {"bodies:\n  - particles: [[0, 0, 0]]\n    mass: 1\n    springs: {structural: {stiffness: 1}}\n",
     BODY(4) ".springs`: applies to grids, chains and meshes"},
    {PINNED "index: 2\n", BODY(5) ".pins[0].index`: particle 2 does"},
    {PINNED "index: [0, -3]\n", BODY(5) ".pins[0].index[1]`"},
    {PINNED "index: [0, -2]\n", "particle 0 is listed twice"},
    {PINNED "index: 0.5\n", "`0.5` is not a whole number"},
    {PINNED "box: {min: [5, 5, 5], max: [6, 6, 6]}\n", BODY(5) ".pins[0].box`: selects no particle"},
    {PINNED "box: {min: [5, 5, 5], max: [6, 4, 6]}\n", "min 5 is above max 4"},
    {PINNED "corner: top_left\n", "pins[0].corner`: applies to grids only"},
    {GRID "2, rows: 2, size: [1, 1]}\n    mass: 1\n    pins:\n      - corner: topleft\n", "did you mean `top_left`?"},
    {PINNED "{index: 0, all: true}\n", "index and all exclude each other"},
    {PINNED "{}\n", BODY(5) ".pins[0]`: one of these keys"},
    {CHAIN "    forces:\n      - {index: 0, force: [0, inf, 0]}\n", "force[1]`: `inf` is not a finite"},
    {CHAIN "    masses:\n      - {index: 0, mass: -1}\n", BODY(5) ".masses[0].mass`: must"},
    {"bodies:\n  - particles: [[0, 0, 0], [0, 0, 0]]\n    mass: 1\n    constraints:\n      - {kind: distance, vertices: [0, 1], stiffness: "
     "1}\n",
     BODY(5) ".constraints[0]`: particles 0 and 1 have the same position"},
    {PAIR "distance, vertices: [0, 1], stiffness: 1, rest: [0]}\n", BODY(5) ".constraints[0]`: "},
    {PAIR "distance, vertices: [0, 0], stiffness: 1}\n", BODY(5) ".constraints[0]`: "},
    {PAIR "distance, vertices: [0, 2], stiffness: 1}\n", BODY(5) ".constraints[0].vertices[1]`: particle 2 does not exist"},
    {PAIR "distance, vertices: [0], stiffness: 1}\n", "joins 2 particles, not 1"},
    {PAIR "distnce, vertices: [0, 1], stiffness: 1}\n",
     BODY(5) ".constraints[0].kind`: `distnce` is not a valid value, did you mean `distance`?"},
    {PAIR "distance, vertices: [0, 1], stiffness: 1}\n"
          "      - {kind: distance, vertices: [1, 0], stiffness: 1}\n",
     BODY(6) ".constraints[1]`: a second distance constraint between particles 0 and 1"},
    {"bodies:\n  - chain: {count: 3, spacing: 1}\n    mass: 1\n    springs: {structural: {stiffness: 1}}\n    constraints:\n"
     "      - {kind: distance, vertices: [2, 1], stiffness: 1}\n",
     BODY(6) ".constraints[0]`: a second distance constraint between particles 1 and 2"},
    {"bodies:\n  - chain: {count: 3, spacing: 1}\n    mass: 1\n    attachments:\n      - {all: true, stiffness: 1}\n      - {index: 1, "
     "stiffness: 1}\n",
     BODY(6) ".attachments[1]`: a second attachment of particle 1"},
    {"bodies:\n  - name: a\n    chain: {count: 3, spacing: 1}\n    mass: 1\n  - name: a\n    chain: {count: 3, spacing: 1}\n    mass: 1\n",
     "s.yaml:5: key `bodies[1].name`: a second body named `a`"},
};

TEST(test_refused)
{
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        refuse(REFUSED[i].text, REFUSED[i].expected);
}

TEST(test_refused_meshes)
{
    static const char SCENE[] = "bodies:\n  - mesh: m.obj\n    density: 1\n    edges: {stiffness: 1}\n";
    static const struct {
        const char *mesh, *expected;
    } CASES[] = {
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "m.obj: the mesh has no faces"},
        {"v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n", "m.obj:3: `nan` is not a finite number"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "m.obj:4: vertex 4 does not exist"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\nf 2 3 4\n",
         "s.yaml:4: key `bodies[0].edges`: particles 2 and 3 have the same position"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 7 7\nf 1 2 3\n", "s.yaml:3: key `bodies[0].density`: 1 particles (first: 3) belong to no face"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(in_folder("m.obj"), CASES[i].mesh);
        refuse(SCENE, CASES[i].expected);
    }
    unlink(in_folder("m.obj"));
    assert_fails(try_scene(SCENE), STATUS_IO, "s.yaml:2: key `bodies[0].mesh`: mesh `m.obj` not found in the folder of the scene file");
}

TEST(test_find)
{
    char path[600], datasets[600];
    assert_int_equal(scene_find("cloth", path, sizeof path).code, STATUS_OK);
    assert_string_equal(path, WEFT_SOURCE_DIR "/datasets/scenes/cloth.yaml");
    assert_string_equal(scene_datasets(datasets, sizeof datasets), WEFT_SOURCE_DIR "/datasets");
    assert_fails(scene_find("clth", path, sizeof path), STATUS_INPUT, "unknown scene `clth`, did you mean `cloth`?");
    assert_fails(scene_find("", path, sizeof path), STATUS_INPUT, "unknown scene");
    assert_fails(scene_find("./no.yaml", path, sizeof path), STATUS_IO, "./no.yaml: cannot be read: No such file");
    assert_fails(scene_find("cloth", path, 10), STATUS_INPUT, "");
    assert_fails(build_scene_with("/nonexistent/no.yaml", NULL, 0), STATUS_IO, "/nonexistent/no.yaml: cannot be read");
    unsetenv("WEFT_DATASETS");
    assert_string_equal(scene_datasets(datasets, sizeof datasets), WEFT_SOURCE_DIR "/datasets");
    setenv("WEFT_DATASETS", "/nonexistent", 1);
    assert_fails(scene_find("cloth", path, sizeof path), STATUS_IO, "set WEFT_DATASETS");
    setenv("WEFT_DATASETS", WEFT_SOURCE_DIR "/datasets", 1);
}

// ---- the shipped scenes ----

TEST(test_shipped)
{
    static const struct {
        const char *name;
        int32_t     particles, springs, pins;
    } SCENES[] = {
        {"cloth", 1024, 2 * 32 * 31 + 2 * 31 * 31, 2},
        {"chain", 20, 19, 1},
        {"swinging_chain", 20, 19, 1},
        {"bar", 11, 10, 1},
        {"bunny", 1839, -1, -1},
        {"oscillator", 2, 1, 1},
        {"vibrating_rod", 2, 1, 0},
        {"spinning_rod", 2, 1, 0},
        {"breaking_chain", 20, 19, 1},
        {"rope", 20, 19, 1},
        {"pendulum", 2, 1, 1},
        {"heavy_payload", 20, 19, 1},
        {"falling", 64, 2 * 8 * 7 + 2 * 7 * 7 + 2 * 8 * 6, 0},
    };
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; i++) {
        char path[600];
        assert_int_equal(scene_find(SCENES[i].name, path, sizeof path).code, STATUS_OK);
        assert_ok(build_scene_with(path, NULL, 0));
        assert_string_equal(made.info.name, SCENES[i].name);
        assert_true(made.info.summary[0]);
        assert_int_equal(made.model.particle_count, SCENES[i].particles);
        int32_t pins = 0;
        for (int32_t p = 0; p < made.model.particle_count; p++)
            pins += pinned(p);
        if (SCENES[i].pins >= 0) {
            assert_int_equal(pins, SCENES[i].pins);
            assert_int_equal(made.model.constraint_count, SCENES[i].springs);
        } else {
            assert_true(pins > 10 && pins < 200);
            assert_true(made.model.constraint_count > 2 * 5511 - 500 && made.model.constraint_count <= 2 * 5511);
        }
    }
}

// Cut off at every byte and with bytes changed, a scene is built, or rejected in one line.
TEST(test_damaged)
{
    static const char TEXT[] =
        "name: d\nparameters: {n: 3, k: {value: 10}}\nbodies:\n  - name: a\n    grid: {columns: $n, rows: 3, size: [1, 2]}\n"
        "    mass: 1\n    springs: {structural: {stiffness: $k, damping: 0.5, limit: 40}, bend: {hard: true, inequality: at_least}}\n"
        "    pins: [{corner: top_left}]\n"
        "  - particles: [[0, 0, 0], [1, 0, 0]]\n    particle_mass: [1, 2]\n    constraints:\n"
        "      - {kind: distance, vertices: [0, -1], rest: [2], compliance: 1e-3}\n    forces: [{all: true, force: [1, 2, 3]}]\n";
    char   copy[sizeof TEXT];
    Random random = {5};
    for (size_t round = 0; round < 4 * sizeof TEXT; round++) {
        const size_t size = round < sizeof TEXT ? round : sizeof TEXT - 1;
        memcpy(copy, TEXT, sizeof TEXT);
        if (round >= sizeof TEXT)
            copy[random_below(&random, size)] = (char)(' ' + random_below(&random, 95));
        write_bytes(scene_path, copy, size);
        const Status status = build_scene_with(scene_path, NULL, 0);
        if (status.code != STATUS_OK)
            assert_status_about(status, STATUS_INPUT, "s.yaml", copy);
    }
}

TESTS_SHARE(set_up, tear_down)
