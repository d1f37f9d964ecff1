// Frames read back, as scene_vtp.c lays them out: the counts of the header give the size of every array, and its own byte count must agree.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "scene/scene.h"

enum { FILE_MAX = 1 << 30 }; // bytes of a frame or a list of them

// ---- the list ----

// Copies NAME="value" of a tag; false when it is not there or too long.
static bool attribute(const char *tag, const char *name, char *out, size_t size)
{
    char         pattern[40];
    const int    length = snprintf(pattern, sizeof pattern, " %s=\"", name);
    const char  *end = strchr(tag, '>'), *value = strstr(tag, pattern);
    const size_t used = value ? strcspn(value + length, "\"") : 0;
    if (!value || !end || value > end || used >= size)
        return false;
    snprintf(out, size, "%.*s", (int)used, value + length);
    return true;
}

// path: of the list, whose folder the files are named in.
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
        return status_make(STATUS_INPUT, "%s: the time of frame %d is not after that of the one before", path, list->count);
    if (asprintf(&list->path[list->count], "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, file) < 0)
        return status_make(STATUS_MEMORY, "out of memory for a list of %d frames", list->count);
    list->count++;
    return status_ok();
}

static Status list_frames(const char *path, const char *text, SceneFrameList *out)
{
    for (const char *tag = strstr(text, "<DataSet "); tag; tag = strstr(tag + 1, "<DataSet "))
        TRY(add_frame(path, tag, out));
    if (out->count == 0)
        return status_make(STATUS_INPUT, "%s: lists no frame", path);
    return status_ok();
}

Status scene_read_pvd(const char *folder, SceneFrameList *out)
{
    char  *path = NULL, *text = NULL;
    size_t size = 0;
    *out = (SceneFrameList){0};
    if (asprintf(&path, "%s/frames.pvd", folder) < 0)
        return status_make(STATUS_MEMORY, "out of memory for the name of a folder");
    Status status = file_read(path, FILE_MAX, &text, &size);
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
    return status_make(STATUS_INPUT, "%s: not a whole frame as `weft sim --frames` writes it: %s", path, why);
}

static Status take_count(const char *path, const char *header, const char *name, int32_t *out)
{
    char        text[64], tag[32];
    int64_t     count = 0;
    const char *piece = strstr(header, "<Piece ");
    snprintf(tag, sizeof tag, "no %s", name);
    if (!piece || !attribute(piece, name, text, sizeof text) || !text_to_int(text, &count) || count < 0 || count > INT32_MAX)
        return refuse(path, tag);
    *out = (int32_t)count;
    return status_ok();
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

// The next array, of count × size bytes, into *out, or skipped where that is NULL.
static Status take_array(Cursor *cursor, size_t count, size_t size, void **out)
{
    const int64_t bytes = next_bytes(cursor);
    if (bytes < 0)
        return refuse(cursor->path, "it is cut off");
    if ((size_t)bytes != count * size)
        return refuse(cursor->path, "an array is not as long as its header says");
    if (out) {
        *out = malloc((size_t)bytes + 1);
        if (!*out)
            return status_make(STATUS_MEMORY, "%s: out of memory while reading it", cursor->path);
        memcpy(*out, cursor->at + sizeof(uint64_t), (size_t)bytes);
    }
    cursor->at += (size_t)bytes + sizeof(uint64_t);
    return status_ok();
}

static Status take_arrays(Cursor *cursor, bool has_colliders, int32_t vert_count, SceneFrame *frame)
{
    const size_t points = (size_t)frame->point_count, verts = (size_t)vert_count, lines = (size_t)frame->line_count;
    TRY(take_array(cursor, points, sizeof *frame->point, (void **)&frame->point));
    TRY(take_array(cursor, points, sizeof *frame->velocity, (void **)&frame->velocity));
    if (has_colliders)
        TRY(take_array(cursor, points, sizeof *frame->collider, (void **)&frame->collider));
    for (int i = 0; i < 2; i++) // particles without a line or face, and where each ends
        TRY(take_array(cursor, verts, sizeof(int32_t), NULL));
    TRY(take_array(cursor, lines, sizeof *frame->line, (void **)&frame->line));
    TRY(take_array(cursor, lines, sizeof(int32_t), NULL));
    const int64_t bytes = next_bytes(cursor);
    frame->corner_count = bytes < 0 ? 0 : (int32_t)(bytes / (int64_t)sizeof(int32_t));
    TRY(take_array(cursor, (size_t)frame->corner_count, sizeof(int32_t), (void **)&frame->face_vertex));
    return take_array(cursor, (size_t)frame->face_count, sizeof(int32_t), (void **)&frame->face_end);
}

static bool all_points(const int32_t *list, size_t count, int32_t points)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] < 0 || list[i] >= points)
            return false;
    return true;
}

static Status check_frame(const char *path, const SceneFrame *frame)
{
    for (int32_t i = 0; i < frame->point_count; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(frame->point[i][k]) || !isfinite(frame->velocity[i][k]))
                return refuse(path, "a coordinate or velocity is not finite");
    if (!all_points(frame->face_vertex, (size_t)frame->corner_count, frame->point_count) ||
        !all_points(frame->line[0], 2 * (size_t)frame->line_count, frame->point_count))
        return refuse(path, "a line or face has a point that is not there");
    for (int32_t i = 0, begin = 0; i < frame->face_count; begin = frame->face_end[i++])
        if (frame->face_end[i] < (int64_t)begin + 3)
            return refuse(path, "a face has less than three corners");
    if ((frame->face_count ? frame->face_end[frame->face_count - 1] : 0) != frame->corner_count)
        return refuse(path, "its faces do not end with their corners");
    return status_ok();
}

static Status read_frame(const char *path, const char *bytes, size_t size, SceneFrame *out)
{
    static const char OPEN[] = "<AppendedData encoding=\"raw\">\n_";
    const char       *data = strstr(bytes, OPEN), *collider = strstr(bytes, "Name=\"collider\"");
    int32_t           verts = 0;
    if (!data)
        return refuse(path, "no raw appended data");
    Cursor cursor = {path, data + sizeof OPEN - 1, bytes + size};
    TRY(take_count(path, bytes, "NumberOfPoints", &out->point_count));
    TRY(take_count(path, bytes, "NumberOfVerts", &verts));
    TRY(take_count(path, bytes, "NumberOfLines", &out->line_count));
    TRY(take_count(path, bytes, "NumberOfPolys", &out->face_count));
    TRY(take_arrays(&cursor, collider && collider < data, verts, out));
    if (strncmp(cursor.at, "\n </AppendedData>", 17) != 0)
        return refuse(path, "it does not end behind its arrays");
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
