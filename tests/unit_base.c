// base: the functions that every room uses.
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/param.h"
#include "base/random.h"
#include "base/sorted.h"
#include "base/text.h"
#include "check.h"

// ---- arena ----

TEST(test_arena_aligned_and_zeroed)
{
    Arena          arena = arena_init(0);
    unsigned char *earlier = NULL;
    for (size_t bytes = 0; bytes < 5000; bytes += 333) {
        unsigned char *memory = NULL;
        assert_int_equal(arena_alloc(&arena, bytes, 1, "bytes", (void **)&memory).code, STATUS_OK);
        assert_non_null(memory);
        assert_ptr_not_equal(memory, earlier);
        assert_int_equal((uintptr_t)memory % ARENA_ALIGNMENT, 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xab, bytes); // the next array must not overlap this one
        earlier = memory;
    }
    arena_destroy(&arena);
}

TEST(test_arena_keeps_its_arrays)
{
    enum { ARRAYS = 40, COUNT = 20000 };     // several blocks, and one array above the size of a block
    Arena    arena = {.used_bytes = 100001}; // of another arena: not a multiple of the alignment
    int32_t *arrays[ARRAYS];
    for (int a = 0; a < ARRAYS; a++) {
        assert_int_equal(ARENA_NEW(&arena, a == 7 ? 100 * COUNT : COUNT, &arrays[a]).code, STATUS_OK);
        for (int i = 0; i < COUNT; i++)
            arrays[a][i] = a * COUNT + i;
    }
    assert_true(arena.used_bytes >= sizeof(int32_t) * (size_t)COUNT * (ARRAYS - 1 + 100));
    for (int a = 0; a < ARRAYS; a++)
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(arrays[a][i], a * COUNT + i);
    arena_destroy(&arena);
    assert_int_equal(arena.used_bytes, 0);
    assert_null(arena.last);
    arena_destroy(&arena); // empty: nothing is freed
    arena_destroy(NULL);
}

TEST(test_arena_refuses_above_its_limit)
{
    Arena   arena = arena_init((size_t)1 << 20);
    double *matrix = NULL, *rest = NULL;
    assert_int_equal(ARENA_NEW(&arena, 1 << 16, &matrix).code, STATUS_OK); // 512 KiB
    const Status refused = ARENA_NEW(&arena, 1 << 17, &rest);              // 1 MiB more
    assert_int_equal(refused.code, STATUS_LIMIT);
    assert_null(rest);
    assert_non_null(strstr(refused.text, "rest needs 1.0 MiB (1.5 MiB in total"));
    assert_ptr_equal(strstr(refused.text, "rest"), refused.text); // the name only, no C expression
    assert_non_null(strstr(refused.text, "limit of 1.0 MiB"));
    assert_null(strchr(refused.text, '\n'));
    assert_int_equal(ARENA_NEW(&arena, 1 << 15, &rest).code, STATUS_OK); // an array that fits is still allocated
    assert_int_equal(arena_check(&arena, 0, "nothing").code, STATUS_OK);
    assert_int_equal(arena_check(&arena, 0x1p60, "a dense matrix").code, STATUS_LIMIT);
    arena_destroy(&arena);
}

TEST(test_arena_overflow)
{
    Arena arena = arena_init(0);
    void *memory = &arena;
    assert_int_equal(arena_alloc(&arena, SIZE_MAX / 8, 16, "too many", &memory).code, STATUS_LIMIT);
    assert_null(memory);
    assert_int_equal(arena_alloc(&arena, SIZE_MAX / 4, 1, "too much", &memory).code, STATUS_MEMORY);
    assert_null(memory);
    assert_int_equal(arena.used_bytes, 0);
    arena_destroy(&arena);
}

// ---- status ----

TEST(test_status_text)
{
    const Status status = status_make(STATUS_IO, "%s: line %d", "cloth.yaml", 7);
    assert_int_equal(status.code, STATUS_IO);
    assert_string_equal(status.text, "cloth.yaml: line 7");
    const Status prefixed = status_prefix(status, "case %d", 3);
    assert_int_equal(prefixed.code, STATUS_IO);
    assert_string_equal(prefixed.text, "case 3: cloth.yaml: line 7");
    assert_int_equal(status_ok().code, STATUS_OK);
}

