// fuzz TARGET [FILE|FOLDER]...: reads each file with one target of fuzz_list.h, the files of a folder one after the other. fuzz --list: the
// targets, each with the sources that it tests. With libFuzzer, its own arguments follow TARGET.
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "fuzz.h"

typedef struct Target {
    const char *name, *sources;
    void (*run)(const uint8_t *bytes, size_t size);
} Target;

static const Target TARGETS[] = {
#define FUZZ(name, sources) {#name, sources, fuzz_##name},
#include "fuzz_list.h"
#undef FUZZ
};

enum { TARGET_COUNT = sizeof TARGETS / sizeof *TARGETS };

static const char VARIABLE[] = "WEFT_FUZZ_TARGET"; // for the processes that libFuzzer starts by itself

static char          folder[128];
static const Target *chosen;

// ---- shared by the targets ----

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info, (void)type, (void)walk;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void make_folder(void)
{
    const char *memory = "/dev/shm", *place = getenv("TMPDIR");
    if (!place || !*place)
        place = access(memory, W_OK) == 0 ? memory : "/tmp";
    snprintf(folder, sizeof folder, "%.100s/weft-fuzz-XXXXXX", place);
    ASSERT(mkdtemp(folder));
    atexit(remove_folder);
}

void fuzz_path(const char *name, char out[FUZZ_PATH])
{
    ASSERT(snprintf(out, FUZZ_PATH, "%s/%s", folder, name) < FUZZ_PATH);
}

void fuzz_write(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    ASSERT(file);
    ASSERT(size == 0 || fwrite(bytes, 1, size, file) == size);
    ASSERT(fclose(file) == 0);
}

char *fuzz_text(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    ASSERT(text);
    if (size)
        memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

int fuzz_split(const uint8_t *bytes, size_t size, FuzzPart parts[FUZZ_PARTS])
{
    static const char LINE[] = "\n%%%\n";
    int               count = 0;
    for (const uint8_t *end = bytes + size;; count++) {
        const uint8_t *cut = memmem(bytes, (size_t)(end - bytes), LINE, sizeof LINE - 1);
        if (!cut || count == FUZZ_PARTS - 1) {
            parts[count] = (FuzzPart){bytes, (size_t)(end - bytes)};
            return count + 1;
        }
        parts[count] = (FuzzPart){bytes, (size_t)(cut + 1 - bytes)};
        bytes = cut + sizeof LINE - 1;
    }
}

bool fuzz_fine(Status status)
{
    const bool told = *status.text && !strchr(status.text, '\n');
    if (status.code == STATUS_INTERNAL || (status.code != STATUS_OK && !told))
        fprintf(stderr, "%s: %s\n", status_name(status.code), status.text);
    ASSERT(status.code != STATUS_INTERNAL && (status.code == STATUS_OK || told));
    return status.code == STATUS_OK;
}

// ---- set-up ----

// A file may claim any size: the allocator refuses large blocks, as at the memory limit of a batch system.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:max_allocation_size_mb=32:detect_leaks=1";
}

static const Target *find(const char *name)
{
    for (int i = 0; name && i < TARGET_COUNT; i++)
        if (strcmp(TARGETS[i].name, name) == 0)
            return &TARGETS[i];
    return NULL;
}

static _Noreturn void list(void)
{
    for (int i = 0; i < TARGET_COUNT; i++)
        printf("%s\t%s\n", TARGETS[i].name, TARGETS[i].sources);
    exit(0);
}

// Takes TARGET out of the arguments. Scenes come from the source tree, no program is found, so nothing is drawn, and caches have a folder
// of their own.
static void prepare(int *count, char **arguments)
{
    if (*count > 1 && strcmp(arguments[1], "--list") == 0)
        list();
    chosen = *count > 1 ? find(arguments[1]) : NULL;
    if (chosen) {
        setenv(VARIABLE, chosen->name, 1);
        memmove(arguments + 1, arguments + 2, (size_t)(*count - 1) * sizeof *arguments);
        --*count;
    }
    chosen = find(getenv(VARIABLE));
    if (!chosen) {
        fprintf(stderr, "usage: fuzz TARGET [FILE|FOLDER]..., or fuzz --list\n");
        exit(2);
    }
    make_folder();
    setenv("WEFT_DATASETS", WEFT_SOURCE_DIR "/datasets", 1);
    setenv("PATH", folder, 1);
}

#ifdef WEFT_FUZZ
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    prepare(count, *arguments);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    chosen->run(bytes, size);
    return 0;
}
#else
enum { HUNG_S = 60, INPUT_MAX = 64 << 20 };

static int replay(const char *path)
{
    char  *bytes = NULL;
    size_t size = 0;
    printf("%s: %s\n", chosen->name, path);
    fflush(stdout); // the last line names the file at which the program ended
    ASSERT(file_read(path, INPUT_MAX, &bytes, &size).code == STATUS_OK);
    alarm(HUNG_S);
    chosen->run((const uint8_t *)bytes, size);
    alarm(0);
    free(bytes);
    return 1;
}

static int replay_folder(const char *path)
{
    struct dirent **names = NULL;
    const int       found = scandir(path, &names, NULL, alphasort);
    int             count = 0;
    char            file[4096];
    if (found < 0) // a file, which must exist
        return replay(path);
    for (int i = 0; i < found; i++) {
        snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            count += replay(file);
        free(names[i]);
    }
    free(names);
    return count;
}

int main(int count, char **arguments)
{
    int read = 0;
    prepare(&count, arguments);
    for (int i = 1; i < count; i++)
        read += replay_folder(arguments[i]);
    printf("%s: %d files read\n", chosen->name, read);
    return read > 0 ? 0 : 1;
}
#endif
