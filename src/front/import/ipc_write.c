// A configuration of IPC as a scene file of weft.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "import/private/import_formats.h"
#include "import/private/ipc_place.h"

enum { NUMBER = 40 };

static const double GRAVITY = 9.80665; // of IPC, m/s²

// With which the weight of all bodies on one particle presses it in by this part of the thickness.
static const double PRESSED = 0.1;

// ---- pieces of YAML ----

static void put_number(double value, FILE *out)
{
    char text[NUMBER];
    text_from_double(value == 0 ? 0 : value, text, sizeof text); // no -0
    fputs(text, out);
}

static void put_vector(const double v[3], FILE *out)
{
    for (int k = 0; k < 3; k++) {
        fputs(k ? ", " : "[", out);
        put_number(v[k], out);
    }
    putc(']', out);
}

// A text, in which a dollar sign stands for itself, not for a parameter.
static void put_quoted(const char *text, FILE *out)
{
    char   doubled[2 * IPC_PATH];
    size_t length = 0;
    for (; *text && length < sizeof doubled - 1; text++) {
        if (*text == '$')
            doubled[length++] = '$';
        doubled[length++] = *text;
    }
    text_put_quoted(doubled, length, out);
}

static double length_of(const double v[3])
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

// Which of three numbers is not 0, if it is one alone; else −1.
static int single(const double v[3])
{
    int found = -1;
    for (int k = 0; k < 3; k++)
        if (v[k] != 0) {
            if (found >= 0)
                return -1;
            found = k;
        }
    return found;
}

// Three angles, about z first, as one about an axis: the product of three quaternions.
static double turn_of(const double degrees[3], double axis[3])
{
    double c[3], s[3];
    for (int k = 0; k < 3; k++) {
        c[k] = cos(degrees[k] * (M_PI / 360));
        s[k] = sin(degrees[k] * (M_PI / 360));
        axis[k] = k == single(degrees);
    }
    if (single(degrees) >= 0)
        return degrees[single(degrees)];
    const double w = c[0] * c[1] * c[2] - s[0] * s[1] * s[2];
    axis[0] = s[0] * c[1] * c[2] + c[0] * s[1] * s[2];
    axis[1] = c[0] * s[1] * c[2] - s[0] * c[1] * s[2];
    axis[2] = c[0] * c[1] * s[2] + s[0] * s[1] * c[2];
    return 360 / M_PI * atan2(length_of(axis), w);
}

// So many degrees a second about x, y and z, for so many seconds.
static double spin_of(const double turn[3], double seconds, double axis[3])
{
    const int k = single(turn);
    for (int i = 0; i < 3; i++)
        axis[i] = k < 0 ? turn[i] : i == k;
    return (k < 0 ? length_of(turn) : turn[k]) * seconds;
}

// ---- a body ----

static void put_transform(const IpcBody *body, FILE *out)
{
    double       axis[3];
    const double degrees = turn_of(body->shape->degrees, axis);
    fputs("    transform:\n      scale: ", out);
    put_vector(body->scale, out);
    if (degrees != 0) {
        fputs("\n      rotate: {axis: ", out);
        put_vector(axis, out);
        fputs(", degrees: ", out);
        put_number(degrees, out);
        putc('}', out);
    }
    fputs("\n      translate: ", out);
    put_vector(body->translate, out);
    putc('\n', out);
}

static void put_material(const IpcConfig *config, const IpcBody *body, const char *kind, FILE *out)
{
    const IpcShape *shape = body->shape;
    fputs("    material: {young: ", out);
    put_number(shape->young > 0 ? shape->young : config->young, out);
    fputs(", poisson: ", out);
    put_number(shape->young > 0 ? shape->poisson : config->poisson, out);
    fputs(", density: ", out);
    put_number(body->density, out);
    fprintf(out, "}\n");
    if (!shape->moves)
        fprintf(out, "    elements:\n      - kind: %s\n", kind);
}

