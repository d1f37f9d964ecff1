#include "cli/private/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

enum { COLUMNS_MIN = 20 };

int terminal_columns(FILE *stream)
{
    const int descriptor = stream == stdout ? STDOUT_FILENO : stream == stderr ? STDERR_FILENO : fileno(stream); // of printable.h: none
    struct winsize window = {0};
    if (!isatty(descriptor))
        return 0;
    if (ioctl(descriptor, TIOCGWINSZ, &window) != 0 || window.ws_col < COLUMNS_MIN || window.ws_col > TERMINAL_COLUMNS_MAX)
        return TERMINAL_COLUMNS_MAX;
    return window.ws_col;
}

void terminal_put(const char *text, int column, int indent)
{
    const int columns = terminal_columns(stdout);
    if (columns > 2 * indent)
        text_put_wrapped(text, column, indent, columns, stdout);
    else
        printf("%s\n", text);
}
