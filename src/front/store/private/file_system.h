// File systems on which a store cannot be written: WAL mode needs shared memory between all programs with the file, and reliable locks.
// Network file systems lack them (https://www.sqlite.org/wal.html, https://www.sqlite.org/lockingv3.html).
#ifndef WEFT_STORE_FILE_SYSTEM_H
#define WEFT_STORE_FILE_SYSTEM_H

#include <stdint.h>

#include "base/status.h"

// The f_type of statfs(2) for the folder of a file, which need not exist yet; 0: unknown.
int64_t file_system_type(const char *path);

// STATUS_IO, with the name of the file system, for such a file system.
Status file_system_check(const char *path, int64_t type) GNU_MUST_CHECK;

// STATUS_IO: its file system has no locks, for this reason (errno), so SQLite and weft cannot exclude other writers.
Status file_system_without_locks(const char *path, int reason) GNU_MUST_CHECK;

// Tries to lock a new file in the same folder. Returns the errno; 0: locks work, or no file can be made there.
int file_system_try_lock(const char *path);

#endif
