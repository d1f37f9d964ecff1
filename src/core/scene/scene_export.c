// A complete scene as one JSON file: numbers in SI units with 17 digits, particles in the user's numbering. src/python/README.md documents
// the keys. null means infinity: a hard stiffness, or no breaking limit.
#include <jansson.h>
#include <math.h>

#include "base/file.h"
#include "model/script.h"
#include "scene/scene.h"

enum { SCHEMA = 1 }; // increased when readers of the file must change

typedef struct Export {
    const SceneInfo *info;
    const Model     *model;
    const State     *state;
    Arena           *arena;
} Export;

// Writes one value on its own line, so that a long list is never completely in memory. Frees the value.
static Status put(FILE *file, const char *before, json_t *value)
{
    fputs(before, file);
    const bool failed = !value || json_dumpf(value, file, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) != 0;
    json_decref(value);
    if (failed && !ferror(file)) // a disk that is full is named when the file is committed
        return status_make(STATUS_MEMORY, "out of memory for a scene as JSON");
    return status_ok();
}

// A key with a list, each value of which is a line.
static Status write_list(const Export *e, FILE *file, const char *key, int32_t count, json_t *(*value)(const Export *e, int32_t i))
{
    fprintf(file, ",\n\"%s\": [", key);
    for (int32_t i = 0; i < count; i++)
        TRY(put(file, i ? ",\n" : "\n", value(e, i)));
    fputs("]", file);
    return status_ok();
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *numbers(const double *values, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, number(values[i]));
    return list;
}

static json_t *vector(double4 v)
{
    return numbers((double[]){v.x, v.y, v.z}, 3);
}

static json_t *integers(const int32_t *values, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(values[i]));
    return list;
}

// ---- particles and constraints ----

static json_t *particle_value(const Export *e, int32_t user)
{
    const Model  *m = e->model;
    const int32_t i = m->model_of[user];
    return json_pack("{s:i, s:i, s:o, s:b, s:o, s:o, s:o}", "index", (int)user, "body", (int)model_body(m, i), "mass", number(m->mass[i]),
                     "pinned", m->inverse_mass[i] <= 0, "position", vector(state_position(e->state, i)), "velocity",
                     vector(double4_from(e->state->velocity[i])), "force", vector(model_force(m, i)));
}

static json_t *constraint_particles(const Export *e, const ConstraintSet *set, int32_t i)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    json_t        *list = json_array();
    for (int32_t j = 0; j < count; j++)
        json_array_append_new(list, json_integer(e->model->user_of[vertices[j]]));
    return list;
}

static json_t *constraint_numbers(const ConstraintSet *set, int32_t i, bool stiffness)
{
    json_t   *list = json_array();
    const int count = !stiffness ? set->ops->params : set->ops->component_stiffness ? set->ops->components : 1;
    for (int j = 0; j < count; j++)
        json_array_append_new(list, number(stiffness ? constraint_component_stiffness(set, i, j) : constraint_rest(set, j, i)));
    return list;
}

static const char *sense_name(const ConstraintSet *set, int32_t i)
{
    static const char *const SENSES[] = {[SENSE_EQUAL] = "equal", [SENSE_GREATER_EQUAL] = "at_least", [SENSE_LESS_EQUAL] = "at_most"};
    return SENSES[constraint_sense(set, i)];
}

// The faces of a closed surface, each once, starting at its lowest corner. The rings of members list a face at every corner.
static json_t *faces_value(const Export *e, const ConstraintSet *set, int32_t i)
{
    const Groups  *groups = set->groups;
    const int32_t *user = e->model->user_of;
    json_t        *faces = json_array();
    for (int32_t member = groups->start[i]; member < groups->start[i + 1]; member++)
        for (int32_t k = groups->ring_start[member]; k < groups->ring_start[member + 1]; k++) {
            const int32_t corners[3] = {user[set->vertices[member]], user[groups->ring[k][0]], user[groups->ring[k][1]]};
            if (corners[0] < corners[1] && corners[0] < corners[2])
                json_array_append_new(faces, integers(corners, 3));
        }
    return faces;
}

static json_t *constraint_value(const Export *e, const ConstraintSet *set, int32_t i)
{
    json_t *value = json_pack("{s:s, s:i, s:o, s:o, s:o, s:s, s:o, s:o}", "kind", set->ops->name, "index", (int)set->origin[i], "vertices",
                              constraint_particles(e, set, i), "rest", constraint_numbers(set, i, false), "stiffness",
                              constraint_numbers(set, i, true), "sense", sense_name(set, i), "damping",
                              number(set->damping ? set->damping[i] : 0), "limit", number(set->limit ? set->limit[i] : INFINITY));
    if (value && set->groups && set->groups->ring)
        json_object_set_new(value, "faces", faces_value(e, set, i));
    return value;
}

