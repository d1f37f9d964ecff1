// Numbers of documents: what a marker gives, how it is written, what a mistake in it says, and that nothing else of a file changes.
#include "fake_store.h"

#include "base/file.h"
#include "report/document.h"
#include "report/private/number.h"

static const char TEXT[] =
    "name: fake\n"
    "verdicts:\n"
    "  - {claim: A step is short, data: step, value: step_ms, of: {solver: pbd, threads: 1}, below: 30}\n"
    "  - {claim: 'It \"halves\"', data: convergence, value: error, for_each: [solver], statistic: last, below: 0.001}\n"
    "  - {claim: Nothing, data: linsys, value: factor_bytes, below: 1}\n"
    "tables:\n"
    "  - {name: steps, data: step, rows: [solver], columns: threads, values: [step_ms]}\n"
    "  - {name: none, data: linsys, values: [factor_bytes]}\n";

enum { CASES = 4, PROCESSES = 3 };
static const FakeCase CASE[CASES] = {
    {"pbd", NULL, "f64", 8, 5, 1}, {"pbd", NULL, "f64", 8, 5, 2}, {"xpbd", NULL, "f64", 8, 5, 1}, {"xpbd", NULL, "f64", 8, 5, 2}};
static const int64_t NS[CASES] = {2400000, 1200000, 4000000, 3000000}; // median over processes

typedef struct Fixture {
    char *folder, document[256];
} Fixture;

// A newton case of one process, of which a step did not converge.
static void add_unconverged(Store *store, int64_t experiment, int64_t build)
{
    const FakeCase newton = {"newton", "dense", "f64", 8, 5, 1};
    const int64_t  id = fake_case(store, experiment, CASES, &newton);
    json_t        *rows = fake_begin(PASS_TIMED);
    fake_model(store, id, build, 100);
    for (int step = 0; step < 4; step++) {
        json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:[i]}", "row", "step", "step", step, "ns", 7000000, "iteration_ns", 7000000));
        json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:s}", "row", "step_end", "step", step, "probe", 0, "ended",
                                              step == 2 ? "unconverged" : "converged"));
    }
    assert_ok(fake_close(store, id, build, rows, "aa", 1));
    fake_process(store, 100);
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
}

static void fill(Store *store)
{
    static const int PERCENT[PROCESSES] = {95, 100, 110};
    const int64_t    experiment = fake_experiment(store, "fake", TEXT), build = fake_build(store, "build-a", "f64");
    for (int c = 0; c < CASES; c++) {
        const int64_t id = fake_case(store, experiment, c, &CASE[c]);
        fake_model(store, id, build, 100);
        for (int p = 0; p < PROCESSES; p++) {
            assert_ok(fake_timed(store, id, build, 20, 5, NS[c] / 100 * PERCENT[p]));
            fake_process(store, 1 + c * PROCESSES + p);
        }
        assert_ok(fake_measured(store, id, build, 5, c < 2 ? 0.5 : 0.25));
        assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    }
    add_unconverged(store, experiment, build);
}

static int set_up(void **state)
{
    static Fixture f;
    char           path[256];
    Store         *store = NULL;
    f.folder = fake_folder();
    fake_path(f.folder, "document.md", f.document);
    fake_path(f.folder, "fake.db", path);
    assert_ok(store_open(path, STORE_WRITE, &store));
    fill(store);
    store_close(store);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    fake_remove_folder(f->folder);
    free(f->folder);
    return 0;
}

static Status renew(const Fixture *f, bool check, char **said)
{
    const char  *paths[] = {f->document};
    size_t       size = 0;
    char        *text = NULL;
    FILE        *out = open_memstream(&text, &size);
    const Status status = documents_renew(f->folder, paths, 1, check, out);
    fclose(out);
    if (said)
        *said = text;
    else
        free(text);
    return status;
}

static void assert_document(const Fixture *f, const char *expected)
{
    char  *bytes = NULL;
    size_t size = 0;
    assert_ok(file_read(f->document, 1 << 20, &bytes, &size));
    assert_string_equal(bytes, expected);
    free(bytes);
}

// What stands between a marker with this mapping and its end.
static void assert_gives(const Fixture *f, const char *map, const char *expected)
{
    char text[2000];
    snprintf(text, sizeof text, "a <!-- weft fake %s -->old<!-- /weft --> b\n", map);
    write_text(f->document, text);
    assert_ok(renew(f, false, NULL));
    snprintf(text, sizeof text, "a <!-- weft fake %s -->%s<!-- /weft --> b\n", map, expected);
    assert_document(f, text);
    assert_ok(renew(f, true, NULL));
}

