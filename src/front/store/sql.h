// SQL helpers of the store: prepare, bind, step, with every failure of SQLite turned into a Status.
#ifndef WEFT_STORE_SQL_H
#define WEFT_STORE_SQL_H

#include <jansson.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The failure at hand of a handle: STATUS_IO for a full disk, an I/O error, a busy or damaged file, and for contents that a query cannot
// work with; STATUS_INPUT for a value that a table does not take; STATUS_TIMEOUT for a statement that gave no row for too long;
// STATUS_MEMORY; STATUS_INTERNAL for wrong calls of SQLite. `what` begins the text: "runs.db cannot be written".
Status sql_error(sqlite3 *db, const char *what);

// What to do with a damaged file.
#define SQL_RECOVER "recover the readable rows with `sqlite3 FILE .dump` (docs/store.md), or restore a copy"

// Several statements without parameters, results thrown away.
Status sql_exec(sqlite3 *db, const char *sql) GNU_MUST_CHECK;

// Local variables that end with their block: a statement that is finalized, a text of sqlite3_mprintf and a text that is put together,
// which are freed. `SQL_STATEMENT *query = NULL;`
void sql_end_statement(sqlite3_stmt **statement);
void sql_end_text(char **text);
void sql_end_builder(sqlite3_str **builder);
#define SQL_STATEMENT GNU_CLEANUP(sql_end_statement) sqlite3_stmt
#define SQL_TEXT GNU_CLEANUP(sql_end_text) char
#define SQL_BUILDER GNU_CLEANUP(sql_end_builder) sqlite3_str

// The caller finalizes *out, which is NULL on failure.
Status sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out) GNU_MUST_CHECK;

// The same, with its parameters bound as by sql_bind.
Status sql_query(sqlite3 *db, sqlite3_stmt **out, const char *sql, const char *types, ...) GNU_MUST_CHECK;

// The same of a text that sqlite3_mprintf makes of a format, and of one that is put together. STATUS_MEMORY.
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

// The next row of a query. false: at its end, where *status is a failure already, and where reading fails, which *status then is.
bool sql_next(sqlite3_stmt *query, Status *status) GNU_MUST_CHECK;

// A column of the row at hand, in memory of the statement until its next step: its text, "" for NULL (STATUS_MEMORY); its number, NaN for
// what is none.
Status sql_text(sqlite3_stmt *query, int column, const char **out) GNU_MUST_CHECK;
double sql_number(sqlite3_stmt *query, int column);

// Runs a bound statement to its end and resets it for the next use.
Status sql_finish(sqlite3_stmt *statement) GNU_MUST_CHECK;

// The text in the first column of the first row of a query, "" where there is no row; cut to `size`.
Status sql_string(sqlite3 *db, char *out, size_t size, const char *sql, const char *types, ...) GNU_MUST_CHECK;

// Prepares, binds and runs once. With `id`: takes the first column of the first row, which must be there.
Status sql_run(sqlite3 *db, int64_t *id, const char *sql, const char *types, ...) GNU_MUST_CHECK;

#endif
