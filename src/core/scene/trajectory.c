// Trajectories: the choice of the reader, and the checks of both forms.
#include "scene/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "scene/private/trajectory_readers.h"

static const double COORDINATE_MAX = 1e12;

// Tolerance of frame 0, relative to the size of the scene: the rounding of texts with six digits and of single precision.
static const double TOLERANCE = 1e-4, ROUNDING = 1e-6;

static Status check(const char *path, const Trajectory *t)
{
    if (t->frame_count < 2)
        return status_make(STATUS_INPUT, "%s: has one frame; a trajectory needs at least two, the first of them at the start of the scene",
                           path);
    for (int64_t i = 0; i < (int64_t)t->frame_count * t->particle_count; i++)
        for (int k = 0; k < 3; k++)
            if (!(fabs(t->position[i][k]) <= COORDINATE_MAX) || (t->velocity && !(fabs(t->velocity[i][k]) <= COORDINATE_MAX))) {
                const int frame = (int)(i / t->particle_count);
                return status_make(
                    STATUS_INPUT,
                    "%s: frame %d, particle %d: a number is not finite or above 1e12; remove this frame and the following ones",
                    t->path ? t->path[frame] : path, frame, (int)(i % t->particle_count));
            }
    return status_ok();
}

static Status read_any(const char *path, Trajectory *out)
{
    struct stat  facts;
    const size_t length = strlen(path);
    if (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode))
        return trajectory_read_states(path, out);
    if (length >= 4 && strcasecmp(path + length - 4, ".npy") == 0)
        return trajectory_read_npy(path, out);
    return status_make(
        STATUS_INPUT,
        "%s: neither a .npy file nor a folder of .csv states; convert it with python3 -m weft trajectory SCENE.json %s -o FILE.npy", path,
        path);
}

Status trajectory_read(const char *path, Trajectory *out)
{
    *out = (Trajectory){0};
    Status status = read_any(path, out);
    if (status.code == STATUS_OK)
        status = check(path, out);
    if (status.code != STATUS_OK)
        trajectory_destroy(out);
    return status;
}

// ---- the start ----

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

// TOLERANCE times the diagonal of the bounding box (for a single point, times its distance from the origin), plus the rounding of
// coordinates.
static double tolerance_of(const double (*x)[3], int32_t count)
{
    double farthest = 0, sum = 0;
    for (int k = 0; k < 3; k++) {
        double low = x[0][k], high = x[0][k];
        for (int32_t i = 0; i < count; i++) {
            low = fmin(low, x[i][k]);
            high = fmax(high, x[i][k]);
        }
        farthest = fmax(farthest, fmax(fabs(low), fabs(high)));
        sum += (high - low) * (high - low);
    }
    return TOLERANCE * (sum > 0 ? sqrt(sum) : farthest) + ROUNDING * farthest;
}

Status trajectory_check_start(const char *path, const Trajectory *t, const double (*start)[3], int32_t particles, double *farthest)
{
    int32_t worst = 0;
    *farthest = 0;
    if (t->particle_count != particles)
        return status_make(STATUS_INPUT,
                           "%s: the frames have %d particles, but the scene has %d; check the scene and its parameters (--set)", path,
                           (int)t->particle_count, (int)particles);
    for (int32_t i = 0; i < particles; i++) {
        const double d = distance(t->position[i], start[i]);
        if (d > *farthest) {
            *farthest = d;
            worst = i;
        }
    }
    if (*farthest <= tolerance_of(start, particles))
        return status_ok();
    return status_make(STATUS_INPUT,
                       "%s: frame 0 differs from the start of the scene: particle %d is off by %.3g m. Check the scene and its parameters "
                       "(--set). If order, unit or axes differ, convert the file with python3 -m weft trajectory",
                       path, (int)worst, *farthest);
}
