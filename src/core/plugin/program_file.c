// The description of a program: a YAML file (docs/protocol.md).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "plugin/private/program.h"

enum { DESCRIPTION_BYTES = 1 << 20 };

static const char *const SOLVERS[] = {"external", NULL};

// Which bits a list of words sets.
static Status read_words(const YamlNode *list, const char *const *words, uint32_t *out)
{
    if (!list)
        return status_ok();
    *out = 0;
    TRY(yaml_list(list));
    for (int i = 0; i < list->count; i++) {
        int word = 0;
        TRY(yaml_choice(list->children[i], words, &word));
        *out |= 1u << word;
    }
    return status_ok();
}

static Status read_choices(const YamlNode *node, const char **choices, WeftParam *out)
{
    static const int MOST = 31;
    const YamlNode  *list, *value;
    int              number = 0;
    TRY(yaml_need(node, "choices", &list));
    TRY(yaml_list(list));
    if (list->count > MOST)
        return yaml_error(list, "more than %d choices", MOST);
    for (int i = 0; i < list->count; i++)
        TRY(yaml_line(list->children[i], 40, &choices[i]));
    TRY(yaml_need(node, "value", &value));
    TRY(yaml_choice(value, choices, &number));
    out->value = number;
    out->choices = choices;
    return status_ok();
}

static Status read_range(const YamlNode *node, WeftParam *out)
{
    static const double WIDE = 1e300;
    const YamlNode     *value, *least, *most;
    TRY(yaml_need(node, "value", &value));
    TRY(yaml_need(node, "least", &least));
    TRY(yaml_need(node, "most", &most));
    TRY(yaml_real(least, -WIDE, WIDE, &out->least));
    TRY(yaml_real(most, out->least, WIDE, &out->most));
    TRY(yaml_real(value, out->least, out->most, &out->value));
    return out->type == WEFT_INTEGER && out->value != nearbyint(out->value) ? yaml_error(value, "must be a whole number") : status_ok();
}

static Status read_param(const YamlNode *node, const char **choices, WeftParam *out)
{
    static const char *const        KEYS[] = {"name", "type", "value", "least", "most", "choices", "unit", "summary", NULL},
                             *const TYPES[] = {[WEFT_REAL] = "real", [WEFT_INTEGER] = "integer", [WEFT_CHOICE] = "choice", NULL};
    const YamlNode                 *name, *type, *summary;
    TRY(yaml_check_keys(node, KEYS));
    TRY(yaml_need(node, "name", &name));
    TRY(yaml_need(node, "type", &type));
    TRY(yaml_need(node, "summary", &summary));
    TRY(yaml_text(name, &out->name));
    TRY(yaml_choice(type, TYPES, &out->type));
    TRY(yaml_line(summary, 400, &out->summary));
    TRY(yaml_line(yaml_get(node, "unit"), 16, &out->unit));
    return out->type == WEFT_CHOICE ? read_choices(node, choices, out) : read_range(node, out);
}

static Status read_params(const YamlNode *list, Program *p)
{
    p->table.params = p->params;
    if (!list)
        return status_ok();
    TRY(yaml_list(list));
    if (list->count > PLUGIN_PARAMS_MAX)
        return yaml_error(list, "more than %d parameters", PLUGIN_PARAMS_MAX);
    for (int i = 0; i < list->count; i++)
        TRY(read_param(list->children[i], p->choices[i], &p->params[i]));
    return status_ok();
}

static Status read_command(const YamlNode *list, Program *p)
{
    TRY(yaml_list(list));
    if (list->count < 1 || list->count > PROGRAM_WORDS)
        return yaml_error(list, "needs the program and at most %d arguments, as in [python3, ./solver.py]", PROGRAM_WORDS - 1);
    for (int i = 0; i < list->count; i++)
        TRY(yaml_text(list->children[i], &p->words[i]));
    return status_ok();
}

static Status read_kinds(const YamlNode *list, Program *p)
{
    TRY(yaml_list(list));
    if (list->count < 1)
        return yaml_error(list, "needs a kind of constraints at least (`weft list constraints`)");
    for (int i = 0; i < list->count; i++) {
        int kind = 0;
        TRY(yaml_choice(list->children[i], constraint_names(), &kind));
        p->kinds[kind] = true;
    }
    return status_ok();
}

