// Databases of the command line: the default path, and opening for commands.
#ifndef WEFT_CLI_DATABASE_H
#define WEFT_CLI_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "store/store.h"

// `given`, or results/NAME.db in the current folder; make_folder: creates results/ if needed.
Status database_path(const char *given, const char *name, bool make_folder, char *out, size_t size) GNU_MUST_CHECK;

// Opens a store for reading, mode STORE_READ or STORE_MACHINES. Prints to standard error how many settings have no column in the wide
// views.
Status database_open(const char *path, StoreMode mode, Store **out) GNU_MUST_CHECK;

#endif
