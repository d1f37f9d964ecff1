// Rows: what record/record_list.h says of each kind of row, for who reads rows and for who stores them.
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

// The kind named in a row; ROW_KINDS for NULL and for anything that is not a row.
RowKind row_kind(const json_t *row);

// STATUS_PROTOCOL, which names the kind and the key, when an object does not have exactly the fields of its kind, each with a value of
// the kind of the field and of a size that it can have; rows inside it likewise. front/run/spawn.c checks every row of a worker when it
// arrives; nothing behind it does so again.
Status row_check(RowKind kind, const json_t *row) GNU_MUST_CHECK;

// Whether the field has a column of its own in the kind's table.
bool field_is_column(const Field *field);

#endif
