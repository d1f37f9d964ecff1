#include "mesh/private/mesh_scan.h"

#include <endian.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/text.h"

enum { SHOWN_MAX = 40 };

size_t scan_number_bytes(NumberType type)
{
    static const size_t BYTES[NUMBER_TYPES] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return BYTES[type];
}

// The bits of a number of 1, 2, 4 or 8 bytes in the low end.
static uint64_t load_bits(const char *bytes, size_t count, bool swap)
{
    const bool big = (BYTE_ORDER == BIG_ENDIAN) != swap;
    uint64_t   bits = 0;
    for (size_t i = 0; i < count; i++)
        bits = bits << 8 | (unsigned char)bytes[big ? i : count - 1 - i];
    return bits;
}

static double number_real(NumberType type, const char *bytes, bool swap)
{
    const uint64_t bits = load_bits(bytes, scan_number_bytes(type), swap);
    const uint32_t low = (uint32_t)bits;
    float          single = 0;
    double         real = 0;
    int64_t        whole = 0;
    if (type == NUMBER_F32) {
        memcpy(&single, &low, sizeof single);
        return (double)single;
    }
    if (type == NUMBER_F64) {
        memcpy(&real, &bits, sizeof real);
        return real;
    }
    return number_int(type, bytes, swap, &whole) ? (double)whole : (double)bits;
}

bool number_int(NumberType type, const char *bytes, bool swap, int64_t *out)
{
    const size_t   count = scan_number_bytes(type);
    const uint64_t bits = load_bits(bytes, count, swap), sign = (uint64_t)1 << ((8 * count - 1) & 63);
    const bool     is_signed = type == NUMBER_I8 || type == NUMBER_I16 || type == NUMBER_I32 || type == NUMBER_I64;
    if (type == NUMBER_F32 || type == NUMBER_F64 || (type == NUMBER_U64 && bits > INT64_MAX))
        return false;
    *out = is_signed && (bits & sign) ? (int64_t)(bits - sign) - (int64_t)(sign - 1) - 1 : (int64_t)bits;
    return true;
}

// A file of bytes may begin with any bytes, but hardly with those of a text in UTF-16.
static bool is_utf16(const char *bytes, size_t size)
{
    return size > 3 && ((memcmp(bytes, "\xff\xfe", 2) == 0 && !bytes[3]) || (memcmp(bytes, "\xfe\xff", 2) == 0 && !bytes[2]));
}

Status scan_open(const char *path, Scan *out)
{
    char  *bytes = NULL;
    size_t size = 0;
    *out = (Scan){.path = path, .line = 1};
    TRY(file_read(path, FILE_GEOMETRY_MAX, &bytes, &size));
    out->begin = out->at = bytes;
    out->end = bytes + size;
    if (is_utf16(bytes, size)) {
        scan_close(out);
        return status_make(STATUS_INPUT, "%s: is text in UTF-16; save it in UTF-8 or ASCII", path);
    }
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        out->at += 3;
    const char *ending = bytes + strcspn(bytes, "\r\n");
    out->bare_cr = *ending == '\r' && ending[strspn(ending, "\r")] != '\n';
    return status_ok();
}

void scan_close(Scan *scan)
{
    free((void *)(uintptr_t)scan->begin);
    *scan = (Scan){0};
}

