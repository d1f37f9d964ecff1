#include "report/document.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "report/private/quote.h"

enum { DOCUMENT_BYTES_MAX = 16 << 20, SHOWN_MAX = 120 };

typedef struct Comment { // an HTML comment that begins with `weft` or `/weft`
    const char *begin, *end;
    const char *body, *body_end; // behind that word
    bool        closing;
} Comment;

typedef struct Document {
    const char      *path;
    PublishedStores *stores;
    const char      *bytes, *bytes_end;
    const char      *counted; // lines are counted up to here
    int              line;    // there, from 1
    bool             crlf;    // its first line ends so
    bool             check;
    FILE            *out; // for differences
    FILE            *renewed;
    int              numbers, different, mistakes;
    Status           mistake; // the first
} Document;

// Marks are asked for in the order of the file.
static int line_of(Document *d, const char *at)
{
    for (; d->counted < at; d->counted++)
        d->line += *d->counted == '\n';
    return d->line;
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

// The next one from *at, which moves behind it; begin NULL: there is none.
static Status next_comment(Document *d, const char **at, Comment *out)
{
    static const char OPEN[] = "<!--", CLOSE[] = "-->", WORD[] = "weft";
    *out = (Comment){0};
    for (const char *open = *at; (open = strstr(open, OPEN));) {
        const char *word = skip_space(open + strlen(OPEN), d->bytes_end), *end = strstr(open + strlen(OPEN), CLOSE);
        const bool  closing = *word == '/';
        word += closing;
        if (strncmp(word, WORD, strlen(WORD)) != 0 || isalnum((unsigned char)word[strlen(WORD)])) {
            open = end ? end : word;
            continue;
        }
        const char *inner = strstr(word, OPEN);
        if (!end || (inner && inner < end))
            return status_make(STATUS_INPUT, "%s:%d: the comment has no end; write -->", d->path, line_of(d, open));
        *out = (Comment){open, end + strlen(CLOSE), word + strlen(WORD), end, closing};
        *at = out->end;
        break;
    }
    return status_ok();
}

// ---- what it asks for ----

static Status quote_at(Document *d, int line, const char *name, const char *map, const char *end, FILE *out, bool *lines)
{
    YamlFile  *file = NULL;
    Published *published = NULL;
    TRY(yaml_read_text_at(d->path, line, map, (size_t)(end - map), &file));
    Status status = published_open(d->stores, name, &published);
    status = status.code == STATUS_OK ? quote_put(published, yaml_root(file), out, lines) : status_prefix(status, "%s:%d", d->path, line);
    yaml_destroy(file);
    return status;
}

// " NAME {…} "
static Status quote_of(Document *d, const Comment *open, FILE *out, bool *lines)
{
    char        name[SPEC_NAME_MAX];
    const char *begin = skip_space(open->body, open->body_end), *end = begin;
    const int   line = line_of(d, open->begin);
    while (end < open->body_end && (isalnum((unsigned char)*end) || *end == '_' || *end == '-'))
        end++;
    const char  *map = skip_space(end, open->body_end);
    const size_t length = (size_t)(end - begin);
    const char  *last = open->body_end;
    while (last > map && isspace((unsigned char)last[-1]))
        last--;
    if (begin == open->body || length == 0 || length >= sizeof name || map == open->body_end || *map != '{' || last[-1] != '}')
        return status_make(STATUS_INPUT, "%s:%d: write <!-- weft NAME {…} -->, with the name of an experiment", d->path, line);
    memcpy(name, begin, length);
    name[length] = '\0';
    return quote_at(d, line_of(d, map), name, map, open->body_end, out, lines);
}

// ---- what is there ----

static void show(const char *what, const char *text, size_t length, FILE *out)
{
    char shown[SHOWN_MAX];
    snprintf(shown, sizeof shown, "%.*s", (int)(length < SHOWN_MAX ? length : SHOWN_MAX - 1), text);
    text_make_printable(shown);
    fprintf(out, "%s \"%s\"", what, shown);
}

static size_t line_length(const char *at, const char *end)
{
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    return (size_t)((line_end ? line_end : end) - at);
}

// The first line in which they differ; of the file it is in `line`.
static void show_difference(const Document *d, int line, const char *is, const char *is_end, const char *gives, size_t size)
{
    const char *gives_end = gives + size;
    size_t      a = line_length(is, is_end), b = line_length(gives, gives_end);
    for (; a == b && memcmp(is, gives, a) == 0 && is + a < is_end && gives + b < gives_end; line++) {
        is += a + 1;
        gives += b + 1;
        a = line_length(is, is_end);
        b = line_length(gives, gives_end);
    }
    fprintf(d->out, "%s:%d:", d->path, line);
    show(" is", is, a, d->out);
    show(", the store gives", gives, b, d->out);
    putc('\n', d->out);
}

// A table or code block among other text would be none.
static bool has_own_lines(const Document *d, const Comment *open, const Comment *close)
{
    const size_t rest = line_length(close->end, d->bytes_end);
    return (open->begin == d->bytes || open->begin[-1] == '\n') && skip_space(close->end, close->end + rest) == close->end + rest;
}

// The text with the line ends of the document; of a table or report with an empty line before and behind it.
static void put_text(const Document *d, const char *text, size_t size, bool lines, FILE *out)
{
    const char *newline = d->crlf ? "\r\n" : "\n";
    if (lines)
        fprintf(out, "%s%s", newline, newline);
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n')
            fputs(newline, out);
        else
            putc(text[i], out);
    }
    fputs(lines ? newline : "", out);
}

