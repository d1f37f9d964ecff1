// MadeFiles: which files of a folder a report has made, so that the next one there can remove what it does not make again. The list is
// in the folder, in MADE_FILES_LIST; other files of the folder are never touched.
#ifndef WEFT_PAGE_MADE_FILES_H
#define WEFT_PAGE_MADE_FILES_H

#include <time.h>

#include "base/file.h"

#define MADE_FILES_LIST ".weft-files"

typedef struct MadeFiles {
    const char     *folder;
    char           *earlier; // the names that an earlier report has made, a line each; NULL: none was here, or it is not known
    FileDraft       list;
    struct timespec begun;       // by the clock of the folder's file system
    bool            is_set_back; // since then
} MadeFiles;

// Before a report is written there.
Status made_files_begin(const char *folder, MadeFiles *out) GNU_MUST_CHECK;
// After a whole report: removes the files that an earlier report has made and this one has not, and writes the list again.
Status made_files_end(MadeFiles *files) GNU_MUST_CHECK;
void   made_files_destroy(MadeFiles *files); // takes a zeroed one

#endif
