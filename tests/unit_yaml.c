// The YAML reader: accepted input, and a table of rejected input with the line of each error.
#include <math.h>

#include "base/random.h"
#include "base/yaml.h"
#include "check.h"

static YamlFile *read_ok(const char *text)
{
    YamlFile *file = NULL;
    assert_ok(yaml_read_text("t.yaml", text, strlen(text), &file));
    return file;
}

TEST(test_tree)
{
    YamlFile       *file = read_ok("# a comment\nname: x\r\nlist:\n  - 1\n  - {a: [2.5, true], b: \"3\"}\nempty:\n");
    const YamlNode *root = yaml_root(file), *list = yaml_get(root, "list");
    assert_int_equal(root->type, YAML_MAP);
    assert_int_equal(root->count, 3);
    assert_string_equal(yaml_get(root, "name")->text, "x");
    assert_int_equal(list->line, 4);
    assert_int_equal(list->children[1]->line, 5);
    assert_int_equal(list->children[1]->index, 1);
    const YamlNode *a = yaml_get(list->children[1], "a"), *b = yaml_get(list->children[1], "b");
    double          real = 0;
    int64_t         integer = 0;
    bool            truth = false;
    assert_int_equal(yaml_real(a->children[0], 0, 10, &real).code, STATUS_OK);
    assert_true(real == 2.5);
    assert_int_equal(yaml_bool(a->children[1], &truth).code, STATUS_OK);
    assert_true(truth);
    assert_int_equal(yaml_int(list->children[0], 1, 1, &integer).code, STATUS_OK);
    assert_int_equal(integer, 1);
    assert_true(b->quoted);
    assert_fails(yaml_int(b, 0, 9, &integer), STATUS_INPUT, "t.yaml:5: key `list[1].b`: must be a whole number, is text in quotes");
    assert_string_equal(yaml_get(root, "empty")->text, "");
    assert_null(yaml_get(root, "nothing"));
    assert_string_equal(yaml_path(file), "t.yaml");
    yaml_destroy(file);
    yaml_destroy(NULL);
}

// A message about a node gets its location once, and only for wrong input and lack of memory.
TEST(test_locate)
{
    YamlFile       *file = read_ok("a: 1\nlist: [7]\n");
    const YamlNode *node = yaml_get(yaml_root(file), "list")->children[0];
    const Status    memory = yaml_locate(node, status_make(STATUS_MEMORY, "out of memory for an array of %d", 3));
    assert_fails(memory, STATUS_MEMORY, "t.yaml:2: key `list[0]`: out of memory for an array of 3");
    assert_string_equal(yaml_locate(yaml_root(file), memory).text, memory.text);
    assert_fails(yaml_locate(node, status_make(STATUS_INPUT, "too heavy")), STATUS_INPUT, "t.yaml:2: key `list[0]`: too heavy");
    assert_string_equal(yaml_locate(node, status_make(STATUS_IO, "gone")).text, "gone");
    assert_ok(yaml_locate(node, status_ok()));
    yaml_destroy(file);
}

TEST(test_formulas)
{
    static const char *const NAMES[] = {"n", "x"}, *const VALUES[] = {"7", "-0.5"};
    static const struct {
        const char *text;
        double      value;
    } GOOD[] = {{"1/60", 1.0 / 60},   {"($n - 0.5)*0.1", 6.5 * 0.1},
                {"-$x", 0.5},         {"2-$x", 2.5},
                {"$x^2", 0.25},       {"${x} ^2", 0.25},
                {"-$x^2", -0.25},     {"2^$x", 0.70710678118654752},
                {"1e-3*$n^3", 0.343}, {"sqrt(2)*pi", 4.4428829381583662},
                {"-1.5", -1.5}};
    static const struct {
        const char *text, *expected;
    } BAD[] = {{"1/0", "`1/0` is not a finite number, it is inf"},
               {"n*2", "`n*2` is not a finite number: a formula is made of numbers and $parameters, and `n` is neither"},
               {"2*", "`2*` is not a finite number: the expression ends where a number or a name is expected, at character 3 of `2*`"},
               {"two", "`two` is not a finite number"},
               {"\"1+1\"", "must be a number, is text in quotes"},
               {"4*$n", "28 is out of range, must be -10 … 20"}};
    char text[100];
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        double real = 0;
        snprintf(text, sizeof text, "a: %s\n", GOOD[i].text);
        YamlFile *file = read_ok(text);
        assert_ok(yaml_substitute(file, yaml_root(file), NAMES, VALUES, NULL, 2));
        assert_ok(yaml_real(yaml_get(yaml_root(file), "a"), -10, 20, &real));
        assert_near(real, GOOD[i].value, 1e-15);
        yaml_destroy(file);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        double real = 0;
        snprintf(text, sizeof text, "a: %s\n", BAD[i].text);
        YamlFile *file = read_ok(text);
        assert_ok(yaml_substitute(file, yaml_root(file), NAMES, VALUES, NULL, 2));
        assert_fails(yaml_real(yaml_get(yaml_root(file), "a"), -10, 20, &real), STATUS_INPUT, BAD[i].expected);
        yaml_destroy(file);
    }
}

