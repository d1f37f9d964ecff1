// --plugin, which every subcommand takes: solvers that are not weft's own.
#ifndef WEFT_CLI_PLUGIN_FLAG_H
#define WEFT_CLI_PLUGIN_FLAG_H

#include "base/status.h"

#define PLUGIN_FLAG_SUMMARY \
    "a shared library, or a folder of libraries, with solvers or a direct solver for linsys external (docs/plugins.md)"

// Loads the plugins of --plugin FILE and takes both out of the arguments, and those that experiment files among them name in `plugins`, a
// list of files as seen from the experiment's folder. arguments: [*count], of the program.
Status plugin_flag_take(int *count, char **arguments) GNU_MUST_CHECK;

#endif
