// What the lines of a configuration of IPC say. The table at the end is the list of its settings, and what becomes of each.
#include "import/private/ipc_config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef Status ReadOption(IpcLine *line, IpcConfig *config);

// ---- what is in the scene ----

static Status read_energy(IpcLine *line, IpcConfig *config)
{
    const char *word = ipc_word(line);
    config->energy_line = line->number;
    config->corotated = word && strcmp(word, "FCR") == 0;
    if (!word || (!config->corotated && strcmp(word, "NH") != 0))
        return ipc_error(line, "`energy` is NH or FCR");
    return ipc_done(line);
}

static Status read_time(IpcLine *line, IpcConfig *config)
{
    TRY(ipc_numbers(line, "time", 1, &config->duration));
    TRY(ipc_numbers(line, "time", 1, &config->step));
    if (!(config->duration > 0 && config->step > 0))
        return ipc_error(line, "`time` needs a duration and a step above 0");
    return ipc_done(line);
}

static Status read_density(IpcLine *line, IpcConfig *config)
{
    TRY(ipc_numbers(line, "density", 1, &config->density));
    return config->density > 0 ? ipc_done(line) : ipc_error(line, "`density` must be above 0");
}

static Status read_stiffness(IpcLine *line, IpcConfig *config)
{
    TRY(ipc_numbers(line, "stiffness", 1, &config->young));
    TRY(ipc_numbers(line, "stiffness", 1, &config->poisson));
    return config->young > 0 ? ipc_done(line) : ipc_error(line, "`stiffness` needs a Young's modulus above 0");
}

static Status read_no_gravity(IpcLine *line, IpcConfig *config)
{
    config->gravity = false;
    return ipc_done(line);
}

static Status read_script(IpcLine *line, IpcConfig *config)
{
    static const char *const NAMES[] = {"null", "fall", "fallNoShift", "DCOFix", NULL};
    const char              *word = ipc_word(line);
    const int                found = word ? text_find(word, NAMES) : -1;
    if (found < 0)
        return ipc_error(line,
                         "`script %.60s` is a program of IPC, not a scene; null, fall, fallNoShift and DCOFix are read. Say it with "
                         "linearVelocity, angularVelocity and DBC of the shapes",
                         word ? word : "");
    config->script = (IpcScript)found;
    return ipc_done(line);
}

static Status read_friction(IpcLine *line, IpcConfig *config)
{
    TRY(ipc_numbers(line, "selfFric", 1, &config->friction));
    config->friction = fmax(config->friction, 0);
    return ipc_done(line);
}

static Status read_touching(IpcLine *line, IpcConfig *config)
{
    config->touching = strcmp(line->words[0], "selfCollisionOn") == 0;
    return ipc_done(line);
}

static Status read_distance(IpcLine *line, IpcConfig *config)
{
    TRY(ipc_numbers(line, "dHat", 1, &config->distance));
    return config->distance > 0 ? ipc_done(line) : ipc_error(line, "`dHat` must be above 0");
}

static Status read_size(IpcLine *line, IpcConfig *config)
{
    TRY(ipc_numbers(line, "size", 1, &config->size));
    return ipc_done(line);
}

static Status read_held(IpcLine *line, IpcConfig *config)
{
    double range[2];
    TRY(ipc_numbers(line, "DBCTimeRange", 2, range));
    config->held_from = range[0];
    config->held_to = range[1];
    return range[1] > range[0] ? ipc_done(line) : ipc_error(line, "`DBCTimeRange` must end after it begins");
}

static Status add_plane(IpcLine *line, IpcConfig *config, const IpcPlane *plane)
{
    if (config->plane_count == IPC_PLANES)
        return ipc_error(line, "more than %d planes", IPC_PLANES);
    if (plane->friction < 0)
        return ipc_error(line, "friction must not be below 0");
    config->planes[config->plane_count++] = *plane;
    return ipc_done(line);
}

static Status read_ground(IpcLine *line, IpcConfig *config)
{
    IpcPlane plane = {.line = line->number, .normal = {0, 1, 0}};
    double   numbers[2];
    TRY(ipc_numbers(line, "ground", 2, numbers));
    plane.friction = numbers[0];
    plane.point[1] = numbers[1];
    return add_plane(line, config, &plane);
}

static Status read_plane(IpcLine *line, IpcConfig *config)
{
    IpcPlane plane = {.line = line->number};
    double   numbers[2]; // the first, a stiffness, is not used by IPC
    TRY(ipc_numbers(line, "halfSpace", 3, plane.point));
    TRY(ipc_numbers(line, "halfSpace", 3, plane.normal));
    TRY(ipc_numbers(line, "halfSpace", 2, numbers));
    if (hypot(hypot(plane.normal[0], plane.normal[1]), plane.normal[2]) == 0)
        return ipc_error(line, "`halfSpace` needs a normal that is not 0");
    plane.friction = numbers[1];
    return add_plane(line, config, &plane);
}

// ---- lists that go on in the next lines ----

