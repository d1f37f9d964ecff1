// A solver that is a program: starts it, shows it the model, and asks it for each substep. Both sides write lines of words; the bytes of
// arrays follow their line, as they lie in memory. REAL is f64 or f32, the type of positions, which are rows of x, y, z, w.
//
//   weft, once        model NAME PARTICLES REAL H SUBSTEPS THREADS       H in s, of a substep
//                     gravity X Y Z
//                     param NAME VALUE                                   each setting
//                     set KIND COUNT VERTICES COMPONENTS                 each kind of constraint that is there
//                     array NAME TYPE ROWS COLUMNS, and its bytes        TYPE f64, i32 or i8; of a set KIND.vertex, KIND.rest, …
//                     setup
//   program           ready NS MULTIPLIERS                               NS of its set-up; MULTIPLIERS 1: it shows them
//   weft, each step   step SUBSTEP WATCHED BEGIN END, then y and x_n     REAL [PARTICLES][4] each; BEGIN, END in s
//   program           phase NS PHASE                                     what follows is of this phase
//                     count COUNT N
//                     iterate NS BYTES, and where WATCHED is 1 a state   after each iteration; BYTES 0 where it is not watched
//                     residual BEGIN END NAME
//                     end NS BYTES ENDED, and a state                    the last line of a step
//                     fail CODE TEXT                                     in place of any line
//
// A state is REAL [PARTICLES][4] and, with MULTIPLIERS, f64 of all sets, [COUNT][COMPONENTS] each. PHASE, COUNT, ENDED and CODE are numbers
// of weft_solver.h. NS is the program's own time since it has read `step`, without the time of writing. Its standard input and output
// are one socket; it ends when its input does. The last line of its standard error is in the message of a case that failed.
#define _GNU_SOURCE
#include "program.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE = 512, END_TRIES = 200, END_WAIT_US = 10000 };

typedef struct Program {
    const WeftSetup *setup;
    pid_t            pid; // 0: it has ended
    int              socket;
    FILE            *in, *errors; // what it writes; a temporary file
    size_t           state_bytes, lambda_bytes;
    void            *x;         // an iterate
    double          *lambda;    // of all sets
    double         **lambda_of; // [sets] in lambda
    char             residual[80];
} Program;

// A line of the program: its first word and the numbers after it.
typedef struct Message {
    char      line[LINE], word[16];
    long long number[3];
} Message;

static int32_t fail(WeftFailure *failure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
    return WEFT_FAILED;
}

// ---- the process ----

static void add_processors(void *argument, int32_t thread, int32_t threads)
{
    cpu_set_t *of = argument;
    (void)threads;
    sched_getaffinity(0, sizeof of[thread], &of[thread]);
}

// Between fork and exec only calls that a signal handler may make: this process has threads.
_Noreturn static void run(const char *folder, int socket, int errors, const cpu_set_t *processors, pid_t parent)
{
    static const char WHY[] = ": cannot be started\n";
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sched_setaffinity(0, sizeof *processors, processors);
    if (getppid() == parent && chdir(folder) == 0 && dup2(socket, 0) == 0 && dup2(socket, 1) == 1 && dup2(errors, 2) == 2)
        execvp(program_command[0], (char *const *)program_command);
    if (write(errors, program_command[0], strlen(program_command[0])) < 0 || write(errors, WHY, sizeof WHY - 1) < 0)
        _exit(126);
    _exit(127);
}

