// /sys/bus/event_source/devices has one folder per memory controller, with these files. `type`: number for perf_event_open. `cpumask`: the
// core of each package through which the controller is read. `events/NAME`: an event, such as "event=0x05,umask=0xcf". `events/NAME.scale`
// and `.unit`: size of one count. `format/event`: bits of the configuration for a term, such as "config:0-7".
#include "machine/private/counters_memory.h"

#include <ctype.h>
#include <dirent.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "machine/private/kernel_files.h"

enum { FILES_MAX = 256 };

// Inserts a value into the bits named by "config:8-15".
static bool put_bits(const char *format, uint64_t value, uint64_t *config)
{
    static const char WORD[] = "config:";
    int64_t           low = 0, high = 0;
    const char       *rest = NULL;
    if (strncmp(format, WORD, strlen(WORD)) != 0 || !text_take_digits(format + strlen(WORD), &low, &rest))
        return false; // in another configuration word
    high = low;
    if ((*rest == '-' && !text_take_digits(rest + 1, &high, &rest)) || *rest)
        return false; // not contiguous
    if (low > high || high > 63 || (high - low < 63 && value >> (high - low + 1) != 0))
        return false;
    *config |= value << low;
    return true;
}

// "event=0x05,umask=0xcf" by the formats of the device.
static bool encode(const char *device, char *terms, uint64_t *config)
{
    char *rest = NULL;
    *config = 0;
    for (char *term = strtok_r(terms, ",", &rest); term; term = strtok_r(NULL, ",", &rest)) {
        char  name[96], format[96], *end = NULL;
        char *value = strchr(term, '=');
        if (value)
            *value++ = '\0';
        snprintf(name, sizeof name, "/format/%.80s", term);
        const uint64_t number = value ? strtoull(value, &end, 0) : 1;
        if ((value && (!isdigit((unsigned char)*value) || *end)) || !kernel_file_line(device, name, format, sizeof format) ||
            !put_bits(format, number, config))
            return false;
    }
    return true;
}

// Bytes of one count: "6.103515625e-5" and "MiB".
static bool read_scale(const char *device, const char *event, double *bytes)
{
    static const struct {
        const char *name;
        double      bytes;
    } UNITS[] = {{"Bytes", 1}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}};
    char name[96], scale[64], unit[64];
    snprintf(name, sizeof name, "/events/%s.scale", event);
    if (!kernel_file_line(device, name, scale, sizeof scale) || !text_to_double(scale, bytes))
        return false;
    snprintf(name, sizeof name, "/events/%s.unit", event);
    if (!kernel_file_line(device, name, unit, sizeof unit))
        return false;
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        if (strcmp(UNITS[i].name, unit) == 0) {
            *bytes *= UNITS[i].bytes;
            return *bytes > 0;
        }
    return false;
}

static bool open_on(const CounterSystem *system, struct perf_event_attr *event, int cpu, double bytes, CounterMachine *out)
{
    const int file = out->count < FILES_MAX ? system->open(system->user, event, -1, cpu, -1) : -1;
    if (file < 0)
        return false;
    out->files[out->count] = file;
    out->bytes[out->count++] = bytes;
    return true;
}

// One event on the core of every package, "0" or "0,28".
static bool open_event(const CounterSystem *system, const char *device, const char *name, CounterMachine *out)
{
    char    path[96], terms[128], type[32], cpus[256], *rest = NULL;
    int64_t number = 0, cpu = 0;
    double  bytes = 0;
    snprintf(path, sizeof path, "/events/%s", name);
    struct perf_event_attr event = {.size = sizeof event};
    uint64_t               config = 0;
    if (!kernel_file_line(device, path, terms, sizeof terms) || !encode(device, terms, &config) || !read_scale(device, name, &bytes) ||
        !kernel_file_line(device, "/type", type, sizeof type) || !text_to_int(type, &number) ||
        !kernel_file_line(device, "/cpumask", cpus, sizeof cpus))
        return false;
    event.type = (uint32_t)number;
    event.config = config;
    for (char *word = strtok_r(cpus, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (!text_to_int(word, &cpu) || !open_on(system, &event, (int)cpu, bytes, out))
            return false;
    return true;
}

// The events of reads and writes, under the names that processors use. False if only some of them exist.
static bool open_device(const CounterSystem *system, const char *device, CounterMachine *out)
{
    static const char *const PAIRS[][2] = {
        {"cas_count_read", "cas_count_write"}, {"data_reads", "data_writes"}, {"data_read", "data_write"}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        char path[96], text[128];
        snprintf(path, sizeof path, "/events/%s", PAIRS[i][0]);
        if (kernel_file_line(device, path, text, sizeof text))
            return open_event(system, device, PAIRS[i][0], out) && open_event(system, device, PAIRS[i][1], out);
    }
    return true; // another type of device
}

// All controllers or none: partial traffic would be misleading.
static bool open_devices(const CounterSystem *system, CounterMachine *out)
{
    DIR *folder = opendir(system->devices);
    bool good = folder;
    for (struct dirent *entry = good ? readdir(folder) : NULL; entry && good; entry = readdir(folder)) {
        char device[512];
        if (strncmp(entry->d_name, "uncore_imc", strlen("uncore_imc")) != 0)
            continue;
        snprintf(device, sizeof device, "%.200s/%.255s", system->devices, entry->d_name);
        good = open_device(system, device, out);
    }
    if (folder)
        closedir(folder);
    return good;
}

Status counter_machine_open(const CounterSystem *system, CounterMachine *out)
{
    *out = (CounterMachine){.files = calloc(FILES_MAX, sizeof *out->files),
                            .bytes = calloc(FILES_MAX, sizeof *out->bytes),
                            .before = calloc(FILES_MAX, sizeof *out->before)};
    if (!out->files || !out->bytes || !out->before)
        return status_make(STATUS_MEMORY, "out of memory for the counters of the memory controllers");
    double bytes = 0;
    if (open_devices(system, out) && counter_machine_lap(out, &bytes))
        return status_ok();
    for (int i = 0; i < out->count; i++)
        close(out->files[i]);
    out->count = 0;
    return status_ok();
}

void counter_machine_close(CounterMachine *machine)
{
    for (int i = 0; i < machine->count; i++)
        close(machine->files[i]);
    free(machine->files);
    free(machine->bytes);
    free(machine->before);
    *machine = (CounterMachine){0};
}

bool counter_machine_lap(CounterMachine *machine, double *bytes)
{
    *bytes = 0;
    for (int i = 0; i < machine->count; i++) {
        uint64_t count = 0;
        if (read(machine->files[i], &count, sizeof count) != (ssize_t)sizeof count)
            return false;
        *bytes += (double)(count - machine->before[i]) * machine->bytes[i];
        machine->before[i] = count;
    }
    return true;
}
