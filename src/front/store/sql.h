// SQL helpers of the store: prepare, bind, step, with every failure of SQLite turned into a Status.
#ifndef WEFT_STORE_SQL_H
#define WEFT_STORE_SQL_H

#include <jansson.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The current failure of a handle. STATUS_IO: full disk, I/O error, busy or damaged file, or contents that make a query fail. STATUS_INPUT:
// a table rejects a value. STATUS_TIMEOUT: a statement returned no row for too long. STATUS_MEMORY. STATUS_INTERNAL: wrong calls of SQLite.
// The text is "FILE: WHAT: reason", such as "runs.db: cannot be written: …".
Status sql_error(sqlite3 *db, const char *what);

// Remedy for a damaged file.
#define SQL_RECOVER "recover the readable rows with `sqlite3 FILE .dump` (docs/store.md), or restore a copy"

// Runs statements without parameters and discards their results.
Status sql_exec(sqlite3 *db, const char *sql) GNU_MUST_CHECK;

// Local variables that are released at the end of their block: a statement, a text of sqlite3_mprintf, and a text builder.
// `SQL_STATEMENT *query = NULL;`
void sql_end_statement(sqlite3_stmt **statement);
void sql_end_text(char **text);
void sql_end_builder(sqlite3_str **builder);
#define SQL_STATEMENT GNU_CLEANUP(sql_end_statement) sqlite3_stmt
#define SQL_TEXT GNU_CLEANUP(sql_end_text) char
#define SQL_BUILDER GNU_CLEANUP(sql_end_builder) sqlite3_str

// The caller finalizes *out, which is NULL on failure.
Status sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out) GNU_MUST_CHECK;

// The same, with its parameters bound as in sql_bind.
Status sql_query(sqlite3 *db, sqlite3_stmt **out, const char *sql, const char *types, ...) GNU_MUST_CHECK;

// The same for a text from a format of sqlite3_mprintf (made) or from a text builder (built). STATUS_MEMORY.
Status sql_exec_made(sqlite3 *db, const char *format, ...) GNU_MUST_CHECK;
Status sql_prepare_made(sqlite3 *db, sqlite3_stmt **out, const char *format, ...) GNU_MUST_CHECK;
Status sql_prepare_built(sqlite3 *db, sqlite3_str *built, sqlite3_stmt **out) GNU_MUST_CHECK;
Status sql_exec_built(sqlite3 *db, sqlite3_str *built) GNU_MUST_CHECK;

// Binds parameters 1, 2, … by the letters of `types`: i int64_t, r double, t const char * (NULL: SQL null), j const json_t * (numbers,
// booleans as 0 and 1, texts; null: SQL null; lists and maps as compact JSON text). Texts are copied. STATUS_INTERNAL for a json_t that is
// NULL.
Status sql_bind(sqlite3_stmt *statement, const char *types, ...) GNU_MUST_CHECK;

// The same for one parameter, a json_t that is not NULL.
Status sql_bind_json(sqlite3_stmt *statement, int index, const json_t *value) GNU_MUST_CHECK;

// Steps to the next row of a query. Returns false at the end, if *status already is a failure, and if reading fails (sets *status).
bool sql_next(sqlite3_stmt *query, Status *status) GNU_MUST_CHECK;

// A column of the current row. Its text, "" for NULL, in memory of the statement until its next step (STATUS_MEMORY); its number, NaN for
// NULL and for other types.
Status sql_text(sqlite3_stmt *query, int column, const char **out) GNU_MUST_CHECK;
double sql_number(sqlite3_stmt *query, int column);

// Runs a bound statement to its end and resets it for the next use.
Status sql_finish(sqlite3_stmt *statement) GNU_MUST_CHECK;

// The text in the first column of the first row of a query, "" without a row; cut to `size`.
Status sql_string(sqlite3 *db, char *out, size_t size, const char *sql, const char *types, ...) GNU_MUST_CHECK;

// Prepares, binds and runs a statement once. If `id` is not NULL, it receives the first column of the first row, which must exist.
Status sql_run(sqlite3 *db, int64_t *id, const char *sql, const char *types, ...) GNU_MUST_CHECK;

#endif
