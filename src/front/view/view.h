// A page that plays frames (`weft sim --frames`) of one or more runs in a browser, side by side.
#ifndef WEFT_VIEW_VIEW_H
#define WEFT_VIEW_VIEW_H

#include <stdio.h>

#include "base/status.h"

enum { VIEW_RUNS_MAX = 16 };

typedef struct ViewSettings {
    const char *const *folders;             // [folder_count] with frames.pvd; errors are distances to the first
    int                folder_count, every; // every: of the times that all runs have, each every-th is shown
    const char        *title;               // NULL: the names of the folders
    const char        *path;                // of the page
} ViewSettings;

// Writes one self-contained file and prints its contents in a line to `out`. STATUS_IO; STATUS_INPUT for frames that are incomplete or do
// not fit together; STATUS_LIMIT above the size that a browser can load; STATUS_MEMORY.
Status view_write(const ViewSettings *settings, FILE *out) GNU_MUST_CHECK;

#endif
