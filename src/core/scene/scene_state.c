// State files: scene.h documents the rows. Numbers have enough digits to read back exactly. INDEX of a broken constraint counts the
// constraints of its kind in the scene from 0. past,SECONDS is the length of the step to this state; the other `past` rows are the start of
// that step. Only bdf2 reads them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/scene.h"

static const char HEADER[] = "index,x,y,z,vx,vy,vz";

typedef double Vector[3];

// A state file while it is read, in the scene's order.
typedef struct Reading {
    const char  *path;
    const Model *model;       // NULL: the particles alone, of any scene
    int64_t      number;      // of the line
    int32_t      room, count; // particles: maximum, and read so far
    Vector      *position, *velocity;
    int64_t     *line;                     // [room] where in the file
    uint8_t     *breaks[CONSTRAINT_KINDS]; // 1: can break, 2: is broken; NULL if none of the kind can
    double      *memory;                   // [model->memory.count]
    int32_t      remembered;               // of them so far
    double       time;
    bool         timed; // time was read
    Vector      *past_position, *past_velocity;
    double       past_h;   // s, 0: no past
    int32_t      past_row; // particles read
    SceneMark    mark;
} Reading;

// STATUS_INPUT with file:line before the text.
static Status refuse(const Reading *r, const char *format, ...) GNU_PRINTF(2, 3);

static Status refuse(const Reading *r, const char *format, ...)
{
    char    text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return status_make(STATUS_INPUT, "%s:%lld: %s", r->path, (long long)r->number, text);
}

static Status allocate(Reading *r, Arena *arena)
{
    const Model *model = r->model;
    TRY(ARENA_NEW(arena, r->room, &r->position));
    TRY(ARENA_NEW(arena, r->room, &r->velocity));
    if (!model)
        return status_ok();
    TRY(ARENA_NEW(arena, r->room, &r->past_position));
    TRY(ARENA_NEW(arena, r->room, &r->past_velocity));
    TRY(ARENA_NEW(arena, r->room, &r->line));
    TRY(ARENA_NEW(arena, model->memory.count, &r->memory));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        if (set->limit)
            TRY(ARENA_NEW(arena, set->count, &r->breaks[kind]));
        for (int32_t i = 0; set->limit && i < set->count; i++)
            r->breaks[kind][set->origin[i]] = set->limit[i] < INFINITY;
    }
    return status_ok();
}

// Cuts the next line off, without its CR, LF or both; NULL at the end of the text.
static char *next_line(char **cursor)
{
    char *line = *cursor;
    if (!*line)
        return NULL;
    char *end = line + strcspn(line, "\r\n");
    *cursor = end + (*end == '\r' && end[1] == '\n') + (*end != '\0');
    *end = '\0';
    return line;
}

// ---- rows ----

// The index of a particle, which must be the next one, and its six numbers.
static Status read_row(const Reading *r, char *line, int32_t expected, Vector *position, Vector *velocity)
{
    for (int column = 0; column < 7; column++) {
        char   *end = line + strcspn(line, ",");
        int64_t index = 0;
        if ((*end == ',') != (column < 6))
            return refuse(r, "the row must have 7 columns (%s)", HEADER);
        *end = '\0';
        if (column == 0 && (!text_to_int(line, &index) || index != expected))
            return refuse(r, "the index is `%.40s`, but must be %d; list all particles in order", line, (int)expected);
        if (column > 0 && !text_to_double(line, column < 4 ? &position[expected][column - 1] : &velocity[expected][column - 4]))
            return refuse(r, "`%.40s` is not a finite number", line);
        line = end + 1;
    }
    return status_ok();
}

