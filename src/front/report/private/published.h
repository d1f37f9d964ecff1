// Published: the stores that documents take their numbers from, each opened once, with what its experiment claims.
#ifndef WEFT_REPORT_PUBLISHED_H
#define WEFT_REPORT_PUBLISHED_H

#include "report/private/verdict.h"

typedef struct Published {
    char           name[SPEC_NAME_MAX];
    Store         *store;
    Dataset        dataset; // the newest experiment of that name, or a variation of it: what published_select chose
    bool           stale;   // another one has replaced its temporary tables since
    FigureSpecs    specs;
    Dataset        judged;   // the same, with the verdicts
    VerdictResult *verdicts; // [specs.verdict_count], NULL until published_judge
    bool           varied;
} Published;

enum { PUBLISHED_MAX = 64 };

typedef struct PublishedStores {
    const char *folder;
    int         count;
    Published  *stores[PUBLISHED_MAX];
} PublishedStores;

// Opens FOLDER/NAME.db unless it is open. STATUS_INPUT: the name is none, or the store has no such experiment; STATUS_IO.
Status published_open(PublishedStores *stores, const char *name, Published **out) GNU_MUST_CHECK;
void   published_close(PublishedStores *stores); // all of them

// Computes the verdicts once; `vary`: with their variations.
Status published_judge(Published *published, bool vary) GNU_MUST_CHECK;

// Chooses a variation by its number, 0: the experiment itself.
Status published_select(Published *published, int variation) GNU_MUST_CHECK;

#endif
