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

static int characters_of(const char *text, size_t bytes)
{
    char copy[2 * SPEC_TEXT_MAX];
    snprintf(copy, sizeof copy, "%.*s", (int)bytes, text);
    return (int)text_characters(copy);
}

// Takes the words of a head that fit in a line, at least one. Returns how many bytes they have.
static size_t take_line(const char **head, int width)
{
    const char *begin = *head;
    size_t      taken = 0;
    for (const char *word = begin; *word;) {
        const size_t bytes = strcspn(word, " ");
        if (taken && characters_of(begin, (size_t)(word - begin) + bytes) > width)
            break;
        taken = (size_t)(word - begin) + bytes;
        word += bytes + strspn(word + bytes, " ");
        *head = word;
    }
    return taken;
}

static int count_lines(const char *head, int width)
{
    int count = 0;
    for (; *head; count++)
        (void)take_line(&head, width);
    return count;
}

// As wide as the values and the longest word of the head.
static void find_widths(const Table *t, int *widths)
{
    for (int c = 0; c < t->column_count; c++) {
        widths[c] = 1;
        for (const char *head = t->heads[c].under; *head;) {
            const char  *word = head;
            const size_t bytes = take_line(&head, 0);
            const int    length = characters_of(word, bytes);
            widths[c] = length > widths[c] ? length : widths[c];
        }
        for (int r = 0; r < t->row_count; r++) {
            char      text[CELL_TEXT];
            const int length = (int)text_characters(cell_text(t, r, c, text));
            widths[c] = length > widths[c] ? length : widths[c];
        }
    }
    int end = 0;
    for (int c = t->key_count; c < t->column_count; c = end) {
        end = end_of_head(t, c, t->column_count);
        const int more = (int)text_characters(t->heads[c].over) - width_of(widths, c, end);
        widths[end - 1] += more > 0 ? more : 0;
    }
}

// Heads over several columns, in the middle of them.
static void put_overs(const Table *t, const int *widths, int begin, int end, FILE *out)
{
    int  behind = width_of(widths, 0, t->key_count), next = 0; // behind: spaces before the next head
    bool any = false;
    for (int c = begin; c < end; c++)
        any = any || *t->heads[c].over;
    for (int c = begin; any && c < end; c = next) {
        next = end_of_head(t, c, end);
        const int space = width_of(widths, c, next) - (int)text_characters(t->heads[c].over);
        fprintf(out, "%*s%s", behind + GAP + space / 2, "", t->heads[c].over);
        behind = space - space / 2;
    }
    fputs(any ? "\n" : "", out);
}

// The columns of a block: the keys, left-aligned, and begin … end−1.
typedef struct Block {
    const Table *t;
    const int   *widths;
    int          begin, end;
} Block;

static int block_count(const Block *b)
{
    return b->t->key_count + b->end - b->begin;
}

static int block_column(const Block *b, int i)
{
    return i < b->t->key_count ? i : b->begin + i - b->t->key_count;
}

// behind: spaces that are to follow what is written, unless nothing does.
static void put_cell(const Block *b, int i, const char *text, int *behind, FILE *out)
{
    const int  c = block_column(b, i), space = b->widths[c] - (int)text_characters(text);
    const bool left = c < b->t->key_count;
    *behind += (i ? GAP : 0) + (left ? 0 : space);
    if (*text)
        fprintf(out, "%*s%s", *behind, "", text);
    *behind = (*text ? 0 : *behind) + (left ? space : 0);
}

static void put_heads(const Block *b, FILE *out)
{
    int most = 0;
    for (int i = 0; i < block_count(b); i++) {
        const int count = count_lines(b->t->heads[block_column(b, i)].under, b->widths[block_column(b, i)]);
        most = count > most ? count : most;
    }
    for (int line = 0; line < most; line++) {
        int behind = 0;
        for (int i = 0; i < block_count(b); i++) {
            const int   c = block_column(b, i), blank = most - count_lines(b->t->heads[c].under, b->widths[c]);
            const char *head = b->t->heads[c].under, *begin = head;
            size_t      bytes = 0;
            char        text[2 * SPEC_TEXT_MAX];
            for (int k = blank; k <= line; k++) {
                begin = head;
                bytes = take_line(&head, b->widths[c]);
            }
            snprintf(text, sizeof text, "%.*s", (int)bytes, begin);
            put_cell(b, i, text, &behind, out);
        }
        putc('\n', out);
    }
}

static void put_row(const Block *b, int row, FILE *out)
{
    char text[CELL_TEXT];
    int  behind = 0;
    for (int i = 0; i < block_count(b); i++)
        put_cell(b, i, cell_text(b->t, row, block_column(b, i), text), &behind, out);
    putc('\n', out);
}

// The end of the columns that fit beside the keys: all of a head, or at least one.
static int end_of_block(const Table *t, const int *widths, int begin)
{
    const int room = WIDTH - width_of(widths, 0, t->key_count);
    int       end = begin, next = 0;
    for (; end < t->column_count; end = next) {
        next = end_of_head(t, end, t->column_count);
        if (width_of(widths, begin, next) + GAP > room)
            break;
    }
    for (next = begin + 1; end == begin; next++) // of a head that is too wide
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
    for (Block b = {t, widths, t->key_count, 0}; b.begin < t->column_count; b.begin = b.end) {
        b.end = end_of_block(t, widths, b.begin);
        fputs(b.begin > t->key_count ? "\n" : "", out);
        put_overs(t, widths, b.begin, b.end, out);
        put_heads(&b, out);
        for (int r = 0; r < t->row_count; r++)
            put_row(&b, r, out);
    }
    free(widths);
    table_note(t, &SIGNS, note);
    text_put_wrapped(note, 0, 0, WIDTH, out);
    return status_ok();
}
