// Programs that weft starts without a shell: a child of its own process group, and one that runs to its end.
#ifndef WEFT_RUN_PROGRAM_H
#define WEFT_RUN_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

// As fork. The child leads a new process group, so that Ctrl-C reaches weft only; it ends with weft, and has the default for SIGPIPE and no
// signal blocked. Between this and exec it calls only functions that a signal handler may call.
pid_t program_fork(void);

// Kills the child and all processes that it started.
void program_kill(pid_t child);

// Waits as waitpid does, with `options` of it; true when the child has ended. Processes that it left behind are killed.
bool program_reap(pid_t child, int options, int *wait_status);

typedef enum ProgramFate { PROGRAM_ENDED, PROGRAM_NOT_STARTED, PROGRAM_SIGNALLED, PROGRAM_LATE } ProgramFate;

enum { PROGRAM_TEXT = 4096 };

typedef struct ProgramEnd {
    ProgramFate fate;
    int         code;               // exit code of one that ended, signal of one that was killed by one
    char        text[PROGRAM_TEXT]; // how what it wrote to both streams begins; of one that was not started, why
} ProgramEnd;

// Runs arguments[0], found along PATH, in a folder, with nothing to read; one that does not end within limit_s is killed with what it
// started. `arguments` ends with NULL. STATUS_ENVIRONMENT: there is no process or no pipe for it.
Status program_run(const char *folder, char *const *arguments, double limit_s, ProgramEnd *out) GNU_MUST_CHECK;

// The first line of the text that says something, "" when none does.
void program_line(const ProgramEnd *end, char *out, size_t size);

#endif
