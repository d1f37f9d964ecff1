#include "report/private/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { NOT_FOUND = 127, TEXT_MAX = 300 };
static const int64_t LIMIT_NS = 60LL * 1000000000;

_Noreturn static void become_gnuplot(const char *folder, const char *script, int output)
{
    const int nothing = open("/dev/null", O_RDONLY);
    if (chdir(folder) != 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
        _exit(NOT_FOUND);
    execlp("gnuplot", "gnuplot", script, (char *)NULL);
    _exit(NOT_FOUND);
}

// Reads what gnuplot writes until it closes its end; keeps the first line that says something. False when it takes too long.
static bool read_first_line(int output, char text[TEXT_MAX])
{
    const int64_t start = clock_ns();
    size_t        used = 0;
    bool          line_ended = false;
    for (;;) {
        struct pollfd ready = {.fd = output, .events = POLLIN};
        const int64_t left = LIMIT_NS - (clock_ns() - start);
        if (left <= 0)
            return false;
        if (poll(&ready, 1, (int)(left / 1000000) + 1) <= 0)
            continue;
        char          chunk[512];
        const ssize_t count = read(output, chunk, sizeof chunk);
        if (count == 0 || (count < 0 && errno != EINTR))
            break;
        for (ssize_t i = 0; i < count && !line_ended; i++) {
            if (chunk[i] != '\n' && used + 1 < TEXT_MAX)
                text[used++] = chunk[i];
            line_ended = chunk[i] == '\n' && strspn(text, " \t^") < used;
            used = chunk[i] == '\n' && !line_ended ? 0 : used;
            text[used] = '\0';
        }
    }
    return true;
}

static Status explain(const char *folder, const char *script, bool ended, int code, const char *text)
{
    if (!ended)
        return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot did not end within a minute", folder, script);
    if (WIFEXITED(code) && WEXITSTATUS(code) == NOT_FOUND)
        return status_make(STATUS_ENVIRONMENT, "gnuplot cannot be started; install it (Debian: gnuplot-nox), then run `gnuplot %s` in %s",
                           script, folder);
    if (WIFEXITED(code) && WEXITSTATUS(code) == 0)
        return status_ok();
    return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot failed: %s", folder, script, *text ? text : "it gave no reason");
}

Status gnuplot_run(const char *folder, const char *script)
{
    int  ends[2], code = 0;
    char text[TEXT_MAX] = "";
    if (pipe2(ends, O_CLOEXEC) != 0)
        return status_make(STATUS_INTERNAL, "no pipe for gnuplot: %s", strerror(errno));
    const pid_t child = fork();
    if (child == 0)
        become_gnuplot(folder, script, ends[1]);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return status_make(STATUS_INTERNAL, "no process for gnuplot: %s", strerror(errno));
    }
    const bool ended = read_first_line(ends[0], text);
    close(ends[0]);
    if (!ended)
        kill(child, SIGKILL);
    while (waitpid(child, &code, 0) < 0 && errno == EINTR)
        ;
    return explain(folder, script, ended, code, text);
}
