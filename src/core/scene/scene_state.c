// State files: index,x,y,z,vx,vy,vz as CSV, one row per particle in the user's numbering, with numbers that read back exactly; then one row
// broken,KIND,INDEX for each broken constraint, INDEX counting those of its kind in the scene from 0; memory,SOLVER,INDEX,NUMBER for
// each number that a solver keeps from step to step; if the scene depends on time, time,SECONDS; and scene,NAME,HASH. A state that bdf2
// goes on from has past,SECONDS, the length of the step to it, and then its start: past,INDEX,x,y,z,vx,vy,vz for each particle. Other
// integrators do not read these.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/scene.h"

static const char HEADER[] = "index,x,y,z,vx,vy,vz";
#define FILE_BYTES_MAX ((size_t)4 << 30)

typedef double Vector[3];

// The content of a state file, in the scene's order.
typedef struct Motion {
    Vector   *position, *velocity;
    int64_t  *line;                     // where in the file
    uint8_t  *breaks[CONSTRAINT_KINDS]; // 1: can break, 2: is broken; NULL if none of the kind can
    double   *memory;                   // [model->memory.count]; NULL: none
    int32_t   remembered;               // of them so far
    double    time;
    bool      timed; // time was read
    Vector   *past_position, *past_velocity;
    double    past_h;   // s, 0: no past
    int32_t   past_row; // particles read
    SceneMark mark;
} Motion;

static Status allocate(const Model *model, Motion *motion)
{
    bool there = true;
    motion->position = calloc((size_t)model->particle_count + 1, sizeof *motion->position);
    motion->velocity = calloc((size_t)model->particle_count + 1, sizeof *motion->velocity);
    motion->past_position = calloc((size_t)model->particle_count + 1, sizeof *motion->past_position);
    motion->past_velocity = calloc((size_t)model->particle_count + 1, sizeof *motion->past_velocity);
    motion->line = calloc((size_t)model->particle_count + 1, sizeof *motion->line);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        if (!set->limit)
            continue;
        motion->breaks[kind] = calloc((size_t)set->count, 1);
        there = there && motion->breaks[kind];
        for (int32_t i = 0; motion->breaks[kind] && i < set->count; i++)
            motion->breaks[kind][set->origin[i]] = set->limit[i] < INFINITY;
    }
    motion->memory = model->memory.count > 0 ? calloc((size_t)model->memory.count, sizeof *motion->memory) : NULL;
    there = there && (motion->memory || !model->memory.count) && motion->past_position && motion->past_velocity;
    return there && motion->position && motion->velocity && motion->line
               ? status_ok()
               : status_make(STATUS_MEMORY, "out of memory for a state of %d particles", (int)model->particle_count);
}

