// Cases: settings by name, canonical JSON, keys.
#include <unistd.h>

#include "base/text.h"
#include "case/case.h"
#include "check.h"
#include "machine/environment.h"

// A solver and settings, "xpbd probes=2 dt=0.01", of the scene of a cloth unless they name another scene; not resolved.
static Case cloth(const char *settings)
{
    char  text[300], *save = NULL;
    Case  c;
    char *solver = strtok_r(strcpy(text, settings), " ", &save);
    case_init(&c, solver_find(solver), NULL);
    assert_ok(case_set(&c, "scene", "cloth"));
    for (char *name = strtok_r(NULL, "=", &save); name; name = strtok_r(NULL, "=", &save))
        assert_ok(case_set(&c, name, strtok_r(NULL, " ", &save)));
    return c;
}

static Case resolved(const char *settings)
{
    Case c = cloth(settings);
    assert_ok(case_resolve(&c));
    return c;
}

static char *canonical(const Case *c)
{
    json_t *json = case_to_json(c);
    assert_non_null(json);
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(json);
    return text;
}

TEST(names_are_checked)
{
    Case c = cloth("xpbd");
    assert_fails(case_set(&c, "iteratons", "3"), STATUS_INPUT, "did you mean `iterations`?");
    assert_fails(case_set(&c, "iteratons", "3"), STATUS_INPUT, "xpbd");
    assert_fails(case_set(&c, "iterations", "3.5"), STATUS_INPUT, "whole number");
    assert_fails(case_set(&c, "iterations", "1e+07"), STATUS_INPUT, "must lie in 1 … 1000000");
    assert_fails(case_set(&c, "dt", "nan"), STATUS_INPUT, "finite");
    assert_fails(case_set(&c, "dt", "-1"), STATUS_INPUT, "must lie in");
    assert_fails(case_set(&c, "precision", "f16"), STATUS_INPUT, "f64, f32");
    assert_fails(case_set(&c, "scene.n", "4 of them"), STATUS_INPUT, "finite number");
    assert_fails(case_set(&c, "order", "mortn"), STATUS_INPUT, "did you mean `morton`?");
    assert_fails(case_set(&c, "scene", ""), STATUS_INPUT, "scene");
    assert_fails(case_set(&c, "seed", "1"), STATUS_INPUT, "does not take `seed`"); // it would make copies of the same bits
}

TEST(scene_is_checked)
{
    Case c = cloth("xpbd scene.nn=8");
    assert_fails(case_resolve(&c), STATUS_INPUT, "did you mean `n`?");
    c = cloth("xpbd scene=clothe");
    assert_fails(case_resolve(&c), STATUS_INPUT, "did you mean `cloth`?");
    case_init(&c, solver_find("xpbd"), NULL);
    assert_fails(case_resolve(&c), STATUS_INPUT, "`scene` is missing");
}

// Writes a scene with one particle and `end` as its last lines; `path` is a template of mkstemp.
static void write_scene(const char *end, char path[static 32])
{
    static const char BODY[] = "bodies:\n  - particles: [[0, 0, 0]]\n    particle_mass: 1\n";
    snprintf(path, 32, "/tmp/weft-case-XXXXXX.yaml");
    FILE *out = fdopen(mkstemps(path, 5), "w");
    assert_non_null(out);
    assert_true(fprintf(out, "%s%s", BODY, end) > 0);
    assert_int_equal(fclose(out), 0);
}

static Case of_scene(const char *path, const char *settings)
{
    char text[200];
    snprintf(text, sizeof text, "%s scene=%s", settings, path);
    return cloth(text);
}

static void assert_value(const Case *c, const char *name, const char *value, bool recommended)
{
    char text[64];
    assert_true(case_get(c, name, text, sizeof text));
    assert_string_equal(text, value);
    assert_int_equal(c->recommended[param_index(&c->params, name)], recommended);
}

