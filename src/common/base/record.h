// Record: the kinds of fields that base/record_list.h has, and what a struct holds for each. In a struct:
//
//   typedef struct Metrics {
//   #define METRIC(field, view, unit, label, kind, sim) RECORD_##kind(field)
//   #include "base/record_list.h"
//   } Metrics;
#ifndef WEFT_BASE_RECORD_H
#define WEFT_BASE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum FieldKind {
    FIELD_COUNT,    // a whole number, always there
    FIELD_COUNT_IF, // null when it is not known, below 0 in the struct
    FIELD_FLAG,
    FIELD_TIME,    // a finite number, always there
    FIELD_NUMBER,  // null when it does not exist, not finite in the struct
    FIELD_NAME,    // a text, always there
    FIELD_TEXT,    // null when there is none, NULL in the struct
    FIELD_VECTOR,  // x, y, z
    FIELD_NORM,    // the same; a view has its norm
    FIELD_POINT,   // the same; a view has its three coordinates
    FIELD_LIST,    // a list, always there; a json_t that the row takes
    FIELD_LIST_IF, // null when there is none
    FIELD_MAP,     // an object, always there; a json_t that the row takes; no column
    FIELD_JSON     // anything, a json_t that the row takes; no column
} FieldKind;

#define RECORD_COUNT(field) int64_t field;
#define RECORD_COUNT_IF(field) int64_t field;
#define RECORD_FLAG(field) bool field;
#define RECORD_TIME(field) double field;
#define RECORD_NUMBER(field) double field;
#define RECORD_NAME(field) const char *field;
#define RECORD_TEXT(field) const char *field;
#define RECORD_VECTOR(field) double field[3];
#define RECORD_NORM(field) double field[3];
#define RECORD_POINT(field) double field[3];
#define RECORD_MAP(field) json_t *field;
#define RECORD_JSON(field) json_t *field;

#endif
