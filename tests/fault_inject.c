// A library to preload (LD_PRELOAD) that makes an allocation of a program fail: malloc, its relatives and mmap return NULL with ENOMEM.
//   WEFT_FAULT=PROGRAM:K      the K-th allocation of processes with this name fails, counted from 1; with K = 0 none fails
//   WEFT_FAULT=PROGRAM:K+     the K-th and all later allocations fail
//   WEFT_FAULT_MIN=BYTES    counts only allocations of at least this size
//   WEFT_FAULT_LOG=FILE       gets the line "K BYTES OBJECT..." on a failure (callers, innermost first); with K = 0 "total N" at the end
// The count starts when this library has been loaded, shortly before main. The malloc of weft and its workers (base/allocations.c) calls
// the malloc of this library.
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void *Malloc(size_t);
typedef void *Calloc(size_t, size_t);
typedef void *Realloc(void *, size_t);
typedef void *Memalign(size_t, size_t);
typedef void *Map(void *, size_t, int, int, int, off_t);

static Malloc     *next_malloc;
static Calloc     *next_calloc;
static Realloc    *next_realloc;
static Memalign   *next_memalign;
static atomic_long counted;
static long        target = -1; // −1: this process is not counted
static bool        all_after;
static size_t      bytes_min;

// POSIX: dlsym returns functions as pointers to objects.
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        _exit(127);
    return found;
}

#define NEXT(pointer, name) (pointer ? (void)0 : (void)(*(void **)&(pointer) = next(name)))

static void say(const char *text, int length)
{
    const char *path = getenv("WEFT_FAULT_LOG");
    const int   file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0)
        return;
    if (write(file, text, (size_t)length) != length)
        _exit(127);
    close(file);
}

// Logs the objects on the call stack, innermost first, without the frames of this library and of the worker's own malloc.
static void say_failed(long number, size_t bytes)
{
    enum { FRAMES = 12, OWN = 3 };
    void       *frame[FRAMES];
    char        text[600];
    int         length = snprintf(text, sizeof text, "%ld %zu", number, bytes);
    const char *last = NULL;
    const int   count = backtrace(frame, FRAMES);
    for (int i = OWN; i < count && length < 500; i++) {
        Dl_info object = {0};
        dladdr(frame[i], &object);
        if (!object.dli_fname || object.dli_fname == last)
            continue;
        last = object.dli_fname;
        const char *slash = strrchr(last, '/');
        length += snprintf(text + length, sizeof text - (size_t)length, " %.40s", slash ? slash + 1 : last);
    }
    text[length++] = '\n';
    say(text, length);
}

static bool fails(size_t bytes)
{
    if (target < 0 || bytes < bytes_min)
        return false;
    const long number = atomic_fetch_add(&counted, 1) + 1;
    if (target == 0 || (all_after ? number < target : number != target))
        return false;
    if (number == target)
        say_failed(number, bytes);
    errno = ENOMEM;
    return true;
}

__attribute__((constructor)) static void begin(void)
{
    const char  *fault = getenv("WEFT_FAULT"), *colon = fault ? strchr(fault, ':') : NULL;
    const char  *program = program_invocation_short_name;
    const size_t length = colon ? (size_t)(colon - fault) : 0;
    if (!colon || strlen(program) != length || strncmp(fault, program, length) != 0)
        return;
    void *frame[1];
    (void)backtrace(frame, 1); // this loads a library when first called
    char       *end = NULL;
    const char *bytes = getenv("WEFT_FAULT_MIN");
    bytes_min = bytes ? strtoul(bytes, NULL, 10) : 0;
    target = strtol(colon + 1, &end, 10);
    all_after = *end == '+';
}

__attribute__((destructor)) static void finish(void)
{
    char text[64];
    if (target == 0)
        say(text, snprintf(text, sizeof text, "total %ld\n", atomic_load(&counted)));
}

void *malloc(size_t size)
{
    NEXT(next_malloc, "malloc");
    return fails(size) ? NULL : next_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    NEXT(next_calloc, "calloc");
    return fails(count * size) ? NULL : next_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    NEXT(next_realloc, "realloc");
    return fails(size) ? NULL : next_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    NEXT(next_memalign, "memalign");
    return fails(size) ? NULL : next_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    static Map *next_map;
    NEXT(next_map, "mmap");
    return fails(length) ? MAP_FAILED : next_map(address, length, protection, flags, file, offset);
}
