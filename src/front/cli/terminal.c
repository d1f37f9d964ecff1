#include "cli/private/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_LEAST = 20 };

int terminal_columns(FILE *stream)
{
    struct winsize window = {0};
    if (!isatty(fileno(stream)))
        return 0;
    if (ioctl(fileno(stream), TIOCGWINSZ, &window) != 0 || window.ws_col < COLUMNS_LEAST || window.ws_col > TERMINAL_COLUMNS_MOST)
        return TERMINAL_COLUMNS_MOST;
    return window.ws_col;
}