// A document of this text is refused, and stays.
static void assert_refused(const Fixture *f, const char *text, const char *part)
{
    write_text(f->document, text);
    assert_fails(renew(f, false, NULL), STATUS_INPUT, part);
    assert_document(f, text);
}

// ---- numbers ----

static void numbers_are_as_a_sentence_has_them(void **state)
{
    static const struct {
        double      value;
        int         digits;
        const char *text;
    } NUMBERS[] = {{0, 2, "0"},
                   {1.2345, 2, "1.2"},
                   {1234, 2, "1200"},
                   {1234, 4, "1234"},
                   {70875, 5, "70,875"},
                   {12345.6, 3, "12,300"},
                   {99949, 3, "99,900"},
                   {99999.6, 2, "1.0·10⁵"},
                   {0.001234, 2, "0.0012"},
                   {9.99e-4, 2, "0.0010"},
                   {9.94e-4, 2, "9.9·10⁻⁴"},
                   {2.345e-13, 2, "2.3·10⁻¹³"},
                   {-2.5e-20, 1, "-2·10⁻²⁰"},
                   {4e6, 1, "4·10⁶"},
                   {3, 2, "3"},
                   {0.996, 2, "1.0"},
                   {-12345.6, 6, "-12,345.6"},
                   {0.5, 3, "0.500"},
                   {123.456, 9, "123.456000"}};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        char text[NUMBER_TEXT];
        number_prose(NUMBERS[i].value, NUMBERS[i].digits, text);
        assert_string_equal(text, NUMBERS[i].text);
    }
    char longest[NUMBER_TEXT];
    number_prose(-1.23456789e-300, 9, longest);
    assert_string_equal(longest, "-1.23456789·10⁻³⁰⁰");
}

#define PBD "of: {solver: pbd, threads: 1}"
#define STEP "data: step, value: step_ms, "

static void measures_and_their_formats(void **state)
{
    const Fixture *f = *state;
    assert_gives(f, "{" STEP PBD "}", "2.4");
    assert_gives(f, "{" STEP PBD ", times: 1e3, digits: 3}", "2400");
    assert_gives(f, "{" STEP PBD ", as: inverse}", "0.42");
    assert_gives(f, "{" STEP PBD ", as: percent}", "240");
    assert_gives(f, "{" STEP PBD ", against: {solver: pbd, threads: 2}, compare: ratio}", "2");
    assert_gives(f, "{" STEP "where: {threads: 1}, of: {solver: pbd}, against: {solver: xpbd}, compare: ratio, digits: 3}", "0.600");
    assert_gives(f, "{data: step, value: 1000*step_ms/iterations, " PBD "}", "480");
    assert_gives(f, "{data: convergence, value: error, of: {solver: xpbd}, statistic: last, interval: true}", "9.8·10⁻⁴"); // exact
    assert_gives(f, "{" STEP "of: {solver: newton}, unconverged: allowed, interval: true}", "7");                          // one process
    char text[2000];
    snprintf(text, sizeof text, "<!--weft fake {" STEP PBD ", interval: true}--><!--/weft-->");
    write_text(f->document, text);
    assert_ok(renew(f, false, NULL));
    char  *bytes = NULL;
    size_t size = 0;
    assert_ok(file_read(f->document, 1 << 20, &bytes, &size));
    double low = 0, middle = 0, high = 0;
    assert_int_equal(sscanf(strstr(bytes, "-->") + 3, "%lf (%lf to %lf)<", &middle, &low, &high), 3);
    assert_true(low < 2.4 && 2.4 < high);
    free(bytes);
}

static void claims_tables_and_facts(void **state)
{
    const Fixture *f = *state;
    assert_gives(f, "{claim: A step is short}", "2.4");
    assert_gives(f, "{claim: A step is short, show: answer}", "yes");
    assert_gives(f, "{claim: 'It \"halves\"', show: answer}", "no");
    assert_gives(f, "{claim: 'It \"halves\"'}", "0.031"); // the worst group, not answered yes
    assert_gives(f, "{claim: 'It \"halves\"', group: xpbd}", "9.8·10⁻⁴");
    assert_gives(f, "{claim: Nothing, show: answer}", "not measured");
    assert_gives(f, "{fact: commit}", "0123456 with uncommitted changes");
    assert_gives(f, "{fact: day}", "2026-01-31");
    assert_gives(f, "{fact: processor}", "Test &lt;CPU&gt; &amp; co");
    assert_gives(f, "{fact: cores}", "2");
    assert_gives(f, "{fact: cases}", "5");
    assert_gives(f, "{fact: yes}", "1");
    assert_gives(f, "{fact: no}", "1");
    assert_gives(f, "{fact: close}", "0");
    assert_gives(f, "{fact: unmeasured}", "1");
    assert_gives(f, "{fact: variations}", "0");
    assert_gives(f, "{fact: minutes}", "0.0");
}

