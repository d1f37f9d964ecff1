#include "page/private/conditions_text.h"

#include "base/text_add.h"
#include "machine/disturbance.h"

#include <math.h>

bool conditions_is_disturbed(const CaseRow *c)
{
    return c->disturbed_share > DISTURBED_SHARE_MAX; // false for NaN, unknown
}

// Cases with a process that should be measured again.
static void add_disturbed(const Dataset *d, char *out, size_t size)
{
    const CaseRow *worst = NULL;
    int            count = 0;
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *c = &d->cases[i];
        count += conditions_is_disturbed(c);
        worst = conditions_is_disturbed(c) && (!worst || c->disturbed_share > worst->disturbed_share) ? c : worst;
    }
    if (!worst)
        return;
    text_add(out, size, " ",
             "In %d of %d cases a process was disturbed for more than %.0f %% of its steps, with a maximum of %.0f %% (%.240s). `weft run "
             "--again "
             "disturbed` measures as many more processes.",
             count, d->case_count, 100 * DISTURBED_SHARE_MAX, 100 * worst->disturbed_share, worst->label);
}

void conditions_text(const Dataset *d, char *out, size_t size)
{
    out[0] = '\0';
    if (d->samples)
        text_add(out, size, " ", "%lld of %lld timed steps were disturbed by other processes, stolen time or a low clock.",
                 (long long)d->disturbed, (long long)d->samples);
    add_disturbed(d, out, size);
    if (isfinite(d->ghz_min))
        text_add(out, size, " ", "The clock ran at %.2f to %.2f GHz.", d->ghz_min, d->ghz_max);
    if (d->condition_count)
        text_add(out, size, " ", "In %d of %d cases a condition that weft checked before the run is violated: %.240s%s.",
                 d->condition_cases, d->case_count, d->conditions[0], d->condition_count > 1 ? "; and others" : "");
    if (d->finding_count)
        text_add(out, size, " ", "%d of %d cases have findings, listed below.", d->finding_cases, d->case_count);
    if (d->unplaced)
        text_add(out, size, " ", "In %d of %d repetitions threads left their cores, which widens intervals: %.240s.", d->unplaced,
                 d->repetitions, d->misplaced);
}
