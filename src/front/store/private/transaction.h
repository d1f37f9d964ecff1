// Transactions of a writer.
#ifndef WEFT_STORE_TRANSACTION_H
#define WEFT_STORE_TRANSACTION_H

#include <sqlite3.h>

#include "base/status.h"

// STATUS_IO if its file was moved, removed or replaced.
Status transaction_check_place(sqlite3 *db) GNU_MUST_CHECK;

// transaction_begin: STATUS_IO if the file was moved, removed or truncated. transaction_end commits after a success, rolls back after a
// failure, and returns the first failure.
Status transaction_begin(sqlite3 *db) GNU_MUST_CHECK;
Status transaction_end(sqlite3 *db, Status status) GNU_MUST_CHECK;

// A part of the open transaction, or a transaction of its own if none is open.
Status transaction_part(sqlite3 *db) GNU_MUST_CHECK;
Status transaction_part_end(sqlite3 *db, Status status) GNU_MUST_CHECK;

#endif
