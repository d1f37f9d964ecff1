// Starts and watches one worker process. The parent has one thread, so fork is safe; between fork and exec the child calls only
// functions that are safe in signal handlers.
#include "run/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "case/row.h"
#include "machine/crash.h"
#include "machine/environment.h"
#include "run/private/line_reader.h"
#include "run/program.h"

enum { STDERR_KEPT = 2048, FORK_TRIES = 6, FORK_WAIT_MS = 200, POLL_MAX_MS = 5000, POLL_PARTS = 16 };
#define DRAIN_NS INT64_C(2000000000)
#define STOPPED_NS INT64_C(500000000)

// The last 2 KiB of the worker's standard error.
typedef struct Tail {
    char   text[STDERR_KEPT];
    size_t used;
} Tail;

typedef struct Worker {
    const SpawnJob *job;
    SpawnResult    *result;
    pid_t           pid;
    int             in, out, err; // -1: closed
    int             children;     // a signalfd of SIGCHLD
    sigset_t        mask;         // signal mask before that
    int64_t         oom_kills;    // environment_oom_kills at the worker's start
    size_t          sent;
    Lines           lines;
    Tail            tail;
    int64_t         rows, others; // numbers of lines: rows, and other lines
    bool            has_done, has_failed, ended, reaped, killed;
    int             wait_status;
    int64_t         deadline_ns, ended_ns, ticked_ns;
} Worker;

// ---- starting ----

enum { VARIABLES_ADDED = 4 };

// The environment of a worker: weft's own, with the number of threads and the spin (machine/spin.h) of the job, and without variables that
// start or move threads.
typedef struct Variables {
    char **entries; // for execve, ended by NULL; inherited texts belong to the process
    char   added[VARIABLES_ADDED][48];
} Variables;

// Variables that would change the worker's number of threads or spin, bind its threads too early, or show it another machine.
static bool is_dropped(const char *entry)
{
    static const char *const DROPPED[] = {
        "OMP_NUM_THREADS=",        "OMP_THREAD_LIMIT=", "OMP_DYNAMIC=",         "OMP_PROC_BIND=",       "OMP_PLACES=",
        "OPENBLAS_NUM_THREADS=",   "GOTO_NUM_THREADS=", "GOMP_CPU_AFFINITY=",   "GOMP_SPINCOUNT=",      "MKL_NUM_THREADS=",
        "MKL_DOMAIN_NUM_THREADS=", "MKL_DYNAMIC=",      "MKL_INTERFACE_LAYER=", "MKL_THREADING_LAYER=", "OMP_MAX_ACTIVE_LEVELS=",
        "HWLOC_SYNTHETIC=",        "HWLOC_XMLFILE=",    "HWLOC_FSROOT=",        "HWLOC_CPUID_PATH=",    "HWLOC_THISSYSTEM="};
    for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
        if (strncmp(entry, DROPPED[i], strlen(DROPPED[i])) == 0)
            return true;
    return false;
}

// `entries` points into the struct. False: out of memory.
static bool variables_init(int threads, int64_t spin, Variables *out)
{
    size_t count = 0, used = 0;
    while (environ[count])
        count++;
    out->entries = (char **)calloc(count + VARIABLES_ADDED + 1, sizeof *out->entries);
    if (!out->entries)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_dropped(environ[i]))
            out->entries[used++] = environ[i];
    snprintf(out->added[0], sizeof out->added[0], "OMP_NUM_THREADS=%d", threads);
    snprintf(out->added[1], sizeof out->added[1], "OMP_THREAD_LIMIT=%d", threads); // libraries cannot start teams of their own
    snprintf(out->added[2], sizeof out->added[2], "OMP_DYNAMIC=false");
    snprintf(out->added[3], sizeof out->added[3], "GOMP_SPINCOUNT=%lld", (long long)spin);
    for (int i = 0; i < VARIABLES_ADDED; i++)
        out->entries[used++] = out->added[i];
    return true;
}