static Status write_constraints(const Export *e, FILE *file)
{
    const char *before = "\n";
    fputs(",\n\"constraints\": [", file);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &e->model->sets[kind];
        int32_t             *at = NULL;
        TRY(ARENA_NEW(e->arena, set->count, &at)); // in the order of the scene
        for (int32_t i = 0; i < set->count; i++)
            at[set->origin[i]] = i;
        for (int32_t i = 0; i < set->count; i++, before = ",\n")
            TRY(put(file, before, constraint_value(e, set, at[i])));
    }
    fputs("]", file);
    return status_ok();
}

// The elements and the names of the rest values of the kinds in this scene.
static Status write_kinds(const Export *e, FILE *file)
{
    static const char *const ELEMENTS[] = {
        [ELEMENT_POINT] = "point",     [ELEMENT_EDGE] = "edge",       [ELEMENT_TRIANGLE] = "triangle",
        [ELEMENT_HINGE] = "hinge",     [ELEMENT_PATCH] = "patch",     [ELEMENT_TETRAHEDRON] = "tetrahedron",
        [ELEMENT_POLYGON] = "polygon", [ELEMENT_SURFACE] = "surface", [ELEMENT_BODY] = "body"};
    json_t *kinds = json_object();
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = e->model->sets[kind].ops;
        if (e->model->sets[kind].count == 0)
            continue;
        json_t *names = json_array();
        for (int p = 0; p < ops->params; p++)
            json_array_append_new(names, json_string(ops->param_names[p]));
        json_object_set_new(kinds, ops->name,
                            json_pack("{s:s, s:s, s:o}", "summary", ops->summary, "element", ELEMENTS[ops->element], "rest", names));
    }
    return put(file, ",\n\"kinds\": ", kinds);
}

// ---- contact ----

static json_t *contact_value(const Export *e)
{
    const ContactSurface *surface = e->model->surface;
    if (!surface)
        return json_null();
    const ContactRules *r = &surface->rules;
    json_t             *points = json_array();
    for (int32_t user = 0; user < e->model->particle_count; user++)
        if (surface->place[e->model->model_of[user]] >= 0)
            json_array_append_new(points, json_integer(user));
    return json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:b, s:b, s:b, s:o}", "thickness", number(r->thickness), "stiffness",
                     number(r->stiffness), "friction", number(r->friction), "friction_on", FRICTION_ON_NAMES[r->friction_on], "slip",
                     number(r->slip), "restitution", number(r->restitution), "self", r->self, "bodies", r->bodies, "planar", r->planar,
                     "points", points);
}

static json_t *mesh_value(const ColliderMesh *mesh)
{
    json_t *vertices = json_array(), *triangles = json_array();
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        json_array_append_new(vertices, numbers(mesh->vertex[i], 3));
    for (int32_t i = 0; i < mesh->triangle_count; i++)
        json_array_append_new(triangles, integers(mesh->triangle[i], 3));
    return json_pack("{s:o, s:o}", "vertices", vertices, "triangles", triangles);
}

static json_t *collider_value(const Export *e, int32_t i)
{
    const Collider *c = &e->model->colliders->list[i];
    json_t         *value = json_pack("{s:s, s:s, s:o, s:o, s:i}", "shape", COLLIDER_SHAPE_NAMES[c->shape], "name", c->name, "friction",
                                      number(c->friction), "restitution", number(c->restitution), "script", (int)c->script);
    if (!value)
        return NULL;
    if (c->shape != COLLIDER_MESH)
        json_object_set_new(value, "point", numbers(c->point, 3));
    if (c->shape == COLLIDER_PLANE || c->shape == COLLIDER_CAPSULE)
        json_object_set_new(value, "direction", numbers(c->direction, 3));
    if (c->shape == COLLIDER_SPHERE || c->shape == COLLIDER_CAPSULE)
        json_object_set_new(value, "radius", number(c->radius));
    if (c->shape == COLLIDER_BOX) {
        json_t *axes = json_array();
        for (int k = 0; k < 3; k++)
            json_array_append_new(axes, numbers(c->axes[k], 3));
        json_object_set_new(value, "axes", axes);
        json_object_set_new(value, "half", numbers(c->half, 3));
    }
    if (c->mesh)
        json_object_set_new(value, "mesh", mesh_value(c->mesh));
    return value;
}

// ---- scripts and wind ----

static json_t *part_value(const ScriptPart *part)
{
    json_t *value =
        json_pack("{s:s, s:s, s:o, s:o, s:o}", "act", part->act == SCRIPT_MOVE ? "move" : "rotate", "ease", SCRIPT_EASE_NAMES[part->ease],
                  "from", number(part->from), "to", number(part->to), "vector", numbers(part->vector, 3));
    if (value && part->act == SCRIPT_ROTATE) {
        json_object_set_new(value, "radians", number(part->radians));
        json_object_set_new(value, "about", numbers(part->about, 3));
    }
    return value;
}

