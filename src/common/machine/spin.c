#include "machine/spin.h"

#include <stdlib.h>

#include "base/text.h"

Status spin_check(int64_t required)
{
    const char *given = getenv("GOMP_SPINCOUNT");
    int64_t     turns = 0;
    if (given && text_to_int(given, &turns) && turns == required)
        return status_ok();
    return status_make(STATUS_INPUT, "the case sets `spin` %lld, but this worker was started %s%.40s; start it with GOMP_SPINCOUNT=%lld",
                       (long long)required, given ? "with GOMP_SPINCOUNT=" : "without GOMP_SPINCOUNT", given ? given : "",
                       (long long)required);
}
