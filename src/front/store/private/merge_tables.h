// The tables of a merge: rows of the inputs in temporary tables in_NAME, maps of their ids, and copies with the new ids.
#ifndef WEFT_STORE_MERGE_TABLES_H
#define WEFT_STORE_MERGE_TABLES_H

#include <sqlite3.h>

#include "store/store.h"

// Call inside the transaction of the output. Makes in_NAME (input, and the columns of NAME) for each table except meta and the tables of a
// repetition, and map_NAME (input, old, new) for each of them with an id.
Status merge_prepare(sqlite3 *db) GNU_MUST_CHECK;

// Fills in_NAME with the rows of an input, by its number. Additional columns of the input become columns of the output.
Status merge_heads(sqlite3 *db, Store *input, int number) GNU_MUST_CHECK;

// "a, b": the columns of a table. ids: including `id` and `repetition_id`. The caller frees *out with sqlite3_free.
Status merge_columns(sqlite3 *db, const char *table, bool ids, char **out) GNU_MUST_CHECK;

typedef struct MergeInsert {
    const char *table, *join; // join: SQL that selects rows of in_NAME AS i; NULL: all rows
    const char *number;       // expression for its column `number`; NULL: unchanged
    bool        id;           // map the column `id` by its own map
} MergeInsert;

// INSERT OR IGNORE from in_NAME in the order of inputs and ids; ids of other rows are replaced by their maps.
Status merge_insert(sqlite3 *db, const MergeInsert *insert) GNU_MUST_CHECK;

// Copies the rows of the repetitions of an input that are in map_repetition.
Status merge_children(sqlite3 *db, Store *input, int number) GNU_MUST_CHECK;

#endif
