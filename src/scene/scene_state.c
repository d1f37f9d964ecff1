// State files: index,x,y,z,vx,vy,vz as CSV, one row per particle in the user's numbering, numbers that read back exactly.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/scene.h"

static const char HEADER[] = "index,x,y,z,vx,vy,vz";
#define FILE_BYTES_MAX ((size_t)4 << 30)

typedef double Vector[3];

typedef struct Motion {
    Vector *position, *velocity;
} Motion;

static Status allocate(int32_t count, Motion *motion)
{
    motion->position = calloc((size_t)count + 1, sizeof *motion->position);
    motion->velocity = calloc((size_t)count + 1, sizeof *motion->velocity);
    return motion->position && motion->velocity ? status_ok()
                                                : status_make(STATUS_MEMORY, "out of memory for a state of %d particles", (int)count);
}

static void release(Motion *motion)
{
    free(motion->position);
    free(motion->velocity);
}

// Cuts the next line off, without its CR and LF; NULL at the end of the text.
static char *next_line(char **cursor)
{
    char *line = *cursor;
    if (!*line)
        return NULL;
    char *end = line + strcspn(line, "\n");
    *cursor = *end ? end + 1 : end;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

// One row: its index, which must be the next one, and six numbers.
static Status read_row(const char *path, int64_t number, char *line, int32_t expected, double values[6])
{
    for (int column = 0; column < 7; column++) {
        char   *end = line + strcspn(line, ",");
        int64_t index = 0;
        if ((*end == ',') != (column < 6))
            return status_make(STATUS_INPUT, "%s:%lld: a row has 7 columns (%s)", path, (long long)number, HEADER);
        *end = '\0';
        if (column == 0 && (!text_to_int(line, &index) || index != expected))
            return status_make(STATUS_INPUT, "%s:%lld: index `%.40s` where %d is expected", path, (long long)number, line, (int)expected);
        if (column > 0 && !text_to_double(line, &values[column - 1]))
            return status_make(STATUS_INPUT, "%s:%lld: `%.40s` is not a finite number", path, (long long)number, line);
        line = end + 1;
    }
    return status_ok();
}

static Status parse(const char *path, char *text, int32_t count, const Motion *motion)
{
    char       *cursor = text;
    const char *header = next_line(&cursor);
    int64_t     number = 2;
    int32_t     row = 0;
    if (!header || strcmp(header, HEADER) != 0)
        return status_make(STATUS_INPUT, "%s:1: not a state file, which starts with the line %s", path, HEADER);
    for (char *line = next_line(&cursor); line; line = next_line(&cursor), number++) {
        double values[6];
        if (!*line)
            continue;
        if (row == count)
            return status_make(STATUS_INPUT, "%s:%lld: more rows than the %d particles of the scene", path, (long long)number, (int)count);
        TRY(read_row(path, number, line, row, values));
        memcpy(motion->position[row], values, sizeof(Vector));
        memcpy(motion->velocity[row], values + 3, sizeof(Vector));
        row++;
    }
    if (row < count)
        return status_make(STATUS_INPUT, "%s:%lld: ends after %d of the %d particles of the scene", path, (long long)number - 1, (int)row,
                           (int)count);
    return status_ok();
}

// A file's text is a C string: a NUL byte would hide what follows it.
static Status check_text(const char *path, char *text, size_t size)
{
    int64_t line = 1;
    for (size_t i = 0; i < size; i++) {
        if (!text[i])
            return status_make(STATUS_INPUT, "%s:%lld: not a text file, has a NUL byte", path, (long long)line);
        line += text[i] == '\n';
        if ((unsigned char)text[i] < 0x20 && text[i] != '\n' && text[i] != '\r')
            text[i] = '?';
    }
    return status_ok();
}

Status scene_read_state(const char *path, const Model *model, State *state)
{
    Motion motion = {0};
    char  *text = NULL;
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, &text, &size));
    Status status = allocate(model->particle_count, &motion);
    if (status.code == STATUS_OK)
        status = check_text(path, text, size);
    if (status.code == STATUS_OK)
        status = parse(path, text, model->particle_count, &motion);
    if (status.code == STATUS_OK)
        state_set(model, state, (const Vector *)motion.position, (const Vector *)motion.velocity);
    release(&motion);
    free(text);
    return status;
}

Status scene_write_state(const char *path, const Model *model, const State *state)
{
    Motion    motion = {0};
    FileDraft draft;
    Status    status = allocate(model->particle_count, &motion);
    if (status.code == STATUS_OK)
        status = file_begin(path, &draft);
    if (status.code == STATUS_OK) {
        state_get(model, state, motion.position, motion.velocity);
        fprintf(draft.stream, "%s\n", HEADER);
        for (int32_t i = 0; i < model->particle_count; i++) {
            const double *x = motion.position[i], *v = motion.velocity[i];
            fprintf(draft.stream, "%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", (int)i, x[0], x[1], x[2], v[0], v[1], v[2]);
        }
        status = file_commit(&draft); // every failed write above is remembered by the stream
    }
    release(&motion);
    return status;
}
