// Guard: protects weft from untrusted databases. It configures SQLite to run no code of the file, limits sizes and query times, and then
// checks once that the tables are weft's and that the file is intact.
#ifndef WEFT_STORE_GUARD_H
#define WEFT_STORE_GUARD_H

#include <sqlite3.h>
#include <stdint.h>

#include "base/status.h"

// Time limit of a statement until its next row; then it fails with STATUS_TIMEOUT. The environment variable WEFT_QUERY_S overrides it.
enum { GUARD_QUERY_S = 600 };

typedef struct Guard {
    int64_t since_ns, most_ns; // time of the last row of any statement, and time limit
} Guard;

// Call before a database is opened. SQLite rolls back an unfinished transaction from a journal next to the file, and then deletes any file
// that the journal names as its super-journal. Journals of weft name none. STATUS_INPUT: the journal names a file, or the path of the
// journal, log or shared memory is a link, a pipe, a device or a folder.
Status guard_check_companions(const char *path) GNU_MUST_CHECK;

// Call before the first statement of a connection, which uses `guard` from then on. Triggers and views of the file are never run (views of
// this connection are). Declarations of the file cannot call functions or tables with side effects. Nothing is mapped or attached,
// temporary tables are in memory, and lengths are limited. STATUS_USAGE: WEFT_QUERY_S is not a positive number.
Status guard_install(sqlite3 *db, Guard *guard) GNU_MUST_CHECK;

// STATUS_INPUT if an object with the name of a weft table or view is of another kind; if a weft table has other declarations than weft's
// own (types, keys, UNIQUE, REFERENCES, CHECK, DEFAULT, NOT NULL, COLLATE, STRICT, WITHOUT ROWID); if its index is unique or on an
// expression; or if there is a trigger or a virtual table. Other tables, views and indices are ignored, since they are never read. Missing
// parts of an older store are accepted, and so are columns of another version with a name and a type.
Status guard_check_shape(sqlite3 *db, const char *path) GNU_MUST_CHECK;

// Reads the whole file: pages, indices, types, JSON of environments, and references between rows. STATUS_IO: damaged, with the first fault.
Status guard_check_whole(sqlite3 *db, const char *path) GNU_MUST_CHECK;

#endif
