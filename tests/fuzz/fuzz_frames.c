// Frames of a run (frames.pvd and the frames that it lists, separated by the line %%%), made into a page that plays them.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "fuzz.h"
#include "scene/scene.h"
#include "view/view.h"

void fuzz_frames(const uint8_t *bytes, size_t size)
{
    char       path[FUZZ_PATH], folder[FUZZ_PATH], page[FUZZ_PATH], name[32];
    FuzzPart   parts[FUZZ_PARTS];
    SceneFrame frame;
    const int  count = fuzz_split(bytes, size, parts);
    fuzz_path("run", folder);
    fuzz_path("page.html", page);
    mkdir(folder, 0777);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, i ? "run/frame_%05d.vtp" : "run/frames.pvd", i - 1);
        fuzz_path(name, path);
        fuzz_write(path, parts[i].bytes, parts[i].size);
        if (i && fuzz_fine(scene_read_frame(path, &frame)))
            scene_frame_destroy(&frame);
    }
    const char        *folders[] = {folder};
    const ViewSettings settings = {.folders = folders, .folder_count = 1, .every = 1, .path = page};
    FILE              *messages = fopen("/dev/null", "w");
    ASSERT(messages);
    fuzz_fine(view_write(&settings, messages));
    fclose(messages);
}
