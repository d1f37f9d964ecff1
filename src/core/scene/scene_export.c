// A scene for other programs: the formats of scene_export_list.h, what each leaves out, and their files.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "model/script.h"
#include "scene/private/scene_export.h"

typedef struct Format {
    const char *name, *files, *summary;
    unsigned    carries; // ExportFact
    Status (*write)(Export *e, FILE *const *files);
} Format;

static const Format FORMATS[] = {
#define EXPORT_FORMAT(name, files, carries, summary) {#name, files, summary, carries, export_write_##name},
#include "scene/scene_export_list.h"
#undef EXPORT_FORMAT
};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS, FILES_MAX = 3 };

static const char *const NAMES[] = {
#define EXPORT_FORMAT(name, files, carries, summary) #name,
#include "scene/scene_export_list.h"
#undef EXPORT_FORMAT
    NULL};

Status scene_export_find(const char *name, int *out)
{
    *out = text_find(name, NAMES);
    return *out >= 0 ? status_ok() : text_unknown("format", name, NAMES);
}

// ---- what the formats share ----

Status export_order(const Export *e, const ConstraintSet *set, int32_t **at)
{
    TRY(ARENA_NEW(e->arena, set->count, at));
    for (int32_t i = 0; i < set->count; i++)
        (*at)[set->origin[i]] = i;
    return status_ok();
}

const char *export_scene_name(const Export *e)
{
    return text_is_file_name(e->info->name) ? e->info->name : "scene";
}

const char *export_sense(const ConstraintSet *set, int32_t i)
{
    static const char *const SENSES[] = {[SENSE_EQUAL] = "equal", [SENSE_AT_LEAST] = "at_least", [SENSE_AT_MOST] = "at_most"};
    return SENSES[constraint_sense(set, i)];
}

ExportFaceWalk export_faces(const ConstraintSet *set, int32_t i)
{
    const Groups *groups = set->groups && set->groups->ring ? set->groups : NULL;
    return groups ? (ExportFaceWalk){groups->start[i], groups->ring_start[groups->start[i]]} : (ExportFaceWalk){-1, 0};
}

bool export_next_face(const Export *e, const ConstraintSet *set, int32_t i, ExportFaceWalk *walk, int32_t corners[3])
{
    const Groups  *groups = set->groups;
    const int32_t *user = e->model->user_of;
    while (walk->at >= 0 && walk->at < groups->start[i + 1]) {
        const int32_t ring = walk->ring++;
        if (ring >= groups->ring_start[walk->at + 1]) {
            walk->ring--, walk->at++;
            continue;
        }
        corners[0] = user[set->vertices[walk->at]], corners[1] = user[groups->ring[ring][0]], corners[2] = user[groups->ring[ring][1]];
        if (corners[0] < corners[1] && corners[0] < corners[2])
            return true;
    }
    return false;
}

// ---- what is left out ----

void export_left_out(const Export *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(e->left_out, format, arguments);
    va_end(arguments);
    fputc('\n', e->left_out);
}

static int64_t count_velocities(const Model *model, const State *state)
{
    int64_t count = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 v = double4_from(state->velocity[i]);
        count += v.x != 0 || v.y != 0 || v.z != 0;
    }
    return count;
}

static int64_t count_forces(const Model *model, const State *state)
{
    int64_t count = 0;
    (void)state;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 f = model_force(model, i);
        count += f.x != 0 || f.y != 0 || f.z != 0;
    }
    return count;
}

static int64_t count_constraints(const Model *model, bool (*has)(const ConstraintSet *set, int32_t i))
{
    int64_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count; i++)
            count += has(&model->sets[kind], i);
    return count;
}

static bool is_limited(const ConstraintSet *set, int32_t i)
{
    return set->limit && isfinite(set->limit[i]);
}

static bool is_inequality(const ConstraintSet *set, int32_t i)
{
    return constraint_sense(set, i) != SENSE_EQUAL;
}

static bool is_hard(const ConstraintSet *set, int32_t i)
{
    return isinf(constraint_stiffness(set, i));
}

static int64_t count_damped(const Model *model, const State *state)
{
    (void)state;
    return count_constraints(model, constraint_is_damped);
}