static Status read_map(const YamlNode *map, Program *p)
{
    static const char *const        KEYS[] = {"solver", "name",  "summary",    "version", "command", "files",    "params",
                                              "kinds",  "takes", "precisions", "aim",     "order",   "momentum", NULL},
                             *const TAKES[] = {"hard", "damped", "inequalities", NULL}, *const PRECISIONS[] = {"f64", "f32", NULL},
                             *const AIMS[] = {"objective", "multipliers", "errors", NULL},
                             *const ORDERS[] = {"memory", "colour", "scene", NULL},
                             *const MOMENTA[] = {[WEFT_MOMENTUM_UNSAID] = "unsaid", [WEFT_MOMENTUM_KEPT] = "kept", NULL};
    const YamlNode                 *solver, *name, *summary, *version, *command, *kinds;
    int                             external = 0;
    if (!yaml_get(map, "solver"))
        return yaml_error(map, "describes no program: it has no `solver: external`");
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "solver", &solver));
    TRY(yaml_need(map, "name", &name));
    TRY(yaml_need(map, "summary", &summary));
    TRY(yaml_need(map, "version", &version));
    TRY(yaml_need(map, "command", &command));
    TRY(yaml_need(map, "kinds", &kinds));
    TRY(yaml_choice(solver, SOLVERS, &external));
    TRY(yaml_text(name, &p->table.name));
    TRY(yaml_line(summary, 199, &p->table.summary));
    TRY(yaml_line(version, 63, &p->table.version));
    TRY(read_command(command, p));
    TRY(read_params(yaml_get(map, "params"), p));
    TRY(read_kinds(kinds, p));
    TRY(read_words(yaml_get(map, "takes"), TAKES, &p->table.takes)); // in the order of their bits
    TRY(read_words(yaml_get(map, "precisions"), PRECISIONS, &p->table.precisions));
    TRY(yaml_choice(yaml_get(map, "aim"), AIMS, &p->table.aim));
    TRY(yaml_choice(yaml_get(map, "order"), ORDERS, &p->table.order));
    return yaml_choice(yaml_get(map, "momentum"), MOMENTA, &p->table.momentum);
}

void program_free(Program *program)
{
    if (program)
        yaml_destroy(program->file);
    free(program);
}

Status program_read(const char *path, const char *text, size_t size, Program **out)
{
    const char *slash = strrchr(path, '/');
    Program    *p = (Program *)calloc(1, sizeof *p);
    *out = NULL;
    if (!p)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    snprintf(p->folder, sizeof p->folder, "%.*s", slash && slash > path ? (int)(slash - path) : 1, slash ? path : ".");
    p->table = (WeftSolver){.abi = WEFT_SOLVER_ABI,
                            .size = sizeof(WeftSolver),
                            .precisions = WEFT_DOUBLE | WEFT_SINGLE,
                            .create = program_create,
                            .step = program_step,
                            .destroy = program_destroy};
    Status status = yaml_read_text(path, text, size, &p->file);
    if (status.code == STATUS_OK)
        status = read_map(yaml_root(p->file), p);
    if (status.code != STATUS_OK)
        program_free(p);
    else
        *out = p;
    return status;
}

// ---- its hash ----

// In the folder of the description, where the program runs.
static Status add_file(const Program *p, const char *name, Hasher *hasher)
{
    char path[2200], hash[HASH_TEXT];
    snprintf(path, sizeof path, "%s%s%s", *name == '/' ? "" : p->folder, *name == '/' ? "" : "/", name);
    TRY(hash_file(path, hash));
    hasher_add(hasher, hash, strlen(hash));
    return status_ok();
}

static bool is_file(const Program *p, const char *word)
{
    struct stat info;
    char        path[2200];
    snprintf(path, sizeof path, "%s%s%s", *word == '/' ? "" : p->folder, *word == '/' ? "" : "/", word);
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

// What a word without a slash starts lies on PATH, and is no file of the description's.
static Status add_files(const Program *p, const YamlNode *files, Hasher *hasher)
{
    for (int i = 0; p->words[i]; i++)
        if ((i > 0 || strchr(p->words[i], '/')) && is_file(p, p->words[i]))
            TRY(add_file(p, p->words[i], hasher));
    if (!files)
        return status_ok();
    TRY(yaml_list(files));
    for (int i = 0; i < files->count; i++) {
        const char *name;
        TRY(yaml_text(files->children[i], &name));
        if (!is_file(p, name))
            return yaml_error(files->children[i], "there is no file `%s` in %s", name, p->folder);
        TRY(add_file(p, name, hasher));
    }
    return status_ok();
}

Status program_open(const char *path, Program **out, char hash[HASH_TEXT])
{
    char  *text = NULL;
    size_t size;
    *out = NULL;
    TRY(file_read(path, DESCRIPTION_BYTES, &text, &size));
    Status  status = program_read(path, text, size, out);
    Hasher *hasher = status.code == STATUS_OK ? hasher_create() : NULL;
    if (status.code == STATUS_OK && !hasher)
        status = status_make(STATUS_MEMORY, "out of memory for a plugin");
    if (hasher) {
        hasher_add(hasher, text, size);
        status = add_files(*out, yaml_get(yaml_root((*out)->file), "files"), hasher);
        hasher_text(hasher, hash);
    }
    hasher_destroy(hasher);
    free(text);
    if (status.code != STATUS_OK) {
        program_free(*out);
        *out = NULL;
    }
    return status;
}
