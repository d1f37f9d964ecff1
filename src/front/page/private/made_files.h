// MadeFiles: which files of a folder a report has made, so that the next one there can remove what it does not make again. The list is
// in the folder, in MADE_FILES_LIST; other files of the folder are never touched.
#ifndef WEFT_PAGE_MADE_FILES_H
#define WEFT_PAGE_MADE_FILES_H

#include <stdint.h>

#include "base/status.h"

#define MADE_FILES_LIST ".weft-files"

typedef struct MadeFile {
    char    name[256];
    int64_t inode, changed_ns;
    bool    made; // by an earlier report, as its list says
} MadeFile;

typedef struct MadeFiles {
    const char *folder;
    int         count;
    MadeFile   *files; // what was in the folder before
} MadeFiles;

// Looks into the folder before a report is written there.
Status made_files_begin(const char *folder, MadeFiles *out) GNU_MUST_CHECK;
// After a whole report: removes the files that an earlier report has made and this one has not, and writes the list again.
Status made_files_end(MadeFiles *files) GNU_MUST_CHECK;
void   made_files_destroy(MadeFiles *files); // takes a zeroed one

#endif