static void release(Motion *motion)
{
    free(motion->position);
    free(motion->velocity);
    free(motion->past_position);
    free(motion->past_velocity);
    free(motion->line);
    free(motion->memory);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        free(motion->breaks[kind]);
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

static const char BROKEN[] = "broken,";

// broken,KIND,INDEX: a breakable constraint of the scene, named once.
static Status read_broken(const char *path, int64_t number, char *line, const Model *model, const Motion *motion)
{
    char   *name = line + sizeof BROKEN - 1, *index_text = strchr(name, ',');
    int64_t index = 0;
    if (!index_text)
        return status_make(STATUS_INPUT, "%s:%lld: a broken constraint is `broken,KIND,INDEX`, KIND one of `weft list constraints`", path,
                           (long long)number);
    *index_text++ = '\0';
    const int kind = constraint_find(name);
    if (kind < 0)
        return status_make(STATUS_INPUT, "%s:%lld: there is no constraint of kind `%.40s`", path, (long long)number, name);
    const int32_t count = model->sets[kind].count;
    if (!text_to_int(index_text, &index) || index < 0 || index >= count)
        return status_make(STATUS_INPUT, "%s:%lld: `%.40s` is not one of the %d %s constraints of the scene, numbered from 0", path,
                           (long long)number, index_text, (int)count, name);
    uint8_t *breaks = motion->breaks[kind];
    if (!breaks || !breaks[index])
        return status_make(STATUS_INPUT, "%s:%lld: %s constraint %lld of the scene has no `limit` and cannot be broken", path,
                           (long long)number, name, (long long)index);
    if (breaks[index] == 2)
        return status_make(STATUS_INPUT, "%s:%lld: %s constraint %lld is broken twice; remove the line", path, (long long)number, name,
                           (long long)index);
    breaks[index] = 2;
    return status_ok();
}

static const char MEMORY[] = "memory,";

// memory,SOLVER,INDEX,NUMBER: in ascending order from 0, of one solver.
static Status read_memory(const char *path, int64_t number, char *line, const SolverMemory *memory, Motion *motion)
{
    char   *name = line + sizeof MEMORY - 1, *index_text = strchr(name, ','), *value_text = index_text ? strchr(index_text + 1, ',') : NULL;
    int64_t index = 0;
    double  value;
    if (!value_text || index_text == name || (size_t)(index_text - name) >= sizeof motion->mark.memory)
        return status_make(STATUS_INPUT, "%s:%lld: what a solver keeps is `memory,SOLVER,INDEX,NUMBER`", path, (long long)number);
    *index_text++ = *value_text++ = '\0';
    if (*motion->mark.memory && strcmp(name, motion->mark.memory) != 0)
        return status_make(STATUS_INPUT, "%s:%lld: the memory of two solvers, `%.32s` and `%.32s`; remove one", path, (long long)number,
                           motion->mark.memory, name);
    snprintf(motion->mark.memory, sizeof motion->mark.memory, "%s", name);
    if (!text_to_int(index_text, &index) || index != motion->remembered)
        return status_make(STATUS_INPUT, "%s:%lld: memory `%.40s` where %d is expected", path, (long long)number, index_text,
                           (int)motion->remembered);
    if (!text_to_double(value_text, &value))
        return status_make(STATUS_INPUT, "%s:%lld: `%.40s` is not a finite number", path, (long long)number, value_text);
    motion->remembered++;
    if (!memory->count || strcmp(name, memory->of) != 0)
        return status_ok();
    if (index >= memory->count)
        return status_make(STATUS_INPUT, "%s:%lld: more memory than the %d numbers that %s keeps in this scene", path, (long long)number,
                           (int)memory->count, memory->of);
    motion->memory[index] = value;
    return status_ok();
}

static Status check_memory(const char *path, int64_t number, const SolverMemory *memory, const Motion *motion)
{
    if (!memory->count || strcmp(motion->mark.memory, memory->of) != 0 || motion->remembered == memory->count)
        return status_ok();
    return status_make(STATUS_INPUT, "%s:%lld: ends after %d of the %d numbers that %s keeps in this scene", path, (long long)number,
                       (int)motion->remembered, (int)memory->count, memory->of);
}

static const char TIME[] = "time,";

static Status read_time(const char *path, int64_t number, const char *line, Motion *motion)
{
    const char *text = line + sizeof TIME - 1;
    if (motion->timed)
        return status_make(STATUS_INPUT, "%s:%lld: a second `time` row; remove it", path, (long long)number);
    motion->timed = true;
    if (text_to_double(text, &motion->time) && motion->time >= 0 && motion->time <= 1e12)
        return status_ok();
    return status_make(STATUS_INPUT, "%s:%lld: `%.40s` is not a time in seconds, 0 or later", path, (long long)number, text);
}

static const char PAST[] = "past,";

// past,SECONDS, then past,INDEX,x,y,z,vx,vy,vz for each particle.
static Status read_past(const char *path, int64_t number, char *line, int32_t count, Motion *motion)
{
    char  *text = line + sizeof PAST - 1;
    double values[6];
    if (motion->past_h > 0 && motion->past_row == count)
        return status_make(STATUS_INPUT, "%s:%lld: more `past` rows than the %d particles of the scene", path, (long long)number,
                           (int)count);
    if (!(motion->past_h > 0)) {
        if (text_to_double(text, &motion->past_h) && motion->past_h > 0 && motion->past_h <= 1e12)
            return status_ok();
        return status_make(STATUS_INPUT, "%s:%lld: `%.40s` is not the length of a step in seconds, above 0", path, (long long)number, text);
    }
    TRY(read_row(path, number, text, motion->past_row, values));
    memcpy(motion->past_position[motion->past_row], values, sizeof(Vector));
    memcpy(motion->past_velocity[motion->past_row++], values + 3, sizeof(Vector));
    return status_ok();
}

static const char SCENE[] = "scene,";

static Status read_scene(const char *path, int64_t number, const char *line, SceneMark *mark)
{
    const char *name = line + sizeof SCENE - 1, *hash = strchr(name, ',');
    if (!hash || strchr(hash + 1, ',') || *mark->name)
        return status_make(STATUS_INPUT, "%s:%lld: one row says where a state is from, `scene,NAME,HASH`", path, (long long)number);
    snprintf(mark->name, sizeof mark->name, "%.*s", (int)(hash - name), name);
    snprintf(mark->hash, sizeof mark->hash, "%s", hash + 1);
    return status_ok();
}

static Status read_particle(const char *path, int64_t number, char *line, int32_t row, int32_t count, const Motion *motion)
{
    double values[6];
    if (row == count)
        return status_make(STATUS_INPUT, "%s:%lld: more rows than the %d particles of the scene", path, (long long)number, (int)count);
    TRY(read_row(path, number, line, row, values));
    memcpy(motion->position[row], values, sizeof(Vector));
    memcpy(motion->velocity[row], values + 3, sizeof(Vector));
    motion->line[row] = number;
    return status_ok();
}

// A truncated number is another number, so the last line must have a line end.
static Status parse(const char *path, char *text, const Model *model, Motion *motion)
{
    const size_t  size = strlen(text);
    const bool    ended = size && text[size - 1] == '\n';
    char         *cursor = text;
    const char   *header = next_line(&cursor);
    const int32_t count = model->particle_count;
    int64_t       number = 2;
    int32_t       row = 0;
    if (!header || strcmp(header, HEADER) != 0)
        return status_make(STATUS_INPUT, "%s:1: not a state file, which starts with the line %s", path, HEADER);
    for (char *line = next_line(&cursor); line; line = next_line(&cursor), number++) {
        if (!*line)
            continue;
        if (row == count && strncmp(line, BROKEN, sizeof BROKEN - 1) == 0)
            TRY(read_broken(path, number, line, model, motion));
        else if (row == count && strncmp(line, MEMORY, sizeof MEMORY - 1) == 0)
            TRY(read_memory(path, number, line, &model->memory, motion));
        else if (row == count && strncmp(line, TIME, sizeof TIME - 1) == 0)
            TRY(read_time(path, number, line, motion));
        else if (row == count && strncmp(line, PAST, sizeof PAST - 1) == 0)
            TRY(read_past(path, number, line, count, motion));
        else if (row == count && strncmp(line, SCENE, sizeof SCENE - 1) == 0)
            TRY(read_scene(path, number, line, &motion->mark));
        else
            TRY(read_particle(path, number, line, row++, count, motion));
    }
    if (row < count)
        return status_make(STATUS_INPUT, "%s:%lld: ends after %d of the %d particles of the scene", path, (long long)number - 1, (int)row,
                           (int)count);
    if (motion->past_h > 0 && motion->past_row < count)
        return status_make(STATUS_INPUT, "%s:%lld: ends after the `past` of %d of the %d particles of the scene", path,
                           (long long)number - 1, (int)motion->past_row, (int)count);
    if (!ended)
        return status_make(STATUS_INPUT, "%s:%lld: the last line has no line end, as if the file were cut; add one if it is whole", path,
                           (long long)number - 1);
    return check_memory(path, number - 1, &model->memory, motion);
}

// A NUL byte would end the C string early.
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

// ---- pins ----

// Whether a position is the one where a pin is, but for rounding to floats.
static bool is_there(const double x[3], double4 pin)
{
    const double apart = double4_norm(double4_sub(double4_of(x), pin));
    return apart <= 1e-6 * double4_norm(pin) + 1e-9;
}

static Status check_pin(const char *path, const Model *model, const Motion *motion, int32_t i, double4 pin, bool scripted)
{
    const int32_t   user = model->user_of[i];
    const double   *x = motion->position[user], *v = motion->velocity[user];
    const long long line = (long long)motion->line[user];
    if (!is_there(x, pin))
        return status_make(STATUS_INPUT,
                           "%s:%lld: particle %d is pinned%s at (%g, %g, %g), and the state has it at (%g, %g, %g); change the pins of the "
                           "scene, or this row",
                           path, line, (int)user, scripted ? " by a script" : "", pin.x, pin.y, pin.z, x[0], x[1], x[2]);
    if (!scripted && double4_norm(double4_of(v)) > 0)
        return status_make(STATUS_INPUT, "%s:%lld: particle %d is pinned, and the state has it move at (%g, %g, %g) m/s", path, line,
                           (int)user, v[0], v[1], v[2]);
    return status_ok();
}

// Scripted pins have to be where their script is at the time of the state, the others where the scene has them, at rest.
static Status check_pins(const char *path, const Model *model, const State *state, const Motion *motion)
{
    ScriptWalk walk = script_walk(model, motion->time, 0);
    int32_t    next = -1;
    double4    place;
    bool       more = script_next(&walk, model->particle_count, &next, &place);
    for (int32_t i = 0; i < model->particle_count; i++) {
        const bool scripted = more && i == next;
        if (model->inverse_mass[i] <= 0)
            TRY(check_pin(path, model, motion, i, scripted ? place : state_position(state, i), scripted));
        if (scripted)
            more = script_next(&walk, model->particle_count, &next, &place);
    }
    return status_ok();
}

// As far as this changes anything, only where the pins agree.
static Status take(const char *path, const Motion *motion, Model *model, State *state)
{
    model_release(model, state, motion->time); // before the velocities, because pins have their own
    const Status status = check_pins(path, model, state, motion);
    if (status.code != STATUS_OK) {
        model_release(model, state, state->start);
        return status;
    }
    state->start = motion->time;
    state->continued = *motion->mark.name;
    state_set(model, state, (const Vector *)motion->position, (const Vector *)motion->velocity);
    if (state->past.position && motion->past_h > 0)
        state_set_past(model, state, (const Vector *)motion->past_position, (const Vector *)motion->past_velocity);
    state->past.h = state->past.position ? motion->past_h : 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; state->broken[kind] && i < model->sets[kind].count; i++)
            state->broken[kind][i] = motion->breaks[kind][i] == 2;
    for (int32_t k = 0; k < model->memory.count; k++)
        state->memory[k] = motion->memory[k];
    return status_ok();
}

