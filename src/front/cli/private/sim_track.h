// weft sim --track: prints one line of chosen quantities per step.
#ifndef WEFT_CLI_SIM_TRACK_H
#define WEFT_CLI_SIM_TRACK_H

#include <sqlite3.h>

#include "case/case.h"
#include "case/row.h"

enum { TRACKED_MAX = 32 };

typedef struct Tracked {
    RowKind     kind;
    const char *field, *unit; // unit: "" for none
    int         axis;         // of a vector; −1: a number
    char        carrier[80];  // for a row `load`; else ""
    char        title[96];
} Tracked;

typedef struct Track {
    int     count;
    Tracked list[TRACKED_MAX];
    char    particle[24]; // "" : none
} Track;

// text: particle:17; load:CARRIER with a carrier of the rows `load`, such as "collider floor"; or the name of a quantity (a field of the
// rows frame, iterate, contact or step_end, or its column in a view; _x, _y or _z added for a vector). STATUS_USAGE.
Status track_add(Track *track, const char *text) GNU_MUST_CHECK;

// Sets the recording options of the case, hidden from its label.
Status track_prepare(const Track *track, Case *c) GNU_MUST_CHECK;

// Prints a heading and one line per recorded step. STATUS_USAGE: no load has this name; the message lists the names.
Status track_print(const Track *track, sqlite3 *db) GNU_MUST_CHECK;

#endif
