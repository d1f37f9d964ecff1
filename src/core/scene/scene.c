// Scene files: the top level, its parameters, and the hash of all inputs of a scene.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/private/scene_internal.h"

#define FILE_BYTES_MAX ((size_t)256 << 20)

// An open scene file and its current parameter values.
typedef struct Scene {
    YamlFile      *file;
    Hasher        *hasher;
    SceneFiles     files;
    int            parameter_count;
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    char           values[SCENE_PARAMETERS_MAX][48]; // as text, for `$name`
    YamlRange      ranges[SCENE_PARAMETERS_MAX];
} Scene;

// ---- parameters ----

// `words: [one, another]`: the permitted values of a parameter that is not a number.
static Status read_words(const YamlNode *list, const YamlNode *value_node, SceneParameter *parameter, char value[48])
{
    bool is_one = false;
    TRY(yaml_list(list));
    for (int i = 0; i < list->count; i++) {
        const char  *word = "";
        const size_t used = strlen(parameter->words);
        TRY(yaml_text(list->children[i], &word));
        if (!text_is_word(word) || strlen(word) >= sizeof parameter->word)
            return yaml_error(
                list->children[i],
                "invalid word: it must start with a letter, contain only letters, digits and _, and have at most 47 characters");
        if (used + strlen(word) + 2 >= sizeof parameter->words)
            return yaml_error(list, "has too many words; remove some");
        snprintf(parameter->words + used, sizeof parameter->words - used, "%s%s", i ? ", " : "", word);
        is_one = is_one || strcmp(word, value_node->text) == 0;
    }
    if (value_node->type != YAML_SCALAR || !is_one)
        return yaml_error(value_node, "must be one of the words: %s", parameter->words);
    snprintf(parameter->word, sizeof parameter->word, "%s", value_node->text);
    snprintf(value, 48, "%s", value_node->text);
    return status_ok();
}

