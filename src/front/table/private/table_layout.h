// Layout for table writers that break headings into lines and put columns beyond the page width below the others. Widths are in characters.
#ifndef WEFT_TABLE_TABLE_LAYOUT_H
#define WEFT_TABLE_TABLE_LAYOUT_H

#include "table/table.h"

// The end of the columns below one heading; c is the first column.
int table_head_end(const Table *table, int c, int limit);

// The width of the columns begin … end−1, with gaps between them.
int table_width(const int *widths, int gap, int begin, int end);

// Widens columns below a heading that is wider than they are.
void table_widen(const Table *table, int gap, int *widths);

int table_longest_word(const char *text);

// Takes the words of *head that fit on a line, at least one. Returns their number of bytes.
size_t table_take_line(const char **head, int width);
int    table_line_count(const char *head, int width);

// One block of a wide table: the keys, and the columns begin … end−1.
typedef struct TableBlock {
    const Table *t;
    const int   *widths;
    int          begin, end;
} TableBlock;

int table_block_count(const TableBlock *block);         // its columns
int table_block_column(const TableBlock *block, int i); // index in the table of its i-th column

// The end of the columns from begin that fit next to the keys: all columns of a heading, or at least one.
int table_block_end(const Table *table, const int *widths, int gap, int width, int begin);

#endif
