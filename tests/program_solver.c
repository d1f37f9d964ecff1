// A solver for docs/plugins/program: its argument names a fault, `pbd` is none. That is what solver pbd is with `kernels: plain`, to the
// last bit, in double precision.
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Model {
    size_t   particles;
    long     iterations, batch_count;
    double  *inverse_mass, *rest;
    int32_t *vertex, *batches; // [springs][2], [batch_count][4]: set, begin, end, disjoint
} Model;

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

static void read_array(Model *m, const char *line)
{
    char   name[64];
    int    bits;
    size_t rows, columns;
    if (sscanf(line, "array %63s %*1[fi]%d %zu %zu", name, &bits, &rows, &columns) != 4)
        exit(9);
    void *bytes = read_bytes((size_t)bits / 8 * rows * columns);
    if (strcmp(name, "inverse_mass") == 0)
        m->inverse_mass = (double *)bytes;
    else if (strcmp(name, "distance.vertex") == 0)
        m->vertex = (int32_t *)bytes;
    else if (strcmp(name, "distance.rest") == 0)
        m->rest = (double *)bytes;
    else if (strcmp(name, "batches") == 0) {
        m->batches = (int32_t *)bytes;
        m->batch_count = (long)rows;
    } else
        free(bytes);
}

static void read_model(Model *m)
{
    char line[512];
    while (fgets(line, sizeof line, stdin) && strcmp(line, "setup\n") != 0) {
        sscanf(line, "model %*s %zu", &m->particles);
        sscanf(line, "param iterations %ld", &m->iterations);
        if (strncmp(line, "array ", 6) == 0)
            read_array(m, line);
    }
}

static void project(const Model *m, int32_t i, double *x)
{
    const int32_t a = m->vertex[2 * i], b = m->vertex[2 * i + 1];
    double       *p = x + 4 * a, *q = x + 4 * b;
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

static void hang(void)
{
    FILE *pids = fopen("hanging.part", "w");
    if (!pids || fprintf(pids, "%ld %ld\n", (long)getpid(), (long)getppid()) < 0 || fclose(pids) != 0 || rename("hanging.part", "hanging"))
        exit(9);
    for (;;)
        pause();
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
    if (is("text"))
        puts("iterating happily");
    if (is("hang"))
        hang();
}

static void spoil(const Model *m, double *x)
{
    if (is("nan"))
        x[9] = NAN;
    for (size_t i = 0; is("pin") && i < m->particles; i++)
        if (!(m->inverse_mass[i] > 0))
            x[4 * i] += 1;
}

static void step(const Model *m, int number, int watched)
{
    const size_t  state = m->particles * 4 * sizeof(double);
    double       *x = (double *)read_bytes(state);
    void         *previous = read_bytes(state);
    const int64_t start = now();
    int64_t       shown = 0;
    break_step(number);
    for (long i = 0; i < m->iterations; i++) {
        sweep(m, x);
        const int64_t before = now(), ns = is("falls") ? 1000 - i : before - start - shown + 1;
        printf("iterate %lld %zu\n", (long long)ns, watched ? state : 0);
        if (watched)
            fwrite(x, 1, state, stdout);
        fflush(stdout);
        shown += now() - before;
    }
    spoil(m, x);
    printf("count 3 %ld\nend %lld %zu %d\n", m->iterations, (long long)(is("slow") ? (int64_t)1 << 50 : now() - start - shown + 1),
           is("short") ? state - 8 : state, is("ended"));
    fwrite(x, 1, is("short") ? state - 8 : state, stdout);
    fflush(stdout);
    free(x);
    free(previous);
}

int main(int count, char **arguments)
{
    static Model m; // stays until the end
    char         line[512];
    int          watched;
    mode = count > 1 ? arguments[1] : "pbd";
    if (is("slow_reader"))
        sleep(1);
    read_model(&m);
    puts(is("unsupported") ? "fail 1 only spheres of \"cheese\"" : "ready 1000 0");
    fflush(stdout);
    for (int number = 0; fgets(line, sizeof line, stdin) && sscanf(line, "step %*d %d", &watched) == 1; number++)
        step(&m, number, watched);
    return 0;
}
