// The environment is described in full, threads are on different cores of those that the process may use, and a moved thread is detected.
// Placement changes the process for good, so every test that places threads does it in a child.
#include <gnu/libc-version.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <omp.h>

#include "check.h"
#include "machine/environment.h"
#include "machine/private/claim.h"
#include "machine/private/environment_parts.h"
#include "math/real.h"

enum { CPUS_MAX = CPU_SETSIZE };

static int allowed_cpus(int cpus[CPUS_MAX])
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    int count = 0;
    for (int cpu = 0; cpu < CPUS_MAX; cpu++)
        if (CPU_ISSET((size_t)cpu, &set))
            cpus[count++] = cpu;
    return count;
}

static int bind_to(const int *cpus, int count)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < count; i++)
        CPU_SET((size_t)cpus[i], &set);
    return sched_setaffinity(0, sizeof set, &set);
}

// Runs `body` in a child of its own, whose exit code is the return value of `body`.
static int in_child(int (*body)(void))
{
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(body());
    int result = 0;
    assert_int_equal(waitpid(child, &result, 0), child);
    return WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result);
}

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static int team_sits_apart(int threads)
{
    int cpu_of[CPUS_MAX], alone[CPUS_MAX];
#pragma omp parallel num_threads(threads) default(none) shared(cpu_of, alone)
    {
        cpu_set_t set;
        CPU_ZERO(&set);
        const int failed = sched_getaffinity(0, sizeof set, &set);
        alone[omp_get_thread_num()] = !failed && CPU_COUNT(&set) == 1;
        cpu_of[omp_get_thread_num()] = sched_getcpu();
    }
    for (int t = 0; t < threads; t++) {
        CHECK(alone[t]);
        for (int other = 0; other < t; other++)
            CHECK(cpu_of[t] != cpu_of[other]);
    }
    return 0;
}

static int place_all(void)
{
    const int threads = environment_pus();
    CHECK(environment_place(threads).code == STATUS_OK);
    CHECK(team_sits_apart(threads) == 0);
    CHECK(environment_verify(threads).code == STATUS_OK);
    // The allowed cores are those of the whole process. The same team can therefore be placed again although the calling thread is bound to
    // one core.
    CHECK(environment_place(threads).code == STATUS_OK);
    return team_sits_apart(threads);
}

static int place_one(void)
{
    CHECK(environment_place(1).code == STATUS_OK);
    cpu_set_t set;
    CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
    CHECK(CPU_COUNT(&set) == 1);
    return environment_verify(1).code == STATUS_OK ? 0 : 1;
}

// Restarted as by taskset, bound to the last allowed CPU, so that every thread of the process has this affinity from its start.
static int place_in_cpuset(void)
{
    int       cpus[CPUS_MAX];
    const int count = allowed_cpus(cpus);
    CHECK(bind_to(&cpus[count - 1], 1) == 0);
    execl("/proc/self/exe", "unit_environment", "cpuset", (char *)NULL);
    return 127;
}

static int started_in_cpuset(void)
{
    int cpus[CPUS_MAX];
    CHECK(allowed_cpus(cpus) == 1);
    CHECK(environment_pus() == 1);
    CHECK(environment_place(1).code == STATUS_OK);
    CHECK(sched_getcpu() == cpus[0]);
    const Status status = environment_place(2);
    CHECK(status.code == STATUS_ENVIRONMENT);
    CHECK(strstr(status.text, "2 threads") && strstr(status.text, "1 processing unit;") && !strchr(status.text, '\n'));
    return 0;
}

// Simulates a library that sets affinities: first one thread is free again, then two are on one core.
static int notice_moved(void)
{
    int       cpus[CPUS_MAX];
    const int count = allowed_cpus(cpus);
    if (count < 2)
        return 0;
    CHECK(environment_place(2).code == STATUS_OK);
    int failed = 0;
#pragma omp parallel num_threads(2) default(none) shared(cpus, count) reduction(+ : failed)
    if (omp_get_thread_num() == 1)
        failed += bind_to(cpus, count) != 0;
    CHECK(!failed);
    CHECK(environment_verify(2).code == STATUS_ENVIRONMENT);
#pragma omp parallel num_threads(2) default(none) shared(cpus) reduction(+ : failed)
    failed += bind_to(cpus, 1) != 0;
    CHECK(!failed);
    const Status status = environment_verify(2);
    CHECK(status.code == STATUS_ENVIRONMENT);
    CHECK(strstr(status.text, "on PU"));
    return 0;
}