static Status next_of_list(IpcLine *line, IpcConfig *config, const char *what)
{
    const int begin = line->number;
    TRY(ipc_line_next(&config->file, line));
    if (line->count > 0)
        return status_ok();
    line->number = begin;
    return ipc_error(line, "the file ends within `%s`", what);
}

static Status read_shapes(IpcLine *line, IpcConfig *config)
{
    double      count = 0;
    const char *input = ipc_word(line);
    if (!input || strcmp(input, "input") != 0)
        return ipc_error(line, "write `shapes input N`, and then N lines");
    TRY(ipc_numbers(line, "shapes", 1, &count));
    if (!(count >= 1 && count <= IPC_SHAPES && count == floor(count)))
        return ipc_error(line, "`shapes` has 1 to %d lines, not %g", IPC_SHAPES, count);
    TRY(ipc_done(line));
    for (int i = 0; i < (int)count; i++) {
        TRY(next_of_list(line, config, "shapes"));
        if (config->shape_count == IPC_SHAPES)
            return ipc_error(line, "more than %d shapes", IPC_SHAPES);
        if (config->shape_count == config->shape_room) {
            const int room = 2 * config->shape_room + 8;
            IpcShape *more = realloc(config->shapes, (size_t)room * sizeof *more);
            if (!more)
                return status_make(STATUS_MEMORY, "out of memory for %d shapes", room);
            config->shapes = more;
            config->shape_room = room;
        }
        TRY(ipc_shape_read(line, &config->shapes[config->shape_count]));
        config->shape_count++;
    }
    return status_ok();
}

// `tol N` and `tuning N`: then N numbers, on this line or the next ones.
static Status read_list(IpcLine *line, IpcConfig *config, const char *what, int room, double *out, int *count)
{
    double wanted = 0;
    TRY(ipc_numbers(line, what, 1, &wanted));
    if (!(wanted >= 0 && wanted <= room && wanted == floor(wanted)))
        return ipc_error(line, "`%s` has 0 to %d numbers, not %g", what, room, wanted);
    *count = (int)wanted;
    for (int i = 0; i < *count; i++) {
        if (line->at == line->count)
            TRY(next_of_list(line, config, what));
        TRY(ipc_numbers(line, what, 1, &out[i]));
    }
    return ipc_done(line);
}

enum { LIST_ROOM = 1000 };

static Status read_tolerances(IpcLine *line, IpcConfig *config)
{
    double numbers[LIST_ROOM];
    int    count = 0;
    return read_list(line, config, "tol", LIST_ROOM, numbers, &count);
}

static Status read_tuning(IpcLine *line, IpcConfig *config)
{
    double numbers[LIST_ROOM];
    int    count = 0;
    TRY(read_list(line, config, "tuning", LIST_ROOM, numbers, &count));
    if (count < 2)
        return status_ok();
    config->distance = numbers[count > 2 ? 2 : 1]; // it begins with the second and ends with the third
    return config->distance > 0 ? status_ok() : ipc_error(line, "the distance in `tuning` must be above 0");
}

// A part of the file for some solvers: read where IPC's own is among them, else passed over.
static Status read_section(IpcLine *line, IpcConfig *config)
{
    for (const char *word = ipc_word(line); word; word = ipc_word(line))
        if (strcmp(word, "end") == 0 || strcmp(word, "IP") == 0 || strcmp(word, "interiorPoint") == 0)
            return status_ok();
    do {
        TRY(ipc_line_next(&config->file, line));
    } while (line->count > 0 && !(strcmp(line->words[0], "section") == 0 && line->count > 1 && strcmp(line->words[1], "end") == 0));
    return status_ok();
}

// ---- what makes another scene unless it is 0 ----

static Status read_damping(IpcLine *line, IpcConfig *config)
{
    double damping = 0;
    (void)config;
    TRY(ipc_numbers(line, line->words[0], 1, &damping));
    if (damping > 0)
        return ipc_error(line, "`%s %g`: weft damps constraints, not with the matrix of stiffness (Rayleigh); set it to 0", line->words[0],
                         damping);
    return ipc_done(line);
}

