// Tables as Markdown, for a document or a README.
#include "table/table.h"

#include "data/escape.h"

static void put_head(const Table *t, bool counts, FILE *out)
{
    for (int line = 0; line < 2; line++) {
        putc('|', out);
        for (int c = 0; c < t->column_count; c++) {
            const bool key = c < t->key_count;
            putc(' ', out);
            if (line == 0)
                markdown_text(t->heads[c].text, out);
            fputs(line == 0 ? " |" : key ? "--- |" : "---: |", out);
            if (!key && counts)
                fprintf(out, " %s |", line ? "---:" : table_is_measured(t, c) ? "processes" : "samples");
        }
        putc('\n', out);
    }
}

static void put_value(const TableCell *cell, FILE *out)
{
    const Estimate *e = &cell->estimate;
    char            median[NUMBER_TEXT], interval[TABLE_INTERVAL_MAX];
    table_value(e->median, e->measured, median);
    fprintf(out, cell->best ? "**%s**" : "%s", e->count ? median : "–");
    if (*table_interval(e, interval))
        fprintf(out, " %s", interval);
    fputs(e->count && cell->unconverged ? " ◦" : "", out);
}

void table_markdown(const Table *t, FILE *out)
{
    static const TableSigns SIGNS = {"and [", "]", "Bold", "◦", "–"};
    const bool              counts = !table_common_count(t);
    char                    note[TABLE_NOTE_MAX];
    table_note(t, &SIGNS, note);
    put_head(t, counts, out);
    for (int r = 0; r < t->row_count; r++) {
        putc('|', out);
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            putc(' ', out);
            if (c < t->key_count)
                markdown_text(cell->text, out);
            else
                put_value(cell, out);
            fputs(" |", out);
            if (c >= t->key_count && counts)
                fprintf(out, " %d |", cell->estimate.count);
        }
        putc('\n', out);
    }
    fprintf(out, "\n%s\n", note);
}
