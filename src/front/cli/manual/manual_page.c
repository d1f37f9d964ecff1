// weft.1: each row of a table becomes an entry.
#include <stddef.h>
#include <string.h>

#include "base/status.h"
#include "build_facts.h"
#include "cli/private/command.h"
#include "cli/private/manual.h"
#include "cli/private/manual_keys.h"
#include "cli/private/plugin_flag.h"
#include "store/case_status.h"

// Roff reads backslashes anywhere, and a dot or quote at the start of a line; a minus that is copied must be one.
static void put(const char *text, FILE *out)
{
    bool begins = true;
    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            putc(*text, out);
        begins = *text == '\n';
    }
}

static void put_entry(const char *name, const char *meaning, FILE *out)
{
    fputs(".TP\n.B ", out);
    put(name, out);
    putc('\n', out);
    put(meaning, out);
    putc('\n', out);
}

static void put_keys(const char *macro, const char *heading, const ManualKey *key, FILE *out)
{
    fprintf(out, ".%s %s\n", macro, heading);
    for (; key->name; key++)
        put_entry(key->name, key->meaning, out);
}

// ---- subcommands ----

static void put_flag(const Flag *flag, FILE *out)
{
    char name[160], letter[8] = "";
    if (flag->letter)
        snprintf(letter, sizeof letter, "-%c, ", flag->letter);
    snprintf(name, sizeof name, "%s--%s%s%s", letter, flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
    put_entry(name, flag->summary, out);
}

// The arguments of a subcommand have line ends for a terminal; another form of the call begins with `weft`.
static void put_arguments(const char *text, FILE *out)
{
    static const char ANOTHER[] = "weft ";
    char              word[2] = "";
    for (; *text; text += text[0] == '\n' ? strspn(text, "\n ") : 1) {
        word[0] = *text == '\n' ? ' ' : *text;
        if (*text == '\n' && strncmp(text + strspn(text, "\n "), ANOTHER, strlen(ANOTHER)) == 0)
            fputs("\n.br\n", out);
        else
            put(word, out);
    }
}

static void put_command(const Command *command, FILE *out)
{
    fprintf(out, ".SS %s\n.B weft %s\n", command->name, command->name);
    put_arguments(command->arguments, out);
    fputs("\n.P\n", out);
    put(command->summary, out);
    fputs("\n.P\n", out);
    put(command->details ? command->details : "", out);
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        put_flag(flag, out);
}

static void put_commands(FILE *out)
{
    fputs(".SH SYNOPSIS\n.B weft\n.I SUBCOMMAND\n[arguments]\n.SH SUBCOMMANDS\nEvery subcommand takes\n.BR \\-\\-plugin ,\n", out);
    put(PLUGIN_FLAG_SUMMARY, out);
    fputs(".\n", out);
    for (int i = 0; command_at(i); i++)
        put_command(command_at(i), out);
}

// ---- the rest ----

static void put_codes(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (int code = 0; code < STATUS_COUNT; code++) {
        char number[16];
        snprintf(number, sizeof number, "%d", status_exit_code((StatusCode)code));
        put_entry(number, status_meaning((StatusCode)code), out);
    }
    fputs(".P\nA reader of standard output that goes away is not a failure.\n.SH STATUS OF A CASE\n", out);
    for (int status = 0; status < CASE_STATUS_COUNT; status++)
        put_entry(case_status_name((CaseStatus)status), case_status_meaning((CaseStatus)status), out);
}

bool manual_page(const YamlNames *scenes, FILE *out)
{
    (void)scenes;
    fputs(".TH WEFT 1 \"\" \"weft " BUILD_VERSION "\"\n.ad l\n.SH NAME\nweft \\- benchmark solvers of deformable bodies\n", out);
    put_commands(out);
    fputs(".SH EXPERIMENT FILES\nAn experiment is a YAML file without anchors, aliases and tags. docs/experiments.md has examples.\n", out);
    for (const ManualSection *section = MANUAL_SECTIONS; section->name; section++)
        put_keys("SS", section->heading, section->keys, out);
    put_keys("SH", "FIGURE STYLES", MANUAL_STYLES, out);
    put_codes(out);
    put_keys("SH", "ENVIRONMENT", MANUAL_ENVIRONMENT, out);
    put_keys("SH", "FILES", MANUAL_FILES, out);
    fputs(".SH SEE ALSO\nREADME.md, docs/reference.md and the other pages in docs;\n.B weft list\nfor solvers, "
          "linear systems, constraints, scenes, parameters and metrics.\n",
          out);
    return true;
}