// A document with CRLF keeps it, in a table, too.
static void only_what_stands_between_changes(void **state)
{
    const Fixture    *f = *state;
    static const char BEFORE[] = "\xef\xbb\xbf<!-- other -->\r\n<!-- weft fake\r\n {fact: cases} -->\r\n9<!-- /weft -->\t\r\n"
                                 "<!-- weft fake {table: steps} -->x<!-- /weft --> \r\nlast",
                      AFTER[] = "\xef\xbb\xbf<!-- other -->\r\n<!-- weft fake\r\n {fact: cases} -->5<!-- /weft -->\t\r\n"
                                "<!-- weft fake {table: steps} -->\r\n\r\n"
                                "| solver | threads 1 (ms) | processes | threads 2 (ms) | processes |\r\n"
                                "| --- | ---: | ---: | ---: | ---: |\r\n"
                                "| pbd | 2.40 [2.03, 2.96] | 3 | 1.20 [1.02, 1.48] | 3 |\r\n"
                                "| xpbd | 4.00 [3.38, 4.94] | 3 | 3.00 [2.54, 3.71] | 3 |\r\n"
                                "| newton | 7.00 ◦ | 1 | – | 0 |\r\n"
                                "\r\n"
                                "Median and [95 % interval over processes]. ◦ rests on steps that ended without convergence.\r\n"
                                "\r\n<!-- /weft --> \r\nlast";
    char *said = NULL;
    write_text(f->document, BEFORE);
    assert_fails(renew(f, true, &said), STATUS_INPUT, "2 numbers differ from the stores");
    assert_non_null(strstr(said, "document.md:3: is \"?\", the store gives \"5\"")); // the line end is shown
    assert_non_null(strstr(said, "document.md:5: is \"x\", the store gives \"?\""));
    free(said);
    assert_document(f, BEFORE);
    assert_ok(renew(f, false, NULL));
    assert_document(f, AFTER);
    assert_ok(renew(f, true, NULL));
}

// ---- mistakes ----

static void markers_that_are_none(void **state)
{
    const Fixture *f = *state;
    assert_refused(f, "a\n<!-- weft fake {fact: cases} -->5", "document.md:2: no <!-- /weft -->");
    assert_refused(f, "a\n<!-- weft fake {fact: cases} -->\n<!-- weft fake {fact: cases} -->5<!-- /weft --><!-- /weft -->",
                   "document.md:2: another marker begins");
    assert_refused(f, "\n\n5<!-- /weft -->", "document.md:3: <!-- /weft --> closes nothing");
    assert_refused(f, "<!-- weft fake {fact: cases} -->5<!-- /weft fake -->", "document.md:1: write <!-- /weft -->");
    assert_refused(f, "<!-- weft fake {fact: cases} 5<!-- /weft -->", "document.md:1: the comment has no end");
    assert_refused(f, "\n<!-- weft fake {fact: cases}", "document.md:2: the comment has no end");
    assert_refused(f, "<!-- weft {fact: cases} -->5<!-- /weft -->", "document.md:1: write <!-- weft NAME");
    assert_refused(f, "<!-- weft ../fake {fact: cases} -->5<!-- /weft -->", "document.md:1: write <!-- weft NAME");
    assert_refused(f, "<!-- weft fake -->5<!-- /weft -->", "document.md:1: write <!-- weft NAME");
    assert_refused(f, "\n<!-- weft fake {fact: cases -->5<!-- /weft -->", "document.md:2: write <!-- weft NAME");
    assert_refused(f, "\n<!-- weft\nfake\n{fact: cases,\n fact: cases} -->5<!-- /weft -->", "document.md:5: key `fact`: given twice");
    assert_refused(f, "<!-- weft fake {} -->5<!-- /weft -->", "document.md:1: asks for nothing");
    assert_refused(f, "a <!-- weft fake {table: steps} -->\n<!-- /weft -->", "document.md:1: a table or report needs lines of its own");
    assert_refused(f, "<!-- weft fake {table: steps} -->\n<!-- /weft --> b\n", "document.md:1: a table or report needs lines of its own");
    static const char NUL[] = "\n\0<!-- weft fake {fact: cases} -->5<!-- /weft -->";
    write_bytes(f->document, NUL, sizeof NUL - 1);
    assert_fails(renew(f, false, NULL), STATUS_INPUT, "document.md:2: a NUL byte");
    const size_t size = ((size_t)16 << 20) + 1;
    char        *large = calloc(1, size);
    assert_non_null(large);
    memset(large, ' ', size);
    write_bytes(f->document, large, size);
    free(large);
    assert_fails(renew(f, false, NULL), STATUS_INPUT, "larger than 16 MiB");
}