Status scene_read_state(const char *path, Model *model, State *state, SceneMark *mark)
{
    Motion motion = {0};
    char  *text = NULL;
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, &text, &size));
    Status status = allocate(model, &motion);
    if (status.code == STATUS_OK)
        status = check_text(path, text, size);
    if (status.code == STATUS_OK)
        status = parse(path, text, model, &motion);
    if (status.code == STATUS_OK)
        status = take(path, &motion, model, state);
    *mark = motion.mark;
    release(&motion);
    free(text);
    return status;
}

// ---- particles alone ----

// Whether the row is one of those that come after the particles.
static bool is_after(const char *line)
{
    static const char *const ROWS[] = {BROKEN, MEMORY, TIME, PAST, SCENE};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (strncmp(line, ROWS[i], strlen(ROWS[i])) == 0)
            return true;
    return false;
}

static Status parse_particles(const char *path, char *text, int32_t room, int32_t *count, Vector *position, Vector *velocity)
{
    const size_t size = strlen(text);
    const bool   ended = size && text[size - 1] == '\n';
    char        *cursor = text;
    const char  *header = next_line(&cursor);
    int64_t      number = 2;
    bool         after = false;
    if (!header || strcmp(header, HEADER) != 0)
        return status_make(STATUS_INPUT, "%s:1: not a state file, which starts with the line %s", path, HEADER);
    for (char *line = next_line(&cursor); line; line = next_line(&cursor), number++) {
        double values[6];
        after = after || is_after(line);
        if (!*line || after)
            continue;
        ASSERT(*count < room);
        TRY(read_row(path, number, line, *count, values));
        memcpy(position[*count], values, sizeof(Vector));
        memcpy(velocity[(*count)++], values + 3, sizeof(Vector));
    }
    if (*count == 0 || !ended)
        return status_make(STATUS_INPUT, "%s:%lld: %s", path, (long long)number - 1,
                           *count ? "the last line has no line end, as if the file were cut; add one if it is whole" : "has no particles");
    return status_ok();
}

