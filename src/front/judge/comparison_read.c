// Reads a side of a comparison from its store.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "judge/private/comparison.h"
#include "machine/disturbance.h"
#include "store/plugin_builds.h"

// ---- helpers ----

// As one line of UTF-8, for a row of Markdown and for JSON.
static Status keep_text(ComparedSide *side, const char *text, const char **out)
{
    char *copy = NULL;
    TRY(ARENA_NEW(&side->arena, strlen(text) + 1, &copy));
    strcpy(copy, text);
    text_make_printable(copy);
    *out = copy;
    return status_ok();
}

static Status copy_text(ComparedSide *side, sqlite3_stmt *query, int column, const char **out)
{
    const char *text = "";
    TRY(sql_text(query, column, &text));
    return keep_text(side, text, out);
}

// Runs a query and calls `row` for each row. The optional parameter of the query is the side of a run.
typedef Status (*RowReader)(ComparedSide *side, sqlite3_stmt *query);
static Status for_rows(ComparedSide *side, const char *sql, RowReader row)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(store_handle(side->input->store), &query, sql, strchr(sql, '?') ? "i" : "", (int64_t)side->side);
    while (sql_next(query, &status))
        status = row(side, query);
    return status;
}

// ---- builds ----

#define OF_SIDE \
    "(?1 < 0 OR b.build_id IN (SELECT build_id FROM worker_process WHERE side = ?1" \
    " AND run = (SELECT max(run) FROM worker_process WHERE side = 1)))"

// temp.of_plugin: each build that includes the file of a plugin, and the solver of that plugin.
static const char BUILDS[] = "SELECT b.build_id, b.hash, b.\"commit\", b.dirty, b.compiler, b.precision, b.measured, b.cpu,"
                             " b.build_id IN (SELECT id FROM temp.of_plugin) AS plugin FROM worker_build AS b WHERE b.measured IS NOT NULL"
                             " AND " OF_SIDE " ORDER BY plugin, b.measured DESC, b.build_id DESC";

// For each precision and plugin solver, the build that measured last; only of the named commits, if builds of weft were named.
static const char PLUGIN_BUILDS[] =
    "INSERT INTO temp.compared SELECT build_id FROM (SELECT b.build_id, row_number() OVER (PARTITION BY b.precision, p.solver"
    " ORDER BY b.measured DESC, b.build_id DESC) AS rank FROM temp.of_plugin AS p JOIN worker_build AS b ON b.build_id = p.id"
    " WHERE b.measured IS NOT NULL AND " OF_SIDE
    " AND (?4 = 0 OR b.\"commit\" IN (SELECT \"commit\" FROM worker_build WHERE build_id IN (?2, ?3)))) WHERE rank = 1";

static bool is_requested(const char *requested, const char *hash, const char *commit)
{
    const size_t length = requested ? strlen(requested) : 0;
    return !requested || strncmp(hash, requested, length) == 0 || strncmp(commit, requested, length) == 0;
}

// The first build of each precision is the one that measured last. A second match of a given name is an error.
static Status read_build(ComparedSide *side, sqlite3_stmt *query)
{
    const char *requested = side->input->build;
    const char *hash = "", *commit = "", *name = "", *measured = "";
    TRY(sql_text(query, 1, &hash));
    TRY(sql_text(query, 2, &commit));
    TRY(sql_text(query, 5, &name));
    TRY(sql_text(query, 6, &measured));
    const int precision = text_find(name, precision_names());
    if (precision < 0 || !is_requested(requested, hash, commit))
        return status_ok();
    ComparedBuild *build = &side->builds[precision];
    if (build->id && (!requested || sqlite3_column_int(query, 8)))
        return status_ok();
    if (build->id)
        return status_make(STATUS_INPUT,
                           "%s: `%.40s` matches several builds, for example %.12s of %s and %.12s of %s; give more digits of the hash",
                           side->path, requested, build->hash, build->measured, hash, measured);
    build->id = sqlite3_column_int64(query, 0);
    build->dirty = sqlite3_column_type(query, 3) == SQLITE_NULL ? -1 : sqlite3_column_int(query, 3);
    TRY(copy_text(side, query, 1, &build->hash));
    TRY(copy_text(side, query, 2, &build->commit));
    TRY(copy_text(side, query, 4, &build->compiler));
    TRY(copy_text(side, query, 6, &build->measured));
    return copy_text(side, query, 7, &build->cpu);
}

