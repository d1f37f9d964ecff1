// The tables of a merge: rows of the inputs in temporary tables in_NAME, maps of their ids, and copies with these.
#ifndef WEFT_STORE_MERGE_TABLES_H
#define WEFT_STORE_MERGE_TABLES_H

#include <sqlite3.h>

#include "store/store.h"

// Inside the transaction of the output. Makes in_NAME (input, and the columns of NAME) for each table but meta and those of a repetition,
// and map_NAME (input, old, new) for each of them with an id.
Status merge_prepare(sqlite3 *db) GNU_MUST_CHECK;

// Fills in_NAME with the rows of an input, by its number. Columns that it has beside those of today become columns of the output.
Status merge_heads(sqlite3 *db, Store *input, int number) GNU_MUST_CHECK;

// "a, b": the columns of a table. ids: with `id` and `repetition_id`. The caller frees *out by sqlite3_free.
Status merge_columns(sqlite3 *db, const char *table, bool ids, char **out) GNU_MUST_CHECK;

typedef struct MergeInsert {
    const char *table, *join; // join: of in_NAME AS i with what chooses its rows; NULL: all
    const char *number;       // an expression for its column `number`; NULL: as it is
    bool        id;           // by its own map
} MergeInsert;

// INSERT OR IGNORE from in_NAME, each id that names another row by its map, in the order of inputs and ids.
Status merge_insert(sqlite3 *db, const MergeInsert *insert) GNU_MUST_CHECK;

// What belongs to the repetitions that map_repetition has of an input.
Status merge_children(sqlite3 *db, Store *input, int number) GNU_MUST_CHECK;

#endif
