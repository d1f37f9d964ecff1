// Tables: the output of each writer for known numbers, headings from labels, and the best of a row, marked where a verdict would confirm
// it.
#include "fake_store.h"

#include <sqlite3.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "judge/verdict.h"
#include "table/table.h"

// ---- a table made by hand ----

enum { COLUMNS = 5, ROWS = 2, KEYS = 2 };

static TableHead HEADS[COLUMNS] = {{"solver", "", "solver"},
                                   {"n", "", "n"},
                                   {"threads 1: time (ms)", "threads 1", "time (ms)"},
                                   {"threads 1: error", "threads 1", "error"},
                                   {"threads 2: time (ms)", "threads 2", "time (ms)"}};
static TableCell CELLS[ROWS * COLUMNS] = {
    {.text = "XPBD, 50 % of_x"},
    {.text = "8"},
    {.estimate = {true, 5, 1.97, 2.0, 2.03, 1.966, 2.034}, .best = true},
    {.estimate = {false, 1, 1.5e-7, 1.5e-7, 1.5e-7, NAN, NAN}},
    {0},
    {.text = "[pd]×2"},
    {.text = "16"},
    {.estimate = {true, 5, 1, 12.6, 132.6, 1, 132.6}},
    {.estimate = {false, 4, 0.1, 0.25, 0.4, 0.2, 0.3}},
    {.estimate = {true, 1, -3.21, -3.21, -3.21, NAN, NAN}, .unconverged = 2},
};
static const Table HAND = {.row_count = ROWS, .column_count = COLUMNS, .key_count = KEYS, .heads = HEADS, .cells = CELLS};

typedef struct Written {
    char  *text;
    size_t size;
    FILE  *stream;
} Written;

static void write_begin(Written *w)
{
    w->stream = open_memstream(&w->text, &w->size);
    assert_non_null(w->stream);
}

static void assert_written(Written *w, const char *part)
{
    fflush(w->stream);
    assert_has(w->text, part);
}

static void write_end(Written *w)
{
    fclose(w->stream);
    free(w->text);
}

TEST(latex_has_booktabs_and_aligned_numbers)
{
    Written w;
    write_begin(&w);
    assert_ok(table_latex(&HAND, "Time\nof 50 %", w.stream));
    assert_written(&w, "% Time of 50 %\n% Median ± the farther end of the 95 % interval over processes; quartiles for exact values. --: "
                       "not measured. Bold: ");
    assert_written(&w,
                   "\\begin{tabular}{lr S[table-format=2.3(6)] S[table-format=1.2(2)e-1, uncertainty-mode=compact] S[table-format=-1.2]}\n"
                   "    \\toprule\n"
                   "     &  & \\multicolumn{2}{c}{threads 1} & \\multicolumn{1}{c}{threads 2} \\\\\n"
                   "    \\cmidrule(lr){3-4}\\cmidrule(lr){5-5}\n"
                   "    {solver} & {n} & {time (ms)} & {error} & {time (ms)} \\\\\n"
                   "    \\midrule\n"
                   "    XPBD, 50 \\% of\\_x & 8 & \\bfseries 2.000(34) & 1.50e-7 & {--} \\\\\n"
                   "    {[}pd{]}$\\times$2 & 16 & 13(120) & 2.50(50)e-1 & -3.21 {\\rlap{\\textsuperscript{$\\circ$}}} \\\\\n"
                   "    \\bottomrule\n"
                   "\\end{tabular}%\n\\endgroup\n");
    int depth = 0; // depth of braces
    for (const char *p = strstr(w.text, "\\begingroup"); *p; p++) {
        depth += *p == '{' && p[-1] != '\\';
        depth -= *p == '}' && p[-1] != '\\';
        assert_true(depth >= 0 && (unsigned char)*p < 0x80);
    }
    assert_int_equal(depth, 0);
    write_end(&w);
}