// broken,KIND,INDEX: a breakable constraint of the scene, listed once.
static Status read_broken(Reading *r, char *name)
{
    char   *index_text = strchr(name, ',');
    int64_t index = 0;
    if (!index_text)
        return refuse(r, "invalid row; write `broken,KIND,INDEX`, with a KIND of `weft list constraints`");
    *index_text++ = '\0';
    const int kind = constraint_find(name);
    if (kind < 0)
        return refuse(r, "unknown kind of constraint `%.40s`; see `weft list constraints`", name);
    const int32_t count = r->model->sets[kind].count;
    if (!text_to_int(index_text, &index) || index < 0 || index >= count)
        return refuse(r, "`%.40s` is not one of the %d %s constraints of the scene, numbered from 0; use a state of this scene", index_text,
                      (int)count, name);
    uint8_t *breaks = r->breaks[kind];
    if (!breaks || !breaks[index])
        return refuse(r, "%s constraint %lld of the scene has no `limit` and cannot break; remove the row", name, (long long)index);
    if (breaks[index] == 2)
        return refuse(r, "%s constraint %lld is listed as broken twice; remove one row", name, (long long)index);
    breaks[index] = 2;
    return status_ok();
}

// memory,SOLVER,INDEX,NUMBER: in ascending order from 0, of one solver.
static Status read_memory(Reading *r, char *name)
{
    const SolverMemory *memory = &r->model->memory;
    char               *index_text = strchr(name, ','), *value_text = index_text ? strchr(index_text + 1, ',') : NULL, *of = r->mark.memory;
    int64_t             index = 0;
    double              value;
    if (!value_text || index_text == name || (size_t)(index_text - name) >= sizeof r->mark.memory)
        return refuse(r, "invalid row of solver memory; write `memory,SOLVER,INDEX,NUMBER`");
    *index_text++ = *value_text++ = '\0';
    if (*of && strcmp(name, of) != 0)
        return refuse(r, "the file has memory of two solvers, `%.32s` and `%.32s`; remove one", of, name);
    snprintf(of, sizeof r->mark.memory, "%s", name);
    if (!text_to_int(index_text, &index) || index != r->remembered)
        return refuse(r, "the index of the memory is `%.40s`, but must be %d", index_text, (int)r->remembered);
    if (!text_to_double(value_text, &value))
        return refuse(r, "`%.40s` is not a finite number", value_text);
    r->remembered++;
    if (!memory->count || strcmp(name, memory->of) != 0)
        return status_ok();
    if (index >= memory->count)
        return refuse(r, "the file has more memory than the %d numbers that %s stores in this scene; use a state of this scene",
                      (int)memory->count, memory->of);
    r->memory[index] = value;
    return status_ok();
}

static Status check_memory(const Reading *r)
{
    const SolverMemory *memory = &r->model->memory;
    if (!memory->count || strcmp(r->mark.memory, memory->of) != 0 || r->remembered == memory->count)
        return status_ok();
    return refuse(r, "the file ends after %d of the %d numbers that %s stores in this scene; use a state of this scene", (int)r->remembered,
                  (int)memory->count, memory->of);
}

static Status read_time(Reading *r, char *text)
{
    if (r->timed)
        return refuse(r, "a second `time` row; remove it");
    r->timed = true;
    if (text_to_double(text, &r->time) && r->time >= 0 && r->time <= 1e12)
        return status_ok();
    return refuse(r, "`%.40s` is not a time; give seconds, at least 0", text);
}

// past,SECONDS, then past,INDEX,x,y,z,vx,vy,vz for each particle.
static Status read_past(Reading *r, char *text)
{
    if (r->past_h > 0 && r->past_row == r->room)
        return refuse(r, "the file has more `past` rows than the scene has particles (%d); use a state of this scene", (int)r->room);
    if (r->past_h > 0)
        return read_row(r, text, r->past_row++, r->past_position, r->past_velocity);
    if (text_to_double(text, &r->past_h) && r->past_h > 0 && r->past_h <= 1e12)
        return status_ok();
    return refuse(r, "`%.40s` is not a step length; give seconds, above 0", text);
}

static Status read_scene(Reading *r, char *name)
{
    const char *hash = strchr(name, ',');
    if (!hash || strchr(hash + 1, ',') || *r->mark.name)
        return refuse(r, "invalid or second row of the scene; write one row `scene,NAME,HASH`");
    snprintf(r->mark.name, sizeof r->mark.name, "%.*s", (int)(hash - name), name);
    snprintf(r->mark.hash, sizeof r->mark.hash, "%s", hash + 1);
    return status_ok();
}

