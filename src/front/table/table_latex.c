// Tables as LaTeX. A value is a number in siunitx notation, "1.23(45)": 45 in the last places of 1.23. The width that a column reserves for
// each part of a number (table-format) covers all its numbers, so that decimal points and signs align.
#include "table/private/table_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "build_facts.h"
#include "data/escape.h"

// In digits of \footnotesize, 4.25 pt: 174 mm, the width of a two-column page, and twice \tabcolsep.
enum { PAGE = 118, GAP = 2 };

// ---- numbers ----

typedef struct Number {
    char text[64];
    int  whole, decimals, uncertainty, exponent; // numbers of digits; the uncertainty counts the last places
    bool minus, exponent_minus;
} Number;

static int power_of(double value, int digits) // power of ten of the value, rounded to so many digits
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return atoi(strchr(text, 'e') + 1);
}

static int digits_of(const char *text)
{
    return (int)strspn(text, "0123456789");
}

// Distance from the median to the farther end of the interval; 0: no interval.
static double half_width(const Estimate *e)
{
    return e->low < e->high && isfinite(e->high) ? fmax(e->high - e->median, e->median - e->low) : 0;
}

// The number that sets the power of ten: the median, or the interval if the median is negligible against it.
static double size_of(const Estimate *e)
{
    enum { NEGLIGIBLE = 100 };
    const double half = half_width(e), size = fabs(e->median);
    return half > NEGLIGIBLE * size ? half : size;
}

// The interval has two digits, for its farther end; the median is printed to the same place. The median has at least two digits, unless it
// is negligible against the interval: an interval of two processes can be a billion times the median. Without an interval it has three.
static void format_number(const Estimate *e, bool scientific, Number *out)
{
    enum { DECIMALS_MAX = 12 };
    const int    power = scientific && size_of(e) > 0 ? power_of(size_of(e), 3) : 0;
    const double scale = pow(10, -power), median = e->median * scale, half = half_width(e) * scale;
    const bool   whole = !e->measured && median == round(median);
    const int    of_median = (half > 0 ? 1 : 2) - power_of(median, half > 0 ? 2 : 3), of_half = half > 0 ? 1 - power_of(half, 2) : 0;
    const int    places = whole && half == 0 ? 0 : of_half > of_median || size_of(e) > fabs(e->median) ? of_half : of_median;
    const int    decimals = places < 0 ? 0 : places > DECIMALS_MAX ? DECIMALS_MAX : places;
    const double shown = fabs(median) * pow(10, decimals) < 0.5 ? 0 : median; // without the sign of a zero
    char         uncertainty[NUMBER_TEXT] = "";
    if (half > 0)
        snprintf(uncertainty, sizeof uncertainty, "%.0f", half * pow(10, decimals));
    snprintf(out->text, sizeof out->text, "%.*f", decimals, shown);
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
        const double    size = size_of(e);
        scientific = scientific || (e->count && size > 0 && isfinite(size) && (size < 1e-3 || size >= 1e6));
    }
    return scientific;
}

// The digits that all numbers of a column need.
static Number find_format(const Table *t, int column)
{
    const bool scientific = is_scientific(t, column);
    Number     widest = {.whole = 1};
    for (int pass = 0; pass < 2; pass++)
        for (int r = 0; r < t->row_count; r++) {
            const Estimate *e = &t->cells[r * t->column_count + column].estimate;
            Number          n = {0};
            if (!e->count || isinf(e->median))
                continue;
            format_number(e, scientific, &n);
            const int uncertainty = n.uncertainty ? n.uncertainty + widest.decimals - n.decimals : 0; // all decimals are known in pass 1
            widest.whole = n.whole > widest.whole ? n.whole : widest.whole;
            widest.decimals = n.decimals > widest.decimals ? n.decimals : widest.decimals;
            widest.uncertainty = pass && uncertainty > widest.uncertainty ? uncertainty : widest.uncertainty;
            widest.exponent = n.exponent > widest.exponent ? n.exponent : widest.exponent;
            widest.minus = widest.minus || n.minus;
            widest.exponent_minus = widest.exponent_minus || n.exponent_minus;
        }
    return widest;
}

// S[table-format=-3.2(2)e-1]. With a power of ten, ± would need brackets, which columns do not align.
static void put_format(const Number *n, FILE *out)
{
    fprintf(out, " S[table-format=%s%d.%d", n->minus ? "-" : "", n->whole, n->decimals);
    if (n->uncertainty)
        fprintf(out, "(%d)", n->uncertainty);
    if (n->exponent)
        fprintf(out, "e%s%d%s", n->exponent_minus ? "-" : "", n->exponent, n->uncertainty ? ", uncertainty-mode=compact" : "");
    fputs("]", out);
}