// A setting of IPC: how it is read (NULL: not at all), why it becomes a comment, why it is refused.
static const struct {
    const char *name;
    ReadOption *read;
    const char *comment, *refusal;
} OPTIONS[] = {
    {"shapes", read_shapes, NULL, NULL},
    {"energy", read_energy, NULL, NULL},
    {"time", read_time, NULL, NULL},
    {"density", read_density, NULL, NULL},
    {"stiffness", read_stiffness, NULL, NULL},
    {"turnOffGravity", read_no_gravity, NULL, NULL},
    {"script", read_script, NULL, NULL},
    {"selfFric", read_friction, NULL, NULL},
    {"selfCollisionOn", read_touching, NULL, NULL},
    {"selfCollisionOff", read_touching, NULL, NULL},
    {"dHat", read_distance, NULL, NULL},
    {"size", read_size, NULL, NULL},
    {"ground", read_ground, NULL, NULL},
    {"halfSpace", read_plane, NULL, NULL},
    {"DBCTimeRange", read_held, NULL, NULL},
    {"section", read_section, NULL, NULL},
    {"tuning", read_tuning, "of these the distance of contact is in the scene", NULL},
    {"tol", read_tolerances, "of Newton's method", NULL},
    {"dampingRatio", read_damping, NULL, NULL},
    {"dampingStiff", read_damping, NULL, NULL},
    {"timeIntegration", NULL, "the integrator is a setting of a solver of weft: --set integrator=…", NULL},
    {"constraintSolver", NULL, "weft runs a scene by any of its solvers", NULL},
    {"constraintType", NULL, "of another solver of IPC", NULL},
    {"constraintOffset", NULL, "of another solver of IPC", NULL},
    {"QPSolver", NULL, "of another solver of IPC", NULL},
    {"useActiveSetConvergence", NULL, "of another solver of IPC", NULL},
    {"noActiveSetConvergence", NULL, "of another solver of IPC", NULL},
    {"warmStart", NULL, "of Newton's method", NULL},
    {"exactCCD", NULL, "of how collisions are found", NULL},
    {"epsv", NULL, "friction of weft sticks without creeping", NULL},
    {"fricIterAmt", NULL, "of how friction is solved", NULL},
    {"handleRatio", NULL, "of scripts that are not read", NULL},
    {"view", NULL, "of the picture", NULL},
    {"zoom", NULL, "of the picture", NULL},
    {"cameraTracking", NULL, "of the picture", NULL},
    {"playBackSpeed", NULL, "of the picture", NULL},
    {"appendStr", NULL, "of the name of a folder", NULL},
    {"disableCout", NULL, "of what is printed", NULL},
    {"NBCTimeRange", NULL, NULL, "a force of weft is there from the beginning to the end"},
    {"restart", NULL, NULL, "weft cannot read the state of IPC; begin at the start"},
    {"rotateModel", NULL, NULL, "turn the shapes instead, each by its three angles"},
    {"shape", NULL, NULL, "write `shapes input 1` and the line of the shape"},
    {"shapeMatrix", NULL, NULL, "write `shapes input N` and a line for each"},
    {"meshCO", NULL, NULL, "write it as a shape with linearVelocity 0 0 0, or as ground or halfSpace where it is a plane"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static Status unknown(const IpcLine *line)
{
    char        message[300];
    const char *names[OPTION_COUNT];
    for (int i = 0; i < OPTION_COUNT; i++)
        names[i] = OPTIONS[i].name;
    snprintf(message, sizeof message, "IPC has no setting `%.60s`", line->words[0]);
    const char *nearest = text_nearest(line->words[0], names, OPTION_COUNT);
    return nearest ? ipc_error(line, "%s, did you mean `%s`?", message, nearest) : ipc_error(line, "%s", message);
}

static Status read_option(IpcLine *line, IpcConfig *config)
{
    const char *word = ipc_word(line);
    const int   number = line->number;
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (strcmp(word, OPTIONS[i].name) != 0)
            continue;
        if (OPTIONS[i].refusal)
            return ipc_error(line, "`%s` is not read: %s", word, OPTIONS[i].refusal);
        if (OPTIONS[i].comment && config->note_count == IPC_NOTES)
            return ipc_error(line, "more than %d settings that are no matter of a scene", IPC_NOTES);
        if (OPTIONS[i].comment)
            config->notes[config->note_count++] = (IpcNote){number, OPTIONS[i].name, OPTIONS[i].comment};
        return OPTIONS[i].read ? OPTIONS[i].read(line, config) : status_ok();
    }
    return unknown(line);
}

// ---- the whole ----

static Status check(const IpcConfig *config)
{
    const char *path = config->file.path;
    if (config->shape_count == 0)
        return status_make(STATUS_INPUT, "%s:%d: there is no shape; write `shapes input N` and N lines", path, config->file.line);
    for (const IpcShape *shape = config->shapes; shape < config->shapes + config->shape_count; shape++)
        if (config->script != IPC_SCRIPT_NULL && (shape->moves || shape->starts || shape->pin_count || shape->force_count))
            return status_make(STATUS_INPUT,
                               "%s:%d: with a `script` IPC looks at no velocity, DBC and NBC of a shape; leave one of them out", path,
                               shape->line);
    return status_ok();
}

Status ipc_config_read(const char *path, IpcConfig *out)
{
    IpcLine line;
    *out = (IpcConfig){.density = 1000,
                       .young = 1e5,
                       .poisson = 0.4,
                       .distance = 1e-3,
                       .duration = 5,
                       .step = 0.025,
                       .held_to = INFINITY,
                       .gravity = true,
                       .touching = true};
    TRY(ipc_file_open(path, &out->file));
    for (;;) {
        TRY(ipc_line_next(&out->file, &line));
        if (line.count == 0)
            return check(out);
        TRY(read_option(&line, out));
    }
}

void ipc_config_destroy(IpcConfig *config)
{
    ipc_file_close(&config->file);
    free(config->shapes);
    config->shapes = NULL;
}
