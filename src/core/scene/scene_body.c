// One entry of `bodies:`, from its node into the builder.
#include <stdlib.h>

#include "base/random.h"
#include "scene/private/scene_internal.h"

static Status add_particles(Body *body)
{
    body->first = model_builder_particles(body->builder);
    model_begin_body(body->builder);
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        const Status added = model_add_particle(body->builder, body->mesh.position[i], body->velocity[i], body->mass[i]);
        if (added.code != STATUS_OK) // avoids copying the large Status on success
            return yaml_locate(body->node, added);
    }
    return status_ok();
}

static Status add_drawing(Body *body)
{
    enum { CORNERS_MAX = 64 };
    const Mesh *mesh = &body->mesh;
    int32_t     few[CORNERS_MAX];
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t  begin = mesh->face_start[face], count = mesh->face_start[face + 1] - begin;
        int32_t *const corners = count <= CORNERS_MAX ? few : malloc((size_t)count * sizeof *corners);
        if (!corners)
            return status_make(STATUS_MEMORY, "out of memory for a face of %d corners", (int)count);
        for (int32_t i = 0; i < count; i++)
            corners[i] = body->first + mesh->face_vertex[begin + i];
        const Status status = model_add_face(body->builder, corners, count);
        if (corners != few)
            free(corners);
        if (status.code != STATUS_OK)
            return yaml_locate(body->node, status);
    }
    for (int32_t i = 0; i < mesh->line_count; i++)
        TRY(yaml_locate(body->node, model_add_line(body->builder, body->first + mesh->line[i][0], body->first + mesh->line[i][1])));
    return status_ok();
}

static Status add_force(Body *body, const YamlNode *map, const Selection *picked)
{
    static const char *const KEYS[] = {"force", "total", "traction", NULL};
    const YamlNode          *node = NULL;
    int                      shared = 0;
    double                   force[3];
    TRY(scene_need_one(map, KEYS, &node, &shared));
    if (yaml_get(map, "traction"))
        return scene_traction(body, map, picked);
    if (yaml_get(map, "follows"))
        return yaml_error(yaml_get(map, "follows"),
                          "requires `traction`, a load on faces: a force on particles cannot follow their rotation");
    TRY(scene_vector(node, force));
    for (int k = 0; shared && k < 3; k++)
        force[k] /= picked->count;
    for (int32_t j = 0; j < picked->count; j++)
        TRY(yaml_locate(map, model_add_force(body->builder, body->first + picked->index[j], force)));
    return status_ok();
}

// `perturb:` of a body: displaces each free particle at the start by up to `amplitude` along each axis.
static Status perturb(Body *body)
{
    static const char *const KEYS[] = {"amplitude", "seed", NULL};
    const YamlNode          *map = yaml_get(body->node, "perturb");
    int64_t                  seed = 1;
    double                   amplitude = 0;
    if (!map)
        return status_ok();
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_positive(map, "amplitude", &amplitude));
    TRY(yaml_int(yaml_get(map, "seed"), 0, INT32_MAX, &seed));
    Random random = {(uint64_t)seed};
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        double by[3];
        for (int k = 0; k < 3; k++)
            by[k] = amplitude * (2 * random_unit(&random) - 1);
        if (!model_is_pinned(body->builder, body->first + i))
            TRY(yaml_locate(map, model_displace(body->builder, body->first + i, by)));
    }
    return status_ok();
}

// `track:` of a body: the scene tracks the centre of the selected particles.
static Status track(Body *body)
{
    static const char *const KEYS[] = {SCENE_SELECTOR_KEYS, NULL};
    const YamlNode          *map = yaml_get(body->node, "track");
    Selection                picked;
    if (!map)
        return status_ok();
    if (model_builder_tracks(body->builder))
        return yaml_error(map, "another body has `track` already; a scene has at most one tracked point, so remove one");
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_select(body, map, &picked));
    Status status = status_ok();
    for (int32_t i = 0; i < picked.count && status.code == STATUS_OK; i++)
        status = model_track(body->builder, body->first + picked.index[i]);
    free(picked.index);
    return status;
}

// Vertices without an element would move freely with their share of the mass, at once or when a script releases them.
static Status refuse_loose(const Body *body)
{
    const YamlNode *mesh = yaml_get(body->node, "mesh");
    int32_t         count = 0, first = -1;
    double          mass = 0, total = 0;
    for (int32_t i = 0; body->loose && i < body->mesh.vertex_count; i++) {
        first = body->loose[i] && count++ == 0 ? i : first;
        mass += body->loose[i] ? body->mass[i] : 0;
        total += body->mass[i];
    }
    return count == 0 || !mesh ? status_ok()
                               : yaml_error(mesh,
                                            "%d of %d vertices (first: %d), with %.3g %% of the mass, belong to no element and would move "
                                            "freely; remove them with `weft mesh %s --drop-loose -o FILE.vtk` (this renumbers the others), "
                                            "pin them without release, or constrain them here",
                                            (int)count, (int)body->mesh.vertex_count, (int)first, 100 * mass / total, mesh->text);
}

static Status read_all(Body *body)
{
    static const char *const KEYS[] = {
        "name",    "transform", "material", "mass",     "particle_mass", "density",         "masses", "velocity",
        "spin",    "springs",   "edges",    "elements", "constraints",   "attachments",     "pins",   "forces",
        "contact", "perturb",   "pressure", "moments",  "track",         SCENE_SOURCE_KEYS, NULL};
    static const char *const FORCE_KEYS[] = {SCENE_SELECTOR_KEYS, "force", "total", "traction", "follows", NULL};
    TRY(yaml_check_keys(body->node, KEYS));
    TRY(scene_shape(body));
    TRY(scene_material(body));
    TRY(scene_masses(body));
    TRY(scene_motion(body));
    TRY(add_particles(body));
    TRY(add_drawing(body));
    TRY(scene_springs(body));
    TRY(scene_surface_loads(body));
    TRY(scene_touch(body));
    TRY(scene_pins(body));
    TRY(refuse_loose(body));
    TRY(perturb(body));
    TRY(track(body));
    return scene_each_picked(body, "forces", FORCE_KEYS, add_force);
}

Status scene_read_body(const YamlNode *node, const ContactRules *rules, SceneFiles *files, ModelBuilder *builder)
{
    Body         body = {.node = node, .builder = builder, .files = files, .rules = rules};
    const Status status = read_all(&body);
    mesh_destroy(&body.mesh);
    free(body.mass);
    free(body.loose);
    free(body.velocity);
    free(body.records);
    return status;
}
