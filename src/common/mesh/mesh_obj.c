// Wavefront OBJ (the format's appendix B1 of Advanced Visualizer): two passes over the file in memory. The first counts, so that
// arrays have their final size and an index may name a vertex further down; the second parses and checks.
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "mesh/private/mesh_readers.h"

#define FILE_BYTES_MAX ((size_t)1 << 31)

enum { SHOWN_MAX = 40 };

// Logical lines: `\` at the end of a line joins it to the next, a comment ends at the end of the line.
typedef struct Lines {
    const char *path;
    const char *next, *end;
    char       *line; // the current one, terminated; room for the whole file
    int64_t     number, following;
} Lines;

static Status error_here(const Lines *lines, const char *format, ...) GNU_PRINTF(2, 3);

static Status error_here(const Lines *lines, const char *format, ...)
{
    char    text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return status_make(STATUS_INPUT, "%s:%lld: %s", lines->path, (long long)lines->number, text);
}

// Whitespace becomes a space and other control characters `?`, so that the message about a binary file is one printable line.
static char make_printable(char c)
{
    const unsigned char byte = (unsigned char)c;
    return byte == ' ' || (byte >= '\t' && byte <= '\r') ? ' ' : (char)(byte < 0x20 || byte == 0x7f ? '?' : c);
}

// A `\` joins lines if only the end of the line follows: the bytes to skip then, else 0.
static size_t continuation_length(const char *at, const char *end)
{
    const char *next = at + 1;
    if (next < end && *next == '\r')
        next++;
    return next < end && *next == '\n' ? (size_t)(next + 1 - at) : 0;
}

static bool next_line(Lines *lines)
{
    if (lines->next >= lines->end)
        return false;
    const char *at = lines->next;
    char       *out = lines->line;
    bool        comment = false;
    lines->number = lines->following;
    while (at < lines->end && *at != '\n') {
        const size_t skip = *at == '\\' ? continuation_length(at, lines->end) : 0;
        if (skip) {
            *out++ = ' ';
            at += skip;
            lines->following++;
            continue;
        }
        comment = comment || *at == '#';
        if (!comment)
            *out++ = make_printable(*at);
        at++;
    }
    *out = '\0';
    lines->next = at < lines->end ? at + 1 : at;
    lines->following++;
    return true;
}

// Cuts the next word off; NULL at the end of the line.
static char *next_word(char **cursor)
{
    char *word = *cursor + strspn(*cursor, " ");
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, " ");
    *cursor = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

typedef struct Counts {
    int64_t vertices, faces, corners, lines;
} Counts;

static Counts count_elements(Lines lines)
{
    Counts counts = {0};
    while (next_line(&lines)) {
        char       *cursor = lines.line;
        const char *word = next_word(&cursor);
        int64_t     words = 0;
        if (!word || (strcmp(word, "v") != 0 && strcmp(word, "f") != 0 && strcmp(word, "l") != 0))
            continue;
        while (next_word(&cursor))
            words++;
        if (*word == 'v')
            counts.vertices++;
        else if (*word == 'f') {
            counts.faces++;
            counts.corners += words;
        } else if (words > 1)
            counts.lines += words - 1;
    }
    return counts;
}

// x y z, then optionally a weight or a colour or both: all must be numbers, and only x y z are kept.
static Status read_vertex(const Lines *lines, char *cursor, double position[3])
{
    int         count = 0;
    const char *word = NULL;
    while ((word = next_word(&cursor))) {
        double value = 0;
        if (!text_to_double(word, &value))
            return error_here(lines, "`%.*s` is not a finite number", SHOWN_MAX, word);
        if (count < 3)
            position[count] = value;
        count++;
    }
    if (count < 3 || count > 8)
        return error_here(lines, "a vertex needs 3 coordinates, has %d", count);
    return status_ok();
}

