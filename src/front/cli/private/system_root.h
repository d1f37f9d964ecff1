// The root folder of the machine's proc and sys files.
#ifndef WEFT_CLI_SYSTEM_ROOT_H
#define WEFT_CLI_SYSTEM_ROOT_H

#include <stdlib.h>

// WEFT_SYSTEM_ROOT, a folder that has proc/ and sys/ of another machine; "" for this one.
static inline const char *system_root(void)
{
    const char *root = getenv("WEFT_SYSTEM_ROOT");
    return root ? root : "";
}

#endif
