// The files of a bundle: what lies in its folder, their sums, and how they get there. A bundle may be from anybody: a path that would leave
// its folder, a link, and what is neither file nor folder are refused.
#ifndef WEFT_BUNDLE_BUNDLE_FILES_H
#define WEFT_BUNDLE_BUNDLE_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/sha256.h"

#define BUNDLE_SUMS "SHA256SUMS"
enum { BUNDLE_PATH_MAX = 4096 };

// A path below a folder, without a component that is empty, "." or "..", and printable.
bool bundle_path_stays(const char *path);

// FOLDER/NAME. STATUS_IO where that is too long.
Status bundle_path(const char *folder, const char *name, char out[BUNDLE_PATH_MAX]) GNU_MUST_CHECK;

typedef struct BundleFile {
    char *path; // below the folder
    char  sum[SHA256_TEXT];
} BundleFile;

typedef struct BundleFiles { // sorted by path
    int         count, room;
    BundleFile *files;
} BundleFiles;

void bundle_files_destroy(BundleFiles *files); // takes a zeroed one

// Every file below the folder but SHA256SUMS, without its sum. STATUS_INPUT for a link, a device, a name that is not printable, too many or
// too deep folders. Nothing to destroy after a failure.
Status bundle_files_find(const char *folder, BundleFiles *out) GNU_MUST_CHECK;

// What a SHA256SUMS says. STATUS_INPUT with file:line for what is no line of it, a path that does not stay, or one that is given twice.
Status bundle_sums_read(const char *path, BundleFiles *out) GNU_MUST_CHECK;
Status bundle_sums_write(const char *folder) GNU_MUST_CHECK;
// Compares what is there with what SHA256SUMS says and writes a line to `said` for each file that differs, is missing, or is one too many.
// STATUS_INPUT if there is any.
Status bundle_sums_check(const char *folder, FILE *said, int *count) GNU_MUST_CHECK;

// Copies a file to FOLDER/NAME, making folders. A file that is there already must be the same: STATUS_INPUT.
Status bundle_copy(const char *from, const char *folder, const char *name) GNU_MUST_CHECK;

void bundle_remove(const char *folder); // with all that is in it; what cannot be removed stays

#endif
