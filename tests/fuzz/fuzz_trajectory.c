// Trajectories. Bytes that begin with the header of states are several states, separated by the line %%%; all other bytes are a NumPy
// array. A trajectory that was read is compared with its own start and with its last frame.
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "scene/trajectory.h"

static void read_all(const char *path)
{
    Trajectory t;
    double     farthest = 0;
    if (fuzz_fine(trajectory_read(path, &t))) {
        const size_t last = (size_t)(t.frame_count - 1) * (size_t)t.particle_count;
        ASSERT(fuzz_fine(trajectory_check_start(path, &t, (const double(*)[3])t.position, t.particle_count, &farthest)));
        fuzz_fine(trajectory_check_start(path, &t, (const double(*)[3])(t.position + last), t.particle_count, &farthest));
    }
    trajectory_destroy(&t);
}

// States in a folder of their own, from which the states of the previous input are removed.
static void read_states(const uint8_t *bytes, size_t size)
{
    char      path[FUZZ_PATH], folder[FUZZ_PATH], name[64];
    FuzzPart  parts[FUZZ_PARTS];
    const int count = fuzz_split(bytes, size, parts);
    fuzz_path("states", folder);
    mkdir(folder, 0777);
    for (int i = 0; i < FUZZ_PARTS; i++) {
        snprintf(name, sizeof name, "states/state_%05d.csv", i);
        fuzz_path(name, path);
        unlink(path);
        if (i < count)
            fuzz_write(path, parts[i].bytes, parts[i].size);
    }
    read_all(folder);
}

void fuzz_trajectory(const uint8_t *bytes, size_t size)
{
    char path[FUZZ_PATH];
    if (size >= 5 && memcmp(bytes, "index", 5) == 0) {
        read_states(bytes, size);
        return;
    }
    fuzz_path("run.npy", path);
    fuzz_write(path, bytes, size);
    read_all(path);
}
