#include "machine/thread_waiting.h"

#include <fcntl.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static int open_own(const char *folder)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%ld/schedstat", folder, (long)gettid());
    return open(path, O_RDONLY | O_CLOEXEC);
}

Status waiting_open(const char *folder, int threads, WaitingClock *out)
{
    ASSERT(threads >= 1 && !omp_in_parallel());
    *out = (WaitingClock){.files = malloc((size_t)threads * sizeof *out->files)};
    if (!out->files)
        return status_make(STATUS_MEMORY, "out of memory for the waiting times of %d threads", threads);
    int *files = out->files;
    for (int t = 0; t < threads; t++)
        files[t] = -1;
#pragma omp parallel num_threads(threads) default(none) shared(files, folder)
    files[omp_get_thread_num()] = open_own(folder);
    out->count = threads;
    return status_ok();
}

void waiting_close(WaitingClock *clock)
{
    for (int t = 0; t < clock->count; t++)
        if (clock->files[t] >= 0)
            close(clock->files[t]);
    free(clock->files);
    *clock = (WaitingClock){0};
}

// "69300 1200 17": on a core, waiting, how often on a core.
static int64_t waiting_of_file(int file)
{
    char          text[128];
    int64_t       ns = -1;
    const ssize_t length = file >= 0 ? pread(file, text, sizeof text - 1, 0) : -1;
    if (length <= 0)
        return -1;
    text[length] = '\0';
    char       *rest = NULL;
    const char *running = strtok_r(text, " \n", &rest), *waiting = strtok_r(NULL, " \n", &rest);
    return running && waiting && text_to_int(waiting, &ns) ? ns : -1;
}

int64_t waiting_ns(const WaitingClock *clock)
{
    int64_t sum = clock->count > 0 ? 0 : -1;
    for (int t = 0; t < clock->count; t++) {
        const int64_t ns = waiting_of_file(clock->files[t]);
        if (ns < 0)
            return -1;
        sum += ns;
    }
    return sum;
}
