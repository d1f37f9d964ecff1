#include "measure/reference.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

typedef struct FileHeader {
    char    magic[8]; // "weftref5", "weftpas5"
    int32_t particle_count, probe_count;
    double  h;
    char    key[HASH_TEXT - 1];
    char    finding[sizeof((Reference *)0)->finding];
} FileHeader;

typedef struct ProbeHeader {
    int64_t step, end;
    double  gradient, bound, own_error;
} ProbeHeader;

extern const SolverOps solver_newton;
extern const LinsysOps linsys_cholmod_supernodal;

// More iterations than newton's default: a cloth that is compressed over a saddle takes hundreds, and one trajectory serves all solvers.
// The contact settings belong to the problem, not to the method: the case's values apply here, too, with its memory for contacts.
const ReferenceMethod REFERENCE_METHOD = {.solver = &solver_newton,
                                          .linsys = &linsys_cholmod_supernodal,
                                          .iterations = 5000,
                                          .taken_over = {PARAM_ROLE_CONTACT, PARAM_ROLE_CONTACT_ROOM}};

static const char MAGIC[8] = {'w', 'e', 'f', 't', 'r', 'e', 'f', '5'};
static const char MAGIC_OF_PAST[8] = {'w', 'e', 'f', 't', 'p', 'a', 's', '5'}; // of files of probes with a past

// Both gradients are sums of the same terms in another order.
bool probe_is_converged(const Probe *probe)
{
    return probe->end != STEP_UNCONVERGED && probe->gradient <= 2 * probe->bound; // not a NaN
}

Status reference_alloc(Arena *arena, int32_t particles, int32_t probes, bool keeps_past, Reference *out)
{
    *out = (Reference){.particle_count = particles, .probe_count = probes, .keeps_past = keeps_past};
    TRY(ARENA_NEW(arena, probes, &out->probes));
    for (int32_t p = 0; p < probes; p++) {
        TRY(ARENA_NEW(arena, particles, &out->probes[p].position));
        TRY(ARENA_NEW(arena, particles, &out->probes[p].velocity));
        TRY(ARENA_NEW(arena, particles, &out->probes[p].solution));
        if (keeps_past) {
            TRY(ARENA_NEW(arena, particles, &out->probes[p].past_position));
            TRY(ARENA_NEW(arena, particles, &out->probes[p].past_velocity));
        }
    }
    return status_ok();
}

// Replaces each component of x(h) by the extrapolated one, 2 x(h) − x(2h) for order 1, and returns its distance from that of 2h and 4h.
static double extrapolate(int32_t particles, int order, double (*x)[3], const double (*x2)[3], const double (*x4)[3])
{
    const double share = 1 / (ldexp(1, order) - 1), whole = 1 + share;
    double       sum = 0;
    for (int32_t i = 0; i < particles; i++)
        for (int k = 0; k < 3; k++) {
            const double coarser = whole * x2[i][k] - share * x4[i][k];
            x[i][k] = whole * x[i][k] - share * x2[i][k];
            sum += (x[i][k] - coarser) * (x[i][k] - coarser);
        }
    return sqrt(sum);
}

void reference_extrapolate(Reference levels[REFERENCE_LEVELS], int order)
{
    Reference *out = &levels[0];
    for (int32_t p = 0; p < out->probe_count; p++)
        out->probes[p].own_error =
            extrapolate(out->particle_count, order, out->probes[p].solution, (const double(*)[3])levels[1].probes[p].solution,
                        (const double(*)[3])levels[2].probes[p].solution);
    for (int level = 1; level < REFERENCE_LEVELS && !*out->finding; level++)
        memcpy(out->finding, levels[level].finding, sizeof out->finding);
}

// A file during writing or reading, and the hash of all its bytes.
typedef struct Stream {
    FILE   *file;
    Hasher *hasher;
    bool (*pass)(FILE *file, void *bytes, size_t count); // put or get
    bool failed;
} Stream;

static bool put(FILE *file, void *bytes, size_t count)
{
    return fwrite(bytes, 1, count, file) == count;
}

static bool get(FILE *file, void *bytes, size_t count)
{
    return fread(bytes, 1, count, file) == count;
}

static void move(Stream *s, void *bytes, size_t count)
{
    s->failed |= !s->pass(s->file, bytes, count);
    hasher_add(s->hasher, bytes, count);
}

