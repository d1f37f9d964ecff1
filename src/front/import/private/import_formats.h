// The function of each format; see ImportFormat.
#ifndef WEFT_IMPORT_PRIVATE_IMPORT_FORMATS_H
#define WEFT_IMPORT_PRIVATE_IMPORT_FORMATS_H

#include "import/import.h"

#define IMPORT(name, summary) Status import_##name(const ImportSettings *settings, FILE *out, ImportRun *run);
#include "import/private/import_list.h"
#undef IMPORT

#endif
