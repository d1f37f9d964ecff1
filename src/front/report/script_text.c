#include "report/private/script_text.h"

#include <string.h>

typedef struct Spelling {
    const char *character, *tex;
} Spelling;

// What pdflatex has no letter for in its usual fonts, and what means something to TeX.
static const Spelling SPELLINGS[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"%", "\\%"},
    {"^", "\\^{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"·", "$\\cdot$"},
    {"×", "$\\times$"},
    {"−", "$-$"},
    {"÷", "$\\div$"},
    {"μ", "$\\mu$"},
    {"µ", "$\\mu$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"⁰", "$^0$"},
    {"¹", "$^1$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"⁻", "$^-$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"°", "$^\\circ$"},
    {"…", "\\ldots{}"},
    {"λ", "$\\lambda$"},
    {"ω", "$\\omega$"},
    {"α", "$\\alpha$"},
    {"∞", "$\\infty$"},
    {"≈", "$\\approx$"},
};

static const Spelling *spelling_of(const char *text)
{
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof *SPELLINGS; i++)
        if (strncmp(text, SPELLINGS[i].character, strlen(SPELLINGS[i].character)) == 0)
            return &SPELLINGS[i];
    return NULL;
}

static void put_quoted(const char *text, size_t bytes, bool format, FILE *out)
{
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\'' || (format && text[i] == '%'))
            putc(text[i], out);
        putc((unsigned char)text[i] < ' ' ? ' ' : text[i], out);
    }
}

static size_t character_bytes(const char *text)
{
    size_t bytes = 1;
    while (((unsigned char)text[bytes] & 0xC0) == 0x80)
        bytes++;
    return bytes;
}

void script_text(const char *text, bool tex, bool format, FILE *out)
{
    enum { FORMAT_MAX = 44 }; // gnuplot cuts a tic at 50 bytes, be it inside of a character or a command of TeX
    size_t used = 0;
    putc('\'', out);
    while (*text) {
        const Spelling *spelling = tex ? spelling_of(text) : NULL;
        const char     *put = spelling ? spelling->tex : text;
        const size_t    bytes = spelling ? strlen(put) : character_bytes(text);
        used += bytes;
        if (format && used > FORMAT_MAX) {
            fputs(tex ? "\\dots" : "…", out);
            break;
        }
        put_quoted(put, bytes, format, out);
        text += spelling ? strlen(spelling->character) : bytes;
    }
    putc('\'', out);
}

void script_text_scaled(const char *text, bool tex, double scale, FILE *out)
{
    if (tex || scale >= 1) {
        if (scale < 1)
            fprintf(out, "'\\scalebox{%.2f}{'.", scale);
        script_text(text, tex, false, out);
        fputs(scale < 1 ? ".'}' noenhanced" : " noenhanced", out);
        return;
    }
    fprintf(out, "'{/*%.2f ", scale);
    for (const char *p = text; *p; p++) {
        if (strchr("{}^_@&~\\", *p))
            putc('\\', out);
        put_quoted(p, 1, false, out);
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
