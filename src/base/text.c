#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A number starts with a digit, a sign or a point; this keeps strtod from accepting "nan", "inf", " 1" and "0x1p3".
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

void text_from_double(double value, char *out, size_t size)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, size, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            return;
    }
}

// Levenshtein distance with two rows; names are short.
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    const size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return SIZE_MAX; // no name of ours
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

void text_suggest(char *out, size_t size, const char *text, const char *const *names, size_t count)
{
    const char *nearest = text_nearest(text, names, count);
    size_t      used = strlen(out);
    if (nearest) {
        snprintf(out + used, size - used, ", did you mean `%s`?", nearest);
        return;
    }
    for (size_t i = 0; i < count && used < size; i++) {
        snprintf(out + used, size - used, "%s%s", i ? ", " : "; valid: ", names[i]);
        used += strlen(out + used);
    }
}

Status text_unknown(const char *what, const char *text, const char *const *names)
{
    char   message[440];
    size_t count = 0;
    while (names[count])
        count++;
    snprintf(message, sizeof message, "unknown %s `%.100s`", what, text);
    text_suggest(message, sizeof message, text, names, count);
    return status_make(STATUS_INPUT, "%s", message);
}