TEST(test_status_is_cut_not_overrun)
{
    char wide[2000];
    memset(wide, 'w', sizeof wide - 1);
    wide[sizeof wide - 1] = '\0';
    Status status = status_make(STATUS_INPUT, "%s", wide);
    assert_int_equal(strlen(status.text), sizeof status.text - 1);
    for (int i = 0; i < 3; i++)
        status = status_prefix(status, "prefix");
    assert_int_equal(strlen(status.text), sizeof status.text - 1);
    assert_int_equal(strncmp(status.text, "prefix: prefix: prefix: www", 27), 0);
    // A prefix as long as the buffer: the text is the prefix, whole or cut, and no byte after the end is written.
    for (size_t length = sizeof status.text - 4; length < sizeof status.text + 2; length++) {
        wide[length] = '\0';
        const Status cut = status_prefix(status_make(STATUS_INPUT, "tail"), "%s", wide);
        assert_true(strlen(cut.text) < sizeof cut.text);
        assert_int_equal(cut.text[0], 'w');
        wide[length] = 'w';
    }
}

TEST(test_status_keeps_both_ends)
{
    char path[4000];
    memset(path, 'd', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    const Status status = status_prefix(status_make(STATUS_IO, "%s: cannot be written: %s", path, "No space left"), "%s", path);
    assert_int_equal(strncmp(status.text, "dddd", 4), 0);
    assert_non_null(strstr(status.text, "d…d"));
    assert_non_null(strstr(status.text, "d: cannot be written: No space left"));
}

TEST(test_status_list)
{
    for (int code = 0; code < STATUS_COUNT; code++) {
        assert_true(strlen(status_name((StatusCode)code)) > 0);
        assert_true(strlen(status_meaning((StatusCode)code)) > 0);
        assert_in_range(status_exit_code((StatusCode)code), 0, 125); // 126 and above belong to the shell
        for (int other = 0; other < code; other++) {
            if (code != STATUS_UNFIT || other != STATUS_UNSUPPORTED) // no command returns both
                assert_int_not_equal(status_exit_code((StatusCode)code), status_exit_code((StatusCode)other));
            assert_string_not_equal(status_name((StatusCode)code), status_name((StatusCode)other));
        }
    }
    assert_int_equal(status_exit_code(STATUS_OK), 0);
}

static Status fails_inside(int *steps)
{
    ++*steps;
    TRY(status_make(STATUS_NUMERIC, "diverged"));
    ++*steps;
    return status_ok();
}

static Status leaves_through_label(int *cleaned)
{
    Status status;
    TRY_GOTO(status, status_ok(), out);
    TRY_GOTO(status, status_make(STATUS_IO, "gone"), out);
    *cleaned = -1;
out:
    ++*cleaned;
    return status;
}

TEST(test_try)
{
    int steps = 0, cleaned = 0;
    assert_int_equal(fails_inside(&steps).code, STATUS_NUMERIC);
    assert_int_equal(steps, 1);
    assert_int_equal(leaves_through_label(&cleaned).code, STATUS_IO);
    assert_int_equal(cleaned, 1);
}

TEST(test_assert_ends_the_program)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        ASSERT(child == 0);
        ASSERT(child != 0);
        _exit(0);
    }
    int result = 0;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFSIGNALED(result) && WTERMSIG(result) == SIGABRT);
}

// ---- text ----

TEST(test_numbers_refused)
{
    static const char *const REALS[] = {"",   "nan",   "NaN", "-nan",  "inf",  "-inf", "infinity", "0x10", "0X1P3", "1e-3x", " 1",
                                        "1 ", "\t1",   "1\n", "1,5",   "--1",  "+-1",  ".",        "e5",   "-",     "+",     "1e400",
                                        "1e", "1_000", "1f",  "1.2.3", "0x1p", "1e+",  "1e-",      "- 1",  "one"};
    static const char *const WHOLES[] = {
        "", "1.5", "1.0", "1e3", "0x10", " 1", "1 ", "nan", "-", "9223372036854775808", "-9223372036854775809", "1k", ".5", "--1", "1,000"};
    double  real = 42;
    int64_t whole = 42;
    for (size_t i = 0; i < sizeof REALS / sizeof *REALS; i++)
        if (text_to_double(REALS[i], &real))
            fail_msg("`%s` was taken for the number %g", REALS[i], real);
    for (size_t i = 0; i < sizeof WHOLES / sizeof *WHOLES; i++)
        if (text_to_int(WHOLES[i], &whole))
            fail_msg("`%s` was taken for the whole number %lld", WHOLES[i], (long long)whole);
    assert_true(real == 42 && whole == 42); // a rejected text leaves the result unchanged
}