// IPC turns a body about the middle of the box around it, weft about its centre of mass.
static void put_start(const IpcBody *body, FILE *out)
{
    const IpcShape *shape = body->shape;
    double          arm[3], turn[3], velocity[3];
    for (int k = 0; k < 3; k++) {
        turn[k] = shape->turn[k] * (M_PI / 180);
        arm[k] = body->centre[k] - (body->low[k] + body->high[k]) / 2;
    }
    for (int k = 0; k < 3; k++)
        velocity[k] = shape->velocity[k] + turn[(k + 1) % 3] * arm[(k + 2) % 3] - turn[(k + 2) % 3] * arm[(k + 1) % 3];
    fputs("    velocity: ", out);
    put_vector(velocity, out);
    if (length_of(turn) > 0) {
        fputs("\n    spin: {axis: ", out);
        put_vector(turn, out);
        fputs(", radians_per_second: ", out);
        put_number(length_of(turn), out);
        putc('}', out);
    }
    putc('\n', out);
}

// ---- pins ----

static void put_times(double begin, double end, FILE *out)
{
    fputs(", from: ", out);
    put_number(begin, out);
    fputs(", to: ", out);
    put_number(end, out);
    fputs("}\n", out);
}

static void put_rotate(const IpcBox *box, const double about[3], FILE *out)
{
    double       axis[3];
    const double degrees = spin_of(box->turn, box->end - box->begin, axis);
    fputs("          - {rotate: {axis: ", out);
    put_vector(axis, out);
    fputs(", degrees: ", out);
    put_number(degrees, out);
    fputs(", about: ", out);
    put_vector(about, out);
    putc('}', out);
    put_times(box->begin, box->end, out);
}

static void put_move(const IpcBox *box, FILE *out)
{
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = box->velocity[k] * (box->end - box->begin);
    fputs("          - {move: ", out);
    put_vector(way, out);
    put_times(box->begin, box->end, out);
}

// Motions one after another of the same vertices. IPC turns them about the middle of where they are: turned first, about where they were,
// and then moved, they get to the same places.
static void put_script(const IpcBox *parts, int count, const double low[3], const double high[3], double release, FILE *out)
{
    double about[3];
    bool   any = isfinite(release);
    for (int k = 0; k < 3; k++)
        about[k] = (low[k] + high[k]) / 2;
    for (int i = 0; i < count; i++)
        any = any || length_of(parts[i].turn) > 0 || length_of(parts[i].velocity) > 0;
    if (!any)
        return;
    fputs("        script:\n", out);
    for (int i = 0; i < count; i++)
        if (length_of(parts[i].turn) > 0)
            put_rotate(&parts[i], about, out);
    for (int i = 0; i < count; i++)
        if (length_of(parts[i].velocity) > 0)
            put_move(&parts[i], out);
    if (isfinite(release)) {
        fputs("          - {release: ", out);
        put_number(release, out);
        fputs("}\n", out);
    }
}

static void put_indices(const bool *marks, int32_t vertices, int32_t count, FILE *out)
{
    const char *comma = "";
    if (count == vertices) {
        fputs("      - all: true\n", out);
        return;
    }
    fputs("      - index: [", out);
    for (int32_t i = 0; i < vertices; i++)
        if (marks[i]) {
            fprintf(out, "%s%d", comma, i);
            comma = ", ";
        }
    fputs("]\n", out);
}

static bool same_box(const IpcBox *a, const IpcBox *b)
{
    for (int k = 0; k < 3; k++)
        if (a->low[k] != b->low[k] || a->high[k] != b->high[k])
            return false;
    return true;
}

// The pins of one box and those after it that go on with the same box where it ends, from the start on. *count: how many they are.
static Status join_parts(const IpcConfig *config, const IpcShape *shape, int first, IpcBox parts[IPC_BOXES], int *count, bool *used)
{
    double end = 0;
    *count = 0;
    for (int i = first; i < shape->pin_count; i++) {
        const IpcBox *box = &shape->pins[i];
        if (i != first && !same_box(box, &shape->pins[first]))
            continue;
        used[i] = true;
        if (box->begin != end)
            return status_make(
                STATUS_INPUT,
                "%s:%d: a `DBC` that begins at %g s: a pin of weft is held from the start until it is released; begin at 0, or where "
                "one of the same box ends",
                config->file.path, shape->line, box->begin);
        parts[(*count)++] = *box;
        end = box->end;
    }
    return status_ok();
}

typedef struct Pinning {
    const IpcConfig *config;
    const IpcBody   *body;
    bool            *marks, *taken;
    FILE            *out;
} Pinning;

