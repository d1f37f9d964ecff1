// Schema: makes the tables and views of a store from schema.sql, views.sql and the lists of recorded fields, in a new or an older file.
#ifndef WEFT_STORE_SCHEMA_H
#define WEFT_STORE_SCHEMA_H

#include <sqlite3.h>

#include "base/status.h"
#include "case/row.h"

enum { SCHEMA_VERSION = 9, SCHEMA_NAME_MAX = 64 }; // of a table or view, with its NUL

// Inside a transaction of the writer: makes missing tables and columns, and all views.
Status schema_update(sqlite3 *db) GNU_MUST_CHECK;

// Inside a transaction of the writer, after a case was added: adds its settings to the columns of view case_setting.
Status schema_settings(sqlite3 *db, int64_t case_id) GNU_MUST_CHECK;

// True if tables and views of the file are those of this weft.
Status schema_is_today(sqlite3 *db, bool *out) GNU_MUST_CHECK;

// True if a table, of the file or of this connection, has a column.
Status schema_has_column(sqlite3 *db, const char *table, const char *column, bool *out) GNU_MUST_CHECK;

// For a reader of a file with other views: makes temporary views. Missing columns of the file are NULL in them, and missing tables are
// empty.
Status schema_own_views(sqlite3 *db) GNU_MUST_CHECK;

// The texts of schema.sql and views.sql, and the start of each of their statements, which the name follows.
#define SCHEMA_BEGIN_TABLE "CREATE TABLE IF NOT EXISTS "
#define SCHEMA_BEGIN_VIEW "CREATE VIEW "
const char *schema_tables(void);
const char *schema_views(void);

#endif
