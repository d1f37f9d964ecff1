// Record: the kinds of fields in record/record_list.h, and the member type of each in a struct that holds a row.
#ifndef WEFT_RECORD_RECORD_H
#define WEFT_RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum FieldKind {
    FIELD_COUNT,    // a whole number, never null
    FIELD_COUNT_IF, // null when unknown; then below 0 in the struct
    FIELD_FLAG,
    FIELD_TIME,    // a finite number, never null
    FIELD_NUMBER,  // null when undefined; then not finite in the struct
    FIELD_NAME,    // a text, never null
    FIELD_TEXT,    // null when there is none; then NULL in the struct
    FIELD_VECTOR,  // x, y, z
    FIELD_NORM,    // the same; a view has its norm
    FIELD_POINT,   // the same; a view has its three coordinates
    FIELD_LIST,    // a list, never null; a json_t that the row takes ownership of
    FIELD_LIST_IF, // null when there is none
    FIELD_MAP,     // an object, never null; a json_t that the row takes ownership of; no column
    FIELD_JSON     // any value; a json_t that the row takes ownership of; no column
} FieldKind;

// The type of a member as _Generic selects it: a pointer for an array.
#define RECORD_TYPE_COUNT int64_t
#define RECORD_TYPE_COUNT_IF int64_t
#define RECORD_TYPE_FLAG bool
#define RECORD_TYPE_TIME double
#define RECORD_TYPE_NUMBER double
#define RECORD_TYPE_NAME const char *
#define RECORD_TYPE_TEXT const char *
#define RECORD_TYPE_VECTOR double *
#define RECORD_TYPE_NORM double *
#define RECORD_TYPE_POINT double *
#define RECORD_TYPE_LIST json_t *
#define RECORD_TYPE_LIST_IF json_t *
#define RECORD_TYPE_MAP json_t *
#define RECORD_TYPE_JSON json_t *

// A member of a struct generated from the list (struct Metrics).
#define RECORD_NUMBER(field) double field;
#define RECORD_VECTOR(field) double field[3];

#endif
