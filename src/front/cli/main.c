// weft: the command line. Data goes to standard output, everything else to standard error; the exit code is that of the Status.
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocations.h"
#include "base/text.h"
#include "build_facts.h"
#include "cli/private/command.h"
#include "cli/private/plugin_flag.h"
#include "cli/private/printable.h"
#include "machine/address_space.h"

enum { NAMES_MAX = 32 };

static Status unknown_command(const char *name)
{
    const char *names[NAMES_MAX];
    int         count = 0;
    for (; count < NAMES_MAX && command_at(count); count++)
        names[count] = command_at(count)->name;
    char text[400];
    snprintf(text, sizeof text, "unknown subcommand `%.60s`", name);
    text_suggest(text, sizeof text, name, names, (size_t)count);
    return status_make(STATUS_USAGE, "%s", text);
}

static bool is_help(const char *text)
{
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

static Status dispatch(int count, char **arguments)
{
    if (count < 2)
        return status_make(STATUS_USAGE, "no subcommand; `weft help` lists them");
    const char *name = arguments[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("weft %s (%s%s)\n", BUILD_VERSION, BUILD_COMMIT, BUILD_DIRTY > 0 ? ", with local changes" : "");
        return status_ok();
    }
    if (is_help(name))
        name = "help";
    const Command *command = command_find(name);
    if (command && count == 3 && is_help(arguments[2])) {
        char *explain[] = {(char *)"help", arguments[1], NULL};
        command = command_find("help");
        return command->run(&(Options){.command = command, .count = 2, .arguments = explain});
    }
    return command ? command->run(&(Options){.command = command, .count = count - 1, .arguments = arguments + 1}) : unknown_command(name);
}

// Output that could not be written is a failure, unless the reader closed the pipe. status: of the command, which may have failed for the
// same reason.
static Status finish_output(Status status)
{
    const int     flushed = fflush(stdout), code = errno;
    struct pollfd reader = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (flushed == 0 && !ferror(stdout))
        return status;
    if (poll(&reader, 1, 0) > 0 && (reader.revents & POLLERR))
        return status.code == STATUS_IO ? status_ok() : status;
    return status.code == STATUS_OK
               ? status_make(STATUS_IO, "standard output cannot be written: %s", flushed != 0 ? strerror(code) : "some of it is lost")
               : status;
}

// A file opened later, such as a database, must not get the descriptor of a closed standard stream: messages would be written into it.
// The descriptor is taken with the opposite access mode, so that writing to standard output still fails.
static void reserve_stdio(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int count, char **arguments)
{
    reserve_stdio();
    json_set_alloc_funcs(allocations_must, free);
    signal(SIGPIPE, SIG_IGN); // a closed pipe is a failed write instead
    signal(SIGCHLD, SIG_DFL); // if a parent left it ignored, the end of a worker would not be reported
    signal(SIGXFSZ, SIG_IGN); // so is a file above `ulimit -f`, here and in the workers and programs that are started
    const Command *command = count > 1 ? command_find(arguments[1]) : NULL;
    Status         status = printable_streams(command && command->exact);
    if (status.code == STATUS_OK)
        status = address_space_check_stack();
    if (status.code == STATUS_OK)
        status = plugin_flag_take(&count, arguments);
    if (status.code == STATUS_OK)
        status = finish_output(dispatch(count, arguments));
    if (status.code != STATUS_OK)
        fprintf(stderr, "weft: %s\n", status.text);
    return status_exit_code(status.code);
}
