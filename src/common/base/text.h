// Text: strict number parsing, and the nearest valid name for a misspelt one.
#ifndef WEFT_BASE_TEXT_H
#define WEFT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

// The whole text must be the number: no spaces, no trailing characters, no NaN, no infinity, no hexadecimal, no locale.
bool text_to_double(const char *text, double *out);
bool text_to_int(const char *text, int64_t *out);
bool text_to_whole(const char *text, int64_t *out); // also as text_from_double has a large one: 1e+06, 1.5e+06

// Reads the digits at the start of the text as a number: no blank and no sign before them, unlike strtol and sscanf. *rest is the text
// behind them. False when there is no digit or the number does not fit.
bool text_take_digits(const char *text, int64_t *out, const char **rest);

// Whether the text is UTF-8 (no overlong forms, no surrogates): what is not cannot go into JSON, and so into no job and no store.
bool text_is_utf8(const char *text);

// STATUS_USAGE naming `what` unless all of the text is printable: names of files are stored, and shown again.
Status text_need_printable(const char *what, const char *text) GNU_MUST_CHECK;

// Whether names of files are made of this name, wherever they lie: at most so many letters, digits, _ and -, of which - is not the first.
enum { TEXT_FILE_NAME_MAX = 63 };
bool text_is_file_name(const char *text);

// How many characters the text has, for columns of tables.
size_t text_characters(const char *text);

// The text, or as many characters of it, the last an ellipsis.
void text_cut(const char *text, int characters, char *out, size_t size);

// The bytes of the character at the start of the text if it is printable: valid UTF-8, and no control of terminals (C0, DEL, C1), end of a
// line or paragraph, or turn of the direction of writing (bidi); else 0. bytes: NULL, or how many to go on, at least 1.
size_t text_printable_bytes(const char *text, size_t *bytes);

// Makes the text one line that is printable: each byte of what is not becomes a question mark.
void text_make_printable(char *text);
void text_put_printable(const char *text, FILE *out); // the same, written; tabs and line ends become spaces

// Letters, digits and _, not beginning with a digit, and at least one.
bool text_is_word(const char *text);

// The shortest decimal text that reads back as exactly `value`.
void text_from_double(double value, char *out, size_t size);

// The index of `text` in names, which end with NULL; −1 when it is none of them.
int text_find(const char *text, const char *const *names);

// Whether the text is "NAME=…".
bool text_sets(const char *text, const char *name);

// The name of which `text` is what follows the last point (n of scene.n), or that with the smallest edit distance; NULL when none is close
// enough.
const char *text_nearest(const char *text, const char *const *names, size_t count);

// Appends ", did you mean `x`?" for the nearest name, or "; valid: a, b, c" when none is near. out keeps its terminating zero.
void text_suggest(char *out, size_t size, const char *text, const char *const *names, size_t count);

// STATUS_INPUT with the formatted message and the nearest name as a suggestion. count: TEXT_ALL if NULL ends the names.
#define TEXT_ALL SIZE_MAX
Status text_not_among(const char *text, const char *const *names, size_t count, const char *format, ...) GNU_MUST_CHECK GNU_PRINTF(4, 5);

// The same with the message "unknown WHAT `TEXT`"; NULL ends the names.
Status text_unknown(const char *what, const char *text, const char *const *names) GNU_MUST_CHECK;

// The words of a text in lines of at most `width` characters where words allow it, `indent` spaces before each line but the first, which
// goes on at `column`. Ends with a line end. What is not printable becomes question marks.
void text_put_wrapped(const char *text, int column, int indent, int width, FILE *out);

// So many bytes of a text as YAML has them between double quotes.
void text_put_quoted(const char *text, size_t length, FILE *out);

// A text as a shell reads it as one word: within single quotes where it needs them.
void text_put_shell(const char *text, FILE *out);

// A field of a CSV line (RFC 4180): in quotes when it has a comma, a quote or a line end in it. A text that a spreadsheet would take for a
// formula (it begins with = + - @, a tab or a carriage return, and is not a number) has an apostrophe before it.
void text_csv(const char *text, FILE *out);

#endif
