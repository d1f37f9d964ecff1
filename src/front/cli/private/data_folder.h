// Finds a folder that is installed with weft, next to its datasets.
#ifndef WEFT_CLI_DATA_FOLDER_H
#define WEFT_CLI_DATA_FOLDER_H

#include "base/status.h"

enum { DATA_FOLDER_MAX = 1024 };

// name: "experiments" or "cluster". Searched next to the datasets in use, then where weft was built or installed. STATUS_IO: not found.
Status data_folder(const char *name, char out[DATA_FOLDER_MAX]) GNU_MUST_CHECK;

#endif
