#include "cli/private/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_LEAST = 20 };

int terminal_columns(FILE *stream)
{
    const int descriptor = stream == stdout ? STDOUT_FILENO : stream == stderr ? STDERR_FILENO : fileno(stream); // of printable.h: none
    struct winsize window = {0};
    if (!isatty(descriptor))
        return 0;
    if (ioctl(descriptor, TIOCGWINSZ, &window) != 0 || window.ws_col < COLUMNS_LEAST || window.ws_col > TERMINAL_COLUMNS_MOST)
        return TERMINAL_COLUMNS_MOST;
    return window.ws_col;
}
