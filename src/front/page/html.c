#include "page/private/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/owned.h"
#include "build_facts.h"
#include "data/escape.h"
#include "data/number.h"
#include "data/scope.h"
#include "machine/environment.h"
#include "page/private/answers.h"
#include "page/private/conditions_text.h"
#include "page_css.h"
#include "page_js.h"

static const long FIGURES_MAX = 3500000, REST_BYTES = 100000; // the rest: after the tables

typedef struct Page {
    FILE *out;
    int   left; // figures and tables that are left to their files
} Page;

void html_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';script-src 'sha256-" PAGE_JS_SHA256
          "';style-src 'unsafe-inline';img-src 'self' file: data:\">",
          out);
    escape_print(html_text, out, "<title>%s</title>\n", title);
    fprintf(out, "<style>\n%s</style></head><body>\n", PAGE_CSS);
    escape_print(html_text, out, "<h1>%s</h1>\n", title);
}

void html_end(FILE *out)
{
    fprintf(out, "<p class=\"note\">Made by weft " BUILD_VERSION ".</p>\n<script>%s</script>\n</body></html>\n", PAGE_JS);
}

// ---- question, counts and failures ----

static void paragraph(const char *name, const char *text, FILE *out)
{
    if (*text)
        escape_print(html_text, out, "<dt>%s</dt><dd>%s</dd>\n", name, text);
}

static void counts(const Dataset *d, int absent, FILE *out)
{
    fprintf(out, "%d in the plan%s", d->case_count, d->machine_count ? ", one for each machine that has it" : "");
    for (int s = 0; s < CASE_STATUS_COUNT; s++) {
        const int count = dataset_count(d, (CaseStatus)s);
        if (count)
            fprintf(out, ", %d %s", count, case_status_name((CaseStatus)s));
    }
    fprintf(out, "; %d repetitions", d->repetitions);
    if (absent)
        fprintf(out, "; %d more cases of the file are not in the database", absent);
}

static void failures(const Dataset *d, FILE *out)
{
    static const char HEAD[] = "<h4>Cases that did not finish normally</h4>\n"
                               "<div class=\"wide\"><table><thead><tr><th>case</th><th>status</th><th>message</th></tr></thead><tbody>\n";
    int               count = 0;
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *c = &d->cases[i];
        if (!*c->message)
            continue;
        fputs(count++ ? "" : HEAD, out);
        escape_print(html_text, out, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", c->label, c->status, c->message);
    }
    fputs(count ? "</tbody></table></div>\n" : "", out);
}

// Files beside the page, in its folder. Their names have only letters, digits, _ and -. results/renew.sh removes links by their class.
static void file_links(const char *file, const char *const *endings, FILE *out)
{
    fputs(" <small>Files: ", out);
    for (int i = 0; endings[i]; i++)
        fprintf(out, "%s<a class=\"file\" href=\"%s.%s\">%s</a>", i ? ", " : "", file, endings[i], endings[i]);
    fputs("</small>", out);
}

// ---- contents ----

static void put_entry(const char *anchor, const char *title, bool first, FILE *out)
{
    escape_print(html_text, out, "%s<a href=\"#%s\">%s</a>", first ? " " : " · ", anchor, title);
}

static void contents(const Section *s, FILE *out)
{
    fputs("<nav><details><summary>Contents</summary>", out);
    for (int i = 0; i < s->figure_count; i++) {
        fputs(i ? "" : "<b>Figures</b>", out);
        put_entry(s->figures[i].file, s->figures[i].title, i == 0, out);
    }
    fputs(s->figure_count ? "<br>\n" : "", out);
    for (int i = 0; i < s->table_count; i++) {
        fputs(i ? "" : "<b>Tables</b>", out);
        put_entry(s->tables[i].file, s->tables[i].title, i == 0, out);
    }
    fputs(s->table_count ? "<br>\n" : "", out);
    put_entry(s->cases_file, "Cases", true, out);
    fprintf(out, " · <a href=\"#%s.environment\">Conditions of the measurement</a></details></nav>\n", s->cases_file);
}

// ---- figures ----

static bool has_room(const Page *page, size_t bytes, long max)
{
    const long used = ftell(page->out);
    return used >= 0 && bytes < (size_t)max && used + (long)bytes < max;
}

