// What weft-manual writes when weft is built, from the tables of subcommands, flags, keys, exit codes and names.
#ifndef WEFT_CLI_MANUAL_H
#define WEFT_CLI_MANUAL_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/private/yaml_names.h"

void manual_page(FILE *out);                                // weft.1, in groff's man macros
void manual_completion(const YamlNames *scenes, FILE *out); // what bash sources
bool manual_schema(FILE *out);

#endif
