#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A number starts with a digit, a sign or a point; this excludes "nan", "inf", " 1" and "0x1p3", which strtod accepts.
static bool looks_decimal(const char *text)
{
    const char *start = text + (*text == '+' || *text == '-');
    return (isdigit((unsigned char)start[0]) || (start[0] == '.' && isdigit((unsigned char)start[1]))) && !strpbrk(text, "xXpP");
}

bool text_to_double(const char *text, double *out)
{
    if (!looks_decimal(text))
        return false;
    char *end = NULL;
    errno = 0;
    const double value = strtod(text, &end);
    if (*end || !isfinite(value))
        return false;
    *out = value;
    return true;
}

bool text_to_int(const char *text, int64_t *out)
{
    if (!looks_decimal(text))
        return false;
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (*end || errno == ERANGE)
        return false;
    *out = value;
    return true;
}

bool text_to_whole(const char *text, int64_t *out)
{
    double value = 0;
    if (text_to_int(text, out))
        return true;
    if (!strpbrk(text, "eE") || !text_to_double(text, &value) || value != floor(value) || fabs(value) > 0x1p53)
        return false;
    *out = (int64_t)value;
    return true;
}

bool text_take_digits(const char *text, int64_t *out, const char **rest)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (errno == ERANGE)
        return false;
    *out = value;
    *rest = end;
    return true;
}

Status text_need_printable(const char *what, const char *text)
{
    size_t bytes = 0;
    for (const char *p = text; *p; p += bytes)
        if (!text_printable_bytes(p, &bytes))
            return status_make(STATUS_USAGE,
                               "%s `%s` is not UTF-8 or has a control character or a line end; rename it, names are stored as text", what,
                               text);
    return status_ok();
}

bool text_is_file_name(const char *text)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t      length = strlen(text);
    return length > 0 && length <= TEXT_FILE_NAME_MAX && *text != '-' && strspn(text, LETTERS) == length;
}

// True for the first byte of a character.
static size_t characters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

size_t text_characters(const char *text)
{
    return characters(text, strlen(text));
}

void text_cut(const char *text, int characters, char *out, size_t size)
{
    int    left = characters;
    size_t bytes = 0;
    if ((int)text_characters(text) <= characters) {
        snprintf(out, size, "%s", text);
        return;
    }
    for (; text[bytes]; bytes++) {
        left -= ((unsigned char)text[bytes] & 0xc0) != 0x80;
        if (left <= 0)
            break;
    }
    snprintf(out, size, "%.*s%s", (int)bytes, text, characters > 0 ? "…" : "");
}

// As text_put_printable, for `length` bytes.
static void put_bytes(const char *text, size_t count, FILE *out)
{
    size_t bytes = 0;
    for (const char *end = text + count; text < end; text += bytes)
        if (text_printable_bytes(text, &bytes))
            fwrite(text, 1, bytes, out);
        else
            putc(strchr("\t\r\n", *text) ? ' ' : '?', out);
}

void text_put_printable(const char *text, FILE *out)
{
    put_bytes(text, strlen(text), out);
}

// Number of digits that a normal double needs to read back exactly if 15 are enough, else 16. Decimals of up to 15 digits survive a
// conversion to double and back, so trailing zeros of the first 15 digits are not needed.
static int digits_needed(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.14e", value);
    if (strtod(text, NULL) != value)
        return 16;
    const char *end = strchr(text, 'e');
    while (end[-1] == '0')
        end--;
    return (int)(end - strchr(text, '.'));
}

bool text_is_word(const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return length > 0 && !text[length] && !(text[0] >= '0' && text[0] <= '9');
}

void text_from_double(double value, char *out, size_t size)
{
    int digits = 6;
    snprintf(out, size, "%.*g", digits, value);
    if (isnormal(value) && strtod(out, NULL) != value) {
        digits = digits_needed(value);
        snprintf(out, size, "%.*g", digits, value);
        if (digits < 16)
            return;
    }
    while (digits < 17 && strtod(out, NULL) != value)
        snprintf(out, size, "%.*g", ++digits, value);
}

