// Layout for table writers: line breaks in headings, and splitting wide tables into blocks.
#include "table/private/table_layout.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

int table_head_end(const Table *t, int c, int limit)
{
    int end = c + 1;
    while (end < limit && *t->heads[c].over && strcmp(t->heads[end].over, t->heads[c].over) == 0)
        end++;
    return end;
}

int table_width(const int *widths, int gap, int begin, int end)
{
    int width = 0;
    for (int c = begin; c < end; c++)
        width += widths[c] + (c > begin ? gap : 0);
    return width;
}

void table_widen(const Table *t, int gap, int *widths)
{
    for (int c = t->key_count, end = 0; c < t->column_count; c = end) {
        end = table_head_end(t, c, t->column_count);
        const int more = (int)text_characters(t->heads[c].over) - table_width(widths, gap, c, end);
        widths[end - 1] += more > 0 ? more : 0;
    }
}

static int table_characters(const char *text, size_t bytes)
{
    char copy[2 * SPEC_TEXT_MAX];
    snprintf(copy, sizeof copy, "%.*s", (int)bytes, text);
    return (int)text_characters(copy);
}

size_t table_take_line(const char **head, int width)
{
    const char *begin = *head;
    size_t      taken = 0;
    for (const char *word = begin; *word;) {
        const size_t bytes = strcspn(word, " ");
        if (taken && table_characters(begin, (size_t)(word - begin) + bytes) > width)
            break;
        taken = (size_t)(word - begin) + bytes;
        word += bytes + strspn(word + bytes, " ");
        *head = word;
    }
    return taken;
}

int table_line_count(const char *head, int width)
{
    int count = 0;
    for (; *head; count++)
        (void)table_take_line(&head, width);
    return count;
}

int table_longest_word(const char *text)
{
    int longest = 0;
    while (*text) {
        const char  *word = text;
        const size_t bytes = table_take_line(&text, 0);
        const int    length = table_characters(word, bytes);
        longest = length > longest ? length : longest;
    }
    return longest;
}

int table_block_end(const Table *t, const int *widths, int gap, int width, int begin)
{
    const int room = width - table_width(widths, gap, 0, t->key_count);
    int       end = begin, next = 0;
    for (; end < t->column_count; end = next) {
        next = table_head_end(t, end, t->column_count);
        if (table_width(widths, gap, begin, next) + gap > room)
            break;
    }
    for (next = begin + 1; end == begin; next++) // a heading that is too wide
        if (next >= t->column_count || table_width(widths, gap, begin, next + 1) + gap > room)
            end = next;
    return end;
}

int table_block_count(const TableBlock *b)
{
    return b->t->key_count + b->end - b->begin;
}

int table_block_column(const TableBlock *b, int i)
{
    return i < b->t->key_count ? i : b->begin + i - b->t->key_count;
}
