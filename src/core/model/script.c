#include "model/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sorted.h"
#include "model/private/builder.h"

const char *const SCRIPT_EASE_NAMES[] = {"linear", "smooth", NULL};

// ---- the map of a script at a time ----

static double progress(const ScriptPart *part, double time)
{
    if (time <= part->from)
        return 0;
    if (time >= part->to)
        return 1;
    const double u = (time - part->from) / (part->to - part->from);
    return part->ease == SCRIPT_SMOOTH ? u * u * (3 - 2 * u) : u;
}

// Rodrigues' formula: c 1 + (1 − c) n nᵀ + s [n]ₓ.
static void rotation_of(const ScriptPart *part, double share, double out[3][3])
{
    const double *v = part->vector, length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const double  n[3] = {v[0] / length, v[1] / length, v[2] / length};
    const double  s = sin(share * part->radians), c = cos(share * part->radians);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = (i == j ? c : 0) + (1 - c) * n[i] * n[j];
    for (int k = 0; k < 3; k++) {
        out[(k + 2) % 3][(k + 1) % 3] += s * n[k];
        out[(k + 1) % 3][(k + 2) % 3] -= s * n[k];
    }
}

static void add_rotation(RigidMap *map, const ScriptPart *part, double share)
{
    double         turn[3][3];
    const RigidMap before = *map;
    rotation_of(part, share, turn);
    for (int i = 0; i < 3; i++) {
        map->shift[i] = part->about[i];
        for (int j = 0; j < 3; j++) {
            map->shift[i] += turn[i][j] * (before.shift[j] - part->about[j]);
            map->matrix[i][j] = turn[i][0] * before.matrix[0][j] + turn[i][1] * before.matrix[1][j] + turn[i][2] * before.matrix[2][j];
        }
    }
}

RigidMap script_map(const Scripts *scripts, int32_t script, double time)
{
    RigidMap      map = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const Script *s = &scripts->scripts[script];
    for (int32_t i = s->first; i < s->first + s->count; i++) {
        const ScriptPart *part = &scripts->parts[i];
        const double      share = progress(part, time);
        for (int k = 0; k < 3 && part->act == SCRIPT_MOVE; k++)
            map.shift[k] += share * part->vector[k];
        if (share > 0 && part->act != SCRIPT_MOVE)
            add_rotation(&map, part, share);
    }
    return map;
}

// ---- pins of a model ----

static int32_t first_pin(const Scripts *scripts, int32_t particle)
{
    return sorted_below(scripts->pins, sizeof *scripts->pins, scripts->pin_count, particle);
}

ScriptWalk script_walk(const Model *model, double time, int32_t first_particle)
{
    return (ScriptWalk){.model = model, .time = time, .pin = model->scripts ? first_pin(model->scripts, first_particle) : 0, .script = -1};
}

bool script_next(ScriptWalk *walk, int32_t end_particle, int32_t *particle, double4 *position)
{
    const Scripts *scripts = walk->model->scripts;
    while (scripts && walk->pin < scripts->pin_count && scripts->pins[walk->pin].particle < end_particle) {
        const ScriptedPin *pin = &scripts->pins[walk->pin++];
        if (walk->model->inverse_mass[pin->particle] > 0)
            continue; // released
        if (walk->script != pin->script) {
            walk->script = pin->script;
            walk->map = script_map(scripts, pin->script, walk->time);
        }
        *particle = pin->particle;
        *position = rigid_map_apply(&walk->map, double4_of(pin->start));
        return true;
    }
    return false;
}

bool model_is_scripted(const Model *model, int32_t particle)
{
    const Scripts *scripts = model->scripts;
    if (!scripts || model->inverse_mass[particle] > 0)
        return false;
    const int32_t pin = first_pin(scripts, particle);
    return pin < scripts->pin_count && scripts->pins[pin].particle == particle;
}

bool model_release(Model *model, State *state, double time)
{
    bool changed = false;
    for (int32_t i = 0; model->scripts && i < model->scripts->pin_count; i++) {
        const ScriptedPin *pin = &model->scripts->pins[i];
        const bool         is_free = model->inverse_mass[pin->particle] > 0;
        const bool         let_go = model->scripts->scripts[pin->script].release <= time;
        changed = changed || is_free != let_go;
        model->inverse_mass[pin->particle] = let_go ? 1 / model->mass[pin->particle] : 0;
        state->position[pin->particle].w = (real)model->inverse_mass[pin->particle];
    }
    return changed;
}

// ---- drafts ----

static Status check_part(const ScriptPart *part)
{
    const double *v = part->vector;
    if (!double3_is_finite(v) || !double3_is_finite(part->about) || !isfinite(part->radians))
        return status_make(STATUS_INPUT, "a part of a script has a number that is not finite");
    if (!isfinite(part->to) || !(part->from >= 0) || !(part->to > part->from))
        return status_make(STATUS_INPUT, "a part of a script runs from %g s to %g s; it must start at 0 s or later and end after its start",
                           part->from, part->to);
    if (part->act == SCRIPT_ROTATE && !(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > 1e-24))
        return status_make(STATUS_INPUT, "the axis of a rotation is zero; give a nonzero axis");
    return status_ok();
}

Status model_add_script(ModelBuilder *b, const ScriptPart *parts, int32_t count, double release, int32_t *script)
{
    Scripts *draft = &b->scripts;
    for (int32_t i = 0; i < count; i++)
        TRY(check_part(&parts[i]));
    if (!(release >= 0))
        return status_make(STATUS_INPUT, "the release time of a pin is %g s; it must be 0 s or later", release);
    TRY(memory_grow((void **)&draft->scripts, draft->script_count, sizeof *draft->scripts));
    draft->scripts[draft->script_count] = (Script){.first = draft->part_count, .count = count, .release = release};
    for (int32_t i = 0; i < count; i++) {
        TRY(memory_grow((void **)&draft->parts, draft->part_count, sizeof *parts));
        draft->parts[draft->part_count++] = parts[i];
    }
    *script = draft->script_count++;
    return status_ok();
}

void scripts_destroy(Scripts *draft)
{
    free(draft->parts);
    free(draft->scripts);
    free(draft->pins);
    *draft = (Scripts){0};
}

Status scripts_layout(const Scripts *draft, const int32_t *model_of, Arena *arena, Scripts **out)
{
    Scripts *s;
    *out = NULL;
    if (draft->script_count == 0)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &s));
    *s = (Scripts){.part_count = draft->part_count, .script_count = draft->script_count, .pin_count = draft->pin_count};
    TRY(ARENA_NEW(arena, s->part_count, &s->parts));
    TRY(ARENA_NEW(arena, s->script_count, &s->scripts));
    TRY(ARENA_NEW(arena, s->pin_count, &s->pins));
    if (s->part_count > 0)
        memcpy(s->parts, draft->parts, (size_t)s->part_count * sizeof *s->parts);
    memcpy(s->scripts, draft->scripts, (size_t)s->script_count * sizeof *s->scripts);
    for (int32_t i = 0; i < s->pin_count; i++) {
        s->pins[i] = draft->pins[i];
        s->pins[i].particle = model_of[draft->pins[i].particle];
    }
    qsort(s->pins, (size_t)s->pin_count, sizeof *s->pins, compare_int32); // by particle, which comes first
    *out = s;
    return status_ok();
}
