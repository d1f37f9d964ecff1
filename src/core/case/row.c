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
static const Field MODEL_FIELDS[] = {
#define MODEL FIELD
#include "base/record_list.h"
    {0}};
static const Field SURFACE_FIELDS[] = {
#define SURFACE FIELD
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

Status row_check(RowKind kind, const json_t *row)
{
    const RowType *type = &TYPES[kind];
    const char    *name = NULL;
    json_t        *value = NULL;
    for (const Field *field = type->fields; field->name; field++)
        if (!json_object_get(row, field->name))
            return status_make(STATUS_INTERNAL, "a row `%s` lacks the key `%s`; are weft and its workers of one build?", type->name,
                               field->name);
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
    return field->kind != FIELD_JSON;
}