Status(scan_error)(const Scan *scan, const char *format, ...)
{
    char    text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (scan->binary || scan->by_byte)
        return status_make(STATUS_INPUT, "%s: byte %lld: %s", scan->path, (long long)(scan->at - scan->begin), text);
    return status_make(STATUS_INPUT, "%s:%lld: %s", scan->path, (long long)scan->line, text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

bool scan_at_line_end(const Scan *scan)
{
    return scan->at == scan->end || *scan->at == '\n' || *scan->at == '\r';
}

bool scan_is(const char *word, const char *keyword)
{
    return strcasecmp(word, keyword) == 0;
}

static void skip_blanks(Scan *scan)
{
    while (scan->at < scan->end && is_blank(*scan->at))
        scan->at++;
    if (scan->comment && scan->at < scan->end && *scan->at == scan->comment)
        while (!scan_at_line_end(scan))
            scan->at++;
}

bool scan_word_of_line(Scan *scan, char word[SCAN_WORD])
{
    skip_blanks(scan);
    const char *start = scan->at;
    while (!scan_at_line_end(scan) && !is_blank(*scan->at) && !(scan->comment && *scan->at == scan->comment))
        scan->at++;
    const size_t length = (size_t)(scan->at - start), kept = length < SCAN_WORD ? length : SCAN_WORD - 1;
    memcpy(word, start, kept);
    word[kept] = '\0';
    for (size_t i = 0; i < kept; i++)
        word[i] = (char)((unsigned char)word[i] < 0x20 || word[i] == 0x7f ? '?' : word[i]);
    if (length >= SCAN_WORD)
        word[kept - 1] = '?';
    return length > 0;
}

// Some programs end lines with \r\r\n: as many \r as there are before a \n belong to it. The byte after the file is a zero.
bool scan_next_line(Scan *scan)
{
    while (!scan_at_line_end(scan))
        scan->at++;
    if (scan->at == scan->end)
        return false;
    const char *newline = scan->at + strspn(scan->at, "\r");
    scan->at = *newline == '\n' && !scan->bare_cr ? newline + 1 : scan->at + 1;
    scan->line++;
    return true;
}

bool scan_find_line(Scan *scan)
{
    for (;;) {
        skip_blanks(scan);
        if (!scan_at_line_end(scan))
            return true;
        if (!scan_next_line(scan))
            return false;
    }
}

bool scan_word(Scan *scan, char word[SCAN_WORD])
{
    *word = '\0';
    return scan_find_line(scan) && scan_word_of_line(scan, word);
}

Status scan_line_done(Scan *scan)
{
    char word[SCAN_WORD];
    return scan_word_of_line(scan, word) ? scan_error(scan, "unexpected `%.*s` after the last value of the line", SHOWN_MAX, word)
                                         : status_ok();
}

Status scan_check_text(const Scan *scan)
{
    Scan        before = *scan;
    const char *nul = memchr(scan->at, '\0', (size_t)(scan->end - scan->at));
    if (!nul)
        return status_ok();
    before.end = nul;
    while (scan_next_line(&before))
        ;
    return scan_error(&before, "a NUL byte in the text; the file is damaged or not text");
}

bool scan_has_open_end(const Scan *scan)
{
    return !scan->binary && !scan->by_byte && scan->end > scan->begin && scan->end[-1] != '\n' && scan->end[-1] != '\r';
}

Status scan_check_end(Scan *scan, const char *counted)
{
    const bool  binary = scan->binary;
    const char *rest = scan->at;
    while (binary && rest < scan->end && *rest == 0)
        rest++;
    if (rest == scan->end)
        return status_ok(); // padding
    scan->binary = false;
    if (!scan_find_line(scan))
        return status_ok();
    scan->binary = binary;
    return scan_error(scan, "%lld bytes follow the %s that the file counts; the count is too small or the rest does not belong here",
                      (long long)(scan->end - scan->at), counted);
}

Status scan_expect(Scan *scan, const char *word)
{
    char found[SCAN_WORD];
    if (!scan_word(scan, found))
        return scan_error(scan, "the file ends where `%s` should come; it is cut off", word);
    if (!scan_is(found, word))
        return scan_error(scan, "`%s` is expected, not `%.*s`", word, SHOWN_MAX, found);
    return status_ok();
}

static Status ends(const Scan *scan, const char *what)
{
    if (scan->by_line && !scan->binary && scan->at < scan->end)
        return scan_error(scan, "the line ends where %s should come", what);
    return scan_error(scan, "the file ends where %s should come; it is cut off, or a count in it is too large", what);
}

// The next number in binary data; NULL at the end.
static const char *take(Scan *scan, NumberType type)
{
    const size_t bytes = scan_number_bytes(type);
    const char  *number = scan->at;
    if ((size_t)(scan->end - scan->at) < bytes)
        return NULL;
    scan->at += bytes;
    scan->by_byte = true;
    return number;
}

static Status take_int(Scan *scan, NumberType type, const char *what, int64_t *out)
{
    const char *number = take(scan, type);
    if (!number)
        return ends(scan, what);
    if (number_int(type, number, scan->swap, out))
        return status_ok();
    scan->at = number;
    return scan_error(scan, "%s is not a whole number", what);
}

Status scan_int(Scan *scan, NumberType type, const char *what, int64_t min, int64_t max, int64_t *out)
{
    char word[SCAN_WORD];
    if (scan->binary) {
        TRY(take_int(scan, type, what, out));
    } else {
        if (!(scan->by_line ? scan_word_of_line(scan, word) : scan_word(scan, word)))
            return ends(scan, what);
        if (!text_to_int(word, out))
            return scan_error(scan, "%s must be a whole number, not `%.*s`", what, SHOWN_MAX, word);
    }
    if (*out >= min && *out <= max)
        return status_ok();
    if (scan->binary)
        scan->at -= scan_number_bytes(type); // the message names the byte where the number begins
    return scan_error(scan, "%s is %lld, must be %lld … %lld", what, (long long)*out, (long long)min, (long long)max);
}

Status scan_real(Scan *scan, NumberType type, const char *what, double *out)
{
    char word[SCAN_WORD];
    if (!scan->binary) {
        if (!(scan->by_line ? scan_word_of_line(scan, word) : scan_word(scan, word)))
            return ends(scan, what);
        return text_to_double(word, out) ? status_ok() : scan_error(scan, "%s must be a finite number, not `%.*s`", what, SHOWN_MAX, word);
    }
    const char *number = take(scan, type);
    if (!number)
        return ends(scan, what);
    *out = number_real(type, number, scan->swap);
    if (isfinite(*out))
        return status_ok();
    scan->at = number;
    return scan_error(scan, "%s is not a finite number", what);
}

Status scan_point(Scan *scan, NumberType type, double out[3])
{
    for (int k = 0; k < 3; k++)
        TRY(scan_real(scan, type, "a coordinate", &out[k]));
    return status_ok();
}

Status scan_count(Scan *scan, const char *what, int64_t *out)
{
    const bool binary = scan->binary;
    scan->binary = false;
    const Status status = scan_int(scan, NUMBER_I64, what, 0, INT32_MAX, out);
    scan->binary = binary;
    return status;
}

// In text a number takes at least a digit and a separator, the last one perhaps only the digit.
Status scan_room(const Scan *scan, const char *what, int64_t count, NumberType type, int64_t numbers)
{
    const int64_t left = scan->end - scan->at, each = numbers * (scan->binary ? (int64_t)scan_number_bytes(type) : 2);
    if (count >= 0 && (each == 0 || count <= (left + !scan->binary) / each))
        return status_ok();
    return scan_error(scan, "%lld %s do not fit into the %lld bytes that follow; the file is cut off or the count is wrong",
                      (long long)count, what, (long long)left);
}

Status scan_skip(Scan *scan, const char *what, int64_t bytes)
{
    if (bytes < 0 || bytes > scan->end - scan->at)
        return ends(scan, what);
    scan->at += bytes;
    scan->by_byte = true;
    return status_ok();
}
