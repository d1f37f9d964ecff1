// A program that is a solver (docs/protocol.md), or one that is wrong: its argument says in what way. `pbd` is what solver pbd is with
// `kernel: plain`, to the last bit, in double precision.
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Model {
    long     particles, iterations, springs, batch_count;
    double  *inverse_mass, *rest;
    int32_t *vertex, *batches; // [springs][2], [batch_count][4]: set, begin, end, disjoint
} Model;

static char        line[1 << 16];
static const char *mode;

static int is(const char *name)
{
    return strcmp(mode, name) == 0;
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *read_bytes(size_t count)
{
    void *bytes = count < (size_t)1 << 40 ? malloc(count + 1) : NULL;
    if (!bytes || fread(bytes, 1, count, stdin) != count)
        exit(9);
    return bytes;
}

static void read_line(void)
{
    if (!fgets(line, sizeof line, stdin))
        exit(0);
}

static long number_of(const char *key)
{
    const char *at = strstr(line, key);
    return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

static void say(const char *text)
{
    fputs(text, stdout);
    putchar('\n');
    fflush(stdout);
}

static void read_model(Model *m)
{
    char name[64], type[8];
    int  used = 0;
    read_line();
    m->particles = number_of("\"particles\":");
    m->iterations = number_of("\"iterations\":");
    const char *at = strstr(line, "\"arrays\":[");
    for (at = at ? at + 10 : ""; sscanf(at, " [\"%63[^\"]\",\"%7[^\"]\",%n", name, type, &used) == 2; at += *at == ',') {
        long shape[2] = {1, 1};
        at += used;
        for (int i = 0; i < 2 && *at && *at != ']'; i++) {
            char *end;
            shape[i] = strtol(at, &end, 10);
            at = *end == ',' ? end + 1 : end;
        }
        at += *at == ']';
        const size_t each = strcmp(type, "f64") == 0 ? 8 : strcmp(type, "i32") == 0 ? 4 : 1;
        void        *bytes = read_bytes(each * (size_t)(shape[0] * shape[1]));
        if (strcmp(name, "inverse_mass") == 0)
            m->inverse_mass = (double *)bytes;
        else if (strcmp(name, "distance.vertex") == 0)
            m->vertex = (int32_t *)bytes;
        else if (strcmp(name, "distance.rest") == 0)
            m->rest = (double *)bytes;
        else if (strcmp(name, "batches") == 0) {
            m->batches = (int32_t *)bytes;
            m->batch_count = shape[0];
        } else
            free(bytes);
    }
}

static void project(const Model *m, int32_t i, double *x)
{
    const int32_t a = m->vertex[2 * i], b = m->vertex[2 * i + 1];
    double       *p = x + 3 * a, *q = x + 3 * b;
    const double  d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]}, length2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double  length = sqrt(length2), divisor = m->inverse_mass[a] + m->inverse_mass[b];
    if (!(length2 >= 1e-30) || !(divisor > 0))
        return;
    const double scale = -(length - m->rest[i]) / divisor / length, up = m->inverse_mass[a] * scale, down = -m->inverse_mass[b] * scale;
    for (int c = 0; c < 3; c++) {
        p[c] = p[c] + up * d[c];
        q[c] = q[c] + down * d[c];
    }
}

static void sweep(const Model *m, double *x)
{
    for (long b = 0; b < m->batch_count; b++)
        for (int32_t i = m->batches[4 * b + 1]; i < m->batches[4 * b + 2]; i++)
            project(m, i, x);
}

