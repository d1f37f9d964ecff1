// Rows: the kinds of row of record/record_list.h, for code that reads or stores rows.
#ifndef WEFT_CASE_ROW_H
#define WEFT_CASE_ROW_H

#include <jansson.h>

#include "base/status.h"
#include "record/record.h"

typedef enum RowKind {
#define ROW(constant, name, table, place) ROW_##constant,
#define FIELD(row, field, kind)
#include "record/record_list.h"
    ROW_KINDS // also: none of them
} RowKind;

typedef enum RowPlace {
    ROW_FIRST, // of a repetition
    ROW_INSIDE,
    ROW_LAST,
    ROW_OUTSIDE, // of repetitions
    ROW_NESTED   // no row of its own: an object inside another
} RowPlace;

typedef struct Field {
    const char *name, *view, *unit, *label, *sim;
    FieldKind   kind;
} Field;

typedef struct RowType {
    const char  *name, *table;
    RowPlace     place;
    const Field *fields; // ended by a NULL name
} RowType;

const RowType *row_type(RowKind kind);

// The kind in the field "row"; ROW_KINDS for NULL and for JSON that is not a row.
RowKind row_kind(const json_t *row);

// Checks that an object has exactly the fields of its kind, each with a value of the right kind and size; the same for rows inside it.
// STATUS_PROTOCOL with the kind and the key. front/run/spawn.c checks every row of a worker on arrival; later code does not check again.
Status row_check(RowKind kind, const json_t *row) GNU_MUST_CHECK;

// True if the field has its own column in the table of its kind.
bool field_is_column(const Field *field);

#endif