typedef struct Pipes {
    int in[2], out[2], err[2], failure[2]; // failure carries errno of exec, and closes when exec succeeds
} Pipes;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pair(int pair[2])
{
    close_fd(&pair[0]);
    close_fd(&pair[1]);
}

static bool open_pipes(Pipes *pipes)
{
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    return pipe2(pipes->in, O_CLOEXEC) == 0 && pipe2(pipes->out, O_CLOEXEC) == 0 && pipe2(pipes->err, O_CLOEXEC) == 0 &&
           pipe2(pipes->failure, O_CLOEXEC) == 0;
}

static void close_pipes(Pipes *pipes)
{
    close_pair(pipes->in);
    close_pair(pipes->out);
    close_pair(pipes->err);
    close_pair(pipes->failure);
}

_Noreturn static void child(const char *program, char **environment, const Pipes *pipes)
{
    char *const arguments[] = {(char *)program, NULL};
    if (dup2(pipes->in[0], STDIN_FILENO) >= 0 && dup2(pipes->out[1], STDOUT_FILENO) >= 0 && dup2(pipes->err[1], STDERR_FILENO) >= 0)
        execve(program, arguments, environment);
    const int     code = errno;
    const ssize_t written = write(pipes->failure[1], &code, sizeof code);
    _exit(written == sizeof code ? 1 : 2);
}

static ssize_t read_again(int fd, void *bytes, size_t size)
{
    ssize_t count = 0;
    do
        count = read(fd, bytes, size);
    while (count < 0 && errno == EINTR);
    return count;
}

// Waits for the exec; returns its errno, or 0.
static int exec_failure(int fd)
{
    int code = 0;
    return read_again(fd, &code, sizeof code) == (ssize_t)sizeof code ? code : 0;
}

// Reads the pending signals; other processes may end in the meantime. True if weft must stop.
static bool wait_signal(const Worker *w)
{
    struct pollfd signals = {.fd = w->job->signals, .events = POLLIN};
    return poll(&signals, 1, FORK_WAIT_MS) > 0;
}

// Checked before and after the exec, so that the running program is the hashed one.
static Status check_program(const Worker *w)
{
    return w->job->worker ? worker_file_check(w->job->worker) : status_ok();
}

// SIGCHLD reports the end of a worker. Its pipes do not: a process that the worker started may keep them open.
static bool open_children(Worker *w)
{
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, &w->mask);
    w->children = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    return w->children >= 0;
}

static int64_t oom_kills(const Worker *w)
{
    return environment_oom_kills(w->job->system ? w->job->system : "");
}

static Status start(Worker *w)
{
    Variables variables;
    Pipes     pipes;
    TRY(check_program(w));
    if (!variables_init(w->job->threads, w->job->spin, &variables))
        return status_make(STATUS_MEMORY, "out of memory for the environment of a worker");
    w->oom_kills = oom_kills(w);
    const bool opened = open_pipes(&pipes) && open_children(w);
    w->pid = opened ? program_fork() : -1;
    for (int tries = 1; opened && w->pid < 0 && errno == EAGAIN && tries < FORK_TRIES && !wait_signal(w); tries++)
        w->pid = program_fork();
    if (w->pid == 0)
        child(w->job->program, variables.entries, &pipes);
    const int code = errno;
    free(variables.entries);
    if (w->pid < 0) {
        close_pipes(&pipes);
        return status_make(STATUS_ENVIRONMENT,
                           "no process can be started for a worker: %s; end others, or raise `ulimit -u` and `ulimit -n`", strerror(code));
    }
    close_fd(&pipes.in[0]);
    close_fd(&pipes.out[1]);
    close_fd(&pipes.err[1]);
    close_fd(&pipes.failure[1]);
    w->in = pipes.in[1];
    w->out = pipes.out[0];
    w->err = pipes.err[0];
    const int failure = exec_failure(pipes.failure[0]);
    close_fd(&pipes.failure[0]);
    if (failure)
        return status_make(STATUS_IO, "%s: cannot be run: %s", w->job->program, strerror(failure));
    fcntl(w->in, F_SETFL, O_NONBLOCK);
    return check_program(w);
}

