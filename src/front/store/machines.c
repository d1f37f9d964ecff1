#include "store/private/machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/environment.h"
#include "store/sql.h"

enum { CPU_NAME_MAX = 160 };

// ---- list of machines ----

static void append_value(sqlite3_str *text, const EnvironmentField *field)
{
    if (field->table)
        sqlite3_str_appendf(text, "\"%w\"", field->name);
    else
        sqlite3_str_appendf(text, "json_extract(json, '$.%s')", field->name);
}

static void append_equal(sqlite3_str *text, const EnvironmentField *field)
{
    sqlite3_str_appendall(text, "coalesce(");
    append_value(text, field);
    sqlite3_str_appendf(text, " = json_extract(?1, '$.%s'), true)", field->name);
}

// Calls `append` for each hardware field.
static void append_hardware(sqlite3_str *text, const char *between, void (*append)(sqlite3_str *, const EnvironmentField *))
{
    const char *before = "";
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->hardware) {
            sqlite3_str_appendall(text, before);
            append(text, field);
            before = between;
        }
}

// temp.machine_of: environment_id, machine (from 1, by the first environment of each), cpu.
static Status find_machines(sqlite3 *db)
{
    SQL_BUILDER *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "DROP TABLE IF EXISTS temp.machine_of; CREATE TEMP TABLE machine_of AS SELECT environment_id,"
                                " dense_rank() OVER (ORDER BY first) AS machine, cpu FROM (SELECT id AS environment_id, cpu, min(id) OVER"
                                " (PARTITION BY json_array(");
    append_hardware(text, ", ", append_value);
    sqlite3_str_appendall(text, ")) AS first FROM environment WHERE id IN (SELECT environment_id FROM repetition))");
    return sql_exec_built(db, text);
}

Status machines_elsewhere(sqlite3 *db, const json_t *environment)
{
    SQL_STATEMENT *insert = NULL;
    SQL_BUILDER   *text = sqlite3_str_new(db);
    sqlite3_str_appendall(text, "INSERT INTO temp.elsewhere SELECT id FROM environment WHERE NOT (");
    append_hardware(text, " AND ", append_equal);
    sqlite3_str_appendall(text, ")");
    TRY(sql_exec(db, "DELETE FROM temp.elsewhere"));
    TRY(sql_prepare_built(db, text, &insert));
    TRY(sql_bind(insert, "j", environment)); // in the same form as stored environments
    return sql_finish(insert);
}

Status machines_count(sqlite3 *db, int *count)
{
    int64_t machines = 0;
    TRY(find_machines(db));
    TRY(sql_run(db, &machines, "SELECT coalesce(max(machine), 0) FROM temp.machine_of", ""));
    *count = (int)machines;
    return status_ok();
}

// ---- names ----

static bool is_left_out(const char *word)
{
    static const char *const WORDS[] = {"Intel", "AMD", "CPU", "Processor", "processor", "with"};
    const char              *dash = strchr(word, '-');
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(word, WORDS[i]) == 0)
            return true;
    return dash && strcmp(dash, "-Core") == 0;
}

void machines_short_name(const char *cpu, char *out, size_t size)
{
    char copy[CPU_NAME_MAX], *kept = copy, *rest = NULL;
    int  used = 0;
    for (const char *p = cpu; *p && *p != '@' && kept < copy + sizeof copy - 1; p++) {
        if (strncmp(p, "(R)", 3) == 0 || strncmp(p, "(r)", 3) == 0)
            p += 2;
        else if (strncmp(p, "(TM)", 4) == 0 || strncmp(p, "(tm)", 4) == 0)
            p += 3;
        else
            *kept++ = *p;
    }
    *kept = '\0';
    *out = '\0';
    for (char *word = strtok_r(copy, " ", &rest); word && used < (int)size; word = strtok_r(NULL, " ", &rest))
        if (!is_left_out(word))
            used += snprintf(out + used, size - (size_t)used, "%s%s", used ? " " : "", word);
    if (!*out)
        snprintf(out, size, "%s", *cpu ? cpu : "machine");
}

// Makes temp.machine_name; machines with equal names are numbered.
static Status name_machines(sqlite3 *db)
{
    SQL_STATEMENT *query = NULL;
    TRY(sql_exec(db, "CREATE TEMP TABLE machine_name (machine INTEGER PRIMARY KEY, name TEXT)"));
    Status status = sql_query(db, &query, "SELECT machine, coalesce(max(cpu), '') FROM temp.machine_of GROUP BY machine", "");
    while (sql_next(query, &status)) {
        const char *cpu = "";
        char        name[CPU_NAME_MAX];
        status = sql_text(query, 1, &cpu);
        machines_short_name(cpu, name, sizeof name);
        if (status.code == STATUS_OK)
            status = sql_run(db, NULL, "INSERT INTO temp.machine_name VALUES (?, ?)", "it", sqlite3_column_int64(query, 0), name);
    }
    TRY(status);
    return sql_exec(db,
                    "UPDATE temp.machine_name AS n SET name = n.name || ' ' || k.number FROM (SELECT machine, row_number() OVER"
                    " (PARTITION BY name ORDER BY machine) AS number, count(*) OVER (PARTITION BY name) AS n FROM temp.machine_name) AS k"
                    " WHERE k.machine = n.machine AND k.n > 1");
}