TEST(test_numbers_accepted)
{
    static const struct {
        const char *text;
        double      value;
    } REALS[] = {{"0", 0},     {"-0", 0},  {"+1", 1},        {"1e-3", 1e-3},         {".5", 0.5}, {"-.5e2", -50}, {"1.", 1},
                 {"1E5", 1e5}, {"007", 7}, {"1e308", 1e308}, {"4.9e-324", 0x1p-1074}};
    for (size_t i = 0; i < sizeof REALS / sizeof *REALS; i++) {
        double value = -1;
        assert_true(text_to_double(REALS[i].text, &value));
        assert_true(value == REALS[i].value);
    }
    static const struct {
        const char *text;
        int64_t     value;
    } WHOLES[] = {{"0", 0}, {"-12", -12}, {"+1", 1}, {"010", 10}, {"9223372036854775807", INT64_MAX}, {"-9223372036854775808", INT64_MIN}};
    for (size_t i = 0; i < sizeof WHOLES / sizeof *WHOLES; i++) {
        int64_t value = -1;
        assert_true(text_to_int(WHOLES[i].text, &value));
        assert_true(value == WHOLES[i].value);
    }
}

TEST(test_digits_taken)
{
    static const char *const NONE[] = {"", " 1", "\t1", "+1", "-1", "x", ".5", "9223372036854775808"};
    const char              *rest = NULL;
    int64_t                  value = 42;
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_false(text_take_digits(NONE[i], &value, &rest));
    assert_true(value == 42 && !rest);
    assert_true(text_take_digits("007-12", &value, &rest));
    assert_int_equal(value, 7);
    assert_string_equal(rest, "-12");
}

// Prints with increasing numbers of digits, from six on, until the text reads back as the value.
static void try_digits(double value, char *out, size_t size)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, size, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            return;
    }
}

TEST(test_numbers_round_trip)
{
    static const struct {
        double      value;
        const char *text;
    } SHORT[] = {{0.1, "0.1"}, {1, "1"}, {1e6, "1e+06"}, {1.0 / 3, "0.3333333333333333"}, {5e-324, "4.94066e-324"}};
    char text[40], tried[40];
    for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++) {
        text_from_double(SHORT[i].value, text, sizeof text);
        assert_string_equal(text, SHORT[i].text);
    }
    Random random = {.state = 3};
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = random_bits(&random);
        double         value = 0, back = 0;
        if (i % 2) // a decimal of few digits, as people write
            snprintf(tried, sizeof tried, "%lld.%0*llue%d", (long long)(bits % 1000), (int)(bits >> 56) % 12 + 1,
                     (unsigned long long)(bits >> 24) % 100000, i % 40 - 20),
                value = strtod(tried, NULL);
        else
            memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        text_from_double(value, text, sizeof text);
        try_digits(value, tried, sizeof tried);
        assert_string_equal(text, tried);
        assert_true(text_to_double(text, &back));
        assert_memory_equal(&back, &value, sizeof value);
    }
}

TEST(large_whole_numbers_are_read_as_written)
{
    static const double      WHOLE[] = {0, -7, 999999, 1e6, 1000001, 1.5e6, 1e9, 123456789012, 0x1p53};
    static const char *const OTHERS[] = {"", "1.0", "1.5e0", "1e-1", "1e17", "1e300", "0x10", "e6", "1e6 "};
    char                     text[40];
    int64_t                  whole = 0;
    for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++) {
        text_from_double(WHOLE[i], text, sizeof text);
        assert_true(text_to_whole(text, &whole));
        assert_int_equal(whole, (int64_t)WHOLE[i]);
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(text_to_whole(OTHERS[i], &whole));
}

TEST(test_utf8)
{
    static const char *const GOOD[] = {"", "a", "\x7f", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\xa7\xb5", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const BAD[] = {"\xff",
                                      "\x80",
                                      "\xc3",
                                      "a\xc3z",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xe2\x82",
                                      "\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        assert_true(text_is_utf8(GOOD[i]));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[16];
        assert_false(text_is_utf8(BAD[i]));
        snprintf(text, sizeof text, "%s", BAD[i]);
        text_make_printable(text);
        assert_true(text_is_utf8(text));
        assert_int_equal(strlen(text), strlen(BAD[i]));
    }
    assert_int_equal(text_need_printable("file", "a\xff").code, STATUS_USAGE);
    assert_int_equal(text_characters("a\xc3\xa9\xe2\x82\xac"), 3);
}

