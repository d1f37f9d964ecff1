// Tables as LaTeX. A value stands in a column of siunitx as it reads numbers, "1.23(45)": 45 in the last places of 1.23. What a column
// reserves for each part of a number (table-format) comes from all numbers in it, so that points and signs are below one another.
#include "report/private/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "build_facts.h"

// ---- text ----

// What LaTeX would take for a command, and letters that pdflatex does not know of itself.
static const char *const REPLACED[][2] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"&", "\\&"},
    {"%", "\\%"},
    {"$", "\\$"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"[", "{[}"},
    {"]", "{]}"},
    {"\n", " "},
    {"×", "$\\times$"},
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
    {"°", "\\textdegree{}"},
    {"⁻", "\\textsuperscript{$-$}"},
    {"⁰", "\\textsuperscript{0}"},
    {"¹", "\\textsuperscript{1}"},
    {"²", "\\textsuperscript{2}"},
    {"³", "\\textsuperscript{3}"},
    {"⁴", "\\textsuperscript{4}"},
    {"⁵", "\\textsuperscript{5}"},
    {"⁶", "\\textsuperscript{6}"},
    {"⁷", "\\textsuperscript{7}"},
    {"⁸", "\\textsuperscript{8}"},
    {"⁹", "\\textsuperscript{9}"},
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
enum { REPLACED_COUNT = sizeof REPLACED / sizeof *REPLACED };

static void put_text(const char *text, FILE *out)
{
    while (*text) {
        int i = 0;
        while (i < REPLACED_COUNT && strncmp(text, REPLACED[i][0], strlen(REPLACED[i][0])) != 0)
            i++;
        if (i < REPLACED_COUNT) {
            fputs(REPLACED[i][1], out);
            text += strlen(REPLACED[i][0]);
        } else {
            putc(*text++, out);
        }
    }
}

static void put_comment(const char *text, FILE *out) // on a line of its own
{
    fputs("% ", out);
    for (; *text; text++)
        putc((unsigned char)*text < ' ' ? ' ' : *text, out);
    putc('\n', out);
}

// ---- numbers ----

typedef struct Number {
    char text[64];
    int  whole, decimals, uncertainty, exponent; // digits; the uncertainty's as if the number had no point
    bool minus, exponent_minus;
} Number;

static int power_of(double value, int digits) // of ten, of the value rounded to so many digits
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return atoi(strchr(text, 'e') + 1);
}

static int digits_of(const char *text)
{
    return (int)strspn(text, "0123456789");
}

// The interval is given by two digits of the farther of its ends, the median to the same place, and by two digits at least; without an
// interval the median has three.
static void format_number(const Estimate *e, bool scientific, Number *out)
{
    enum { DECIMALS_MOST = 12 };
    const int    power = scientific && e->median != 0 ? power_of(e->median, 3) : 0;
    const double scale = pow(10, -power), median = e->median * scale;
    const double half = e->low < e->high && isfinite(e->high) ? fmax(e->high - e->median, e->median - e->low) * scale : 0;
    const bool   whole = !e->measured && median == round(median);
    const int    of_median = (half > 0 ? 1 : 2) - power_of(median, half > 0 ? 2 : 3), of_half = half > 0 ? 1 - power_of(half, 2) : 0;
    const int    wanted = whole && half == 0 ? 0 : of_half > of_median ? of_half : of_median;
    const int    decimals = wanted < 0 ? 0 : wanted > DECIMALS_MOST ? DECIMALS_MOST : wanted;
    char         uncertainty[NUMBER_TEXT] = "";
    if (half > 0)
        snprintf(uncertainty, sizeof uncertainty, "%.0f", half * pow(10, decimals));
    snprintf(out->text, sizeof out->text, "%.*f", decimals, median);
    out->minus = out->text[0] == '-';
    out->whole = digits_of(out->text + out->minus);
    out->decimals = decimals;
    out->uncertainty = digits_of(uncertainty);
    out->exponent_minus = power < 0;
    out->exponent = power == 0 ? 0 : abs(power) < 10 ? 1 : 2 + (abs(power) >= 100);
    const size_t used = strlen(out->text);
    if (half > 0)
        snprintf(out->text + used, sizeof out->text - used, "(%s)", uncertainty);
    if (power)
        snprintf(out->text + strlen(out->text), sizeof out->text - strlen(out->text), "e%d", power);
}

static bool is_scientific(const Table *t, int column)
{
    bool scientific = false;
    for (int r = 0; r < t->row_count; r++) {
        const Estimate *e = &t->cells[r * t->column_count + column].estimate;
        const double    size = fabs(e->median);
        scientific = scientific || (e->count && size > 0 && isfinite(size) && (size < 1e-3 || size >= 1e6));
    }
    return scientific;
}

