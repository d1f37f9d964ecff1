// All frames in one file: NumPy arrays and point caches.
//
//   .npy  NEP 1: \x93NUMPY, version, length of the header, a Python dictionary as text, then the numbers. Read: descr <f4 or <f8,
//         fortran_order False, shape (frames, particles, 3)
//   .pc2  POINTCACHE2\0, then little-endian: version 1, points (i32), first frame, frames between samples (f32), samples (i32), and the
//         positions in f32. Its frames are those of the program's clock, which has no seconds
//   .mdd  big-endian: frames, points (i32), the time of each frame in seconds (f32), positions in f32
#include <endian.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scene/private/trajectory_readers.h"

static uint32_t word_at(const char *bytes, bool big)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return big ? be32toh(word) : le32toh(word);
}

static int64_t int_at(const char *bytes, bool big)
{
    return (int64_t)(int32_t)word_at(bytes, big);
}

static double f32_at(const char *bytes, bool big)
{
    const uint32_t word = word_at(bytes, big);
    float          value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

static double f64_at(const char *bytes)
{
    uint64_t word;
    double   value;
    memcpy(&word, bytes, sizeof word);
    word = le64toh(word);
    memcpy(&value, &word, sizeof value);
    return value;
}

// Whether the rest of the file is so many positions of numbers of `each` bytes.
static Status check_size(const char *path, size_t head, size_t size, int64_t frames, int64_t particles, size_t each)
{
    if (frames < 1 || particles < 1)
        return status_make(STATUS_INPUT, "%s: its header says %lld frames of %lld particles; both must be at least 1", path,
                           (long long)frames, (long long)particles);
    const size_t one = 3 * each, rest = size - head;
    if ((uint64_t)particles > SIZE_MAX / one || (uint64_t)frames > SIZE_MAX / (one * (size_t)particles) ||
        (size_t)frames * (size_t)particles * one != rest)
        return status_make(
            STATUS_INPUT,
            "%s: its header says %lld frames of %lld particles, which do not fit the %zu bytes that follow; it is cut off, or "
            "something else",
            path, (long long)frames, (long long)particles, rest);
    return status_ok();
}

// positions: [count] of three f32.
static void take_f32(const char *bytes, int64_t count, bool big, double (*out)[3])
{
    for (int64_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = f32_at(bytes + (3 * i + k) * (int64_t)sizeof(float), big);
}

// ---- NumPy ----

// What follows 'KEY': in the header; NULL: it does not have it.
static const char *value_of(const char *header, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *at = strstr(header, quoted);
    return at ? at + strlen(quoted) + strspn(at + strlen(quoted), " ") : NULL;
}

// (a, b, 3).
static bool read_shape(const char *text, int64_t shape[2])
{
    long long a = 0, b = 0;
    int       used = 0;
    if (sscanf(text, "( %18lld , %18lld , 3 %n", &a, &b, &used) != 2 || used == 0)
        return false;
    text += used + (text[used] == ',');
    shape[0] = a;
    shape[1] = b;
    return text[strspn(text, " ")] == ')';
}

static Status read_header(const char *path, const char *header, int64_t shape[2], size_t *each)
{
    const char *type = value_of(header, "descr"), *order = value_of(header, "fortran_order"), *sizes = value_of(header, "shape");
    if (!type || !order || !sizes)
        return status_make(STATUS_INPUT, "%s: its header is not one of NumPy: `descr`, `fortran_order` or `shape` is not there", path);
    *each = strncmp(type, "'<f8'", 5) == 0 ? sizeof(double) : strncmp(type, "'<f4'", 5) == 0 ? sizeof(float) : 0;
    if (*each == 0)
        return status_make(STATUS_INPUT, "%s: its numbers are %.*s; write it with numpy.save(file, a.astype('<f8'))", path,
                           (int)strcspn(type, ",}"), type);
    if (strncmp(order, "False", 5) != 0)
        return status_make(STATUS_INPUT, "%s: is in Fortran order; write it with numpy.save(file, numpy.ascontiguousarray(a))", path);
    if (!read_shape(sizes, shape))
        return status_make(STATUS_INPUT, "%s: its shape is %.*s, must be (frames, particles, 3)", path, (int)strcspn(sizes, ")}") + 1,
                           sizes);
    return status_ok();
}

Status trajectory_read_npy(const char *path, const char *bytes, size_t size, Trajectory *out)
{
    static const char MAGIC[] = "\x93NUMPY";
    enum { BEFORE = sizeof MAGIC - 1 + 2, HEADER_MAX = 1000 };
    char    header[HEADER_MAX + 1];
    int64_t shape[2] = {0, 0};
    size_t  each = 0;
    if (size < BEFORE + 4 || memcmp(bytes, MAGIC, sizeof MAGIC - 1) != 0)
        return status_make(STATUS_INPUT, "%s: is no .npy file: it does not begin with \\x93NUMPY", path);
    const bool   wide = bytes[BEFORE - 2] >= 2; // the length of the header in four bytes
    const size_t length =
        wide ? word_at(bytes + BEFORE, false) : (unsigned char)bytes[BEFORE] | (size_t)(unsigned char)bytes[BEFORE + 1] << 8;
    const size_t head = BEFORE + (size_t)(wide ? 4 : 2) + length;
    if (length > HEADER_MAX || head > size)
        return status_make(STATUS_INPUT, "%s: its header does not end, or is too long; the file is cut off", path);
    memcpy(header, bytes + head - length, length);
    header[length] = '\0';
    text_make_printable(header);
    TRY(read_header(path, header, shape, &each));
    TRY(check_size(path, head, size, shape[0], shape[1], each));
    TRY(trajectory_allocate(path, shape[0], shape[1], false, out));
    const int64_t count = shape[0] * shape[1];
    if (each == sizeof(float))
        take_f32(bytes + head, count, false, out->position);
    for (int64_t i = 0; each == sizeof(double) && i < 3 * count; i++)
        out->position[i / 3][i % 3] = f64_at(bytes + head + (size_t)i * sizeof(double));
    return status_ok();
}

// ---- point caches ----

Status trajectory_read_pc2(const char *path, const char *bytes, size_t size, Trajectory *out)
{
    static const char MAGIC[12] = "POINTCACHE2";
    enum { HEAD = 32 };
    if (size < HEAD || memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return status_make(STATUS_INPUT, "%s: is no .pc2 file: it does not begin with POINTCACHE2 and the rest of a header", path);
    if (int_at(bytes + 12, false) != 1)
        return status_make(STATUS_INPUT, "%s: is of version %lld; 1 is read", path, (long long)int_at(bytes + 12, false));
    const int64_t particles = int_at(bytes + 16, false), frames = int_at(bytes + 28, false);
    out->rate = f32_at(bytes + 24, false);
    if (!(out->rate > 0 && out->rate < 1e6))
        return status_make(STATUS_INPUT, "%s: there are %g frames between its samples; must be above 0", path, out->rate);
    TRY(check_size(path, HEAD, size, frames, particles, sizeof(float)));
    TRY(trajectory_allocate(path, frames, particles, false, out));
    take_f32(bytes + HEAD, frames * particles, false, out->position);
    return status_ok();
}

Status trajectory_read_mdd(const char *path, const char *bytes, size_t size, Trajectory *out)
{
    enum { HEAD = 8 };
    if (size < HEAD)
        return status_make(STATUS_INPUT, "%s: is no .mdd file: it is shorter than a header", path);
    const int64_t frames = int_at(bytes, true), particles = int_at(bytes + 4, true);
    if (frames < 1 || (uint64_t)frames > (size - HEAD) / sizeof(float))
        return status_make(STATUS_INPUT,
                           "%s: its header says %lld frames, whose times do not fit into the file; it is cut off, or something "
                           "else",
                           path, (long long)frames);
    const size_t head = HEAD + (size_t)frames * sizeof(float);
    TRY(check_size(path, head, size, frames, particles, sizeof(float)));
    TRY(trajectory_allocate(path, frames, particles, false, out));
    out->time_s = malloc((size_t)frames * sizeof *out->time_s);
    if (!out->time_s)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    for (int64_t i = 0; i < frames; i++)
        out->time_s[i] = f32_at(bytes + HEAD + i * (int64_t)sizeof(float), true);
    take_f32(bytes + head, frames * particles, true, out->position);
    return status_ok();
}
