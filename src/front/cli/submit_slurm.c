#include "cli/private/submit_slurm.h"

#include <stdio.h>
#include <string.h>

#include "run/program.h"

#define LIMIT_S 120.0

// "123" or "123;cluster", on a line of its own; warnings may come before.
static bool read_id(const char *text, char out[SLURM_ID])
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t digits = strspn(line, "0123456789");
        if (digits == 0 || digits >= SLURM_ID || !strchr(";\n", line[digits]))
            continue;
        snprintf(out, SLURM_ID, "%.*s", (int)digits, line);
        return true;
    }
    return false;
}

static Status sbatch(const char *folder, const char *script, const char *after, char out[SLURM_ID])
{
    char        dependency[64], said[300];
    ProgramEnd  end;
    char *const words[] = {(char[]){"sbatch"}, (char[]){"--parsable"}, *after ? dependency : (char *)script, *after ? (char *)script : NULL,
                           NULL};
    snprintf(dependency, sizeof dependency, "--dependency=afterany:%s", after);
    TRY(program_run(folder, words, LIMIT_S, &end));
    program_line(&end, said, sizeof said);
    if (end.fate == PROGRAM_ENDED && end.code == 0 && read_id(end.text, out))
        return status_ok();
    if (end.fate == PROGRAM_NOT_STARTED)
        return status_make(STATUS_ENVIRONMENT,
                           "sbatch cannot be started: %s; is this a machine of a cluster that has Slurm? "
                           "--engine parallel and local need none",
                           said);
    return status_make(STATUS_ENVIRONMENT, "sbatch did not take %s/%s: %s", folder, script,
                       end.fate == PROGRAM_LATE ? "it did not end within two minutes"
                       : *said                  ? said
                                                : "it gave no reason");
}

Status submit_slurm(const char *folder, SlurmJobs *out)
{
    *out = (SlurmJobs){0};
    TRY(sbatch(folder, "array.sbatch", "", out->array));
    return sbatch(folder, "merge.sbatch", out->array, out->merge);
}
