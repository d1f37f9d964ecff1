// Reads frames in the layout of scene_vtp.c. The header must match its counts. The counts determine the size of every array, and the byte
// count of each array must agree. The list (.pvd) may be edited: it is read as XML.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "scene/private/frame_header.h"
#include "scene/scene.h"

enum { FILE_MAX = 1 << 30 }; // bytes of a frame or a list of them

// ---- the list ----

static Status refuse_list(const char *path, const char *why)
{
    return status_make(STATUS_INPUT, "%s: invalid list of frames: %s; write the frames again or correct the file", path, why);
}

// The end of a tag that begins here; NULL: no end.
static char *tag_end(char *at)
{
    char quote = 0;
    for (; *at; at++)
        if (!quote && *at == '>')
            return at;
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else if (quote == *at)
            quote = 0;
    return NULL;
}

// Skips declarations and comments.
static Status pass_comments(const char *path, char **at)
{
    static const char *const PASSED[][2] = {{"<?", "?>"}, {"<!--", "-->"}};
    for (int k = 0; k < 2;) {
        *at += strspn(*at, " \t\r\n");
        const size_t begin = strlen(PASSED[k][0]);
        const bool   found = strncmp(*at, PASSED[k][0], begin) == 0;
        char        *end = found ? strstr(*at + begin, PASSED[k][1]) : NULL;
        if (found && !end)
            return refuse_list(path, "a comment has no end");
        *at = found ? end + strlen(PASSED[k][1]) : *at;
        k = found ? 0 : k + 1;
    }
    return status_ok();
}

// The next tag without its brackets, NULL at the end of the list. *at moves past it.
static Status next_tag(const char *path, char **at, char **tag)
{
    *tag = NULL;
    TRY(pass_comments(path, at));
    if (!**at)
        return status_ok();
    char *end = tag_end(*at);
    if (**at != '<' || !end)
        return refuse_list(path, **at == '<' ? "a tag has no end" : "there is text between its tags");
    *end = '\0';
    *tag = *at + 1;
    *at = end + 1;
    return status_ok();
}

static bool is_tag(const char *tag, const char *name)
{
    const size_t length = strlen(name);
    return tag && strncmp(tag, name, length) == 0 && strchr(" \t\r\n/", tag[length]);
}

