// weft merge: merges several databases into one.
#include <jansson.h>
#include <stdio.h>

#include "base/text.h"
#include "cli/private/command.h"
#include "store/merge.h"

typedef struct OptionValues {
    int format;
} OptionValues;

static const Flag FLAGS[] = {FORMAT_FLAG(OptionValues, format, 'f'), {0}};

static long long number(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void print_text(const json_t *result)
{
    size_t  index = 0;
    json_t *input = NULL;
    json_array_foreach(json_object_get(result, "inputs"), index, input)
    {
        printf("%s: %lld repetitions of %lld cases, %lld new, %lld already merged\n", text(input, "path"), number(input, "repetitions"),
               number(input, "cases"), number(input, "taken"), number(input, "known"));
    }
    printf("%s: %lld repetitions of %lld cases, %lld builds, %lld environments, %zu conflicts\n", text(result, "output"),
           number(result, "repetitions"), number(result, "cases"), number(result, "builds"), number(result, "environments"),
           json_array_size(json_object_get(result, "conflicts")));
}

static Status print_conflicts(const json_t *result)
{
    const json_t *conflicts = json_object_get(result, "conflicts");
    size_t        index = 0;
    json_t       *conflict = NULL;
    json_array_foreach(conflicts, index, conflict)
    {
        fprintf(stderr, "weft: conflict: %s: %.8s %s: %s\n", text(conflict, "kind"), text(conflict, "case"), text(conflict, "label"),
                text(conflict, "text"));
    }
    return json_array_size(conflicts) == 0
               ? status_ok()
               : status_make(STATUS_CONFLICT, "%s is complete, but its inputs disagree on %zu case%s", text(result, "output"),
                             json_array_size(conflicts), json_array_size(conflicts) == 1 ? "" : "s");
}

static Status run(Options *options)
{
    OptionValues values = {.format = FORMAT_TEXT};
    json_auto_t *result = NULL;
    int          count = 0;
    TRY(options_read(options, &values, 2, MERGE_INPUTS_MAX + 1));
    while (options_argument(options, count))
        count++;
    TRY(text_need_printable("database", options_argument(options, 0)));
    TRY(store_merge(options_argument(options, 0), (const char *const *)options->arguments + options->rest + 1, count - 1, &result));
    if (values.format == FORMAT_JSON)
        json_dumpf(result, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII), putchar('\n');
    else
        print_text(result);
    return print_conflicts(result);
}

const Command command_merge = {.name = "merge",
                               .arguments = "OUT.db DB... [--format text|json]",
                               .summary = "merge databases of shards, machines or builds into one",
                               .flags = FLAGS,
                               .details = "A process that several databases contain is merged once; nothing is lost. The\n"
                                          "inputs do not change. OUT.db is written whole or not at all. OUT.db may exist\n"
                                          "only if it is also one of the inputs. If databases disagree on a case (for\n"
                                          "example, its final state differs between machines), a message names the case and\n"
                                          "the exit code is 15.\n",
                               .run = run};