static json_t *script_value(const Export *e, int32_t which)
{
    const Scripts *scripts = e->model->scripts;
    const Script  *script = &scripts->scripts[which];
    json_t        *parts = json_array(), *pins = json_array();
    for (int32_t i = 0; i < script->count; i++)
        json_array_append_new(parts, part_value(&scripts->parts[script->first + i]));
    for (int32_t i = 0; i < scripts->pin_count; i++)
        if (scripts->pins[i].script == which)
            json_array_append_new(pins, json_pack("{s:i, s:o}", "particle", (int)e->model->user_of[scripts->pins[i].particle], "start",
                                                  numbers(scripts->pins[i].start, 3)));
    return json_pack("{s:o, s:o, s:o}", "release", number(script->release), "parts", parts, "pins", pins);
}

static json_t *corners_of(const Export *e, int32_t triangle)
{
    int32_t corners[3];
    for (int k = 0; k < 3; k++)
        corners[k] = e->model->user_of[e->model->surface_loads->triangle[triangle][k]];
    return integers(corners, 3);
}

static json_t *wind_value(const Export *e)
{
    const SurfaceLoads *wind = e->model->surface_loads;
    if (!wind || !(wind->air.density > 0))
        return json_null();
    json_t *triangles = json_array();
    for (int32_t i = 0; i < wind->triangle_count; i++)
        if (wind->load[i].windy)
            json_array_append_new(triangles, corners_of(e, i));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "velocity", numbers(wind->air.velocity, 3), "density",
                     number(wind->air.density), "drag", number(wind->air.drag), "lift", number(wind->air.lift), "gust",
                     number(wind->air.gust), "gust_period", number(wind->air.gust_period), "triangles", triangles);
}

static json_t *triangle_loads_value(const Export *e)
{
    const SurfaceLoads *loads = e->model->surface_loads;
    json_t             *list = json_array();
    for (int32_t i = 0; loads && i < loads->triangle_count; i++)
        if (!loads->load[i].windy)
            json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o}", "vertices", corners_of(e, i), "pressure",
                                                  number(loads->load[i].pressure), "moment", numbers(loads->load[i].moment, 3), "follower",
                                                  numbers(loads->load[i].follower, 3)));
    return list;
}

// ---- faces and lines of frames ----

static json_t *face_value(const Export *e, int32_t i)
{
    const int32_t *start = &e->model->face_start[i];
    return integers(&e->model->face_vertex[start[0]], start[1] - start[0]);
}

static json_t *line_value(const Export *e, int32_t i)
{
    return integers(e->model->line[i], 2);
}

static Status write_all(const Export *e, FILE *file)
{
    const Model *m = e->model;
    TRY(put(file, "{\n\"format\": ", json_string("weft scene")));
    TRY(put(file, ",\n\"schema\": ", json_integer(SCHEMA)));
    TRY(put(file, ",\n\"scene\": ", json_string(e->info->name)));
    TRY(put(file, ",\n\"summary\": ", json_string(e->info->summary)));
    TRY(put(file, ",\n\"hash\": ", json_string(e->info->hash)));
    TRY(put(file, ",\n\"body_count\": ", json_integer(m->body_count)));
    TRY(put(file, ",\n\"gravity\": ", numbers(m->gravity, 3)));
    TRY(put(file, ",\n\"contact\": ", contact_value(e)));
    TRY(write_kinds(e, file));
    TRY(write_list(e, file, "particles", m->particle_count, particle_value));
    TRY(write_constraints(e, file));
    TRY(write_list(e, file, "colliders", m->colliders ? m->colliders->count : 0, collider_value));
    TRY(write_list(e, file, "scripts", m->scripts ? m->scripts->script_count : 0, script_value));
    TRY(put(file, ",\n\"wind\": ", wind_value(e)));
    TRY(put(file, ",\n\"triangle_loads\": ", triangle_loads_value(e)));
    TRY(write_list(e, file, "faces", m->face_count, face_value));
    TRY(write_list(e, file, "lines", m->line_count, line_value));
    fputs("\n}\n", file);
    return status_ok();
}

Status scene_export(const char *path, const SceneInfo *info, const Model *model, const State *state)
{
    FileDraft draft;
    Arena     arena = arena_init(0);
    TRY(file_begin_given(path, &draft));
    const Export e = {info, model, state, &arena};
    Status       status = write_all(&e, draft.stream);
    arena_destroy(&arena);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    file_discard(&draft);
    return status;
}
