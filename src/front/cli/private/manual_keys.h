// The keys of experiment files by section, from key_list.h.
#ifndef WEFT_CLI_MANUAL_KEYS_H
#define WEFT_CLI_MANUAL_KEYS_H

#include <stddef.h>

typedef struct ManualKey {
    const char *name, *type, *meaning; // name NULL ends a section
} ManualKey;

typedef struct ManualSection {
    const char      *name, *heading; // name: as in types of other sections; NULL ends the list
    const ManualKey *keys;
} ManualSection;

extern const ManualSection MANUAL_SECTIONS[]; // the first is the top of the file
extern const ManualKey     MANUAL_STYLES[], MANUAL_ENVIRONMENT[], MANUAL_FILES[];

#endif