// Levenshtein distance with two rows; names are short.
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    const size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return SIZE_MAX; // longer than any valid name
    size_t previous[LONGEST + 1], row[LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        previous[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = previous[j - 1] + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            if (previous[j] + 1 < best)
                best = previous[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
        memcpy(previous, row, sizeof row);
    }
    return previous[b_length];
}

const char *text_nearest(const char *text, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) { // n of scene.n
        const char *last = strrchr(names[i], '.');
        if (last && strcmp(last + 1, text) == 0)
            return names[i];
    }
    const char *nearest = NULL;
    size_t      best = strlen(text) / 2 + 1; // half of the letters wrong is a different word
    for (size_t i = 0; i < count; i++) {
        const size_t distance = edit_distance(text, names[i]);
        const bool   begins = strlen(text) >= 3 && strncmp(names[i], text, strlen(text)) == 0;
        if (distance < best || (begins && !nearest)) {
            nearest = names[i];
            best = distance < best ? distance : best;
        }
    }
    return nearest;
}

// "; valid: a, b, c". If the names do not all fit, as many whole names as do, and the number of the others.
static void list_names(char *out, size_t size, const char *const *names, size_t count)
{
    static const char BEGIN[] = "; valid: ", BETWEEN[] = ", ";
    size_t            used = strlen(out), all = used + strlen(BEGIN), others = 0;
    for (size_t i = 0; i < count; i++)
        all += strlen(names[i]) + (i ? strlen(BETWEEN) : 0);
    if (all >= size)
        others = sizeof " and 99999 others";
    for (size_t i = 0; i < count; i++) {
        const char *before = i ? BETWEEN : BEGIN;
        if (used + strlen(before) + strlen(names[i]) + others >= size) {
            if (i)
                snprintf(out + used, size - used, " and %zu other%s", count - i, count - i == 1 ? "" : "s");
            return;
        }
        snprintf(out + used, size - used, "%s%s", before, names[i]);
        used += strlen(out + used);
    }
}

void text_suggest(char *out, size_t size, const char *text, const char *const *names, size_t count)
{
    const char  *nearest = text_nearest(text, names, count);
    const size_t used = strlen(out);
    if (nearest)
        snprintf(out + used, size - used, ", did you mean `%s`?", nearest);
    else
        list_names(out, size, names, count);
}

int text_find(const char *text, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

Status text_not_among(const char *text, const char *const *names, size_t count, const char *format, ...)
{
    char    message[360]; // with a place before it, it still fits into a Status
    size_t  known = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    while (known < count && (count != TEXT_ALL || names[known]))
        known++;
    text_suggest(message, sizeof message, text, names, known);
    return status_make(STATUS_INPUT, "%s", message);
}

Status text_unknown(const char *what, const char *text, const char *const *names)
{
    return text_not_among(text, names, TEXT_ALL, "unknown %s `%.100s`", what, text);
}

bool text_sets(const char *text, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && text[length] == '=';
}

void text_put_quoted(const char *text, size_t length, FILE *out)
{
    putc('"', out);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '\\')
            putc('\\', out);
        putc(text[i], out);
    }
    putc('"', out);
}

void text_put_shell(const char *text, FILE *out)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+:,@%";
    if (*text && strspn(text, plain) == strlen(text)) {
        fputs(text, out);
        return;
    }
    putc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            putc(*text, out);
    putc('\'', out);
}

void text_csv(const char *text, FILE *out)
{
    double     ignored = 0;
    const bool formula = *text && strchr("=+-@\t\r", *text) && !text_to_double(text, &ignored), quoted = strpbrk(text, ",\"\r\n");
    fputs(quoted ? "\"" : "", out);
    fputs(formula ? "'" : "", out);
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            putc('"', out);
        putc(*p, out);
    }
    fputs(quoted ? "\"" : "", out);
}

void text_put_wrapped(const char *text, int column, int indent, int width, FILE *out)
{
    bool begun = false; // the line has a word
    for (const char *word = text + strspn(text, " \t\r\n"); *word;) {
        const size_t bytes = strcspn(word, " \t\r\n");
        const int    count = (int)characters(word, bytes);
        if (begun && column + 1 + count > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            begun = false;
        }
        if (begun)
            putc(' ', out);
        put_bytes(word, bytes, out);
        column += count + begun;
        begun = true;
        word += bytes + strspn(word + bytes, " \t\r\n");
    }
    putc('\n', out);
}
