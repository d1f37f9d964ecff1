// The part of an experiment that a call of `weft run` measures or `weft plan` shows: a shard (run/deal.h), or cases by their keys.
#ifndef WEFT_CLI_SHARE_H
#define WEFT_CLI_SHARE_H

#include "cli/private/command.h"
#include "run/deal.h"

typedef struct ShareFlags {
    const char *shard, *costs; // NULL where not given
    OptionTexts keys;
} ShareFlags;

// Rows of a table of flags. TYPE: what options_read fills; MEMBER: its ShareFlags.
#define SHARE_FLAGS(TYPE, MEMBER) \
    {"shard",   0, \
     "I/N",     "only share I of N of the cases (from 1): each case is in one of them, what is compared in the same", \
     FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.shard)}, \
        {"costs",   0, \
         "DB",      "with shards: deal by the times that this database knows; the same for each of them", \
         FLAG_PATH, .offset = offsetof(TYPE, MEMBER.costs)}, \
    { \
        "case", 0, "KEY", "only the case of this key, or of the only one that begins with it (weft plan); may be given several times", \
            FLAG_TEXTS, .offset = offsetof(TYPE, MEMBER.keys) \
    }

typedef struct Share {
    int   number; // of the shard, from 1; 0: none was chosen
    bool *has;    // [case_count]; NULL: all
    Deal  deal;   // shards 0: nothing was dealt
} Share;

// shards: to deal without a choice; 0: what the flags say. STATUS_USAGE: the flags are wrong; STATUS_INPUT: no case, or several, of a key.
// share_destroy also takes a zeroed one.
Status share_create(const ShareFlags *flags, const char *command, int shards, const Experiment *experiment, Share *out) GNU_MUST_CHECK;
void   share_destroy(Share *share);

// The experiment with the cases of the share alone, which share_part_end frees; everything else is that of the whole one.
Status share_part(const Share *share, const Experiment *whole, Experiment *out) GNU_MUST_CHECK;
void   share_part_end(Experiment *part);

#endif
