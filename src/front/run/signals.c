#include "run/signals.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

Status signals_open(Signals *signals)
{
    static const int STOP[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t         set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof STOP / sizeof *STOP; i++) {
        struct sigaction now;
        if (sigaction(STOP[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) // if blocked, an ignored signal would still arrive
            sigaddset(&set, STOP[i]);
    }
    sigprocmask(SIG_BLOCK, &set, &signals->before);
    signals->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals->fd >= 0)
        return status_ok();
    const int code = errno;
    sigprocmask(SIG_SETMASK, &signals->before, NULL);
    return status_make(STATUS_INTERNAL, "signalfd: %s", strerror(code));
}

bool signals_pending(const Signals *signals)
{
    struct pollfd ready = {.fd = signals->fd, .events = POLLIN};
    return poll(&ready, 1, 0) > 0;
}

void signals_close(Signals *signals)
{
    // A signal that the caller had blocked before signals_open stays pending for the caller.
    const bool              kept = sigismember(&signals->before, SIGTERM) == 1;
    struct signalfd_siginfo ignored;
    while (!kept && read(signals->fd, &ignored, sizeof ignored) > 0)
        ;
    close(signals->fd);
    sigprocmask(SIG_SETMASK, &signals->before, NULL);
}