static void refuse_map(const Fixture *f, const char *map, const char *part)
{
    char text[1000], place[1000];
    snprintf(text, sizeof text, "\n<!-- weft fake %s -->5<!-- /weft -->", map);
    snprintf(place, sizeof place, "document.md:2: %s", part);
    assert_refused(f, text, place);
}

static void what_a_store_cannot_give(void **state)
{
    const Fixture *f = *state;
    refuse_map(f, "{fact: comit}", "key `fact`: `comit` is not a valid value");
    refuse_map(f, "{fact: commit, digits: 2}", "key `digits`");
    refuse_map(f, "{table: step}", "key `table`: `fake` has no table `step`");
    refuse_map(f, "{table: none}", "no table: no finished case");
    refuse_map(f, "{claim: A step is shrt}", "key `claim`: `fake` claims no such thing, did you mean `A step is short`?");
    refuse_map(f, "{claim: A step is short, below: 3}", "key `below`");
    refuse_map(f, "{claim: A step is short, variation: stiff}", "key `variation`: the claim was not judged under variations");
    refuse_map(f, "{claim: 'It \"halves\"', group: newton}", "key `group`: no such group; there are:");
    refuse_map(f, "{claim: Nothing}", "the result is NaN or infinite: ");
    refuse_map(f, "{data: step}", "key `value` is missing");
    refuse_map(f, "{data: step, value: step_s}", "key `value`: `step_s` is not a number of `step`");
    refuse_map(f, "{" STEP "for_each: [solver]}", "key `for_each`");
    refuse_map(f, "{" STEP "of: {solver: pbd}, digits: 10}", "key `digits`");
    refuse_map(f, "{" STEP "of: {solver: pbd}, as: share}", "key `as`");
    refuse_map(f, "{" STEP "of: {solver: pbd, threads: 3}}", "key `of.threads`: nothing measured passes this filter");
    refuse_map(f, "{" STEP "where: {iterations: 7}, of: {solver: pbd}}", "key `where.iterations`: nothing measured passes this filter");
    refuse_map(f, "{" STEP "of: {solver: newton, threads: 2}}", "each filter finds something");
    refuse_map(f, "{data: linsys, value: factor_bytes}", "the store has no `factor_bytes` of `linsys`");
    refuse_map(f, "{" STEP "of: {solver: newton}}",
               "a number that cannot be trusted: one process: the spread between processes is not known; rests on 1 unconverged step");
    assert_refused(f,
                   "<!-- weft fake {fact: cases} --><!-- /weft -->\n<!-- weft fake {fact: no} --><!-- /weft --><!-- weft fake {x: 1} "
                   "--><!-- /weft -->",
                   "document.md:2: asks for nothing");
    static const char TWO[] = "<!-- weft fake {fact: comit} --><!-- /weft -->\n<!-- weft fake {table: step} --><!-- /weft -->";
    char             *said = NULL;
    write_text(f->document, TWO);
    assert_fails(renew(f, false, &said), STATUS_INPUT, "2 markers are wrong");
    assert_non_null(strstr(said, "document.md:1: key `fact`"));
    assert_non_null(strstr(said, "document.md:2: key `table`"));
    free(said);
    static const char OTHER[] = "<!-- weft other {fact: cases} -->5<!-- /weft -->";
    write_text(f->document, OTHER);
    assert_fails(renew(f, false, NULL), STATUS_IO, "document.md:1: ");
    char from[256], to[256];
    fake_path(f->folder, "fake.db", from);
    fake_path(f->folder, "other.db", to);
    assert_int_equal(symlink(from, to), 0);
    assert_refused(f, OTHER, "has no experiment named `other`");
    unlink(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_a_sentence_has_them),
        cmocka_unit_test(measures_and_their_formats),
        cmocka_unit_test(claims_tables_and_facts),
        cmocka_unit_test(only_what_stands_between_changes),
        cmocka_unit_test(markers_that_are_none),
        cmocka_unit_test(what_a_store_cannot_give),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
