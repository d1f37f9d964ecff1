#include "run/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"

const char *const REPLAY_PART_NAMES[REPLAY_PARTS] = {"work", "shared", "imbalance", "barriers", "memory", "serial"};

static double total_cost(const ReplayPhase *p)
{
    double sum = 0;
    for (int32_t i = 0; i < p->list->count; i++)
        sum += p->list->tasks[i].phase == p->phase ? p->list->tasks[i].cost : 0;
    return sum;
}

static int32_t level_count(const ReplayPhase *p)
{
    int32_t count = 0;
    for (int32_t i = 0; i < p->list->count; i++)
        if (p->list->tasks[i].phase == p->phase && p->list->tasks[i].level >= count)
            count = p->list->tasks[i].level + 1;
    return count;
}

// ---- a level ----

static int dearer_first(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static double largest(const double *load, int threads)
{
    double most = 0;
    for (int k = 0; k < threads; k++)
        most = fmax(most, load[k]);
    return most;
}

// The cost of the slowest thread. single: [tasks], load: [threads], for its work.
static double level_cost(const ReplayPhase *p, int32_t level, int threads, double *single, double *load)
{
    int32_t count = 0;
    memset(load, 0, (size_t)threads * sizeof *load);
    for (int32_t i = 0; i < p->list->count; i++) {
        const TeamTask *t = &p->list->tasks[i];
        if (t->phase != p->phase || t->level != level)
            continue;
        if (t->grains == 1)
            single[count++] = t->cost;
        for (int k = 0; t->grains > 1 && k < threads; k++) {
            const int64_t from = t->grains * k / threads, to = t->grains * (k + 1) / threads; // as in team_range
            load[k] += t->cost / (double)t->grains * (double)(to - from);
        }
    }
    qsort(single, (size_t)count, sizeof *single, dearer_first);
    for (int32_t i = 0; i < count; i++) {
        int idlest = 0;
        for (int k = 1; k < threads; k++)
            idlest = load[k] < load[idlest] ? k : idlest;
        load[idlest] += single[i];
    }
    return largest(load, threads);
}

// Of all levels, in parts of the whole.
static Status slowest_share(const ReplayPhase *p, int threads, double whole, int32_t levels, double *out)
{
    double *single = calloc((size_t)p->list->count + (size_t)threads + 1, sizeof *single), sum = 0;
    if (!single)
        return status_make(STATUS_MEMORY, "out of memory for a replay of %d tasks", p->list->count);
    for (int32_t level = 0; level < levels; level++)
        sum += level_cost(p, level, threads, single, single + p->list->count);
    free(single);
    *out = sum / whole;
    return status_ok();
}

// ---- a phase ----

int64_t replay_barriers(const ReplayPhase *p)
{
    return p->list->runs[p->phase] * level_count(p);
}

static double barriers_ns(const ReplayPhase *p, const ReplayMachine *m, int threads)
{
    return (double)replay_barriers(p) * m->barrier_ns * (threads - 1);
}

Status replay_time(const ReplayPhase *p, const ReplayMachine *m, int threads, ReplayTime *out)
{
    const double  whole = total_cost(p);
    const int32_t levels = level_count(p);
    double        slowest = 0;
    *out = (ReplayTime){0};
    if (whole <= 0) {
        out->ns = out->part[REPLAY_SERIAL] = p->serial_ns;
        return status_ok();
    }
    TRY(slowest_share(p, threads, whole, levels, &slowest));
    const double dearer = 1 + p->shared * (1 - 1.0 / threads), bandwidth = m->all > 0 ? fmin(threads * m->core, m->all) : threads * m->core;
    out->part[REPLAY_WORK] = p->serial_ns / threads;
    out->part[REPLAY_SHARED] = p->serial_ns / threads * (dearer - 1);
    out->part[REPLAY_IMBALANCE] = p->serial_ns * (slowest - 1.0 / threads) * dearer;
    out->part[REPLAY_BARRIERS] = barriers_ns(p, m, threads);
    for (int part = 0; part < REPLAY_MEMORY; part++)
        out->ns += out->part[part];
    out->part[REPLAY_MEMORY] = bandwidth > 0 ? fmax(0, p->bytes / bandwidth - out->ns) : 0;
    out->ns += out->part[REPLAY_MEMORY];
    return status_ok();
}

Status replay_fit(const ReplayPhase *p, const ReplayMachine *m, double ns, double *shared)
{
    static const double LEAST = -0.5;
    const double        whole = total_cost(p);
    const int32_t       levels = level_count(p);
    double              slowest = 0;
    *shared = 0;
    if (whole <= 0)
        return status_ok();
    TRY(slowest_share(p, 2, whole, levels, &slowest));
    *shared = fmax(LEAST, 2 * ((ns - barriers_ns(p, m, 2)) / (p->serial_ns * slowest) - 1));
    return status_ok();
}

// ---- the longest chain ----

// Children are listed before their parents on the way up, after them on the way down.
static double longest_way(const ReplayPhase *p, double *way)
{
    double longest = 0;
    for (int32_t i = 0; i < p->list->count; i++) {
        const TeamTask *t = &p->list->tasks[i];
        if (t->phase != p->phase)
            continue;
        way[i] += t->cost / (double)t->grains + (t->down && t->parent >= 0 ? way[t->parent] : 0);
        if (!t->down && t->parent >= 0)
            way[t->parent] = fmax(way[t->parent], way[i]);
        longest = fmax(longest, way[i]);
    }
    return longest;
}

static bool is_tree(const ReplayPhase *p)
{
    for (int32_t i = 0; i < p->list->count; i++)
        if (p->list->tasks[i].phase == p->phase && p->list->tasks[i].parent >= 0)
            return true;
    return false;
}

static double grains_of_levels(const ReplayPhase *p, double *grain)
{
    double sum = 0;
    for (int32_t i = 0; i < p->list->count; i++) {
        const TeamTask *t = &p->list->tasks[i];
        if (t->phase == p->phase)
            grain[t->level] = fmax(grain[t->level], t->cost / (double)t->grains);
    }
    for (int32_t level = 0; level < level_count(p); level++)
        sum += grain[level];
    return sum;
}

Status replay_chain(const ReplayPhase *p, double *ns)
{
    const double whole = total_cost(p);
    double      *room = calloc((size_t)p->list->count + (size_t)level_count(p) + 1, sizeof *room);
    if (!room)
        return status_make(STATUS_MEMORY, "out of memory for a replay of %d tasks", p->list->count);
    *ns = whole > 0 ? p->serial_ns * (is_tree(p) ? longest_way(p, room) : grains_of_levels(p, room)) / whole : p->serial_ns;
    free(room);
    return status_ok();
}