// Another weft process of one thread, which runs until `end` is closed. Reports its core through `begin`.
static int sit_down(int begin, int end)
{
    const int cpu = environment_place(1).code == STATUS_OK ? sched_getcpu() : -1;
    char      byte;
    if (write(begin, &cpu, sizeof cpu) != sizeof cpu)
        return 1;
    return read(end, &byte, 1) == 0 ? 0 : 1;
}

// Placement next to a process of weft, on another PU if there is one. A network namespace keeps claims of other weft processes on this
// machine out. Where the system allows no namespace, only test_claims tests claims.
static int place_next_to(void)
{
    int begin[2], end[2], cpu = -1, cpus[CPUS_MAX];
    if (unshare(CLONE_NEWNET) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return 0;
    CHECK(pipe(begin) == 0 && pipe(end) == 0);
    const pid_t other = fork();
    if (other == 0) {
        close(end[1]);
        _exit(sit_down(begin[1], end[0]));
    }
    CHECK(read(begin[0], &cpu, sizeof cpu) == sizeof cpu && cpu >= 0);
    const bool room = allowed_cpus(cpus) > 1;
    CHECK(environment_place(1).code == STATUS_OK);
    CHECK((sched_getcpu() != cpu) == room);
    close(end[1]);
    int status = 1;
    CHECK(waitpid(other, &status, 0) == other);
    return status;
}

// Claims a PU that no machine has, reports success through `begin`, and keeps the claim until `end` is closed.
static int claim_and_wait(unsigned pu, int begin, int end)
{
    const bool claimed = claim_pu(pu);
    char       byte;
    if (write(begin, &claimed, sizeof claimed) != sizeof claimed)
        return 1;
    return read(end, &byte, 1) == 0 ? 0 : 1;
}

// One process holds a PU until it ends; then another process may claim it.
static int claim_in_turns(void)
{
    const unsigned pu = 1000000 + (unsigned)getpid();
    int            begin[2], end[2], status = 1;
    bool           claimed = false;
    CHECK(pipe(begin) == 0 && pipe(end) == 0);
    const pid_t other = fork();
    if (other == 0) {
        close(end[1]);
        _exit(claim_and_wait(pu, begin[1], end[0]));
    }
    CHECK(read(begin[0], &claimed, sizeof claimed) == sizeof claimed && claimed);
    CHECK(!claim_pu(pu) && claim_pu(pu + (1U << 30)));
    close(end[1]);
    CHECK(waitpid(other, &status, 0) == other && status == 0);
    CHECK(claim_pu(pu));
    return 0;
}

TEST(test_claims)
{
    assert_int_equal(in_child(claim_in_turns), 0);
}

TEST(test_place)
{
    assert_int_equal(in_child(place_next_to), 0);
    assert_int_equal(in_child(place_all), 0);
    assert_int_equal(in_child(place_one), 0);
    assert_int_equal(in_child(place_in_cpuset), 0);
    assert_int_equal(in_child(notice_moved), 0);
}

TEST(test_refuse_too_many)
{
    int cpus[CPUS_MAX];
    assert_int_equal(environment_pus(), allowed_cpus(cpus));
    assert_int_equal(environment_place(environment_pus() + 1).code, STATUS_ENVIRONMENT);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    assert_true(*text != '\0');
    return text;
}

static int64_t number_of(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

TEST(test_describe_machine)
{
    json_t *environment = environment_describe(WEFT_ISA, REAL_NAME, 1);
    assert_non_null(environment);
    assert_string_equal(text_of(environment, "row"), "environment");
    text_of(environment, "cpu");
    assert_true(number_of(environment, "pus") >= number_of(environment, "cores"));
    assert_true(number_of(environment, "cores") >= number_of(environment, "packages"));
    assert_int_equal(number_of(environment, "allowed_pus"), environment_pus());
    const double physical = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    assert_true((double)number_of(environment, "memory_bytes") == physical);
    const json_t *caches = json_object_get(environment, "caches");
    size_t        index = 0;
    json_t       *cache = NULL;
    json_array_foreach(caches, index, cache)
    {
        assert_in_range(number_of(cache, "level"), 1, 5);
        assert_true(number_of(cache, "bytes") >= 1024);
        assert_true(number_of(cache, "count") >= 1);
    }
    assert_true(strncmp(text_of(environment, "kernel"), "Linux ", 6) == 0);
    assert_int_equal(json_array_size(json_object_get(environment, "placement")), 1);
    assert_int_equal(json_array_size(json_object_get(environment, "load")), 3);
    json_decref(environment);
}

TEST(test_describe_build)
{
    assert_int_equal(setenv("OMP_WAIT_POLICY", "active", 1), 0);
    json_t *environment = environment_describe(WEFT_ISA, REAL_NAME, 0);
    assert_non_null(environment);
    assert_string_equal(text_of(environment, "precision"), "f64");
    assert_true(strstr(text_of(environment, "blas"), "OpenBLAS") != NULL);
    assert_true(strstr(text_of(environment, "blas"), text_of(environment, "blas_core")) != NULL);
    assert_true(strstr(text_of(environment, "flags"), "-ffp-contract=off") != NULL);
    static const char *const FILLED[] = {"version", "commit", "compiler", "isa", "build_type", "openmp", "cholmod", "suitesparse", "hwloc"};
    for (size_t i = 0; i < sizeof FILLED / sizeof *FILLED; i++)
        text_of(environment, FILLED[i]);
    const bool unknown = strcmp(text_of(environment, "commit"), "unknown") == 0; // not built from a git checkout
    assert_true(unknown ? json_is_null(json_object_get(environment, "dirty")) : json_is_boolean(json_object_get(environment, "dirty")));
    assert_true(json_is_null(json_object_get(environment, "diff"))); // only a worker has it
    assert_string_equal(text_of(json_object_get(environment, "variables"), "OMP_WAIT_POLICY"), "active");
    assert_null(json_object_get(json_object_get(environment, "variables"), "PATH"));
    assert_int_equal(json_array_size(json_object_get(environment, "placement")), 0);
    json_decref(environment);
}

// "libc.so.6 93ac61ec…": a file that exists and the 20 bytes of its build id, as `file` shows them.
TEST(test_describe_libraries)
{
    json_t *environment = environment_describe(WEFT_ISA, REAL_NAME, 0);
    assert_non_null(environment);
    assert_string_equal(text_of(environment, "glibc"), gnu_get_libc_version());
    const json_t            *libraries = json_object_get(environment, "libraries");
    static const char *const LINKED[] = {"libc.so.6", "libhwloc.so.15", "libjansson.so.4"};
    for (size_t i = 0; i < sizeof LINKED / sizeof *LINKED; i++) {
        const char *id = strchr(text_of(libraries, LINKED[i]), ' ');
        assert_non_null(id);
        assert_true(strspn(id + 1, "0123456789abcdef") >= 16);
    }
    json_decref(environment);
}

static int address_kind(void)
{
    json_t   *environment = environment_describe(WEFT_ISA, REAL_NAME, 0);
    const int kind = (int)json_integer_value(json_object_get(environment, "aslr"));
    json_decref(environment);
    return kind;
}

static int no_random_addresses(void)
{
    CHECK(personality(ADDR_NO_RANDOMIZE) >= 0);
    CHECK(address_kind() == 0);
    return 0;
}

TEST(test_describe_kernel)
{
    json_t *environment = environment_describe(WEFT_ISA, REAL_NAME, 0);
    assert_non_null(environment);
    char  line[128] = "";
    FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "r");
    if (file && fscanf(file, "%127s", line) == 1)
        assert_string_equal(text_of(environment, "clock_source"), line);
    if (file)
        fclose(file);
#if defined(__x86_64__)
    assert_true(number_of(environment, "cpu_family") > 0);
    number_of(environment, "cpu_model");
    number_of(environment, "cpu_stepping");
#endif
    assert_null(strstr(text_of(environment, "kernel_command"), " -- "));
    assert_in_range(address_kind(), 0, 2);
    assert_int_equal(in_child(no_random_addresses), 0);
    json_decref(environment);
}

TEST(test_kernel_command_names_no_files)
{
    static const char *const COMMANDS[][2] = {
        {"quiet mitigations=off isolcpus=2-3", "quiet mitigations=off isolcpus=2-3"},
        {"BOOT_IMAGE=/boot/vmlinuz root=/dev/vda1 rw  nohz=on rootfstype=ext4 init=/sbin/start initrd=a.img -- --user me",
         "rw nohz=on rootfstype=ext4"},
        {"rdinit=/init resume=UUID=1 tsc=reliable --", "tsc=reliable"},
        {"-- init=/x", ""},
        {"", ""}};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        char line[200];
        strcpy(line, COMMANDS[i][0]);
        environment_bare_command(line);
        assert_string_equal(line, COMMANDS[i][1]);
    }
}

