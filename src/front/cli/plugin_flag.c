#include "cli/private/plugin_flag.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/yaml.h"
#include "run/plugins.h"

static Status load_named(const char *path, const YamlNode *list)
{
    const char  *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    TRY(yaml_list(list));
    for (int i = 0; i < list->count; i++) {
        const char *name;
        char        file[PATH_MAX];
        TRY(yaml_text(list->children[i], &name));
        if (snprintf(file, sizeof file, "%.*s%s", *name == '/' ? 0 : (int)folder, path, name) >= (int)sizeof file)
            return yaml_error(list->children[i], "is too long for a file");
        const Status status = plugins_load(file);
        if (status.code != STATUS_OK)
            return status_prefix(status, "%s:%d", path, list->children[i]->line);
    }
    return status_ok();
}

static bool is_yaml(const char *argument)
{
    const char *point = strrchr(argument, '.');
    return *argument != '-' && point && (strcmp(point, ".yaml") == 0 || strcmp(point, ".yml") == 0);
}

// Other errors of the file are reported when the subcommand reads it.
static Status load_of_experiment(const char *path)
{
    YamlFile *file = NULL;
    if (yaml_read(path, &file).code != STATUS_OK)
        return status_ok();
    const YamlNode *list = yaml_get(yaml_root(file), "plugins");
    const Status    status = list ? load_named(path, list) : status_ok();
    yaml_destroy(file);
    return status;
}

Status plugin_flag_take(int *count, char **arguments)
{
    static const char FLAG[] = "--plugin";
    int               kept = 1;
    for (int i = 1; i < *count; i++) {
        const char *argument = arguments[i], *file = NULL;
        if (strcmp(argument, FLAG) == 0)
            file = ++i < *count ? arguments[i] : "";
        else if (strncmp(argument, FLAG, sizeof FLAG - 1) == 0 && argument[sizeof FLAG - 1] == '=')
            file = argument + sizeof FLAG;
        else
            arguments[kept++] = arguments[i];
        if (file && !*file)
            return status_make(STATUS_USAGE, "--plugin needs a value: a shared library with solvers, or a folder of libraries");
        if (file)
            TRY(plugins_load(file));
    }
    *count = kept;
    arguments[kept] = NULL;
    for (int i = 2; i < kept; i++)
        if (is_yaml(arguments[i]))
            TRY(load_of_experiment(arguments[i]));
    return status_ok();
}
