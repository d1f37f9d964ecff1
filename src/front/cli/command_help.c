// weft help: the subcommands, one of them, and the exit codes.
#include <stdio.h>

#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/plugin_flag.h"

enum { WIDTH = 80, FLAG_INDENT = 31 };

static void print_flag(const Flag *flag, FILE *out)
{
    char left[64];
    if (flag->letter)
        snprintf(left, sizeof left, "-%c, --%s%s%s", flag->letter, flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
    else
        snprintf(left, sizeof left, "    --%s%s%s", flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
    const int column = fprintf(out, "  %-28s ", left);
    text_put_wrapped(flag->summary, column, FLAG_INDENT, WIDTH, out);
}

void command_explain(const Command *command, FILE *out)
{
    fprintf(out, "usage: weft %s %s\n", command->name, command->arguments);
    text_put_wrapped(command->summary, 0, 0, WIDTH, out);
    if (command->flags)
        fprintf(out, "\n");
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        print_flag(flag, out);
    if (command->details)
        fprintf(out, "\n%s", command->details);
}

static void print_entry(const char *name, int width, const char *meaning)
{
    const int column = printf("  %-*s  ", width, name);
    text_put_wrapped(meaning, column, column, WIDTH, stdout);
}

static void print_all(void)
{
    printf("weft runs solvers on scenes of deformable bodies. It records the time of each\nphase and the error of each iteration.\n\n"
           "usage: weft SUBCOMMAND [arguments]\n\n");
    for (int i = 0; command_at(i); i++)
        print_entry(command_at(i)->name, 8, command_at(i)->summary);
    printf("\n");
    text_put_wrapped("Every subcommand takes --plugin FILE: " PLUGIN_FLAG_SUMMARY ".", 0, 0, WIDTH, stdout);
    printf("\nData goes to standard output, messages and progress to standard error.\n"
           "Details: `weft help SUBCOMMAND`, or `man weft`.\n\nexit codes\n");
    for (int code = 0; code < STATUS_COUNT; code++) {
        char number[16];
        snprintf(number, sizeof number, "%d", status_exit_code((StatusCode)code));
        print_entry(number, 2, status_meaning((StatusCode)code));
    }
}

static Status help(Options *options)
{
    TRY(options_read(options, NULL, 0, 1));
    const char    *name = options_argument(options, 0);
    const Command *command = name ? command_find(name) : NULL;
    if (name && !command)
        return status_make(STATUS_USAGE, "help: unknown subcommand `%s`; `weft help` lists them", name);
    if (name)
        command_explain(command, stdout);
    else
        print_all();
    return status_ok();
}

const Command command_help = {
    .name = "help", .arguments = "[SUBCOMMAND]", .summary = "explain a subcommand, or list them all and the exit codes", .run = help};