static Status read_particle(Reading *r, char *line)
{
    if (r->count == r->room)
        return refuse(r, "the file has more rows than the scene has particles (%d); use a state of this scene", (int)r->room);
    if (r->line)
        r->line[r->count] = r->number;
    return read_row(r, line, r->count++, r->position, r->velocity);
}

// The rows after the particles.
enum { ROW_BROKEN, ROW_MEMORY, ROW_TIME, ROW_PAST, ROW_SCENE, ROWS };
static const struct {
    const char *begin;
    Status (*read)(Reading *r, char *text);
} ROW[ROWS] = {{"broken,", read_broken}, {"memory,", read_memory}, {"time,", read_time}, {"past,", read_past}, {"scene,", read_scene}};

static int row_of(const char *line) // ROWS: none of these
{
    int row = 0;
    while (row < ROWS && strncmp(line, ROW[row].begin, strlen(ROW[row].begin)) != 0)
        row++;
    return row;
}

// ---- files ----

// A truncated number is still a number, so the last line must end with a newline.
static Status check_end(const Reading *r, bool ended)
{
    if (r->model && r->count < r->room)
        return refuse(r, "the file ends after %d of the %d particles of the scene; use a state of this scene", (int)r->count, (int)r->room);
    if (r->past_h > 0 && r->past_row < r->room)
        return refuse(r, "the file ends after the `past` rows of %d of the %d particles of the scene; use a state of this scene",
                      (int)r->past_row, (int)r->room);
    if (r->count == 0)
        return refuse(r, "the file has no particles; use a state of this scene");
    if (!ended)
        return refuse(r, "the last line has no newline, so the file may be truncated; add a newline if it is complete");
    return r->model ? check_memory(r) : status_ok();
}

static Status check_header(const Reading *r, const char *text)
{
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; // a byte order mark
    const size_t length = sizeof HEADER - 1;
    return strncmp(text, HEADER, length) == 0 && strchr("\r\n", text[length]) // or the end
               ? status_ok()
               : refuse(r, "not a state file: the first line must be %s", HEADER);
}

// Checks the first line before reading the whole file, which may be large.
static Status check_begin(Reading *r)
{
    FILE *file = NULL;
    char  begin[3 + sizeof HEADER + 1] = "";
    TRY(file_open(r->path, FILE_GEOMETRY_MAX, &file));
    (void)!fread(begin, 1, sizeof begin - 1, file);
    fclose(file);
    r->number = 1;
    return check_header(r, begin);
}

static Status parse(Reading *r, char *text)
{
    const size_t size = strlen(text);
    const bool   ended = size && (text[size - 1] == '\n' || text[size - 1] == '\r');
    char        *cursor = text;
    bool         after = false;
    r->number = 1;
    TRY(check_header(r, text));
    (void)next_line(&cursor);
    for (char *line = next_line(&cursor); line; line = next_line(&cursor)) {
        const int row = row_of(line);
        r->number++;
        after |= row < ROWS && (!r->model || r->count == r->room);
        if (after && row < ROWS && r->model)
            TRY(ROW[row].read(r, line + strlen(ROW[row].begin)));
        else if (*line && after && row == ROWS && !r->model)
            return refuse(r, "`%.40s` is not a row that can follow the particles; list all particles first, in order", line);
        else if (*line && (!after || r->model))
            TRY(read_particle(r, line));
    }
    return check_end(r, ended);
}

// A NUL byte would end the C string early. lines: in the text.
static Status check_text(const char *path, char *text, size_t size, int64_t *lines)
{
    *lines = 1;
    for (size_t i = 0; i < size; i++) {
        if (!text[i])
            return status_make(STATUS_INPUT, "%s:%lld: not a text file: it contains a NUL byte", path, (long long)*lines);
        *lines += text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
        if ((unsigned char)text[i] < 0x20 && text[i] != '\n' && text[i] != '\r')
            text[i] = '?';
    }
    return status_ok();
}

