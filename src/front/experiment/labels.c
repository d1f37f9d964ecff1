#include "experiment/labels.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "case/case_params.h"
#include "experiment/key_list.h"
#include "experiment/setting_names.h"

// ---- names that may have a label ----

static Status list_names(const char *const *settings, int setting_count, SettingNames *names)
{
    const char  *owner = NULL;
    const Param *param = NULL;
    for (int i = 0; i < setting_count; i++)
        TRY(setting_names_add(names, settings[i]));
    for (int i = 0; (param = case_params_at(i, &owner)); i++) {
        if (owner)
            TRY(setting_names_add(names, owner));
        for (; param->name; param++) {
            TRY(setting_names_add(names, param->name));
            for (const char *const *choice = param->choices; choice && *choice; choice++)
                TRY(setting_names_add(names, *choice));
        }
    }
    for (const char *const *name = precision_names(); *name; name++)
        TRY(setting_names_add(names, *name));
    for (int i = 0; i < PHASE_COUNT; i++)
        TRY(setting_names_add(names, phase_name((Phase)i)));
    for (int i = 0; data_view_at(i); i++)
        TRY(setting_names_add_columns(names, data_view_at(i)->columns, false));
    return setting_names_add_columns(names, data_model_columns(), false);
}

// Blocks, scenes and expressions that occur elsewhere in the file.
static bool is_in_file(const YamlNode *node, const char *text)
{
    if (node->key && strcmp(node->key, "labels") == 0)
        return false;
    if (node->key && strcmp(node->key, text) == 0)
        return true;
    if (node->type == YAML_SCALAR)
        return strcmp(node->text, text) == 0;
    for (int i = 0; i < node->count; i++)
        if (is_in_file(node->children[i], text))
            return true;
    return false;
}

static Status check_name(const YamlNode *node, const SettingNames *names)
{
    const char *equals = strchr(node->key, '=');
    char        suggestion[400] = "";
    if (strlen(node->key) >= EXPRESSION_TEXT_MAX)
        return yaml_error(node, "longer than %d bytes, so no name can match", EXPRESSION_TEXT_MAX - 1);
    if (setting_names_has(names, node->key, strlen(node->key)) || is_in_file(yaml_root(node->file), node->key) ||
        (equals && setting_names_has(names, node->key, (size_t)(equals - node->key))))
        return status_ok();
    text_suggest(suggestion, sizeof suggestion, node->key, (const char *const *)names->names, (size_t)names->count);
    if (suggestion[0] == ';') // a list of all names would not help
        suggestion[0] = '\0';
    return yaml_error(node,
                      "`%.100s` is not a setting, a column, or a value in this file%s; for the value of one setting write SETTING=VALUE",
                      node->key, suggestion);
}

// ---- reading ----

static Status read_short(const YamlNode *node, char *out, size_t size)
{
    const char *text = "";
    if (node && node->type == YAML_SCALAR && node->quoted && !*node->text)
        return status_ok(); // "": no unit
    TRY(yaml_line(node, (int)size - 1, &text));
    strcpy(out, text);
    return status_ok();
}

static Status read_colour(const YamlNode *node, char out[LABEL_COLOUR])
{
    if (!node)
        return status_ok();
    TRY(read_short(node, out, LABEL_COLOUR));
    return *out == '#' && strspn(out + 1, "0123456789abcdefABCDEF") == LABEL_COLOUR - 2
               ? status_ok()
               : yaml_error(node, "`%s` is not a colour; write \"#RRGGBB\" in quotes, because # begins a comment", out);
}

static Status read_label(const YamlNode *node, Label *out)
{
    static const char *const KEYS[] = {KEYS_LABEL(KEY_NAME) NULL};
    *out = (Label){0};
    strcpy(out->name, node->key);
    if (node->type == YAML_SCALAR)
        return read_short(node, out->text, sizeof out->text);
    TRY(yaml_check_keys(node, KEYS));
    TRY(read_short(yaml_get(node, "text"), out->text, sizeof out->text));
    TRY(read_short(yaml_get(node, "unit"), out->unit, sizeof out->unit));
    TRY(read_colour(yaml_get(node, "colour"), out->colour));
    out->has_unit = yaml_get(node, "unit");
    return status_ok();
}

static const Label *find(const Labels *labels, const char *name)
{
    for (int i = 0; i < labels->count; i++)
        if (strcmp(labels->labels[i].name, name) == 0)
            return &labels->labels[i];
    return NULL;
}

