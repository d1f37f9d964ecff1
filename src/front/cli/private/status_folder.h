// weft status of a folder of `weft submit`.
#ifndef WEFT_CLI_STATUS_FOLDER_H
#define WEFT_CLI_STATUS_FOLDER_H

#include "base/status.h"

// Prints the progress of each shard, from its database in the folder, and the sum. Reads only, so it is safe during a run. STATUS_IO,
// STATUS_INPUT.
Status status_folder_print(const char *folder) GNU_MUST_CHECK;

#endif
