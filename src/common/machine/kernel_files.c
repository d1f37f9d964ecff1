#include "machine/private/kernel_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_below(const char *root, const char *path)
{
    char full[2048];
    return snprintf(full, sizeof full, "%s%s", root, path) < (int)sizeof full ? fopen(full, "r") : NULL;
}

bool kernel_file_line(const char *root, const char *path, char *out, size_t size)
{
    FILE *file = open_below(root, path);
    if (!file)
        return false;
    const bool read = fgets(out, (int)size, file) != NULL;
    fclose(file);
    if (read)
        out[strcspn(out, "\n")] = '\0';
    return read;
}

bool kernel_file_value(const char *root, const char *path, const char *key, char *out, size_t size)
{
    FILE *file = open_below(root, path);
    if (!file)
        return false;
    char  *line = NULL;
    size_t room = 0;
    bool   found = false;
    while (!found && getline(&line, &room, file) > 0) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        const char *value = line + strlen(key);
        value += strspn(value, " \t:");
        snprintf(out, size, "%.*s", (int)strcspn(value, "\n"), value);
        found = true;
    }
    free(line);
    fclose(file);
    return found;
}
