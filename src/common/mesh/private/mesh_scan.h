// Scan: a mesh file in memory, taken word by word or number by number, as text or as bytes. Every failure names file:line in text, or
// the byte in binary data. Nothing is read past the end, and no count is trusted before scan_room has checked it against the file size.
// Lines end with \n, \r\n or \r. A byte order mark of UTF-8 is passed.
#ifndef WEFT_MESH_MESH_SCAN_H
#define WEFT_MESH_MESH_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Scan {
    const char *path;
    const char *begin, *at, *end; // the bytes; scan_close frees begin
    int64_t     line;             // of `at` while the text is text
    bool        binary;           // numbers are bytes
    bool        swap;             // … of the other byte order
    bool        by_byte;          // some numbers were bytes, so that lines are no longer counted
    bool        by_line;          // numbers do not continue on the next line
    bool        bare_cr;          // the first line ends with \r alone: a \n after a \r is then a line end or data of its own
    char        comment;          // begins a comment that ends with the line; 0: there are none
} Scan;

// How a number is stored. In text every whole number is any of the integers, every number any of the reals.
typedef enum NumberType {
    NUMBER_I8,
    NUMBER_U8,
    NUMBER_I16,
    NUMBER_U16,
    NUMBER_I32,
    NUMBER_U32,
    NUMBER_I64,
    NUMBER_U64,
    NUMBER_F32,
    NUMBER_F64,
    NUMBER_TYPES
} NumberType;

size_t scan_number_bytes(NumberType type);

// A whole number of any type at these bytes, aligned or not: false if it is none or does not fit into 64 bits with sign.
bool number_int(NumberType type, const char *bytes, bool swap, int64_t *out);

enum { SCAN_WORD = 128 }; // room for a word; longer words are cut, and are then neither a number nor a keyword

// The whole file, as text without comments. STATUS_IO, STATUS_INPUT above 2 GiB and for UTF-16, STATUS_MEMORY. scan_close takes an empty
// Scan.
Status scan_open(const char *path, Scan *out) GNU_MUST_CHECK;
void   scan_close(Scan *scan);

// STATUS_INPUT with the line or byte of `at` before the text.
Status scan_error(const Scan *scan, const char *format, ...) GNU_PRINTF(2, 3);

#ifdef __clang_analyzer__ // see status.h: the static analyser is shown that this is a failure
#define scan_error(scan, ...) ((void)(scan_error)(scan, __VA_ARGS__), status_analysed(STATUS_INPUT))
#endif

// Keywords may be in small or capital letters.
bool scan_is(const char *word, const char *keyword);

// The next word of the line, or of the file; false when there is none left. Words are ended by blanks and line ends.
bool scan_word_of_line(Scan *scan, char word[SCAN_WORD]);
bool scan_word(Scan *scan, char word[SCAN_WORD]);

bool scan_at_line_end(const Scan *scan); // or at the end of the file
bool scan_next_line(Scan *scan);         // to the start of the next line; false when this one is the last
bool scan_find_line(Scan *scan);         // to the start of the first line that has a word in it, this one or a later one

// STATUS_INPUT when a word is left in the line.
Status scan_line_done(Scan *scan) GNU_MUST_CHECK;

// STATUS_INPUT when the rest of the file has a NUL byte, and so is not text.
Status scan_check_text(const Scan *scan) GNU_MUST_CHECK;

bool scan_has_open_end(const Scan *scan); // the last line of a text has no line end, as where a file was cut

// STATUS_INPUT when anything but blanks is left in the file; counted: the things that a count of the file says there are.
Status scan_check_end(Scan *scan, const char *counted) GNU_MUST_CHECK;

// The next word must be this keyword.
Status scan_expect(Scan *scan, const char *word) GNU_MUST_CHECK;

// `what` names the number in messages. A whole number in min … max; a finite number.
Status scan_int(Scan *scan, NumberType type, const char *what, int64_t min, int64_t max, int64_t *out) GNU_MUST_CHECK;
Status scan_real(Scan *scan, NumberType type, const char *what, double *out) GNU_MUST_CHECK;
Status scan_point(Scan *scan, NumberType type, double out[3]) GNU_MUST_CHECK;

// A count, which is text even in a binary file.
Status scan_count(Scan *scan, const char *what, int64_t *out) GNU_MUST_CHECK;

// STATUS_INPUT unless the rest of the file has room for `count` things of at least `numbers` numbers of a type each.
Status scan_room(const Scan *scan, const char *what, int64_t count, NumberType type, int64_t numbers) GNU_MUST_CHECK;

Status scan_skip(Scan *scan, const char *what, int64_t bytes) GNU_MUST_CHECK;

#endif
