// The names of the scenes or experiments in a folder: its files NAME.yaml.
#ifndef WEFT_CLI_YAML_NAMES_H
#define WEFT_CLI_YAML_NAMES_H

#include "base/status.h"

typedef struct YamlNames {
    int    count;
    char **names; // sorted, ended by NULL
} YamlNames;

// STATUS_IO, STATUS_MEMORY: out is empty. yaml_names_destroy accepts an empty one.
Status yaml_names_create(const char *folder, YamlNames *out) GNU_MUST_CHECK;
void   yaml_names_destroy(YamlNames *names);

#endif
