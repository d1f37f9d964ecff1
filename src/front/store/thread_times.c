#include "store/thread_times.h"

#include "store/sql.h"

static const char QUERY[] =
    "WITH alike AS (SELECT id, json_extract(json, '$.params.threads') AS threads FROM cases"
    "  WHERE json_remove(json, '$.params.threads') = (SELECT json_remove(json, '$.params.threads') FROM cases WHERE label = ?)),"
    " timed AS (SELECT threads, step, phase, ns, step_ns, repetition_id FROM alike JOIN repetition AS r ON r.case_id = alike.id"
    "  JOIN phase ON repetition_id = r.id JOIN (SELECT repetition_id, max(step) AS last FROM phase GROUP BY repetition_id) USING"
    "  (repetition_id) WHERE step > 0 OR last = 0),"
    " sample (threads, name, value) AS (SELECT threads, phase, ns FROM timed"
    " UNION ALL SELECT threads, 'step', max(step_ns) FROM timed GROUP BY repetition_id, step"
    " UNION ALL SELECT threads, 'team_barriers', team_barriers FROM alike JOIN step_cost ON case_id = alike.id"
    "  WHERE NOT probe AND team_barriers IS NOT NULL AND (step > 0 OR NOT EXISTS (SELECT 1 FROM timed WHERE step > 0)))"
    " SELECT threads, name, avg(value) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) FROM (SELECT *, row_number() OVER"
    "  (PARTITION BY threads, name ORDER BY value) AS rank, count(*) OVER (PARTITION BY threads, name) AS n FROM sample)"
    " GROUP BY threads, name";

Status store_thread_times(Store *store, const char *label, ThreadTime *take, void *user)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(store_handle(store), &query, QUERY, "t", label);
    while (sql_next(query, &status)) {
        const char *name = NULL;
        status = sql_text(query, 1, &name);
        if (status.code == STATUS_OK)
            take(user, sqlite3_column_int(query, 0), name, sql_number(query, 2));
    }
    return status;
}