// The SVG as gnuplot wrote it, in a tree of its own: gnuplot uses the same ids in every file.
static void put_picture(Page *page, const FigureResult *f, const char *svg)
{
    static const char STYLE[] = "svg{display:block;width:var(--width,100%);height:auto;background:#fff}"
                                "@media(max-width:600px){svg{mix-blend-mode:multiply}}"; // the shadow behind it is seen
    if (!has_room(page, strlen(svg) + strlen(f->points), FIGURES_MAX)) {
        escape_print(html_text, page->out, "<img src=\"%s.svg\" loading=\"lazy\" alt=\"%s\">", f->file, f->title);
        page->left++;
        return;
    }
    fprintf(page->out, "<div class=\"picture\"><template shadowrootmode=\"open\"><style>%s</style>%s</template></div>", STYLE, svg);
    fprintf(page->out, "<script type=\"application/json\">%s</script>\n", f->points);
}

static void put_figure(Page *page, const Section *s, int number, const char *folder)
{
    const FigureResult *f = &s->figures[number];
    FILE               *out = page->out;
    const char         *endings[5] = {"svg", "csv", "gp"};
    char                path[4096];
    OWNED(char) *svg = NULL;
    size_t    size = 0;
    const int count = 3;
    if (f->pdf)
        endings[count] = "pdf";
    snprintf(path, sizeof path, "%s/%s.svg", folder, f->file);
    fprintf(out, "<figure id=\"%s\"%s>", f->file, f->wide ? " class=\"wide\"" : "");
    if (*f->missing || f->drawn.code != STATUS_OK || file_read(path, 64 << 20, &svg, &size).code != STATUS_OK) {
        escape_print(html_text, out, "<p class=\"missing\">No figure: %s.</p>",
                     *f->missing                  ? f->missing
                     : f->drawn.code != STATUS_OK ? f->drawn.text
                                                  : "the SVG file cannot be read");
    } else {
        put_picture(page, f, svg);
    }
    escape_print(html_text, out, "<figcaption><b>%s.</b> %s", f->title, f->caption);
    if (!*f->missing) {
        escape_print(html_text, out, "<details><summary>Notes and files</summary>%s", f->note);
        file_links(f->file, endings, out);
        fputs("</details>", out);
    }
    fputs("</figcaption></figure>\n", out);
}

// ---- environment ----

static void caches(const json_t *list, FILE *out)
{
    size_t  i = 0;
    json_t *cache = NULL;
    json_array_foreach(list, i, cache)
    {
        char text[NUMBER_TEXT];
        number_bytes(json_number_value(json_object_get(cache, "bytes")), text);
        const char *type = json_string_value(json_object_get(cache, "type"));
        escape_print(html_text, out, "%s%d × L%d %s %s", i ? ", " : "", (int)json_integer_value(json_object_get(cache, "count")),
                     (int)json_integer_value(json_object_get(cache, "level")), type ? type : "", text);
    }
}

static void environment_value(EnvironmentKind kind, const json_t *value, FILE *out)
{
    char text[NUMBER_TEXT];
    if (kind == ENVIRONMENT_CACHES) {
        caches(value, out);
    } else if (kind == ENVIRONMENT_BYTES) {
        number_bytes(json_number_value(value), text);
        fputs(text, out);
    } else if (json_is_string(value)) {
        html_text(json_string_value(value), out);
    } else if (json_is_boolean(value)) {
        fputs(json_is_true(value) ? "yes" : "no", out);
    } else {
        fprintf(out, "%.10g", json_number_value(value));
    }
}

