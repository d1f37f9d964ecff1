#include "cli/private/judge_store.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "run/recorded.h"

enum { NAME_SIZE = 48 };

bool judge_is_store(const char *output)
{
    const char *ending = strrchr(output, '.');
    return ending && strcmp(ending, ".db") == 0;
}

// The name: cloth for out/cloth/, out/cloth.npy, out/cloth_*.obj; "frames" if nothing remains.
static void name_of(const char *frames, char out[NAME_SIZE])
{
    size_t end = strlen(frames);
    while (end > 0 && frames[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && frames[begin - 1] != '/')
        begin--;
    size_t length = strcspn(frames + begin, "*");
    length = length < end - begin ? length : end - begin;
    const size_t stem = strcspn(frames + begin, ".");
    length = stem < length ? stem : length;
    while (length > 0 && strchr("_-", frames[begin + length - 1]))
        length--;
    if (length == 0)
        snprintf(out, NAME_SIZE, "frames");
    else
        snprintf(out, NAME_SIZE, "%.*s", (int)(length < NAME_SIZE ? length : NAME_SIZE - 1), frames + begin);
}

static Status check_name(const char *name)
{
    TRY(text_need_printable("--as", name));
    return *name && strlen(name) < NAME_SIZE ? status_ok() : status_make(STATUS_USAGE, "--as: give a name of 1 to %d bytes", NAME_SIZE - 1);
}

// A default name may be cut within a character.
static Status find_name(const char *given, const char *frames, char out[NAME_SIZE])
{
    if (given) {
        TRY(check_name(given));
        snprintf(out, NAME_SIZE, "%s", given);
        return status_ok();
    }
    name_of(frames, out);
    text_make_printable(out);
    return status_ok();
}

// Hash of the frames as the worker reads them, in the order and the unit of the scene.
static Status hash_trajectory(const Trajectory *t, char out[HASH_TEXT])
{
    const size_t bytes = (size_t)t->frame_count * (size_t)t->particle_count * sizeof *t->position;
    Hasher      *hasher = hasher_create();
    if (!hasher)
        return status_make(STATUS_MEMORY, "out of memory for the hash of a trajectory");
    hasher_add(hasher, t->position, bytes);
    if (t->velocity)
        hasher_add(hasher, t->velocity, bytes);
    hasher_text(hasher, out);
    hasher_destroy(hasher);
    return status_ok();
}

static void say(const char *database, const char *name, const RecordedPlace *place)
{
    char text[1600];
    snprintf(text, sizeof text, "`%s` %s %.600s, with %d case%s of weft's solvers, in experiment %s; next: weft report %.600s -o DIR", name,
             place->known ? "is already a case of" : "is now a case of", database, place->own_cases, place->own_cases == 1 ? "" : "s",
             place->experiment, database);
    judge_put("database", text);
    fflush(stdout);
}

// Warns of cases that a report cannot show.
static void warn(const char *database, const RecordedPlace *place)
{
    if (place->without)
        fprintf(stderr,
                "weft: %s: %d case%s of this scene recorded no frames, so figures cannot show them; add `frames: N` to the experiment "
                "and run it again\n",
                database, place->without, place->without == 1 ? "" : "s");
    if (place->other_builds)
        fprintf(stderr,
                "weft: %s: %d case%s of this scene: measured only by other builds of weft, but a report shows one build; run again\n",
                database, place->other_builds, place->other_builds == 1 ? "" : "s");
}

// The stored facts of the trajectory, except its rows.
typedef struct Described {
    char        name[NAME_SIZE], hash[HASH_TEXT], options[600];
    RecordedRun run;
} Described;

static Status describe(const Judged *j, const char *name, Described *out)
{
    TRY(find_name(name, j->path, out->name));
    TRY(hash_trajectory(j->trajectory, out->hash));
    snprintf(out->options, sizeof out->options, "judge %.500s --as %s", j->path, out->name);
    out->run = (RecordedRun){.c = j->c,
                             .facts = {out->name, out->hash, j->trajectory->velocity != NULL},
                             .options = out->options,
                             .rows = j->rows,
                             .worker = j->worker};
    return status_ok();
}

Status judge_check_store(const Judged *j, const char *database, const char *name)
{
    Described d;
    TRY(text_need_printable("database", database));
    TRY(describe(j, name, &d));
    return recorded_check(database, &d.run);
}

Status judge_store(const Judged *j, const char *database, const char *name)
{
    Described     d;
    RecordedPlace place;
    TRY(describe(j, name, &d));
    TRY(recorded_write(database, &d.run, &place));
    if (!j->quiet)
        say(database, d.name, &place);
    warn(database, &place);
    return status_ok();
}
