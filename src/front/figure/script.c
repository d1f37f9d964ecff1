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

// A quote inside quotes is doubled. gnuplot 5.4 misreads the first quote of a text and neighbouring quotes: these are written as separate
// strings.
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

// The end of "]]>", which XML takes in no text.
static bool is_end(const char *begin, const char *text)
{
    return *text == '>' && text >= begin + 2 && strncmp(text - 2, "]]", 2) == 0;
}

// gnuplot's terminal of SVG does not escape &#x41; and ]]>: the browser would read the first as A.
static const char *entity(const Script *s, const char *begin, const char *text)
{
    if (!s->svg)
        return NULL;
    return text[0] == '&' && text[1] == '#' ? "&#x26;" : is_end(begin, text) ? "&#x3e;" : NULL;
}

static void put_quoted(const Script *s, const char *text, const char *doubled, const char *escaped, size_t max)
{
    const char *begin = text;
    size_t      used = 0, bytes = 0;
    for (; *text; text += bytes) {
        const char *coded = entity(s, begin, text);
        text_printable_bytes(text, &bytes);
        used += coded ? strlen(coded) : bytes;
        if (used > max) {
            fputs("…", s->out);
            return;
        }
        if (strchr(doubled, *text))
            putc(*text, s->out);
        if (strchr(escaped, coded ? *coded : *text))
            putc('\\', s->out);
        if (coded)
            fputs(coded, s->out);
        else
            put_character(begin, text, bytes, s->out);
    }
}

void script_text(const Script *s, const char *text)
{
    putc('\'', s->out);
    put_quoted(s, text, "", "", SIZE_MAX);
    putc('\'', s->out);
}

void script_title(const Script *s, const char *text)
{
    const Script plain = {.out = s->out};
    char         name[2 * SPEC_TEXT_MAX];
    size_t       used = 0;
    for (const char *at = text; *at && used + 2 < sizeof name; at++) {
        if (s->svg && is_end(text, at))
            name[used++] = ' ';
        name[used++] = *at;
    }
    name[used] = '\0';
    fputs(" title ", s->out);
    script_text(&plain, name);
    fputs(" noenhanced", s->out);
}

void script_label(const Script *s, const char *text, double scale)
{
    if (scale >= 1) {
        script_text(s, text);
        fputs(" noenhanced", s->out);
        return;
    }
    fprintf(s->out, "'{/*%.2f ", scale);
    put_quoted(s, text, "", "{}^_@&~\\", SIZE_MAX);
    fputs("}' enhanced", s->out);
}

void script_tic(const Script *s, const char *text)
{
    enum { BYTES_MAX = 44 }; // gnuplot cuts a tic at 50 bytes, be it inside of a character
    putc('\'', s->out);
    put_quoted(s, text, "%", "", BYTES_MAX);
    putc('\'', s->out);
}
