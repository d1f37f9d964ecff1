// Which of the axes of a file each of the scene's is.
#include <stdio.h>
#include <string.h>

#include "scene/trajectory.h"

enum { ORDERS = 6, SIGNS = 8 };

// The first of them are the turns between "y is up" and "z is up", which exporters do.
static const int ORDER[ORDERS][3] = {{0, 2, 1}, {0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};

// One of "x", "+y", "-z", up to a comma or the end. False: it is none.
static bool read_one(const char **at, int *from, int *sign)
{
    const char *text = *at;
    *sign = *text == '-' ? -1 : 1;
    text += *text == '-' || *text == '+';
    if (*text < 'x' || *text > 'z')
        return false;
    *from = *text++ - 'x';
    *at = text;
    return true;
}

static bool read_all(const char *text, Axes *out)
{
    bool taken[3] = {false, false, false};
    for (int k = 0; k < 3; k++) {
        if (k > 0 && *text++ != ',')
            return false;
        if (!read_one(&text, &out->from[k], &out->sign[k]) || taken[out->from[k]])
            return false;
        taken[out->from[k]] = true;
    }
    return *text == '\0';
}

Status trajectory_axes(const char *text, Axes *out)
{
    if (read_all(text, out))
        return status_ok();
    return status_make(STATUS_USAGE,
                       "--axes %.40s: give, for each of the scene's x, y and z, the axis of the files that it is, as in x,-z,y: each of "
                       "them once, with a - where it points the other way",
                       text);
}

bool axes_at(int index, Axes *out)
{
    if (index >= ORDERS * SIGNS)
        return false;
    for (int k = 0; k < 3; k++) {
        out->from[k] = ORDER[index / SIGNS][k];
        out->sign[k] = index % SIGNS >> k & 1 ? -1 : 1;
    }
    return true;
}

bool axes_mirror(const Axes *axes)
{
    int flips = 0;
    for (int k = 0; k < 3; k++) {
        flips += axes->sign[k] < 0;
        for (int j = 0; j < k; j++)
            flips += axes->from[j] > axes->from[k];
    }
    return flips % 2 != 0;
}

void axes_text(const Axes *axes, char out[AXES_TEXT])
{
    snprintf(out, AXES_TEXT, "%s%c,%s%c,%s%c", axes->sign[0] < 0 ? "-" : "", 'x' + axes->from[0], axes->sign[1] < 0 ? "-" : "",
             'x' + axes->from[1], axes->sign[2] < 0 ? "-" : "", 'x' + axes->from[2]);
}

void axes_turn(const Axes *axes, int64_t count, double (*x)[3])
{
    for (int64_t i = 0; i < count; i++) {
        double was[3];
        memcpy(was, x[i], sizeof was);
        for (int k = 0; k < 3; k++)
            x[i][k] = axes->sign[k] * was[axes->from[k]];
    }
}

Axes axes_after(const Axes *axes, const Axes *first)
{
    Axes both;
    for (int k = 0; k < 3; k++) {
        both.from[k] = first->from[axes->from[k]];
        both.sign[k] = axes->sign[k] * first->sign[axes->from[k]];
    }
    return both;
}

void trajectory_turn(Trajectory *t, const Axes *axes)
{
    const int64_t count = (int64_t)t->frame_count * t->particle_count;
    axes_turn(axes, count, t->position);
    if (t->velocity)
        axes_turn(axes, count, t->velocity);
    t->axes = axes;
}
