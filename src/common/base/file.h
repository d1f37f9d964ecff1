// Whole files: reads a file into memory at once, and writes files so that a reader never sees a partial one.
#ifndef WEFT_BASE_FILE_H
#define WEFT_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#include "base/status.h"

// Reads all bytes of a file, or of a pipe to its end, and adds a terminating zero that is not counted. The caller frees *bytes with free();
// it is NULL on failure. STATUS_IO: unreadable, a folder or device, or a pipe that is silent for half a minute. STATUS_INPUT: above
// limit_bytes. STATUS_MEMORY.
Status file_read(const char *path, size_t limit_bytes, char **bytes, size_t *size) GNU_MUST_CHECK;

// The limit of files that hold geometry: meshes and states.
#define FILE_GEOMETRY_MAX ((size_t)1 << 31)

// Opens a regular file for reading in pieces; the caller closes it. STATUS_IO: unreadable or not a regular file. STATUS_INPUT: above
// limit_bytes.
Status file_open(const char *path, size_t limit_bytes, FILE **out) GNU_MUST_CHECK;

// STATUS_IO for a pipe. Call it before reading a file more than once.
Status file_refuse_pipe(const char *path) GNU_MUST_CHECK;

// Identity of the file behind a name, and the times of its last changes. Equal stamps mean equal contents.
typedef struct FileStamp {
    dev_t           device;
    ino_t           inode;
    off_t           bytes;
    struct timespec modified, changed;
} FileStamp;
Status file_stamp(const char *path, FileStamp *out) GNU_MUST_CHECK; // STATUS_IO
bool   file_stamp_same(const FileStamp *a, const FileStamp *b);

// Makes STATUS_INPUT for a file that has changed since it was read before, with the time of the change and a remedy.
Status file_changed(const char *path);

// True if two paths lead to the same file: a link, a hard link, or another spelling of the path. False if one of them leads to no file.
bool file_is_same(const char *a, const char *b);

// Files that a command writes: `path` (NULL: none), or all files in the folder `path` that match a pattern of fnmatch(3).
typedef struct FileOutput {
    const char *path, *pattern;
} FileOutput;

// STATUS_USAGE if one of the existing output files is the input. input NULL: none.
Status file_keep(FileOutput output, const char *input) GNU_MUST_CHECK;

// A file that is being written, under a temporary name in the same folder until file_commit renames it.
typedef struct FileDraft {
    FILE *stream; // write here
    char *path, *temporary;
} FileDraft;

// For a name that weft makes, in a folder that may be untrusted: replaces a link of that name, and leaves its target unchanged. STATUS_IO:
// the folder cannot be written, or the name exists and is not a file. After success, call file_commit or file_discard.
Status file_begin(const char *path, FileDraft *draft) GNU_MUST_CHECK;

// The same for a name that the user gave: a link stays, and its target is replaced.
Status file_begin_given(const char *path, FileDraft *draft) GNU_MUST_CHECK;

// Flushes, syncs and renames. STATUS_IO if any byte could not be written (full disk, say); then the temporary is removed and an existing
// file is unchanged. Ends the draft in both cases.
Status file_commit(FileDraft *draft) GNU_MUST_CHECK;

void file_discard(FileDraft *draft); // removes the temporary; accepts a draft that has ended

// An existing folder stays. STATUS_IO: the folder cannot be made, or something else has its name.
Status file_make_folder(const char *path) GNU_MUST_CHECK;
Status file_make_folders(const char *path) GNU_MUST_CHECK; // with its parents

// Makes a new folder in $TMPDIR, or in /tmp; `what` names its purpose in messages. out: its path; "" after a failure. STATUS_IO.
Status file_make_temporary_folder(const char *what, char *out, size_t size) GNU_MUST_CHECK;

// Removes a folder with its files, except hidden ones; files that cannot be removed stay. "": does nothing.
void file_remove_folder(const char *path);

#endif
