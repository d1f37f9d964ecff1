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

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS, FLAGS_MAX = 32 };

const char *const FORMAT_NAMES[] = {[FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", NULL};

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

// "; it is a flag of `weft run`" where another subcommand has a flag of this name.
static void name_owners(const char *flag, char *out, size_t size)
{
    *out = '\0';
    for (int i = 0; i < COMMAND_COUNT; i++)
        for (const Flag *other = COMMANDS[i]->flags; other && other->name; other++)
            if (strcmp(other->name, flag) == 0 && strlen(out) + 40 < size)
                snprintf(out + strlen(out), size - strlen(out), "%s`weft %s`", *out ? ", " : "; it is a flag of ", COMMANDS[i]->name);
}

static Status unknown_flag(const Options *options, const char *text)
{
    const char *names[FLAGS_MAX];
    size_t      count = 0;
    char        message[400], bare[64], owners[200];
    for (const Flag *flag = options->command->flags; flag && flag->name; flag++)
        names[count++] = flag->name;
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(text + strspn(text, "-"), "="), text + strspn(text, "-"));
    snprintf(message, sizeof message, "%s: unknown flag `%.80s`", options->command->name, text);
    const char *nearest = text_nearest(bare, names, count);
    name_owners(bare, owners, sizeof owners);
    if (*owners)
        return status_make(STATUS_USAGE, "%s%s", message, owners);
    if (nearest)
        return status_make(STATUS_USAGE, "%s, did you mean `--%s`?", message, nearest);
    return status_make(STATUS_USAGE, "%s; `weft help %s` lists them", message, options->command->name);
}

// "2%", or 0.02.
static bool read_share(const char *text, double *out)
{
    char         number[32];
    const size_t length = strlen(text);
    const bool   percent = length > 0 && text[length - 1] == '%';
    if (length >= sizeof number)
        return false;
    snprintf(number, sizeof number, "%.*s", (int)(length - percent), text);
    if (!text_to_double(number, out))
        return false;
    *out = percent ? *out / 100 : *out;
    return true;
}

static Status take_path(const char *command, const Flag *flag, const char *text, const char **out)
{
    char what[80];
    snprintf(what, sizeof what, "%s: --%s", command, flag->name);
    if (!*text)
        return status_make(STATUS_USAGE, "%s is empty; give a value, %s", what, flag->value);
    *out = text;
    return text_need_printable(what, text);
}

static Status take_int(const char *command, const Flag *flag, const char *text, int *out)
{
    int64_t value = 0;
    if (!text_to_whole(text, &value) || (double)value < flag->min || (double)value > flag->max)
        return status_make(STATUS_USAGE, "%s: --%s must be a whole number in %.0f … %.0f, not `%s`", command, flag->name, flag->min,
                           flag->max, text);
    *out = (int)value;
    return status_ok();
}

// "text, json or markdown"
static Status take_choice(const char *command, const Flag *flag, const char *text, int *out)
{
    char list[200] = "";
    for (int i = 0; flag->choices[i]; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", !i ? "" : flag->choices[i + 1] ? ", " : " or ", flag->choices[i]);
    *out = text_find(text, flag->choices);
    return *out >= 0 ? status_ok() : status_make(STATUS_USAGE, "%s: --%s must be %s, not `%.60s`", command, flag->name, list, text);
}

static Status take(const char *command, const Flag *flag, const char *text, void *values)
{
    void *out = (char *)values + flag->offset;
    switch (flag->kind) {
    case FLAG_SWITCH:
        *(bool *)out = true;
        return status_ok();
    case FLAG_TEXT:
        *(const char **)out = text;
        return status_ok();
    case FLAG_PATH:
        return take_path(command, flag, text, out);
    case FLAG_TEXTS: {
        OptionTexts *texts = out;
        if (texts->count == OPTION_TEXTS_MAX)
            return status_make(STATUS_USAGE, "%s: --%s is given more than %d times; leave some out", command, flag->name, OPTION_TEXTS_MAX);
        texts->texts[texts->count++] = text;
        return status_ok();
    }
    case FLAG_INT:
        return take_int(command, flag, text, out);
    case FLAG_CHOICE:
        return take_choice(command, flag, text, out);
    case FLAG_REAL:
        if (text_to_double(text, out) && *(double *)out >= flag->min && *(double *)out <= flag->max)
            return status_ok();
        break;
    case FLAG_SHARE:
        if (read_share(text, out) && *(double *)out >= flag->min && *(double *)out <= flag->max)
            return status_ok();
        return status_make(STATUS_USAGE, "%s: --%s must be a share between %g%% and %g%%, as in 2%% or 0.02, not `%s`", command, flag->name,
                           100 * flag->min, 100 * flag->max, text);
    }
    return status_make(STATUS_USAGE, "%s: --%s must be a number in %g … %g, not `%s`", command, flag->name, flag->min, flag->max, text);
}

Status options_read(Options *options, void *values, int min, int max)
{
    enum { LONG = 256 }; // getopt_long returns LONG + k for flag k, or its letter
    static const Flag NONE[] = {{0}};
    const Command    *command = options->command;
    const Flag       *flags = command->flags ? command->flags : NONE;
    struct option     longs[FLAGS_MAX + 1] = {{0}};
    char              shorts[2 * FLAGS_MAX + 2] = ":";
    size_t            used = 1;
    for (int k = 0; flags[k].name; k++) {
        const Flag *flag = &flags[k];
        ASSERT(k < FLAGS_MAX);
        longs[k] = (struct option){flag->name, flag->value ? required_argument : no_argument, NULL, LONG + k};
        if (flag->letter)
            shorts[used++] = flag->letter;
        if (flag->letter && flag->value)
            shorts[used++] = ':';
    }
    optind = 0; // glibc: restart
    opterr = 0;
    for (int at = 1, found; (found = getopt_long(options->count, options->arguments, shorts, longs, NULL)) >= 0; at = optind) {
        const Flag *flag = flags + (found >= LONG ? found - LONG : 0);
        if (found == '?')
            return unknown_flag(options, options->arguments[optind > at ? optind - 1 : at]);
        if (found == ':')
            return status_make(STATUS_USAGE, "%s: `%s` needs a value", command->name, options->arguments[optind - 1]);
        while (found < LONG && flag->letter != found)
            flag++;
        TRY(take(command->name, flag, optarg, values));
    }
    options->rest = optind;
    const int count = options->count - options->rest;
    if (count < min)
        return status_make(STATUS_USAGE, "%s: an argument is missing; usage: weft %s %s", command->name, command->name, command->arguments);
    if (count > max)
        return status_make(STATUS_USAGE, "%s: unexpected argument `%s`; usage: weft %s %s", command->name, options_argument(options, max),
                           command->name, command->arguments);
    for (int i = 0; i < count; i++)
        if (!*options_argument(options, i))
            return status_make(STATUS_USAGE, "%s: an argument is empty; usage: weft %s %s", command->name, command->name,
                               command->arguments);
    return status_ok();
}

const char *options_argument(const Options *options, int index)
{
    return options->rest + index < options->count ? options->arguments[options->rest + index] : NULL;
}
