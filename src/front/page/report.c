#include "page/report.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/text.h"
#include "base/text_add.h"
#include "data/escape.h"
#include "figure/figure.h"
#include "judge/draft.h"
#include "judge/judged.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"
#include "page/private/conditions_text.h"
#include "page/private/html.h"
#include "page/private/made_files.h"
#include "store/sql.h"

enum { PATH_SIZE = 4096, PREFIX_SIZE = 64, TERMINAL_WIDTH = 80 };

typedef struct Writing {
    Store      *store;
    const char *folder;
    FILE       *terminal, *page;
    Gnuplot     gnuplot;
    Status      drawn; // the first failure of gnuplot, or the first text of an experiment that cannot be read
    int64_t     ids[DATASETS_MAX];
    int         experiments;
    ReportPage  made;
    int         absent; // cases of the file that the store does not have
} Writing;

// ---- the terminal ----

static void print_counts(const Dataset *d, int absent, FILE *out)
{
    fprintf(out, "%d cases", d->case_count);
    for (int s = 0; s < CASE_STATUS_COUNT; s++) {
        const int count = dataset_count(d, (CaseStatus)s);
        if (count)
            fprintf(out, ", %d %s", count, case_status_name((CaseStatus)s));
    }
    putc('\n', out);
    if (absent)
        fprintf(out, "not in the database: %d more cases of %s; `weft run` measures them\n", absent, d->path);
    for (int i = 0; i < d->build_count; i++)
        if (!d->builds[i].chosen && d->builds[i].cases)
            fprintf(out, "left out: %d cases of the older %s build %.8s, because newer measurements exist\n", d->builds[i].cases,
                    d->builds[i].precision, d->builds[i].hash);
}

static void print_machines(const Dataset *d, FILE *out)
{
    for (int i = 0; i < d->machine_count; i++)
        fprintf(out, "machine %s: %d cases, %d repetitions\n", d->machines[i].name, d->machines[i].cases, d->machines[i].repetitions);
}

// The footnote to the table of cases.
static void print_conditions(const Dataset *d, FILE *out)
{
    char text[2048];
    conditions_text(d, text, sizeof text);
    if (*text)
        text_put_wrapped(text, 0, 0, TERMINAL_WIDTH, out);
}

static void print_findings(const Dataset *d, FILE *out)
{
    for (int i = 0; i < d->finding_count; i++) {
        fputs("finding: ", out);
        text_put_wrapped(d->findings[i], 9, 9, TERMINAL_WIDTH, out);
    }
}

static Status print_section(const Section *s, FILE *out)
{
    const Dataset *d = s->dataset;
    fprintf(out, "%s: ", d->name);
    text_put_wrapped(d->question, (int)text_characters(d->name) + 2, 0, TERMINAL_WIDTH, out);
    if (*d->expected)
        fputs("expected: ", out);
    if (*d->expected)
        text_put_wrapped(d->expected, 10, 0, TERMINAL_WIDTH, out);
    putc('\n', out);
    verdicts_text(s->verdicts, s->verdict_count, out);
    fputs(s->verdict_count ? "\n" : "", out);
    print_counts(d, s->absent, out);
    print_machines(d, out);
    putc('\n', out);
    TRY(case_text(d, s->lines, out));
    print_conditions(d, out);
    print_findings(d, out);
    putc('\n', out);
    for (int i = 0; i < d->case_count; i++)
        if (*d->cases[i].message)
            fprintf(out, "%s: %s: %s\n", d->cases[i].status, d->cases[i].label, d->cases[i].message);
    if (*s->spec_error)
        fprintf(out, "no figures, tables and verdicts: %s; correct the file and run it again (finished cases are not repeated)\n",
                s->spec_error);
    for (int i = 0; i < s->figure_count; i++) {
        if (*s->figures[i].missing)
            fprintf(out, "no figure %s: %s\n", s->figures[i].file, s->figures[i].missing);
        else if (s->figures[i].drawn.code != STATUS_OK)
            fprintf(out, "no figure %s: %s\n", s->figures[i].file, s->figures[i].drawn.text);
    }
    for (int i = 0; i < s->table_count; i++)
        if (s->tables[i].table.missing)
            fprintf(out, "no table %s: %s\n", s->tables[i].file, s->tables[i].table.missing);
    return status_ok();
}

static Status print_tables(const Section *s, FILE *out)
{
    for (int i = 0; i < s->table_count; i++) {
        if (s->tables[i].table.missing) // reported above
            continue;
        putc('\n', out);
        text_put_wrapped(s->tables[i].title, 0, 0, TERMINAL_WIDTH, out);
        TRY(table_text(&s->tables[i].table, out));
    }
    return status_ok();
}

