// The file of a store while it is made by merging.
#ifndef WEFT_STORE_STORE_FILE_H
#define WEFT_STORE_STORE_FILE_H

#include "store/store.h"

// Holds the place of a store, be there one or not, until store_close: no run writes to it. There is nothing to query. STATUS_IO: one does.
Status store_hold(const char *path, Store **out) GNU_MUST_CHECK;

#endif
