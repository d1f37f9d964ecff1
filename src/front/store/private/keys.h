// Keys: cases of a store of version 5, whose keys were hashes of all their settings, get the keys that this weft gives them.
#ifndef WEFT_STORE_KEYS_H
#define WEFT_STORE_KEYS_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/status.h"

// Cases that keep the key they have: their scene is not found or has changed, or a setting or its value is no longer known.
typedef struct OldKeys {
    int  count;
    char first[400]; // label of the first of them, and why
} OldKeys;

// Inside a transaction of the writer, `own` NULL. For a reader: in a table `cases` of its own, which takes the place of the file's; *own
// becomes true when there had to be one. STATUS_IO, STATUS_MEMORY, STATUS_INTERNAL; a key that cannot be mapped is no failure.
Status keys_map(sqlite3 *db, bool *own, OldKeys *out) GNU_MUST_CHECK;

#endif
