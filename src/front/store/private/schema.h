// Schema: the tables and views of a store, made from schema.sql, views.sql and the lists of what is recorded, in a file of this version or
// of an older one.
#ifndef WEFT_STORE_SCHEMA_H
#define WEFT_STORE_SCHEMA_H

#include <sqlite3.h>

#include "base/status.h"
#include "case/row.h"

enum { SCHEMA_VERSION = 9, SCHEMA_NAME_MAX = 64 }; // of a table or view, with its NUL

// Inside a transaction of the writer: makes the tables and columns that the file lacks, all of them in a new one.
Status schema_update(sqlite3 *db) GNU_MUST_CHECK;

// Inside a transaction of the writer, after a case was added: its settings are columns of view case_setting.
Status schema_settings(sqlite3 *db, int64_t case_id) GNU_MUST_CHECK;

// Whether tables and views of the file are those of this weft.
Status schema_is_today(sqlite3 *db, bool *out) GNU_MUST_CHECK;

// Whether a table, of the file or of this connection, has a column.
Status schema_has_column(sqlite3 *db, const char *table, const char *column, bool *out) GNU_MUST_CHECK;

// For a reader of a file that has others: views of its own. What the file has no column for is NULL in them, and a table that it lacks is
// empty.
Status schema_own_views(sqlite3 *db) GNU_MUST_CHECK;

// schema.sql and views.sql as they are written, and how each of their statements begins; its name follows.
#define SCHEMA_BEGIN_TABLE "CREATE TABLE IF NOT EXISTS "
#define SCHEMA_BEGIN_VIEW "CREATE VIEW "
const char *schema_tables(void);
const char *schema_views(void);

#endif
