// Whole files: read into memory in one go, and written so that a reader never sees half of one.
#ifndef WEFT_BASE_FILE_H
#define WEFT_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#include "base/status.h"

// All bytes of a file, or of a pipe to its end, and a terminating zero that is not counted. The caller frees *bytes with free(); it is NULL
// on failure. STATUS_IO when it cannot be read, is a folder or a device, or a pipe that is silent for half a minute, STATUS_INPUT above
// limit_bytes, STATUS_MEMORY.
Status file_read(const char *path, size_t limit_bytes, char **bytes, size_t *size) GNU_MUST_CHECK;

// The limit of files that hold geometry: meshes and states.
#define FILE_GEOMETRY_MAX ((size_t)1 << 31)

// A regular file, to be read piece by piece; the caller closes it. STATUS_IO when it cannot be read or is anything else, STATUS_INPUT above
// limit_bytes.
Status file_open(const char *path, size_t limit_bytes, FILE **out) GNU_MUST_CHECK;

// STATUS_IO for a pipe, before a file that is read more than once.
Status file_refuse_pipe(const char *path) GNU_MUST_CHECK;

// Which file a name leads to, and when its contents or its name last changed: the same stamp is the same bytes.
typedef struct FileStamp {
    dev_t           device;
    ino_t           inode;
    off_t           bytes;
    struct timespec modified, changed;
} FileStamp;
Status file_stamp(const char *path, FileStamp *out) GNU_MUST_CHECK; // STATUS_IO
bool   file_stamp_same(const FileStamp *a, const FileStamp *b);

// STATUS_INPUT about a file that is not the one that was read before for the same purpose: since when, and what to do.
Status file_changed(const char *path);

// Two paths that lead to one file: a link, a hard link, or another way to write the path. False where one of them leads to none.
bool file_is_same(const char *a, const char *b);

// Files that a command writes: `path`, NULL for none; with a pattern of fnmatch(3) those in the folder `path` that match it.
typedef struct FileOutput {
    const char *path, *pattern;
} FileOutput;

// STATUS_USAGE where one of the files that are there is the input. NULL: no input.
Status file_keep(FileOutput output, const char *input) GNU_MUST_CHECK;

// A file being written: under a temporary name in the same folder until file_commit renames it.
typedef struct FileDraft {
    FILE *stream; // write here
    char *path, *temporary;
} FileDraft;

// For a name that weft makes, in a folder that may be from others: a link of that name is replaced, what it points to stays. STATUS_IO when
// the folder cannot be written, or what is there is no file. After success one of file_commit and file_discard must follow.
Status file_begin(const char *path, FileDraft *draft) GNU_MUST_CHECK;

// The same for a name that the user gave: a link stays, and what it points to is replaced.
Status file_begin_given(const char *path, FileDraft *draft) GNU_MUST_CHECK;

// Flushes, syncs and renames. STATUS_IO when any byte could not be written (a full disk, say); then the temporary is removed and an
// existing file is untouched. Ends the draft either way.
Status file_commit(FileDraft *draft) GNU_MUST_CHECK;

void file_discard(FileDraft *draft); // removes the temporary; takes a draft that has ended

// A folder that is there already stays. STATUS_IO: it cannot be made, or something else has its name.
Status file_make_folder(const char *path) GNU_MUST_CHECK;
Status file_make_folders(const char *path) GNU_MUST_CHECK; // with its parents

// A new folder in $TMPDIR, or in /tmp, that is for `what`. out: its path; "" after a failure. STATUS_IO.
Status file_make_temporary_folder(const char *what, char *out, size_t size) GNU_MUST_CHECK;

// Removes a folder with its files, but for hidden ones; what cannot be removed stays. "": nothing.
void file_remove_folder(const char *path);

#endif
