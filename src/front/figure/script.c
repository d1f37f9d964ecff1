#include "figure/private/script.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "data/number.h"

void script_part(Script *s)
{
    fputs(s->parts++ ? ", \\\n    " : "plot", s->out);
}

double script_x(const Script *s, double px)
{
    return px / s->layout->width;
}

double script_y(const Script *s, double px)
{
    return px / s->layout->height;
}

void script_number(double value, FILE *out)
{
    char text[NUMBER_TEXT];
    text_from_double(value, text, sizeof text);
    fputs(text, out);
}

// ---- texts ----

// A quote inside of quotes is doubled; gnuplot 5.4 reads that right unless it comes first or beside another one: those are strings of their
// own.
static void put_character(const char *begin, const char *text, size_t bytes, FILE *out)
{
    size_t     length = 0;
    const bool printable = text_printable_bytes(text, &length);
    if (*text == '\'')
        fputs(text > begin && text[-1] != '\'' && text[1] != '\'' ? "''" : "'.\"'\".'", out);
    else if (printable)
        fwrite(text, 1, bytes, out);
    else
        putc(' ', out);
}

static void put_quoted(const char *text, const char *doubled, const char *escaped, size_t most, FILE *out)
{
    const char *begin = text;
    size_t      used = 0, bytes = 0;
    for (; *text; text += bytes) {
        text_printable_bytes(text, &bytes);
        used += bytes;
        if (used > most) {
            fputs("…", out);
            return;
        }
        if (strchr(doubled, *text))
            putc(*text, out);
        if (strchr(escaped, *text))
            putc('\\', out);
        put_character(begin, text, bytes, out);
    }
}

void script_text(const char *text, FILE *out)
{
    putc('\'', out);
    put_quoted(text, "", "", SIZE_MAX, out);
    putc('\'', out);
}

void script_label(const char *text, double scale, FILE *out)
{
    if (scale >= 1) {
        script_text(text, out);
        fputs(" noenhanced", out);
        return;
    }
    fprintf(out, "'{/*%.2f ", scale);
    put_quoted(text, "", "{}^_@&~\\", SIZE_MAX, out);
    fputs("}' enhanced", out);
}

void script_tic(const char *text, FILE *out)
{
    enum { MOST = 44 }; // gnuplot cuts a tic at 50 bytes, be it inside of a character
    putc('\'', out);
    put_quoted(text, "%", "", MOST, out);
    putc('\'', out);
}
