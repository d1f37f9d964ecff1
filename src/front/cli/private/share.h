// The part of an experiment that `weft run` measures or `weft plan` shows: a shard (run/deal.h), cases by key, or the cases of a figure.
// The cases may come from a database.
#ifndef WEFT_CLI_SHARE_H
#define WEFT_CLI_SHARE_H

#include "cli/private/command.h"
#include "run/deal.h"

typedef struct ShareFlags {
    const char *shard, *costs, *figure, *as; // NULL where not given
    OptionTexts keys;
} ShareFlags;

// Rows of a table of flags. TYPE: the struct that options_read fills; MEMBER: its ShareFlags.
#define SHARE_FLAGS(TYPE, MEMBER) \
    {"shard",   0, \
     "I/N",     "only shard I of N (I from 1); every case is in one shard, compared cases in the same", \
     FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.shard)}, \
        {"costs",   0, \
         "DB",      "with shards: deal by the times in this database; give the same DB for every shard", \
         FLAG_PATH, .offset = offsetof(TYPE, MEMBER.costs)}, \
        {"as",      0, \
         "DB",      "the cases as they are in this database, even if a default has changed since", \
         FLAG_PATH, .offset = offsetof(TYPE, MEMBER.as)}, \
        {"figure", 0, "NAME", "only the cases of this figure of the experiment", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.figure)}, \
    { \
        "case", 0, "KEY", "only the case whose key begins so (weft plan prints keys); may be repeated", FLAG_TEXTS, \
            .offset = offsetof(TYPE, MEMBER.keys) \
    }

typedef struct Share {
    int   number; // number of the shard, from 1; 0: no shard
    bool *has;    // [case_count]; NULL: all
    Deal  deal;   // shards 0: not dealt
} Share;

// First takes the cases of the database `as`, if given. shards: number to deal without choosing one; 0: from the flags. STATUS_USAGE: the
// flags are wrong. STATUS_INPUT: no case or several cases for a key, no such figure, or the experiment is not in the database.
// share_destroy also takes a zeroed one.
Status share_create(const ShareFlags *flags, const char *command, int shards, Experiment *experiment, Share *out) GNU_MUST_CHECK;

// True if only a part is chosen; then another machine may measure the cases that this one cannot.
bool share_is_part(const ShareFlags *flags);
void share_destroy(Share *share);

// The experiment with only the cases of the share; everything else is shared with the whole experiment. share_part_end frees it.
Status share_part(const Share *share, const Experiment *whole, Experiment *out) GNU_MUST_CHECK;
void   share_part_end(Experiment *part);

#endif
