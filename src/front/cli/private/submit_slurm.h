// Handing the scripts of a folder to Slurm.
#ifndef WEFT_CLI_SUBMIT_SLURM_H
#define WEFT_CLI_SUBMIT_SLURM_H

#include "base/status.h"

enum { SLURM_ID = 24 };

typedef struct SlurmJobs {
    char array[SLURM_ID], merge[SLURM_ID]; // "" where Slurm has no such job
} SlurmJobs;

// sbatch of FOLDER/array.sbatch, and of FOLDER/merge.sbatch, which waits until all tasks of that have ended, however they did.
// STATUS_ENVIRONMENT: sbatch is not there, or refused one, with what it said; `out` has what was taken before.
Status submit_slurm(const char *folder, SlurmJobs *out) GNU_MUST_CHECK;

#endif
