// A good store for the targets that damage one, and what reads stores.
#ifndef WEFT_TESTS_FUZZ_FUZZ_STORE_H
#define WEFT_TESTS_FUZZ_FUZZ_STORE_H

#include "store/store.h"

// Makes it at this path: the experiment `fake` with all kinds of figures, tables and verdicts, two builds, and a case for each outcome.
void fuzz_store_make(const char *path);

// The bytes of a store as fuzz_store_make makes it, made once; they stay.
const char *fuzz_store_bytes(size_t *size);

// A third of the commands that read a database; all of them would take most of a second under the sanitizers. which: 0, 1, 2, and so on.
void fuzz_store_read(const char *path, size_t which);

#endif
