// The files that weft-manual writes when weft is built, from the tables of subcommands, flags, keys, exit codes and names.
#ifndef WEFT_CLI_MANUAL_H
#define WEFT_CLI_MANUAL_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/private/yaml_names.h"

// Each writes one file; false: out of memory. The caller checks the errors of the stream.
bool manual_page(const YamlNames *scenes, FILE *out);       // weft.1, in groff's man macros
bool manual_completion(const YamlNames *scenes, FILE *out); // weft.bash, which bash sources
bool manual_schema(const YamlNames *scenes, FILE *out);     // a JSON Schema of experiment files
bool manual_reference(const YamlNames *scenes, FILE *out);  // docs/reference.md

#endif