// If an interval is much larger than its median, the column stays as narrow as others: only the digits that the interval leaves are
// printed.
TEST(latex_of_an_interval_that_dwarfs_its_median)
{
    Written   w;
    TableHead heads[] = {{"n", "", "n"}, {"rate", "", "rate"}, {"time", "", "time"}};
    TableCell cells[] = {
        {.text = "8"},  {.estimate = {true, 2, 1, 4.6e-7, 9, 1e-9, 1.958438159e3}}, {.estimate = {true, 2, 1, 0.5, 9, 0.1, 31}},
        {.text = "16"}, {.estimate = {true, 2, 1, -2.5e-7, 9, -3e12, 0}},           {.estimate = {true, 2, 1, 0.25, 9, 0.1, 0.4}}};
    write_begin(&w);
    assert_ok(table_latex(&(Table){.row_count = 2, .column_count = 3, .key_count = 1, .heads = heads, .cells = cells}, "", w.stream));
    assert_written(&w, "{r S[table-format=1.1(2)e2, uncertainty-mode=compact] S[table-format=1.2(4)]}");
    assert_written(&w, "    8 & 0.0(20)e3 & 0.50(3050) \\\\\n    16 & 0.0(30)e12 & 0.25(15) \\\\\n");
    write_end(&w);
}

TEST(markdown_keeps_both_ends)
{
    Written w;
    write_begin(&w);
    table_markdown(&HAND, w.stream);
    assert_written(&w, "| XPBD, 50 % of\\_x | 8 | **2.00** [1.97, 2.03] | 5 | 1.50e-07 | 1 | – | 0 |\n");
    assert_written(&w, "| \\[pd\\]×2 | 16 | 12.6 [1.00, 133] | 5 | 0.250 [0.200, 0.300] | 4 | -3.21 ◦ | 1 |\n");
    assert_written(&w,
                   "\n\nMedian and [95 % interval over processes; quartiles for exact values]. –: not measured. Bold: the best of its row, "
                   "significantly better than every other (95 %). ◦ includes unconverged steps.\n");
    write_end(&w);
}

// Each line has as many fields as the first, also without a column of names.
TEST(csv_has_a_field_a_head)
{
    static const char *const WANTED[] = {"solver,n,threads 1: time (ms)", "threads 1: time (ms),threads 1: time (ms) low"};
    for (int keys = KEYS, w = 0; keys >= 0; keys -= KEYS, w++) {
        char   path[] = "/tmp/weft_table_XXXXXX", *text;
        size_t size;
        Table  table = HAND;
        close(mkstemp(path));
        table.row_count = 1;
        table.key_count = keys;
        table.column_count = COLUMNS - KEYS + keys;
        table.heads = HEADS + KEYS - keys;
        table.cells = CELLS + COLUMNS + KEYS - keys;
        assert_ok(table_csv(&table, path));
        assert_ok(file_read(path, 1 << 16, &text, &size));
        unlink(path);
        int fields[2] = {0}, line = 0;
        for (const char *c = text; *c; c++) {
            line += *c == '\n';
            fields[line > 0] += *c == ',';
        }
        assert_int_equal(strncmp(text, WANTED[w], strlen(WANTED[w])), 0);
        assert_int_equal(fields[1], fields[0]);
        free(text);
    }
}