// ---- one experiment ----

typedef Status (*TableWriter)(const TableResult *result, FILE *out);

static Status put_latex(const TableResult *result, FILE *out)
{
    return table_latex(&result->table, result->title, out);
}

static Status put_markdown(const TableResult *result, FILE *out)
{
    escape_print(markdown_text, out, "**%s**\n\n", result->title);
    table_markdown(&result->table, out);
    return status_ok();
}

static Status write_text(const Writing *w, const TableResult *result, const char *ending, TableWriter put)
{
    char                                path[PATH_SIZE];
    GNU_CLEANUP(file_discard) FileDraft draft = {0};
    snprintf(path, sizeof path, "%s/%s.%s", w->folder, result->file, ending);
    TRY(file_begin(path, &draft));
    TRY(put(result, draft.stream));
    return file_commit(&draft);
}

static Status write_table(const Writing *w, Dataset *d, const TableSpec *spec, const char *prefix, TableResult *out)
{
    char path[PATH_SIZE];
    snprintf(out->file, sizeof out->file, "%s%s" TABLE_FILE_ENDING, prefix, spec->name);
    snprintf(out->title, sizeof out->title, "%s", *spec->title ? spec->title : spec->name);
    snprintf(path, sizeof path, "%s/%s.csv", w->folder, out->file);
    TRY(table_init(d, spec, &out->table));
    if (out->table.missing)
        return status_ok();
    TRY(table_csv(&out->table, path));
    TRY(write_text(w, out, "tex", put_latex));
    return write_text(w, out, "md", put_markdown);
}

static Status write_parts(Writing *w, Dataset *d, const FigureSpecs *specs, const char *prefix, FigureResult *figures, TableResult *tables)
{
    for (int i = 0; i < specs->figure_count; i++) {
        TRY(figure_write(d, &specs->figures[i], &w->gnuplot, w->folder, prefix, &figures[i]));
        if (figures[i].drawn.code != STATUS_OK && w->drawn.code == STATUS_OK)
            w->drawn = figures[i].drawn;
    }
    for (int i = 0; i < specs->table_count; i++)
        TRY(write_table(w, d, &specs->tables[i], prefix, &tables[i]));
    return status_ok();
}

