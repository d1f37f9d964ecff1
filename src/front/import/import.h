// Scenes of other programs, written as scene files of weft.
#ifndef WEFT_IMPORT_IMPORT_H
#define WEFT_IMPORT_IMPORT_H

#include <stdio.h>

#include "base/status.h"

typedef struct ImportSettings {
    const char *file; // what is read
    const char *root; // the folder that the names of its meshes are seen from; NULL: what the format says
    const char *kind; // the kind of tetrahedra instead of what the file's energy is here; NULL: that
} ImportSettings;

// What a scene file does not hold, but a run wants to know; 0: the file does not say.
typedef struct ImportRun {
    double step, duration; // s
} ImportRun;

typedef struct ImportFormat {
    const char *name, *summary;
    // Writes a scene file to out. STATUS_INPUT with file:line: what cannot be read, and what the file says that a scene of weft cannot
    // have and that would make another scene. What changes nothing of the scene becomes a comment of it.
    Status (*write)(const ImportSettings *settings, FILE *out, ImportRun *run);
} ImportFormat;

const ImportFormat *import_at(int index); // NULL past the last

// STATUS_USAGE with the nearest name.
Status import_find(const char *name, const ImportFormat **out) GNU_MUST_CHECK;

#endif
