// Dictionary: describes every column of every table and view of a store, in the temporary table `dictionary`.
#ifndef WEFT_STORE_DICTIONARY_H
#define WEFT_STORE_DICTIONARY_H

#include <sqlite3.h>

#include "base/status.h"

#define DICTIONARY "dictionary"

// Rebuilds the table (table_name, column_name, unit, formula, meaning), with one row per column, and one per table or view with column_name
// NULL. Tables and views are those of this weft; settings are those of this store. STATUS_IO, STATUS_MEMORY, STATUS_INTERNAL.
Status dictionary_make(sqlite3 *db) GNU_MUST_CHECK;

#endif
