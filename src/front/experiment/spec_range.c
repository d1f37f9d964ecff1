// Ranges of values, `1..4`, in filters and layouts.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure_spec.h"

bool spec_range(const char *text, SpecRange *out)
{
    const char  *dots = strstr(text, "..");
    char         low[SPEC_NAME_MAX];
    const size_t length = dots ? (size_t)(dots - text) : 0;
    *out = (SpecRange){-INFINITY, INFINITY};
    if (!dots || dots[2] == '.' || length >= sizeof low || (length == 0 && !dots[2]))
        return false;
    memcpy(low, text, length);
    low[length] = '\0';
    return (length == 0 || text_to_double(low, &out->low)) && (!dots[2] || text_to_double(dots + 2, &out->high));
}