// Escape sequences of terminals in one byte or two, ends of lines and paragraphs, changes of the writing direction.
TEST(test_printable)
{
    static const char *const BAD[] = {"\x1b",         "\x07",         "\n",           "\t",       "\r",
                                      "\x7f",         "\xc2\x80",     "\xc2\x9b",     "\xc2\x9f", "\xe2\x80\xa8",
                                      "\xe2\x80\xa9", "\xe2\x80\xae", "\xe2\x80\x8f", "\xd8\x9c", "\xe2\x81\xa6",
                                      "\xe2\x81\xa9", "\xff",         "\xc2",         "\xe2\x80"};
    static const char *const GOOD[] = {
        " ", "~", "\xc2\xa0", "\xc3\xa9", "\xe2\x80\xa7", "\xe2\x81\xa5", "\xe2\x82\xac", "\xf0\x9f\xa7\xb5"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[16];
        assert_int_equal(text_printable_bytes(BAD[i], NULL), 0);
        snprintf(text, sizeof text, "a%sb", BAD[i]);
        assert_int_equal(text_need_printable("file", text).code, STATUS_USAGE);
        text_make_printable(text);
        assert_int_equal(strspn(text + 1, "?"), strlen(BAD[i]));
        assert_int_equal(text_need_printable("file", text).code, STATUS_OK);
    }
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        assert_int_equal(text_printable_bytes(GOOD[i], NULL), strlen(GOOD[i]));
}

TEST(test_csv)
{
    static const char *const CELLS[][2] = {{"a b", "a b"},        {"a,\"b\"", "\"a,\"\"b\"\"\""},
                                           {"a\nb", "\"a\nb\""},  {"=1+1", "'=1+1"},
                                           {"+x", "'+x"},         {"-x,y", "\"'-x,y\""},
                                           {"@A1", "'@A1"},       {"\tx", "'\tx"},
                                           {"-", "'-"},           {"-1.5e-3", "-1.5e-3"},
                                           {"+7", "+7"},          {"a=b", "a=b"},
                                           {"-1+cmd", "'-1+cmd"}, {"", ""}};
    for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++) {
        char  *text = NULL;
        size_t size = 0;
        FILE  *out = open_memstream(&text, &size);
        text_csv(CELLS[i][0], out);
        fclose(out);
        assert_string_equal(text, CELLS[i][1]);
        free(text);
    }
}

TEST(test_messages_are_one_line)
{
    Status status = status_make(STATUS_INPUT, "%s: wrong", "a\nb\x1b[31m\xff\xc3\xa9");
    assert_string_equal(status.text, "a?b?[31m?\xc3\xa9: wrong");
    status = status_prefix(status, "%s", "x\r");
    assert_string_equal(status.text, "x?: a?b?[31m?\xc3\xa9: wrong");
    char text[sizeof status.text + 1]; // the cut goes through the middle of a character
    memset(text, 'a', sizeof text);
    memcpy(text + sizeof status.text - 2, "\xc3\xa9", 3);
    assert_true(text_is_utf8(text));
    assert_true(text_is_utf8(status_make(STATUS_INPUT, "%s", text).text));
}

TEST(test_nearest_name)
{
    static const char *const NAMES[] = {"pbd", "xpbd", "newton", "iterations", "substeps", "cholmod_simplicial"};
    const size_t             count = sizeof NAMES / sizeof *NAMES;
    assert_string_equal(text_nearest("itertaions", NAMES, count), "iterations");
    assert_string_equal(text_nearest("XPBD", NAMES, count), "xpbd");
    assert_string_equal(text_nearest("newtn", NAMES, count), "newton");
    assert_string_equal(text_nearest("cholmod", NAMES, count), "cholmod_simplicial"); // the beginning of the name
    assert_null(text_nearest("zebra", NAMES, count));
    assert_string_equal(text_nearest("n", (const char *const[]){"dt", "scene.mass", "scene.n"}, 3), "scene.n"); // the end of the name
    assert_null(text_nearest("pbd", NAMES, 0));
    char endless[400];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(text_nearest(endless, NAMES, count));
}

