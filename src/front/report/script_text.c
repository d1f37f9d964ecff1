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

static void put_quoted(const char *text, bool format, FILE *out)
{
    for (const char *p = text; *p; p++) {
        if (*p == '\'' || (format && *p == '%'))
            putc(*p, out);
        putc((unsigned char)*p < ' ' ? ' ' : *p, out);
    }
}

static void put_tex(const char *text, bool format, FILE *out)
{
    while (*text) {
        const Spelling *spelling = spelling_of(text);
        char            one[2] = {*text, '\0'};
        put_quoted(spelling ? spelling->tex : one, format, out);
        text += spelling ? strlen(spelling->character) : 1;
    }
}

void script_text(const char *text, bool tex, bool format, FILE *out)
{
    putc('\'', out);
    (tex ? put_tex : put_quoted)(text, format, out);
    putc('\'', out);
}

void script_text_scaled(const char *text, bool tex, double scale, FILE *out)
{
    if (tex || scale >= 1) {
        fputs(tex && scale < 1 ? "'\\footnotesize '." : "", out);
        script_text(text, tex, false, out);
        fputs(" noenhanced", out);
        return;
    }
    fprintf(out, "'{/*%.2f ", scale);
    for (const char *p = text; *p; p++) {
        if (strchr("{}^_@&~\\", *p))
            putc('\\', out);
        put_quoted((const char[]){*p, '\0'}, false, out);
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
