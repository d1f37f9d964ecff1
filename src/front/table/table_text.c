// Tables as plain text, for a terminal.
#include "table/private/table_layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { WIDTH = 80, GAP = 2, CELL_TEXT = TABLE_INTERVAL_MAX + 2 * NUMBER_TEXT };

// "1.23 ±4.5 %", or "1.23 [0.10, 9.87]" for a wide interval, followed by the signs of the note.
static const char *cell_text(const Table *t, int row, int column, char out[CELL_TEXT])
{
    const TableCell *cell = &t->cells[row * t->column_count + column];
    const Estimate  *e = &cell->estimate;
    char             median[NUMBER_TEXT], spread[TABLE_INTERVAL_MAX];
    if (column < t->key_count)
        return cell->text;
    table_value(e->median, e->measured, median);
    const bool spreads = *table_spread(e, spread);
    snprintf(out, CELL_TEXT, "%s%s%s%s%s", e->count ? median : "-", spreads ? " " : "", spread, cell->best ? " *" : "",
             e->count && cell->unconverged ? " ◦" : "");
    return out;
}

// As wide as the values and the longest word of the heading.
static void find_widths(const Table *t, int *widths)
{
    for (int c = 0; c < t->column_count; c++) {
        widths[c] = 1;
        const int word = table_longest_word(t->heads[c].under);
        widths[c] = word > widths[c] ? word : widths[c];
        for (int r = 0; r < t->row_count; r++) {
            char      text[CELL_TEXT];
            const int length = (int)text_characters(cell_text(t, r, c, text));
            widths[c] = length > widths[c] ? length : widths[c];
        }
    }
    table_widen(t, GAP, widths);
}

// Headings centred over several columns.
static void put_overs(const Table *t, const int *widths, int begin, int end, FILE *out)
{
    int  behind = table_width(widths, GAP, 0, t->key_count), next = 0; // behind: spaces before the next head
    bool any = false;
    for (int c = begin; c < end; c++)
        any = any || *t->heads[c].over;
    for (int c = begin; any && c < end; c = next) {
        next = table_head_end(t, c, end);
        const int space = table_width(widths, GAP, c, next) - (int)text_characters(t->heads[c].over);
        fprintf(out, "%*s%s", behind + GAP + space / 2, "", t->heads[c].over);
        behind = space - space / 2;
    }
    fputs(any ? "\n" : "", out);
}

// behind: pending spaces, written only before further text.
static void put_cell(const TableBlock *b, int i, const char *text, int *behind, FILE *out)
{
    const int  c = table_block_column(b, i), space = b->widths[c] - (int)text_characters(text);
    const bool left = c < b->t->key_count;
    *behind += (i ? GAP : 0) + (left ? 0 : space);
    if (*text)
        fprintf(out, "%*s%s", *behind, "", text);
    *behind = (*text ? 0 : *behind) + (left ? space : 0);
}

static void put_heads(const TableBlock *b, FILE *out)
{
    int max = 0;
    for (int i = 0; i < table_block_count(b); i++) {
        const int count = table_line_count(b->t->heads[table_block_column(b, i)].under, b->widths[table_block_column(b, i)]);
        max = count > max ? count : max;
    }
    for (int line = 0; line < max; line++) {
        int behind = 0;
        for (int i = 0; i < table_block_count(b); i++) {
            const int   c = table_block_column(b, i), blank = max - table_line_count(b->t->heads[c].under, b->widths[c]);
            const char *head = b->t->heads[c].under, *begin = head;
            size_t      bytes = 0;
            char        text[2 * SPEC_TEXT_MAX];
            for (int k = blank; k <= line; k++) {
                begin = head;
                bytes = table_take_line(&head, b->widths[c]);
            }
            snprintf(text, sizeof text, "%.*s", (int)bytes, begin);
            put_cell(b, i, text, &behind, out);
        }
        putc('\n', out);
    }
}

static void put_row(const TableBlock *b, int row, FILE *out)
{
    char text[CELL_TEXT];
    int  behind = 0;
    for (int i = 0; i < table_block_count(b); i++)
        put_cell(b, i, cell_text(b->t, row, table_block_column(b, i), text), &behind, out);
    putc('\n', out);
}

// Whether a cell has both ends of its interval.
static bool has_wide(const Table *t)
{
    bool has = false;
    for (int i = 0; i < t->row_count * t->column_count; i++) {
        char spread[TABLE_INTERVAL_MAX];
        has = has || (i % t->column_count >= t->key_count && *table_spread(&t->cells[i].estimate, spread) == '[');
    }
    return has;
}

Status table_text(const Table *t, FILE *out)
{
    const TableSigns signs = {"± half the ", has_wide(t) ? " (where wider than the median: [both ends])" : "", "*", "◦", "-"};
    char             note[TABLE_NOTE_MAX];
    int             *widths = malloc(((size_t)t->column_count + 1) * sizeof *widths);
    if (!widths)
        return status_make(STATUS_MEMORY, "out of memory for a table of %d columns", t->column_count);
    find_widths(t, widths);
    for (TableBlock b = {t, widths, t->key_count, 0}; b.begin < t->column_count; b.begin = b.end) {
        b.end = table_block_end(t, widths, GAP, WIDTH, b.begin);
        fputs(b.begin > t->key_count ? "\n" : "", out);
        put_overs(t, widths, b.begin, b.end, out);
        put_heads(&b, out);
        for (int r = 0; r < t->row_count; r++)
            put_row(&b, r, out);
    }
    free(widths);
    table_note(t, &signs, note);
    text_put_wrapped(note, 0, 0, WIDTH, out);
    return status_ok();
}
