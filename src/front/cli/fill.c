#include "cli/private/fill.h"

#include <string.h>

void fill_text(const char *text, const FillMark *marks, FILE *out)
{
    while (*text) {
        const FillMark *m = marks;
        while (m->mark && strncmp(text, m->mark, strlen(m->mark)) != 0)
            m++;
        if (m->mark)
            fputs(m->value, out);
        else
            putc(*text, out);
        text += m->mark ? strlen(m->mark) : 1;
    }
}
