#include "report/private/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

enum { NOT_STARTED = 127, TEXT_MAX = 300, PATH_SIZE = 4096 };
#define LIMIT_S 60.0
#define SHORTER 10 // times the limit is, after one did not end within it

typedef struct Child {
    pid_t   pid;
    int     output; // -1: closed
    int     code;   // of waitpid
    bool    reaped;
    int64_t end_ns;
    char    text[TEXT_MAX]; // the first line of the output that says something
    size_t  used;
    bool    line_ended;
} Child;

Status gnuplot_init(Gnuplot *out)
{
    const char *text = getenv("WEFT_GNUPLOT_S");
    *out = (Gnuplot){.limit_s = LIMIT_S};
    if (text && !(text_to_double(text, &out->limit_s) && out->limit_s > 0 && out->limit_s <= 1e6))
        return status_make(STATUS_USAGE, "WEFT_GNUPLOT_S: `%.40s` is not a number of seconds above 0, at most 1e6", text);
    return status_ok();
}

// Between fork and exec only what a signal handler may call.
_Noreturn static void become_gnuplot(const char *folder, char *script, int output, pid_t parent)
{
    char *const arguments[] = {(char[]){"gnuplot"}, script, NULL};
    sigset_t    none;
    sigemptyset(&none);
    setpgid(0, 0); // so that what it starts ends with it
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(NOT_STARTED);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0 && chdir(folder) == 0)
        execvp(*arguments, arguments);
    const char   *why = strerrordesc_np(errno);
    const ssize_t written = write(output, why ? why : "?", why ? strlen(why) : 1);
    _exit(written > 0 ? NOT_STARTED : NOT_STARTED - 1);
}

static Status start(const char *folder, const char *script, Child *out)
{
    char        path[PATH_SIZE]; // from here, so that no name is an option
    int         ends[2];
    const pid_t parent = getpid();
    *out = (Child){.output = -1};
    snprintf(path, sizeof path, "./%s", script);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return status_make(STATUS_ENVIRONMENT, "no pipe for gnuplot: %s; raise `ulimit -n`", strerror(errno));
    out->pid = fork();
    if (out->pid == 0)
        become_gnuplot(folder, path, ends[1], parent);
    const int code = errno;
    close(ends[1]);
    out->output = ends[0];
    if (out->pid > 0)
        return status_ok();
    close(ends[0]);
    return status_make(STATUS_ENVIRONMENT, "no process for gnuplot: %s; raise `ulimit -u`", strerror(code));
}

static void keep(Child *child, const char *chunk, size_t count)
{
    for (size_t i = 0; i < count && !child->line_ended; i++) {
        if (chunk[i] != '\n' && child->used + 1 < TEXT_MAX)
            child->text[child->used++] = chunk[i] ? chunk[i] : '?';
        child->line_ended = chunk[i] == '\n' && strspn(child->text, " \t^") < child->used;
        child->used = chunk[i] == '\n' && !child->line_ended ? 0 : child->used;
        child->text[child->used] = '\0';
    }
}

static void read_output(Child *child)
{
    char          chunk[4096];
    const ssize_t count = read(child->output, chunk, sizeof chunk);
    if (count > 0)
        keep(child, chunk, (size_t)count);
    if (count > 0 || (count < 0 && errno == EINTR))
        return;
    close(child->output);
    child->output = -1;
}

static void reap(Child *child, int options)
{
    pid_t pid = 0;
    do
        pid = waitpid(child->pid, &child->code, options);
    while (pid < 0 && errno == EINTR);
    child->reaped = pid != 0;
}

// Until it has ended: its end of the pipe may be closed earlier, or be held by another process after it.
static void watch(Child *child)
{
    while (!child->reaped && clock_ns() < child->end_ns) {
        struct pollfd ready = {.fd = child->output, .events = POLLIN};
        if (poll(&ready, 1, child->output < 0 ? 2 : 50) > 0)
            read_output(child);
        else
            reap(child, WNOHANG);
    }
}

static Status explain(const Child *child, bool ended, double limit_s, const char *folder, const char *script)
{
    const char *says = *child->text ? ": " : "";
    if (!ended)
        return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot did not end within %.3g s and was killed (WEFT_GNUPLOT_S)%s%s", folder,
                           script, limit_s, says, child->text);
    if (WIFSIGNALED(child->code)) {
        const char *name = sigabbrev_np(WTERMSIG(child->code));
        return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot was killed (SIG%s)%s%s", folder, script, name ? name : "?", says,
                           child->text);
    }
    if (WEXITSTATUS(child->code) == NOT_STARTED)
        return status_make(STATUS_ENVIRONMENT,
                           "gnuplot cannot be started%s%s; install it (Debian: gnuplot-nox), or raise `ulimit -n` and `ulimit -u`, then "
                           "run `gnuplot %s` in %s",
                           says, child->text, script, folder);
    if (WEXITSTATUS(child->code) == 0)
        return status_ok();
    return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot failed: %s", folder, script, *child->text ? child->text : "it gave no reason");
}

Status gnuplot_run(Gnuplot *gnuplot, const char *folder, const char *script)
{
    const double limit_s = gnuplot->hung ? gnuplot->limit_s / SHORTER : gnuplot->limit_s;
    Child        child;
    TRY(start(folder, script, &child));
    child.end_ns = clock_ns() + (int64_t)(limit_s * 1e9);
    watch(&child);
    const bool ended = child.reaped;
    if (!ended) {
        gnuplot->hung = true;
        kill(-child.pid, SIGKILL);
        kill(child.pid, SIGKILL); // in case it had not yet become the leader of its group
        reap(&child, 0);
    }
    if (child.output >= 0)
        close(child.output);
    return explain(&child, ended, limit_s, folder, script);
}