TEST(test_suggestion)
{
    static const char *const NAMES[] = {"alpha", "beta"};
    char                     text[64] = "unknown";
    text_suggest(text, sizeof text, "alhpa", NAMES, 2);
    assert_string_equal(text, "unknown, did you mean `alpha`?");
    snprintf(text, sizeof text, "unknown");
    text_suggest(text, sizeof text, "quite different", NAMES, 2);
    assert_string_equal(text, "unknown; valid: alpha, beta");
    char small[16] = "0123456789";
    text_suggest(small, sizeof small, "quite different", NAMES, 2);
    assert_string_equal(small, "0123456789"); // no name fits
    static const char *const MANY[] = {"one", "two", "three", "four", "five", "six"};
    char                     enough[sizeof "x; valid: one, two, three, four, five, six"] = "x", less[sizeof enough - 1] = "x";
    text_suggest(enough, sizeof enough, "quite different", MANY, 6);
    assert_string_equal(enough, "x; valid: one, two, three, four, five, six");
    text_suggest(less, sizeof less, "quite different", MANY, 6);
    assert_string_equal(less, "x; valid: one, two and 4 others"); // only whole names
}

// ---- params ----

static const char *const SWEEPS[] = {"coloured", "serial", NULL};
static const Param       FIRST[] = {
          PARAM_INT_ROW("iterations", "", 20, 1, 1000, "sweeps", .role = PARAM_ROLE_ITERATIONS),
          PARAM_REAL_ROW("dt", "s", 0.25, 1e-9, 1, "step"),
          PARAM_END,
};
static const Param SECOND[] = {
    PARAM_CHOICE_ROW("sweep", SWEEPS, 1, "order"),
    PARAM_END,
};

static ParamSet example_params(void)
{
    ParamSet set = {0};
    param_set_add(&set, FIRST);
    param_set_add(&set, NULL);
    param_set_add(&set, SECOND);
    return set;
}

TEST(test_param_defaults)
{
    const ParamSet set = example_params();
    assert_int_equal(set.count, 3);
    assert_int_equal(param_int(&set, "iterations"), 20);
    assert_true(param_real(&set, "dt") == 0.25);
    assert_int_equal(param_choice(&set, "sweep"), 1);
    assert_true(param_has(&set, "dt") && !param_has(&set, "Dt") && !set.given[0]);
    assert_ptr_equal(set.params[param_index(&set, "dt")], &FIRST[1]);
    assert_int_equal(param_index(&set, "omega"), -1);
    assert_int_equal(param_index_of(&set, PARAM_ROLE_ITERATIONS), 0);
    assert_int_equal(param_index_of(&set, PARAM_ROLE_SUBSTEPS), -1);
    assert_true(param_of_role(&set, PARAM_ROLE_ITERATIONS, 1) == 20 && param_of_role(&set, PARAM_ROLE_SUBSTEPS, 1) == 1);
}

TEST(test_param_set)
{
    ParamSet set = example_params();
    assert_int_equal(param_set_text(&set, "iterations", "1000").code, STATUS_OK);
    assert_int_equal(param_set_text(&set, "dt", "1e-3").code, STATUS_OK);
    assert_int_equal(param_set_text(&set, "sweep", "coloured").code, STATUS_OK);
    assert_int_equal(param_int(&set, "iterations"), 1000);
    assert_true(param_real(&set, "dt") == 1e-3);
    assert_int_equal(param_choice(&set, "sweep"), 0);
    assert_true(set.given[0] && set.given[1] && set.given[2]);
    char text[40];
    param_format(&set, 0, text, sizeof text);
    assert_string_equal(text, "1000");
    param_format(&set, 1, text, sizeof text);
    assert_string_equal(text, "0.001");
    param_format(&set, 2, text, sizeof text);
    assert_string_equal(text, "coloured");
}

