// weft view: writes a page that plays the frames of runs.
#include "base/file.h"
#include "cli/private/command.h"
#include "view/view.h"

#include <stdio.h>

typedef struct OptionValues {
    const char *path, *title;
    int         every;
} OptionValues;

static const Flag FLAGS[] = {
    {"output", 'o', "FILE.html", "the file of the page", FLAG_PATH, .offset = offsetof(OptionValues, path)},
    {"every", 0, "N", "show every Nth frame (1)", FLAG_INT, .offset = offsetof(OptionValues, every), .min = 1, .max = 1000000},
    {"title", 0, "TEXT", "title of the page (the names of the folders)", FLAG_TEXT, .offset = offsetof(OptionValues, title)},
    {0}};

static Status run(Options *options)
{
    OptionValues values = {.every = 1};
    const char  *folders[VIEW_RUNS_MAX];
    int          count = 0;
    TRY(options_read(options, &values, 1, VIEW_RUNS_MAX));
    if (!values.path)
        return status_make(STATUS_USAGE, "view: give -o FILE.html; usage: weft view %s", options->command->arguments);
    for (; options_argument(options, count); count++) {
        folders[count] = options_argument(options, count);
        TRY(file_keep((FileOutput){folders[count], "@(*.vtp|*.pvd)"}, values.path));
    }
    const ViewSettings settings = {
        .folders = folders, .folder_count = count, .every = values.every, .title = values.title, .path = values.path};
    return view_write(&settings, stdout);
}

const Command command_view = {.name = "view",
                              .arguments = "FRAMES... -o FILE.html [--every N] [--title TEXT]",
                              .summary = "write a page that plays frames of `weft sim` in 3D in a browser",
                              .flags = FLAGS,
                              .details = "FRAMES are folders that `weft sim SCENE --frames FRAMES` wrote. The runs play\n"
                                         "side by side at the times that all runs have. The name of a folder is the label\n"
                                         "of its run, so name folders by the setting that differs. The colour of a\n"
                                         "particle is its distance to the same particle in the first run; the page opens\n"
                                         "at the frame with the largest distance.\n"
                                         "The page is one file and needs no network.\n"
                                         "Mouse and touch: drag to turn; wheel or pinch to zoom; shift-drag or two fingers\n"
                                         "to move; double click to reset. Keys: space plays, arrows step.\n"
                                         "FILE.html#frame=12, #play, #colour=run and #edges open the page in that state;\n"
                                         "join several with &.\n",
                              .run = run};