// Replaces the five entities of XML in the value; false for another entity or a value that is too long.
static bool copy_value(const char *value, size_t length, char *out, size_t size)
{
    static const char *const ENTITIES[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    size_t                   used = 0;
    for (const char *end = value + length; value < end; used++) {
        int k = 0;
        while (*value == '&' && k < 5 && strncmp(value, ENTITIES[k], strlen(ENTITIES[k])) != 0)
            k++;
        if (used + 1 >= size || k == 5)
            return false;
        out[used] = *value == '&' ? "&<>\"'"[k] : *value;
        value += *value == '&' ? strlen(ENTITIES[k]) : 1;
    }
    out[used] = '\0';
    return true;
}

// The value of NAME="value" in a tag; false when it is missing or malformed.
static bool attribute(const char *tag, const char *name, char *out, size_t size)
{
    static const char SPACES[] = " \t\r\n";
    for (const char *at = tag + strcspn(tag, SPACES); *(at += strspn(at, SPACES)) && *at != '/';) {
        const size_t key = strcspn(at, "= \t\r\n");
        const char *equal = at + key + strspn(at + key, SPACES), *quote = equal + (*equal == '=') + strspn(equal + (*equal == '='), SPACES);
        const char *end = *equal == '=' && (*quote == '"' || *quote == '\'') ? strchr(quote + 1, *quote) : NULL;
        if (!end)
            return false;
        if (key == strlen(name) && strncmp(at, name, key) == 0)
            return copy_value(quote + 1, (size_t)(end - quote - 1), out, size);
        at = end + 1;
    }
    return false;
}

// path: of the list; file names are relative to its folder.
static Status add_frame(const char *path, const char *tag, SceneFrameList *list)
{
    char        time[64], file[256];
    const char *slash = strrchr(path, '/');
    TRY(memory_grow((void **)&list->path, list->count, sizeof *list->path));
    TRY(memory_grow((void **)&list->time_s, list->count, sizeof *list->time_s));
    double *time_s = list->time_s;
    if (!attribute(tag, "timestep", time, sizeof time) || !attribute(tag, "file", file, sizeof file) ||
        !text_to_double(time, &time_s[list->count]))
        return status_make(STATUS_INPUT, "%s: frame %d has no timestep or no file", path, list->count);
    if (list->count > 0 && time_s[list->count] <= time_s[list->count - 1])
        return status_make(STATUS_INPUT, "%s: the time of frame %d is not after the time of the previous frame", path, list->count);
    if (asprintf(&list->path[list->count], "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, file) < 0)
        return status_make(STATUS_MEMORY, "out of memory for a list of %d frames", list->count);
    list->count++;
    return status_ok();
}

// <VTKFile type="Collection"> <Collection> <DataSet …/> … </Collection> </VTKFile>
static Status list_frames(const char *path, char *text, SceneFrameList *out)
{
    char *tag = NULL, type[32];
    TRY(next_tag(path, &text, &tag));
    if (!is_tag(tag, "VTKFile") || !attribute(tag, "type", type, sizeof type) || strcmp(type, "Collection") != 0)
        return refuse_list(path, "it does not begin with <VTKFile type=\"Collection\">");
    TRY(next_tag(path, &text, &tag));
    if (!is_tag(tag, "Collection"))
        return refuse_list(path, "it has no <Collection>");
    for (;;) {
        TRY(next_tag(path, &text, &tag));
        if (is_tag(tag, "DataSet"))
            TRY(add_frame(path, tag, out));
        else if (!is_tag(tag, "/DataSet"))
            break;
    }
    if (!is_tag(tag, "/Collection"))
        return refuse_list(path, tag ? "it contains a tag other than DataSet" : "it is truncated");
    TRY(next_tag(path, &text, &tag));
    if (!is_tag(tag, "/VTKFile"))
        return refuse_list(path, "it is truncated");
    TRY(next_tag(path, &text, &tag));
    if (tag)
        return refuse_list(path, "there is a tag after its end");
    return out->count ? status_ok() : status_make(STATUS_INPUT, "%s: contains no frame", path);
}

Status scene_read_pvd(const char *folder, SceneFrameList *out)
{
    char  *path = NULL, *text = NULL;
    size_t size = 0;
    *out = (SceneFrameList){0};
    if (asprintf(&path, "%s/frames.pvd", folder) < 0)
        return status_make(STATUS_MEMORY, "out of memory for the name of a folder");
    Status status = file_read(path, FILE_MAX, &text, &size);
    if (status.code == STATUS_OK && strlen(text) < size)
        status = refuse_list(path, "it contains a NUL byte");
    if (status.code == STATUS_OK)
        status = list_frames(path, text, out);
    free(text);
    free(path);
    if (status.code != STATUS_OK)
        scene_frame_list_destroy(out);
    return status;
}

void scene_frame_list_destroy(SceneFrameList *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->path[i]);
    free(list->path);
    free(list->time_s);
    *list = (SceneFrameList){0};
}

// ---- a frame ----

typedef struct Cursor {
    const char *path, *at, *end;
} Cursor;

static Status refuse(const char *path, const char *why)
{
    return status_make(STATUS_INPUT, "%s: not a complete frame of `weft sim --frames`: %s; write the frames again", path, why);
}

// The bytes of the next array; -1 when the file ends before.
static int64_t next_bytes(const Cursor *cursor)
{
    uint64_t bytes = 0;
    if ((size_t)(cursor->end - cursor->at) < sizeof bytes)
        return -1;
    memcpy(&bytes, cursor->at, sizeof bytes);
    return bytes <= (size_t)(cursor->end - cursor->at) - sizeof bytes ? (int64_t)bytes : -1;
}

// Reads the next array, of count × size bytes, into *out; skips it if out is NULL.
static Status take_array(Cursor *cursor, size_t count, size_t size, void **out)
{
    const int64_t bytes = next_bytes(cursor);
    if (bytes < 0)
        return refuse(cursor->path, "it is truncated");
    if ((size_t)bytes != count * size)
        return refuse(cursor->path, "the length of an array differs from its header");
    if (out) {
        *out = malloc((size_t)bytes + 1);
        if (!*out)
            return status_make(STATUS_MEMORY, "%s: out of memory while reading it", cursor->path);
        memcpy(*out, cursor->at + sizeof(uint64_t), (size_t)bytes);
    }
    cursor->at += (size_t)bytes + sizeof(uint64_t);
    return status_ok();
}

static bool all_points(const int32_t *list, size_t count, int32_t points)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] < 0 || list[i] >= points)
            return false;
    return true;
}

// Checks that the next array is each, 2 each, 3 each, …
static Status pass_ends(Cursor *cursor, size_t count, int32_t each)
{
    int32_t *ends = NULL;
    bool     right = true;
    TRY(take_array(cursor, count, sizeof *ends, (void **)&ends));
    for (size_t i = 0; i < count; i++)
        right = right && ends[i] == (int64_t)each * ((int64_t)i + 1);
    free(ends);
    return right ? status_ok() : refuse(cursor->path, "the offsets of its lines or single points are wrong");
}

static Status pass_verts(Cursor *cursor, const FrameCounts *counts)
{
    int32_t *verts = NULL;
    TRY(take_array(cursor, (size_t)counts->verts, sizeof *verts, (void **)&verts));
    const bool right = all_points(verts, (size_t)counts->verts, counts->points);
    free(verts);
    return right ? pass_ends(cursor, (size_t)counts->verts, 1) : refuse(cursor->path, "a single point does not exist");
}

