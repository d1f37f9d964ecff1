// Temporary folders of tests.
#ifndef WEFT_TESTS_FOLDER_H
#define WEFT_TESTS_FOLDER_H

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static inline char *folder_create(void) // a new one; the caller frees the name
{
    char *name = strdup("/tmp/weft-test-XXXXXX");
    assert_non_null(name && mkdtemp(name) ? name : NULL);
    return name;
}

static inline int folder_remove_entry(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    return remove(path);
}

static inline void folder_remove(const char *folder) // and all that is in it
{
    assert_int_equal(nftw(folder, folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

// A file of a folder; missing parent folders are made. text NULL: without that file.
static inline void folder_write(const char *folder, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *at = path + strlen(folder) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0777);
        *at = '/';
    }
    if (text)
        write_text(path, text);
    else
        unlink(path);
}

#endif