// A setting that the scene recommends for the solver is used unless the user sets it, even to its default and hidden. The key contains the
// value used.
TEST(scene_recommends)
{
    char path[32];
    write_scene("recommended: {xpbd: {substeps: 10, iterations: 2}, newton: {dt: 0.001}}\n", path);
    Case explicit_values = of_scene(path, "xpbd substeps=10 iterations=2"), quiet = of_scene(path, "xpbd"), other = of_scene(path, "pbd");
    Case newton = of_scene(path, "newton"), own = of_scene(path, "xpbd substeps=1"), like = of_scene(path, "xpbd");
    case_hide(&own, "substeps");
    Case *const all[] = {&explicit_values, &quiet, &other, &newton, &own};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_ok(case_resolve(all[i]));
    assert_ok(case_resolve_like(&like, &newton));
    assert_value(&explicit_values, "substeps", "10", false);
    assert_value(&quiet, "substeps", "10", true);
    assert_value(&quiet, "iterations", "2", true);
    assert_value(&like, "substeps", "10", true);
    assert_value(&other, "substeps", "1", false);
    assert_value(&newton, "dt", "0.001", true);
    assert_value(&own, "substeps", "1", false);
    assert_value(&own, "iterations", "2", true);
    assert_string_equal(explicit_values.key, quiet.key);
    assert_string_not_equal(own.key, quiet.key);
    unlink(path);
}

TEST(recommendations_are_checked)
{
    static const char *const WRONG[][2] = {
        {"recommended: {xbpd: {substeps: 10}}\n", ":4: key `recommended.xbpd.substeps`: unknown solver"},
        {"recommended:\n  pd:\n    substeps: 10\n", ":6: key `recommended.pd.substeps`: unknown parameter"},
        {"recommended: {xpbd: {substeps: 0}}\n", "must lie in 1"},
        {"recommended: {xpbd: {timed: 9}}\n", "unknown parameter `timed`"},
        {"recommended: {xpbd: {dt: 0}}\n", "must lie in 1e-09"},
        {"recommended: {xpbd: 10}\n", ":4: key `recommended.xpbd`: must be a map"},
        {"recommended: [10]\n", "must be a map"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char path[32];
        write_scene(WRONG[i][0], path);
        Case c = of_scene(path, "pbd"); // also recommendations for other solvers
        assert_fails(case_resolve(&c), STATUS_INPUT, WRONG[i][1]);
        unlink(path);
    }
}

TEST(threads_are_checked_against_the_machine)
{
    char max[16], above[16];
    Case c = cloth("xpbd");
    snprintf(max, sizeof max, "%d", environment_pus());
    snprintf(above, sizeof above, "%d", environment_pus() + 1);
    assert_ok(case_set(&c, "threads", max));
    assert_ok(case_resolve(&c));
    assert_ok(case_set(&c, "threads", above));
    const Status status = case_resolve(&c);
    assert_fails(status, STATUS_ENVIRONMENT, max);
    assert_fails(status, STATUS_ENVIRONMENT, above);
}

// A default and the same value set explicitly are the same case; another value, solver, precision or linear system is another case.
TEST(key_differs_between_measurements)
{
    static const char *const CHANGES[] = {"pd steps=61", "pd scene.n=9", "pd precision=f32", "pd probes=2", "pd dt=0.01", "pd spin=0"};
    Case                     a = resolved("pd"), b = cloth("pd steps=60");
    char                     given[32];
    assert_true(case_get(&a, "scene.n", given, sizeof given));
    assert_ok(case_set(&b, "scene.n", given));
    assert_ok(case_resolve(&b));
    assert_string_equal(a.key, b.key);
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++)
        assert_string_not_equal(a.key, resolved(CHANGES[i]).key);
    case_init(&b, solver_find("pd"), linsys_find("dense"));
    assert_ok(case_set(&b, "scene", "cloth"));
    assert_ok(case_resolve(&b));
    assert_string_not_equal(a.key, b.key);
}