// ---- rows ----

static StatusCode code_by_name(const char *name)
{
    for (int code = 0; name && code < STATUS_COUNT; code++)
        if (strcmp(status_name((StatusCode)code), name) == 0)
            return (StatusCode)code;
    return STATUS_INTERNAL;
}

static void copy_message(SpawnResult *result, const char *text)
{
    snprintf(result->message, sizeof result->message, "%s", text ? text : "it gave no reason");
    text_make_printable(result->message);
}

// Lines that are not rows: libraries print some.
enum { ROWS_MAX = 20000000, OTHERS_MAX = 100000 };

static void kill_worker(Worker *w, WorkerEnd why)
{
    if (w->killed || w->reaped)
        return;
    w->killed = true;
    w->result->end = why;
    program_kill(w->pid);
}

// Stops a worker that sent invalid rows, and ignores its further output.
static Status distrust(Worker *w, Status status)
{
    w->has_failed = true;
    w->result->code = status.code;
    copy_message(w->result, status.text);
    kill_worker(w, WORKER_FAILED);
    return status_ok();
}

static Status take_row(Worker *w, json_t *row)
{
    const RowKind kind = row_kind(row);
    int64_t      *lines = kind < ROW_KINDS ? &w->rows : &w->others;
    if (++*lines > (kind < ROW_KINDS ? ROWS_MAX : OTHERS_MAX))
        return status_make(STATUS_PROTOCOL, "it wrote more than %d lines that are %s", kind < ROW_KINDS ? ROWS_MAX : OTHERS_MAX,
                           kind < ROW_KINDS ? "rows" : "not rows");
    if (kind < ROW_KINDS && w->has_done)
        return status_make(STATUS_PROTOCOL, "a row `%s` follows the last row", row_type(kind)->name);
    if (kind < ROW_KINDS)
        TRY(row_check(kind, row));
    if (kind == ROW_DONE) {
        w->has_done = true;
        w->result->deterministic = !json_is_false(json_object_get(row, "deterministic"));
        return status_ok();
    }
    if (kind == ROW_FAILED) {
        w->has_failed = true;
        w->result->code = code_by_name(json_string_value(json_object_get(row, "status")));
        copy_message(w->result, json_string_value(json_object_get(row, "message")));
        return status_ok();
    }
    if (kind == ROW_ENVIRONMENT) {
        const Status libraries = worker_libraries_check(w->job->seen, w->job->program, w->job->plugin, row);
        if (libraries.code != STATUS_OK)
            return distrust(w, libraries);
    }
    const Status taken = w->job->row(w->job->user, json_is_string(json_object_get(row, "row")) ? row : NULL);
    return kind == ROW_ENVIRONMENT && taken.code == STATUS_INPUT ? distrust(w, taken) : taken;
}

static Status take_line(void *user, const char *line, size_t length)
{
    Worker      *w = (Worker *)user;
    json_error_t error;
    if (w->has_failed)
        return status_ok(); // nothing after the failed row counts
    json_t      *row = line ? json_loadb(line, length, JSON_REJECT_DUPLICATES, &error) : NULL;
    const Status status = take_row(w, row);
    json_decref(row);
    return status.code == STATUS_PROTOCOL ? distrust(w, status) : status;
}

static void keep_tail(Tail *tail, const char *bytes, size_t count)
{
    if (count > sizeof tail->text) {
        bytes += count - sizeof tail->text;
        count = sizeof tail->text;
    }
    if (tail->used + count > sizeof tail->text) {
        const size_t drop = tail->used + count - sizeof tail->text;
        memmove(tail->text, tail->text + drop, tail->used - drop);
        tail->used -= drop;
    }
    memcpy(tail->text + tail->used, bytes, count);
    tail->used += count;
}

// Cuts off the last line that is not empty, for the message about a crash.
static void take_last_line(Tail *tail, char *out, size_t size)
{
    size_t end = tail->used;
    while (end > 0 && (tail->text[end - 1] == '\n' || tail->text[end - 1] == ' '))
        end--;
    size_t begin = end;
    while (begin > 0 && tail->text[begin - 1] != '\n')
        begin--;
    snprintf(out, size, "%.*s", (int)(end - begin), tail->text + begin);
    tail->used = begin;
}

