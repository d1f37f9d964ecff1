#include "view/private/view_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const double POSITIONS_MAX = 256 << 20; // bytes, of the positions as a browser holds them

// The frames of the runs at the times that all have.
typedef struct Chosen {
    SceneFrameList list[VIEW_RUNS_MAX];
    int           *frame[VIEW_RUNS_MAX]; // [frame_count] its number in the list
} Chosen;

Status view_check_size(const ViewSettings *settings, const char *what, double bytes, double limit)
{
    if (bytes <= limit)
        return status_ok();
    return status_make(STATUS_LIMIT, "%s would take %.0f MiB, above the limit of %.0f MiB for a browser; give --every %.0f or more", what,
                       bytes / 1048576, limit / 1048576, settings->every * ceil(bytes / limit));
}

// ---- times ----

// List files have nine digits.
static bool same_time(double a, double b)
{
    return fabs(a - b) <= 1e-7 * fabs(a);
}

// Moves each list to the time of frame `at[0]` of the first; whether all have it.
static bool all_have(const Chosen *chosen, int run_count, int *at)
{
    const double time_s = chosen->list[0].time_s[at[0]];
    bool         have = true;
    for (int r = 1; r < run_count; r++) {
        const SceneFrameList *list = &chosen->list[r];
        while (at[r] + 1 < list->count && list->time_s[at[r]] < time_s && !same_time(time_s, list->time_s[at[r]]))
            at[r]++;
        have = have && same_time(time_s, list->time_s[at[r]]);
    }
    return have;
}

static Status choose(const ViewSettings *settings, Chosen *chosen, ViewRuns *runs)
{
    const SceneFrameList *first = &chosen->list[0];
    int                   at[VIEW_RUNS_MAX] = {0}, common = 0, max = 0;
    runs->time_s = calloc((size_t)first->count + 1, sizeof *runs->time_s);
    bool whole = runs->time_s;
    for (int r = 0; r < runs->run_count; r++) {
        chosen->frame[r] = calloc((size_t)first->count + 1, sizeof *chosen->frame[r]);
        whole = whole && chosen->frame[r];
        max = chosen->list[r].count > max ? chosen->list[r].count : max;
    }
    if (!whole)
        return status_make(STATUS_MEMORY, "out of memory for a list of %d frames", first->count);
    for (; at[0] < first->count; at[0]++) {
        if (!all_have(chosen, runs->run_count, at) || common++ % settings->every != 0)
            continue;
        runs->time_s[runs->frame_count] = first->time_s[at[0]];
        for (int r = 0; r < runs->run_count; r++)
            chosen->frame[r][runs->frame_count] = at[r];
        runs->frame_count++;
    }
    if (common < 2 && max > 1)
        return status_make(STATUS_INPUT,
                           "%.100s and the other folders have no two times in common; give frames of the same --dt and "
                           "--frame-stride",
                           settings->folders[0]);
    return status_ok();
}

// ---- frames ----

static const char *path_of(const Chosen *chosen, int run, int frame)
{
    const SceneFrameList *list = &chosen->list[run];
    ASSERT(list->path && chosen->frame[run][frame] < list->count);
    return list->path[chosen->frame[run][frame]];
}

static Status read_first(const char *path, ViewRun *run)
{
    TRY(scene_read_frame(path, &run->first));
    const SceneFrame *first = &run->first;
    while (run->particle_count < first->point_count && !(first->collider && first->collider[run->particle_count]))
        run->particle_count++;
    if (run->particle_count == 0)
        return status_make(STATUS_INPUT, "%s: has no particles", path);
    run->line_gone = malloc(((size_t)first->line_count + 1) * sizeof *run->line_gone);
    run->face_gone = malloc(((size_t)first->face_count + 1) * sizeof *run->face_gone);
    if (!run->line_gone || !run->face_gone)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    for (int32_t i = 0; i < first->line_count; i++)
        run->line_gone[i] = VIEW_WHOLE;
    for (int32_t i = 0; i < first->face_count; i++)
        run->face_gone[i] = VIEW_WHOLE;
    return status_ok();
}

static bool same_line(const SceneFrame *a, int32_t i, const SceneFrame *b, int32_t j)
{
    return memcmp(a->line[i], b->line[j], sizeof a->line[i]) == 0;
}

static bool same_face(const SceneFrame *a, int32_t i, const SceneFrame *b, int32_t j)
{
    const int32_t p = i ? a->face_end[i - 1] : 0, q = j ? b->face_end[j - 1] : 0, corners = a->face_end[i] - p;
    return corners == b->face_end[j] - q && memcmp(a->face_vertex + p, b->face_vertex + q, (size_t)corners * sizeof(int32_t)) == 0;
}

// Marks the lines or faces of the first frame that this frame lacks. The rest must be in the same order; false if there are new ones.
static bool mark_gone(const SceneFrame *first, int32_t first_count, const SceneFrame *now, int32_t now_count, int frame, int32_t *gone,
                      bool (*same)(const SceneFrame *, int32_t, const SceneFrame *, int32_t))
{
    int32_t j = 0;
    for (int32_t i = 0; i < first_count; i++) {
        if (gone[i] != VIEW_WHOLE)
            continue;
        if (j < now_count && same(first, i, now, j))
            j++;
        else
            gone[i] = frame;
    }
    return j == now_count;
}