static Status put_pin(const Pinning *p, IpcBox *parts, int count)
{
    double       low[3], high[3];
    int32_t      selected = 0;
    const Mesh  *mesh = &p->body->mesh;
    const double release = fmin(parts[count - 1].end, p->config->held_to);
    TRY(ipc_select(p->body, parts, p->marks, &selected, low, high));
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        if (p->marks[i] && p->taken[i])
            return status_make(STATUS_INPUT, "%s:%d: vertex %d is in two boxes of `DBC`; a pin of weft has one script",
                               p->config->file.path, p->body->shape->line, i);
        p->taken[i] = p->taken[i] || p->marks[i];
    }
    if (selected == 0) {
        fputs("      # a DBC of IPC selects no vertex of the surface\n", p->out);
        return status_ok();
    }
    while (count > 1 && parts[count - 1].begin >= release)
        count--;
    parts[count - 1].end =
        fmin(parts[count - 1].end, isfinite(release) ? release : fmax(p->config->duration, parts[count - 1].begin + p->config->step));
    put_indices(p->marks, mesh->vertex_count, selected, p->out);
    put_script(parts, count, low, high, release, p->out);
    return status_ok();
}

static Status put_boxes(const Pinning *p)
{
    bool            used[IPC_BOXES] = {false};
    IpcBox          parts[IPC_BOXES];
    const IpcShape *shape = p->body->shape;
    int             count = 0;
    if (shape->pin_count && p->config->held_from > 0)
        return status_make(STATUS_INPUT, "%s:%d: `DBCTimeRange` begins at %g s, and a pin of weft is held from the start",
                           p->config->file.path, shape->line, p->config->held_from);
    for (int i = 0; i < shape->pin_count; i++) {
        if (used[i])
            continue;
        TRY(join_parts(p->config, shape, i, parts, &count, used));
        TRY(put_pin(p, parts, count));
    }
    return status_ok();
}

static Status put_forces(const Pinning *p)
{
    const IpcShape *shape = p->body->shape;
    const Mesh     *mesh = &p->body->mesh;
    double          low[3], high[3];
    int32_t         count = 0;
    if (shape->force_count)
        fputs("    forces:\n", p->out);
    for (int f = 0; f < shape->force_count; f++) {
        TRY(ipc_select(p->body, &shape->forces[f], p->marks, &count, low, high));
        for (int32_t i = 0; i < mesh->vertex_count; i++) {
            if (!p->marks[i])
                continue;
            double force[3];
            for (int k = 0; k < 3; k++)
                force[k] = p->body->mass[i] * shape->forces[f].velocity[k];
            fprintf(p->out, "      - {index: %d, force: ", i);
            put_vector(force, p->out);
            fputs("}\n", p->out);
        }
    }
    return status_ok();
}

// All of it, moved as it says; held where it says nothing.
static void put_held(const IpcConfig *config, const IpcBody *body, FILE *out)
{
    IpcBox all = {.begin = 0, .end = config->duration};
    memcpy(all.velocity, body->shape->velocity, sizeof all.velocity);
    memcpy(all.turn, body->shape->turn, sizeof all.turn);
    fputs("    pins:\n      - all: true\n", out);
    put_script(&all, 1, body->low, body->high, INFINITY, out);
}

static Status put_conditions(const IpcConfig *config, const IpcBody *body, FILE *out)
{
    const size_t  vertices = (size_t)body->mesh.vertex_count;
    const Pinning p = {config, body, calloc(vertices, 1), calloc(vertices, 1), out};
    Status        status = status_make(STATUS_MEMORY, "out of memory for %zu vertices", vertices);
    if (p.marks && p.taken) {
        if (body->shape->pin_count)
            fputs("    pins:\n", out);
        status = put_boxes(&p);
        if (status.code == STATUS_OK)
            status = put_forces(&p);
    }
    free(p.marks);
    free(p.taken);
    return status;
}

static Status put_body(const IpcConfig *config, const IpcBody *body, int number, const char *kind, FILE *out)
{
    const char *slash = strrchr(body->shape->mesh, '/');
    fputs("  - name: ", out);
    char name[200];
    snprintf(name, sizeof name, "%d %.180s", number, slash ? slash + 1 : body->shape->mesh);
    put_quoted(name, out);
    fprintf(out, " # line %d\n    mesh: ", body->shape->line);
    put_quoted(body->path, out);
    putc('\n', out);
    put_transform(body, out);
    if (body->solid)
        put_material(config, body, kind, out);
    else
        fputs("    mass: 1 # of what is held; it does not matter\n", out);
    if (body->shape->starts)
        put_start(body, out);
    if (!body->solid || body->shape->moves) {
        put_held(config, body, out);
        return status_ok();
    }
    return body->shape->pin_count || body->shape->force_count ? put_conditions(config, body, out) : status_ok();
}