static int64_t lines_of(const char *text)
{
    int64_t lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

Status scene_read_particles(const char *path, int32_t *count, Vector **position, Vector **velocity)
{
    char  *text = NULL;
    size_t size = 0;
    *count = 0;
    *position = *velocity = NULL;
    TRY(file_read(path, FILE_BYTES_MAX, &text, &size));
    Status        status = check_text(path, text, size);
    const int64_t room = lines_of(text);
    if (status.code == STATUS_OK && room > INT32_MAX)
        status = status_make(STATUS_INPUT, "%s: has more than 2^31 lines", path);
    if (status.code == STATUS_OK) {
        *position = malloc((size_t)room * sizeof **position);
        *velocity = malloc((size_t)room * sizeof **velocity);
        status = *position && *velocity ? parse_particles(path, text, (int32_t)room, count, *position, *velocity)
                                        : status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    }
    free(text);
    return status;
}

// ---- writing ----

static void write_row(FILE *stream, const char *before, int32_t i, const double x[3], const double v[3])
{
    fprintf(stream, "%s%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", before, (int)i, x[0], x[1], x[2], v[0], v[1], v[2]);
}

static void write_past(FILE *stream, const Model *model, const State *state, const Motion *motion)
{
    if (!state_knows_past(state))
        return;
    state_get_past(model, state, motion->past_position, motion->past_velocity);
    fprintf(stream, "%s%.17g\n", PAST, state->past.h);
    for (int32_t i = 0; i < model->particle_count; i++)
        write_row(stream, PAST, i, motion->past_position[i], motion->past_velocity[i]);
}

SceneMark scene_mark(const SceneInfo *info, const Model *model)
{
    SceneMark mark;
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
        snprintf(text, size, "state: the state file has what %s keeps from step to step, which is not taken over", from->memory);
    else if (!other && !version)
        snprintf(text, size, "state: the state file has nothing of what %s keeps from step to step; it begins without", to->memory);
    else if (other)
        snprintf(text, size, "state: the state file is of the scene `%s`, and this is `%s`", from->name, to->name);
    else
        snprintf(text, size, "state: the state file is of another version of the scene `%s`, or of other values of its parameters",
                 to->name);
    return true;
}

Status scene_write_state(const char *path, const SceneMark *mark, const Model *model, const State *state, double time)
{
    Motion    motion = {0};
    FileDraft draft;
    Status    status = allocate(model, &motion);
    if (status.code == STATUS_OK)
        status = file_begin_given(path, &draft);
    if (status.code == STATUS_OK) {
        state_get(model, state, motion.position, motion.velocity);
        fprintf(draft.stream, "%s\n", HEADER);
        for (int32_t i = 0; i < model->particle_count; i++)
            write_row(draft.stream, "", i, motion.position[i], motion.velocity[i]);
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            for (int32_t i = 0; state->broken[kind] && i < model->sets[kind].count; i++)
                if (state->broken[kind][i])
                    fprintf(draft.stream, "%s%s,%d\n", BROKEN, model->sets[kind].ops->name, (int)i);
        for (int32_t k = 0; k < model->memory.count; k++)
            fprintf(draft.stream, "%s%s,%d,%.17g\n", MEMORY, model->memory.of, (int)k, state->memory[k]);
        if (model->scripts || model->surface_loads)
            fprintf(draft.stream, "%s%.17g\n", TIME, time);
        write_past(draft.stream, model, state, &motion);
        fprintf(draft.stream, "%s%s,%s\n", SCENE, mark->name, mark->hash);
        status = file_commit(&draft); // the stream remembers failed writes
    }
    release(&motion);
    return status;
}