static void break_step(int number)
{
    if (number < 2) // of the first pass: some steps went well before
        return;
    if (is("crash")) {
        signal(SIGSEGV, SIG_DFL); // not that of a sanitizer
        raise(SIGSEGV);
    }
    if (is("exit_in_step")) {
        fputs("first line\nthe valve is stuck\n", stderr);
        exit(7);
    }
    if (is("close")) {
        close(STDOUT_FILENO);
        pause();
    }
    if (is("leaves")) {
        const pid_t other = fork(); // it keeps the output open
        if (other == 0)
            sleep(10);
        exit(0);
    }
    if (is("hang")) {
        FILE *pids = fopen("hanging.part", "w");
        if (!pids || fprintf(pids, "%ld %ld\n", (long)getpid(), (long)getppid()) < 0 || fclose(pids) != 0 ||
            rename("hanging.part", "hanging"))
            exit(9);
        for (;;)
            pause();
    }
}

static void step(const Model *m, int number)
{
    const long    bytes = number_of("\"bytes\":");
    const size_t  state = (size_t)m->particles * 3 * sizeof(double);
    const int     wanted = strstr(line, "\"iterates\":true") != NULL;
    double       *x = (double *)read_bytes((size_t)bytes);
    const int64_t start = now();
    int64_t       shown = 0;
    break_step(number);
    for (long i = 0; i < m->iterations; i++) {
        sweep(m, x);
        const int64_t before = now(), ns = is("backwards") ? 1000 - i : before - start - shown + 1;
        printf("{\"message\":\"iterate\",\"iteration\":%ld,\"ns\":%lld,\"bytes\":%zu}\n", is("number") ? i + 1 : i, (long long)ns,
               wanted ? state : 0);
        if (wanted)
            fwrite(x, 1, state, stdout);
        fflush(stdout);
        shown += now() - before;
    }
    const int64_t took = is("fast") ? 0 : is("slow") ? (int64_t)1 << 50 : now() - start - shown + 1;
    if (is("nan"))
        x[7] = NAN;
    for (long i = 0; is("pin") && i < m->particles; i++)
        if (!(m->inverse_mass[i] > 0))
            x[3 * i] += 1;
    if (is("text"))
        say("iterating\033[31m happily");
    for (int times = is("twice") ? 2 : 1; times > 0; times--) {
        printf("{\"message\":\"end\",\"ns\":%lld,\"ended\":\"%s\",\"counts\":{\"projections\":%ld},\"bytes\":%zu}\n", (long long)took,
               is("ended") ? "perhaps" : "done", m->iterations, is("short") ? state - 8 : state);
        fwrite(x, 1, is("short") ? state - 8 : state, stdout);
    }
    fflush(stdout);
    free(x);
}

// Lines without a letter of JSON, until they fill every buffer.
static void flood(void)
{
    for (;;)
        if (fputs("{\"message\":\"end\"}\n", stdout) < 0)
            exit(8);
}

int main(int count, char **arguments)
{
    static Model m; // stays until the end
    mode = count > 1 ? arguments[1] : "pbd";
    if (is("exit")) {
        fputs("no licence\n", stderr);
        return 3;
    }
    if (is("flood"))
        flood();
    for (int i = 0; is("errors") && i < 100000; i++)
        fputs("a warning that nobody reads\n", stderr);
    read_line();
    printf("{\"message\":\"hello\",\"protocol\":%d,\"solver\":\"%s\"}\n", is("version") ? 2 : 1, is("name") ? "other" : "pbd_program");
    fflush(stdout);
    if (is("slow_reader"))
        sleep(1);
    if (is("deaf")) // writes while weft does, and never reads
        flood();
    read_model(&m);
    if (is("processors")) {
        cpu_set_t   mine;
        const char *threads = getenv("OMP_NUM_THREADS");
        sched_getaffinity(0, sizeof mine, &mine);
        printf("{\"message\":\"failed\",\"text\":\"%d processors, OMP_NUM_THREADS=%s\"}\n", CPU_COUNT(&mine), threads ? threads : "");
        return 0;
    }
    if (is("unsupported")) {
        say("{\"message\":\"failed\",\"code\":\"unsupported\",\"text\":\"only spheres of \\\"cheese\\\"\"}");
        return 0;
    }
    say("{\"message\":\"ready\",\"ns\":1000}");
    for (int number = 0;; number++) {
        read_line();
        step(&m, number);
    }
}