TEST(repetitions_do_not_change_the_key)
{
    const Case b = resolved("xpbd timed=50 phased=3 counted=2 measured=0");
    int        required[PASS_COUNT];
    assert_string_equal(resolved("xpbd").key, b.key);
    case_repetitions(&b, required);
    assert_int_equal(required[PASS_TIMED], 50);
    assert_int_equal(required[PASS_PHASED], 3);
    assert_int_equal(required[PASS_COUNTED], 2);
    assert_int_equal(required[PASS_MEASURED], 0);
}

TEST(more_probes_than_steps_are_all_steps)
{
    assert_string_equal(resolved("xpbd probes=60").key, resolved("xpbd probes=1000").key);
}

TEST(json_comes_back_the_same)
{
    for (int i = 0; solver_at(i); i++)
        for (int s = 0; solver_at(i)->uses_linsys ? linsys_at(s) != NULL : s < 1; s++) {
            Case a, b;
            case_init(&a, solver_at(i), linsys_at(s));
            assert_ok(case_set(&a, "scene", "cloth"));
            assert_ok(case_set(&a, "dt", "0.1234567890123456"));
            assert_ok(case_set(&a, "precision", "f32"));
            assert_ok(case_resolve(&a));
            json_t *json = case_to_json(&a);
            assert_ok(case_from_json(json, NULL, &b));
            json_decref(json);
            char *before = canonical(&a), *after = canonical(&b);
            assert_string_equal(before, after);
            assert_string_equal(a.key, b.key);
            assert_null(strstr(before, "timed"));
            assert_true((strstr(before, "\"linsys\"") != NULL) == (solver_at(i)->uses_linsys != LINSYS_UNUSED));
            free(before);
            free(after);
        }
}

TEST(wrong_json_is_refused)
{
    static const struct {
        const char *text, *message;
    } WRONG[] = {{"{}", "`solver`"},
                 {"{\"solver\":\"xpdb\",\"scene\":\"cloth\",\"precision\":\"f64\"}", "did you mean `xpbd`?"},
                 {"{\"solver\":\"pd\",\"scene\":\"cloth\",\"precision\":\"f64\"}", "`linsys`"},
                 {"{\"solver\":\"xpbd\",\"scene\":\"cloth\",\"precision\":\"f64\",\"params\":{\"steps\":[]}}", "`steps`"},
                 {"{\"solver\":\"xpbd\",\"scene\":\"cloth\",\"precision\":\"f64\",\"params\":{\"steps\":0}}", "must lie in"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        json_t *json = json_loads(WRONG[i].text, 0, NULL);
        Case    c;
        assert_fails(case_from_json(json, NULL, &c), STATUS_INPUT, WRONG[i].message);
        json_decref(json);
    }
}

TEST(spread_ends_at_the_last_step)
{
    for (int steps = 1; steps < 40; steps++)
        for (int count = 1; count <= steps; count++) {
            assert_int_equal(case_spread(steps, count, count - 1), steps - 1);
            for (int i = 1; i < count; i++)
                assert_true(case_spread(steps, count, i) > case_spread(steps, count, i - 1));
            assert_true(case_spread(steps, count, 0) >= 0);
            int found = 0; // and back: every step has its own index, or none
            for (int step = 0; step < steps; step++) {
                const int index = case_spread_index(steps, count, step);
                if (index >= 0)
                    assert_int_equal(case_spread(steps, count, index), step);
                found += index >= 0;
            }
            assert_int_equal(found, count);
        }
    assert_int_equal(case_spread_index(5, 0, 4), -1);
}

static void key_of(Case *c, ReferenceUse use, char out[static HASH_TEXT])
{
    assert_ok(case_resolve(c));
    const ReferenceWish wish = case_reference(c, use);
    case_reference_key(c, &wish, out);
}

// Solvers share a reference; another scene value, step length or number of probes has another reference.
TEST(reference_key_is_shared)
{
    static const char *const OTHERS[] = {"scene.n=9", "dt=0.01",         "substeps=2",         "probes=3",
                                         "steps=61",  "integrator=bdf2", "integrator=midpoint"};
    Case                     a = cloth("xpbd probes=2 iterations=3 precision=f32"), b = cloth("newton probes=2");
    char                     first[HASH_TEXT], second[HASH_TEXT], settings[80];
    key_of(&a, REFERENCE_PROBES, first);
    key_of(&b, REFERENCE_PROBES, second);
    assert_string_equal(first, second);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        snprintf(settings, sizeof settings, "xpbd probes=2 %s", OTHERS[i]);
        a = cloth(settings);
        key_of(&a, REFERENCE_PROBES, second);
        assert_string_not_equal(first, second);
    }
}