static Status memory_open(char **text, size_t *size, FILE **out)
{
    *out = open_memstream(text, size);
    return *out ? status_ok() : status_make(STATUS_MEMORY, "out of memory for a document");
}

// status: of what wrote into it.
static Status memory_close(FILE *stream, Status status)
{
    const bool whole = !ferror(stream);
    if ((fclose(stream) == 0 && whole) || status.code != STATUS_OK)
        return status;
    return status_make(STATUS_MEMORY, "out of memory for a document");
}

static Status renew_text(Document *d, const Comment *open, const Comment *close, const char *text, size_t size, bool lines)
{
    char  *now = NULL;
    size_t now_size = 0;
    FILE  *stream = NULL;
    if (lines && !has_own_lines(d, open, close))
        return status_make(STATUS_INPUT,
                           "%s:%d: a table or report needs lines of its own: begin a line with its marker, and end one with <!-- /weft -->",
                           d->path, d->line);
    const int line = line_of(d, open->end);
    TRY(memory_open(&now, &now_size, &stream));
    put_text(d, text, size, lines, stream);
    const Status status = memory_close(stream, status_ok());
    if (status.code == STATUS_OK) {
        const bool same = now_size == (size_t)(close->begin - open->end) && memcmp(now, open->end, now_size) == 0;
        d->numbers++;
        d->different += !same;
        if (!same && d->check)
            show_difference(d, line, open->end, close->begin, now, now_size);
        fwrite(now, 1, now_size, d->renewed);
    }
    free(now);
    return status;
}

// The others of a file are looked at as well, so that all of its mistakes are said at once: to `out` where there are several.
static void add_mistake(Document *d, Status status)
{
    if (d->mistakes++ == 0) {
        d->mistake = status;
        return;
    }
    if (d->mistakes == 2)
        fprintf(d->out, "%s\n", d->mistake.text);
    fprintf(d->out, "%s\n", status.text);
}

static Status mistakes_of(const Document *d)
{
    if (d->mistakes < 2)
        return d->mistakes ? d->mistake : status_ok();
    return status_make(d->mistake.code, "%s: %d markers are wrong, as listed; nothing of it was written", d->path, d->mistakes);
}

