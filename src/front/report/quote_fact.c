#include "report/private/quote_fact.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "report/private/escape.h"
#include "report/private/table.h"
#include "store/sql.h"

enum { LIST_TEXT = 512 };

// "a and b": another text of a list, once each.
static void add_text(const char *text, char list[LIST_TEXT])
{
    const size_t used = strlen(list);
    if (!strstr(list, text))
        snprintf(list + used, LIST_TEXT - used, "%s%s", used ? " and " : "", text);
}

static Status put_commit(Published *p, FILE *out)
{
    char list[LIST_TEXT] = "";
    for (int i = 0; i < p->dataset.build_count; i++) {
        const BuildRow *b = &p->dataset.builds[i];
        char            text[64];
        snprintf(text, sizeof text, "%.7s%s", b->commit, b->dirty ? " with uncommitted changes" : "");
        if (b->chosen)
            add_text(text, list);
    }
    markdown_text(list, out);
    return status_ok();
}

// A field of the environments that the cases were measured in.
static Status put_environment(Published *p, const char *field, FILE *out)
{
    char list[LIST_TEXT] = "";
    for (int i = 0; i < p->dataset.environment_count; i++) {
        json_t       *environment = json_loads(p->dataset.environments[i], 0, NULL);
        const json_t *value = json_object_get(environment, field);
        char          number[32];
        snprintf(number, sizeof number, "%.10g", json_number_value(value));
        add_text(json_is_string(value) ? json_string_value(value) : json_is_number(value) ? number : "unknown", list);
        json_decref(environment);
    }
    markdown_text(list, out);
    return status_ok();
}

static Status put_processor(Published *p, FILE *out)
{
    return put_environment(p, "cpu", out);
}

static Status put_cores(Published *p, FILE *out)
{
    return put_environment(p, "cores", out);
}

// Days are those of the repetitions that count.
static Status put_day(Published *p, FILE *out)
{
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(p->dataset.db,
                    "SELECT min(substr(r.started, 1, 10)), max(substr(r.started, 1, 10)) FROM repetition AS r"
                    " JOIN temp.chosen AS c ON c.case_id = r.case_id AND c.build_id = r.build_id",
                    &query));
    const char *first = "", *last = "";
    Status      status = sqlite3_step(query) == SQLITE_ROW ? sql_text(query, 0, &first) : sql_error(p->dataset.db, "cannot be read");
    if (status.code == STATUS_OK)
        status = sql_text(query, 1, &last);
    if (status.code == STATUS_OK && !*first)
        status = status_make(STATUS_INPUT, "nothing was measured");
    if (status.code == STATUS_OK) {
        markdown_text(first, out);
        fputs(strcmp(first, last) != 0 ? " to " : "", out);
        markdown_text(strcmp(first, last) != 0 ? last : "", out);
    }
    sqlite3_finalize(query);
    return status;
}

static Status put_minutes(Published *p, FILE *out)
{
    double minutes = 0;
    TRY(dataset_minutes(&p->dataset, &minutes));
    fprintf(out, minutes < 9.95 ? "%.1f" : "%.0f", minutes);
    return status_ok();
}

static Status put_cases(Published *p, FILE *out)
{
    fprintf(out, "%d", p->dataset.case_count);
    return status_ok();
}

static Status put_count(Published *p, const char *sql, FILE *out)
{
    int64_t count = 0;
    TRY(sql_run(p->dataset.db, &count, sql, "i", p->dataset.id));
    fprintf(out, "%lld", (long long)count);
    return status_ok();
}

static Status put_processes(Published *p, FILE *out)
{
    return put_count(
        p, "SELECT count(*) FROM process AS p JOIN run AS r ON r.id = p.run_id WHERE r.experiment_id IN (" DATASET_SAME_NAME ")", out);
}

static Status put_variations(Published *p, FILE *out)
{
    return put_count(p, "SELECT count(DISTINCT number) FROM variation WHERE experiment_id = ?", out);
}

static Status put_answers(Published *p, VerdictAnswer answer, FILE *out)
{
    int count = 0;
    TRY(published_judge(p, false));
    for (int i = 0; i < p->specs.verdict_count; i++)
        count += p->verdicts[i].answer == answer;
    fprintf(out, "%d", count);
    return status_ok();
}

static Status put_yes(Published *p, FILE *out)
{
    return put_answers(p, VERDICT_YES, out);
}

static Status put_no(Published *p, FILE *out)
{
    return put_answers(p, VERDICT_NO, out);
}

static Status put_close(Published *p, FILE *out)
{
    return put_answers(p, VERDICT_CLOSE, out);
}

static Status put_unmeasured(Published *p, FILE *out)
{
    return put_answers(p, VERDICT_UNKNOWN, out);
}

const char *const *quote_facts(void)
{
    static const char *const NAMES[] = {
#define FACT(name, put) #name,
#include "report/private/quote_fact_list.h"
#undef FACT
        NULL};
    return NAMES;
}

Status quote_fact_put(Published *p, int fact, FILE *out)
{
    static Status (*const PUT[])(Published *, FILE *) = {
#define FACT(name, put) put,
#include "report/private/quote_fact_list.h"
#undef FACT
    };
    return PUT[fact](p, out);
}