static Status read_file(Reading *r, Arena *arena)
{
    char   *text = NULL;
    size_t  size = 0;
    int64_t lines = 0;
    TRY(check_begin(r));
    TRY(file_read(r->path, FILE_GEOMETRY_MAX, &text, &size));
    hash_bytes(text, size, r->mark.content);
    Status status = check_text(r->path, text, size, &lines);
    if (status.code == STATUS_OK && lines > INT32_MAX)
        status = status_make(STATUS_INPUT, "%s: the file has more than 2^31 lines", r->path);
    r->room = r->model ? r->model->particle_count : (int32_t)lines;
    if (status.code == STATUS_OK)
        status = allocate(r, arena);
    if (status.code == STATUS_OK)
        status = parse(r, text);
    free(text);
    return status;
}

Status scene_read_particles(const char *path, Arena *arena, int32_t *count, Vector **position, Vector **velocity)
{
    Reading r = {.path = path};
    TRY(read_file(&r, arena));
    *count = r.count;
    *position = r.position;
    *velocity = r.velocity;
    return status_ok();
}

// ---- pins ----

// True if a position is that of a pin, up to rounding to floats.
static bool is_there(const double x[3], double4 pin)
{
    const double apart = double4_norm(double4_sub(double4_of(x), pin));
    return apart <= 1e-6 * double4_norm(pin) + 1e-9;
}

static Status check_pin(Reading *r, int32_t i, double4 pin, bool scripted)
{
    const int32_t user = r->model->user_of[i];
    const double *x = r->position[user], *v = r->velocity[user];
    r->number = r->line[user];
    if (!is_there(x, pin))
        return refuse(r,
                      "particle %d is pinned%s at (%.15g, %.15g, %.15g) m in the scene, but is at (%.15g, %.15g, %.15g) m in the state; "
                      "change the pins or this row",
                      (int)user, scripted ? " by a script" : "", pin.x, pin.y, pin.z, x[0], x[1], x[2]);
    if (!scripted && double4_norm(double4_of(v)) > 0)
        return refuse(r, "particle %d is pinned, but has a velocity of (%.15g, %.15g, %.15g) m/s; set it to 0 or change the pins",
                      (int)user, v[0], v[1], v[2]);
    return status_ok();
}

// Scripted pins must be at the position of their script at the time of the state. Other pins must be at their position in the scene, at
// rest.
static Status check_pins(Reading *r, const State *state)
{
    const Model *model = r->model;
    ScriptWalk   walk = script_walk(model, r->time, 0);
    int32_t      next = -1;
    double4      place;
    bool         more = script_next(&walk, model->particle_count, &next, &place);
    for (int32_t i = 0; i < model->particle_count; i++) {
        const bool scripted = more && i == next;
        if (model->inverse_mass[i] <= 0)
            TRY(check_pin(r, i, scripted ? place : state_position(state, i), scripted));
        if (scripted)
            more = script_next(&walk, model->particle_count, &next, &place);
    }
    return status_ok();
}

// Changes the state only if the pins match.
static Status take(Reading *r, Model *model, State *state)
{
    model_release(model, state, r->time); // before the velocities, because pins have their own
    const Status status = check_pins(r, state);
    if (status.code != STATUS_OK) {
        model_release(model, state, state->start);
        return status;
    }
    state->start = r->time;
    state->continued = *r->mark.name;
    state_set(model, state, (const Vector *)r->position, (const Vector *)r->velocity);
    if (state->past.position && r->past_h > 0)
        state_set_past(model, state, (const Vector *)r->past_position, (const Vector *)r->past_velocity);
    state->past.h = state->past.position ? r->past_h : 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; state->broken[kind] && i < model->sets[kind].count; i++)
            state->broken[kind][i] = r->breaks[kind][i] == 2;
    for (int32_t k = 0; k < model->memory.count; k++)
        state->memory[k] = r->memory[k];
    return status_ok();
}

Status scene_read_state(const char *path, Model *model, State *state, SceneMark *mark)
{
    Reading r = {.path = path, .model = model};
    Arena   arena = arena_init(0);
    Status  status = read_file(&r, &arena);
    if (status.code == STATUS_OK)
        status = take(&r, model, state);
    *mark = r.mark;
    arena_destroy(&arena);
    return status;
}

