// The line that a crash prints, after a segmentation fault, a failed assertion or a stack overflow. Tested on the main thread and on a
// thread of a team.
#include <omp.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "machine/crash.h"

#if GNU_SANITIZED

TEST(test_lines)
{
    skip();
}

#else

static volatile int *volatile nowhere; // NULL, which an analyser cannot see

static GNU_NO_INLINE void fault(volatile int *where)
{
    *where = 1;
}

static GNU_NO_INLINE int overflow(volatile char *before)
{
    volatile char here[4096];
    here[0] = (char)(before ? before[0] | 1 : 1); // never 0
    return here[0] == 0 && before ? 0 : overflow(here) + here[0];
}

static void crash(int way)
{
    if (way == 0)
        fault(nowhere);
    if (way == 1)
        ASSERT(way == 0);
    if (way == 2)
        (void)overflow(NULL);
    if (way == 3)
        raise(SIGFPE);
}

static void crash_in_team(int way)
{
    crash_open_team(2);
#pragma omp parallel num_threads(2) default(none) firstprivate(way)
    if (omp_get_thread_num() == 1)
        crash(way);
}

// Collects the output of a child that crashes in this way; returns its signal.
static int run(int way, bool team, char *out, size_t size)
{
    int pipes[2], status = 0;
    assert_int_equal(pipe(pipes), 0);
    const pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(pipes[1], STDERR_FILENO);
        crash_open();
        if (team)
            crash_in_team(way);
        else
            crash(way);
        _exit(0);
    }
    close(pipes[1]);
    size_t  used = 0;
    ssize_t count = 0;
    while ((count = read(pipes[0], out + used, size - 1 - used)) > 0)
        used += (size_t)count;
    out[used] = '\0';
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(test_lines)
{
    static const struct {
        int         signal;
        const char *says, *where;
    } WAYS[] = {{SIGSEGV, CRASH_LINE, "fault"},
                {SIGABRT, "way == 0 does not hold\n" CRASH_LINE, "crash"},
                {SIGSEGV, CRASH_LINE "overflow", " ×"},
                {SIGFPE, CRASH_LINE, "crash"}};
    for (int team = 0; team < 2; team++)
        for (int way = 0; way < (int)(sizeof WAYS / sizeof *WAYS); way++) {
            char text[4096];
            assert_int_equal(run(way, team, text, sizeof text), WAYS[way].signal);
            if (!strstr(text, WAYS[way].says) || !strstr(text, WAYS[way].where) || text[strlen(text) - 1] != '\n' ||
                (!team && way != 2 && !strstr(text, "test_lines@")))
                fail_msg("way %d, team %d: %s", way, team, text);
        }
}

#endif
