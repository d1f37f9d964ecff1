// The handler uses only functions that are safe in signal handlers (signal-safety(7)), with two exceptions. The library of backtrace is
// loaded beforehand. dladdr takes a lock of the loader; if the crashing thread holds that lock, the alarm ends the process. Names are read
// from the symbols in the program's own file, which also has static functions; dladdr has only exported ones.
#include "machine/crash.h"

#include "base/gnu.h"

#if GNU_SANITIZED

void crash_open(void) {}

void crash_open_team(int threads)
{
    (void)threads;
}

#else

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FRAMES_MAX = 64, CALLS_MAX = 16, STACK_BYTES = 256 << 10, NAME_BYTES_MAX = 64, ALARM_S = 10 };

// ---- the line ----

typedef struct Line {
    char   text[1024];
    size_t used;
} Line;

static void put(Line *line, const char *text, size_t max)
{
    for (size_t i = 0; i < max && text[i] && line->used + 1 < sizeof line->text; i++)
        line->text[line->used++] = text[i];
}

static void put_number(Line *line, uintptr_t number, unsigned base)
{
    char digits[2 * sizeof number * 2];
    int  at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[number % base];
    while ((number /= base) > 0);
    put(line, digits + at, sizeof digits - (size_t)at);
}

// ---- symbols of the program ----

typedef struct Image {
    const unsigned char *bytes; // NULL: not available
    size_t               size;
} Image;

static Image open_image(void)
{
    Image       image = {NULL, 0};
    struct stat info;
    const int   file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return image;
    if (fstat(file, &info) == 0 && info.st_size > (off_t)sizeof(ElfW(Ehdr))) {
        void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED)
            image = (Image){bytes, (size_t)info.st_size};
    }
    close(file);
    return image;
}

static bool holds(const Image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->size && size <= image->size - offset;
}

// Name of the function at this address in the file of the program; NULL: unknown.
static const char *find_symbol(const Image *image, uintptr_t address)
{
    const ElfW(Ehdr) *head = (const void *)image->bytes;
    if (!image->bytes || head->e_shentsize != sizeof(ElfW(Shdr)) || !holds(image, head->e_shoff, head->e_shnum * sizeof(ElfW(Shdr))))
        return NULL;
    const ElfW(Shdr) *sections = (const void *)(image->bytes + head->e_shoff);
    for (int s = 0; s < head->e_shnum; s++) {
        const ElfW(Shdr) *table = &sections[s], *names = &sections[table->sh_link < head->e_shnum ? table->sh_link : 0];
        if (table->sh_type != SHT_SYMTAB || !holds(image, table->sh_offset, table->sh_size) ||
            !holds(image, names->sh_offset, names->sh_size))
            continue;
        const ElfW(Sym) *symbols = (const void *)(image->bytes + table->sh_offset);
        for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++)
            if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && address - symbols[i].st_value < symbols[i].st_size &&
                symbols[i].st_name < names->sh_size)
                return (const char *)image->bytes + names->sh_offset + symbols[i].st_name;
    }
    return NULL;
}

// ---- calls ----

typedef struct Call {
    const char *name; // name of the function, else of the file
    uintptr_t   address;
} Call;

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static Call describe(uintptr_t address, const void *program, const Image *image)
{
    Dl_info info;
    if (!dladdr((const void *)address, &info) || !info.dli_fname) // NOLINT(performance-no-int-to-ptr)
        return (Call){"?", address};
    const uintptr_t inside = address - (uintptr_t)info.dli_fbase;
    const char     *name = info.dli_fbase == program ? find_symbol(image, inside) : info.dli_sname;
    return (Call){name ? name : last_part(info.dli_fname), inside};
}

static void put_calls(Line *line, void *const *frames, int count)
{
    Dl_info     self = {0};
    const Image image = open_image();
    dladdr((const void *)(uintptr_t)crash_open, &self); // NOLINT(performance-no-int-to-ptr)
    for (int i = 0, calls = 0; i < count && calls < CALLS_MAX; calls++) {
        // Looks up the byte before a return address: after a call that does not return, the address may belong to the next function.
        const Call call = describe((uintptr_t)frames[i] - (i > 0), self.dli_fbase, &image);
        int        times = 1;
        while (i + times < count && strcmp(describe((uintptr_t)frames[i + times] - 1, self.dli_fbase, &image).name, call.name) == 0)
            times++;
        if (strcmp(call.name, "_start") == 0 || strncmp(call.name, "__libc_start", 12) == 0)
            return;
        put(line, calls ? " < " : "", 3);
        put(line, call.name, NAME_BYTES_MAX);
        put(line, "@", 1);
        put_number(line, call.address, 16);
        if (times > 1) {
            put(line, " ×", 4);
            put_number(line, (uintptr_t)times, 10);
        }
        i += times;
    }
}

static void crashed(int number, siginfo_t *info, void *context)
{
    void *frames[FRAMES_MAX];
    Line  line = {.used = 0};
    (void)info;
    (void)context;
    alarm(ALARM_S);
    const int count = backtrace(frames, FRAMES_MAX), own = count > 2 ? 2 : 0; // skips this function and the return from the signal
    put(&line, CRASH_LINE, sizeof CRASH_LINE);
    put_calls(&line, frames + own, count - own);
    line.text[line.used++] = '\n';
    const ssize_t written = write(STDERR_FILENO, line.text, line.used); // in one call, since several threads may crash at once
    (void)written;
    signal(number, SIG_DFL);
    raise(number); // the signal arrives when the handler returns
}

static void open_stack(void)
{
    void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    const stack_t stack = {.ss_sp = memory, .ss_size = STACK_BYTES}; // never freed
    sigaltstack(&stack, NULL);
}

void crash_open(void)
{
    static const int FATAL[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    void            *frame = NULL;
    backtrace(&frame, 1); // loads the library of backtrace
    open_stack();
    const struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < sizeof FATAL / sizeof *FATAL; i++)
        sigaction(FATAL[i], &action, NULL);
}

void crash_open_team(int threads)
{
#pragma omp parallel num_threads(threads) default(none)
    open_stack();
}

#endif
