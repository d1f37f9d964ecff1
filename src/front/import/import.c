// The table of formats.
#include "import/import.h"

#include <string.h>

#include "base/text.h"
#include "import/private/import_formats.h"

static const ImportFormat FORMATS[] = {
#define IMPORT(name, summary) {#name, summary, import_##name},
#include "import/private/import_list.h"
#undef IMPORT
};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS };

const ImportFormat *import_at(int index)
{
    return index < FORMAT_COUNT ? &FORMATS[index] : NULL;
}

Status import_find(const char *name, const ImportFormat **out)
{
    char        message[300];
    const char *names[FORMAT_COUNT];
    for (int i = 0; i < FORMAT_COUNT; i++) {
        names[i] = FORMATS[i].name;
        *out = &FORMATS[i];
        if (strcmp(name, names[i]) == 0)
            return status_ok();
    }
    snprintf(message, sizeof message, "scene: no format `%.60s` is read", name);
    text_suggest(message, sizeof message, name, names, FORMAT_COUNT);
    return status_make(STATUS_USAGE, "%s", message);
}
