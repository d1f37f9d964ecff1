// weft help: the subcommands, one of them, and the exit codes.
#include <stdio.h>

#include "cli/private/command.h"
#include "cli/private/plugin_flag.h"

static void print_flag(const Flag *flag)
{
    char left[64];
    if (flag->letter)
        snprintf(left, sizeof left, "-%c, --%s%s%s", flag->letter, flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
    else
        snprintf(left, sizeof left, "    --%s%s%s", flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
    printf("  %-28s %s\n", left, flag->summary);
}

static void print_command(const Command *command)
{
    printf("usage: weft %s %s\n%s\n", command->name, command->arguments, command->summary);
    if (command->flags)
        printf("\n");
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        print_flag(flag);
    if (command->details)
        printf("\n%s", command->details);
}

static void print_all(void)
{
    printf("weft runs scenes of deformable bodies through solvers and records where the time goes and how fast the error falls.\n\n"
           "usage: weft SUBCOMMAND [arguments]\n\n");
    for (int i = 0; command_at(i); i++)
        printf("  %-8s %s\n", command_at(i)->name, command_at(i)->summary);
    printf("\nEvery subcommand takes --plugin FILE: " PLUGIN_FLAG_SUMMARY ".\n");
    printf("\nData goes to standard output, messages and progress to standard error. See `weft help SUBCOMMAND`, and `man weft` for all of "
           "it.\n\n"
           "exit codes\n");
    for (int code = 0; code < STATUS_COUNT; code++)
        printf("  %-2d  %s\n", status_exit_code((StatusCode)code), status_meaning((StatusCode)code));
}

static Status help(Options *options)
{
    TRY(options_read(options, NULL, 0, 1));
    const char    *name = options_argument(options, 0);
    const Command *command = name ? command_find(name) : NULL;
    if (name && !command)
        return status_make(STATUS_USAGE, "help: unknown subcommand `%s`; `weft help` lists them", name);
    if (name)
        print_command(command);
    else
        print_all();
    return status_ok();
}

const Command command_help = {
    .name = "help", .arguments = "[SUBCOMMAND]", .summary = "explain a subcommand, or list them all and the exit codes", .run = help};