// bytes: the size of an array over the particles.
static void move_probe(Stream *s, Probe *probe, bool past, size_t bytes)
{
    ProbeHeader header = {
        .step = probe->step, .end = probe->end, .gradient = probe->gradient, .bound = probe->bound, .own_error = probe->own_error};
    move(s, &header, sizeof header);
    probe->step = header.step;
    probe->end = header.end;
    probe->gradient = header.gradient;
    probe->bound = header.bound;
    probe->own_error = header.own_error;
    move(s, probe->position, bytes);
    move(s, probe->velocity, bytes);
    move(s, probe->solution, bytes);
    if (!past)
        return;
    move(s, &probe->past_h, sizeof probe->past_h);
    move(s, probe->past_position, bytes);
    move(s, probe->past_velocity, bytes);
}

static void put_all(Stream *s, const Reference *reference)
{
    FileHeader header = {.particle_count = reference->particle_count, .probe_count = reference->probe_count, .h = reference->h};
    memcpy(header.magic, reference->keeps_past ? MAGIC_OF_PAST : MAGIC, sizeof MAGIC);
    memcpy(header.key, reference->key, sizeof header.key);
    memcpy(header.finding, reference->finding, sizeof header.finding);
    move(s, &header, sizeof header);
    for (int32_t p = 0; p < reference->probe_count; p++)
        move_probe(s, &reference->probes[p], reference->keeps_past, (size_t)reference->particle_count * sizeof(double[3]));
    char hash[HASH_TEXT];
    hasher_text(s->hasher, hash);
    s->failed |= fwrite(hash, 1, HASH_TEXT - 1, s->file) != HASH_TEXT - 1;
}

Status reference_write(const char *path, const Reference *reference)
{
    FileDraft draft;
    TRY(file_begin(path, &draft));
    Stream s = {.file = draft.stream, .hasher = hasher_create(), .pass = put};
    if (s.hasher)
        put_all(&s, reference);
    const bool whole = s.hasher && !s.failed;
    hasher_destroy(s.hasher);
    if (whole)
        return file_commit(&draft);
    const Status status = status_make(STATUS_IO, "%s: the reference cannot be written: %s", path, strerror(errno));
    file_discard(&draft);
    return status;
}

static Status wrong(const char *path, const char *what)
{
    return status_make(STATUS_INPUT, "%s: the reference file %s; remove it and run again", path, what);
}

static Status get_all(Stream *s, const char *path, int32_t particles, double h, Arena *arena, Reference *out)
{
    FileHeader header;
    move(s, &header, sizeof header);
    const bool past = memcmp(header.magic, MAGIC_OF_PAST, sizeof MAGIC_OF_PAST) == 0;
    if (s->failed || !(past || memcmp(header.magic, MAGIC, sizeof MAGIC) == 0))
        return wrong(path, "has no valid header");
    // h was converted to text and back; a reference for another h differs by far more.
    if (header.particle_count != particles || !(fabs(header.h - h) <= 1e-12 * h) || header.probe_count < 0 || header.probe_count > 1000000)
        return wrong(path, "belongs to another scene or step length");
    const size_t bytes = (size_t)particles * sizeof(double[3]);
    // Before memory is allocated: a corrupted count must not be reported as a scene too large for the case.
    const size_t of_past = past ? sizeof(double) + 2 * bytes : 0;
    const size_t expected = sizeof header + (size_t)header.probe_count * (sizeof(ProbeHeader) + 3 * bytes + of_past) + HASH_TEXT - 1;
    struct stat  facts;
    if (fstat(fileno(s->file), &facts) != 0 || facts.st_size < 0 || (size_t)facts.st_size != expected)
        return wrong(path, "is truncated or was changed");
    TRY(reference_alloc(arena, particles, header.probe_count, past, out));
    out->h = header.h;
    memcpy(out->key, header.key, sizeof header.key);
    memcpy(out->finding, header.finding, sizeof out->finding - 1);
    for (int32_t p = 0; p < out->probe_count && !s->failed; p++)
        move_probe(s, &out->probes[p], past, bytes);
    char hash[HASH_TEXT], stored[HASH_TEXT] = {0};
    hasher_text(s->hasher, hash);
    // Reads one byte more than expected: a longer file was changed as well.
    if (s->failed || fread(stored, 1, sizeof stored, s->file) != HASH_TEXT - 1 || memcmp(hash, stored, HASH_TEXT - 1) != 0)
        return wrong(path, "is truncated or was changed");
    return status_ok();
}

Status reference_read(const char *path, int32_t particles, double h, Arena *arena, Reference *out)
{
    Stream s = {.pass = get};
    TRY(file_open(path, SIZE_MAX, &s.file));
    s.hasher = hasher_create();
    const Status status = s.hasher ? get_all(&s, path, particles, h, arena, out)
                                   : status_make(STATUS_MEMORY, "%s: out of memory for the hash of the reference", path);
    hasher_destroy(s.hasher);
    fclose(s.file);
    return status;
}
