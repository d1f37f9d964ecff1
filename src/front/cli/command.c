// The table of subcommands, and reading their flags with getopt_long.
#include "cli/private/command.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define COMMAND(name) extern const Command command_##name;
#include "cli/private/command_list.h"
#undef COMMAND

static const Command *const COMMANDS[] = {
#define COMMAND(name) &command_##name,
#include "cli/private/command_list.h"
#undef COMMAND
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS, FLAGS_MAX = 20 };

const Command *command_at(int index)
{
    return index < COMMAND_COUNT ? COMMANDS[index] : NULL;
}

const Command *command_find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(COMMANDS[i]->name, name) == 0)
            return COMMANDS[i];
    return NULL;
}

Options options_init(const Command *command, int count, char **arguments)
{
    optind = 0; // glibc: restart
    opterr = 0;
    return (Options){.command = command, .count = count, .arguments = arguments};
}

static Status unknown_flag(const Options *options, const char *text)
{
    const char *names[FLAGS_MAX];
    size_t      count = 0;
    char        message[400], bare[64];
    for (const Flag *flag = options->command->flags; flag->letter; flag++)
        names[count++] = flag->name;
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(text + strspn(text, "-"), "="), text + strspn(text, "-"));
    snprintf(message, sizeof message, "%s: unknown flag `%.80s`", options->command->name, text);
    const char *nearest = text_nearest(bare, names, count);
    if (nearest)
        return status_make(STATUS_USAGE, "%s, did you mean `--%s`?", message, nearest);
    return status_make(STATUS_USAGE, "%s; `weft help %s` lists them", message, options->command->name);
}

Status options_next(Options *options, int *letter)
{
    struct option longs[FLAGS_MAX + 1] = {{0}};
    char          shorts[2 * FLAGS_MAX + 2] = ":";
    size_t        used = 1;
    int           index = 0;
    for (const Flag *flag = options->command->flags; flag->letter; flag++, index++) {
        longs[index] = (struct option){flag->name, flag->value ? required_argument : no_argument, NULL, flag->letter};
        shorts[used++] = flag->letter;
        if (flag->value)
            shorts[used++] = ':';
    }
    const int at = optind ? optind : 1;
    const int found = getopt_long(options->count, options->arguments, shorts, longs, NULL);
    if (found == '?')
        return unknown_flag(options, options->arguments[optind > at ? optind - 1 : at]);
    if (found == ':')
        return status_make(STATUS_USAGE, "%s: `%s` needs a value", options->command->name, options->arguments[optind - 1]);
    *letter = found < 0 ? 0 : found;
    options->value = optarg;
    options->rest = optind;
    return status_ok();
}

Status options_rest(const Options *options, int min, int max)
{
    const int count = options->count - options->rest;
    if (count < min)
        return status_make(STATUS_USAGE, "%s: an argument is missing; usage: weft %s %s", options->command->name, options->command->name,
                           options->command->arguments);
    if (count > max)
        return status_make(STATUS_USAGE, "%s: unexpected argument `%s`; usage: weft %s %s", options->command->name,
                           options->arguments[options->rest + max], options->command->name, options->command->arguments);
    return status_ok();
}

Status options_int(const Options *options, const char *flag, int min, int max, int *out)
{
    int64_t value = 0;
    if (!text_to_int(options->value, &value) || value < min || value > max)
        return status_make(STATUS_USAGE, "%s: --%s must be a whole number in %d … %d, not `%s`", options->command->name, flag, min, max,
                           options->value);
    *out = (int)value;
    return status_ok();
}

Status options_real(const Options *options, const char *flag, double min, double max, double *out)
{
    if (!text_to_double(options->value, out) || *out < min || *out > max)
        return status_make(STATUS_USAGE, "%s: --%s must be a number in %g … %g, not `%s`", options->command->name, flag, min, max,
                           options->value);
    return status_ok();
}

Status options_collect(const Options *options, const char *flag, OptionTexts *texts)
{
    if (texts->count == OPTION_TEXTS_MAX)
        return status_make(STATUS_USAGE, "%s: --%s is given more than %d times", options->command->name, flag, OPTION_TEXTS_MAX);
    texts->texts[texts->count++] = options->value;
    return status_ok();
}
