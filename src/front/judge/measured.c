#include "judge/private/measured.h"

#include <jansson.h>
#include <string.h>

#include "data/escape.h"
#include "store/sql.h"

enum { LIST_TEXT = 512 };

// "a and b": another text of a list, once each.
static void add_text(const char *text, char list[LIST_TEXT])
{
    const size_t used = strlen(list);
    if (!strstr(list, text))
        snprintf(list + used, LIST_TEXT - used, "%s%s", used ? " and " : "", text);
}

static void put_commits(const Dataset *d, FILE *out)
{
    char list[LIST_TEXT] = "";
    for (int i = 0; i < d->build_count; i++) {
        const BuildRow *b = &d->builds[i];
        char            text[64];
        snprintf(text, sizeof text, "%.7s%s", b->commit, b->dirty ? " with uncommitted changes" : "");
        if (b->chosen)
            add_text(text, list);
    }
    fputs(*list ? ", commit " : "", out);
    markdown_text(list, out);
}

static void put_processors(const Dataset *d, FILE *out)
{
    char list[LIST_TEXT] = "";
    for (int i = 0; i < d->environment_count; i++) {
        json_t       *environment = json_loads(d->environments[i], 0, NULL);
        const json_t *cpu = json_object_get(environment, "cpu");
        if (json_is_string(cpu))
            add_text(json_string_value(cpu), list);
        json_decref(environment);
    }
    fputs(*list ? ", " : "", out);
    markdown_text(list, out);
}

// Of the repetitions that count.
static Status put_days(const Dataset *d, FILE *out)
{
    sqlite3_stmt *query = NULL;
    const char   *first = "", *last = "";
    TRY(sql_prepare(d->db,
                    "SELECT min(substr(r.started, 1, 10)), max(substr(r.started, 1, 10)) FROM repetition_fact AS r"
                    " JOIN temp.chosen AS c ON c.case_id = r.case_id AND c.build_id = r.build_id",
                    &query));
    Status status = sqlite3_step(query) == SQLITE_ROW ? sql_text(query, 0, &first) : sql_error(d->db, "cannot be read");
    if (status.code == STATUS_OK)
        status = sql_text(query, 1, &last);
    if (status.code == STATUS_OK && *first) {
        fputs(", ", out);
        markdown_text(first, out);
        fputs(strcmp(first, last) != 0 ? " to " : "", out);
        markdown_text(strcmp(first, last) != 0 ? last : "", out);
    }
    sqlite3_finalize(query);
    return status;
}

Status measured_put(const Dataset *d, FILE *out)
{
    double minutes = 0;
    TRY(dataset_minutes(d, &minutes));
    fprintf(out, "%d cases, %.1f minutes", d->case_count, minutes);
    TRY(put_days(d, out));
    put_commits(d, out);
    put_processors(d, out);
    return status_ok();
}