TEST(test_counters)
{
    assert_true(environment_load() >= 0);
    assert_true(environment_involuntary_switches() >= 0);
    const int64_t before = environment_peak_bytes();
    assert_true(before > 0);
    const size_t   bytes = (size_t)96 << 20;
    volatile char *block = malloc(bytes);
    assert_non_null(block);
    for (size_t i = 0; i < bytes; i += 4096)
        block[i] = 1;
    assert_true(environment_peak_bytes() >= before + (int64_t)(bytes / 2));
    free((void *)block);
}

// A small child must not report the peak memory of the large parent that started it.
static int peak_is_own(void)
{
    const size_t   bytes = (size_t)128 << 20;
    volatile char *block = malloc(bytes);
    CHECK(block != NULL);
    for (size_t i = 0; i < bytes; i += 4096)
        block[i] = 1;
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        execl("/proc/self/exe", "unit_environment", "peak", (char *)NULL);
        _exit(127);
    }
    int result = 0;
    waitpid(child, &result, 0);
    free((void *)block);
    return WIFEXITED(result) ? WEXITSTATUS(result) : 1;
}

TEST(test_peak_is_own)
{
    assert_int_equal(in_child(peak_is_own), 0);
}

// Asked for the oldest kernels, the library uses them. The advice is then to use newer kernels, and the library uses those when asked.
static int core_of_child(const char *core, const char *mode)
{
    const pid_t child = fork();
    if (child == 0) {
        setenv("OPENBLAS_CORETYPE", core, 1);
        execl("/proc/self/exe", "unit_environment", mode, (char *)NULL);
        _exit(127);
    }
    int result = 0;
    waitpid(child, &result, 0);
    return WIFEXITED(result) ? WEXITSTATUS(result) : 1;
}

TEST(test_blas_core)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    assert_non_null(file);
    char line[8192] = "";
    while (strncmp(line, "flags", 5) != 0 && fgets(line, sizeof line, file)) {
    }
    fclose(file);
    if (!strstr(line, " avx2 "))
        skip();
    assert_int_equal(core_of_child("Prescott", "blas_old"), 0);
    assert_int_equal(core_of_child("Haswell", "blas_new"), 0);
}

int main(int count, char **arguments)
{
    if (count == 2 && strcmp(arguments[1], "peak") == 0)
        return environment_peak_bytes() < ((int64_t)100 << 20) ? 0 : 1;
    if (count == 2 && strcmp(arguments[1], "cpuset") == 0)
        return started_in_cpuset();
    if (count == 2 && strcmp(arguments[1], "blas_old") == 0)
        return environment_blas_core() ? 0 : 1;
    if (count == 2 && strcmp(arguments[1], "blas_new") == 0)
        return environment_blas_core() ? 1 : 0;
    return tests_run();
}
