#include "case/row.h"

#include <string.h>

// The fields of each kind, in the order of the list.
#define FIELD(field, view, unit, label, kind) {#field, view, unit, label, NULL, FIELD_##kind},

static const Field ENVIRONMENT_FIELDS[] = {
#define ENVIRONMENT(field, label, kind, table) {#field, NULL, "", NULL, NULL, FIELD_JSON},
#include "machine/environment_list.h"
#undef ENVIRONMENT
    {0}};
static const Field BEGIN_FIELDS[] = {
#define BEGIN FIELD
#include "base/record_list.h"
    {0}};
static const Field END_FIELDS[] = {
#define END FIELD
#include "base/record_list.h"
    {0}};
static const Field SETUP_FIELDS[] = {
#define SETUP FIELD
#include "base/record_list.h"
    {0}};
static const Field STEP_FIELDS[] = {
#define STEP FIELD
#define SIGN FIELD
#include "base/record_list.h"
    {0}};
static const Field PROBE_FIELDS[] = {
#define PROBE FIELD
#include "base/record_list.h"
    {0}};
static const Field PHASES_FIELDS[] = {
#define PHASES FIELD
#include "base/record_list.h"
    {0}};
static const Field COUNTERS_FIELDS[] = {
#define COUNTERS FIELD
#include "base/record_list.h"
    {0}};
static const Field ITERATE_FIELDS[] = {
#define ITERATE FIELD
#define METRIC(field, view, unit, label, kind, sim) {#field, view, unit, label, sim, FIELD_##kind},
#include "base/record_list.h"
    {0}};
static const Field STEP_END_FIELDS[] = {
#define STEP_END FIELD
#define OUTCOME FIELD
#include "base/record_list.h"
    {0}};
static const Field FRAME_FIELDS[] = {
#define FRAME FIELD
#define SNAPSHOT FIELD
#include "base/record_list.h"
    {0}};
static const Field CONTACT_FIELDS[] = {
#define CONTACT FIELD
#define CONTACTS FIELD
#include "base/record_list.h"
    {0}};
static const Field FORCE_FIELDS[] = {
#define FORCE FIELD
#include "base/record_list.h"
    {0}};
static const Field LOAD_FIELDS[] = {
#define LOAD FIELD
#include "base/record_list.h"
    {0}};
static const Field MODEL_FIELDS[] = {
#define MODEL FIELD
#include "base/record_list.h"
    {0}};
static const Field SURFACE_FIELDS[] = {
#define SURFACE FIELD
#include "base/record_list.h"
    {0}};
static const Field CONDITION_FIELDS[] = {
#define CONDITION_FIELD FIELD
#include "base/record_list.h"
    {0}};
static const Field FINDING_FIELDS[] = {
#define FINDING_FIELD FIELD
#include "base/record_list.h"
    {0}};
static const Field LINSYS_FIELDS[] = {
#define LINSYS FIELD
#include "base/record_list.h"
    {0}};
static const Field TRAFFIC_FIELDS[] = {
#define TRAFFIC FIELD
#include "base/record_list.h"
    {0}};
static const Field PHASE_TRAFFIC_FIELDS[] = {
#define PHASE_TRAFFIC FIELD
#include "base/record_list.h"
    {0}};
static const Field RATES_FIELDS[] = {
#define RATES FIELD
#include "base/record_list.h"
    {0}};
static const Field FAILED_FIELDS[] = {
#define FAILED FIELD
#include "base/record_list.h"
    {0}};
static const Field DONE_FIELDS[] = {
#define DONE FIELD
#include "base/record_list.h"
    {0}};

static const RowType TYPES[ROW_KINDS] = {
#define ROW(constant, name, table, place) {name, table, place, constant##_FIELDS},
#include "base/record_list.h"
};

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

static bool is_vector(const json_t *value)
{
    bool is = json_array_size(value) == 3;
    for (size_t i = 0; i < 3 && is; i++)
        is = json_is_number(json_array_get(value, i)) || json_is_null(json_array_get(value, i));
    return is;
}

// What a value of this kind must be, for a message; NULL: `value` is one.
static const char *expected(FieldKind kind, const json_t *value)
{
    const bool none = json_is_null(value);
    switch (kind) {
    case FIELD_COUNT:
        return json_is_integer(value) ? NULL : "a whole number";
    case FIELD_COUNT_IF:
        return none || json_is_integer(value) ? NULL : "a whole number or null";
    case FIELD_FLAG:
        return json_is_boolean(value) ? NULL : "true or false";
    case FIELD_TIME:
        return json_is_number(value) ? NULL : "a number";
    case FIELD_NUMBER:
        return none || json_is_number(value) ? NULL : "a number or null";
    case FIELD_NAME:
        return json_is_string(value) ? NULL : "a string";
    case FIELD_TEXT:
        return none || json_is_string(value) ? NULL : "a string or null";
    case FIELD_VECTOR:
    case FIELD_NORM:
    case FIELD_POINT:
        return none || is_vector(value) ? NULL : "a list of three numbers or null";
    case FIELD_LIST:
        return json_is_array(value) ? NULL : "a list";
    case FIELD_LIST_IF:
        return none || json_is_array(value) ? NULL : "a list or null";
    case FIELD_MAP:
        return json_is_object(value) ? NULL : "an object";
    case FIELD_JSON:
        break;
    }
    return NULL;
}

static Status check_field(const RowType *type, const Field *field, const json_t *row)
{
    const json_t *value = json_object_get(row, field->name);
    if (!value)
        return status_make(STATUS_INTERNAL, "a row `%s` lacks the key `%s`; are weft and its workers of one build?", type->name,
                           field->name);
    const char *wanted = expected(field->kind, value);
    return wanted ? status_make(STATUS_INTERNAL, "the key `%s` of a row `%s` must be %s", field->name, type->name, wanted) : status_ok();
}

Status row_check(RowKind kind, const json_t *row)
{
    const RowType *type = &TYPES[kind];
    const char    *name = NULL;
    json_t        *value = NULL;
    for (const Field *field = type->fields; field->name; field++)
        TRY(check_field(type, field, row));
    json_object_foreach((json_t *)row, name, value)
    {
        if (!has_field(type, name))
            return status_make(STATUS_INTERNAL, "a row `%s` has the unknown key `%.80s`; are weft and its workers of one build?",
                               type->name, name);
    }
    return status_ok();
}

bool field_is_column(const Field *field)
{
    return field->kind != FIELD_JSON && field->kind != FIELD_MAP;
}
