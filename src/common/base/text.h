// Text: strict number parsing, and the nearest valid name for a misspelt one.
#ifndef WEFT_BASE_TEXT_H
#define WEFT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

// The whole text must be the number: no spaces, no trailing characters, no NaN, no infinity, no hexadecimal; independent of the locale.
bool text_to_double(const char *text, double *out);
bool text_to_int(const char *text, int64_t *out);
bool text_to_whole(const char *text, int64_t *out); // also large ones as text_from_double writes them: 1e+06, 1.5e+06

// Reads the digits at the start of the text as a number; unlike strtol and sscanf, without blanks or a sign before them. *rest is the text
// after them. False if there is no digit or the number does not fit.
bool text_take_digits(const char *text, int64_t *out, const char **rest);

// True if the text is UTF-8 (no overlong forms, no surrogates). Other texts cannot be in JSON, and so not in a job or a store.
bool text_is_utf8(const char *text);

// STATUS_USAGE naming `what` unless the text is printable, since names of files are stored and printed later.
Status text_need_printable(const char *what, const char *text) GNU_MUST_CHECK;

// True if the name can be used in file names on any file system: at most TEXT_FILE_NAME_MAX letters, digits, _ and -, not starting with -.
enum { TEXT_FILE_NAME_MAX = 63 };
bool text_is_file_name(const char *text);

// Number of characters in the text, for columns of tables.
size_t text_characters(const char *text);

// The text, cut to `characters` characters; if it is cut, the last is an ellipsis.
void text_cut(const char *text, int characters, char *out, size_t size);

// Bytes of the character at the start of the text if it is printable, else 0. Printable: valid UTF-8, but no terminal control (C0, DEL,
// C1), end of a line or paragraph, or change of the writing direction (bidi). bytes: NULL, or receives the number of bytes to advance, at
// least 1.
size_t text_printable_bytes(const char *text, size_t *bytes);

// Makes the text one printable line: replaces each other byte by a question mark.
void text_make_printable(char *text);
void text_put_printable(const char *text, FILE *out); // writes the same; tabs and line ends become spaces

// True for one or more letters, digits and _, not starting with a digit.
bool text_is_word(const char *text);

// The shortest decimal text that reads back as exactly `value`.
void text_from_double(double value, char *out, size_t size);

// The index of `text` in names, which end with NULL; −1 if it is not among them.
int text_find(const char *text, const char *const *names);

// True for "NAME=…".
bool text_sets(const char *text, const char *name);

// The name whose part after the last point is `text` (scene.n for n), else the name with the smallest edit distance; NULL if none is close.
const char *text_nearest(const char *text, const char *const *names, size_t count);

// Appends ", did you mean `x`?" for the nearest name, or "; valid: a, b, c" if none is near. Of a list that does not fit, it appends as
// many whole names as do: "; valid: a, b and 7 others". out keeps its terminating zero.
void text_suggest(char *out, size_t size, const char *text, const char *const *names, size_t count);

// STATUS_INPUT with the formatted message and the nearest name as a suggestion. count: TEXT_ALL if NULL ends the names.
#define TEXT_ALL SIZE_MAX
Status text_not_among(const char *text, const char *const *names, size_t count, const char *format, ...) GNU_MUST_CHECK GNU_PRINTF(4, 5);

// The same with the message "unknown WHAT `TEXT`"; NULL ends the names.
Status text_unknown(const char *what, const char *text, const char *const *names) GNU_MUST_CHECK;

// Wraps a text into lines of at most `width` characters, if its words allow it. The first line starts at `column`, the others have `indent`
// spaces before them. Ends with a line end. Unprintable bytes become question marks.
void text_put_wrapped(const char *text, int column, int indent, int width, FILE *out);

// Writes `length` bytes of a text for YAML double quotes.
void text_put_quoted(const char *text, size_t length, FILE *out);

// Writes a text as one word of a shell, in single quotes if necessary.
void text_put_shell(const char *text, FILE *out);

// Writes a field of a CSV line (RFC 4180), in quotes if it contains a comma, a quote or a line end. A text that a spreadsheet would read as
// a formula (it starts with = + - @, a tab or a carriage return, and is not a number) gets an apostrophe before it.
void text_csv(const char *text, FILE *out);

#endif