TEST(test_param_refusals)
{
    static const struct {
        const char *name, *text, *message;
    } WRONG[] = {
        {"iteration", "3", "did you mean `iterations`?"},
        {"zzz", "3", "valid: iterations, dt, sweep"},
        {"iterations", "1.5", "whole number"},
        {"iterations", "1.0", "whole number"},
        {"iterations", "1e-1", "whole number"},
        {"iterations", "1e+30", "whole number"},
        {"iterations", "0", "1 … 1000"},
        {"iterations", "1001", "1 … 1000"},
        {"dt", "nan", "finite number"},
        {"dt", "0", "must lie in"},
        {"dt", "", "finite number"},
        {"sweep", "colored", "did you mean `coloured`?"},
        {"sweep", "1", "is not a value of `sweep`"},
    };
    ParamSet set = example_params();
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const Status status = param_set_text(&set, WRONG[i].name, WRONG[i].text);
        assert_int_equal(status.code, STATUS_INPUT);
        if (!strstr(status.text, WRONG[i].message))
            fail_msg("%s=%s: \"%s\" does not contain \"%s\"", WRONG[i].name, WRONG[i].text, status.text, WRONG[i].message);
        assert_null(strchr(status.text, '\n'));
    }
    const ParamSet fresh = example_params();
    for (int i = 0; i < set.count; i++)
        assert_true(set.values[i] == fresh.values[i] && !set.given[i]); // a rejected setting changes nothing
}

// ---- hash ----

TEST(test_hash)
{
    char whole[HASH_TEXT], parts[HASH_TEXT], other[HASH_TEXT], empty[HASH_TEXT];
    hash_bytes("deformable", 10, whole);
    assert_int_equal(strlen(whole), 32);
    assert_int_equal(strspn(whole, "0123456789abcdef"), 32);
    Hasher *hasher = hasher_create();
    assert_non_null(hasher);
    hasher_text(hasher, empty);
    hasher_add(hasher, "defor", 5);
    hasher_add(hasher, "", 0);
    hasher_add(hasher, "mable", 5);
    hasher_text(hasher, parts);
    hasher_text(hasher, other); // reading the digest does not change it
    hasher_destroy(hasher);
    hasher_destroy(NULL);
    assert_string_equal(whole, parts);
    assert_string_equal(parts, other);
    hash_bytes("deformablf", 10, other);
    assert_string_not_equal(whole, other);
    assert_string_equal(empty, "99aa06d3014798d86001c324468d497f"); // XXH3-128 of no bytes, from its specification
}

TEST(test_hash_file)
{
    enum { BYTES = 200000 }; // more than one block of reading
    char  path[] = "weft_unit_base_XXXXXX", of_file[HASH_TEXT], of_bytes[HASH_TEXT];
    char *bytes = malloc(BYTES);
    assert_non_null(bytes);
    Random random = {.state = 9};
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (char)random_below(&random, 256);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, BYTES), BYTES);
    close(file);
    const Status read = hash_file(path, SIZE_MAX, of_file);
    unlink(path);
    assert_int_equal(read.code, STATUS_OK);
    hash_bytes(bytes, BYTES, of_bytes);
    free(bytes);
    assert_string_equal(of_file, of_bytes);
    assert_fails(hash_file("no/such/file", SIZE_MAX, of_file), STATUS_IO, "no/such/file");
    assert_int_equal(hash_file("/", SIZE_MAX, of_file).code, STATUS_IO); // opens, but cannot be read
}

// ---- random ----

TEST(test_random)
{
    Random random = {.state = 1234567};
    assert_true(random_bits(&random) == 6457827717110365317u); // the published sequence of SplitMix64 for this seed
    assert_true(random_bits(&random) == 3203168211198807973u);
    assert_true(random_bits(&random) == 9817491932198370423u);
    double sum = 0, squares = 0;
    int    seen[10] = {0};
    enum { DRAWS = 100000 };
    for (int i = 0; i < DRAWS; i++) {
        const double unit = random_unit(&random);
        assert_true(unit >= 0 && unit < 1);
        sum += unit;
        squares += unit * unit;
        seen[random_below(&random, 10)]++;
    }
    assert_true(fabs(sum / DRAWS - 0.5) < 5 * sqrt(1.0 / 12 / DRAWS)); // five standard errors
    assert_true(fabs(squares / DRAWS - 1.0 / 3) < 5 * sqrt(4.0 / 45 / DRAWS));
    for (int i = 0; i < 10; i++)
        assert_true(fabs(seen[i] - DRAWS / 10.0) < 5 * sqrt(DRAWS * 0.09));
}

// ---- clock ----

static void sleep_ms(long ms)
{
    const struct timespec time = {.tv_nsec = ms * 1000000};
    nanosleep(&time, NULL);
}