Status labels_read(const YamlNode *map, const char *const *settings, int setting_count, Labels *labels)
{
    GNU_CLEANUP(setting_names_end) SettingNames names = {0};
    if (!map)
        return status_ok();
    if (map->type != YAML_MAP)
        return yaml_error(map, "must be a map, for example {scene.n: particles a side}");
    TRY(list_names(settings, setting_count, &names));
    for (int i = 0; i < map->count; i++) {
        Label label;
        TRY(check_name(map->children[i], &names));
        TRY(read_label(map->children[i], &label));
        const Label *known = find(labels, label.name);
        if (!known && labels->count == LABELS_MAX)
            return yaml_error(map->children[i], "more than %d labels; remove some", LABELS_MAX);
        labels->labels[known ? known - labels->labels : labels->count++] = label;
    }
    return status_ok();
}

// ---- looking up ----

// The position of the unit " (ms)" in a column label, or the end of the label.
static size_t bracket_at(const char *label)
{
    const size_t length = strlen(label);
    const char  *bracket = strrchr(label, '(');
    return bracket && bracket > label && bracket[-1] == ' ' && label[length - 1] == ')' ? (size_t)(bracket - label) - 1 : length;
}

static const char *setting_unit(const char *name)
{
    const Param *params = NULL, *param = NULL;
    for (int i = 0; !param && (params = case_params_at(i, NULL)); i++)
        param = case_params_find(params, name);
    return param ? param->unit : "";
}

const char *labels_text(const Labels *labels, const DataView *view, const char *quantity, char *out, size_t size)
{
    const Label      *label = find(labels, quantity);
    const DataColumn *column = data_view_column(view, quantity);
    if (label && *label->text)
        snprintf(out, size, "%s", label->text);
    else if (column)
        snprintf(out, size, "%.*s", (int)bracket_at(column->label), column->label);
    else
        snprintf(out, size, "%s", strncmp(quantity, "scene.", 6) == 0 && expression_is_name(quantity) ? quantity + 6 : quantity);
    return out;
}

const char *labels_unit(const Labels *labels, const DataView *view, const char *quantity, char *out, size_t size)
{
    const Label      *label = find(labels, quantity);
    const DataColumn *column = data_view_column(view, quantity);
    *out = '\0';
    if (label && label->has_unit) {
        snprintf(out, size, "%s", label->unit);
    } else if (label && *label->text && label->text[strlen(label->text) - 1] == ')') {
        ; // in the text
    } else if (column && column->unit && *column->unit) {
        snprintf(out, size, "%s", column->unit);
    } else if (column) {
        const size_t at = bracket_at(column->label), length = strlen(column->label);
        if (at < length)
            snprintf(out, size, "%.*s", (int)(length - at) - 3, column->label + at + 2);
    } else {
        snprintf(out, size, "%s", setting_unit(quantity));
    }
    return out;
}

const char *labels_head(const Labels *labels, const DataView *view, const char *quantity, char *out, size_t size)
{
    char unit[LABEL_UNIT_MAX];
    labels_text(labels, view, quantity, out, size);
    labels_unit(labels, view, quantity, unit, sizeof unit);
    const size_t used = strlen(out);
    if (*unit)
        snprintf(out + used, size - used, " (%s)", unit);
    return out;
}

// The label of a value; a label for this setting has priority.
static const Label *find_value(const Labels *labels, const char *quantity, const char *value)
{
    char         name[EXPRESSION_TEXT_MAX];
    const Label *label = NULL;
    if (snprintf(name, sizeof name, "%s=%s", quantity, value) < (int)sizeof name)
        label = find(labels, name);
    return label ? label : find(labels, value);
}

const char *labels_word(const Labels *labels, const char *quantity, const char *value)
{
    const Label *label = find_value(labels, quantity, value);
    return label && *label->text ? label->text : NULL;
}

const char *labels_colour(const Labels *labels, const char *quantity, const char *value)
{
    const Label *label = find_value(labels, quantity, value);
    return label && *label->colour ? label->colour : NULL;
}

const char *labels_value(const Labels *labels, const DataView *view, const char *quantity, const char *value, bool number, char *out,
                         size_t size)
{
    const char *word = labels_word(labels, quantity, value);
    char        text[LABEL_TEXT_MAX + EXPRESSION_TEXT_MAX], unit[LABEL_UNIT_MAX];
    if (word || !number) {
        snprintf(out, size, "%s", word ? word : value);
        return out;
    }
    labels_text(labels, view, quantity, text, sizeof text);
    text[strcspn(text, ",")] = '\0'; // drops the explanation for axes: "target, relative to the initial error"
    labels_unit(labels, view, quantity, unit, sizeof unit);
    snprintf(out, size, "%s %s%s%s", text, value, *unit ? " " : "", unit);
    return out;
}