// ---- the tables ----

// temp.built: machine of each case under each build; 0: unknown. temp.pair: the machines of each case, with a new id for each pair of case
// and machine.
static const char PAIRS[] =
    "CREATE TEMP TABLE built AS SELECT DISTINCT r.case_id, r.build_id, m.machine FROM repetition AS r"
    " JOIN temp.machine_of AS m ON m.environment_id = r.environment_id;"
    "CREATE TEMP TABLE home AS SELECT build_id, CASE WHEN min(machine) = max(machine) THEN min(machine) ELSE 0 END AS machine FROM "
    "temp.built"
    " GROUP BY build_id;"
    "INSERT INTO temp.built SELECT o.case_id, o.build_id, coalesce(h.machine, 0) FROM outcome AS o LEFT JOIN temp.home AS h"
    " ON h.build_id = o.build_id WHERE NOT EXISTS (SELECT 1 FROM repetition AS r WHERE r.case_id = o.case_id AND r.build_id = o.build_id);"
    "CREATE TEMP TABLE pair AS SELECT case_id, machine, case_id * (SELECT count(*) + 1 FROM temp.machine_name) + machine AS id"
    " FROM (SELECT DISTINCT case_id, machine FROM temp.built UNION SELECT id, 0 FROM cases WHERE id NOT IN (SELECT case_id FROM "
    "temp.built));"
    "CREATE INDEX temp.pair_of_case ON pair (case_id); CREATE INDEX temp.built_of_case ON built (case_id, build_id);";

static const char CASES[] =
    "CREATE TEMP TABLE split_cases AS SELECT p.id, k.key, k.label || coalesce(' machine=' || replace(n.name, ' ', '-'), '') AS label, "
    "k.json FROM cases AS k"
    " JOIN temp.pair AS p ON p.case_id = k.id LEFT JOIN temp.machine_name AS n ON n.machine = p.machine;"
    "DROP TABLE IF EXISTS temp.cases; ALTER TABLE temp.split_cases RENAME TO cases;"
    "CREATE INDEX temp.cases_of_id ON cases (id); CREATE INDEX temp.cases_of_key ON cases (key);"
    "CREATE TEMP TABLE parameter AS SELECT p.id AS case_id, t.name, t.value FROM main.parameter AS t JOIN temp.pair AS p ON p.case_id = "
    "t.case_id"
    " UNION ALL SELECT p.id, 'machine', n.name FROM temp.pair AS p JOIN temp.machine_name AS n ON n.machine = p.machine;"
    "CREATE INDEX temp.parameter_of_case ON parameter (case_id, name);"
    "CREATE TEMP TABLE repetition AS SELECT * FROM main.repetition;"
    "UPDATE temp.repetition AS r SET case_id = (SELECT p.id FROM temp.pair AS p JOIN temp.machine_of AS m ON m.machine = p.machine"
    " WHERE p.case_id = r.case_id AND m.environment_id = r.environment_id);"
    "CREATE INDEX temp.repetition_of_case ON repetition (case_id, build_id, pass); CREATE UNIQUE INDEX temp.repetition_of_id ON repetition "
    "(id)";

// Replaces the case of each row of a table by its pairs; %s: the name of the table, and the join condition.
static Status split_table(sqlite3 *db, const char *table, const char *condition)
{
    int64_t exists = 0;
    TRY(sql_run(db, &exists, "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = ?", "t", table));
    if (!exists)
        return status_ok(); // the file is older than this table
    return sql_exec_made(db,
                         "CREATE TEMP TABLE \"%w\" AS SELECT t.*, p.id AS split FROM main.\"%w\" AS t JOIN temp.pair AS p"
                         " ON p.case_id = t.case_id%s;"
                         "UPDATE temp.\"%w\" SET case_id = split; CREATE INDEX temp.\"%w_of_case\" ON \"%w\" (case_id)",
                         table, table, condition, table, table, table);
}

static Status split_tables(sqlite3 *db)
{
    static const char *const OF_BUILD[] = {"outcome", "model", "surface", "condition", "finding", "linsys", "traffic"}, *const OF_CASE[] = {
                                                                                                                            "plan",
                                                                                                                            "variation"};
    static const char BUILT[] = " JOIN temp.built AS b ON b.case_id = t.case_id AND b.build_id = t.build_id AND b.machine = p.machine";
    for (size_t i = 0; i < sizeof OF_BUILD / sizeof *OF_BUILD; i++)
        TRY(split_table(db, OF_BUILD[i], BUILT));
    for (size_t i = 0; i < sizeof OF_CASE / sizeof *OF_CASE; i++)
        TRY(split_table(db, OF_CASE[i], ""));
    return sql_exec(db, CASES);
}

Status machines_split(sqlite3 *db)
{
    int count = 0;
    TRY(machines_count(db, &count));
    if (count < 2)
        return status_ok();
    TRY(name_machines(db));
    TRY(sql_exec(db, PAIRS));
    return split_tables(db);
}