static Status add_frame(const char *path, const SceneFrame *now, int frame, ViewRun *run)
{
    const SceneFrame *first = &run->first;
    if (now->point_count != first->point_count)
        return status_make(STATUS_INPUT,
                           "%s: %d points, but the first frame has %d: the folder holds frames of two scenes; give one folder per run",
                           path, now->point_count, first->point_count);
    if (!mark_gone(first, first->line_count, now, now->line_count, frame, run->line_gone, same_line) ||
        !mark_gone(first, first->face_count, now, now->face_count, frame, run->face_gone, same_face))
        return status_make(
            STATUS_INPUT,
            "%s: has a line or face that the frame before lacks: the folder holds frames of two scenes; give one folder per run", path);
    run->torn = run->torn || now->line_count < first->line_count || now->face_count < first->face_count;
    memcpy(run->position + (size_t)frame * (size_t)first->point_count, now->point, (size_t)first->point_count * sizeof *now->point);
    return status_ok();
}

static Status read_others(const Chosen *chosen, int r, int frames, ViewRun *run)
{
    run->position = malloc((size_t)frames * (size_t)run->first.point_count * sizeof *run->position);
    if (!run->position)
        return status_make(STATUS_MEMORY, "out of memory for %d frames of %d points", frames, run->first.point_count);
    TRY(add_frame(path_of(chosen, r, 0), &run->first, 0, run));
    for (int f = 1; f < frames; f++) {
        SceneFrame frame;
        TRY(scene_read_frame(path_of(chosen, r, f), &frame));
        const Status status = add_frame(path_of(chosen, r, f), &frame, f, run);
        scene_frame_destroy(&frame);
        TRY(status);
    }
    return status_ok();
}

// ---- runs ----

// The last part of a path, without slashes at its end.
static const char *last_part(const char *path, int *length)
{
    size_t end = strlen(path), begin;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';)
        begin--;
    *length = (int)(end - begin);
    return path + begin;
}

// Of two folders with the same last part the whole paths.
static Status name_run(const ViewSettings *settings, int r, ViewRun *run)
{
    int         length = 0, others = 0;
    const char *label = last_part(settings->folders[r], &length);
    TRY(text_need_printable("FRAMES", settings->folders[r]));
    for (int s = 0; s < settings->folder_count; s++) {
        int         other_length = 0;
        const char *other = last_part(settings->folders[s], &other_length);
        others += s != r && length == other_length && memcmp(label, other, (size_t)length) == 0;
    }
    run->label = others || length == 0 ? strdup(settings->folders[r]) : strndup(label, (size_t)length);
    return run->label ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the name of a folder");
}

static Status read_runs(const ViewSettings *settings, Chosen *chosen, ViewRuns *runs)
{
    double bytes = 0;
    for (int r = 0; r < runs->run_count; r++) {
        const Status status = scene_read_pvd(settings->folders[r], &chosen->list[r]);
        if (status.code != STATUS_OK)
            return status_prefix(status, "FRAMES are folders that `weft sim --frames` wrote to its end");
        TRY(name_run(settings, r, &runs->run[r]));
    }
    TRY(choose(settings, chosen, runs));
    for (int r = 0; r < runs->run_count; r++) {
        TRY(read_first(path_of(chosen, r, 0), &runs->run[r]));
        bytes += 3.0 * sizeof(uint16_t) * runs->run[r].first.point_count * runs->frame_count;
        runs->comparable = (r == 0 || runs->comparable) && runs->run[r].particle_count == runs->run[0].particle_count;
    }
    TRY(view_check_size(settings, "the positions", bytes, POSITIONS_MAX));
    for (int r = 0; r < runs->run_count; r++)
        TRY(read_others(chosen, r, runs->frame_count, &runs->run[r]));
    return status_ok();
}

Status view_runs_read(const ViewSettings *settings, ViewRuns *out)
{
    Chosen chosen = {0};
    ASSERT(settings->folder_count >= 1 && settings->folder_count <= VIEW_RUNS_MAX && settings->every >= 1);
    *out = (ViewRuns){.run_count = settings->folder_count};
    const Status status = read_runs(settings, &chosen, out);
    for (int r = 0; r < VIEW_RUNS_MAX; r++) {
        scene_frame_list_destroy(&chosen.list[r]);
        free(chosen.frame[r]);
    }
    if (status.code != STATUS_OK)
        view_runs_destroy(out);
    return status;
}

void view_runs_destroy(ViewRuns *runs)
{
    for (int r = 0; r < runs->run_count; r++) {
        ViewRun *run = &runs->run[r];
        free(run->label);
        free(run->line_gone);
        free(run->face_gone);
        free(run->position);
        scene_frame_destroy(&run->first);
    }
    free(runs->time_s);
    *runs = (ViewRuns){0};
}
