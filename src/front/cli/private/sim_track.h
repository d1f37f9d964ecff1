// weft sim --track: a line a step of chosen quantities.
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
    char        carrier[80];  // of a row `load`; "": of another row
    char        title[96];
} Tracked;

typedef struct Track {
    int     count;
    Tracked list[TRACKED_MAX];
    char    particle[24]; // "" : none
} Track;

// text: particle:17, load:CARRIER with a carrier of the rows `load`, "collider floor" say, or the name of a quantity (a field of the rows
// frame, iterate, contact or step_end, or its column in a view; of a vector with _x, _y or _z). STATUS_USAGE.
Status track_add(Track *track, const char *text) GNU_MUST_CHECK;

// Sets what the case has to record for it, hidden from its label.
Status track_prepare(const Track *track, Case *c) GNU_MUST_CHECK;

// Prints a heading and a line for each recorded step. STATUS_USAGE: the load names something that carries nothing; the message lists the
// carriers.
Status track_print(const Track *track, sqlite3 *db) GNU_MUST_CHECK;

#endif
