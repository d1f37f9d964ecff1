#include "report/private/script_text.h"

#include <string.h>

#include "base/text.h"

// A quote inside of quotes is doubled; gnuplot 5.4 reads that right unless it comes first or beside another one: those are strings of their
// own.
static void put_quote(bool alone, FILE *out)
{
    fputs(alone ? "''" : "'.\"'\".'", out);
}

static void put_bytes(const char *text, size_t bytes, bool format, FILE *out)
{
    for (size_t i = 0; i < bytes; i++) {
        fputs(format && text[i] == '%' ? "%" : "", out);
        putc(text[i], out);
    }
}

void script_text(const char *text, bool format, FILE *out)
{
    enum { FORMAT_MAX = 44 }; // gnuplot cuts a tic at 50 bytes, be it inside of a character
    const char *begin = text;
    size_t      used = 0;
    putc('\'', out);
    for (size_t bytes = 0; *text; text += bytes) {
        const bool   printable = text_printable_bytes(text, &bytes);
        const size_t length = printable ? bytes : 1;
        used += length;
        if (format && used > FORMAT_MAX) {
            fputs("…", out);
            break;
        }
        if (*text == '\'')
            put_quote(text > begin && text[-1] != '\'' && text[1] != '\'', out);
        else
            put_bytes(printable ? text : " ", length, format, out);
    }
    putc('\'', out);
}

void script_text_scaled(const char *text, double scale, FILE *out)
{
    if (scale >= 1) {
        script_text(text, false, out);
        fputs(" noenhanced", out);
        return;
    }
    fprintf(out, "'{/*%.2f ", scale);
    const char *begin = text;
    for (size_t bytes = 0; *text; text += bytes) {
        const bool printable = text_printable_bytes(text, &bytes);
        fputs(strchr("{}^_@&~\\", *text) ? "\\" : "", out);
        if (*text == '\'')
            put_quote((text == begin || text[-1] != '\'') && text[1] != '\'', out);
        else
            put_bytes(printable ? text : " ", printable ? bytes : 1, false, out);
    }
    fputs("}'", out);
}

double script_text_width(const char *text, double font)
{
    double width = 0;
    for (const char *p = text; *p; p++) {
        if (((unsigned char)*p & 0xC0) == 0x80) // inside a character
            continue;
        width += strchr("iljI.,:;|!'", *p) ? 0.34 : strchr("frt()[] -/", *p) ? 0.41 : strchr("mwMW%", *p) ? 0.96 : 0.64;
    }
    return width * font;
}
