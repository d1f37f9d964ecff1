// Tables as plain text, for a terminal.
#include "report/private/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { WIDTH = 80, GAP = 2, CELL_TEXT = 3 * NUMBER_TEXT };

// "1.23 ±4.5 %", half the interval over the median, with the signs of the note behind it.
static const char *cell_text(const Table *t, int row, int column, char out[CELL_TEXT])
{
    const TableCell *cell = &t->cells[row * t->column_count + column];
    const Estimate  *e = &cell->estimate;
    char             median[NUMBER_TEXT], spread[NUMBER_TEXT];
    if (column < t->key_count)
        return cell->text;
    table_value(e->median, e->measured, median);
    number_spread(e->low, e->median, e->high, spread);
    const bool wide = e->count && e->low < e->high && spread[0] != '-';
    snprintf(out, CELL_TEXT, "%s%s%s%s%s", e->count ? median : "-", wide ? " ±" : "", wide ? spread : "", cell->best ? " *" : "",
             e->count && cell->unconverged ? " ◦" : "");
    return out;
}

// The end of the columns below one head, of which c is the first.
static int end_of_head(const Table *t, int c, int limit)
{
    int end = c + 1;
    while (end < limit && *t->heads[c].over && strcmp(t->heads[end].over, t->heads[c].over) == 0)
        end++;
    return end;
}

static int width_of(const int *widths, int begin, int end)
{
    int width = 0;
    for (int c = begin; c < end; c++)
        width += widths[c] + (c > begin ? GAP : 0);
    return width;
}

static void find_widths(const Table *t, int *widths)
{
    for (int c = 0; c < t->column_count; c++) {
        widths[c] = (int)text_characters(t->heads[c].under);
        for (int r = 0; r < t->row_count; r++) {
            char      text[CELL_TEXT];
            const int length = (int)text_characters(cell_text(t, r, c, text));
            widths[c] = length > widths[c] ? length : widths[c];
        }
    }
    for (int c = t->key_count, end = c; c < t->column_count; c = end) {
        end = end_of_head(t, c, t->column_count);
        const int more = (int)text_characters(t->heads[c].over) - width_of(widths, c, end);
        widths[end - 1] += more > 0 ? more : 0;
    }
}

// Heads over several columns, in the middle of them.
static void put_overs(const Table *t, const int *widths, int begin, int end, FILE *out)
{
    int  behind = width_of(widths, 0, t->key_count); // spaces before the next
    bool any = false;
    for (int c = begin; c < end; c++)
        any = any || *t->heads[c].over;
    for (int c = begin, next = c; any && c < end; c = next) {
        next = end_of_head(t, c, end);
        const int space = width_of(widths, c, next) - (int)text_characters(t->heads[c].over);
        fprintf(out, "%*s%s", behind + GAP + space / 2, "", t->heads[c].over);
        behind = space - space / 2;
    }
    fputs(any ? "\n" : "", out);
}

// The keys, left-aligned, and the columns begin … end−1; row −1: the heads.
static void put_line(const Table *t, const int *widths, int row, int begin, int end, FILE *out)
{
    char text[CELL_TEXT];
    for (int i = 0; i < t->key_count + end - begin; i++) {
        const int   c = i < t->key_count ? i : begin + i - t->key_count;
        const char *cell = row < 0 ? t->heads[c].under : cell_text(t, row, c, text);
        const int   space = widths[c] - (int)text_characters(cell);
        if (c < t->key_count)
            fprintf(out, "%*s%s%*s", i ? GAP : 0, "", cell, space, "");
        else
            fprintf(out, "%*s%s", space + (i ? GAP : 0), "", cell);
    }
    putc('\n', out);
}

// The end of the columns that fit beside the keys: all of a head, or at least one.
static int end_of_block(const Table *t, const int *widths, int begin)
{
    const int room = WIDTH - width_of(widths, 0, t->key_count);
    int       end = begin;
    for (int next = end; end < t->column_count; end = next) {
        next = end_of_head(t, end, t->column_count);
        if (width_of(widths, begin, next) + GAP > room)
            break;
    }
    for (int next = begin + 1; end == begin; next++) // of a head that is too wide
        if (next >= t->column_count || width_of(widths, begin, next + 1) + GAP > room)
            end = next;
    return end;
}

Status table_text(const Table *t, FILE *out)
{
    static const TableSigns SIGNS = {"± half the ", "", "*", "◦"};
    char                    note[TABLE_NOTE_MAX];
    int                    *widths = malloc(((size_t)t->column_count + 1) * sizeof *widths);
    if (!widths)
        return status_make(STATUS_MEMORY, "out of memory for a table of %d columns", t->column_count);
    find_widths(t, widths);
    for (int begin = t->key_count, end = begin; begin < t->column_count; begin = end) {
        end = end_of_block(t, widths, begin);
        fputs(begin > t->key_count ? "\n" : "", out);
        put_overs(t, widths, begin, end, out);
        for (int r = -1; r < t->row_count; r++)
            put_line(t, widths, r, begin, end, out);
    }
    free(widths);
    table_note(t, &SIGNS, note);
    text_put_wrapped(note, 0, 0, WIDTH, out);
    return status_ok();
}
