// Databases of the command line: where results go when it does not say, and how commands open them.
#ifndef WEFT_CLI_DATABASE_H
#define WEFT_CLI_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "store/store.h"

// `given`, or results/NAME.db under the current folder; make_folder: makes results/ when it is needed.
Status database_path(const char *given, const char *name, bool make_folder, char *out, size_t size) GNU_MUST_CHECK;

// Opens a store for reading, mode STORE_READ or STORE_MACHINES. Says on standard error how many of its cases keep a key of an older weft
// that no experiment finds any more, and how many settings are too many for views.
Status database_open(const char *path, StoreMode mode, Store **out) GNU_MUST_CHECK;

#endif
