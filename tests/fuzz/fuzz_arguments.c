// A command line with one argument a line. The first argument is a subcommand, whose flags are read; every argument is also read as a
// setting KEY=VALUE of a case.
#include <string.h>

#include "cli/private/case_flags.h"
#include "cli/private/command.h"
#include "fuzz.h"

#include <stdlib.h>

enum { ARGUMENTS_MAX = 80, VALUES_BYTES = 1 << 16 };

// Cuts the text at its line ends.
static int cut(char *text, char *arguments[ARGUMENTS_MAX + 1])
{
    int count = 0;
    for (char *rest = text; rest && count < ARGUMENTS_MAX;)
        arguments[count++] = strsep(&rest, "\n");
    arguments[count] = NULL;
    return count;
}

static void read_flags(char *const *given, int count)
{
    char          *arguments[ARGUMENTS_MAX + 1];
    const Command *command = command_find(given[0]);
    void          *values = calloc(1, VALUES_BYTES);
    ASSERT(values);
    for (const Flag *flag = command ? command->flags : NULL; flag && flag->name; flag++)
        ASSERT(flag->offset + sizeof(OptionTexts) <= VALUES_BYTES);
    memcpy(arguments, given, sizeof arguments);
    if (command)
        fuzz_fine(options_read(&(Options){.command = command, .count = count, .arguments = arguments}, values, 0, 3));
    free(values);
}

void fuzz_arguments(const uint8_t *bytes, size_t size)
{
    char     *text = fuzz_text(bytes, size), *arguments[ARGUMENTS_MAX + 1] = {NULL};
    CaseFlags flags = {.command = "sim", .scene = "pendulum", .solver = "xpbd"};
    Case      c;
    const int count = cut(text, arguments);
    read_flags(arguments, count);
    for (int i = 0; i < count && flags.sets.count < OPTION_TEXTS_MAX; i++)
        if (strchr(arguments[i], '='))
            flags.sets.texts[flags.sets.count++] = arguments[i];
    if (flags.sets.count && fuzz_fine(case_flags_make(&flags, &c)))
        fuzz_fine(case_resolve(&c));
    free(text);
}
