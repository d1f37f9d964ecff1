// Where results go when the command line does not say.
#ifndef WEFT_CLI_DATABASE_H
#define WEFT_CLI_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

// `given`, or results/NAME.db under the current folder; make_folder: makes results/ when it is needed.
Status database_path(const char *given, const char *name, bool make_folder, char *out, size_t size) GNU_MUST_CHECK;

#endif
