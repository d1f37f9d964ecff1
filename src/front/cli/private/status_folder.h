// weft status of a folder of `weft submit`.
#ifndef WEFT_CLI_STATUS_FOLDER_H
#define WEFT_CLI_STATUS_FOLDER_H

#include "base/status.h"

// Prints how far each shard is, as its database in the folder says, and all together. Only reads, whatever goes on. STATUS_IO,
// STATUS_INPUT.
Status status_folder_print(const char *folder) GNU_MUST_CHECK;

#endif