// A case with a trajectory in steps of 2^-10 s, `parts` of them in a dt, and further settings.
static Case limit_case(const char *scene, int parts, int steps, int frames, const char *further)
{
    char dt[32], settings[200];
    text_from_double(0x1p-10 * parts, dt, sizeof dt);
    snprintf(settings, sizeof settings, "xpbd scene=%s dt=%s steps=%d frames=%d fine=%d %s", scene, dt, steps, frames, parts, further);
    return resolved(settings);
}

static bool share_limit(Case a, Case b)
{
    char first[HASH_TEXT], second[HASH_TEXT];
    key_of(&a, REFERENCE_FRAMES, first);
    key_of(&b, REFERENCE_FRAMES, second);
    return strcmp(first, second) == 0;
}

static bool keep_the_same_steps(const Case *a, const Case *b, int frames)
{
    const ReferenceWish first = case_reference(a, REFERENCE_FRAMES), second = case_reference(b, REFERENCE_FRAMES);
    for (int i = 0; i < frames; i++)
        if (case_reference_step(a, &first, i) != case_reference_step(b, &second, i))
            return false;
    return true;
}

// The Δt→0 reference is shared by all step lengths that reach the same times, unless pins are released between them.
TEST(reference_of_several_step_lengths)
{
    const Case LONG = limit_case("cloth", 16, 8, 2, "");
    assert_true(share_limit(LONG, limit_case("cloth", 4, 32, 2, "")));
    assert_false(share_limit(LONG, limit_case("cloth", 8, 32, 2, "")));
    assert_false(share_limit(LONG, limit_case("cloth", 4, 16, 2, "")));
    assert_false(share_limit(LONG, limit_case("cloth", 4, 32, 4, "")));
    assert_false(share_limit(LONG, limit_case("cloth", 4, 32, 2, "dt=0.004"))); // other step times
    assert_false(share_limit(LONG, limit_case("cloth", 4, 32, 2, "scene.n=9")));
    assert_false(share_limit(limit_case("curtain", 16, 8, 2, ""), limit_case("curtain", 4, 32, 2, "")));
}

// Where the number of frames does not divide the steps, each step length has its frames at other times, and needs its own reference.
TEST(frames_that_do_not_divide_the_steps)
{
    static const int PARTS[] = {4, 8, 12, 16, 24};
    enum { FINE = 144, LENGTHS = sizeof PARTS / sizeof *PARTS };
    int apart = 0;
    for (int frames = 1; frames <= FINE / PARTS[LENGTHS - 1]; frames++)
        for (int i = 0; i < LENGTHS; i++)
            for (int j = 0; j <= i; j++) {
                const int  first = FINE / PARTS[i], second = FINE / PARTS[j];
                const Case a = limit_case("cloth", PARTS[i], first, frames, "");
                const Case b = limit_case("cloth", PARTS[j], second, frames, "");
                const bool shared = share_limit(a, b), same = keep_the_same_steps(&a, &b, frames);
                assert_true(same || !shared);
                assert_int_equal(shared, i == j || (first % frames == 0 && second % frames == 0));
                apart += !same;
            }
    assert_true(apart > 0);
}

