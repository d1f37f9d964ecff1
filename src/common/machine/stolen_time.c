#include "machine/stolen_time.h"

#include <fcntl.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

enum { LINE_BYTES = 256, STEAL_FIELD = 8 };

// The PUs of the threads of the team; the runtime keeps the threads for every later team of that size.
static cpu_set_t team_pus(int threads)
{
    cpu_set_t pus;
    CPU_ZERO(&pus);
#pragma omp parallel num_threads(threads) default(none) shared(pus)
    {
        const int pu = sched_getcpu();
#pragma omp critical
        if (pu >= 0 && pu < CPU_SETSIZE)
            CPU_SET((size_t)pu, &pus);
    }
    return pus;
}

static int highest(const cpu_set_t *pus)
{
    int pu = CPU_SETSIZE - 1;
    while (pu > 0 && !CPU_ISSET((size_t)pu, pus))
        pu--;
    return pu;
}

Status stolen_open(const char *path, int threads, StolenClock *out)
{
    ASSERT(threads >= 1 && !omp_in_parallel());
    *out = (StolenClock){.file = open(path, O_RDONLY | O_CLOEXEC),
                         .pus = team_pus(threads),
                         .slept_ns = clock_slept_ns,
                         .slept_before_ns = clock_slept_ns()};
    out->size = (size_t)(highest(&out->pus) + 2) * LINE_BYTES; // the line of all PUs comes first
    out->bytes = malloc(out->size);
    if (out->bytes)
        return status_ok();
    stolen_close(out);
    return status_make(STATUS_MEMORY, "out of memory for the statistics of %d PUs", highest(&out->pus) + 1);
}

void stolen_close(StolenClock *clock)
{
    if (clock->bytes && clock->file >= 0)
        close(clock->file);
    free(clock->bytes);
    *clock = (StolenClock){.file = -1};
}

// The steal field of "cpu3 user nice system idle iowait irq softirq steal …"; −1 if the line has none.
static int64_t steal_of_line(char *line)
{
    char   *rest = NULL, *word = strtok_r(line, " ", &rest);
    int64_t ticks = -1;
    for (int field = 0; word && field < STEAL_FIELD; field++)
        word = strtok_r(NULL, " ", &rest);
    return word && text_to_int(word, &ticks) ? ticks : -1;
}

// Sum of ticks over the PUs of the set; −1 if the line of one is missing.
static int64_t steal_of_lines(char *text, const cpu_set_t *pus)
{
    int64_t ticks = 0;
    int     found = 0;
    char   *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line && strncmp(line, "cpu", 3) == 0; line = strtok_r(NULL, "\n", &rest)) {
        int64_t     pu = 0;
        const char *numbers = NULL;
        if (!text_take_digits(line + 3, &pu, &numbers) || *numbers != ' ' || pu >= CPU_SETSIZE || !CPU_ISSET((size_t)pu, pus))
            continue; // "cpu  1 2 3 …" is the sum of all PUs
        const int64_t steal = steal_of_line(line);
        if (steal < 0)
            return -1;
        ticks += steal;
        found++;
    }
    return found > 0 && found == CPU_COUNT(pus) ? ticks : -1;
}

// Rounded to whole ticks, since its two clocks are not read at the same instant.
static double slept_ms(const StolenClock *clock)
{
    const double tick_ms = 10;
    return clock->slept_ns ? tick_ms * round((double)(clock->slept_ns() - clock->slept_before_ns) * 1e-6 / tick_ms) : 0;
}

double stolen_ms(const StolenClock *clock)
{
    const ssize_t length = clock->file >= 0 && clock->bytes ? pread(clock->file, clock->bytes, clock->size - 1, 0) : -1;
    const long    ticks_per_s = sysconf(_SC_CLK_TCK);
    if (length <= 0 || ticks_per_s <= 0)
        return (double)NAN;
    clock->bytes[length] = '\0';
    const int64_t ticks = steal_of_lines(clock->bytes, &clock->pus);
    return ticks < 0 ? (double)NAN : 1e3 * (double)ticks / (double)ticks_per_s + slept_ms(clock);
}
