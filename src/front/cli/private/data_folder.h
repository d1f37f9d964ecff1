// A folder that comes with weft beside its datasets.
#ifndef WEFT_CLI_DATA_FOLDER_H
#define WEFT_CLI_DATA_FOLDER_H

#include "base/status.h"

enum { DATA_FOLDER_MAX = 1024 };

// name: "experiments" or "cluster". Beside the datasets in use, else where weft was built or installed. STATUS_IO: there is none.
Status data_folder(const char *name, char out[DATA_FOLDER_MAX]) GNU_MUST_CHECK;

#endif
