// Trajectories of every format. The first line is the end of the names of the files, ".npy"; where it is none, the first byte chooses it.
// What follows is the file, or where a file is a frame, several cut at the line %%%; of .pvd the list and then the frames that it has. What
// was read is matched with its own start, in another order, in another unit and with other axes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "scene/trajectory.h"

static const char *const ENDINGS[] = {".npy", ".pc2", ".mdd", ".csv", ".vtp", ".obj", ".ply", ".vtk", ".vtu", ".pvd"};
enum { FORMATS = sizeof ENDINGS / sizeof *ENDINGS, FILES = 3, PVD = FORMATS - 1 };

// Which format, and what of the bytes is before the file.
static int format_of(const uint8_t *bytes, size_t size, size_t *head)
{
    for (int i = 0; i < FORMATS; i++) {
        const size_t length = strlen(ENDINGS[i]);
        *head = length + 1;
        if (size > length && memcmp(bytes, ENDINGS[i], length) == 0 && bytes[length] == '\n')
            return i;
    }
    *head = 1;
    return bytes[0] % FORMATS;
}

// The start is frame 0 backwards: by index it fits only where it is symmetric.
static void match(Trajectory *t, const char *path)
{
    const int32_t n = t->particle_count;
    double(*start)[3] = malloc((size_t)n * sizeof *start);
    Match found;
    ASSERT(start);
    for (int32_t i = 0; i < n; i++)
        memcpy(start[i], t->position[n - 1 - i], sizeof *start);
    if (fuzz_fine(trajectory_match(path, MATCH_AUTO, (const double(*)[3])start, n, t, &found)))
        ASSERT(found.kind != MATCH_AUTO && found.farthest >= 0);
    trajectory_scale(t, 0.01);
    Axes axes;
    if (fuzz_fine(trajectory_axes("-z,x,y", &axes)))
        trajectory_turn(t, &axes);
    fuzz_fine(trajectory_match(path, MATCH_NEAREST, (const double(*)[3])start, n, t, &found));
    fuzz_fine(trajectory_match(path, MATCH_INDEX, (const double(*)[3])start, n + 1, t, &found));
    free(start);
}

static void read_all(const char *path)
{
    Trajectory trajectory;
    if (fuzz_fine(trajectory_read(path, &trajectory)))
        match(&trajectory, path);
    trajectory_destroy(&trajectory);
}

// Frames in a folder of their own, from which those of the input before are removed.
static void read_frames(int format, const uint8_t *bytes, size_t size)
{
    char       path[FUZZ_PATH], folder[FUZZ_PATH], name[64];
    FuzzPart   parts[FUZZ_PARTS];
    const bool listed = format == PVD;
    const int  count = fuzz_split(bytes, size, parts);
    snprintf(name, sizeof name, "frames%s", ENDINGS[format]);
    fuzz_path(name, folder);
    mkdir(folder, 0777);
    for (int i = 0; i < FUZZ_PARTS; i++) {
        snprintf(name, sizeof name, listed && i == 0 ? "frames%s/frames.pvd" : "frames%s/frame_%05d%s", ENDINGS[format], i - listed,
                 listed ? ".vtp" : ENDINGS[format]);
        fuzz_path(name, path);
        unlink(path);
        if (i < count)
            fuzz_write(path, parts[i].bytes, parts[i].size);
    }
    read_all(folder);
}

void fuzz_trajectory(const uint8_t *bytes, size_t size)
{
    char   path[FUZZ_PATH], name[32];
    size_t head = 0;
    if (size == 0)
        return;
    const int format = format_of(bytes, size, &head);
    if (format >= FILES) {
        read_frames(format, bytes + head, size - head);
        return;
    }
    snprintf(name, sizeof name, "run%s", ENDINGS[format]);
    fuzz_path(name, path);
    fuzz_write(path, bytes + head, size - head);
    read_all(path);
}
