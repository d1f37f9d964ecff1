// Locks the file of a store during a merge.
#ifndef WEFT_STORE_STORE_FILE_H
#define WEFT_STORE_STORE_FILE_H

#include "store/store.h"

// Locks the path of a store, whether the file exists or not, until store_close, so that no run writes to it. The result cannot be queried.
// STATUS_IO: a run is writing to it.
Status store_hold(const char *path, Store **out) GNU_MUST_CHECK;

#endif
