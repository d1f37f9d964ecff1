// Finds the worker programs and selects the one for this processor.
#ifndef WEFT_RUN_WORKER_FILE_H
#define WEFT_RUN_WORKER_FILE_H

#include <jansson.h>

#include "base/file.h"
#include "case/case.h"

typedef struct WorkerFile {
    char      path[1024];
    char      hash[HASH_TEXT]; // hash of the executable, which identifies the build of samples
    FileStamp stamp;           // stamp of the file when it was hashed
} WorkerFile;

// weft-worker-PRECISION; in a portable build the highest of -v4, -v3, -v2 that this processor can run. STATUS_IO if there is none.
Status worker_file(Precision precision, WorkerFile *out) GNU_MUST_CHECK;
Status worker_file_in(const char *folder, Precision precision, WorkerFile *out) GNU_MUST_CHECK;

// STATUS_INPUT if the executable has changed since it was hashed. Hashes it again only if its stamp has changed.
Status worker_file_check(WorkerFile *worker) GNU_MUST_CHECK;

// Checks, by its row `environment`, that a process has the same libraries as earlier processes with the same program and plugin (its path,
// or NULL). STATUS_INPUT if a library differs. seen: JSON object with the libraries of earlier processes; new ones are added. NULL: no
// check.
Status worker_libraries_check(json_t *seen, const char *program, const char *plugin, const json_t *environment) GNU_MUST_CHECK;

// Hash of the build of samples of this case: the hash of the worker, combined with that of the plugin if the case needs one.
void worker_build_hash(const WorkerFile *worker, const Case *c, char out[HASH_TEXT]);

#endif
