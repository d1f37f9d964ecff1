// A program of somebody else as a solver: its description in a YAML file, its process, and the frames that go to and fro
// (docs/protocol.md). To the rest of this room it is a WeftSolver table like that of a library.
#ifndef WEFT_PLUGIN_PROGRAM_H
#define WEFT_PLUGIN_PROGRAM_H

#include <sys/types.h>

#include "base/yaml.h"
#include "plugin/private/library_model.h"
#include "plugin/private/program_head.h"

enum { PROGRAM_PROTOCOL = 1, PROGRAM_WORDS = 32, PROGRAM_ERRORS = 1024 };

// ---- the description ----

typedef struct Program {
    YamlFile   *file; // owns all texts
    const char *words[PROGRAM_WORDS + 1];
    char        folder[1024]; // of the description: where the program runs
    WeftParam   params[PLUGIN_PARAMS_MAX + 1];
    const char *choices[PLUGIN_PARAMS_MAX][32];
    bool        kinds[CONSTRAINT_KINDS]; // that it takes
    WeftSolver  table;
} Program;

// Reads a description, of which `text` is what the file holds. STATUS_INPUT with file:line.
Status program_read(const char *path, const char *text, size_t size, Program **out) GNU_MUST_CHECK;

// The same of a file. hash: of it and of the files that it names.
Status program_open(const char *path, Program **out, char hash[HASH_TEXT]) GNU_MUST_CHECK;

void program_free(Program *program); // takes NULL

// ---- the process ----

typedef struct Process {
    pid_t  pid;                    // 0: none
    int    in, out, err;           // −1: closed
    char  *buffer;                 // [capacity] what it has written and is not taken yet
    size_t capacity, used, taken;  // taken: bytes of the frame that was received last
    char   errors[PROGRAM_ERRORS]; // the last of what it wrote to its standard error
    size_t error_count;
} Process;

typedef struct Frame {
    Head        head;
    const char *bytes; // [count] what follows the head; valid until the next frame
    size_t      count;
} Frame;

// Starts the program, to run on the processors that the team of so many threads is bound to. It ends with this process. capacity: of the
// largest frame that it may write. On failure, here and below, `failure` says what is wrong, and the result is false.
bool process_start(const Program *program, int threads, Arena *arena, size_t capacity, Process *out, WeftFailure *failure);

// Sends all of it, and keeps what the program writes meanwhile.
bool process_send(Process *process, const void *bytes, size_t count, WeftFailure *failure);

// Whether it has written nothing since the last frame that was received: before a question there is no answer.
bool process_is_quiet(Process *process, WeftFailure *failure);

// The next frame. Waits for it as long as the program lives: the time limit of the worker ends both.
bool process_receive(Process *process, Frame *out, WeftFailure *failure);

void process_end(Process *process); // closes its input, and kills it if it does not end of its own accord

// ---- a solver ----

// Slots of the table of a program, whose setup is a LibrarySetup.
int32_t program_create(const WeftSetup *setup, void **solver, WeftFailure *failure);
int32_t program_step(void *solver, WeftStep *step, WeftFailure *failure);
void    program_destroy(void *solver);

// Shows the model: the frame `model` with its arrays. False: as above.
bool program_show_model(const LibrarySetup *setup, Process *process, WeftFailure *failure);

void program_fail(WeftFailure *failure, const char *format, ...) GNU_PRINTF(2, 3);

#endif
