// The claims of experiments as one Markdown document.
#include "judge/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_add.h"
#include "data/escape.h"
#include "data/number.h"
#include "data/scope.h"
#include "judge/draft.h"
#include "judge/judged.h"
#include "judge/private/paper_claims.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"
#include "store/sql.h"

// The table of experiments and the sentences of papers come first but are complete last, so all three parts are kept in memory.
enum { SUMMARY, PAPERS, SECTIONS, PARTS };
struct ClaimsDocument {
    FILE  *parts[PARTS];
    char  *texts[PARTS];
    size_t sizes[PARTS];
    int    counts[STANDINGS]; // sentences of papers, by standing
};

// ---- date, commit and machine of the measurements ----

static void put_run(const Dataset *d, const char *options, FILE *out)
{
    char text[4096];
    snprintf(text, sizeof text, "weft run %s%s%s", d->path, *options ? " " : "", options);
    markdown_code(text, out);
}

// The distinct calls of `weft run` that measured it.
static Status put_runs(const Dataset *d, FILE *out)
{
    SQL_STATEMENT *query = NULL;
    const char    *options = "";
    int            calls = 0;
    Status         status = sql_query(
                d->db, &query, "SELECT options FROM run_call WHERE experiment_id IN (" DATASET_SAME_NAME ") GROUP BY options ORDER BY min(run)",
                "i", d->id);
    for (; sql_next(query, &status); calls++) {
        status = sql_text(query, 0, &options);
        fputs(calls ? ", " : "", out);
        put_run(d, options, out);
    }
    if (!calls)
        put_run(d, "", out);
    return status;
}

enum { LIST_TEXT = 512 };

// Adds a text to a list "a and b", each text once.
static void add_once(const char *text, char list[LIST_TEXT])
{
    if (!strstr(list, text))
        text_add(list, LIST_TEXT, " and ", "%s", text);
}

// Days of the chosen repetitions and all commits.
static Status put_origin(const Dataset *d, FILE *out)
{
    char days[64], commits[LIST_TEXT] = "";
    TRY(sql_string(d->db, days, sizeof days,
                   "SELECT min(day) || CASE WHEN min(day) < max(day) THEN ' to ' || max(day) ELSE '' END FROM"
                   " (SELECT substr(started, 1, 10) AS day FROM chosen_repetition)",
                   ""));
    for (int i = 0; i < d->build_count; i++) {
        char text[64];
        snprintf(text, sizeof text, "%.7s%s", d->builds[i].commit, d->builds[i].dirty ? " with uncommitted changes" : "");
        if (d->builds[i].chosen)
            add_once(text, commits);
    }
    escape_print(markdown_text, out, "%s%s%s%s", *days ? ", " : "", days, *commits ? ", commit " : "", commits);
    return status_ok();
}

// "`weft run FILE`: 7 cases, 1.3 minutes, 2026-11-23, commit 129c4e8; scene cloth": the cases without variations, the wall time with them.
static Status put_command(const Dataset *d, FILE *out)
{
    double minutes = 0;
    TRY(put_runs(d, out));
    TRY(dataset_minutes(d, &minutes));
    fprintf(out, ": %d cases, %.1f minutes", d->case_count, minutes);
    TRY(put_origin(d, out));
    char scope[SCOPE_TEXT_MAX];
    scope_text(d, scope);
    escape_print(markdown_text, out, "; %s\n\n", scope);
    return status_ok();
}

// ---- one experiment ----

// "0.494; worst of 5: n 24; findings: iterations in 6 of 10 cases"
static void put_value(const VerdictResult *r, char *out, size_t size)
{
    char number[VERDICT_VALUE_TEXT];
    verdict_value(r, number);
    snprintf(out, size, "%s", number);
    if (*r->worst && r->groups > 1)
        text_add(out, size, "; ", "worst of %d: %s", r->groups, r->worst);
    if (*r->note)
        text_add(out, size, "; ", "%s", r->note);
}

static void put_claim(const VerdictResult *r, FILE *out)
{
    char regime[VERDICT_REGIME_MAX], number[VERDICT_VALUE_TEXT + SPEC_TEXT_MAX + VERDICT_NOTE_MAX], bounds[SPEC_TEXT_MAX];
    put_value(r, number, sizeof number);
    verdict_bounds(r->spec, bounds);
    verdict_regime(r, regime, sizeof regime);
    fprintf(out, "| %s | `%s` | ", verdict_answer_name(r->answer), r->spec->id);
    escape_print(markdown_text, out, "%s | %s | %s | %s | %s |\n", r->spec->claim, number, bounds, *regime ? regime : "–",
                 *r->spec->source.text ? r->spec->source.text : "not said");
}