// ---- the loop ----

static Status send_input(Worker *w)
{
    const size_t  left = strlen(w->job->input) - w->sent;
    const ssize_t count = write(w->in, w->job->input + w->sent, left);
    if (count > 0)
        w->sent += (size_t)count;
    if (count < 0 && errno != EAGAIN && errno != EINTR && errno != EPIPE)
        return status_make(STATUS_IO, "a job cannot be sent to its worker: %s", strerror(errno));
    if ((count < 0 && errno == EPIPE) || w->sent == strlen(w->job->input))
        close_fd(&w->in); // a worker that closed its end reports the reason, or has ended
    return status_ok();
}

static Status read_rows(Worker *w)
{
    char          bytes[65536];
    const ssize_t count = read_again(w->out, bytes, sizeof bytes);
    if (count <= 0) {
        close_fd(&w->out);
        return status_ok();
    }
    return lines_feed(&w->lines, bytes, (size_t)count, take_line, w);
}

static void read_errors(Worker *w)
{
    char          bytes[4096];
    const ssize_t count = read_again(w->err, bytes, sizeof bytes);
    if (count <= 0)
        close_fd(&w->err);
    else
        keep_tail(&w->tail, bytes, (size_t)count);
}

// Timeout of poll, ms.
static int poll_time(const Worker *w, int64_t now)
{
    int64_t ms = w->ended ? 0 : w->killed ? 1000 : (w->deadline_ns - now) / 1000000 + 1;
    if (w->job->tick_ms >= 0 && ms > w->job->tick_ms)
        ms = w->job->tick_ms;
    const int64_t max = (int64_t)(w->job->timeout_s * 1e3 / POLL_PARTS) + 1; // longest part of a stop that counts as the worker's time
    ms = ms < max ? ms : max;
    return ms < 0 ? 0 : ms > POLL_MAX_MS ? POLL_MAX_MS : (int)ms;
}

static void tick(Worker *w)
{
    const int64_t now = clock_ns();
    if (!w->job->tick || w->job->tick_ms < 0 || now < w->ticked_ns + (int64_t)w->job->tick_ms * 1000000)
        return;
    w->ticked_ns = now;
    w->job->tick(w->job->tick_user);
}

// If a poll takes much longer than its timeout, weft was stopped (SIGSTOP, Ctrl-Z). That time is not the worker's.
static void allow_for_stop(Worker *w, int64_t late_ns)
{
    if (late_ns > STOPPED_NS)
        w->deadline_ns += late_ns;
}

// True if the worker has ended; it remains a zombie until it is reaped.
static void look_for_end(Worker *w)
{
    struct signalfd_siginfo ignored;
    siginfo_t               info = {0};
    while (read(w->children, &ignored, sizeof ignored) > 0)
        ;
    if (w->ended || (waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0))
        return;
    w->ended = true;
    w->ended_ns = clock_ns();
}

enum { FD_OUT, FD_ERR, FD_IN, FD_SIGNALS, FD_CHILDREN, FD_COUNT };

static Status serve(Worker *w, const struct pollfd fds[FD_COUNT])
{
    if (fds[FD_SIGNALS].revents)
        kill_worker(w, WORKER_INTERRUPTED);
    if (fds[FD_IN].revents)
        TRY(send_input(w));
    if (fds[FD_ERR].revents)
        read_errors(w);
    if (fds[FD_OUT].revents)
        TRY(read_rows(w));
    if (fds[FD_CHILDREN].revents)
        look_for_end(w);
    return status_ok();
}

