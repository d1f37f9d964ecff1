#include "case/row.h"

#include <string.h>

// The kinds of machine/environment_list.h as kinds of fields; null means that a value cannot be determined.
#define ENVIRONMENT_FIELD_TEXT FIELD_TEXT
#define ENVIRONMENT_FIELD_SOURCE FIELD_TEXT
#define ENVIRONMENT_FIELD_COUNT FIELD_COUNT_IF
#define ENVIRONMENT_FIELD_BYTES FIELD_COUNT_IF
#define ENVIRONMENT_FIELD_NUMBER FIELD_NUMBER
#define ENVIRONMENT_FIELD_FLAG FIELD_JSON
#define ENVIRONMENT_FIELD_CACHES FIELD_JSON
#define ENVIRONMENT_FIELD_OTHER FIELD_JSON
#define ENVIRONMENT_FIELD_MOMENT FIELD_JSON

// All fields, those of a row behind a heading without a name. Those of an environment, the last row, have a list of their own.
static const Field FIELDS[] = {
#define ROW(constant, name, table, place) {0},
#define FIELD(row, field, kind) {#field, NULL, "", NULL, NULL, FIELD_##kind},
#define VIEW(row, field, kind, view, unit, label) {#field, view, unit, label, NULL, FIELD_##kind},
#define METRIC(field, kind, view, unit, label, sim) {#field, view, unit, label, sim, FIELD_##kind},
#include "record/record_list.h"
#define ENVIRONMENT(field, label, kind, table, hardware) {#field, NULL, "", NULL, NULL, ENVIRONMENT_FIELD_##kind},
#include "machine/environment_list.h"
#undef ENVIRONMENT
    {0}};

// Where the headings are.
enum {
#define ROW(constant, name, table, place) HEADING_##constant,
#define FIELD(row, field, kind) PLACE_##row##_##field,
#include "record/record_list.h"
};

static const RowType TYPES[ROW_KINDS] = {
#define ROW(constant, name, table, place) {name, table, place, &FIELDS[HEADING_##constant + 1]},
#define FIELD(row, field, kind)
#include "record/record_list.h"
};
_Static_assert((int)ROW_ENVIRONMENT == (int)ROW_KINDS - 1, "its fields follow those of the list");

const RowType *row_type(RowKind kind)
{
    return &TYPES[kind];
}

RowKind row_kind(const json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "row"));
    int         kind = 0;
    while (kind < ROW_KINDS && !(name && TYPES[kind].place != ROW_NESTED && strcmp(TYPES[kind].name, name) == 0))
        kind++;
    return (RowKind)kind;
}

static bool has_field(const RowType *type, const char *name)
{
    const Field *field = type->fields;
    while (field->name && strcmp(field->name, name) != 0)
        field++;
    return field->name || (type->place != ROW_NESTED && strcmp(name, "row") == 0);
}

// Values that JSON cannot represent are invalid: NaN, infinity, a NUL in a string. A whole number must also fit into a double. Texts and
// lists have a maximum size. A count of −1 means "before the first".
enum { NAME_BYTES_MAX = 1000, TEXT_BYTES_MAX = 16 << 20, LIST_LENGTH_MAX = 1 << 24, MAP_SIZE_MAX = 1000 };
static const json_int_t COUNT_LIMIT = (json_int_t)1 << 53;

static bool is_count(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= -1 && json_integer_value(value) <= COUNT_LIMIT;
}

static bool is_text(const json_t *value, size_t max)
{
    return json_is_string(value) && json_string_length(value) <= max;
}

static bool is_number(const json_t *value)
{
    return json_is_number(value) || json_is_null(value);
}

static bool is_list(const json_t *value, size_t min, size_t max)
{
    bool is = json_is_array(value) && json_array_size(value) >= min && json_array_size(value) <= max;
    for (size_t i = 0; is && i < json_array_size(value); i++)
        is = is_number(json_array_get(value, i));
    return is;
}

static bool is_map(json_t *map)
{
    const char *name = NULL;
    json_t     *value = NULL;
    bool        is = json_is_object(map) && json_object_size(map) <= MAP_SIZE_MAX;
    json_object_foreach(map, name, value) is = is && strlen(name) <= NAME_BYTES_MAX && (is_number(value) || json_is_object(value));
    return is;
}

// A description of the valid values of this kind, for a message; NULL: `value` is valid.
static const char *expected(FieldKind kind, json_t *value)
{
    const bool none = json_is_null(value);
    switch (kind) {
    case FIELD_COUNT:
        return is_count(value) ? NULL : "a whole number from -1 to 2^53";
    case FIELD_COUNT_IF:
        return none || is_count(value) ? NULL : "a whole number from -1 to 2^53, or null";
    case FIELD_FLAG:
        return json_is_boolean(value) ? NULL : "true or false";
    case FIELD_TIME:
        return json_is_number(value) ? NULL : "a number";
    case FIELD_NUMBER:
        return is_number(value) ? NULL : "a number or null";
    case FIELD_NAME:
        return is_text(value, NAME_BYTES_MAX) ? NULL : "a string of at most 1000 bytes";
    case FIELD_TEXT:
        return none || is_text(value, TEXT_BYTES_MAX) ? NULL : "a string or null";
    case FIELD_VECTOR:
    case FIELD_NORM:
    case FIELD_POINT:
        return none || is_list(value, 3, 3) ? NULL : "a list of three numbers or null";
    case FIELD_LIST:
        return is_list(value, 0, LIST_LENGTH_MAX) ? NULL : "a list of numbers";
    case FIELD_LIST_IF:
        return none || is_list(value, 0, LIST_LENGTH_MAX) ? NULL : "a list of numbers or null";
    case FIELD_MAP:
        return is_map(value) ? NULL : "an object of numbers";
    case FIELD_JSON:
        break;
    }
    return NULL;
}

static Status check_field(const RowType *type, const Field *field, const json_t *row)
{
    json_t *value = json_object_get(row, field->name);
    if (!value)
        return status_make(STATUS_PROTOCOL, "a row `%s` lacks the key `%s`; use weft and workers of the same build", type->name,
                           field->name);
    const char *expectation = expected(field->kind, value);
    return expectation ? status_make(STATUS_PROTOCOL, "the key `%s` of a row `%s` must be %s", field->name, type->name, expectation)
                       : status_ok();
}

static Status check_fields(RowKind kind, const json_t *row)
{
    const RowType *type = &TYPES[kind];
    const char    *name = NULL;
    json_t        *value = NULL;
    for (const Field *field = type->fields; field->name; field++)
        TRY(check_field(type, field, row));
    json_object_foreach((json_t *)row, name, value)
    {
        if (!has_field(type, name))
            return status_make(STATUS_PROTOCOL, "a row `%s` has the unknown key `%.80s`; use weft and workers of the same build",
                               type->name, name);
    }
    return status_ok();
}

Status row_check(RowKind kind, const json_t *row)
{
    const char   *phase = NULL;
    json_t       *counted = NULL;
    const json_t *contact = kind == ROW_MODEL ? json_object_get(row, "contact") : NULL;
    TRY(check_fields(kind, row));
    if (contact && !json_is_null(contact))
        TRY(check_fields(ROW_SURFACE, contact));
    json_object_foreach(kind == ROW_TRAFFIC ? json_object_get(row, "phases") : NULL, phase, counted)
    {
        TRY(check_fields(ROW_PHASE_TRAFFIC, counted));
    }
    return status_ok();
}

bool field_is_column(const Field *field)
{
    return field->kind != FIELD_JSON && field->kind != FIELD_MAP;
}