// Seven columns more than fit in a terminal: they follow below, with the keys repeated.
TEST(text_fits_a_terminal)
{
    enum { WIDE = 12 };
    TableHead heads[WIDE];
    TableCell cells[WIDE];
    for (int c = 0; c < WIDE; c++) {
        heads[c] = HEADS[c < KEYS ? c : KEYS];
        cells[c] = CELLS[c < KEYS ? c : KEYS];
    }
    const Table wide = {.row_count = 1, .column_count = WIDE, .key_count = KEYS, .heads = heads, .cells = cells};
    Written     w;
    int         keys = 0;
    write_begin(&w);
    assert_ok(table_text(&HAND, w.stream));
    assert_written(&w, "                                threads 1             threads 2\n"
                       "solver           n          time (ms)          error  time (ms)\n"
                       "XPBD, 50 % of_x  8      2.00 ±1.7 % *       1.50e-07          -\n"
                       "[pd]×2           16  12.6 [1.00, 133]  0.250 ±20.0 %    -3.21 ◦\n");
    assert_written(&w, "Median ± half the 95 % interval over processes; quartiles for exact values\n"
                       "(where wider than the median: [both ends]). -: not measured. *: the best of");
    write_end(&w);
    for (int c = 0; c < WIDE; c++) // without common headings
        heads[c].over = "";
    heads[KEYS].under = "time that one step takes (ms)";
    write_begin(&w);
    assert_ok(table_text(&wide, w.stream));
    assert_written(&w, "XPBD, 50 % of_x  8  2.00 ±1.7 % *  2.00 ±1.7 % *  2.00 ±1.7 % *  2.00 ±1.7 % *\n");
    for (const char *p = w.text; (p = strstr(p, "XPBD")); p++)
        keys++;
    assert_written(&w, "                    time that one\n"
                       "                       step takes\n"
                       "solver           n           (ms)      time (ms)");
    assert_int_equal(keys, 3); // ten columns, four at a time
    for (char *line = strtok(w.text, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(text_characters(line) <= 80);
    write_end(&w);
}

// ---- from a store ----

static const char TEXT[] =
    "name: fake\n"
    "labels: {xpbd: XPBD, scene.n: particles a side, threads=2: two threads}\n"
    "tables:\n"
    "  - {name: best, data: step, rows: [threads], columns: solver, values: [step_ms], best: least}\n"
    "  - {name: most, data: step, rows: [threads], columns: solver, values: [1/step_ms], best: most}\n"
    "  - {name: named, data: step, rows: [linsys, solver, scene.n], columns: threads, values: [step_ms, step_ms/particles],"
    " labels: {step_ms/particles: time of a particle (ms), pbd: PBD}}\n"
    "  - {name: plain, data: step, rows: [solver], values: [step_ms/particles]}\n"
    "  - {name: error, data: convergence, rows: [iteration], columns: solver, values: [error], best: least,"
    " where: {threads: 1, probe: 1}}\n"
    "  - {name: pooled, data: step, rows: [scene.n], columns: solver, values: [step_ms], best: least}\n"
    "verdicts:\n"
    "  - {id: a, claim: a, data: step, value: step_ms, where: {threads: 1}, of: {solver: pbd}, against: {solver: xpbd}, compare: ratio, "
    "below: "
    "1}\n"
    "  - {id: b, claim: b, data: step, value: step_ms, where: {threads: 2}, of: {solver: pbd}, against: {solver: xpbd}, compare: ratio, "
    "below: "
    "1}\n"
    "  - {id: c, claim: c, data: step, value: step_ms, where: {threads: 3}, of: {solver: pbd}, against: {solver: xpbd}, compare: ratio, "
    "below: "
    "1}\n";

enum { BEST, MOST, NAMED, PLAIN, ERROR, POOLED, THREADS = 3, PROCESSES = 5 };

// Times of the processes in µs, for pbd and xpbd on one, two and three threads. The first two differ clearly, the second two only round by
// round, the last two have one process each.
static const int TIMES[THREADS][2][PROCESSES] = {{{1980, 1990, 2000, 2010, 2020}, {3980, 3990, 4000, 4010, 4020}},
                                                 {{1000, 2000, 3000, 4000, 5000}, {1500, 2600, 3900, 5100, 6600}},
                                                 {{1000}, {2000}}};

static int set_up(void **state)
{
    FakeStore *f = *state = fake_open(TEXT);
    for (int c = 0; c < 2 * THREADS; c++) {
        const FakeCase fake = {c % 2 ? "xpbd" : "pbd", NULL, "f64", 8, 5, 1 + c / 2};
        const int64_t  id = fake_case(f->store, f->experiment, c, &fake);
        fake_model(f->store, id, f->build, 100);
        for (int p = 0; p < PROCESSES && TIMES[c / 2][c % 2][p]; p++)
            assert_ok(fake_timed(f->store, id, f->build, 20, 5, 1000 * TIMES[c / 2][c % 2][p]));
        assert_ok(fake_measured(f->store, id, f->build, 5, c % 2 ? 0.25 : 0.5));
        assert_ok(store_case_status(f->store, id, f->build, CASE_DONE, ""));
    }
    fake_own_processes(f->store);
    return 0;
}

static Table table_of(FakeStore *f, int which)
{
    Table t;
    assert_ok(table_init(&f->dataset, &f->specs.tables[which], &t));
    assert_null(t.missing);
    return t;
}

// Checks whether the first solver, pbd, is marked in each row; the other is never marked.
static void assert_marks(const Table *t, int count, const bool *marks)
{
    assert_int_equal(t->row_count, count);
    for (int r = 0; r < count; r++) {
        const TableCell *row = &t->cells[r * t->column_count];
        if (row[1].best != marks[r] || row[2].best)
            fail_msg("row %s: marked %d and %d", row[0].text, row[1].best, row[2].best);
    }
}

STORE_TEST(the_best_is_marked_where_a_verdict_says_so)
{
    for (int paired = 0; paired < 2; paired++) {
        const bool marks[THREADS] = {true, paired, false};
        if (paired)
            fake_rounds(f->store, f->experiment);
        fake_load(f, NULL);
        const Table min = table_of(f, BEST), max = table_of(f, MOST);
        assert_marks(&min, THREADS, marks);
        assert_marks(&max, THREADS, marks);
        for (int v = 0; v < THREADS; v++) {
            VerdictResult verdict;
            assert_ok(verdict_compute(&f->dataset, &f->specs.verdicts[v], 1, &verdict));
            assert_int_equal(verdict.answer == VERDICT_YES, marks[v]);
        }
    }
}

// Two probes each: after k iterations the errors of xpbd are 4⁻ᵏ and a tenth of it, those of pbd use 2⁻ᵏ. The two ranges do not overlap
// from k = 4 on.
STORE_TEST(what_is_exact_is_marked_where_its_samples_are_apart)
{
    fake_load(f, NULL);
    const Table t = table_of(f, ERROR);
    assert_string_equal(t.heads[1].text, "pbd");
    assert_int_equal(t.row_count, 6);
    for (int r = 0; r < t.row_count; r++) {
        const TableCell *row = &t.cells[r * t.column_count];
        assert_false(row[1].best);
        assert_int_equal(row[2].best, r >= 4);
    }
}

STORE_TEST(what_cannot_be_compared_is_not_marked)
{
    fake_load(f, NULL);
    Table t = table_of(f, POOLED);
    assert_true(t.pooled);
    assert_marks(&t, 1, (bool[]){false});
    t = table_of(f, BEST);
    assert_true(t.cells[1].best);
    for (int c = 0; c < 2; c++) { // first the best of the row, then the other
        const RatioSample *samples = t.cells[1 + c].samples;
        t.cells[1].best = false;
        t.cells[1 + c].samples = NULL;
        table_mark_best(&f->specs.tables[BEST], &t);
        assert_marks(&t, THREADS, (bool[]){false, false, false});
        t.cells[1 + c].samples = samples;
    }
    table_mark_best(&f->specs.tables[BEST], &t);
    assert_true(t.cells[1].best);
}

STORE_TEST(steps_without_convergence_are_not_marked)
{
    static const char *const SOLVERS[] = {"pbd", "xpbd"};
    for (int k = 0; k < 2; k++) {
        fake_sql(f->store, "UPDATE repetition SET unconverged_steps = case_id IN (SELECT id FROM cases WHERE label LIKE '%s %%')",
                 SOLVERS[k]);
        fake_load(f, NULL);
        const Table t = table_of(f, BEST);
        assert_int_equal(t.cells[1 + k].unconverged, 1);
        assert_int_equal(t.cells[2 - k].unconverged, 0);
        assert_marks(&t, THREADS, (bool[]){false, false, false});
    }
}

STORE_TEST(headings_come_from_labels)
{
    fake_load(f, NULL);
    Table                    t = table_of(f, NAMED);
    static const char *const HEAD[] = {"solver",
                                       "particles a side",
                                       "threads 1: time per step (ms)",
                                       "threads 1: time of a particle (ms)",
                                       "two threads: time per step (ms)",
                                       "two threads: time of a particle (ms)",
                                       "threads 3: time per step (ms)",
                                       "threads 3: time of a particle (ms)"};
    assert_int_equal(t.column_count, sizeof HEAD / sizeof *HEAD); // without linsys, which no case has
    assert_int_equal(t.key_count, 2);
    for (int c = 0; c < t.column_count; c++)
        assert_string_equal(t.heads[c].text, HEAD[c]);
    assert_string_equal(t.heads[4].over, "two threads");
    assert_string_equal(t.heads[4].under, "time per step (ms)");
    assert_string_equal(t.cells[0].text, "PBD"); // the label of the table
    assert_string_equal(t.cells[t.column_count].text, "XPBD");
    assert_near(t.cells[2].estimate.median, 2, 1e-12);
    assert_near(t.cells[t.column_count + 6].estimate.median, 2, 1e-12);
    t = table_of(f, PLAIN);
    assert_string_equal(t.heads[1].text, "step_ms/particles"); // without a label the heading is the expression
    assert_string_equal(t.cells[0].text, "pbd");
    t = table_of(f, BEST);
    assert_string_equal(t.heads[2].text, "XPBD (ms)");
    assert_string_equal(t.heads[2].over, "");
}
