// Guard: what stands between weft and a database that may be from anybody. SQLite is told to run nothing that the file brings along, how
// much of anything it may take, and when to give up; then the file is looked at once: whether its tables are those of weft, and whether it
// is whole.
#ifndef WEFT_STORE_GUARD_H
#define WEFT_STORE_GUARD_H

#include <sqlite3.h>
#include <stdint.h>

#include "base/status.h"

// A statement may work for this long until its next row; it fails with STATUS_TIMEOUT then. In the environment: WEFT_QUERY_S.
enum { GUARD_QUERY_S = 600 };

typedef struct Guard {
    int64_t since_ns, most_ns; // of the last row of any statement
} Guard;

// Before a database is opened. SQLite undoes what a rollback journal beside it says was left half done, and then deletes the file that the
// journal names as the one over several databases, whatever file that is; a journal of weft's names none. STATUS_INPUT: this one does, or
// what has the name of a journal, log or shared memory is a link, a pipe, a device or a folder.
Status guard_check_companions(const char *path) GNU_MUST_CHECK;

// Before the first statement of a connection, to which `guard` belongs from then on. Triggers and views of the file are never run (views of
// this connection are), functions and tables with effects cannot be called by what the file declares, nothing is mapped or attached,
// temporary tables are in memory, and lengths are limited. STATUS_USAGE: WEFT_QUERY_S is not a positive number.
Status guard_install(sqlite3 *db, Guard *guard) GNU_MUST_CHECK;

// STATUS_INPUT when a table or view of weft's is of another kind, a table of it declares anything else than weft's own (types, keys,
// UNIQUE, REFERENCES, CHECK, DEFAULT, NOT NULL, COLLATE, STRICT, WITHOUT ROWID) or has an index that is unique or computes, or when there
// is a trigger or a virtual table. Other tables, views and indices are left alone: they are never read. What an older store lacks is no
// fault, nor is a column of another version, which has a name and a type.
Status guard_check_shape(sqlite3 *db, const char *path) GNU_MUST_CHECK;

// Reads the whole file: pages, indices, types, JSON of environments, and rows that belong to others. STATUS_IO: damaged, with the first
// thing that is wrong.
Status guard_check_whole(sqlite3 *db, const char *path) GNU_MUST_CHECK;

#endif
