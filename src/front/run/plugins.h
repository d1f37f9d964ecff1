// The solvers of plugins (core/plugin): a worker loads the file and says what is in it.
#ifndef WEFT_RUN_PLUGINS_H
#define WEFT_RUN_PLUGINS_H

#include "base/status.h"

// Puts the solvers of a plugin, or of all plugins (NAME.so, NAME.yaml) of a folder, into the table of solvers. At the start of the program,
// before solvers are asked for by name. A file that is given twice is loaded once. STATUS_IO, STATUS_INPUT: what is wrong with it; what
// crashes or hangs while it is loaded is STATUS_INPUT, too.
Status plugins_load(const char *path) GNU_MUST_CHECK;

#endif
