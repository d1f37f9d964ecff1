// A trajectory as a NumPy array (NEP 1): \x93NUMPY, version, length of the header, a Python dictionary as text, then the numbers. Read:
// descr <f4 or <f8, fortran_order False, shape (frames, particles, 3).
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/private/trajectory_readers.h"

#define FILE_BYTES_MAX ((size_t)16 << 30)

static uint32_t word_at(const char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return le32toh(word);
}

static double f32_at(const char *bytes)
{
    const uint32_t word = word_at(bytes);
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

static Status read_bytes(const char *path, const char *bytes, size_t size, Trajectory *out)
{
    static const char MAGIC[] = "\x93NUMPY";
    enum { BEFORE = sizeof MAGIC - 1 + 2, HEADER_MAX = 1000 };
    char    header[HEADER_MAX + 1];
    int64_t shape[2] = {0, 0};
    size_t  each = 0;
    if (size < BEFORE + 4 || memcmp(bytes, MAGIC, sizeof MAGIC - 1) != 0)
        return status_make(STATUS_INPUT, "%s: is no .npy file: it does not begin with \\x93NUMPY", path);
    const bool   wide = bytes[BEFORE - 2] >= 2; // the length of the header in four bytes
    const size_t length = wide ? word_at(bytes + BEFORE) : (unsigned char)bytes[BEFORE] | (size_t)(unsigned char)bytes[BEFORE + 1] << 8;
    const size_t head = BEFORE + (size_t)(wide ? 4 : 2) + length;
    if (length > HEADER_MAX || head > size)
        return status_make(STATUS_INPUT, "%s: its header does not end, or is too long; the file is cut off", path);
    memcpy(header, bytes + head - length, length);
    header[length] = '\0';
    text_make_printable(header);
    TRY(read_header(path, header, shape, &each));
    TRY(check_size(path, head, size, shape[0], shape[1], each));
    TRY(trajectory_allocate(path, shape[0], shape[1], false, out));
    for (int64_t i = 0; i < 3 * shape[0] * shape[1]; i++) {
        const char *at = bytes + head + (size_t)i * each;
        out->position[i / 3][i % 3] = each == sizeof(float) ? f32_at(at) : f64_at(at);
    }
    return status_ok();
}

Status trajectory_read_npy(const char *path, Trajectory *out)
{
    char  *bytes = NULL;
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, &bytes, &size));
    const Status status = read_bytes(path, bytes, size, out);
    free(bytes);
    return status;
}