TEST(test_phase_clock)
{
    PhaseClock clock;
    memset(&clock, 0xff, sizeof clock);
    phase_clock_start(&clock);
    const int64_t begin = clock_ns();
    phase_clock_enter(&clock, PHASE_LOCAL);
    sleep_ms(4);
    phase_clock_enter(&clock, PHASE_SOLVE);
    sleep_ms(2);
    phase_clock_enter(&clock, PHASE_LOCAL);
    sleep_ms(4);
    phase_clock_enter(&clock, PHASE_NONE);
    const int64_t whole = clock_ns() - begin;
    sleep_ms(2);
    phase_clock_enter(&clock, PHASE_NONE); // time between the two phases counts for no phase
    int64_t sum = 0;
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        assert_true(clock.ns[phase] == 0 || phase == PHASE_LOCAL || phase == PHASE_SOLVE);
        sum += clock.ns[phase];
    }
    assert_true(clock.ns[PHASE_LOCAL] >= 8000000);
    assert_true(clock.ns[PHASE_SOLVE] >= 2000000);
    assert_true(sum <= whole);
    assert_int_equal(clock.current, PHASE_NONE);
    phase_clock_enter(NULL, PHASE_LOCAL); // switched off
}

// A phase of the set-up has a name of its own when a step sets up the system again, such as PHASE_REFACTOR.
TEST(test_phases_of_a_system_made_again)
{
    static const Phase PAIRS[][2] = {
        {PHASE_ASSEMBLE, PHASE_REBUILD}, {PHASE_ANALYSE, PHASE_REANALYSE}, {PHASE_FACTOR, PHASE_REFACTOR}, {PHASE_SOLVE, PHASE_SOLVE}};
    PhaseClock clock;
    phase_clock_start(&clock);
    for (size_t p = 0; p < sizeof PAIRS / sizeof *PAIRS; p++)
        for (int again = 0; again < 2; again++) {
            clock.again = again;
            phase_clock_enter(&clock, PAIRS[p][0]);
            assert_int_equal(clock.current, PAIRS[p][again]);
        }
}

TEST(test_phase_list)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        for (int other = 0; other < phase; other++)
            assert_string_not_equal(phase_name((Phase)phase), phase_name((Phase)other));
    assert_true(phase_is_setup(PHASE_BUILD) && phase_is_setup(PHASE_FACTOR));
    assert_false(phase_is_setup(PHASE_PREDICT) || phase_is_setup(PHASE_SOLVE) || phase_is_setup(PHASE_VELOCITY));
}

// ---- sorting ----

typedef struct Item {
    int32_t first, second, number;
} Item;

static int compare_items(const void *a, const void *b)
{
    const Item *p = a, *q = b;
    return p->first != q->first ? (p->first > q->first) - (p->first < q->first) : (p->second > q->second) - (p->second < q->second);
}

TEST(test_order_by_key)
{
    static const int32_t KEY[] = {2, 0, 2, 4, 0}, ORDER[] = {1, 4, 0, 2, 3}, START[] = {0, 2, 2, 4, 4, 5};
    int32_t              start[6], order[5];
    order_by_key(KEY, 5, 4, start, order);
    assert_memory_equal(order, ORDER, sizeof order);
    assert_memory_equal(start, START, sizeof start);
    order_by_key(KEY, 0, 4, start, order);
    assert_int_equal(start[5], 0);
}

// The same order as any other sort, and equal items keep their order. Tested for few items, many with a common prefix, none, and values far
// above the count.
TEST(test_sort_by_first)
{
    static const struct {
        int      count;
        uint64_t values;
    } ROWS[] = {{0, 1}, {1, 9}, {500, 1}, {500, 7}, {500, 400}, {500, 4100}, {500, INT32_MAX}};
    for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
        Item   items[500];
        Random random = {r + 1};
        for (int i = 0; i < ROWS[r].count; i++)
            items[i] = (Item){(int32_t)random_below(&random, ROWS[r].values), (int32_t)random_below(&random, 5), i};
        assert_ok(sort_by_first(items, (size_t)ROWS[r].count, sizeof *items, compare_items));
        int64_t numbers = 0;
        for (int i = 0; i < ROWS[r].count; i++)
            numbers += items[i].number;
        assert_int_equal(numbers, ROWS[r].count * (ROWS[r].count - 1) / 2);
        for (int i = 1; i < ROWS[r].count; i++) {
            const int order = compare_items(&items[i - 1], &items[i]);
            if (order > 0 || (order == 0 && items[i - 1].number > items[i].number))
                fail_msg("row %zu: items %d and %d are in the wrong order", r, i - 1, i);
        }
    }
}