// Reads the pipes of an ended worker before it is reaped, for at most DRAIN_NS, since another process may continue to write.
static Status watch(Worker *w)
{
    while (!w->reaped) {
        struct pollfd fds[FD_COUNT] = {[FD_OUT] = {.fd = w->out, .events = POLLIN},
                                       [FD_ERR] = {.fd = w->err, .events = POLLIN},
                                       [FD_IN] = {.fd = w->in, .events = POLLOUT},
                                       [FD_SIGNALS] = {.fd = w->killed ? -1 : w->job->signals, .events = POLLIN},
                                       [FD_CHILDREN] = {.fd = w->children, .events = POLLIN}};
        const bool    ended = w->ended;
        const int64_t before = clock_ns();
        const int     ms = poll_time(w, before), ready = poll(fds, FD_COUNT, ms);
        allow_for_stop(w, clock_ns() - before - (int64_t)ms * 1000000);
        if (ready < 0 && errno != EINTR)
            return status_make(STATUS_INTERNAL, "poll: %s", strerror(errno));
        if (ready > 0)
            TRY(serve(w, fds));
        if (clock_ns() >= w->deadline_ns && !w->ended)
            kill_worker(w, WORKER_TIMEOUT);
        tick(w);
        if (ended && (ready == 0 || clock_ns() > w->ended_ns + DRAIN_NS))
            w->reaped = program_reap(w->pid, WNOHANG, &w->wait_status);
    }
    return status_ok();
}

// ---- classification of the end ----

// Last lines of run-time libraries and of the program loader that end a process before it can send a failed row.
static const struct {
    const char *line;
    StatusCode  code;
    const char *advice;
} LAST_LINES[] = {{"libgomp: Thread creation failed", STATUS_ENVIRONMENT, "; use fewer threads, or raise `ulimit -u`"},
                  {"OMP: Error #34", STATUS_ENVIRONMENT, "; use fewer threads, or raise `ulimit -u`"},
                  {"libgomp: Out of memory", STATUS_MEMORY, ""},
                  {"failed to map segment from shared object", STATUS_MEMORY, "; raise `ulimit -v` and `ulimit -d`"},
                  {"error while loading shared libraries", STATUS_ENVIRONMENT, "; install it, or rebuild weft"}};

// True if the cause is known for a worker that ended without a last row.
static bool is_known_end(Worker *w, const char *line)
{
    const bool       exited = WIFEXITED(w->wait_status), io = exited && WEXITSTATUS(w->wait_status) == status_exit_code(STATUS_IO);
    const bool       memory = exited && WEXITSTATUS(w->wait_status) == status_exit_code(STATUS_MEMORY);
    const StatusCode code = io ? STATUS_IO : STATUS_MEMORY; // io: the worker could not write its last row
    size_t           known = 0;
    while (known < sizeof LAST_LINES / sizeof *LAST_LINES && !strstr(line, LAST_LINES[known].line))
        known++;
    const bool found = exited && known < sizeof LAST_LINES / sizeof *LAST_LINES;
    if (!found && ((!memory && !io) || (w->job->plugin && !*line))) // a plugin may end it with any code
        return false;
    char text[500];
    snprintf(text, sizeof text, "%s%s", *line ? line : status_meaning(code), found ? LAST_LINES[known].advice : "");
    w->result->end = WORKER_FAILED;
    w->result->code = found ? LAST_LINES[known].code : code;
    w->result->exit_code = WEXITSTATUS(w->wait_status);
    copy_message(w->result, text);
    return true;
}

// Signals that faults of a program do not raise; they come from the kernel or a user.
static bool is_from_outside(int number)
{
    static const int OWN[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPIPE, SIGALRM};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (number == OWN[i])
            return false;
    return true;
}

static void name_signal(Worker *w, int number, char *why, size_t size)
{
    const char *name = sigabbrev_np(number);
    w->result->signal = number;
    if (number == SIGKILL && oom_kills(w) > w->oom_kills) { // of this worker or of another process: the kernel does not say
        snprintf(why, size, "was killed (SIGKILL); memory ran out, the likely cause: use a smaller scene or run fewer jobs at once");
        w->result->end = WORKER_FAILED;
        w->result->code = STATUS_MEMORY;
    } else if (is_from_outside(number)) {
        snprintf(why, size, "was killed (SIG%s) by a user, a batch system or a limit (`ulimit -t`)", name ? name : "?");
        w->result->code = STATUS_INTERRUPTED;
    } else {
        snprintf(why, size, "crashed (SIG%s)", name ? name : "?");
    }
}

