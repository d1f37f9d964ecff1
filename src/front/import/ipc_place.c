// Where the bodies of a configuration of IPC begin. As in its src/main.cpp: x → Rx Ry Rz S x + t; with `size` above 0 all of it is scaled
// so that the longest side of the box around it has that length, and the lowest corner of the box moved to the origin; `script fall` then
// lifts everything by half the diagonal of the box.
#include "import/private/ipc_place.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double radians(double degrees)
{
    return degrees * (M_PI / 180);
}

// Rx Ry Rz: about z first.
static void rotation_of(const double degrees[3], double out[3][3])
{
    double c[3], s[3];
    for (int k = 0; k < 3; k++) {
        c[k] = cos(radians(degrees[k]));
        s[k] = sin(radians(degrees[k]));
    }
    const double r[3][3] = {{c[1] * c[2], -c[1] * s[2], s[1]},
                            {c[0] * s[2] + s[0] * s[1] * c[2], c[0] * c[2] - s[0] * s[1] * s[2], -s[0] * c[1]},
                            {s[0] * s[2] - c[0] * s[1] * c[2], s[0] * c[2] + c[0] * s[1] * s[2], c[0] * c[1]}};
    memcpy(out, r, sizeof r);
}

static void place(const IpcBody *body, const double x[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = body->translate[i];
        for (int k = 0; k < 3; k++)
            out[i] += body->rotation[i][k] * body->scale[k] * x[k];
    }
}

static void find_box(IpcBody *body)
{
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        double x[3];
        place(body, body->mesh.position[i], x);
        for (int k = 0; k < 3; k++) {
            body->low[k] = i ? fmin(body->low[k], x[k]) : x[k];
            body->high[k] = i ? fmax(body->high[k], x[k]) : x[k];
        }
    }
}

// ---- reading ----

// The part of the file's own path before the last folder `input`; the folder of the file where there is none.
static void default_root(const char *file, char *out, size_t size)
{
    const char *slash = strrchr(file, '/');
    int         length = slash ? (int)(slash - file) : 0;
    for (int i = length; i > 0; i--) // a folder that ends at i
        if ((file[i] == '/' || i == length) && i >= 5 && memcmp(file + i - 5, "input", 5) == 0 && (i == 5 || file[i - 6] == '/')) {
            length = i > 5 ? i - 6 : 0;
            break;
        }
    snprintf(out, size, "%.*s", length, file);
    if (!*out)
        snprintf(out, size, "%s", *file == '/' ? "/" : ".");
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static Status find_mesh(const IpcConfig *config, const char *root, IpcBody *body)
{
    char        joined[IPC_PATH], folder[IPC_PATH];
    const char *name = body->shape->mesh;
    if (!root)
        default_root(config->file.path, folder, sizeof folder);
    if (*name == '/')
        folder[0] = '\0';
    else if (root)
        snprintf(folder, sizeof folder, "%s", root);
    if (snprintf(joined, sizeof joined, "%s%s%s", folder, *folder ? "/" : "", name) >= (int)sizeof joined)
        return status_make(STATUS_INPUT, "%s:%d: the path of the mesh is too long", config->file.path, body->shape->line);
    _Static_assert(IPC_PATH >= PATH_MAX, "realpath needs so much room");
    if (!realpath(joined, body->path))
        return status_make(STATUS_INPUT, "%s:%d: no mesh %.200s; put it there, or say with --root from where the names of meshes are seen",
                           config->file.path, body->shape->line, joined);
    return status_ok();
}

static Status check_mesh(const IpcConfig *config, IpcBody *body)
{
    const IpcShape *shape = body->shape;
    body->solid = body->mesh.tet_count > 0;
    if (body->solid)
        return status_ok();
    if (body->mesh.face_count == 0)
        return status_make(STATUS_INPUT, "%s:%d: %.200s has neither tetrahedra nor faces", config->file.path, shape->line, shape->mesh);
    if (config->script == IPC_SCRIPT_FALL || config->script == IPC_SCRIPT_STAY)
        return status_make(STATUS_INPUT, "%s:%d: %.200s has no tetrahedra; with this script IPC does not hold it; write `script null`",
                           config->file.path, shape->line, shape->mesh);
    if (shape->pin_count || shape->force_count || shape->starts)
        return status_make(STATUS_INPUT, "%s:%d: %.200s has no tetrahedra, so IPC holds all of it; leave DBC, NBC and initVel out",
                           config->file.path, shape->line, shape->mesh);
    return status_ok();
}

static Status read_mesh(const IpcConfig *config, const char *root, IpcBody *body)
{
    const IpcShape *shape = body->shape;
    if (ends_with(shape->mesh, ".seg") || ends_with(shape->mesh, ".pt"))
        return status_make(STATUS_INPUT, "%s:%d: %.200s: edges and points that move are not read; give a surface (.obj)", config->file.path,
                           shape->line, shape->mesh);
    TRY(find_mesh(config, root, body));
    const Status status = mesh_read(body->path, &body->mesh);
    if (status.code != STATUS_OK)
        return status_prefix(status, "%s:%d", config->file.path, shape->line);
    return check_mesh(config, body);
}

// ---- masses ----

static double volume_of(const Mesh *mesh, const int32_t tet[4])
{
    double e[3][3];
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++)
            e[j][k] = mesh->position[tet[j + 1]][k] - mesh->position[tet[0]][k];
    return fabs(e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) + e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
           6;
}