static Status read_builds(ComparedSide *side)
{
    sqlite3 *db = store_handle(side->input->store);
    TRY(plugin_builds_list(db));
    TRY(sql_exec(db, "DROP TABLE IF EXISTS temp.compared; CREATE TEMP TABLE compared (id INTEGER PRIMARY KEY)"));
    TRY(for_rows(side, BUILDS, read_build));
    const int64_t f64 = side->builds[PRECISION_F64].id, f32 = side->builds[PRECISION_F32].id;
    TRY(sql_run(db, NULL, PLUGIN_BUILDS, "iiii", (int64_t)side->side, f64, f32, (int64_t)(side->input->build != NULL)));
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO temp.compared VALUES (?), (?)", "ii", f64, f32));
    if (f64 || f32)
        return status_ok();
    if (side->input->build)
        return status_make(STATUS_INPUT, "%s: no hash or commit of a build begins with `%.40s`; `weft status` lists the builds", side->path,
                           side->input->build);
    return status_make(STATUS_INPUT, "%s: contains no measurements; run an experiment into it first", side->path);
}

// ---- cases ----

// Columns 10 and later are those of COMPARED_QUANTITIES.
static const char CASES[] =
    "SELECT case_key, label, case_id, build_id, status, message, hashes, unconverged_steps, findings, hash, error, trajectory_error,"
    " iterations, peak_bytes, precision FROM compared_case WHERE build_id IN (SELECT id FROM temp.compared)"
    " AND (repetitions > 0 OR status NOT IN ('pending', 'running')) ORDER BY case_key";

static Status read_case(ComparedSide *side, sqlite3_stmt *query)
{
    TRY(memory_grow((void **)&side->cases, side->case_count, sizeof *side->cases));
    SideCase *c = &side->cases[side->case_count++];
    *c = (SideCase){.id = sqlite3_column_int64(query, 2),
                    .build = sqlite3_column_int64(query, 3),
                    .hashes = sqlite3_column_int(query, 6),
                    .unconverged = sqlite3_column_int(query, 7)};
    const char *precision = "";
    TRY(sql_text(query, 10 + COMPARED_COUNT, &precision));
    c->f32 = strcmp(precision, precision_names()[PRECISION_F32]) == 0;
    for (int q = 0; q < COMPARED_COUNT; q++)
        c->quantities[q] = sql_number(query, 10 + q);
    TRY(copy_text(side, query, 0, &c->key));
    TRY(copy_text(side, query, 1, &c->label));
    TRY(copy_text(side, query, 4, &c->status));
    TRY(copy_text(side, query, 5, &c->message));
    TRY(copy_text(side, query, 8, &c->findings));
    return c->hashes == 1 ? copy_text(side, query, 9, &c->hash) : status_ok();
}

// ---- processes ----

static const char PROCESSES[] =
    "SELECT m.case_id, coalesce(m.run << 32 | m.round, 0), m.step_ms, m.disturbed_share FROM process_median AS m"
    " JOIN case_outcome AS o ON o.case_id = m.case_id AND o.build_id = m.build_id WHERE m.build_id IN (SELECT id FROM temp.compared)"
    " AND (?1 < 0 OR (m.side = ?1 AND m.run IN (SELECT run FROM worker_process WHERE side = 1)))"
    " ORDER BY m.case_key, m.run, m.round, m.process";

static Status read_process(ComparedSide *side, sqlite3_stmt *query)
{
    TRY(memory_grow((void **)&side->values, side->value_count, sizeof *side->values));
    side->values[side->value_count++] = (ProcessValue){.case_id = sqlite3_column_int64(query, 0),
                                                       .round = sqlite3_column_int64(query, 1),
                                                       .ms = sqlite3_column_double(query, 2),
                                                       .disturbed = sqlite3_column_double(query, 3) > DISTURBED_SHARE_MAX};
    return status_ok();
}

Status compared_side_read(const CompareInput *input, int side, ComparedSide *out)
{
    *out = (ComparedSide){.input = input, .side = side, .arena = arena_init(0)};
    TRY(keep_text(out, input->path, &out->path));
    TRY(read_builds(out));
    TRY(for_rows(out, CASES, read_case));
    TRY(for_rows(out, PROCESSES, read_process));
    for (int i = 0, at = 0; i < out->case_count; i++) { // both are sorted by key
        SideCase *c = &out->cases[i];
        for (c->first = at; at < out->value_count && out->values[at].case_id == c->id; at++)
            c->count++, c->disturbed += out->values[at].disturbed;
    }
    return status_ok();
}

void compared_side_destroy(ComparedSide *side)
{
    free(side->cases);
    free(side->values);
    arena_destroy(&side->arena);
}
