// A claim is a socket bound to an abstract name (unix(7)). The bind is atomic, and the kernel frees the name when the process ends in any
// way. The descriptor stays open on purpose.
#include "machine/private/claim.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

bool claim_pu(unsigned pu)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX}; // its path begins with '\0': abstract
    const int          length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "weft-pu-%u", pu);
    const int          claim = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (claim < 0)
        return true;
    if (bind(claim, (struct sockaddr *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
        return true;
    const bool taken = errno == EADDRINUSE;
    close(claim);
    return !taken;
}
