// What the writers of tables share that break heads into lines and set the columns that a page has no room for below the others. Widths
// are characters.
#ifndef WEFT_TABLE_TABLE_LAYOUT_H
#define WEFT_TABLE_TABLE_LAYOUT_H

#include "table/table.h"

// The end of the columns below one head, of which c is the first.
int table_head_end(const Table *table, int c, int limit);

// Of the columns begin … end−1, with gaps between them.
int table_width(const int *widths, int gap, int begin, int end);

// Makes room for heads over several columns that are wider than these.
void table_widen(const Table *table, int gap, int *widths);

int table_longest_word(const char *text);

// Takes the words of *head that fit in a line, at least one. Returns how many bytes they have.
size_t table_take_line(const char **head, int width);
int    table_line_count(const char *head, int width);

// One of several tables that follow each other: the keys, and the columns begin … end−1.
typedef struct TableBlock {
    const Table *t;
    const int   *widths;
    int          begin, end;
} TableBlock;

int table_block_count(const TableBlock *block);         // its columns
int table_block_column(const TableBlock *block, int i); // which column of the table the i-th is

// The end of the columns from begin that fit beside the keys: all of a head, or at least one.
int table_block_end(const Table *table, const int *widths, int gap, int width, int begin);

#endif
