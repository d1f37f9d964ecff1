#include "data/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Decimals that give three significant digits after rounding (0.9996 becomes 1.00).
static int decimals(double value)
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.2e", value);
    const int exponent = atoi(strchr(text, 'e') + 1);
    return exponent < 2 ? 2 - exponent : 0;
}

void number_format(double value, char out[NUMBER_TEXT])
{
    const double size = fabs(value);
    if (isnan(value))
        snprintf(out, NUMBER_TEXT, "-");
    else if (size == 0)
        snprintf(out, NUMBER_TEXT, "0");
    else if (size < 0.9995e-3 || size >= 999950)
        snprintf(out, NUMBER_TEXT, "%.2e", value);
    else
        snprintf(out, NUMBER_TEXT, "%.*f", decimals(value), value);
}

void number_spread(double low, double median, double high, char out[NUMBER_TEXT])
{
    const double spread = 50 * (high - low) / median;
    *out = '\0';
    if (median > 0 && spread <= 50) // false for NaN
        snprintf(out, NUMBER_TEXT, "±%.1f %%", spread);
}

void number_bytes(double bytes, char out[NUMBER_TEXT])
{
    static const char *const UNITS[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int                      unit = 0;
    while (bytes >= 1000 && unit < 4) {
        bytes /= 1024;
        unit++;
    }
    char number[NUMBER_TEXT];
    number_format(bytes, number);
    snprintf(out, NUMBER_TEXT, "%.20s %s", number, UNITS[unit]);
}

// 10⁻¹³
static void append_power(int exponent, char out[NUMBER_TEXT])
{
    static const char *const DIGITS[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char                     text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%d", exponent);
    strcat(out, "10");
    for (const char *p = text; *p; p++)
        strcat(out, *p == '-' ? "⁻" : DIGITS[*p - '0']);
}

void number_short(double value, int digits, char out[NUMBER_TEXT])
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.*g", fabs(value) < 1e5 && value == round(value) ? 5 : digits, value);
    char *mark = strchr(text, 'e');
    if (mark)
        *mark = '\0';
    snprintf(out, NUMBER_TEXT, "%s", mark && strcmp(text, "1") == 0 ? "" : text);
    if (!mark)
        return;
    strcat(out, *out ? "·" : "");
    append_power(atoi(mark + 1), out);
}