TEST(test_whole_formulas)
{
    static const struct {
        const char *text, *expected; // NULL: 12
    } CASES[] = {{"2*5 + 2", NULL},
                 {"144^0.5", NULL},
                 {"1.2e+01", NULL},
                 {"12e0", NULL},
                 {"1.25e1", "`1.25e1` is not a whole number"},
                 {"12.0", "`12.0` is not a whole number"},
                 {"25/2", "`25/2` is not a whole number, it is 12.5"},
                 {"0.1*3*40", "`0.1*3*40` is not a whole number, it is 12.000000000000002"},
                 {"2^60", "`2^60` is not a whole number, it is 1.152921504606847e+18"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int64_t whole = 0;
        char    text[100];
        snprintf(text, sizeof text, "a: %s\n", CASES[i].text);
        YamlFile    *file = read_ok(text);
        const Status status = yaml_int(yaml_get(yaml_root(file), "a"), 0, 20, &whole);
        if (CASES[i].expected)
            assert_fails(status, STATUS_INPUT, CASES[i].expected);
        else
            assert_true(status.code == STATUS_OK && whole == 12);
        yaml_destroy(file);
    }
}

TEST(test_refused)
{
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {"", "t.yaml:1: the file is empty"},
        {"# only a comment\n", "t.yaml:1: the file is empty"},
        {"---\n", "t.yaml:1: the file is empty"},
        {"a: 1\nb: 2\na: 3\n", "t.yaml:3: key `a`: given twice, first on line 1"},
        {"x:\n  - {p: 1}\n  - p: 1\n    q: 2\n    p: 3\n", "t.yaml:5: key `x[1].p`: given twice, first on line 3"},
        {"a: &x 1\n", "t.yaml:1: `&x` is a YAML anchor"},
        {"a: 1\nb: *x\n", "t.yaml:2: `*x` is a YAML alias"},
        {"a:\n- &x [1]\n", "t.yaml:2: `&x` is a YAML anchor"},
        {"a: !!int 1\n", "t.yaml:1: `tag:yaml.org,2002:int` is a YAML tag"},
        {"a: 1\n--- \nb: 2\n", "t.yaml:2: a second document starts here"},
        {"a: 1\n? [b]\n: 2\n", "t.yaml:2: a key must be a single word"},
        {"a: 1\n\"\": 2\n", "t.yaml:2: an empty key"},
        {"a: [1, 2\nb: 3\n", "t.yaml:2: not valid YAML"},
        {"a: 1\n\tb: 2\n", "t.yaml:2: not valid YAML"},
        {"a: 1\n  b: 2\n", "t.yaml:2: not valid YAML"},
        {"a: \"x\n", "not valid YAML"},
        {"a: 1\nb: \"\\0\"\n", "t.yaml:2: text with a NUL byte"},
        {"a: 1\nb: \xff\xfe\n", "t.yaml:2: not a text file in UTF-8"},
        {"a: 1\nb: \x01\n", "t.yaml:2: not a text file in UTF-8"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        YamlFile *file = NULL;
        assert_fails(yaml_read_text("t.yaml", CASES[i].text, strlen(CASES[i].text), &file), STATUS_INPUT, CASES[i].expected);
        assert_null(file);
    }
    YamlFile *file = NULL;
    assert_fails(yaml_read_text("t.yaml", "a: 1\nb\0: 2", 11, &file), STATUS_INPUT, "t.yaml:2: not a text file");
    assert_fails(yaml_read("/nonexistent/x.yaml", &file), STATUS_IO, "/nonexistent/x.yaml: cannot be read: No such file");
    assert_fails(yaml_read("/", &file), STATUS_IO, "/: is a folder; give the name of a file");
}

TEST(test_depth)
{
    YamlFile *file = NULL;
    char      text[2000];
    memset(text, '[', 64);
    memset(text + 64, ']', 64);
    assert_int_equal(yaml_read_text("t.yaml", text, 128, &file).code, STATUS_OK);
    yaml_destroy(file);
    memset(text, '[', 1000);
    assert_fails(yaml_read_text("t.yaml", text, 1000, &file), STATUS_INPUT, "t.yaml:1: nested more than 64 deep");
    memset(text, '{', 1000);
    assert_int_equal(yaml_read_text("t.yaml", text, 1000, &file).code, STATUS_INPUT);
}

TEST(test_accessors)
{
    static const char *const KEYS[] = {"stiffness", "name", "list", "yes", "map", NULL}, *const CHOICES[] = {"serial", "coloured", NULL};
    YamlFile       *file = read_ok("stiffnes: 1e3x\nname: serail\nlist: [1, nan, 1e999]\nyes: yes\nmap: {a: 1}\n");
    const YamlNode *root = yaml_root(file), *got = NULL;
    double          real = 0, reals[3];
    int64_t         integer = 0;
    int             choice = 0;
    bool            truth = false;
    const char     *text = NULL;
    assert_fails(yaml_check_keys(root, KEYS), STATUS_INPUT, "t.yaml:1: key `stiffnes`: unknown key, did you mean `stiffness`?");
    assert_fails(yaml_check_keys(root->children[1], KEYS), STATUS_INPUT, "t.yaml:2: key `name`: must be a map");
    assert_fails(yaml_need(root, "mass", &got), STATUS_INPUT, "t.yaml:1: key `mass` is missing");
    assert_fails(yaml_real(root->children[0], 0, 1, &real), STATUS_INPUT, "t.yaml:1: key `stiffnes`: `1e3x` is not a finite number");
    assert_fails(yaml_choice(root->children[1], CHOICES, &choice), STATUS_INPUT, "`serail` is not a valid value, did you mean `serial`?");
    assert_fails(yaml_reals(root->children[2], 2, reals), STATUS_INPUT, "t.yaml:3: key `list`: must be a list of 2 numbers, has 3");
    assert_fails(yaml_reals(root->children[2], 3, reals), STATUS_INPUT, "t.yaml:3: key `list[1]`: `nan` is not a finite number");
    assert_fails(yaml_real(root->children[2]->children[2], -1, 1, &real), STATUS_INPUT, "`1e999` is not a finite number");
    assert_fails(yaml_bool(root->children[3], &truth), STATUS_INPUT, "t.yaml:4: key `yes`: must be true or false, not `yes`");
    assert_fails(yaml_text(root->children[4], &text), STATUS_INPUT, "t.yaml:5: key `map`: must be a text, is a map");
    assert_fails(yaml_list(root->children[4]), STATUS_INPUT, "must be a list, is a map");
    assert_fails(yaml_int(root->children[2]->children[0], 2, 9, &integer), STATUS_INPUT, "1 is out of range, must be 2 … 9");
    assert_fails(yaml_real(root->children[2]->children[0], 2, 9, &real), STATUS_INPUT, "1 is out of range");
    yaml_destroy(file);
}

// A variable has the range that all scalars allow that consist of the variable alone.
TEST(test_ranges)
{
    static const char *const NAMES[] = {"n", "m", "free"}, *const VALUES[] = {"5", "2", "1"};
    static const char TEXT[] = "a: $n\nb: ${n}\nc: $m\nd: 1$m\n";
    YamlRange         ranges[3] = {{0}};
    YamlFile         *file = NULL;
    int64_t           whole = 0;
    double            number = 0;
    assert_int_equal(yaml_read_text("t.yaml", TEXT, strlen(TEXT), &file).code, STATUS_OK);
    const YamlNode *root = yaml_root(file);
    assert_int_equal(yaml_substitute(file, root, NAMES, VALUES, ranges, 3).code, STATUS_OK);
    assert_int_equal(yaml_real(yaml_get(root, "a"), -10, 100, &number).code, STATUS_OK);
    assert_int_equal(yaml_int(yaml_get(root, "b"), 2, 1000, &whole).code, STATUS_OK);
    assert_int_equal(yaml_real(yaml_get(root, "c"), 0, 8, &number).code, STATUS_OK);
    assert_int_equal(yaml_real(yaml_get(root, "d"), 3, 20, &number).code, STATUS_OK); // not the variable alone
    assert_true(ranges[0].checked && ranges[0].whole);
    assert_true(ranges[0].min == 2 && ranges[0].max == 100);
    assert_true(ranges[1].checked && !ranges[1].whole);
    assert_true(ranges[1].min == 0 && ranges[1].max == 8);
    assert_false(ranges[2].checked);
    yaml_destroy(file);
}

TEST(test_substitution)
{
    static const char *const NAMES[] = {"n", "count"}, *const VALUES[] = {"12", "7"};
    YamlFile       *file = read_ok("a: $n\nb: ['${count}x$n', $n]\nc: $$5\nd: $cuont\ne: 5 $\nf: ${n\n");
    const YamlNode *root = yaml_root(file);
    int64_t         integer = 0;
    for (int i = 0; i < 3; i++)
        assert_int_equal(yaml_substitute(file, root->children[i], NAMES, VALUES, NULL, 2).code, STATUS_OK);
    assert_int_equal(yaml_int(root->children[0], 0, 100, &integer).code, STATUS_OK);
    assert_int_equal(integer, 12);
    assert_string_equal(root->children[1]->children[0]->text, "7x12");
    assert_string_equal(root->children[1]->children[1]->text, "12");
    assert_string_equal(root->children[2]->text, "$5");
    assert_fails(yaml_substitute(file, root, NAMES, VALUES, NULL, 2), STATUS_INPUT, "");
    assert_fails(yaml_substitute(file, root->children[3], NAMES, VALUES, NULL, 2), STATUS_INPUT,
                 "t.yaml:4: key `d`: unknown parameter `$cuont`, did you mean `count`?");
    assert_fails(yaml_substitute(file, root->children[4], NAMES, VALUES, NULL, 2), STATUS_INPUT,
                 "t.yaml:5: key `e`: `$` without a parameter");
    assert_fails(yaml_substitute(file, root->children[5], NAMES, VALUES, NULL, 2), STATUS_INPUT, "t.yaml:6: key `f`");
    yaml_destroy(file);
}

// A hundred thousand keys and values: no part of the reader is quadratic in them.
TEST(test_large)
{
    enum { KEYS = 100000 };
    char  *text = malloc(KEYS * 24);
    size_t used = 0;
    for (int i = 0; i < KEYS; i++)
        used += (size_t)sprintf(text + used, "k%d: %d\n", i, i);
    YamlFile *file = NULL;
    assert_int_equal(yaml_read_text("t.yaml", text, used, &file).code, STATUS_OK);
    assert_int_equal(yaml_root(file)->count, KEYS);
    yaml_destroy(file);
    used += (size_t)sprintf(text + used, "k7: 1\n");
    assert_fails(yaml_read_text("t.yaml", text, used, &file), STATUS_INPUT, "t.yaml:100001: key `k7`: given twice, first on line 8");
    free(text);
}

// Cut off anywhere or with bytes changed, a file is read or rejected; a sanitizer build detects all other faults.
TEST(test_damaged)
{
    static const char TEXT[] =
        "name: x\nparameters: {n: 3, m: {value: 1, summary: \"of $n\"}}\nbodies:\n  - grid: {columns: $n}\n    pins:\n"
        "      - index: [0, -1]\n  - |\n    text\n  - 'it''s'\n";
    char   copy[sizeof TEXT];
    Random random = {1};
    for (size_t round = 0; round < 20 * sizeof TEXT; round++) {
        YamlFile    *file = NULL;
        const size_t size = round < sizeof TEXT ? round : sizeof TEXT - 1;
        memcpy(copy, TEXT, sizeof TEXT);
        for (int i = 0; round >= sizeof TEXT && i < 3; i++)
            copy[random_below(&random, size)] = (char)random_below(&random, 256);
        char *exact = malloc(size + 1); // so that one byte too far is outside the block
        memcpy(exact, copy, size);
        const Status status = yaml_read_text("t.yaml", exact, size, &file);
        free(exact);
        if (status.code == STATUS_OK)
            assert_non_null(yaml_root(file));
        else
            assert_fails(status, STATUS_INPUT, "t.yaml:");
        yaml_destroy(file);
    }
}
