// The claims of experiments as one Markdown document.
#include "report/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/private/draft.h"
#include "report/private/escape.h"
#include "report/private/judged.h"
#include "report/private/number.h"
#include "report/private/paper_claims.h"
#include "report/private/verdict_text.h"
#include "report/private/verdict_vary.h"
#include "store/sql.h"

// What comes first, the sentences of papers, is known when all else is written: both are kept in memory.
struct ClaimsDocument {
    FILE  *papers, *sections;
    char  *paper_text, *section_text;
    size_t paper_size, section_size;
    int    counts[STANDINGS]; // of the sentences of papers
};

static void put_run(const Dataset *d, const char *options, FILE *out)
{
    char text[4096];
    options = options ? options : "";
    snprintf(text, sizeof text, "weft run %s%s%s", d->path, *options ? " " : "", options);
    markdown_code(text, out);
}

// The calls of `weft run` that measured it, those that differ, and how long all of them took.
static Status put_command(Dataset *d, FILE *out)
{
    sqlite3_stmt *query = NULL;
    double        minutes = 0;
    int           code = SQLITE_DONE, calls = 0;
    TRY(dataset_minutes(d, &minutes));
    TRY(sql_prepare(d->db, "SELECT options FROM run WHERE experiment_id IN (" DATASET_SAME_NAME ") GROUP BY options ORDER BY min(id)",
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
    if (calls)
        fprintf(out, ", %.1f minutes", minutes);
    else
        put_run(d, "", out);
    fputs("\n\n", out);
    return status_ok();
}

static void put_claim(const VerdictResult *r, FILE *out)
{
    char regime[VERDICT_REGIME_MAX], number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT];
    fprintf(out, "| %s | ", verdict_answer_name(r->answer));
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
    TRY(verdicts_vary(store, d, verdicts, specs->verdict_count));
    fputs("| answer | claim | value | claimed | varied | bound |\n|---|---|---|---|---|---|\n", out);
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
    if (document)
        document->papers = open_memstream(&document->paper_text, &document->paper_size);
    if (document)
        document->sections = open_memstream(&document->section_text, &document->section_size);
    if (document && document->papers && document->sections)
        return status_ok();
    claims_destroy(document);
    *out = NULL;
    return status_make(STATUS_MEMORY, "out of memory for the claims");
}

Status claims_add(ClaimsDocument *document, Store *store, const ReportFile *file)
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
    const bool papers = finish(&document->papers), sections = finish(&document->sections);
    if (!papers || !sections)
        return status_make(STATUS_MEMORY, "out of memory for the claims");
    fputs(
        "# Claims\n\n"
        "What the experiments claim, made by `weft report --claims` from the stores of their results. *Varied*: the same claim judged\n"
        "under other conditions, each named with its number against the bound where the answer is not yes. *Bound*: where it comes from.\n"
        "A value in brackets is the 95 % interval of what is measured, over n processes; what is exact has none.\n",
        out);
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
    finish(&document->papers);
    finish(&document->sections);
    free(document->paper_text);
    free(document->section_text);
    free(document);
}
