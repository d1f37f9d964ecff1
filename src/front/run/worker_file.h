// The worker programs: where they are, and which one fits this processor.
#ifndef WEFT_RUN_WORKER_FILE_H
#define WEFT_RUN_WORKER_FILE_H

#include <jansson.h>

#include "base/file.h"
#include "case/case.h"

typedef struct WorkerFile {
    char      path[1024];
    char      hash[HASH_TEXT]; // of the executable: the build that samples belong to
    FileStamp stamp;           // when it was hashed
} WorkerFile;

// weft-worker-PRECISION, or of a portable build the highest of -v4, -v3, -v2 that this processor can run. STATUS_IO when there is none.
Status worker_file(Precision precision, WorkerFile *out) GNU_MUST_CHECK;
Status worker_file_in(const char *folder, Precision precision, WorkerFile *out) GNU_MUST_CHECK;

// STATUS_INPUT once the executable is another one than was hashed. Hashes it again only where it was touched.
Status worker_file_check(WorkerFile *worker) GNU_MUST_CHECK;

// Whether a process has the libraries that earlier ones of the same program and plugin (its path, or NULL) had, by its row `environment`:
// STATUS_INPUT where one is another by now. seen: an object that holds those of earlier processes, to which others are added; NULL:
// anything will do.
Status worker_libraries_check(json_t *seen, const char *program, const char *plugin, const json_t *environment) GNU_MUST_CHECK;

// The hash of the build that samples of this case belong to: that of the worker, and with it that of the plugin that it needs.
void worker_build_hash(const WorkerFile *worker, const Case *c, char out[HASH_TEXT]);

#endif
