// A trajectory as a NumPy array (NEP 1): \x93NUMPY, version, length of the header, a Python dictionary as text, then the numbers. Read:
// descr <f4 or <f8, fortran_order False, shape (frames, particles, 3).
#include <endian.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/private/trajectory_readers.h"

enum { BEFORE = 8, HEADER_MAX = 1000, PIECE = 4096 }; // bytes before the length of the header, of a header; numbers of a piece

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

// Checks, before allocating memory, that the rest of the file matches the counts; `each`: bytes of a number.
static Status check_size(const char *path, size_t rest, int64_t frames, int64_t particles, size_t each)
{
    if (frames < 1 || particles < 1)
        return status_make(STATUS_INPUT, "%s: the header declares %lld frames of %lld particles; both must be at least 1", path,
                           (long long)frames, (long long)particles);
    const size_t one = 3 * each;
    if ((uint64_t)particles > SIZE_MAX / one || (uint64_t)frames > SIZE_MAX / (one * (size_t)particles) ||
        (size_t)frames * (size_t)particles * one != rest)
        return status_make(STATUS_INPUT,
                           "%s: the header declares %lld frames of %lld particles, which does not match the %zu bytes of data; the file is "
                           "truncated or damaged",
                           path, (long long)frames, (long long)particles, rest);
    return status_ok();
}

// The text after 'KEY': in the header; NULL if the key is missing.
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
        return status_make(STATUS_INPUT, "%s: not a NumPy header: `descr`, `fortran_order` or `shape` is missing", path);
    *each = strncmp(type, "'<f8'", 5) == 0 ? sizeof(double) : strncmp(type, "'<f4'", 5) == 0 ? sizeof(float) : 0;
    if (*each == 0)
        return status_make(STATUS_INPUT, "%s: unsupported number type %.*s; write the file with numpy.save(file, a.astype('<f8'))", path,
                           (int)strcspn(type, ",}"), type);
    if (strncmp(order, "False", 5) != 0)
        return status_make(STATUS_INPUT, "%s: is in Fortran order; write the file with numpy.save(file, numpy.ascontiguousarray(a))", path);
    if (!read_shape(sizes, shape))
        return status_make(STATUS_INPUT, "%s: the shape is %.*s, but must be (frames, particles, 3)", path, (int)strcspn(sizes, ")}") + 1,
                           sizes);
    return status_ok();
}

// Leaves the file position at the first number.
static Status read_head(const char *path, FILE *file, int64_t shape[2], size_t *each)
{
    char         bytes[BEFORE + 4], header[HEADER_MAX + 1];
    const size_t got = fread(bytes, 1, sizeof bytes, file);
    if (got < sizeof bytes || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return status_make(STATUS_INPUT, "%s: not a .npy file: it does not begin with \\x93NUMPY", path);
    const bool   wide = bytes[BEFORE - 2] >= 2; // the length of the header in four bytes
    const size_t length = wide ? word_at(bytes + BEFORE) : (unsigned char)bytes[BEFORE] | (size_t)(unsigned char)bytes[BEFORE + 1] << 8;
    if (length > HEADER_MAX || fseek(file, BEFORE + (wide ? 4 : 2), SEEK_SET) != 0 || fread(header, 1, length, file) != length)
        return status_make(STATUS_INPUT, "%s: the header has no end or is too long; the file may be truncated", path);
    header[length] = '\0';
    text_make_printable(header);
    return read_header(path, header, shape, each);
}

static Status read_numbers(const char *path, FILE *file, size_t each, size_t count, double *out)
{
    char bytes[PIECE * sizeof(double)];
    for (size_t i = 0, got = 0; i < count; i += got) {
        got = fread(bytes, each, count - i < PIECE ? count - i : PIECE, file);
        if (got == 0)
            return status_make(STATUS_IO, "%s: cannot be read to its end, or was truncated while being read", path);
        for (size_t k = 0; k < got; k++)
            out[i + k] = each == sizeof(float) ? f32_at(bytes + k * each) : f64_at(bytes + k * each);
    }
    return status_ok();
}

static Status read_file(const char *path, FILE *file, Trajectory *out)
{
    struct stat facts;
    int64_t     shape[2] = {0, 0};
    size_t      each = 0;
    TRY(read_head(path, file, shape, &each));
    if (fstat(fileno(file), &facts) != 0)
        return status_make(STATUS_IO, "%s: cannot determine the file size", path);
    TRY(check_size(path, (size_t)(facts.st_size - ftello(file)), shape[0], shape[1], each));
    TRY(trajectory_allocate(path, shape[0], shape[1], false, out));
    return read_numbers(path, file, each, (size_t)(3 * shape[0] * shape[1]), out->position[0]);
}

Status trajectory_read_npy(const char *path, Trajectory *out)
{
    FILE *file = NULL;
    TRY(file_open(path, SIZE_MAX, &file));
    const Status status = read_file(path, file, out);
    fclose(file);
    return status;
}
