// Transactions of a writer.
#ifndef WEFT_STORE_TRANSACTION_H
#define WEFT_STORE_TRANSACTION_H

#include <sqlite3.h>

#include "base/status.h"

// STATUS_IO where its file was moved, removed or replaced.
Status transaction_check_place(sqlite3 *db) GNU_MUST_CHECK;

// STATUS_IO where the file was moved, removed or cut off. transaction_end commits what went well and takes back what did not; it gives the
// first failure.
Status transaction_begin(sqlite3 *db) GNU_MUST_CHECK;
Status transaction_end(sqlite3 *db, Status status) GNU_MUST_CHECK;

// A part of a transaction, or one of its own where there is none.
Status transaction_part(sqlite3 *db) GNU_MUST_CHECK;
Status transaction_part_end(sqlite3 *db, Status status) GNU_MUST_CHECK;

#endif
