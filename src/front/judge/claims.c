// The claims of experiments as one Markdown document.
#include "judge/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "data/escape.h"
#include "data/number.h"
#include "judge/draft.h"
#include "judge/judged.h"
#include "judge/private/measured.h"
#include "judge/private/paper_claims.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"
#include "store/sql.h"

// The table of experiments and the sentences of papers come first and are complete last: all three parts are kept in memory.
struct ClaimsDocument {
    FILE  *summary, *papers, *sections;
    char  *summary_text, *paper_text, *section_text;
    size_t summary_size, paper_size, section_size;
    int    counts[STANDINGS]; // of the sentences of papers
};

static void put_run(const Dataset *d, const char *options, FILE *out)
{
    char text[4096];
    options = options ? options : "";
    snprintf(text, sizeof text, "weft run %s%s%s", d->path, *options ? " " : "", options);
    markdown_code(text, out);
}

// The calls of `weft run` that measured it, those that differ, then when and where.
static Status put_command(Dataset *d, FILE *out)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE, calls = 0;
    TRY(sql_prepare(d->db, "SELECT options FROM run_call WHERE experiment_id IN (" DATASET_SAME_NAME ") GROUP BY options ORDER BY min(run)",
                    &query));
    Status status = sql_bind(query, "i", d->id);
    for (; status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW; calls++) {
        const char *options = "";
        status = sql_text(query, 0, &options);
        fputs(calls ? ", " : "", out);
        put_run(d, options, out);
    }
    sqlite3_finalize(query);
    TRY(status);
    if (code != SQLITE_DONE)
        return sql_error(d->db, "cannot be read");
    if (!calls)
        put_run(d, "", out);
    fputs(": ", out);
    TRY(measured_put(d, out));
    fputs("\n\n", out);
    return status_ok();
}

static void put_claim(const VerdictResult *r, FILE *out)
{
    char regime[VERDICT_REGIME_MAX], number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT];
    fprintf(out, "| %s | `%s` | ", verdict_answer_name(r->answer), r->spec->id);
    markdown_text(r->spec->claim, out);
    verdict_number(r, number, sizeof number);
    verdict_interval(r, interval, sizeof interval);
    fprintf(out, " | %s%s%s | ", isfinite(r->number) ? number : "–", *interval ? " " : "", interval);
    if (isfinite(r->spec->above))
        fprintf(out, "above %.6g%s", r->spec->above, isfinite(r->spec->below) ? " and " : "");
    if (isfinite(r->spec->below))
        fprintf(out, "below %.6g", r->spec->below);
    fputs(" | ", out);
    verdict_regime(r, regime, sizeof regime);
    markdown_text(*regime ? regime : "–", out);
    fputs(" | ", out);
    markdown_text(*r->spec->source.text ? r->spec->source.text : "not said", out);
    fputs(" |\n", out);
}

// A row of the table of experiments: how many claims have each answer.
static void put_summary(ClaimsDocument *document, const Dataset *d, const VerdictResult *verdicts, int count)
{
    int answers[VERDICT_ANSWERS] = {0};
    for (int i = 0; i < count; i++)
        answers[verdicts[i].answer]++;
    fputs("| [", document->summary);
    markdown_text(d->name, document->summary);
    fputs("](#", document->summary);
    markdown_text(d->name, document->summary);
    fprintf(document->summary, ") | %d | %d | %d | %d |\n", answers[VERDICT_YES], answers[VERDICT_NO], answers[VERDICT_CLOSE],
            answers[VERDICT_UNKNOWN]);
}

static void put_paper(ClaimsDocument *document, const VerdictResult *r, const Dataset *d)
{
    if (!paper_claim(r))
        return;
    document->counts[standing_of(r)]++;
    paper_claim_row(r, d->path, document->papers);
}

static Status put_claims(ClaimsDocument *document, Store *store, Dataset *d, FigureSpecs *specs)
{
    FILE          *out = document->sections;
    VerdictResult *verdicts = NULL;
    TRY(judged_specs(d, specs));
    if (specs->verdict_count == 0)
        return status_ok();
    TRY(judged_verdicts(d, specs, &verdicts));
    fputs("\n## ", out);
    markdown_text(d->name, out);
    fputs("\n\n", out);
    markdown_text(d->question, out);
    fputs("\n\n", out);
    TRY(put_command(d, out));
    put_summary(document, d, verdicts, specs->verdict_count);
    TRY(verdicts_vary(store, d, verdicts, specs->verdict_count));
    fputs("| answer | id | claim | value | claimed | varied | bound |\n|---|---|---|---|---|---|---|\n", out);
    for (int i = 0; i < specs->verdict_count; i++) {
        put_claim(&verdicts[i], out);
        put_paper(document, &verdicts[i], d);
    }
    return status_ok();
}

static Status put_experiment(ClaimsDocument *document, Store *store, int64_t id)
{
    Dataset     d;
    FigureSpecs specs = {0};
    Status      status = dataset_init(store, id, &d);
    if (status.code == STATUS_OK)
        status = put_claims(document, store, &d, &specs);
    figure_specs_destroy(&specs);
    dataset_destroy(&d);
    return status;
}

Status claims_create(ClaimsDocument **out)
{
    ClaimsDocument *document = calloc(1, sizeof *document);
    *out = document;
    if (document) {
        document->summary = open_memstream(&document->summary_text, &document->summary_size);
        document->papers = open_memstream(&document->paper_text, &document->paper_size);
        document->sections = open_memstream(&document->section_text, &document->section_size);
        if (document->summary && document->papers && document->sections)
            return status_ok();
    }
    claims_destroy(document);
    *out = NULL;
    return status_make(STATUS_MEMORY, "out of memory for the claims");
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

// Ends a stream of memory; false when it has run out of it.
static bool finish(FILE **stream)
{
    const bool whole = *stream && fclose(*stream) == 0;
    *stream = NULL;
    return whole;
}

Status claims_write(ClaimsDocument *document, FILE *out)
{
    const bool summary = finish(&document->summary), papers = finish(&document->papers), sections = finish(&document->sections);
    if (!summary || !papers || !sections)
        return status_make(STATUS_MEMORY, "out of memory for the claims");
    fputs(
        "# Findings\n\n"
        "Every claim of the experiments and its answer, written by `weft report --claims` from their stores. *Varied*: the answers under\n"
        "other conditions, with the number and the bound where the answer is not yes. *Bound*: the source of the bound. The brackets\n"
        "contain the 95 % confidence interval and the number of processes; an exact value has none.\n\n"
        "| experiment | yes | no | too close to call | not measured |\n|---|---|---|---|---|\n",
        out);
    fputs(document->summary_text, out);
    if (*document->paper_text)
        paper_claims_head(document->counts, out);
    fputs(document->paper_text, out);
    fputs(document->section_text, out);
    return status_ok();
}

void claims_destroy(ClaimsDocument *document)
{
    if (!document)
        return;
    finish(&document->summary);
    finish(&document->papers);
    finish(&document->sections);
    free(document->summary_text);
    free(document->paper_text);
    free(document->section_text);
    free(document);
}
