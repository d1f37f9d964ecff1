// --plugin, a flag of every subcommand: loads external solvers.
#ifndef WEFT_CLI_PLUGIN_FLAG_H
#define WEFT_CLI_PLUGIN_FLAG_H

#include "base/status.h"

#define PLUGIN_FLAG_SUMMARY \
    "a shared library, or a folder of libraries, with solvers or a direct solver for linsys external (docs/your_solver.md)"

// Loads the plugins of --plugin FILE and removes both words from the arguments. Also loads the plugins that experiment files among the
// arguments list under `plugins`, with paths relative to the experiment's folder. arguments: [*count], of the program.
Status plugin_flag_take(int *count, char **arguments) GNU_MUST_CHECK;

#endif
