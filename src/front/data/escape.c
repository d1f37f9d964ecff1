#include "data/escape.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "data/number.h"

// A character and its replacement.
static size_t put_character(const char *text, FILE *out)
{
    size_t     bytes = 0;
    const bool shown = text_printable_bytes(text, &bytes) || strchr("\t\r\n", *text);
    if (*text == '&')
        fputs("&amp;", out);
    else if (*text == '<')
        fputs("&lt;", out);
    else if (*text == '>')
        fputs("&gt;", out);
    else if (*text == '"')
        fputs("&quot;", out);
    else
        fwrite(shown ? text : "?", 1, shown ? bytes : 1, out);
    return bytes;
}

void html_text(const char *text, FILE *out)
{
    while (*text)
        text += put_character(text, out);
}

void markdown_text(const char *text, FILE *out)
{
    while (*text) {
        fputs(strchr("\\|*_`[]", *text) ? "\\" : "", out);
        text += put_character(strchr("\r\n", *text) ? " " : text, out);
    }
}

void markdown_code(const char *text, FILE *out)
{
    if (strpbrk(text, "`|\r\n")) {
        markdown_text(text, out);
        return;
    }
    putc('`', out);
    text_put_printable(text, out);
    putc('`', out);
}

// Characters that are commands in LaTeX, and letters that pdflatex does not support by itself.
static const char *const SPELLINGS[][2] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"&", "\\&"},
    {"%", "\\%"},
    {"$", "\\$"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"^", "\\^{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"[", "{[}"},
    {"]", "{]}"},
    {"*", "{*}"}, // after the end of a row it would be an option
    {"\n", " "},
    {"×", "$\\times$"},
    {"÷", "$\\div$"},
    {"·", "$\\cdot$"},
    {"−", "$-$"},
    {"±", "$\\pm$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"≈", "$\\approx$"},
    {"∞", "$\\infty$"},
    {"→", "$\\to$"},
    {"‖", "$\\|$"},
    {"∇", "$\\nabla$"},
    {"√", "$\\surd$"},
    {"°", "$^\\circ$"},
    {"…", "\\ldots{}"},
    {"⁻", "$^-$"},
    {"⁰", "$^0$"},
    {"¹", "$^1$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"ε", "$\\varepsilon$"},
    {"θ", "$\\theta$"},
    {"λ", "$\\lambda$"},
    {"μ", "$\\mu$"},
    {"µ", "$\\mu$"},
    {"ν", "$\\nu$"},
    {"ρ", "$\\rho$"},
    {"σ", "$\\sigma$"},
    {"ω", "$\\omega$"},
    {"Δ", "$\\Delta$"},
    {"Σ", "$\\Sigma$"},
    {"Φ", "$\\Phi$"},
};

// LaTeX code of the character at the start of the text, and its length in the text; NULL: unchanged.
static const char *latex_spelling(const char *text, size_t *bytes)
{
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof *SPELLINGS; i++)
        if (strncmp(text, SPELLINGS[i][0], strlen(SPELLINGS[i][0])) == 0) {
            *bytes = strlen(SPELLINGS[i][0]);
            return SPELLINGS[i][1];
        }
    const bool printable = text_printable_bytes(text, bytes);
    return printable ? NULL : "?";
}

void latex_text(const char *text, FILE *out)
{
    for (size_t bytes = 0; *text; text += bytes) {
        const char *spelling = latex_spelling(text, &bytes);
        if (spelling)
            fputs(spelling, out);
        else
            fwrite(text, 1, bytes, out);
    }
}

void escape_print(Escape *escape, FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *c = format; *c; c++) {
        char conversion[16] = "";
        if (*c != '%') {
            putc(*c, out);
            continue;
        }
        snprintf(conversion, sizeof conversion, "%.*s", (int)strcspn(c, "sdg") + 1, c);
        c += strlen(conversion) - 1;
        if (*c == 's')
            escape(va_arg(arguments, const char *), out);
        else if (*c == 'd')
            fprintf(out, conversion, va_arg(arguments, int));
        else
            fprintf(out, conversion, va_arg(arguments, double));
    }
    va_end(arguments);
}

void csv_field(double number, FILE *out)
{
    char text[NUMBER_TEXT] = "";
    if (!isnan(number))
        text_from_double(number, text, sizeof text);
    fputs(text, out);
}

void csv_numbers(const double *numbers, int count, FILE *out)
{
    for (int i = 0; i < count; i++) {
        putc(',', out);
        csv_field(numbers[i], out);
    }
}

void comment_line(const char *sign, const char *text, FILE *out)
{
    fprintf(out, "%s ", sign);
    text_put_printable(text, out);
    putc('\n', out);
}

void json_text(const char *text, FILE *out)
{
    size_t bytes = 0;
    putc('"', out);
    for (const char *p = text; *p; p += bytes) {
        const bool shown = text_printable_bytes(p, &bytes);
        if (*p == '"' || *p == '\\' || *p == '<' || (unsigned char)*p < ' ')
            fprintf(out, "\\u%04x", *p);
        else
            fwrite(shown ? p : "?", 1, shown ? bytes : 1, out);
    }
    putc('"', out);
}