static void name_exit(Worker *w, int code, char *why, size_t size)
{
    const char *plugin = w->job->plugin, *slash = plugin ? strrchr(plugin, '/') : NULL;
    w->result->exit_code = code;
    if (plugin)
        w->result->code = STATUS_INPUT;
    snprintf(why, size, "ended without a last row (exit code %d)%s%.40s%s", code, plugin ? ": plugin " : "",
             plugin ? slash ? slash + 1 : plugin : "", plugin ? " called exit, or closed its output" : "");
}

// "crashed (SIGABRT): weft: bug: sweep.c:12: n > 0 does not hold; in abort@26471 < sweep_run@2c0f1 < main@4e10"
static void say_crash(Worker *w)
{
    char why[128], line[400], where[400] = "";
    take_last_line(&w->tail, line, sizeof line);
    if (is_known_end(w, line))
        return;
    if (strncmp(line, CRASH_LINE, strlen(CRASH_LINE)) == 0) {
        snprintf(where, sizeof where, "%s", line + strlen(CRASH_LINE));
        take_last_line(&w->tail, line, sizeof line);
    }
    w->result->end = WORKER_CRASHED;
    w->result->code = STATUS_INTERNAL;
    if (WIFSIGNALED(w->wait_status))
        name_signal(w, WTERMSIG(w->wait_status), why, sizeof why);
    else
        name_exit(w, WEXITSTATUS(w->wait_status), why, sizeof why);
    char text[sizeof w->result->message];
    snprintf(text, sizeof text, "%s%s%.120s%s%.250s", why, *line ? ": " : "", line, *where ? *line ? "; in " : " in " : "", where);
    copy_message(w->result, text);
}

static void classify(Worker *w)
{
    SpawnResult *result = w->result;
    char         text[80];
    const bool   exited = WIFEXITED(w->wait_status);
    if (w->killed && result->end == WORKER_TIMEOUT) {
        snprintf(text, sizeof text, "stopped after its time limit of %g s", w->job->timeout_s);
        copy_message(result, text);
    } else if (w->killed && result->end == WORKER_INTERRUPTED) {
        copy_message(result, "interrupted");
    } else if (w->has_failed) {
        result->end = WORKER_FAILED;
        result->exit_code = exited ? WEXITSTATUS(w->wait_status) : 0;
    } else if (w->has_done && exited && WEXITSTATUS(w->wait_status) == 0) {
        result->end = WORKER_DONE;
        result->code = STATUS_OK;
        result->message[0] = '\0';
    } else {
        say_crash(w);
    }
}

Status spawn_run(const SpawnJob *job, SpawnResult *result)
{
    Worker w = {.job = job, .result = result, .in = -1, .out = -1, .err = -1, .children = -1};
    *result = (SpawnResult){.deterministic = true};
    sigprocmask(SIG_SETMASK, NULL, &w.mask);
    w.ticked_ns = clock_ns();
    w.deadline_ns = w.ticked_ns + (int64_t)(job->timeout_s * 1e9);
    Status     status = start(&w);
    const bool failed = status.code == STATUS_ENVIRONMENT || status.code == STATUS_INPUT;
    if (status.code == STATUS_OK)
        status = watch(&w);
    if (status.code == STATUS_OK) {
        classify(&w);
    } else if (w.pid > 0) {
        kill_worker(&w, WORKER_INTERRUPTED);
        w.reaped = w.reaped || program_reap(w.pid, 0, &w.wait_status);
    }
    if (failed) {
        result->end = WORKER_FAILED;
        result->code = status.code;
        copy_message(result, status.text);
        status = status_ok();
    }
    close_fd(&w.in);
    close_fd(&w.out);
    close_fd(&w.err);
    close_fd(&w.children);
    sigprocmask(SIG_SETMASK, &w.mask, NULL);
    lines_destroy(&w.lines);
    return status;
}