// In digits.
static int width_of_number(const Number *n)
{
    const int point = n->decimals > 0, number = 2 * n->minus + n->whole + point + n->decimals;
    if (n->exponent)
        return number + (n->uncertainty ? n->uncertainty + 2 : 0) + 6 + n->exponent + n->exponent_minus;
    const int before_point = n->uncertainty > n->decimals ? n->uncertainty - n->decimals : 1;
    return number + (n->uncertainty ? 3 + before_point + point + n->decimals : 0);
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

// In digits: as wide as the values and the longest word of the heading, but a short heading stays on one line.
static void find_widths(const Table *t, int *widths)
{
    enum { FEW = 11 };
    for (int c = 0; c < t->column_count; c++) {
        const int word = table_longest_word(t->heads[c].under), whole = (int)text_characters(t->heads[c].under);
        widths[c] = whole < FEW ? whole : word > FEW ? word : FEW;
        for (int r = 0; r < t->row_count && c < t->key_count; r++) {
            const int length = (int)text_characters(t->cells[r * t->column_count + c].text);
            widths[c] = length > widths[c] ? length : widths[c];
        }
        if (c < t->key_count)
            continue;
        const Number format = find_format(t, c);
        const int    number = width_of_number(&format);
        widths[c] = number > widths[c] ? number : widths[c];
    }
    table_widen(t, GAP, widths);
}

// Headings over several columns, each with a rule below.
static void put_overs(const TableBlock *b, FILE *out)
{
    const Table *t = b->t;
    for (int rules = 0; rules < 2; rules++) {
        fprintf(out, "    ");
        for (int i = 1; i < t->key_count && !rules; i++)
            fputs(" & ", out);
        for (int c = b->begin, end = 0; c < b->end; c = end) {
            const int at = t->key_count + c - b->begin + 1;
            end = table_head_end(t, c, b->end);
            if (rules && *t->heads[c].over)
                fprintf(out, "\\cmidrule(lr){%d-%d}", at, at + end - c - 1);
            if (rules)
                continue;
            fputs(at > 1 ? " & " : "", out);
            if (!*t->heads[c].over)
                continue;
            fprintf(out, "\\multicolumn{%d}{c}{", end - c);
            latex_text(t->heads[c].over, out);
            putc('}', out);
        }
        fputs(rules ? "\n" : " \\\\\n", out);
    }
}

// Breaks the heading into lines that fit the column.
static void put_head(const TableBlock *b, int c, FILE *out)
{
    const char *head = b->t->heads[c].under;
    const bool  broken = table_line_count(head, b->widths[c]) > 1;
    putc('{', out);
    if (broken)
        fprintf(out, "\\begin{tabular}[b]{@{}%c@{}}", c >= b->t->key_count ? 'c' : is_numeric(b->t, c) ? 'r' : 'l');
    while (*head) {
        char         line[2 * SPEC_TEXT_MAX];
        const char  *begin = head;
        const size_t bytes = table_take_line(&head, b->widths[c]);
        snprintf(line, sizeof line, "%.*s", (int)bytes, begin);
        latex_text(line, out);
        fputs(*head ? "\\\\" : "", out);
    }
    fputs(broken ? "\\end{tabular}}" : "}", out);
}

static void put_heads(const TableBlock *b, FILE *out)
{
    bool over = false;
    for (int c = b->begin; c < b->end; c++)
        over = over || *b->t->heads[c].over;
    if (over)
        put_overs(b, out);
    for (int i = 0; i < table_block_count(b); i++) {
        fputs(i ? " & " : "    ", out);
        put_head(b, table_block_column(b, i), out);
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

static void put_rows(const TableBlock *b, FILE *out)
{
    const Table *t = b->t;
    for (int r = 0; r < t->row_count; r++) {
        for (int i = 0; i < table_block_count(b); i++) {
            const int        c = table_block_column(b, i);
            const TableCell *cell = &t->cells[r * t->column_count + c];
            fputs(i ? " & " : "    ", out);
            if (c < t->key_count)
                latex_text(cell->text, out);
            else
                put_value(cell, is_scientific(t, c), out);
        }
        fputs(" \\\\\n", out);
    }
}

static void put_tabular(const TableBlock *b, FILE *out)
{
    fputs("\\begin{tabular}{", out);
    for (int c = 0; c < b->t->key_count; c++)
        putc(is_numeric(b->t, c) ? 'r' : 'l', out);
    for (int c = b->begin; c < b->end; c++) {
        const Number format = find_format(b->t, c);
        put_format(&format, out);
    }
    fputs("}\n    \\toprule\n", out);
    put_heads(b, out);
    fputs("    \\midrule\n", out);
    put_rows(b, out);
    fputs("    \\bottomrule\n\\end{tabular}%\n", out);
}

static int count_blocks(const Table *t, const int *widths, int room)
{
    int count = 0;
    for (int begin = t->key_count; begin < t->column_count; count++)
        begin = table_block_end(t, widths, GAP, room, begin);
    return count;
}

Status table_latex(const Table *t, const char *title, FILE *out)
{
    static const TableSigns SIGNS = {"± the farther end of the ", "", "Bold", "A ring", "--"};
    char                    note[TABLE_NOTE_MAX];
    int                    *widths = malloc(((size_t)t->column_count + 1) * sizeof *widths);
    if (!widths)
        return status_make(STATUS_MEMORY, "out of memory for a table of %d columns", t->column_count);
    find_widths(t, widths);
    int room = PAGE;
    for (const int min = count_blocks(t, widths, PAGE); room > 1 && count_blocks(t, widths, room - 1) == min;)
        room--; // blocks of about the same width
    table_note(t, &SIGNS, note);
    comment_line("%", title, out);
    comment_line("%", note, out);
    comment_line("%", "Made by weft " BUILD_VERSION " for \\usepackage{booktabs} and \\usepackage{siunitx}, version 3; in small letters,",
                 out);
    comment_line("%", "unless \\wefttable is defined before: \\newcommand\\wefttable{\\normalsize}.", out);
    fputs("\\begingroup\n\\providecommand\\wefttable{\\footnotesize\\setlength\\tabcolsep{4pt}}\\wefttable\n"
          "\\sisetup{uncertainty-mode=separate, table-align-uncertainty=false, reset-text-series=false, text-series-to-math=true}%\n",
          out);
    for (TableBlock b = {t, widths, t->key_count, 0}; b.begin < t->column_count; b.begin = b.end) {
        b.end = table_block_end(t, widths, GAP, room, b.begin);
        fputs(b.begin > t->key_count ? "\\par\\medskip\n" : "", out);
        put_tabular(&b, out);
    }
    fputs("\\endgroup\n", out);
    free(widths);
    return status_ok();
}
