// A JSON Schema of experiment files. It knows the keys and the types of their values; weft itself checks the values.
#include <jansson.h>
#include <string.h>

#include "cli/private/manual.h"
#include "cli/private/manual_keys.h"

// "list of figure" is a list of maps of the section `figure`; a word that is no plain type is a section.
static json_t *type_of(const char *type)
{
    static const struct {
        const char *type, *json;
    } PLAIN[] = {{"text", "string"}, {"flag", "boolean"}, {"map", "object"}, {"list", "array"}};
    static const char LIST[] = "list of ";
    if (strncmp(type, LIST, strlen(LIST)) == 0)
        return json_pack("{s:s,s:o}", "type", "array", "items", type_of(type + strlen(LIST)));
    if (strcmp(type, "number") == 0) // readers of YAML 1.1 take 1e-6 for a text
        return json_pack("{s:[s,s]}", "type", "number", "string");
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
        if (strcmp(type, PLAIN[i].type) == 0)
            return json_pack("{s:s}", "type", PLAIN[i].json);
    return strcmp(type, "any") == 0 ? json_object() : json_pack("{s:s+}", "$ref", "#/$defs/", type);
}

static json_t *section(const ManualKey *keys)
{
    json_t *properties = json_object();
    for (; keys->name; keys++) {
        json_t *key = type_of(keys->type);
        json_object_set_new(key, "description", json_string(keys->meaning));
        json_object_set_new(properties, keys->name, key);
    }
    return json_pack("{s:s,s:o,s:b}", "type", "object", "properties", properties, "additionalProperties", false);
}

// Memory that runs out leaves a NULL behind, which the last call reports.
bool manual_schema(const YamlNames *scenes, FILE *out)
{
    (void)scenes;
    json_t *schema = section(MANUAL_SECTIONS[0].keys), *sections = json_object();
    for (const ManualSection *s = MANUAL_SECTIONS + 1; s->name; s++)
        json_object_set_new(sections, s->name, section(s->keys));
    json_object_set_new(schema, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    json_object_set_new(schema, "title", json_string("an experiment of weft"));
    json_object_set_new(schema, "$defs", sections);
    const bool whole = schema && json_dumpf(schema, out, JSON_INDENT(2)) == 0;
    json_decref(schema);
    putc('\n', out);
    return whole;
}
