#include "machine/address_space.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void address_space_check(void)
{
    enum { ROOM = 256 << 20 }; // OpenBLAS 0.3 requests 128 MiB at once on x86-64, after some small allocations
    static const char TEXT[] =
        "weft-worker: out of memory: OpenBLAS needs 256 MiB of address space to start, and less is left; raise ulimit -v and -d\n";
    // Writable, since ulimit -d counts only writable memory.
    const long at = syscall(SYS_mmap, NULL, (size_t)ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    if (at != -1) {
        syscall(SYS_munmap, at, (size_t)ROOM);
        return;
    }
    syscall(SYS_write, STDERR_FILENO, TEXT, sizeof TEXT - 1);
    syscall(SYS_exit_group, STATUS_MEMORY);
}

Status address_space_check_stack(void)
{
    enum { MIN_KIB = 1024 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur / 1024 >= MIN_KIB)
        return status_ok();
    return status_make(STATUS_MEMORY, "out of memory: the stack limit is %d KiB, and weft needs %d KiB; raise `ulimit -s`",
                       (int)(limit.rlim_cur / 1024), MIN_KIB);
}