// S[table-format=-3.2(2)e-1]. Beside a power of ten ± would need brackets, which columns do not align.
static void put_format(const Table *t, int column, FILE *out)
{
    const bool scientific = is_scientific(t, column);
    Number     most = {.whole = 1};
    for (int pass = 0; pass < 2; pass++)
        for (int r = 0; r < t->row_count; r++) {
            const Estimate *e = &t->cells[r * t->column_count + column].estimate;
            Number          n = {0};
            if (!e->count || isinf(e->median))
                continue;
            format_number(e, scientific, &n);
            const int uncertainty = n.uncertainty ? n.uncertainty + most.decimals - n.decimals : 0; // all decimals are known in pass 1
            most.whole = n.whole > most.whole ? n.whole : most.whole;
            most.decimals = n.decimals > most.decimals ? n.decimals : most.decimals;
            most.uncertainty = pass && uncertainty > most.uncertainty ? uncertainty : most.uncertainty;
            most.exponent = n.exponent > most.exponent ? n.exponent : most.exponent;
            most.minus = most.minus || n.minus;
            most.exponent_minus = most.exponent_minus || n.exponent_minus;
        }
    fprintf(out, " S[table-format=%s%d.%d", most.minus ? "-" : "", most.whole, most.decimals);
    if (most.uncertainty)
        fprintf(out, "(%d)", most.uncertainty);
    if (most.exponent)
        fprintf(out, "e%s%d%s", most.exponent_minus ? "-" : "", most.exponent, most.uncertainty ? ", uncertainty-mode=compact" : "");
    fputs("]", out);
}

// ---- the table ----

static bool is_numeric(const Table *t, int column)
{
    bool   numeric = true;
    double ignored = 0;
    for (int r = 0; r < t->row_count; r++) {
        const char *text = t->cells[r * t->column_count + column].text;
        numeric = numeric && (!*text || text_to_double(text, &ignored));
    }
    return numeric;
}

// Heads over several columns, each with a rule below it.
static void put_overs(const Table *t, FILE *out)
{
    for (int rules = 0; rules < 2; rules++) {
        fputs("    ", out);
        for (int c = 0, end = 0; c < t->column_count; c = end) {
            for (end = c + 1; end < t->column_count && *t->heads[c].over && strcmp(t->heads[end].over, t->heads[c].over) == 0; end++)
                ;
            if (rules && *t->heads[c].over)
                fprintf(out, "\\cmidrule(lr){%d-%d}", c + 1, end);
            if (rules)
                continue;
            fputs(c ? " & " : "", out);
            if (!*t->heads[c].over)
                continue;
            fprintf(out, "\\multicolumn{%d}{c}{", end - c);
            put_text(t->heads[c].over, out);
            putc('}', out);
        }
        fputs(rules ? "\n" : " \\\\\n", out);
    }
}

static void put_heads(const Table *t, FILE *out)
{
    bool over = false;
    for (int c = 0; c < t->column_count; c++)
        over = over || *t->heads[c].over;
    if (over)
        put_overs(t, out);
    for (int c = 0; c < t->column_count; c++) {
        fputs(c ? " & {" : "    {", out);
        put_text(t->heads[c].under, out);
        putc('}', out);
    }
    fputs(" \\\\\n", out);
}

static void put_value(const TableCell *cell, bool scientific, FILE *out)
{
    Number number = {0};
    if (cell->estimate.count == 0 || isinf(cell->estimate.median)) {
        fputs(cell->estimate.count ? "{not reached}" : "{--}", out);
        return;
    }
    format_number(&cell->estimate, scientific, &number);
    fprintf(out, "%s%s%s", cell->best ? "\\bfseries " : "", number.text, cell->unconverged ? " {\\rlap{\\textsuperscript{$\\circ$}}}" : "");
}

static void put_rows(const Table *t, FILE *out)
{
    for (int r = 0; r < t->row_count; r++) {
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            fputs(c ? " & " : "    ", out);
            if (c < t->key_count)
                put_text(cell->text, out);
            else
                put_value(cell, is_scientific(t, c), out);
        }
        fputs(" \\\\\n", out);
    }
}

void table_latex(const Table *t, const char *title, FILE *out)
{
    static const TableSigns SIGNS = {"± the farther end of the ", "", "Bold", "A ring"};
    char                    note[TABLE_NOTE_MAX];
    table_note(t, &SIGNS, note);
    put_comment(title, out);
    put_comment(note, out);
    put_comment("Made by weft " BUILD_VERSION " for \\usepackage{booktabs} and \\usepackage{siunitx}, version 3.", out);
    fputs("\\begingroup\n\\sisetup{uncertainty-mode=separate, reset-text-series=false, text-series-to-math=true}%\n\\begin{tabular}{", out);
    for (int c = 0; c < t->key_count; c++)
        putc(is_numeric(t, c) ? 'r' : 'l', out);
    for (int c = t->key_count; c < t->column_count; c++)
        put_format(t, c, out);
    fputs("}\n    \\toprule\n", out);
    put_heads(t, out);
    fputs("    \\midrule\n", out);
    put_rows(t, out);
    fputs("    \\bottomrule\n\\end{tabular}%\n\\endgroup\n", out);
}