static Status take_arrays(Cursor *cursor, FrameCounts *counts, SceneFrame *frame)
{
    const size_t points = (size_t)counts->points, lines = (size_t)counts->lines;
    TRY(take_array(cursor, points, sizeof *frame->point, (void **)&frame->point));
    TRY(take_array(cursor, points, sizeof *frame->velocity, (void **)&frame->velocity));
    if (counts->colliders)
        TRY(take_array(cursor, points, sizeof *frame->collider, (void **)&frame->collider));
    TRY(pass_verts(cursor, counts));
    TRY(take_array(cursor, lines, sizeof *frame->line, (void **)&frame->line));
    TRY(pass_ends(cursor, lines, 2));
    const int64_t bytes = next_bytes(cursor);
    counts->corners = frame->corner_count = bytes < 0 ? 0 : (int32_t)(bytes / (int64_t)sizeof(int32_t));
    TRY(take_array(cursor, (size_t)frame->corner_count, sizeof(int32_t), (void **)&frame->face_vertex));
    return take_array(cursor, (size_t)frame->face_count, sizeof(int32_t), (void **)&frame->face_end);
}

static Status check_frame(const char *path, const SceneFrame *frame)
{
    for (int32_t i = 0; i < frame->point_count; i++)
        if (frame->collider && frame->collider[i] < 0)
            return refuse(path, "a point of a collider does not exist");
    for (int32_t i = 0; i < frame->point_count; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(frame->point[i][k]) || !isfinite(frame->velocity[i][k]))
                return refuse(path, "a coordinate or velocity is not finite");
    if (!all_points(frame->face_vertex, (size_t)frame->corner_count, frame->point_count) ||
        !all_points(frame->line[0], 2 * (size_t)frame->line_count, frame->point_count))
        return refuse(path, "a line or face refers to a point that does not exist");
    for (int32_t i = 0, begin = 0; i < frame->face_count; begin = frame->face_end[i++])
        if (frame->face_end[i] < (int64_t)begin + 3)
            return refuse(path, "a face has fewer than three corners");
    if ((frame->face_count ? frame->face_end[frame->face_count - 1] : 0) != frame->corner_count)
        return refuse(path, "the offsets of its faces do not match their corners");
    return status_ok();
}

// Checks that the bytes before the data match the counts: names, types, offsets and byte order.
static Status check_header(const char *path, const char *bytes, size_t size, const FrameCounts *counts)
{
    char  *expected = NULL;
    size_t length = 0;
    FILE  *out = open_memstream(&expected, &length);
    if (!out)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    frame_write_header(counts, out);
    const bool written = fclose(out) == 0, same = written && length == size && memcmp(expected, bytes, size) == 0;
    free(expected);
    return same ? status_ok() : refuse(path, "its header does not match its counts");
}

static bool read_counts(const char *header, const char *data, FrameCounts *out)
{
    const char *piece = strstr(header, "<Piece "), *collider = strstr(header, "Name=\"collider\"");
    out->colliders = collider && collider < data;
    return piece && piece < data &&
           sscanf(piece,
                  "<Piece NumberOfPoints=\"%9d\" NumberOfVerts=\"%9d\" NumberOfLines=\"%9d\" NumberOfStrips=\"0\" NumberOfPolys=\"%9d\"",
                  &out->points, &out->verts, &out->lines, &out->faces) == 4 &&
           out->points >= 0 && out->verts >= 0 && out->lines >= 0 && out->faces >= 0;
}

static Status read_frame(const char *path, const char *bytes, size_t size, SceneFrame *out)
{
    static const char OPEN[] = "<AppendedData encoding=\"raw\">\n_";
    const char       *data = strstr(bytes, OPEN);
    FrameCounts       counts = {0};
    if (!data)
        return refuse(path, "it has no raw appended data");
    data += sizeof OPEN - 1;
    if (!read_counts(bytes, data, &counts))
        return refuse(path, "its header has no counts");
    Cursor cursor = {path, data, bytes + size};
    out->point_count = counts.points;
    out->line_count = counts.lines;
    out->face_count = counts.faces;
    TRY(take_arrays(&cursor, &counts, out));
    TRY(check_header(path, bytes, (size_t)(data - bytes), &counts));
    if ((size_t)(cursor.end - cursor.at) != sizeof FRAME_TAIL - 1 || memcmp(cursor.at, FRAME_TAIL, sizeof FRAME_TAIL - 1) != 0)
        return refuse(path, "there is data after its arrays, or its end is missing");
    return check_frame(path, out);
}

Status scene_read_frame(const char *path, SceneFrame *out)
{
    char  *bytes = NULL;
    size_t size = 0;
    *out = (SceneFrame){0};
    TRY(file_read(path, FILE_MAX, &bytes, &size));
    const Status status = read_frame(path, bytes, size, out);
    free(bytes);
    if (status.code != STATUS_OK)
        scene_frame_destroy(out);
    return status;
}

void scene_frame_destroy(SceneFrame *frame)
{
    free(frame->point);
    free(frame->velocity);
    free(frame->collider);
    free(frame->line);
    free(frame->face_end);
    free(frame->face_vertex);
    *frame = (SceneFrame){0};
}
