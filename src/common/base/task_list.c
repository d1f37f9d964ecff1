#include "base/task_list.h"

#include <stdlib.h>

#include "base/team_range.h"

Status task_list_add(TaskList *list, TeamTask task)
{
    if (list->count == list->room) {
        const int32_t room = list->room ? 2 * list->room : 64;
        TeamTask     *tasks = realloc(list->tasks, (size_t)room * sizeof *tasks);
        if (!tasks)
            return status_make(STATUS_MEMORY, "out of memory for %d tasks", room);
        list->tasks = tasks;
        list->room = room;
    }
    list->tasks[list->count++] = task;
    return status_ok();
}

void task_list_destroy(TaskList *list)
{
    free(list->tasks);
    *list = (TaskList){0};
}

Status task_list_loop(TaskList *list, Phase phase, int32_t level, int64_t count, double each)
{
    const TeamTask loop = {
        .phase = phase, .level = level, .parent = -1, .grains = (count + TEAM_GRAIN - 1) / TEAM_GRAIN, .cost = each * (double)count};
    return count > 0 ? task_list_add(list, loop) : status_ok();
}