// ---- the scene of a state ----

SceneMark scene_mark(const SceneInfo *info, const Model *model)
{
    SceneMark mark = {0};
    snprintf(mark.name, sizeof mark.name, "%s", info->name);
    snprintf(mark.hash, sizeof mark.hash, "%s", info->hash);
    snprintf(mark.memory, sizeof mark.memory, "%s", model->memory.count > 0 ? model->memory.of : "");
    for (char *c = mark.name; *c; c++)
        *c = *c == ',' || (unsigned char)*c < 0x20 ? '?' : *c;
    return mark;
}

bool scene_mark_differs(const SceneMark *from, const SceneMark *to, char *text, size_t size)
{
    const bool other = strcmp(from->name, to->name) != 0, version = strcmp(from->hash, to->hash) != 0;
    if (!*from->name || (!other && !version && strcmp(from->memory, to->memory) == 0))
        return false;
    if (!other && !version && *from->memory)
        snprintf(text, size, "state: the run ignores the memory of solver %s in the state file; use --solver %s to continue its run",
                 from->memory, from->memory);
    else if (!other && !version)
        snprintf(text, size,
                 "state: the state file contains no memory of solver %s, which starts without it; write the file with --solver %s to "
                 "continue a run",
                 to->memory, to->memory);
    else if (other)
        snprintf(text, size, "state: the state file belongs to scene `%s`, but this run uses scene `%s`; check that their particles match",
                 from->name, to->name);
    else
        snprintf(text, size,
                 "state: the state file belongs to another version of scene `%s`, or to other parameter values; compare --set scene.NAME "
                 "of both runs",
                 to->name);
    return true;
}

// ---- writing ----

static void write_rows(FILE *stream, const char *begin, int32_t count, const Vector *position, const Vector *velocity)
{
    for (int32_t i = 0; i < count; i++) {
        const double *x = position[i], *v = velocity[i];
        fprintf(stream, "%s%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", begin, (int)i, x[0], x[1], x[2], v[0], v[1], v[2]);
    }
}

// x, v: [particles] scratch.
static void write_state(FILE *stream, const SceneMark *mark, const Model *model, const State *state, double time, Vector *x, Vector *v)
{
    state_get(model, state, x, v);
    fprintf(stream, "%s\n", HEADER);
    write_rows(stream, "", model->particle_count, (const Vector *)x, (const Vector *)v);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; state->broken[kind] && i < model->sets[kind].count; i++)
            if (state->broken[kind][i])
                fprintf(stream, "%s%s,%d\n", ROW[ROW_BROKEN].begin, model->sets[kind].ops->name, (int)i);
    for (int32_t k = 0; k < model->memory.count; k++)
        fprintf(stream, "%s%s,%d,%.17g\n", ROW[ROW_MEMORY].begin, model->memory.of, (int)k, state->memory[k]);
    if (model->scripts || model->surface_loads)
        fprintf(stream, "%s%.17g\n", ROW[ROW_TIME].begin, time);
    if (state_knows_past(state)) {
        state_get_past(model, state, x, v);
        fprintf(stream, "%s%.17g\n", ROW[ROW_PAST].begin, state->past.h);
        write_rows(stream, ROW[ROW_PAST].begin, model->particle_count, (const Vector *)x, (const Vector *)v);
    }
    fprintf(stream, "%s%s,%s\n", ROW[ROW_SCENE].begin, mark->name, mark->hash);
}

Status scene_write_state(const char *path, const SceneMark *mark, const Model *model, const State *state, double time)
{
    Reading   r = {.room = model->particle_count};
    Arena     arena = arena_init(0);
    FileDraft draft;
    Status    status = allocate(&r, &arena);
    if (status.code == STATUS_OK)
        status = file_begin_given(path, &draft);
    if (status.code == STATUS_OK) {
        write_state(draft.stream, mark, model, state, time, r.position, r.velocity);
        status = file_commit(&draft); // the stream remembers failed writes
    }
    arena_destroy(&arena);
    return status;
}
