// Starts programs without a shell: forks a child in its own process group, or runs a program to its end.
#ifndef WEFT_RUN_PROGRAM_H
#define WEFT_RUN_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

// As fork. The child leads a new process group, so that Ctrl-C reaches only weft. It ends with weft, has the default action for SIGPIPE,
// and no signal blocked. Until exec it may call only functions that a signal handler may call.
pid_t program_fork(void);

// Kills the child and all processes that it started.
void program_kill(pid_t child);

// Waits as waitpid does, with its `options`; true if the child has ended. Kills processes that the child left behind.
bool program_reap(pid_t child, int options, int *wait_status);

typedef enum ProgramFate { PROGRAM_ENDED, PROGRAM_NOT_STARTED, PROGRAM_SIGNALLED, PROGRAM_LATE } ProgramFate;

enum { PROGRAM_TEXT = 4096 };

typedef struct ProgramEnd {
    ProgramFate fate;
    int         code;               // exit code, or signal that killed the program
    char        text[PROGRAM_TEXT]; // start of its output on both streams; if it was not started, the reason
} ProgramEnd;

// Runs arguments[0], searched in PATH, in a folder, without input. After limit_s the program and its children are killed. `arguments` ends
// with NULL. STATUS_ENVIRONMENT: no process or pipe can be made.
Status program_run(const char *folder, char *const *arguments, double limit_s, ProgramEnd *out) GNU_MUST_CHECK;

// The first line of the text that is not blank; "" if there is none.
void program_line(const ProgramEnd *end, char *out, size_t size);

#endif
