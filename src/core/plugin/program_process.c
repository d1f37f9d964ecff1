// The process of a program: pipes to its input and from its output and errors, and how it ended. This process has several threads, so
// between fork and exec the child calls only what a signal handler may call.
#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "plugin/private/program.h"

enum { PIPE_BYTES = 1 << 20, END_WAIT_MS = 2000, WAIT_MS = 2, LOOK_MS = 1000, ERRORS_AT_ONCE = 1 << 16 };

void program_fail(WeftFailure *failure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// ---- starting ----

typedef struct Pipes {
    int in[2], out[2], err[2], failure[2]; // failure carries errno of exec, and closes when exec succeeds
} Pipes;

static bool open_pipes(Pipes *p)
{
    *p = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    return pipe2(p->in, O_CLOEXEC) == 0 && pipe2(p->out, O_CLOEXEC) == 0 && pipe2(p->err, O_CLOEXEC) == 0 &&
           pipe2(p->failure, O_CLOEXEC) == 0;
}

static void close_pipes(Pipes *p)
{
    for (int end = 0; end < 2; end++) {
        close_fd(&p->in[end]);
        close_fd(&p->out[end]);
        close_fd(&p->err[end]);
        close_fd(&p->failure[end]);
    }
}

// The processors of all threads of the team: each is bound to its own, and the child would have that of the thread that starts it.
static void find_processors(int threads, cpu_set_t *out)
{
    CPU_ZERO(out);
#pragma omp parallel for ordered schedule(static, 1) num_threads(threads) default(none) shared(threads, out)
    for (int thread = 0; thread < threads; thread++) {
#pragma omp ordered
        {
            cpu_set_t mine;
            if (sched_getaffinity(0, sizeof mine, &mine) == 0)
                CPU_OR(out, out, &mine);
        }
    }
}

// The program stays in the group of the worker, which weft kills as a whole, and ends when the thread that started it does.
_Noreturn static void child(const Program *program, const Pipes *pipes, const cpu_set_t *processors, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (CPU_COUNT(processors) > 0)
        sched_setaffinity(0, sizeof *processors, processors);
    if (chdir(program->folder) == 0 && dup2(pipes->in[0], STDIN_FILENO) >= 0 && dup2(pipes->out[1], STDOUT_FILENO) >= 0 &&
        dup2(pipes->err[1], STDERR_FILENO) >= 0)
        execvp(program->words[0], (char *const *)program->words);
    const int     code = errno;
    const ssize_t written = write(pipes->failure[1], &code, sizeof code);
    _exit(written == sizeof code ? 1 : 2);
}

static int exec_failure(int fd)
{
    int     code = 0;
    ssize_t count;
    do
        count = read(fd, &code, sizeof code);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof code ? code : 0;
}

// Of ends that this process reads or writes: nothing may wait in them, and the fewer pieces the better.
static void make_quick(int fd)
{
    fcntl(fd, F_SETFL, O_NONBLOCK);
    fcntl(fd, F_SETPIPE_SZ, PIPE_BYTES); // refused above a limit of the system: then it stays as it is
}

bool process_start(const Program *program, int threads, Arena *arena, size_t capacity, Process *out, WeftFailure *failure)
{
    Pipes     pipes;
    cpu_set_t processors;
    *out = (Process){.in = -1, .out = -1, .err = -1, .capacity = capacity};
    if (ARENA_NEW(arena, capacity, &out->buffer).code != STATUS_OK) {
        program_fail(failure, "there is no memory for its frames; raise `memory`");
        return false;
    }
    signal(SIGPIPE, SIG_IGN); // a program that has ended is seen by its output; what weft reads of this process fails with EPIPE
    find_processors(threads, &processors);
    const pid_t parent = getpid();
    out->pid = open_pipes(&pipes) ? fork() : -1;
    if (out->pid == 0)
        child(program, &pipes, &processors, parent);
    const int code = out->pid < 0 ? errno : 0;
    close_fd(&pipes.failure[1]);
    const int refused = code ? code : exec_failure(pipes.failure[0]);
    if (!code) {
        out->in = pipes.in[1];
        out->out = pipes.out[0];
        out->err = pipes.err[0];
        pipes.in[1] = pipes.out[0] = pipes.err[0] = -1;
    }
    close_pipes(&pipes);
    if (refused) {
        if (code)
            out->pid = 0;
        process_end(out);
        program_fail(failure, "its program %s cannot be started in %s: %s", program->words[0], program->folder, strerror(refused));
        return false;
    }
    make_quick(out->in);
    make_quick(out->out);
    make_quick(out->err);
    return true;
}

// ---- ending ----

static bool reap(Process *p, int *status, int64_t most_ms)
{
    const int64_t until = clock_ns() + most_ms * 1000000;
    pid_t         done = 0;
    do {
        done = waitpid(p->pid, status, WNOHANG);
        if (done == 0)
            poll(NULL, 0, WAIT_MS);
    } while ((done == 0 || (done < 0 && errno == EINTR)) && clock_ns() < until);
    if (done != p->pid)
        return false;
    p->pid = 0;
    return true;
}

void process_end(Process *p)
{
    int status;
    close_fd(&p->in);
    if (p->pid > 0 && !reap(p, &status, p->out >= 0 ? END_WAIT_MS : 0)) {
        kill(p->pid, SIGKILL);
        while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
            ;
        p->pid = 0;
    }
    close_fd(&p->out);
    close_fd(&p->err);
}

static void read_errors(Process *p)
{
    char          bytes[ERRORS_AT_ONCE];
    const ssize_t count = read(p->err, bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        close_fd(&p->err);
    if (count <= 0)
        return;
    const size_t last = (size_t)count < sizeof p->errors ? (size_t)count : sizeof p->errors;
    if (p->error_count + last > sizeof p->errors) {
        const size_t drop = p->error_count + last - sizeof p->errors;
        memmove(p->errors, p->errors + drop, p->error_count - drop);
        p->error_count -= drop;
    }
    memcpy(p->errors + p->error_count, bytes + (size_t)count - last, last);
    p->error_count += last;
}

// The last two lines of its standard error in one, cut at the front.
static void last_words(Process *p, char *out, size_t size)
{
    size_t end = p->error_count, begin, lines = 0;
    while (end > 0 && (p->errors[end - 1] == '\n' || p->errors[end - 1] == ' '))
        end--;
    for (begin = end; begin > 0 && end - begin + 1 < size; begin--)
        if (p->errors[begin - 1] == '\n' && ++lines == 2)
            break;
    snprintf(out, size, "%.*s", (int)(end - begin), p->errors + begin);
    for (char *c = out; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
}

// Of a program whose output has ended.
static void say_end(Process *p, WeftFailure *failure)
{
    char       why[60], words[150];
    int        status = 0;
    const bool ended = reap(p, &status, END_WAIT_MS);
    while (p->err >= 0 && poll(&(struct pollfd){.fd = p->err, .events = POLLIN}, 1, 0) > 0)
        read_errors(p);
    if (!ended)
        snprintf(why, sizeof why, "has closed its output");
    else if (WIFSIGNALED(status)) {
        const char *name = sigabbrev_np(WTERMSIG(status));
        snprintf(why, sizeof why, "was ended by signal SIG%s", name ? name : "?");
    } else
        snprintf(why, sizeof why, "has exited with code %d", WEXITSTATUS(status));
    last_words(p, words, sizeof words);
    program_fail(failure, "its program %s%s%s", why, *words ? ": " : "", words);
}

// ---- to and fro ----

// Of what it has written, so much that is there. False: `failure`, or the end of it.
static bool read_output(Process *p, bool *ended, WeftFailure *failure)
{
    if (p->used == p->capacity) {
        program_fail(failure, "its program writes more than a frame may have, %zu bytes, or before it has read its own", p->capacity);
        return false;
    }
    const ssize_t count = read(p->out, p->buffer + p->used, p->capacity - p->used);
    *ended = count == 0;
    if (count > 0)
        p->used += (size_t)count;
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
        program_fail(failure, "the output of its program cannot be read: %s", strerror(errno));
        return false;
    }
    return true;
}

bool process_send(Process *p, const void *bytes, size_t count, WeftFailure *failure)
{
    for (size_t sent = 0; sent < count;) {
        struct pollfd fds[] = {{.fd = p->in, .events = POLLOUT}, {.fd = p->out, .events = POLLIN}, {.fd = p->err, .events = POLLIN}};
        bool          ended = false;
        if (poll(fds, 3, -1) < 0)
            continue;
        if (fds[2].revents)
            read_errors(p);
        if (fds[1].revents && !read_output(p, &ended, failure))
            return false;
        if (ended)
            return true; // what it has said before, or how it ended, is read next
        const ssize_t written = fds[0].revents ? write(p->in, (const char *)bytes + sent, count - sent) : 0;
        if (written > 0)
            sent += (size_t)written;
        if (written < 0 && errno == EPIPE)
            return true; // the same, or it has closed its input
    }
    return true;
}

bool process_is_quiet(Process *p, WeftFailure *failure)
{
    bool ended = false;
    if (poll(&(struct pollfd){.fd = p->out, .events = POLLIN}, 1, 0) > 0 && !read_output(p, &ended, failure))
        return false;
    if (p->used == p->taken)
        return true; // where it has ended, the next answer says so
    program_fail(failure, "its program writes %zu bytes before it is asked for them; each step has one `end`", p->used - p->taken);
    return false;
}

static bool take_frame(Process *p, size_t head_length, Frame *out, WeftFailure *failure, bool *whole)
{
    int64_t     bytes = 0;
    const char *wrong = head_read(p->buffer, head_length, &out->head);
    if (wrong) {
        char shown[60];
        snprintf(shown, sizeof shown, "%.*s", (int)(head_length < 50 ? head_length : 50), p->buffer);
        text_make_printable(shown);
        program_fail(failure,
                     "its program writes a line that is no head of a frame, as %s: `%s`; what it has to say besides goes to its "
                     "standard error",
                     wrong, shown);
        return false;
    }
    const HeadMember *of = head_find(&out->head, NULL, "bytes");
    if (of && (!head_int(of, &bytes) || bytes < 0 || (uint64_t)bytes > p->capacity - head_length - 1)) {
        program_fail(failure, "its program writes a frame with `bytes` of %.*s, and a frame may have %zu here", of->value_length, of->value,
                     p->capacity - HEAD_MAX);
        return false;
    }
    out->bytes = p->buffer + head_length + 1;
    out->count = (size_t)bytes;
    *whole = p->used >= head_length + 1 + (size_t)bytes;
    return true;
}

static bool has_exited(const Process *p)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == p->pid;
}

bool process_receive(Process *p, Frame *out, WeftFailure *failure)
{
    memmove(p->buffer, p->buffer + p->taken, p->used - p->taken);
    p->used -= p->taken;
    p->taken = 0;
    for (bool whole = false, ended = false; !whole;) {
        const char *line_end = (const char *)memchr(p->buffer, '\n', p->used);
        if (line_end) {
            if (!take_frame(p, (size_t)(line_end - p->buffer), out, failure, &whole))
                return false;
            if (whole) {
                p->taken = (size_t)(out->bytes - p->buffer) + out->count;
                return true;
            }
        } else if (p->used > HEAD_MAX) {
            program_fail(failure, "its program writes a line of more than %d bytes, which is no head of a frame", HEAD_MAX);
            return false;
        }
        if (ended) {
            say_end(p, failure);
            return false;
        }
        struct pollfd fds[] = {{.fd = p->out, .events = POLLIN}, {.fd = p->err, .events = POLLIN}};
        const int     ready = poll(fds, 2, LOOK_MS);
        if (ready < 0)
            continue;
        ended = ready == 0 && has_exited(p); // and what it has started keeps its output open
        if (fds[1].revents)
            read_errors(p);
        if (fds[0].revents && !read_output(p, &ended, failure))
            return false;
    }
    return true;
}
