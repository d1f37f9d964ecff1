// File systems on which a store cannot be written: WAL mode needs memory that all programs with the file share, and locks that hold, which
// a file system over a network has not (https://www.sqlite.org/wal.html, https://www.sqlite.org/lockingv3.html).
#ifndef WEFT_STORE_FILE_SYSTEM_H
#define WEFT_STORE_FILE_SYSTEM_H

#include <stdint.h>

#include "base/status.h"

// The f_type of statfs(2) for the folder of a file that may not be there yet; 0: it cannot be told.
int64_t file_system_type(const char *path);

// STATUS_IO, with the name of the file system, for one of those.
Status file_system_check(const char *path, int64_t type) GNU_MUST_CHECK;

// STATUS_IO: its file system has no locks, for this reason (errno): SQLite and weft then cannot keep others out.
Status file_system_without_locks(const char *path, int reason) GNU_MUST_CHECK;

// errno of asking for a lock on a new file in the folder of this one; 0: there are locks, or no file can be made there.
int file_system_try_lock(const char *path);

#endif
