// MadeFiles: the list of the files that a report has made in a folder (MADE_FILES_LIST), so that the next report there can remove those
// that it does not make. Other files of the folder are never touched.
#ifndef WEFT_PAGE_MADE_FILES_H
#define WEFT_PAGE_MADE_FILES_H

#include <time.h>

#include "base/file.h"

#define MADE_FILES_LIST ".weft-files"

typedef struct MadeFiles {
    const char     *folder;
    char           *earlier; // names of the files of an earlier report, a line each; NULL: no list
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