// Files of several experiments share the folder and begin with "NAME-", or with "NUMBER-" where the name has other characters than
// letters, digits and _, begins with a digit, or differs from another name only by capital letters.
static Status choose_prefix(const Writing *w, const Dataset *d, char out[PREFIX_SIZE])
{
    const size_t good = strspn(d->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    bool         clear = good && good < PREFIX_SIZE - 1 && d->name[good] == '\0' && !strchr("0123456789", *d->name);
    for (int i = 0; i < w->experiments && clear; i++) {
        char other[PREFIX_SIZE];
        TRY(dataset_name(w->store, w->ids[i], other, sizeof other));
        clear = w->ids[i] == d->id || strcasecmp(other, d->name) != 0;
    }
    if (clear)
        snprintf(out, PREFIX_SIZE, "%s-", d->name);
    else
        snprintf(out, PREFIX_SIZE, "%lld-", (long long)d->id);
    return status_ok();
}

static Status write_section(Writing *w, Dataset *d, const FigureSpecs *specs, const char *spec_error)
{
    FigureResult  *figures = NULL;
    TableResult   *tables = NULL;
    VerdictResult *verdicts = NULL;
    CaseLine      *lines = NULL;
    char           prefix[PREFIX_SIZE] = "", cases_file[80], verdicts_file[80], path[PATH_SIZE];
    if (w->experiments > 1)
        TRY(choose_prefix(w, d, prefix));
    snprintf(cases_file, sizeof cases_file, "%scases", prefix);
    snprintf(verdicts_file, sizeof verdicts_file, "%sverdicts", prefix);
    TRY(judged_verdicts(d, specs, &verdicts));
    snprintf(path, sizeof path, "%s/%s.csv", w->folder, cases_file);
    TRY(ARENA_NEW(&d->arena, specs->figure_count, &figures));
    TRY(ARENA_NEW(&d->arena, specs->table_count, &tables));
    TRY(case_lines(d, &lines));
    TRY(write_parts(w, d, specs, prefix, figures, tables));
    TRY(case_csv(d, lines, path));
    TRY(verdicts_mark_expected(d, specs, verdicts));
    TRY(verdicts_vary(w->store, d, verdicts, specs->verdict_count));
    snprintf(path, sizeof path, "%s/%s.csv", w->folder, verdicts_file);
    if (specs->verdict_count)
        TRY(verdicts_csv(verdicts, specs, path));
    const Section section = {.dataset = d,
                             .lines = lines,
                             .figures = figures,
                             .tables = tables,
                             .figure_count = specs->figure_count,
                             .table_count = specs->table_count,
                             .verdicts = verdicts,
                             .verdict_count = specs->verdict_count,
                             .cases_file = cases_file,
                             .verdicts_file = verdicts_file,
                             .spec_error = spec_error,
                             .absent = w->absent,
                             .titled = w->experiments > 1};
    html_section(&section, w->folder, w->page, &w->made.left);
    if (!w->terminal)
        return status_ok();
    TRY(print_section(&section, w->terminal));
    return print_tables(&section, w->terminal);
}

static Status write_experiment(Writing *w, int64_t id)
{
    DATASET      d = {0};
    FIGURE_SPECS specs = {0};
    TRY(dataset_init(w->store, id, &d));
    const Status wrong = judged_specs(&d, &specs);
    if (wrong.code != STATUS_OK && w->drawn.code == STATUS_OK)
        w->drawn = status_prefix(wrong, "no figures, tables and verdicts");
    return write_section(w, &d, &specs, wrong.code == STATUS_OK ? "" : wrong.text);
}

// ---- all of it ----

// "quick", or "quick, forces and others".
static Status write_title(Writing *w)
{
    char title[200] = "", name[100];
    for (int i = 0; i < w->experiments && strlen(title) + sizeof name + 12 < sizeof title; i++) {
        TRY(dataset_name(w->store, w->ids[i], name, sizeof name));
        text_add(title, sizeof title, ", ", "%s", name);
        if (i + 1 < w->experiments && strlen(title) + sizeof name + 12 >= sizeof title)
            strcat(title, " and others");
    }
    html_begin(w->page, title);
    return status_ok();
}

static Status write_all(Writing *w)
{
    TRY(write_title(w));
    for (int i = 0; i < w->experiments; i++) {
        if (w->terminal && i)
            putc('\n', w->terminal);
        TRY(write_experiment(w, w->ids[i]));
    }
    html_end(w->page);
    return status_ok();
}

static Status choose(Writing *w, const DraftFile *file)
{
    Draft draft;
    if (!file) {
        TRY(dataset_list(w->store, w->ids, &w->experiments));
        return w->experiments ? status_ok()
                              : status_make(STATUS_INPUT, "the database has no experiment yet; `weft run EXPERIMENT.yaml` adds one");
    }
    TRY(draft_make(w->store, file->experiment, file->path, &draft));
    w->ids[0] = draft.id;
    w->experiments = 1;
    w->absent = draft.absent;
    return status_ok();
}

static Status write_page(Writing *w)
{
    char                                path[PATH_SIZE];
    GNU_CLEANUP(file_discard) FileDraft page = {0};
    if (snprintf(path, sizeof path, "%s/index.html", w->folder) >= (int)sizeof path)
        return status_make(STATUS_IO, "%s: the path is too long; use a shorter one", w->folder);
    TRY(file_begin(path, &page));
    w->page = page.stream;
    const Status status = write_all(w);
    w->made.bytes = ftell(page.stream);
    return status.code == STATUS_OK ? file_commit(&page) : status;
}

static Status write_folder(Writing *w)
{
    GNU_CLEANUP(made_files_destroy) MadeFiles made = {0};
    TRY(file_make_folders(w->folder));
    TRY(made_files_begin(w->folder, &made));
    TRY(write_page(w));
    return made_files_end(&made);
}

Status report_write(Store *store, const DraftFile *file, const char *folder, FILE *terminal, ReportPage *page)
{
    Writing w = {.store = store, .folder = folder, .terminal = terminal, .drawn = status_ok()};
    TRY(gnuplot_init(&w.gnuplot));
    TRY(choose(&w, file));
    const Status status = write_folder(&w);
    if (page)
        *page = w.made;
    return status.code == STATUS_OK ? w.drawn : status;
}

// ---- verdicts alone ----

Status report_verdicts(Store *store, const char *hash, FILE *terminal)
{
    DATASET        d = {0};
    FIGURE_SPECS   specs = {0};
    VerdictResult *verdicts = NULL;
    int64_t        id = 0;
    TRY(sql_run(store_handle(store), &id, "SELECT coalesce(max(experiment_id), 0) FROM stored_experiment WHERE hash = ?", "t", hash));
    if (!id)
        return status_ok();
    TRY(dataset_init(store, id, &d));
    TRY(judged_specs(&d, &specs));
    TRY(judged_verdicts(&d, &specs, &verdicts));
    TRY(verdicts_vary(store, &d, verdicts, specs.verdict_count));
    verdicts_text(verdicts, specs.verdict_count, terminal);
    return status_ok();
}