static Status find_masses(const IpcConfig *config, IpcBody *body)
{
    const Mesh *mesh = &body->mesh;
    double      sum[3] = {0};
    body->density = body->shape->density > 0 ? body->shape->density : config->density;
    body->mass = calloc((size_t)mesh->vertex_count + 1, sizeof *body->mass);
    if (!body->mass)
        return status_make(STATUS_MEMORY, "out of memory for the masses of %s", body->path);
    for (int32_t t = 0; t < mesh->tet_count; t++)
        for (int k = 0; k < 4; k++)
            body->mass[mesh->tet[t][k]] +=
                body->density * volume_of(mesh, mesh->tet[t]) * fabs(body->scale[0] * body->scale[1] * body->scale[2]) / 4;
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        double x[3];
        place(body, mesh->position[i], x);
        body->weight += body->mass[i];
        for (int k = 0; k < 3; k++)
            sum[k] += body->mass[i] * x[k];
    }
    for (int k = 0; k < 3; k++)
        body->centre[k] = body->weight > 0 ? sum[k] / body->weight : 0;
    return status_ok();
}

// ---- all bodies ----

static void box_of_all(const IpcScene *scene, double low[3], double high[3])
{
    for (int b = 0; b < scene->count; b++)
        for (int k = 0; k < 3; k++) {
            low[k] = b ? fmin(low[k], scene->bodies[b].low[k]) : scene->bodies[b].low[k];
            high[k] = b ? fmax(high[k], scene->bodies[b].high[k]) : scene->bodies[b].high[k];
        }
}

static double diagonal_of(const double low[3], const double high[3])
{
    return hypot(hypot(high[0] - low[0], high[1] - low[1]), high[2] - low[2]);
}

static Status place_all(const IpcConfig *config, IpcScene *scene)
{
    double       low[3] = {0}, high[3] = {0};
    const double lift = config->script == IPC_SCRIPT_FALL ? 0.5 : 0;
    box_of_all(scene, low, high);
    const double longest = fmax(fmax(high[0] - low[0], high[1] - low[1]), high[2] - low[2]);
    const double factor = config->size > 0 ? config->size / longest : 1;
    if (!(longest > 0 && isfinite(factor * diagonal_of(low, high))))
        return status_make(STATUS_INPUT, "%s: the box around all shapes has no size, or one that is not finite", config->file.path);
    scene->diagonal = factor * diagonal_of(low, high);
    for (IpcBody *body = scene->bodies; body < scene->bodies + scene->count; body++) {
        for (int k = 0; k < 3; k++) {
            body->scale[k] *= factor;
            body->translate[k] = factor * (body->translate[k] - (config->size > 0 ? low[k] : 0)) + (k == 1 ? lift * scene->diagonal : 0);
        }
        find_box(body);
        TRY(find_masses(config, body));
        scene->mass += body->weight;
    }
    return status_ok();
}

Status ipc_scene_place(const IpcConfig *config, const char *root, IpcScene *out)
{
    *out = (IpcScene){.bodies = calloc((size_t)config->shape_count, sizeof *out->bodies)};
    if (!out->bodies)
        return status_make(STATUS_MEMORY, "out of memory for %d bodies", config->shape_count);
    for (int i = 0; i < config->shape_count; i++) {
        IpcBody *body = &out->bodies[out->count++];
        body->shape = &config->shapes[i];
        TRY(read_mesh(config, root, body));
        rotation_of(body->shape->degrees, body->rotation);
        memcpy(body->scale, body->shape->scale, sizeof body->scale);
        memcpy(body->translate, body->shape->translate, sizeof body->translate);
        find_box(body);
    }
    return place_all(config, out);
}

void ipc_scene_destroy(IpcScene *scene)
{
    for (int i = 0; i < scene->count; i++) {
        mesh_destroy(&scene->bodies[i].mesh);
        free(scene->bodies[i].mass);
    }
    free(scene->bodies);
    *scene = (IpcScene){0};
}

// ---- boxes ----

static Status mark_surface(const Mesh *mesh, bool *marks)
{
    int32_t(*triangles)[3] = NULL, count = 0;
    TRY(mesh_surface(mesh, &triangles, &count));
    memset(marks, 0, (size_t)mesh->vertex_count * sizeof *marks);
    for (int32_t t = 0; t < count; t++)
        for (int k = 0; k < 3; k++)
            marks[triangles[t][k]] = true;
    free(triangles);
    return status_ok();
}

Status ipc_select(const IpcBody *body, const IpcBox *box, bool *marks, int32_t *count, double low[3], double high[3])
{
    const Mesh *mesh = &body->mesh;
    double      least[3] = {0}, most[3] = {0};
    *count = 0;
    TRY(mark_surface(mesh, marks));
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        for (int k = 0; k < 3; k++) {
            least[k] = i ? fmin(least[k], mesh->position[i][k]) : mesh->position[i][k];
            most[k] = i ? fmax(most[k], mesh->position[i][k]) : mesh->position[i][k];
        }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        double x[3];
        for (int k = 0; k < 3; k++) {
            const double side = most[k] - least[k];
            marks[i] =
                marks[i] && mesh->position[i][k] >= side * box->low[k] + least[k] && mesh->position[i][k] <= side * box->high[k] + least[k];
        }
        if (!marks[i])
            continue;
        place(body, mesh->position[i], x);
        for (int k = 0; k < 3; k++) {
            low[k] = *count ? fmin(low[k], x[k]) : x[k];
            high[k] = *count ? fmax(high[k], x[k]) : x[k];
        }
        ++*count;
    }
    return status_ok();
}