// `v`, `v/vt`, `v//vn` or `v/vt/vn`; only v is kept, the others must be whole numbers.
static Status read_reference(const Lines *lines, char *word, const Mesh *mesh, int64_t total, int32_t *vertex)
{
    char       *part = word;
    int64_t     index = 0, ignored = 0;
    const char *shown = word;
    for (int nth = 0; part; nth++) {
        char *slash = strchr(part, '/');
        if (slash)
            *slash = '\0';
        const bool empty_allowed = nth == 1 && slash;
        if (nth > 2 || (!(empty_allowed && !*part) && !text_to_int(part, nth ? &ignored : &index)))
            return error_here(lines, "`%.*s` is not an index; write v, v/vt, v//vn or v/vt/vn", SHOWN_MAX, *part ? part : "/");
        part = slash ? slash + 1 : NULL;
    }
    const int64_t found = index < 0 ? mesh->vertex_count + index : index - 1;
    if (index == 0 || found < 0 || found >= total)
        return error_here(lines, "vertex %.*s does not exist; the file has %lld, counted from 1", SHOWN_MAX, shown, (long long)total);
    *vertex = (int32_t)found;
    return status_ok();
}

static Status read_face(const Lines *lines, char *cursor, int64_t total, Mesh *mesh)
{
    const int32_t begin = mesh->face_start[mesh->face_count];
    int32_t       end = begin;
    char         *word = NULL;
    while ((word = next_word(&cursor))) {
        TRY(read_reference(lines, word, mesh, total, mesh->face_vertex + end));
        if (end > begin && mesh->face_vertex[end] == mesh->face_vertex[end - 1])
            return error_here(lines, "a face has vertex %d twice in a row; remove one", (int)mesh->face_vertex[end] + 1);
        end++;
    }
    if (end - begin < 3)
        return error_here(lines, "a face needs at least 3 vertices, has %d", (int)(end - begin));
    if (mesh->face_vertex[begin] == mesh->face_vertex[end - 1])
        return error_here(lines, "a face starts and ends with vertex %d; remove one", (int)mesh->face_vertex[begin] + 1);
    mesh->face_start[++mesh->face_count] = end;
    return status_ok();
}

static Status read_polyline(const Lines *lines, char *cursor, int64_t total, Mesh *mesh)
{
    int32_t before = -1, vertex = -1, count = 0;
    char   *word = NULL;
    for (; (word = next_word(&cursor)); before = vertex, count++) {
        TRY(read_reference(lines, word, mesh, total, &vertex));
        if (vertex == before)
            return error_here(lines, "a line joins vertex %d to itself; remove it", (int)vertex + 1);
        if (count == 0)
            continue;
        mesh->line[mesh->line_count][0] = before;
        mesh->line[mesh->line_count][1] = vertex;
        mesh->line_count++;
    }
    return count < 2 ? error_here(lines, "a line needs at least 2 vertices, has %d", (int)count) : status_ok();
}

static Status read_elements(Lines *lines, int64_t total, Mesh *mesh)
{
    while (next_line(lines)) {
        char       *cursor = lines->line;
        const char *word = next_word(&cursor);
        if (!word)
            continue;
        if (strcmp(word, "v") == 0) {
            TRY(read_vertex(lines, cursor, mesh->position[mesh->vertex_count]));
            mesh->vertex_count++;
        } else if (strcmp(word, "f") == 0)
            TRY(read_face(lines, cursor, total, mesh));
        else if (strcmp(word, "l") == 0)
            TRY(read_polyline(lines, cursor, total, mesh));
    }
    return status_ok();
}

// Fills the mesh; it is incomplete on failure.
static Status parse(const char *path, const char *bytes, size_t size, char *scratch, Mesh *mesh)
{
    Lines        lines = {.path = path, .next = bytes, .end = bytes + size, .line = scratch, .number = 1, .following = 1};
    const Counts counts = count_elements(lines);
    Status       allocated = mesh_init(counts.vertices, counts.faces, counts.corners, counts.lines, 0, mesh);
    if (allocated.code != STATUS_OK)
        return status_prefix(allocated, "%s", path);
    mesh->vertex_count = mesh->face_count = mesh->line_count = 0; // so far
    TRY(read_elements(&lines, counts.vertices, mesh));
    if (mesh->face_count == 0 && mesh->line_count == 0)
        return status_make(STATUS_INPUT, "%s:%lld: the mesh has no faces and no lines; a mesh needs `f` or `l` elements", path,
                           (long long)lines.number);
    return status_ok();
}

Status mesh_read_obj(const char *path, Mesh *out)
{
    *out = (Mesh){0};
    char  *bytes = NULL;
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, &bytes, &size));
    char  *scratch = malloc(size + 1);
    Status status =
        scratch ? parse(path, bytes, size, scratch, out) : status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    free(scratch);
    free(bytes);
    if (status.code != STATUS_OK)
        mesh_destroy(out);
    return status;
}
