#include "cli/private/yaml_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char ENDING[] = ".yaml";

static int has_ending(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name), tail = sizeof ENDING - 1;
    return entry->d_name[0] != '.' && length > tail && strcmp(entry->d_name + length - tail, ENDING) == 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

Status yaml_names_create(const char *folder, YamlNames *out)
{
    struct dirent **entries = NULL;
    *out = (YamlNames){0};
    const int count = scandir(folder, &entries, has_ending, NULL);
    if (count < 0)
        return status_make(STATUS_IO, "%s: cannot be read: %s; set WEFT_DATASETS to the datasets folder", folder, strerror(errno));
    out->names = calloc((size_t)count + 1, sizeof *out->names);
    bool whole = out->names != NULL;
    for (int i = 0; i < count; i++) {
        if (whole)
            out->names[i] = strndup(entries[i]->d_name, strlen(entries[i]->d_name) - (sizeof ENDING - 1));
        whole = whole && out->names[i];
        out->count += whole;
        free(entries[i]);
    }
    free(entries);
    if (!whole) {
        yaml_names_destroy(out);
        return status_make(STATUS_MEMORY, "out of memory for %d names", count);
    }
    qsort(out->names, (size_t)count, sizeof *out->names, compare);
    return status_ok();
}

void yaml_names_destroy(YamlNames *names)
{
    for (int i = 0; names->names && i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    *names = (YamlNames){0};
}
