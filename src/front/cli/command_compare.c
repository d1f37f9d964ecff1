// weft compare: two builds, case by case, from two databases or one.
#include "cli/private/database.h"
#include "report/compare.h"

#include <string.h>

#include "base/text.h"
#include "cli/private/command.h"

typedef struct Wanted {
    OptionTexts builds;
    const char *threshold, *format;
    bool        strict;
} Wanted;

static const Flag FLAGS[] = {
    {"build", 'b', "A=HASH", "the build of side A (or B=): how its hash or its commit begins; else the one that measured last", FLAG_TEXTS,
     .offset = offsetof(Wanted, builds)},
    {"threshold", 't', "P%", "the smallest change of time that matters (3%)", FLAG_TEXT, .offset = offsetof(Wanted, threshold)},
    {"format", 'f', "NAME", "text, json or markdown (text)", FLAG_TEXT, .offset = offsetof(Wanted, format)},
    {"strict", 'S', NULL, "unresolved cases end as worse ones do", FLAG_SWITCH, .offset = offsetof(Wanted, strict)},
    {0}};

static Status read_threshold(const char *text, double *out)
{
    char         number[32];
    const size_t length = strlen(text);
    snprintf(number, sizeof number, "%.*s", length > 0 ? (int)length - 1 : 0, text);
    if (length > 0 && length < sizeof number && text[length - 1] == '%' && text_to_double(number, out) && *out >= 0 && *out <= 1000) {
        *out /= 100;
        return status_ok();
    }
    return status_make(STATUS_USAGE, "compare: --threshold must be a percentage in 0%% … 1000%%, such as 3%%, not `%.60s`", text);
}

static Status read_format(const char *text, CompareFormat *out)
{
    static const char *const NAMES[] = {"text", "json", "markdown", NULL};
    const int                format = text_find(text, NAMES);
    if (format < 0)
        return status_prefix(text_unknown("format", text, NAMES), "compare");
    *out = (CompareFormat)format;
    return status_ok();
}

static Status read_builds(const OptionTexts *builds, CompareSettings *settings)
{
    for (int i = 0; i < builds->count; i++) {
        const char *text = builds->texts[i];
        if ((*text != 'A' && *text != 'B') || text[1] != '=' || !text[2])
            return status_make(STATUS_USAGE, "compare: --build must be A=HASH or B=HASH, not `%.60s`", text);
        settings->sides[*text - 'A'].build = text + 2;
    }
    return status_ok();
}

static Status compare_stores(CompareSettings *settings, Store *stores[2])
{
    const bool one = !settings->sides[1].path || strcmp(settings->sides[0].path, settings->sides[1].path) == 0;
    if (one)
        settings->sides[1].path = settings->sides[0].path;
    for (int s = 0; s < (one ? 1 : 2); s++)
        TRY(database_open(settings->sides[s].path, &stores[s]));
    for (int s = 0; s < 2; s++)
        settings->sides[s].store = stores[one ? 0 : s];
    return report_compare(settings, stdout);
}

static Status run(Options *options)
{
    Wanted          wanted = {.threshold = "3%", .format = "text"};
    CompareSettings settings = {0};
    Store          *stores[2] = {NULL, NULL};
    TRY(options_read(options, &wanted, 1, 2));
    TRY(read_threshold(wanted.threshold, &settings.threshold));
    TRY(read_format(wanted.format, &settings.format));
    TRY(read_builds(&wanted.builds, &settings));
    settings.strict = wanted.strict;
    for (int s = 0; s < 2; s++)
        settings.sides[s].path = options_argument(options, s);
    const Status status = compare_stores(&settings, stores);
    store_close(stores[0]);
    store_close(stores[1]);
    return status;
}

const Command command_compare = {
    .name = "compare",
    .arguments = "A [B] [--build A=HASH] [--build B=HASH] [--threshold P%] [--format NAME] [--strict]",
    .summary = "compare two builds case by case: time, errors, iterations, memory, bits",
    .flags = FLAGS,
    .details =
        "A and B are databases; with one, both builds are from it, and --build says which. A case is slower or faster where its time\n"
        "differs by more than the threshold, at a level of 5 % for all cases together; same where the 95 % interval of the ratio lies\n"
        "within the threshold; else unresolved. The exit code is 13 when a case is slower in B, has a larger error (by 1 %), more\n"
        "iterations, more memory (by 5 %), or fails there.\n",
    .run = run};