// A row of the table of experiments: the number of claims with each answer.
static void put_summary(ClaimsDocument *document, const Dataset *d, const VerdictResult *verdicts, int count)
{
    int answers[VERDICT_ANSWERS] = {0};
    for (int i = 0; i < count; i++)
        answers[verdicts[i].answer]++;
    escape_print(markdown_text, document->parts[SUMMARY], "| [%s]", d->name);
    fprintf(document->parts[SUMMARY], "(#%s) | %d | %d | %d | %d |\n", d->name, answers[VERDICT_YES], answers[VERDICT_NO],
            answers[VERDICT_CLOSE], answers[VERDICT_UNKNOWN]);
}

static void put_paper(ClaimsDocument *document, const VerdictResult *r, const Dataset *d)
{
    if (!paper_claim(r))
        return;
    document->counts[standing_of(r)]++;
    paper_claim_row(r, d->path, document->parts[PAPERS]);
}

static Status put_experiment(ClaimsDocument *document, Store *store, int64_t id)
{
    FILE          *out = document->parts[SECTIONS];
    DATASET        d = {0};
    FIGURE_SPECS   specs = {0};
    VerdictResult *verdicts = NULL;
    TRY(dataset_init(store, id, &d));
    TRY(judged_specs(&d, &specs));
    if (specs.verdict_count == 0)
        return status_ok();
    TRY(judged_verdicts(&d, &specs, &verdicts));
    escape_print(markdown_text, out, "\n## %s\n\n%s\n\n", d.name, d.question);
    TRY(put_command(&d, out));
    put_summary(document, &d, verdicts, specs.verdict_count);
    TRY(verdicts_vary(store, &d, verdicts, specs.verdict_count));
    fputs("| answer | id | claim | value | claimed | varied | bound |\n|---|---|---|---|---|---|---|\n", out);
    for (int i = 0; i < specs.verdict_count; i++) {
        put_claim(&verdicts[i], out);
        put_paper(document, &verdicts[i], &d);
    }
    return status_ok();
}

Status claims_create(ClaimsDocument **out)
{
    ClaimsDocument *document = calloc(1, sizeof *document);
    bool            whole = document != NULL;
    for (int i = 0; i < PARTS && whole; i++) {
        document->parts[i] = open_memstream(&document->texts[i], &document->sizes[i]);
        whole = document->parts[i] != NULL;
    }
    *out = whole ? document : NULL;
    if (!whole)
        claims_destroy(document);
    return whole ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the claims");
}

Status claims_add(ClaimsDocument *document, Store *store, const DraftFile *file)
{
    int64_t ids[DATASETS_MAX];
    int     count = 1;
    Draft   draft;
    if (file) {
        TRY(draft_make(store, file->experiment, file->path, &draft));
        ids[0] = draft.id;
    } else {
        TRY(dataset_list(store, ids, &count));
    }
    for (int i = 0; i < count; i++)
        TRY(put_experiment(document, store, ids[i]));
    return status_ok();
}

// Ends the parts; false: out of memory.
static bool finish(ClaimsDocument *document)
{
    bool whole = true;
    for (int i = 0; i < PARTS; i++) {
        whole = document->parts[i] && fclose(document->parts[i]) == 0 && whole;
        document->parts[i] = NULL;
    }
    return whole;
}

Status claims_write(ClaimsDocument *document, FILE *out)
{
    if (!finish(document))
        return status_make(STATUS_MEMORY, "out of memory for the claims");
    fputs(
        "# Findings\n\n"
        "Every claim of the experiments and its answer, written by `weft report --claims` from their stores. *Varied*: the answers under\n"
        "other conditions, with the number and the bound where the answer is not yes. *Bound*: the source of the bound. *Value*: the\n"
        "brackets contain the 95 % confidence interval and the number of processes; an exact value has none. Behind it are the group\n"
        "nearest to the bound, or farthest beyond it, and what limits the answer.\n\n"
        "| experiment | yes | no | too close to call | not measured |\n|---|---|---|---|---|\n",
        out);
    for (int i = 0; i < PARTS; i++) {
        if (i == PAPERS && *document->texts[i])
            paper_claims_head(document->counts, out);
        fputs(document->texts[i], out);
    }
    return status_ok();
}

void claims_destroy(ClaimsDocument *document)
{
    if (!document)
        return;
    (void)finish(document);
    for (int i = 0; i < PARTS; i++)
        free(document->texts[i]);
    free(document);
}
