// Lines, words and numbers of a configuration of IPC.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "import/private/ipc_words.h"

// So that products of several of them are finite.
static const double LARGEST = 1e30;

Status(ipc_error)(const IpcLine *line, const char *format, ...)
{
    char    text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return status_make(STATUS_INPUT, "%s:%d: %s", line->path, line->number, text);
}

// Names in it are written into a scene and shown: all of it is printable but for tabs and line ends.
static Status check_bytes(const IpcFile *file, size_t size)
{
    int line = 1;
    for (size_t i = 0, next = 1; i < size; i += next) {
        const char c = file->bytes[i];
        line += c == '\n';
        if (c == '\n' || c == '\t' || c == '\r')
            next = 1;
        else if (!text_printable_bytes(file->bytes + i, &next))
            return status_make(STATUS_INPUT, "%s:%d: a byte that is not printable UTF-8; write the file as plain text", file->path, line);
    }
    return status_ok();
}

Status ipc_file_open(const char *path, IpcFile *out)
{
    size_t size = 0;
    *out = (IpcFile){.path = path, .line = 1};
    TRY(file_read(path, IPC_FILE_BYTES, &out->bytes, &size));
    out->next = out->bytes;
    const Status status = check_bytes(out, size);
    if (status.code != STATUS_OK)
        ipc_file_close(out);
    return status;
}

void ipc_file_close(IpcFile *file)
{
    free(file->bytes);
    *file = (IpcFile){0};
}

// Cuts the next line off, and says whether there was one.
static char *cut_line(IpcFile *file)
{
    char *line = file->next;
    if (!*line)
        return NULL;
    char *end = line + strcspn(line, "\n");
    file->next = *end ? end + 1 : end;
    *end = '\0';
    file->line++;
    return line;
}

static Status cut_words(char *text, IpcLine *line, bool *more)
{
    char *rest = NULL;
    *more = false;
    for (char *word = strtok_r(text, " \t\r", &rest); word && *word != '#'; word = strtok_r(NULL, " \t\r", &rest)) {
        *more = strcmp(word, "\\") == 0;
        if (*more)
            continue;
        if (line->count == IPC_WORDS)
            return ipc_error(line, "more than %d words in a line", IPC_WORDS);
        line->words[line->count++] = word;
    }
    return status_ok();
}

Status ipc_line_next(IpcFile *file, IpcLine *out)
{
    bool  more = true;
    char *text = NULL;
    out->path = file->path;
    out->count = out->at = 0;
    while ((out->count == 0 || more) && (text = cut_line(file))) {
        if (out->count == 0)
            out->number = file->line - 1;
        TRY(cut_words(text, out, &more));
    }
    return status_ok();
}

char *ipc_word(IpcLine *line)
{
    return line->at < line->count ? line->words[line->at++] : NULL;
}

bool ipc_is_number(const IpcLine *line)
{
    double number;
    return line->at < line->count && text_to_double(line->words[line->at], &number);
}

Status ipc_done(const IpcLine *line)
{
    return line->at == line->count ? status_ok() : ipc_error(line, "`%.60s` is a word too many", line->words[line->at]);
}

Status ipc_numbers(IpcLine *line, const char *what, int count, double *out)
{
    for (int i = 0; i < count; i++) {
        const char *word = ipc_word(line);
        if (!word)
            return ipc_error(line, "`%s` has %d numbers, and here are %d", what, count, i);
        if (!text_to_double(word, &out[i]))
            return ipc_error(line, "`%.60s` is not a finite number; `%s` has %d of them", word, what, count);
        if (fabs(out[i]) > LARGEST)
            return ipc_error(line, "`%.60s` is beyond %g; a scene is in metres, seconds and kilograms", word, LARGEST);
    }
    return status_ok();
}