// Integrators, and contact or none, have references of their own; each reference serves several step lengths.
TEST(reference_of_each_integrator)
{
    static const char *const WAYS[] = {"integrator=euler", "integrator=bdf2", "integrator=midpoint", "contact=off"};
    enum { COUNT = sizeof WAYS / sizeof *WAYS };
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            const Case a = limit_case("cloth_on_sphere", 16, 8, 2, WAYS[i]);
            assert_int_equal(share_limit(a, limit_case("cloth_on_sphere", 4, 32, 2, WAYS[j])), i == j);
        }
}

// The reference of each use: probes need the start of a step, frames and forces its end. The same trajectory is the same file.
TEST(references_by_use)
{
    Case c = resolved("xpbd");
    char probes[HASH_TEXT], frames[HASH_TEXT], forces[HASH_TEXT];
    for (int use = 0; use < REFERENCE_USES; use++)
        assert_int_equal(case_reference(&c, (ReferenceUse)use).count, 0);
    c = cloth("xpbd steps=10 probes=2 frames=2 fine=8 forces=2 substeps=4");
    key_of(&c, REFERENCE_PROBES, probes);
    key_of(&c, REFERENCE_FRAMES, frames);
    key_of(&c, REFERENCE_FORCES, forces);
    assert_true(strcmp(probes, frames) != 0 && strcmp(frames, forces) != 0 && strcmp(forces, probes) != 0);
    static const struct {
        int64_t parts, first, second; // steps 4 and 9
    } EXPECTED[REFERENCE_USES] = {{4, 16, 36}, {8, 39, 79}, {4, 19, 39}};
    for (int use = 0; use < REFERENCE_USES; use++) {
        const ReferenceWish wish = case_reference(&c, (ReferenceUse)use);
        assert_int_equal(wish.count, 2);
        assert_int_equal(wish.parts, EXPECTED[use].parts);
        assert_int_equal(case_reference_step(&c, &wish, 0), EXPECTED[use].first);
        assert_int_equal(case_reference_step(&c, &wish, 1), EXPECTED[use].second);
    }
    assert_ok(case_set(&c, "fine", "4"));
    key_of(&c, REFERENCE_FRAMES, frames);
    assert_string_not_equal(frames, forces); // dt/4 at the ends of the same steps, but extrapolated
    assert_ok(case_set(&c, "fine", "6"));
    const Status odd = case_resolve(&c);
    assert_fails(odd, STATUS_INPUT, "`fine` is 6");
    assert_non_null(strstr(odd.text, "a multiple of 4"));
    assert_ok(case_set(&c, "fine", "4"));
    assert_ok(case_set(&c, "substeps", "1"));
    key_of(&c, REFERENCE_PROBES, probes);
    key_of(&c, REFERENCE_FORCES, forces);
    assert_string_equal(probes, forces); // a step of one part ends where its first part ends
    assert_ok(case_set(&c, "force_reference", "none"));
    assert_int_equal(case_reference(&c, REFERENCE_FORCES).count, 0);
    assert_ok(case_set(&c, "fine", "0"));
    assert_int_equal(case_reference(&c, REFERENCE_FRAMES).count, 0);
}

TEST(label_lists_explicit_settings)
{
    char label[200];
    Case c = cloth("xpbd iterations=7 steps=5 scene.n=12 timed=9");
    case_hide(&c, "steps");
    assert_ok(case_resolve(&c));
    case_label(&c, label, sizeof label);
    assert_string_equal(label, "xpbd cloth n=12 iterations=7 f64");
}

