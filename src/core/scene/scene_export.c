// A scene as tables for other programs: particles.csv, constraints.csv and scene.csv, in the user's numbering, 17 significant digits.
#include <string.h>

#include "base/file.h"
#include "model/script.h"
#include "scene/scene.h"

typedef struct Export {
    const Model *model;
    const State *state;
    Arena       *arena;
} Export;

static void write_particles(const Export *e, FILE *file)
{
    const Model *m = e->model;
    fprintf(file, "index,body,mass,pinned,x,y,z,vx,vy,vz,fx,fy,fz\n");
    for (int32_t user = 0; user < m->particle_count; user++) {
        const int32_t i = m->model_of[user];
        const double4 x = state_position(e->state, i), v = double4_from(e->state->velocity[i]), f = model_force(m, i);
        fprintf(file, "%d,%d,%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", user, model_body(m, i), m->mass[i],
                m->inverse_mass[i] <= 0, x.x, x.y, x.z, v.x, v.y, v.z, f.x, f.y, f.z);
    }
}

// ---- constraints ----

static void write_vertices(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        fprintf(file, "%s%d", j ? " " : "", e->model->user_of[vertices[j]]);
}

static void write_rest(const ConstraintSet *set, int32_t i, FILE *file)
{
    for (int p = 0; p < set->ops->params; p++)
        fprintf(file, "%s%.17g", p ? " " : "", constraint_rest(set, p, i));
}

static void write_stiffness(const ConstraintSet *set, int32_t i, FILE *file)
{
    const int count = set->ops->component_stiffness ? set->ops->components : 1;
    for (int c = 0; c < count; c++)
        fprintf(file, "%s%.17g", c ? " " : "", constraint_component_stiffness(set, i, c));
}

// The faces of a surface, each once, in its own order from the lowest corner. In the rings of members it is listed at every corner.
static void write_faces(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    const Groups  *groups = set->groups;
    const int32_t *user = e->model->user_of;
    const char    *between = "";
    for (int32_t at = groups->start[i]; at < groups->start[i + 1]; at++)
        for (int32_t r = groups->ring_start[at]; r < groups->ring_start[at + 1]; r++) {
            const int32_t a = user[set->vertices[at]], b = user[groups->ring[r][0]], c = user[groups->ring[r][1]];
            if (a > b || a > c)
                continue;
            fprintf(file, "%s%d %d %d", between, a, b, c);
            between = " ";
        }
}

static void write_constraint(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    static const char *const SENSES[] = {[SENSE_EQUAL] = "equal", [SENSE_AT_LEAST] = "at_least", [SENSE_AT_MOST] = "at_most"};
    fprintf(file, "%s,%d,", set->ops->name, set->origin[i]);
    write_vertices(e, set, i, file);
    fputc(',', file);
    write_rest(set, i, file);
    fputc(',', file);
    write_stiffness(set, i, file);
    fprintf(file, ",%.17g,%.17g,%s,", set->damping ? set->damping[i] : 0, set->limit ? set->limit[i] : INFINITY,
            SENSES[constraint_sense(set, i)]);
    if (set->groups && set->groups->ring)
        write_faces(e, set, i, file);
    fputc('\n', file);
}

static Status write_constraints(const Export *e, FILE *file)
{
    fprintf(file, "kind,index,vertices,rest,stiffness,damping,limit,sense,faces\n");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &e->model->sets[kind];
        int32_t             *at = NULL; // [count] the constraint with a number of the scene
        TRY(ARENA_NEW(e->arena, set->count, &at));
        for (int32_t i = 0; i < set->count; i++)
            at[set->origin[i]] = i;
        for (int32_t i = 0; i < set->count; i++)
            write_constraint(e, set, at[i], file);
    }
    return status_ok();
}

// ---- the rest ----

static void write_scene(const Export *e, const SceneInfo *info, FILE *file)
{
    const Model *m = e->model;
    fprintf(file, "name,value\nscene,%s\nhash,%s\n", info->name, info->hash);
    for (int axis = 0; axis < 3; axis++)
        fprintf(file, "gravity_%c,%.17g\n", "xyz"[axis], m -> gravity[axis]);
    fprintf(file, "scripts,%d\nwind,%d\ncolliders,%d\n", m->scripts ? m->scripts->script_count : 0, m->wind != NULL,
            m->colliders ? m->colliders->count : 0);
    if (m->surface) {
        const ContactRules *rules = &m->surface->rules;
        fprintf(file, "contact_thickness,%.17g\ncontact_stiffness,%.17g\ncontact_friction,%.17g\ncontact_restitution,%.17g\n",
                rules->thickness, rules->stiffness, rules->friction, rules->restitution);
    }
}

// All tables are written before the first one gets its name.
Status scene_export(const char *folder, const SceneInfo *info, const Model *model, const State *state)
{
    static const char *const NAMES[] = {"particles.csv", "constraints.csv", "scene.csv"};
    enum { FILES = sizeof NAMES / sizeof *NAMES };
    FileDraft    drafts[FILES];
    Arena        arena = arena_init(0);
    const Export e = {.model = model, .state = state, .arena = &arena};
    Status       status = status_ok();
    int          begun = 0, ended = 0;
    for (; begun < FILES && status.code == STATUS_OK; begun += status.code == STATUS_OK) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[begun]);
        status = strlen(folder) + strlen(NAMES[begun]) + 2 > sizeof path ? status_make(STATUS_IO, "%s: the path is too long", folder)
                                                                         : file_begin(path, &drafts[begun]);
    }
    if (status.code == STATUS_OK) {
        write_particles(&e, drafts[0].stream);
        status = write_constraints(&e, drafts[1].stream);
        write_scene(&e, info, drafts[2].stream);
    }
    for (int i = 0; i < begun && status.code == STATUS_OK; i++)
        if (fflush(drafts[i].stream) != 0)
            status = status_make(STATUS_IO, "%s: cannot be written: the disk is full, or failed", drafts[i].path);
    for (; ended < begun && status.code == STATUS_OK; ended++)
        status = file_commit(&drafts[ended]);
    for (; ended < begun; ended++)
        file_discard(&drafts[ended]);
    arena_destroy(&arena);
    return status;
}
