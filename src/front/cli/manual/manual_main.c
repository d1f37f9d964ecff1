// weft-manual DIR SCENES: writes weft.1, weft.bash, experiment.schema.json and reference.md to DIR; SCENES is the folder of the scene
// files.
#include <stdlib.h>

#include "cli/private/manual.h"

// Makes one of the files; false with a message on standard error.
static bool make(const char *folder, const char *name, bool (*put)(const YamlNames *scenes, FILE *out), const YamlNames *scenes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE      *out = fopen(path, "w");
    const bool put_all = out && put(scenes, out);
    const bool whole = put_all && !ferror(out);
    if ((out && fclose(out) != 0) || !whole) {
        fprintf(stderr, "weft-manual: %s could not be written\n", path);
        return false;
    }
    return true;
}

int main(int count, char **arguments)
{
    YamlNames scenes;
    if (count != 3)
        return EXIT_FAILURE;
    const Status status = yaml_names_create(arguments[2], &scenes);
    if (status.code != STATUS_OK) {
        fprintf(stderr, "weft-manual: %s\n", status.text);
        return EXIT_FAILURE;
    }
    const bool made = make(arguments[1], "weft.1", manual_page, &scenes) && make(arguments[1], "weft.bash", manual_completion, &scenes) &&
                      make(arguments[1], "experiment.schema.json", manual_schema, &scenes) &&
                      make(arguments[1], "reference.md", manual_reference, &scenes);
    yaml_names_destroy(&scenes);
    return made ? EXIT_SUCCESS : EXIT_FAILURE;
}
