// Dictionary: what every column of every table and view of a store is, as a table `dictionary` of this connection.
#ifndef WEFT_STORE_DICTIONARY_H
#define WEFT_STORE_DICTIONARY_H

#include <sqlite3.h>

#include "base/status.h"

#define DICTIONARY "dictionary"

// Rebuilds the table: table_name, column_name, unit, meaning; a row for each table and view, whose column_name is NULL, and one for each
// of its columns. Tables and views are those of this weft, and the settings those of this store. STATUS_IO, STATUS_MEMORY, STATUS_INTERNAL.
Status dictionary_make(sqlite3 *db) GNU_MUST_CHECK;

#endif
