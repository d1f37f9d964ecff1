#include "run/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { NOT_STARTED = 127 };

typedef struct Child {
    pid_t       pid;
    int         output; // -1: closed
    int         code;   // status from waitpid
    bool        reaped;
    int64_t     end_ns;
    size_t      used; // length of the text in `end`
    ProgramEnd *end;
} Child;

// ---- a child ----

pid_t program_fork(void)
{
    const pid_t parent = getpid(), child = fork();
    if (child != 0)
        return child;
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) // the parent died before the previous line
        _exit(NOT_STARTED);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    return 0;
}

void program_kill(pid_t child)
{
    kill(-child, SIGKILL);
    kill(child, SIGKILL); // in case it had not yet become the leader of its group
}

bool program_reap(pid_t child, int options, int *wait_status)
{
    pid_t pid = 0;
    do
        pid = waitpid(child, wait_status, options);
    while (pid < 0 && errno == EINTR);
    if (pid != 0)
        kill(-child, SIGKILL);
    return pid != 0;
}

// ---- running a program to its end ----

_Noreturn static void become(const char *folder, char *const *arguments, int output)
{
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0 && chdir(folder) == 0)
        execvp(*arguments, arguments);
    const char   *why = strerrordesc_np(errno);
    const ssize_t written = write(output, why ? why : "?", why ? strlen(why) : 1);
    _exit(written > 0 ? NOT_STARTED : NOT_STARTED - 1);
}

static Status start(const char *folder, char *const *arguments, Child *child)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return status_make(STATUS_ENVIRONMENT, "no pipe for %s: %s; raise `ulimit -n`", *arguments, strerror(errno));
    child->pid = program_fork();
    if (child->pid == 0)
        become(folder, arguments, ends[1]);
    const int code = errno;
    close(ends[1]);
    child->output = ends[0];
    if (child->pid > 0)
        return status_ok();
    close(ends[0]);
    return status_make(STATUS_ENVIRONMENT, "no process for %s: %s; raise `ulimit -u`", *arguments, strerror(code));
}

static void read_output(Child *child)
{
    char          chunk[4096];
    const ssize_t count = read(child->output, chunk, sizeof chunk);
    for (ssize_t i = 0; i < count && child->used + 1 < PROGRAM_TEXT; i++)
        child->end->text[child->used++] = chunk[i] ? chunk[i] : '?';
    child->end->text[child->used] = '\0';
    if (count > 0 || (count < 0 && errno == EINTR))
        return;
    close(child->output);
    child->output = -1;
}

// Reads until the program has ended: it may close its end of the pipe earlier, or another process may keep it open.
static void watch(Child *child)
{
    while (!child->reaped && clock_ns() < child->end_ns) {
        struct pollfd ready = {.fd = child->output, .events = POLLIN};
        if (poll(&ready, 1, child->output < 0 ? 2 : 50) > 0)
            read_output(child);
        child->reaped = program_reap(child->pid, WNOHANG, &child->code);
    }
    struct pollfd rest = {.fd = child->output, .events = POLLIN};
    while (child->output >= 0 && child->used + 1 < PROGRAM_TEXT && poll(&rest, 1, 0) > 0)
        read_output(child);
}

Status program_run(const char *folder, char *const *arguments, double limit_s, ProgramEnd *out)
{
    Child child = {.output = -1, .end = out};
    *out = (ProgramEnd){.fate = PROGRAM_ENDED};
    TRY(start(folder, arguments, &child));
    child.end_ns = clock_ns() + (int64_t)(limit_s * 1e9);
    watch(&child);
    const bool late = !child.reaped;
    if (late) {
        program_kill(child.pid);
        program_reap(child.pid, 0, &child.code);
    }
    if (child.output >= 0)
        close(child.output);
    const bool signalled = WIFSIGNALED(child.code);
    out->code = signalled ? WTERMSIG(child.code) : WEXITSTATUS(child.code);
    out->fate = late                                     ? PROGRAM_LATE
                : signalled                              ? PROGRAM_SIGNALLED
                : WEXITSTATUS(child.code) == NOT_STARTED ? PROGRAM_NOT_STARTED
                                                         : PROGRAM_ENDED;
    return status_ok();
}

void program_line(const ProgramEnd *end, char *out, size_t size)
{
    const char *line = end->text;
    size_t      length = strcspn(line, "\n");
    while (line[length] && strspn(line, " \t^") >= length) {
        line += length + 1;
        length = strcspn(line, "\n");
    }
    snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), line);
}