// True if `word` is one of the words of a parameter, which are separated by a comma and a space.
static bool is_word_of(const SceneParameter *parameter, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = parameter->words; *at; at += strcspn(at, ","), at += *at ? 2 : 0)
        if (strcspn(at, ",") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

static Status read_number(const YamlNode *value_node, SceneParameter *parameter, char value[48])
{
    double plain = 0;
    TRY(yaml_real(value_node, -1e300, 1e300, &parameter->value));
    if (!text_to_double(value_node->text, &plain)) // a formula: `$name` stands for its value
        text_from_double(parameter->value, value, 48);
    else if (strlen(value_node->text) >= 48)
        return yaml_error(value_node, "has more than 47 digits; shorten the number");
    else
        snprintf(value, 48, "%s", value_node->text);
    return status_ok();
}

// `name: number`, `name: {value: number, summary: text}` or `name: {value: word, words: [word, …], summary: text}`.
static Status read_parameter(const YamlNode *node, SceneParameter *parameter, char value[48])
{
    static const char *const KEYS[] = {"value", "summary", "words", NULL};
    const YamlNode          *value_node = node, *summary = NULL, *words = NULL;
    const char              *text = "";
    if (!text_is_word(node->key) || strlen(node->key) >= sizeof parameter->name)
        return yaml_error(
            node,
            "invalid parameter name: it must start with a letter, contain only letters, digits and _, and have at most 47 characters");
    if (node->type != YAML_SCALAR) {
        TRY(yaml_check_keys(node, KEYS));
        TRY(yaml_need(node, "value", &value_node));
        summary = yaml_get(node, "summary");
        words = yaml_get(node, "words");
    }
    *parameter = (SceneParameter){0};
    TRY(yaml_text(summary, &text));
    TRY(words ? read_words(words, value_node, parameter, value) : read_number(value_node, parameter, value));
    snprintf(parameter->name, sizeof parameter->name, "%s", node->key);
    snprintf(parameter->summary, sizeof parameter->summary, "%s", text);
    return status_ok();
}

static Status set_value(Scene *scene, const SceneValue *given)
{
    const char *names[SCENE_PARAMETERS_MAX];
    double      number = 0;
    for (int i = 0; i < scene->parameter_count; i++) {
        names[i] = scene->parameters[i].name;
        if (strcmp(names[i], given->name) != 0)
            continue;
        if (*scene->parameters[i].word && !is_word_of(&scene->parameters[i], given->value))
            return status_make(STATUS_INPUT, "%s: parameter `%s`: `%s` is not a permitted word; use one of: %s", yaml_path(scene->file),
                               given->name, given->value, scene->parameters[i].words);
        if (!*scene->parameters[i].word && !text_to_double(given->value, &number))
            return status_make(STATUS_INPUT, "%s: parameter `%s`: `%s` is not a finite number", yaml_path(scene->file), given->name,
                               given->value);
        snprintf(scene->values[i], sizeof scene->values[i], "%s", given->value);
        return status_ok();
    }
    char message[300];
    snprintf(message, sizeof message, "unknown parameter `%s`", given->name);
    if (scene->parameter_count)
        text_suggest(message, sizeof message, given->name, names, (size_t)scene->parameter_count);
    else
        snprintf(message + strlen(message), sizeof message - strlen(message), "; the scene has no parameters");
    return status_make(STATUS_INPUT, "%s: %s", yaml_path(scene->file), message);
}

static Status read_parameters(Scene *scene, const SceneSettings *settings)
{
    const YamlNode *map = yaml_get(yaml_root(scene->file), "parameters");
    if (map && map->type != YAML_MAP)
        return yaml_error(map, "must be a map of `name: number`, or of `name: {value: …}`");
    if (map && map->count > SCENE_PARAMETERS_MAX)
        return yaml_error(map, "has %d parameters; the maximum is %d", map->count, SCENE_PARAMETERS_MAX);
    for (int i = 0; map && i < map->count; i++) {
        TRY(read_parameter(map->children[i], &scene->parameters[i], scene->values[i]));
        scene->parameter_count = i + 1;
    }
    for (int i = 0; i < settings->value_count; i++)
        TRY(set_value(scene, &settings->values[i]));
    return status_ok();
}

static Status put_values(Scene *scene)
{
    const YamlNode *root = yaml_root(scene->file);
    const char     *names[SCENE_PARAMETERS_MAX], *values[SCENE_PARAMETERS_MAX];
    for (int i = 0; i < scene->parameter_count; i++) {
        names[i] = scene->parameters[i].name;
        values[i] = scene->values[i];
    }
    for (int i = 0; i < root->count; i++)
        if (strcmp(root->children[i]->key, "parameters") != 0)
            TRY(yaml_substitute(scene->file, root->children[i], names, values, scene->ranges, scene->parameter_count));
    return status_ok();
}

// ---- name, summary, hash ----

static void hash_text(Hasher *hasher, const char *text)
{
    hasher_add(hasher, text ? text : "", text ? strlen(text) + 1 : 1);
}

// Hashes the contents of a file without comments, layout and summaries: a new summary does not change the scene.
static void hash_contents(Hasher *hasher, const YamlNode *node)
{
    const char facts[] = {(char)node->type, (char)node->quoted}, end = -1;
    hasher_add(hasher, facts, sizeof facts);
    hash_text(hasher, node->key);
    hash_text(hasher, node->text);
    for (int i = 0; i < node->count; i++)
        if (!node->children[i]->key || strcmp(node->children[i]->key, "summary") != 0)
            hash_contents(hasher, node->children[i]);
    hasher_add(hasher, &end, 1);
}

// Values as numbers, so that 64 and 6.4e1 are the same scene.
static void hash_values(const Scene *scene)
{
    for (int i = 0; i < scene->parameter_count; i++) {
        double number = 0;
        char   text[48];
        if (text_to_double(scene->values[i], &number))
            text_from_double(number + 0.0, text, sizeof text);
        else
            snprintf(text, sizeof text, "%s", scene->values[i]);
        hasher_add(scene->hasher, scene->parameters[i].name, strlen(scene->parameters[i].name) + 1);
        hasher_add(scene->hasher, text, strlen(text) + 1);
    }
}

// The values of a named material are in another file, but part of the scene.
static Status add_materials(Scene *scene, Hasher *values)
{
    const YamlNode *bodies = yaml_get(yaml_root(scene->file), "bodies");
    for (int i = 0; bodies && i < bodies->count; i++) {
        const YamlNode *node = yaml_get(bodies->children[i], "material");
        Material        material;
        char            text[128];
        if (!node)
            continue;
        TRY(scene_read_material(&scene->files, node, &material));
        snprintf(text, sizeof text, "%.17g %.17g %.17g %.17g", material.young, material.poisson, material.density, material.thickness);
        hasher_add(scene->hasher, text, strlen(text) + 1);
        hasher_add(values, text, strlen(text) + 1);
    }
    return status_ok();
}

static Status hash_materials(Scene *scene)
{
    char    hash[HASH_TEXT], path[540];
    Hasher *values = hasher_create();
    Status  status = values ? add_materials(scene, values) : status_make(STATUS_MEMORY, "out of memory for the hash of materials");
    if (status.code == STATUS_OK && scene->files.materials) {
        hasher_text(values, hash);
        status = scene_files_note(&scene->files, scene_materials_path(path, sizeof path), hash);
    }
    hasher_destroy(values);
    return status;
}

// A text names a mesh file; a map is a generator, which is hashed with the scene.
static Status hash_mesh(Scene *scene, const YamlNode *node, SceneInfo *info)
{
    char path[sizeof info->mesh_path], hash[HASH_TEXT], other[sizeof path];
    if (!node || node->type != YAML_SCALAR)
        return status_ok();
    TRY(scene_find_mesh(node, path, sizeof path));
    TRY(scene_files_hash(&scene->files, path, hash));
    hasher_add(scene->hasher, hash, sizeof hash);
    if (mesh_other_file(path, other, sizeof other)) {
        TRY(scene_files_hash(&scene->files, other, hash));
        hasher_add(scene->hasher, hash, sizeof hash);
    }
    if (!info->mesh_path[0])
        memcpy(info->mesh_path, path, sizeof path);
    return status_ok();
}

static Status hash_meshes(Scene *scene, const char *key, SceneInfo *info)
{
    const YamlNode *list = yaml_get(yaml_root(scene->file), key);
    for (int i = 0; list && i < list->count; i++)
        TRY(hash_mesh(scene, yaml_get(list->children[i], "mesh"), info));
    return status_ok();
}

static Status read_texts(const Scene *scene, SceneInfo *info)
{
    const YamlNode *root = yaml_root(scene->file), *name = yaml_get(root, "name");
    const char     *slash = strrchr(yaml_path(scene->file), '/'), *text = slash ? slash + 1 : yaml_path(scene->file), *summary = "";
    TRY(yaml_text(name, &text));
    snprintf(info->name, sizeof info->name, "%.*s", (int)(name ? strlen(text) : strcspn(text, ".")), text);
    TRY(yaml_text(yaml_get(root, "summary"), &summary));
    snprintf(info->summary, sizeof info->summary, "%s", summary);
    return status_ok();
}

// Called after the files with their own hash: a file was added or removed.
static Status check_same(const SceneSettings *settings, const SceneInfo *info)
{
    return settings->expected && strcmp(settings->expected->hash, info->hash) != 0 ? file_changed(settings->path) : status_ok();
}

static Status describe(Scene *scene, const SceneSettings *settings, SceneInfo *info)
{
    static const char *const KEYS[] = {"name",    "summary",   "parameters", "gravity",     "wind",
                                       "contact", "colliders", "bodies",     "recommended", NULL};
    TRY(yaml_check_keys(yaml_root(scene->file), KEYS));
    TRY(read_parameters(scene, settings));
    TRY(put_values(scene));
    TRY(read_texts(scene, info));
    const YamlNode *recommended = yaml_get(yaml_root(scene->file), "recommended");
    if (recommended)
        TRY(scene_recommended(recommended, info));
    hash_values(scene);
    TRY(hash_meshes(scene, "bodies", info));
    TRY(hash_meshes(scene, "colliders", info));
    TRY(hash_materials(scene));
    hasher_text(scene->hasher, info->hash);
    return settings->value_count == scene->parameter_count ? check_same(settings, info) : status_ok();
}

static void close_scene(Scene *scene)
{
    yaml_destroy(scene->file);
    hasher_destroy(scene->hasher);
    scene_files_destroy(&scene->files);
}

static bool has_key(const YamlNode *node, const char *key)
{
    bool found = node->key && strcmp(node->key, key) == 0;
    for (int i = 0; i < node->count && !found; i++)
        found = has_key(node->children[i], key);
    return found;
}

// The file was a valid scene before. If it cannot be parsed now, for example half written, it has changed.
static Status hash_scene(Scene *scene, const SceneSettings *settings, Status parsed)
{
    char hash[HASH_TEXT];
    if (parsed.code != STATUS_OK)
        return parsed.code == STATUS_INPUT && settings->expected ? file_changed(settings->path) : parsed;
    hash_contents(scene->hasher, yaml_root(scene->file));
    hasher_text(scene->hasher, hash);
    return scene_files_note(&scene->files, settings->path, hash);
}

// Reads the file once, so that the hash is that of the parsed text.
static Status open_scene(Scene *scene, const SceneSettings *settings, SceneInfo *info)
{
    char  *bytes = NULL;
    size_t size = 0;
    *info = (SceneInfo){0};
    *scene = (Scene){.files = {.info = info, .expected = settings->expected, .output = settings->output}};
    TRY(file_refuse_pipe(settings->path)); // every process of a case reads it
    TRY(file_read(settings->path, FILE_BYTES_MAX, &bytes, &size));
    scene->hasher = hasher_create();
    Status status = scene->hasher ? yaml_read_text(settings->path, bytes, size, &scene->file)
                                  : status_make(STATUS_MEMORY, "out of memory while reading %s", settings->path);
    status = hash_scene(scene, settings, status);
    if (status.code == STATUS_OK) {
        status = describe(scene, settings, info);
        info->contact = yaml_get(yaml_root(scene->file), "contact") != NULL;
        info->releases = has_key(yaml_root(scene->file), "release"); // colliders cannot have the key (scene_colliders.c)
    }
    free(bytes);
    if (status.code != STATUS_OK)
        close_scene(scene);
    return status;
}

Status scene_describe(const SceneSettings *settings, SceneInfo *info, SceneParameter *parameters, int *count)
{
    Scene scene;
    TRY(open_scene(&scene, settings, info));
    memcpy(parameters, scene.parameters, (size_t)scene.parameter_count * sizeof *parameters);
    *count = scene.parameter_count;
    close_scene(&scene);
    return status_ok();
}

// ---- bodies and colliders ----

static Status check_names(const YamlNode *list, const char *what)
{
    for (int i = 0; i < list->count; i++) {
        const YamlNode *node = yaml_get(list->children[i], "name");
        const char     *name = NULL;
        if (!node)
            continue;
        TRY(yaml_text(node, &name));
        for (int j = 0; j < i; j++) {
            const YamlNode *other = yaml_get(list->children[j], "name");
            if (other && strcmp(other->text, name) == 0)
                return yaml_error(node, "a second %s named `%.48s`; rename one", what, name);
        }
    }
    return status_ok();
}

// Contact rules without two objects that can touch are a mistake.
static Status check_touching(const YamlNode *contact, const ContactRules *rules, const YamlNode *bodies, int colliders)
{
    int touching = 0;
    for (int i = 0; i < bodies->count; i++) {
        const YamlNode *node = yaml_get(bodies->children[i], "contact");
        touching += !node || strcmp(node->text, "false") != 0;
    }
    if (touching == 0)
        return yaml_error(contact,
                          "no body can touch: all have `contact: false`; remove it from one body, or remove `contact` from the scene");
    if (colliders == 0 && !rules->self && !(rules->bodies && touching > 1))
        return yaml_error(contact, "no pair of objects can touch; add `colliders`, a second body, or `self: true`");
    return status_ok();
}

// The parts of a scene that are read before its bodies.
static Status read_surroundings(Scene *scene, ContactRules *rules, ModelBuilder *builder)
{
    const YamlNode *root = yaml_root(scene->file), *wind = yaml_get(root, "wind");
    const YamlNode *contact = yaml_get(root, "contact"), *colliders = yaml_get(root, "colliders");
    double          gravity[3] = {0, -9.81, 0};
    TRY(scene_vector(yaml_get(root, "gravity"), gravity));
    model_set_gravity(builder, gravity);
    if (wind)
        TRY(scene_wind(wind, builder));
    if (colliders && !contact)
        return yaml_error(colliders, "need contact rules; add `contact` with a thickness and a stiffness");
    if (contact)
        TRY(scene_contact(contact, builder, rules));
    if (contact && rules->planar && gravity[2] != 0)
        return yaml_error(yaml_get(contact, "planar"),
                          "gravity has a component of %.15g m/s² along z, out of the plane of contact; set it to 0", gravity[2]);
    if (!colliders)
        return status_ok();
    TRY(scene_colliders(colliders, &scene->files, builder));
    return check_names(colliders, "collider");
}

// Adds file and line when out of memory; all other errors already have them.
static Status read_body(const YamlNode *node, const ContactRules *rules, SceneFiles *files, ModelBuilder *builder)
{
    const Status status = scene_read_body(node, rules, files, builder);
    return status.code == STATUS_MEMORY ? yaml_locate(node, status) : status;
}

static Status read_content(Scene *scene, ModelBuilder *builder)
{
    const YamlNode *root = yaml_root(scene->file), *bodies = NULL, *wind = yaml_get(root, "wind");
    const YamlNode *contact = yaml_get(root, "contact"), *colliders = yaml_get(root, "colliders");
    ContactRules    rules = {0};
    TRY(read_surroundings(scene, &rules, builder));
    TRY(yaml_need(root, "bodies", &bodies));
    TRY(yaml_list(bodies));
    if (bodies->count == 0)
        return yaml_error(bodies, "has no bodies; add at least one");
    TRY(check_names(bodies, "body"));
    for (int i = 0; i < bodies->count; i++)
        TRY(read_body(bodies->children[i], contact ? &rules : NULL, &scene->files, builder));
    model_set_unread(builder, scene->files.unread);
    if (wind && !model_builder_has_loads(builder))
        return yaml_error(wind, "has no effect: no body of the scene has faces; remove the wind, or add a body with faces");
    return contact ? check_touching(contact, &rules, bodies, colliders ? colliders->count : 0) : status_ok();
}

// ranges: NULL: not requested.
static Status read_scene(const SceneSettings *settings, ModelBuilder *builder, SceneInfo *info, YamlRange *ranges)
{
    Scene scene;
    TRY(open_scene(&scene, settings, info));
    Status status = read_content(&scene, builder);
    if (status.code == STATUS_MEMORY)
        status = yaml_locate(yaml_root(scene.file), status);
    if (ranges)
        memcpy(ranges, scene.ranges, sizeof scene.ranges);
    close_scene(&scene);
    return status;
}

Status scene_read(const SceneSettings *settings, ModelBuilder *builder, SceneInfo *info)
{
    return read_scene(settings, builder, info, NULL);
}

static Status look_at(const SceneSettings *settings, YamlRange *ranges)
{
    SceneInfo     info;
    ModelBuilder *builder = model_builder_create();
    const Status  status =
        builder ? read_scene(settings, builder, &info, ranges) : status_make(STATUS_MEMORY, "out of memory while reading the scene");
    model_builder_destroy(builder);
    return status;
}

Status scene_check(const SceneSettings *settings)
{
    return look_at(settings, NULL);
}

Status scene_ranges(const char *path, YamlRange *ranges)
{
    return look_at(&(SceneSettings){.path = path}, ranges);
}