static Status renew_number(Document *d, const Comment *open, const Comment *close)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *stream = NULL;
    bool   lines = false;
    TRY(memory_open(&text, &size, &stream));
    Status status = memory_close(stream, quote_of(d, open, stream, &lines));
    if (status.code == STATUS_OK)
        status = renew_text(d, open, close, text, size, lines);
    free(text);
    return status;
}

// ---- a document ----

static Status need_pair(Document *d, const Comment *open, const Comment *close)
{
    const int line = line_of(d, open->begin);
    if (open->closing)
        return status_make(STATUS_INPUT, "%s:%d: <!-- /weft --> closes nothing; remove it", d->path, line);
    if (!close->begin)
        return status_make(STATUS_INPUT, "%s:%d: no <!-- /weft --> closes this marker", d->path, line);
    if (!close->closing)
        return status_make(STATUS_INPUT, "%s:%d: another marker begins before <!-- /weft --> closes this one", d->path, line);
    if (skip_space(close->body, close->body_end) != close->body_end)
        return status_make(STATUS_INPUT, "%s:%d: write <!-- /weft --> and nothing else, where this marker is closed", d->path, line);
    return status_ok();
}

static Status renew_numbers(Document *d)
{
    const char *at = d->bytes, *copied = d->bytes;
    for (;;) {
        Comment open, close;
        TRY(next_comment(d, &at, &open));
        if (!open.begin)
            break;
        TRY(next_comment(d, &at, &close));
        TRY(need_pair(d, &open, &close));
        fwrite(copied, 1, (size_t)(open.end - copied), d->renewed);
        const Status status = renew_number(d, &open, &close);
        if (status.code != STATUS_OK)
            add_mistake(d, status);
        copied = close.begin;
    }
    fwrite(copied, 1, (size_t)(d->bytes_end - copied), d->renewed);
    return mistakes_of(d);
}

static Status replace(const char *path, const char *text, size_t size)
{
    FileDraft draft;
    TRY(file_begin_given(path, &draft));
    fwrite(text, 1, size, draft.stream);
    return file_commit(&draft);
}

static Status renew_bytes(Document *d)
{
    char  *text = NULL;
    size_t size = 0;
    TRY(memory_open(&text, &size, &d->renewed));
    Status status = memory_close(d->renewed, renew_numbers(d));
    if (status.code == STATUS_OK && !d->check && d->different)
        status = replace(d->path, text, size);
    free(text);
    return status;
}

static Status renew(Document *d)
{
    char  *bytes = NULL;
    size_t size = 0;
    TRY(file_read(d->path, DOCUMENT_BYTES_MAX, &bytes, &size));
    const char *zero = memchr(bytes, '\0', size), *newline = strchr(bytes, '\n');
    d->bytes = d->counted = bytes;
    d->bytes_end = bytes + size;
    d->line = 1;
    d->crlf = newline && newline > bytes && newline[-1] == '\r';
    const Status status =
        zero ? status_make(STATUS_INPUT, "%s:%d: a NUL byte; a document is a text", d->path, line_of(d, zero)) : renew_bytes(d);
    free(bytes);
    return status;
}

static Status renew_all(PublishedStores *stores, const char *const *paths, int count, bool check, FILE *out)
{
    int different = 0;
    for (int i = 0; i < count; i++) {
        Document d = {.path = paths[i], .stores = stores, .check = check, .out = out};
        TRY(renew(&d));
        different += d.different;
        if (!check)
            fprintf(out, "%s: %d number%s, %d renewed\n", d.path, d.numbers, d.numbers == 1 ? "" : "s", d.different);
    }
    if (check && different)
        return status_make(STATUS_INPUT, "%d number%s differ%s from the stores; the same command without --check renews %s", different,
                           different == 1 ? "" : "s", different == 1 ? "s" : "", different == 1 ? "it" : "them");
    return status_ok();
}

Status documents_renew(const char *stores, const char *const *paths, int count, bool check, FILE *out)
{
    PublishedStores open = {.folder = stores};
    const Status    status = renew_all(&open, paths, count, check, out);
    published_close(&open);
    return status;
}