// On the processors of all threads of the case; the thread that is here has only its own.
static int32_t start(Program *p, WeftFailure *failure)
{
    const WeftSetup *setup = p->setup;
    const pid_t      parent = getpid();
    cpu_set_t       *processors = setup->host->alloc(setup, (size_t)setup->threads, sizeof *processors);
    Dl_info          library;
    int              pair[2] = {-1, -1};
    if (!processors || !dladdr(&program_solver, &library) || !(p->errors = tmpfile()) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return fail(failure, "its program cannot be started: %s", strerror(errno));
    setup->host->team(setup, add_processors, processors);
    for (int32_t thread = 1; thread < setup->threads; thread++)
        CPU_OR(&processors[0], &processors[0], &processors[thread]);
    char *folder = strdup(library.dli_fname), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        *slash = '\0';
    p->pid = slash ? fork() : -1;
    if (p->pid == 0)
        run(folder, pair[1], fileno(p->errors), &processors[0], parent);
    close(pair[1]);
    free(folder);
    p->socket = pair[0];
    p->in = fdopen(pair[0], "r");
    return p->pid > 0 && p->in ? WEFT_OK : fail(failure, "its program cannot be started: %s", strerror(errno));
}

static void stop(Program *p)
{
    int tries = p->pid > 0 ? 0 : END_TRIES;
    if (p->in)
        fclose(p->in); // the end of its input
    for (; tries < END_TRIES && waitpid(p->pid, NULL, WNOHANG) == 0; tries++)
        usleep(END_WAIT_US);
    if (p->pid > 0 && tries == END_TRIES && kill(p->pid, SIGKILL) == 0)
        waitpid(p->pid, NULL, 0);
    if (p->errors)
        fclose(p->errors);
}

// Of a program that writes no more: how it ended, with the last line of its errors.
static int32_t ended(Program *p, WeftFailure *failure)
{
    char words[160] = "", *line = words;
    int  status = 0;
    kill(p->pid, SIGKILL); // one that has exited keeps its code
    waitpid(p->pid, &status, 0);
    p->pid = 0;
    fseek(p->errors, 0, SEEK_END);
    fseek(p->errors, -(ftell(p->errors) < (long)sizeof words ? ftell(p->errors) : (long)sizeof words - 1), SEEK_END);
    words[fread(words, 1, sizeof words - 1, p->errors)] = '\0';
    for (char *end = words + strlen(words); end > words && end[-1] == '\n';)
        *--end = '\0';
    if (strrchr(words, '\n'))
        line = strrchr(words, '\n') + 1;
    return WIFSIGNALED(status) ? fail(failure, "its program was ended by signal SIG%s: %s", sigabbrev_np(WTERMSIG(status)), line)
                               : fail(failure, "its program has exited with code %d: %s", WEXITSTATUS(status), line);
}

// ---- lines and bytes ----

// What cannot be sent to a program that has ended is seen when it is read from.
static void send_bytes(const Program *p, const void *bytes, size_t count)
{
    ssize_t sent;
    for (; count > 0 && ((sent = send(p->socket, bytes, count, MSG_NOSIGNAL)) >= 0 || errno == EINTR); bytes = (const char *)bytes + sent) {
        sent = sent > 0 ? sent : 0;
        count -= (size_t)sent;
    }
}

static void send_line(const Program *p, const char *format, ...)
{
    char    line[LINE];
    va_list arguments;
    va_start(arguments, format);
    const int count = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    send_bytes(p, line, (size_t)count);
}

static int32_t receive(Program *p, Message *out, WeftFailure *failure)
{
    char text[200] = "";
    if (!fgets(out->line, sizeof out->line, p->in))
        return ended(p, failure);
    *out->word = '\0';
    out->number[0] = out->number[1] = out->number[2] = -1;
    sscanf(out->line, "%15s %lld %lld %lld", out->word, &out->number[0], &out->number[1], &out->number[2]);
    if (strcmp(out->word, "fail") != 0)
        return WEFT_OK;
    sscanf(out->line, "%*s %*s %199[^\n]", text);
    fail(failure, "%s", text);
    return out->number[0] > WEFT_OK && out->number[0] <= WEFT_FAILED ? (int32_t)out->number[0] : WEFT_FAILED;
}

static int32_t receive_state(Program *p, const Message *of, void *x, WeftFailure *failure)
{
    const size_t bytes = p->state_bytes + p->lambda_bytes;
    if (of->number[1] != (long long)bytes)
        return fail(failure, "its program writes a state of %lld bytes, and %zu are due", of->number[1], bytes);
    return fread(x, 1, p->state_bytes, p->in) == p->state_bytes && fread(p->lambda, 1, p->lambda_bytes, p->in) == p->lambda_bytes
               ? WEFT_OK
               : ended(p, failure);
}

// ---- set-up ----

// values NULL: nothing.
static void send_array(const Program *p, const char *of, const char *name, const char *type, size_t rows, int32_t columns,
                       const void *values)
{
    if (!values)
        return;
    send_line(p, "array %s%s %s %zu %d\n", of, name, type, rows, (int)columns);
    send_bytes(p, values, (size_t)atoi(type + 1) / 8 * rows * (size_t)columns);
}

static void send_set(const Program *p, const WeftSet *set)
{
    const size_t count = (size_t)set->count;
    send_line(p, "set %s %zu %d %d\n", set->kind, count, (int)set->vertices, (int)set->components);
    if (!set->vertices)
        send_array(p, set->kind, ".start", "i32", count + 1, 1, set->start);
    send_array(p, set->kind, ".vertex", "i32", set->vertices ? count : (size_t)set->start[count], set->vertices ? set->vertices : 1,
               set->vertex);
    if (set->params)
        send_array(p, set->kind, ".rest", "f64", (size_t)set->params, set->count, set->rest);
    send_array(p, set->kind, ".stiffness", "f64", count, 1, set->stiffness);
    send_array(p, set->kind, ".damping", "f64", count, 1, set->damping);
    send_array(p, set->kind, ".sense", "i8", count, 1, set->sense);
}

static void send_params(const Program *p)
{
    const WeftParam *params = program_solver.params;
    for (int i = 0; params && params[i].name; i++)
        if (params[i].choices)
            send_line(p, "param %s %s\n", params[i].name, params[i].choices[(int)p->setup->params[i]]);
        else
            send_line(p, "param %s %.17g\n", params[i].name, p->setup->params[i]);
}

static void send_model(const Program *p)
{
    const WeftSetup *s = p->setup;
    const WeftModel *m = s->model;
    const size_t     n = (size_t)m->particle_count;
    send_line(p, "model %s %zu %s %.17g %d %d\n", program_solver.name, n, s->single ? "f32" : "f64", s->h, (int)s->substeps,
              (int)s->threads);
    send_line(p, "gravity %.17g %.17g %.17g\n", m->gravity[0], m->gravity[1], m->gravity[2]);
    send_params(p);
    send_array(p, "", "mass", "f64", n, 1, m->mass);
    send_array(p, "", "inverse_mass", "f64", n, 1, m->inverse_mass);
    send_array(p, "", "force", "f64", n, 4, m->force);
    send_array(p, "", "user", "i32", n, 1, m->user);
    send_array(p, "", "colour_start", "i32", (size_t)m->colour_count + 1, 1, m->colour_start);
    send_array(p, "", "batches", "i32", (size_t)m->batch_count, 4, m->batches);
    for (int k = 0; k < m->set_count; k++)
        send_set(p, &m->sets[k]);
    send_line(p, "setup\n");
}

// A kind that the program does not take is refused before it is started.
static int32_t refuse(const WeftModel *model, WeftFailure *failure)
{
    for (int k = 0; k < model->set_count; k++) {
        const char *const *kind = program_kinds;
        while (*kind && strcmp(*kind, model->sets[k].kind) != 0)
            kind++;
        if (!*kind) {
            fail(failure, "its program does not take %s constraints", model->sets[k].kind);
            return WEFT_UNSUPPORTED;
        }
    }
    return WEFT_OK;
}

static int32_t allocate(Program *p)
{
    const WeftSetup *s = p->setup;
    const WeftModel *m = s->model;
    p->state_bytes = (size_t)m->particle_count * 4 * (s->single ? sizeof(float) : sizeof(double));
    for (int k = 0; k < m->set_count; k++)
        p->lambda_bytes += (size_t)m->sets[k].count * (size_t)m->sets[k].components * sizeof(double);
    if (!(p->x = s->host->alloc(s, 1, p->state_bytes)) || !(p->lambda = s->host->alloc(s, 1, p->lambda_bytes + 1)) ||
        !(p->lambda_of = s->host->alloc(s, (size_t)m->set_count + 1, sizeof *p->lambda_of)))
        return WEFT_NO_MEMORY;
    double *at = p->lambda;
    for (int k = 0; k < m->set_count; k++) {
        p->lambda_of[k] = at;
        at += (size_t)m->sets[k].count * (size_t)m->sets[k].components;
    }
    return WEFT_OK;
}

static int32_t set_up(Program *p, WeftFailure *failure)
{
    Message message;
    int32_t code = start(p, failure);
    if (code != WEFT_OK)
        return code;
    send_model(p);
    if ((code = receive(p, &message, failure)) != WEFT_OK)
        return code;
    if (strcmp(message.word, "ready") != 0)
        return fail(failure, "its program writes `%.60s` where `ready` is due", message.line);
    *p->setup->own_ns = message.number[0];
    if (message.number[1] != 1)
        p->lambda_bytes = 0;
    return WEFT_OK;
}

int32_t program_create(const WeftSetup *setup, void **solver, WeftFailure *failure)
{
    Program *p = setup->host->alloc(setup, 1, sizeof *p);
    if (!p)
        return WEFT_NO_MEMORY;
    p->setup = setup;
    int32_t code = refuse(setup->model, failure);
    code = code == WEFT_OK ? allocate(p) : code;
    if (code == WEFT_OK && (code = set_up(p, failure)) != WEFT_OK)
        stop(p);
    *solver = p;
    return code;
}

void program_destroy(void *solver)
{
    stop(solver);
}

// ---- a step ----

static void show(const Program *p, WeftStep *step, int32_t iteration)
{
    const WeftIterate iterate = {
        .iteration = iteration, .single = p->setup->single, .position = p->x, .lambda = p->lambda_bytes ? p->lambda_of : NULL};
    p->setup->host->iterate(step, &iterate);
}

int32_t program_step(void *solver, WeftStep *step, WeftFailure *failure)
{
    Program *p = solver;
    int32_t  code = WEFT_OK;
    memcpy(p->x, step->position, p->state_bytes);
    memset(p->lambda, 0, p->lambda_bytes);
    show(p, step, -1);
    send_line(p, "step %d %d %.17g %.17g\n", (int)step->substep, (int)step->watched, step->begin, step->end);
    send_bytes(p, step->position, p->state_bytes);
    send_bytes(p, step->previous, p->state_bytes);
    for (int32_t iteration = 0;;) {
        Message          m;
        const long long *number = m.number;
        if ((code = receive(p, &m, failure)) != WEFT_OK)
            return code;
        if (strcmp(m.word, "count") == 0) {
            p->setup->host->count(step, (int32_t)number[0], number[1]);
        } else if (strcmp(m.word, "residual") == 0) {
            step->residual = p->residual;
            if (sscanf(m.line, "%*s %lf %lf %79[^\n]", &step->residual_begin, &step->residual_end, p->residual) != 3)
                return fail(failure, "its program writes `%.60s`, a residual without its numbers and name", m.line);
        } else if (strcmp(m.word, "phase") == 0) {
            *p->setup->own_ns = number[0];
            p->setup->host->phase(step, (int32_t)number[1]);
        } else if (strcmp(m.word, "iterate") == 0) {
            *p->setup->own_ns = number[0];
            if (step->watched && (code = receive_state(p, &m, p->x, failure)) != WEFT_OK)
                return code;
            show(p, step, iteration++);
        } else if (strcmp(m.word, "end") == 0) {
            *p->setup->own_ns = number[0];
            step->ended = (int32_t)number[2];
            return receive_state(p, &m, step->position, failure);
        } else {
            return fail(failure, "its program writes `%.60s` in a step", m.line);
        }
    }
}

const WeftSolver *const *weft_solvers(void)
{
    static const WeftSolver *const SOLVERS[] = {&program_solver, NULL};
    return SOLVERS;
}
