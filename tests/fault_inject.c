// Preloaded into a program (LD_PRELOAD), makes one of its allocations fail: malloc and its kin and mmap give NULL with ENOMEM.
//   WEFT_FAULT=PROGRAM:K      the K-th, from 1, of processes of that name; 0: none
//   WEFT_FAULT=PROGRAM:K+     the K-th and all after it
//   WEFT_FAULT_LEAST=BYTES    of those of at least so many bytes
//   WEFT_FAULT_LOG=FILE       gets a line when one fails, "K BYTES OBJECT...": who asked, from within outwards; and at the end "total N"
// Counted from the time when this library is ready, shortly before main. The malloc of weft and its workers
// (base/allocations.c) calls this one.
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
static long        wanted = -1; // −1: this process is not counted
static bool        all_after;
static size_t      least;

// POSIX has dlsym give functions as pointers to objects.
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

// The objects that the call came through, the innermost first; frames of this library and of the worker's own malloc are left out.
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
    if (wanted < 0 || bytes < least)
        return false;
    const long number = atomic_fetch_add(&counted, 1) + 1;
    if (wanted == 0 || (all_after ? number < wanted : number != wanted))
        return false;
    if (number == wanted)
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
    (void)backtrace(frame, 1); // which loads a library when first called
    char       *end = NULL;
    const char *bytes = getenv("WEFT_FAULT_LEAST");
    least = bytes ? strtoul(bytes, NULL, 10) : 0;
    wanted = strtol(colon + 1, &end, 10);
    all_after = *end == '+';
}

__attribute__((destructor)) static void finish(void)
{
    char text[64];
    if (wanted == 0)
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
