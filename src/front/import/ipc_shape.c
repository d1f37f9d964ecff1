// A line of a list of shapes: mesh, place, and what follows it.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "import/private/ipc_config.h"

static bool is_zero(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static Status read_material(IpcLine *line, IpcShape *shape)
{
    double numbers[3];
    TRY(ipc_numbers(line, "material", 3, numbers));
    if (!(numbers[0] > 0 && numbers[1] > 0))
        return ipc_error(line, "`material` needs a density and a Young's modulus above 0");
    shape->density = numbers[0];
    shape->young = numbers[1];
    shape->poisson = numbers[2];
    return status_ok();
}

static Status begin_motion(const IpcLine *line, IpcShape *shape, bool moves)
{
    if (moves ? shape->starts : shape->moves)
        return ipc_error(line, "a shape has `initVel` or a velocity that stays, not both");
    shape->moves = shape->moves || moves;
    shape->starts = shape->starts || !moves;
    return status_ok();
}

static Status read_linear(IpcLine *line, IpcShape *shape)
{
    TRY(begin_motion(line, shape, true));
    return ipc_numbers(line, "linearVelocity", 3, shape->velocity);
}

static Status read_angular(IpcLine *line, IpcShape *shape)
{
    TRY(begin_motion(line, shape, true));
    return ipc_numbers(line, "angularVelocity", 3, shape->turn);
}

static Status read_start(IpcLine *line, IpcShape *shape)
{
    TRY(begin_motion(line, shape, false));
    TRY(ipc_numbers(line, "initVel", 3, shape->velocity));
    return ipc_numbers(line, "initVel", 3, shape->turn);
}

static Status read_box(IpcLine *line, const char *what, IpcBox *box)
{
    TRY(ipc_numbers(line, what, 3, box->low));
    TRY(ipc_numbers(line, what, 3, box->high));
    return ipc_numbers(line, what, 3, box->velocity);
}

static Status read_pins(IpcLine *line, IpcShape *shape)
{
    if (shape->pin_count == IPC_BOXES)
        return ipc_error(line, "more than %d `DBC` of a shape", IPC_BOXES);
    IpcBox *box = &shape->pins[shape->pin_count++];
    *box = (IpcBox){.end = INFINITY};
    TRY(read_box(line, "DBC", box));
    TRY(ipc_numbers(line, "DBC", 3, box->turn));
    if (ipc_is_number(line))
        TRY(ipc_numbers(line, "DBC", 1, &box->begin));
    if (ipc_is_number(line))
        TRY(ipc_numbers(line, "DBC", 1, &box->end));
    if (box->begin < 0 || box->end <= box->begin)
        return ipc_error(line, "`DBC` acts from %g s to %g s; the end must be after the beginning, which is 0 or later", box->begin,
                         box->end);
    return status_ok();
}

static Status read_forces(IpcLine *line, IpcShape *shape)
{
    if (shape->force_count == IPC_BOXES)
        return ipc_error(line, "more than %d `NBC` of a shape", IPC_BOXES);
    TRY(read_box(line, "NBC", &shape->forces[shape->force_count++]));
    if (ipc_is_number(line))
        return ipc_error(line, "`NBC` with times: a force of weft is there from the beginning to the end");
    return status_ok();
}

static Status read_sequence(IpcLine *line, IpcShape *shape)
{
    (void)shape;
    return ipc_error(line, "`meshSeq`: weft moves bodies by scripts, not by files; give the shape linearVelocity and angularVelocity");
}

static const struct {
    const char *name;
    Status (*read)(IpcLine *line, IpcShape *shape);
} EXTRAS[] = {{"material", read_material},
              {"linearVelocity", read_linear},
              {"angularVelocity", read_angular},
              {"initVel", read_start},
              {"DBC", read_pins},
              {"NBC", read_forces},
              {"meshSeq", read_sequence}};

enum { EXTRA_COUNT = sizeof EXTRAS / sizeof *EXTRAS };

static Status read_extra(IpcLine *line, IpcShape *shape)
{
    char        message[200];
    const char *names[EXTRA_COUNT], *word = ipc_word(line);
    for (int i = 0; i < EXTRA_COUNT; i++) {
        names[i] = EXTRAS[i].name;
        if (strcmp(word, names[i]) == 0)
            return EXTRAS[i].read(line, shape);
    }
    snprintf(message, sizeof message, "a shape has no `%.60s`", word);
    text_suggest(message, sizeof message, word, names, EXTRA_COUNT);
    return ipc_error(line, "%s", message);
}

Status ipc_shape_read(IpcLine *line, IpcShape *out)
{
    *out = (IpcShape){.line = line->number, .mesh = ipc_word(line)};
    TRY(ipc_numbers(line, "the place of a shape", 3, out->translate));
    TRY(ipc_numbers(line, "the angles of a shape", 3, out->degrees));
    TRY(ipc_numbers(line, "the scale of a shape", 3, out->scale));
    for (int k = 0; k < 3; k++)
        if (out->scale[k] == 0)
            return ipc_error(line, "a shape scaled by 0 has no volume");
    while (line->at < line->count)
        TRY(read_extra(line, out));
    if (out->moves && (out->pin_count || out->force_count))
        return ipc_error(line, "a shape whose velocity stays cannot have `DBC` or `NBC` too");
    if (out->starts && is_zero(out->velocity) && is_zero(out->turn))
        out->starts = false;
    return status_ok();
}
