// weft completion: a script for a shell that completes subcommands, flags, solvers, systems and scenes, made from the tables.
#include <stdio.h>
#include <string.h>

#include "cli/private/command.h"
#include "linsys/linsys.h"
#include "solver/solver.h"

// What a flag takes, where a table knows it; NULL: files, or anything.
static const char *const *values_of(const Flag *flag)
{
    if (strcmp(flag->name, "solver") == 0)
        return solver_names();
    if (strcmp(flag->name, "linsys") == 0)
        return linsys_names();
    return NULL;
}

// Summaries stand between single quotes; zsh reads [ ] : in them, too.
static void put_text(const char *text, const char *escaped)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr(escaped, *text))
            putchar('\\');
        putchar(*text);
    }
}

static void put_names(const char *const *names)
{
    for (int i = 0; names && names[i]; i++)
        printf("%s%s", i ? " " : "", names[i]);
}

// ---- bash ----

static void bash_values(const Command *command)
{
    for (const Flag *flag = command->flags; flag && flag->name; flag++) {
        if (!values_of(flag))
            continue;
        printf("        %s.--%s", command->name, flag->name);
        if (flag->letter)
            printf("|%s.-%c", command->name, flag->letter);
        printf(") words='");
        put_names(values_of(flag));
        printf("' ;;\n");
    }
}

static void bash_flags(const Command *command)
{
    printf("        %s) words='", command->name);
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        printf("%s--%s", flag == command->flags ? "" : " ", flag->name);
    printf("' ;;\n");
}

static void put_bash(void)
{
    printf("_weft()\n{\n    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=\n"
           "    if ((COMP_CWORD == 1)); then\n        words='");
    for (int i = 0; command_at(i); i++)
        printf("%s%s", i ? " " : "", command_at(i)->name);
    printf("'\n        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n        return\n    fi\n    case $command.$before "
           "in\n");
    for (int i = 0; command_at(i); i++)
        bash_values(command_at(i));
    printf("        help.help) words='");
    for (int i = 0; command_at(i); i++)
        printf("%s%s", i ? " " : "", command_at(i)->name);
    printf("' ;;\n    esac\n    if [[ -z $words && $current == -* ]]; then\n        case $command in\n");
    for (int i = 0; command_at(i); i++)
        if (command_at(i)->flags)
            bash_flags(command_at(i));
    printf("        esac\n    fi\n    if [[ -n $words ]]; then\n        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
           "    else\n        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n    fi\n}\ncomplete -o filenames -F _weft weft\n");
}

// ---- zsh ----

static void zsh_flags(const Command *command)
{
    printf("    %s) _arguments", command->name);
    for (const Flag *flag = command->flags; flag && flag->name; flag++) {
        printf(" \\\n        '--%s[", flag->name);
        put_text(flag->summary, "[]:");
        printf("]%s", flag->value ? ":" : "");
        put_text(flag->value ? flag->value : "", "[]:");
        if (flag->value && values_of(flag)) {
            printf(":(");
            put_names(values_of(flag));
            printf(")");
        } else if (flag->value) {
            printf(":_files");
        }
        printf("'");
    }
    printf(" \\\n        '*:file:_files' ;;\n");
}

static void put_zsh(void)
{
    printf("#compdef weft\nlocal -a commands\ncommands=(\n");
    for (int i = 0; command_at(i); i++) {
        printf("    '%s:", command_at(i)->name);
        put_text(command_at(i)->summary, ":");
        printf("'\n");
    }
    printf(")\nif ((CURRENT == 2)); then\n    _describe command commands\n    return\nfi\nlocal command=${words[2]}\nshift words\n"
           "((CURRENT--))\ncase $command in\n");
    for (int i = 0; command_at(i); i++)
        zsh_flags(command_at(i));
    printf("esac\n");
}

// ---- fish ----

static void fish_flags(const Command *command)
{
    for (const Flag *flag = command->flags; flag && flag->name; flag++) {
        printf("complete -c weft -n '__fish_seen_subcommand_from %s' -l %s", command->name, flag->name);
        if (flag->letter)
            printf(" -s %c", flag->letter);
        if (values_of(flag)) {
            printf(" -x -a '");
            put_names(values_of(flag));
            printf("'");
        } else if (flag->value) {
            printf(" -r");
        }
        printf(" -d '");
        put_text(flag->summary, "");
        printf("'\n");
    }
}

static void put_fish(void)
{
    for (int i = 0; command_at(i); i++) {
        printf("complete -c weft -n __fish_use_subcommand -f -a %s -d '", command_at(i)->name);
        put_text(command_at(i)->summary, "");
        printf("'\n");
        fish_flags(command_at(i));
    }
}

static Status run(Options *options)
{
    static const struct {
        const char *name;
        void (*put)(void);
    } SHELLS[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    TRY(options_read(options, NULL, 1, 1));
    const char *name = options_argument(options, 0);
    for (size_t i = 0; i < sizeof SHELLS / sizeof *SHELLS; i++)
        if (strcmp(SHELLS[i].name, name) == 0) {
            SHELLS[i].put();
            return status_ok();
        }
    return status_make(STATUS_USAGE, "completion: there is none for `%.40s`; bash, zsh and fish have one", name);
}

const Command command_completion = {.name = "completion",
                                    .arguments = "bash|zsh|fish",
                                    .summary = "print what completes subcommands and flags in a shell",
                                    .details = "bash:  source <(weft completion bash)\n"
                                               "zsh:   weft completion zsh >~/.zfunc/_weft\n"
                                               "fish:  weft completion fish >~/.config/fish/completions/weft.fish\n",
                                    .run = run};