// A row with the value that each environment has.
static void put_field(const EnvironmentField *field, json_t *const *environments, int count, FILE *out)
{
    fprintf(out, "<tr><th>%s</th>", field->label);
    for (int i = 0; i < count; i++) {
        const json_t *value = json_object_get(environments[i], field->name);
        fputs("<td>", out);
        if (value && !json_is_null(value))
            environment_value(field->kind, value, out);
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

static void environment(const char *text, FILE *out)
{
    json_auto_t *e = json_loads(text, 0, NULL);
    fputs("<div class=\"wide environment\"><table><tbody>\n", out);
    for (const EnvironmentField *field = environment_fields(); field->name; field++) {
        const json_t *value = json_object_get(e, field->name);
        if (field->label && value && !json_is_null(value) && !(json_is_array(value) && !json_array_size(value)))
            put_field(field, &e, 1, out);
    }
    fputs("</tbody></table></div>\n", out);
}

// ---- several machines ----

static bool same_field(const json_t *a, const json_t *b, const char *field)
{
    const json_t *x = json_object_get(a, field), *y = json_object_get(b, field);
    return x == y || json_equal(x, y);
}

static bool differs(const Dataset *d, json_t *const *environments, const char *field)
{
    bool different = false;
    for (int i = 1; i < d->machine_count; i++)
        different = different || !same_field(environments[0], environments[i], field);
    return different;
}

// The counts of each, and the properties in which they differ.
static void put_machines(const Dataset *d, json_t *const *environments, FILE *out)
{
    fputs("<div class=\"wide machines\"><table><thead><tr><th>machine</th>", out);
    for (int i = 0; i < d->machine_count; i++)
        escape_print(html_text, out, "<th>%s</th>", d->machines[i].name);
    fputs("</tr></thead><tbody>\n<tr><th>cases</th>", out);
    for (int i = 0; i < d->machine_count; i++)
        fprintf(out, "<td>%d</td>", d->machines[i].cases);
    fputs("</tr>\n<tr><th>repetitions</th>", out);
    for (int i = 0; i < d->machine_count; i++)
        fprintf(out, "<td>%d</td>", d->machines[i].repetitions);
    fputs("</tr>\n", out);
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->label && differs(d, environments, field->name))
            put_field(field, environments, d->machine_count, out);
    fputs("</tbody></table></div>\n<p>Machines stand side by side: no value pools samples of two of them. They agree in all properties "
          "that are "
          "not listed.</p>\n",
          out);
}

static void machines(const Dataset *d, FILE *out)
{
    json_t **environments = calloc((size_t)d->machine_count + 1, sizeof *environments);
    for (int i = 0; environments && i < d->machine_count; i++)
        environments[i] = json_loads(d->machines[i].environment, 0, NULL);
    if (environments && d->machine_count)
        put_machines(d, environments, out);
    for (int i = 0; environments && i < d->machine_count; i++)
        json_decref(environments[i]);
    free(environments);
}

// Whether two environments differ only in properties that the page does not print.
static bool shows_same(const char *a, const char *b)
{
    json_auto_t *left = json_loads(a, 0, NULL), *right = json_loads(b, 0, NULL);
    bool         same = true;
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        same = same && (!field->label || same_field(left, right, field->name));
    return same;
}

static void builds(const Dataset *d, FILE *out)
{
    fputs("<div class=\"wide\"><table><thead><tr><th>worker build</th><th>commit</th><th>compiler</th><th>type</th><th "
          "class=\"number\">cases</th><th>used</th>"
          "</tr></thead><tbody>\n",
          out);
    for (int i = 0; i < d->build_count; i++) {
        const BuildRow *b = &d->builds[i];
        char            commit[80], name[500];
        snprintf(name, sizeof name, "%.40s %.8s%s%.400s", b->precision, b->hash, *b->plugin ? ", with " : "", b->plugin);
        snprintf(commit, sizeof commit, "%.12s%s", b->commit, b->dirty ? " with uncommitted changes" : "");
        escape_print(html_text, out, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td class=\"number\">%d</td><td>%s</td></tr>\n", name,
                     commit, b->compiler, b->type, b->cases, b->chosen ? "yes" : "no: a newer build is used");
    }
    fputs("</tbody></table></div>\n", out);
}

static void list(const char *title, const char *const *texts, int count, FILE *out)
{
    fprintf(out, "<p class=\"note\">%s:</p>\n<ul class=\"note\">\n", title);
    for (int i = 0; i < count; i++)
        escape_print(html_text, out, "<li>%s</li>\n", texts[i]);
    fputs("</ul>\n", out);
}

static void conditions(const Dataset *d, FILE *out)
{
    char text[2048];
    conditions_text(d, text, sizeof text);
    escape_print(html_text, out, "<p class=\"note\">%s ", text);
    if (isfinite(d->load_min))
        fprintf(out, "Load average at the start of the repetitions: %.2f to %.2f. ", d->load_min, d->load_max);
    if (d->unconverged)
        fprintf(
            out,
            "In %d of %d repetitions some step ended without meeting its convergence criterion. The table of cases counts them; figures "
            "have a ring round each point that uses them. ",
            d->unconverged, d->repetitions);
    fputs("</p>\n", out);
    if (d->condition_count > 1)
        list("Violated conditions, checked before the run", d->conditions, d->condition_count, out);
    if (d->finding_count)
        list("Findings after the last step, the first of each kind", d->findings, d->finding_count, out);
}

static const char METHOD[] =
    "<h4>How the numbers are computed</h4>\n<p class=\"note\">The first tenth of the steps of each repetition, at least one, is warm-up: "
    "these steps are stored but not used here. Disturbed steps are kept, because dropping samples by their duration would bias the result. "
    "Steps of a repetition, and repetitions of a process, share memory layout and placement and are not independent; processes are. So "
    "each "
    "process gives one number: the median over its repetitions of the medians of their steps. Values are medians over processes with their "
    "95 % interval: order statistics between the least and the largest value, Student's t beyond them. Intervals of ratios and speed-ups "
    "contain the spread of both sides. p95, p99 and the worst are of all steps. ";
static const char METHOD_MORE[] =
    "Errors and residuals come from a separate pass and are exact: each observed step is a sample, with quartiles of four or more. Times "
    "on an axis are medians of the time elapsed in the timed pass after the same iteration. The final error is the error at the end of the "
    "probe steps, relative to the error at their start; each starts from the reference trajectory. Samples of different builds are never "
    "pooled.</p>\n";

// ---- tables ----

static void table_link(const char *file, const char *before, bool table, FILE *out)
{
    static const char *const ENDINGS[] = {"csv", "tex", "md", NULL}, *const CSV[] = {"csv", NULL};
    fprintf(out, "<p class=\"note files\">%s", before);
    file_links(file, table ? ENDINGS : CSV, out);
    fputs("</p>\n", out);
}

// A table of the file, or NULL: of the cases.
static void put_table(Page *page, const Section *s, const Table *table)
{
    OWNED(char) *text = NULL;
    size_t size = 0;
    FILE  *draft = open_memstream(&text, &size);
    if (draft && table)
        table_html(table, draft);
    else if (draft)
        case_html(s->dataset, s->lines, draft);
    if (draft && fclose(draft) == 0 && has_room(page, size, HTML_BYTES_MAX - REST_BYTES)) {
        fwrite(text, 1, size, page->out);
    } else {
        fputs("<p class=\"missing\">Too large for this page; it is in the file.</p>\n", page->out);
        page->left++;
    }
}

static void put_tables(Page *page, const Section *s)
{
    FILE *out = page->out;
    for (int i = 0; i < s->table_count; i++) {
        fprintf(out, "<section%s>", table_print_class(&s->tables[i].table));
        escape_print(html_text, out, "<h3 id=\"%s\">%s</h3>\n", s->tables[i].file, s->tables[i].title);
        if (s->tables[i].table.missing) {
            escape_print(html_text, out, "<p class=\"missing\">No table: %s.</p></section>\n", s->tables[i].table.missing);
            continue;
        }
        put_table(page, s, &s->tables[i].table);
        table_link(s->tables[i].file, "", true, out);
        fputs("</section>\n", out);
    }
}

// ---- one experiment ----

static void put_answers(const Section *s, FILE *out)
{
    if (*s->dataset->question)
        escape_print(html_text, out, "<p>%s</p>\n", s->dataset->question);
    char scope[SCOPE_TEXT_MAX];
    scope_text(s->dataset, scope);
    escape_print(html_text, out, "<p class=\"note\">Measured: %s.</p>\n", scope);
    answers_html(s->verdicts, s->verdict_count, out);
    if (s->verdict_count)
        table_link(s->verdicts_file, "", false, out);
    if (*s->spec_error)
        escape_print(html_text, out, "<p class=\"missing\">No figures, tables and answers: %s.</p>\n", s->spec_error);
}

static void put_figures(Page *page, const Section *s, const char *folder)
{
    fputs(s->figure_count ? "<div class=\"figures\">\n" : "", page->out);
    for (int i = 0; i < s->figure_count; i++)
        put_figure(page, s, i, folder);
    fputs(s->figure_count ? "</div>\n" : "", page->out);
}

static void put_cases(Page *page, const Section *s)
{
    fprintf(page->out, "<details id=\"%s\" class=\"folded\"><summary><h3>Cases</h3> <small>", s->cases_file);
    counts(s->dataset, s->absent, page->out);
    fputs("</small></summary>\n", page->out);
    put_table(page, s, NULL);
    table_link(s->cases_file, "With every setting: ", false, page->out);
    failures(s->dataset, page->out);
    fputs("</details>\n", page->out);
}

static void put_conditions(const Section *s, FILE *out)
{
    const Dataset *d = s->dataset;
    fprintf(out, "<details id=\"%s.environment\"><summary><h3>Conditions of the measurement</h3></summary>\n<dl>\n", s->cases_file);
    paragraph("Expected", d->expected, out);
    fputs("</dl>\n", out);
    machines(d, out);
    for (int i = 0; i < d->environment_count; i++) {
        bool shown = false;
        for (int other = 0; other < i; other++)
            shown = shown || shows_same(d->environments[other], d->environments[i]);
        if (!shown)
            environment(d->environments[i], out);
    }
    conditions(d, out);
    builds(d, out);
    fputs(METHOD, out);
    fputs(METHOD_MORE, out);
    fputs("</details>\n", out);
}

void html_section(const Section *s, const char *folder, FILE *out, int *left)
{
    Page page = {.out = out};
    if (s->titled)
        escape_print(html_text, out, "<h2>%s</h2>\n", s->dataset->name);
    put_answers(s, out);
    contents(s, out);
    put_figures(&page, s, folder);
    put_tables(&page, s);
    put_cases(&page, s);
    put_conditions(s, out);
    *left += page.left;
}
