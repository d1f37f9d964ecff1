// The lines of a configuration of IPC and the words of a line. Every failure names file:line.
#ifndef WEFT_IMPORT_PRIVATE_IPC_WORDS_H
#define WEFT_IMPORT_PRIVATE_IPC_WORDS_H

#include <stdbool.h>

#include "base/status.h"

enum { IPC_WORDS = 1000, IPC_FILE_BYTES = 1 << 20 };

typedef struct IpcFile {
    const char *path;
    char       *bytes, *next; // what was read, which words point into; the next line. ipc_file_close frees them
    int         line;         // of `next`
} IpcFile;

typedef struct IpcLine {
    const char *path;
    int         number;
    char       *words[IPC_WORDS];
    int         count, at; // words, and the next of them
} IpcLine;

// The whole file. STATUS_IO; STATUS_INPUT: above IPC_FILE_BYTES, or with what is not printable. ipc_file_close takes a closed one.
Status ipc_file_open(const char *path, IpcFile *out) GNU_MUST_CHECK;
void   ipc_file_close(IpcFile *file);

// The next line that has words, with those that a \ at its end joins to it; a word that begins with # ends it. *out has no words at the end
// of the file. STATUS_INPUT: too many words.
Status ipc_line_next(IpcFile *file, IpcLine *out) GNU_MUST_CHECK;

// STATUS_INPUT with the line before the text.
Status ipc_error(const IpcLine *line, const char *format, ...) GNU_PRINTF(2, 3);

#ifdef __clang_analyzer__ // see status.h: the static analyser is shown that this is a failure
#define ipc_error(line, ...) ((void)(ipc_error)(line, __VA_ARGS__), status_analysed(STATUS_INPUT))
#endif

char  *ipc_word(IpcLine *line);                      // NULL: there is none left
bool   ipc_is_number(const IpcLine *line);           // whether the next word is one
Status ipc_done(const IpcLine *line) GNU_MUST_CHECK; // STATUS_INPUT: there is a word left

// So many numbers of the line. STATUS_INPUT: a word is none, or the line ends before.
Status ipc_numbers(IpcLine *line, const char *what, int count, double *out) GNU_MUST_CHECK;

#endif