// Which params with their default, other params, and contact settings a key contains.
TEST(keys_leave_out_defaults)
{
    static const char *const GRIDS[] = {"tree", "grid", NULL};
    static const Param       TABLE[] = {
              {.name = "dt", .unit = "s", .summary = "", .type = PARAM_REAL, .value = 0.5, .min = 0, .max = 1},
              {.name = "steps", .unit = "", .summary = "", .type = PARAM_INT, .value = 60, .min = 1, .max = 100},
              {.name = "broad", .unit = "", .summary = "", .type = PARAM_CHOICE, .value = 0, .choices = GRIDS, .contact_only = true},
              PARAM_END};
    static const struct {
        const char *params, *left; // left: remaining params, or the message
        bool        without_contact;
    } CASES[] = {
        {"{'dt': 0.5, 'steps': 60, 'broad': 'tree'}", "{}", false},
        {"{'dt': 0.5, 'steps': 30, 'broad': 'grid'}", "{\"broad\":\"grid\",\"steps\":30}", false},
        {"{'dt': 0.25, 'steps': 60}", "{\"dt\":0.25}", false},      // a setting that was not set
        {"{'steps': 30, 'broad': 'grid'}", "{\"steps\":30}", true}, // settings without effect when there is no contact
        {"{'broad': 'kempe'}", "`kempe` is not a value of `broad`", false},
        {"{'gone': 1}", "unknown parameter `gone`", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ParamSet set = {0};
        char     text[100];
        param_set_add(&set, TABLE);
        snprintf(text, sizeof text, "%s", CASES[i].params);
        for (char *p = text; *p; p++)
            *p = *p == '\'' ? '"' : *p;
        json_t      *params = json_loads(text, 0, NULL);
        const Status status = case_leave_out_defaults(params, &set, !CASES[i].without_contact);
        if (CASES[i].left[0] == '{') {
            assert_ok(status);
            char *left = json_dumps(params, JSON_COMPACT | JSON_SORT_KEYS);
            assert_string_equal(left, CASES[i].left);
            free(left);
        } else {
            assert_fails(status, STATUS_INPUT, CASES[i].left);
        }
        json_decref(params);
    }
}

// A contact setting changes the key of a case only where contact is possible.
TEST(key_contains_contact_settings_of_scenes_with_contact)
{
    assert_string_equal(resolved("xpbd contact_reach=0.25").key, resolved("xpbd contact_reach=0.5").key);
    assert_string_not_equal(resolved("xpbd scene=cloth_on_sphere contact_reach=0.25").key,
                            resolved("xpbd scene=cloth_on_sphere contact_reach=0.5").key);
}

// The key of a case with default settings contains scene, solver and precision only. A setting added to weft later therefore does not
// change the key.
TEST(key_contains_only_differences_to_defaults)
{
    Case    a = resolved("xpbd");
    char    hash[HASH_TEXT], text[900];
    json_t *json = case_to_json(&a);
    char   *scene = json_dumps(json_object_get(json, "scene_values"), JSON_COMPACT | JSON_SORT_KEYS);
    snprintf(text, sizeof text, "{\"params\":{},\"precision\":\"f64\",\"scene\":\"cloth\",\"scene_values\":%s,\"solver\":\"xpbd\"}%s",
             scene, a.scene_info.hash);
    hash_bytes(text, strlen(text), hash);
    assert_string_equal(a.key, hash);
    json_decref(json);
    free(scene);
}

// Another integrator is another case; some settings then have no effect and are rejected.
TEST(integrators_are_other_cases)
{
    const Case plain = resolved("xpbd");
    assert_string_equal(plain.key, resolved("xpbd integrator=euler").key);
    assert_string_not_equal(plain.key, resolved("xpbd integrator=bdf2").key);
    assert_string_not_equal(plain.key, resolved("xpbd first_step=verlet").key);
    Case bdf2 = cloth("xpbd integrator=bdf2 first_step=verlet");
    assert_fails(case_resolve(&bdf2), STATUS_UNSUPPORTED, "`first_step` of solver xpbd");
    Case middle = cloth("newton integrator=midpoint forces=1");
    assert_fails(case_resolve(&middle), STATUS_UNSUPPORTED, "at the middle of a step");
    assert_fails(case_set(&middle, "integrator", "verlet"), STATUS_INPUT, "`verlet` is not a value");
}