static int64_t count_limited(const Model *model, const State *state)
{
    (void)state;
    return count_constraints(model, is_limited);
}

static int64_t count_inequalities(const Model *model, const State *state)
{
    (void)state;
    return count_constraints(model, is_inequality);
}

static int64_t count_hard(const Model *model, const State *state)
{
    (void)state;
    return count_constraints(model, is_hard);
}

static int64_t count_scripts(const Model *model, const State *state)
{
    (void)state;
    return model->scripts ? model->scripts->script_count : 0;
}

static int64_t count_loads(const Model *model, bool windy)
{
    int64_t count = 0;
    for (int32_t i = 0; model->surface_loads && i < model->surface_loads->triangle_count; i++)
        count += model->surface_loads->load[i].windy == windy;
    return count;
}

static int64_t count_wind(const Model *model, const State *state)
{
    (void)state;
    return count_loads(model, true);
}

static int64_t count_triangle_loads(const Model *model, const State *state)
{
    (void)state;
    return count_loads(model, false);
}

static int64_t count_contact(const Model *model, const State *state)
{
    (void)state;
    return model->surface != NULL;
}

static int64_t count_colliders(const Model *model, const State *state)
{
    (void)state;
    return model->colliders ? model->colliders->count : 0;
}

typedef struct Fact {
    const char *text;
    int64_t (*count)(const Model *model, const State *state);
} Fact;

static const Fact FACTS[] = {
#define EXPORT_FACT(constant, count, text) {text, count},
#include "scene/private/scene_export_fact_list.h"
#undef EXPORT_FACT
};

static void say_left_out(const Export *e, const Format *format)
{
    for (int i = 0; i < EXPORT_FACTS; i++) {
        const int64_t count = FACTS[i].count(e->model, e->state);
        if (count > 0 && !(format->carries & 1U << i))
            export_left_out(e, "%s: %lld", FACTS[i].text, (long long)count);
    }
}

// ---- files ----

typedef struct Files {
    int       begun, ended;
    FileDraft drafts[FILES_MAX];
} Files;

static Status begin(const char *folder, const char *names, Files *files)
{
    for (const char *name = names; *name;) {
        const int length = (int)strcspn(name, " ");
        char      path[4096];
        ASSERT(files->begun < FILES_MAX);
        if (strlen(folder) + (size_t)length + 2 > sizeof path)
            return status_make(STATUS_IO, "%s: the path is too long", folder);
        snprintf(path, sizeof path, "%s/%.*s", folder, length, name);
        TRY(file_begin(path, &files->drafts[files->begun]));
        files->begun++;
        name += length + (name[length] == ' ');
    }
    return status_ok();
}

static Status flush(const Files *files)
{
    for (int i = 0; i < files->begun; i++)
        if (fflush(files->drafts[i].stream) != 0)
            return status_make(STATUS_IO, "%s: cannot be written: the disk is full, or failed", files->drafts[i].path);
    return status_ok();
}

static Status write_all(const char *folder, const Format *format, Export *e, Files *files)
{
    FILE *streams[FILES_MAX];
    TRY(begin(folder, format->files, files));
    for (int i = 0; i < files->begun; i++)
        streams[i] = files->drafts[i].stream;
    say_left_out(e, format);
    TRY(format->write(e, streams));
    TRY(flush(files));
    while (files->ended < files->begun)
        TRY(file_commit(&files->drafts[files->ended++]));
    return status_ok();
}

Status scene_export(const char *folder, int format, const SceneInfo *info, const Model *model, const State *state, char **left_out)
{
    size_t size;
    Arena  arena = arena_init(0);
    FILE  *text = open_memstream(left_out, &size);
    if (!text)
        return status_make(STATUS_MEMORY, "out of memory for the export of a scene");
    Export e = {.info = info, .model = model, .state = state, .arena = &arena, .left_out = text};
    Files  files = {0};
    Status status = write_all(folder, &FORMATS[format], &e, &files);
    for (; files.ended < files.begun; files.ended++)
        file_discard(&files.drafts[files.ended]);
    arena_destroy(&arena);
    if (fclose(text) != 0 && status.code == STATUS_OK)
        status = status_make(STATUS_MEMORY, "out of memory for the export of a scene");
    return status;
}
