// weft-manual DIR SCENES: writes weft.1, weft.bash and experiment.schema.json to DIR; SCENES is the folder of the scene files.
#include <stdlib.h>

#include "cli/private/manual.h"

static FILE *create(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (!out)
        perror(path);
    return out;
}

static bool finish(FILE *out)
{
    const bool whole = !ferror(out);
    return fclose(out) == 0 && whole;
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
    FILE *page = create(arguments[1], "weft.1"), *completion = create(arguments[1], "weft.bash"),
         *schema = create(arguments[1], "experiment.schema.json");
    if (!page || !completion || !schema)
        return EXIT_FAILURE;
    manual_page(page);
    manual_completion(&scenes, completion);
    const bool made = manual_schema(schema);
    yaml_names_destroy(&scenes);
    return (finish(page) & finish(completion) & finish(schema)) && made ? EXIT_SUCCESS : EXIT_FAILURE;
}
