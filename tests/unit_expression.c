// Expressions of experiment files: precedence and functions against known values, errors with their position, and random input.
#include "base/expression.h"
#include "base/random.h"
#include "check.h"

static double value_of(const char *text)
{
    Expression   e;
    const Status status = expression_parse(text, &e);
    if (status.code != STATUS_OK)
        fail_msg("%s: %s", text, status.text);
    double values[EXPRESSION_NAMES_MAX] = {0};
    for (int i = 0; i < e.name_count; i++)
        values[i] = strcmp(e.names[i], "x") == 0 ? 3 : strcmp(e.names[i], "scene.n") == 0 ? 8 : NAN;
    return expression_evaluate(&e, values);
}

TEST(test_values)
{
    static const struct {
        const char *text;
        double      value;
    } KNOWN[] = {
        {"1", 1},
        {".5", 0.5},
        {"2e-3", 0.002},
        {"1E3", 1000},
        {"1.5e+2", 150},
        {"1 + 2*3", 7},
        {"(1 + 2)*3", 9},
        {"8 - 3 - 2", 3},
        {"16/4/2", 2},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"--2", 2},
        {"3 - -2", 5},
        {"-x*2", -6},
        {"x", 3},
        {" x * scene.n ", 24},
        {"x/scene.n^2", 3.0 / 64},
        {"sqrt(16)", 4},
        {"exp(0)", 1},
        {"log(exp(2))", 2},
        {"log10(1000)", 3},
        {"abs(-3)", 3},
        {"sin(pi/2)", 1},
        {"cos(pi)", -1},
        {"atan(1)*4", 3.14159265358979323846},
        {"min(x, 2)", 2},
        {"max(x, 2)", 3},
        {"max(min(1, 2), (0.5))", 1},
        {"1/(1 + scene.n*x^2)", 1.0 / 73},
        {"x^2 + x^2 + x^2", 27},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const double value = value_of(KNOWN[i].text);
        if (!(fabs(value - KNOWN[i].value) <= 1e-14 * fabs(KNOWN[i].value)))
            fail_msg("%s is %.17g, not %.17g", KNOWN[i].text, value, KNOWN[i].value);
    }
}

// A result computed from a NAN must not be a number.
TEST(test_nan_propagates)
{
    static const char *const TEXTS[] = {"missing",         "missing + 1",     "0*missing",       "missing^0",    "1^missing",
                                        "min(missing, 1)", "max(missing, 1)", "max(1, missing)", "abs(missing)", "min(1, missing)"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (!isnan(value_of(TEXTS[i])))
            fail_msg("%s is %g, not NAN", TEXTS[i], value_of(TEXTS[i]));
    assert_true(isinf(value_of("1/0")));
    assert_true(isnan(value_of("sqrt(-1)")));
}

TEST(test_names)
{
    Expression e;
    assert_int_equal(expression_parse("a*b_2 + a/scene.n - pi", &e).code, STATUS_OK);
    assert_int_equal(e.name_count, 3);
    assert_string_equal(e.names[0], "a");
    assert_string_equal(e.names[1], "b_2");
    assert_string_equal(e.names[2], "scene.n");
    assert_true(expression_is_name("scene.n"));
    assert_true(expression_is_name("step_s"));
    assert_false(expression_is_name("a b"));
    assert_false(expression_is_name("2"));
    assert_false(expression_is_name(""));
    assert_false(expression_is_name("pi"));
    assert_false(expression_is_name("sqrt"));
}

TEST(test_mistakes)
{
    static const char *const WRONG[][2] = {
        {"", "character 1"},
        {"1 +", "character 4"},
        {"(1", "expected `)` at character 3"},
        {"1)", "character 2"},
        {"1 2", "character 3"},
        {"foo(1)", "no such function"},
        {"sqrt 4", "parentheses"},
        {"sqrt", "parentheses"},
        {"min(1)", "comma"},
        {"sqrt(1, 2)", "character 7"},
        {"a # b", "character 3"},
        {"1..2", "not a number at character 1"},
        {"2x", "not a number"},
        {"1e", "not a number"},
        {"* 2", "character 1"},
        {"()", "character 2"},
        {"1e999", "not a number"},
        {"a+b+c+d+e+f+g+h+i", "too many different names at character 17"},
        {"\xff", "character 1"},
        {"a = b", "character 3"},
        {"((((((((((((((((((((((1))))))))))))))))))))))", "deeply"},
        {"----------------------1", "deeply"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        Expression   e;
        const Status status = expression_parse(WRONG[i][0], &e);
        if (status.code != STATUS_INPUT)
            fail_msg("accepted: %s", WRONG[i][0]);
        if (!strstr(status.text, WRONG[i][1]))
            fail_msg("%s\ngives: %s\nwithout %s", WRONG[i][0], status.text, WRONG[i][1]);
    }
    char       text[400] = "1";
    Expression e;
    for (int i = 0; i < 90; i++)
        strcat(text, "+1");
    assert_int_equal(expression_parse(text, &e).code, STATUS_INPUT);
    for (int i = 0; i < 50; i++)
        strcat(text, "+1");
    assert_int_equal(expression_parse(text, &e).code, STATUS_INPUT); // longer than the maximum
}

// For any input, parsing ends with a program that runs, or with a message; the sanitizers check this.
TEST(test_garbage)
{
    static const char *const PIECES[] = {"1",    "2.5e-1", "x",  "scene.n", "+", "-", "*",      "/",    "^", "(",    ")",  ",", "sqrt(",
                                         "min(", "max(",   "pi", " ",       ".", "e", "log10(", "\x80", "$", "abs(", "((", "))"};
    Random                   random = {.state = 7};
    int                      good = 0;
    for (int round = 0; round < 100000; round++) {
        char text[300] = "";
        for (uint64_t left = random_below(&random, 24); left > 0; left--)
            strcat(text, PIECES[random_below(&random, sizeof PIECES / sizeof *PIECES)]);
        Expression   e;
        const double values[EXPRESSION_NAMES_MAX] = {1, 2, 3, 4, 5, 6, 7, 8};
        if (expression_parse(text, &e).code != STATUS_OK)
            continue;
        good++;
        (void)expression_evaluate(&e, values);
    }
    assert_true(good > 100);
    for (int round = 0; round < 20000; round++) { // random bytes
        char   text[64] = "";
        size_t length = (size_t)random_below(&random, sizeof text - 1);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(1 + random_below(&random, 255));
        Expression e;
        if (expression_parse(text, &e).code == STATUS_OK)
            assert_true(e.step_count > 0);
    }
}