// ---- the scene ----

static void put_head(const IpcConfig *config, FILE *out)
{
    fputs("# Made by `weft scene --import ipc` from ", out);
    text_put_printable(config->file.path, out);
    fprintf(out, ". A run of IPC: --dt ");
    put_number(config->step, out);
    fprintf(out, " --steps %.0f\n", ceil(config->duration / config->step - 1e-9));
    for (int i = 0; i < config->note_count; i++)
        fprintf(out, "# line %d, %s: %s\n", config->notes[i].line, config->notes[i].word, config->notes[i].reason);
    fputs("# A barrier keeps bodies of IPC apart whatever presses; here a contact gives way by stiffness, within the thickness\n", out);
    fputs("summary: \"A scene of IPC\"\n", out);
}

static double contact_stiffness(const IpcConfig *config, const IpcScene *scene)
{
    return fmax(scene->mass, 1e-9) * GRAVITY / (PRESSED * (config->distance * scene->diagonal));
}

static void put_contact(const IpcConfig *config, const IpcScene *scene, FILE *out)
{
    if (!config->touching && config->plane_count == 0)
        return;
    fputs("parameters:\n  thickness: {value: ", out);
    put_number(config->distance * scene->diagonal, out);
    fputs(", summary: \"at which surfaces feel each other, dHat of IPC, m\"}\n  contact_stiffness: {value: ", out);
    put_number(contact_stiffness(config, scene), out);
    fprintf(out, ", summary: \"the weight of all on one particle presses it in by %g of the thickness, N/m\"}\n", PRESSED);
    fputs("contact:\n  thickness: $thickness\n  stiffness: $contact_stiffness\n  friction: ", out);
    put_number(config->friction, out);
    fputs(config->touching ? "\n  self: true\n" : "\n  bodies: false\n", out);
}

static void put_planes(const IpcConfig *config, FILE *out)
{
    if (config->plane_count)
        fputs("colliders:\n", out);
    for (const IpcPlane *plane = config->planes; plane < config->planes + config->plane_count; plane++) {
        fputs("  - plane: {point: ", out);
        put_vector(plane->point, out);
        fputs(", normal: ", out);
        put_vector(plane->normal, out);
        fputs("}\n    friction: ", out);
        put_number(plane->friction, out);
        putc('\n', out);
    }
}

static Status put_scene(const IpcConfig *config, const IpcScene *scene, const char *kind, FILE *out)
{
    const double down[3] = {0, config->gravity ? -GRAVITY : 0, 0};
    if (!isfinite(contact_stiffness(config, scene)))
        return status_make(STATUS_INPUT,
                           "%s: the distance of contact, a part %g of the diagonal, %g m, is too small for the weight of all bodies",
                           config->file.path, config->distance, scene->diagonal);
    put_head(config, out);
    put_contact(config, scene, out);
    fputs("gravity: ", out);
    put_vector(down, out);
    putc('\n', out);
    put_planes(config, out);
    fputs("bodies:\n", out);
    for (int i = 0; i < scene->count; i++)
        TRY(put_body(config, &scene->bodies[i], i + 1, kind, out));
    return status_ok();
}

static Status write_scene(const ImportSettings *settings, const IpcConfig *config, FILE *out)
{
    IpcScene scene = {0};
    if (config->corotated && !settings->kind)
        return status_make(
            STATUS_INPUT,
            "%s:%d: `energy FCR`: weft has no fixed corotated tetrahedra; choose others with --kind: tet_arap is its part that "
            "resists stretch, neo_hookean keeps the volume too",
            config->file.path, config->energy_line);
    Status status = ipc_scene_place(config, settings->root, &scene);
    if (status.code == STATUS_OK)
        status = put_scene(config, &scene, settings->kind ? settings->kind : "neo_hookean", out);
    ipc_scene_destroy(&scene);
    return status;
}

Status import_ipc(const ImportSettings *settings, FILE *out, ImportRun *run)
{
    IpcConfig config;
    Status    status = ipc_config_read(settings->file, &config);
    if (status.code == STATUS_OK)
        status = write_scene(settings, &config, out);
    *run = (ImportRun){.step = config.step, .duration = config.duration};
    ipc_config_destroy(&config);
    return status;
}
