// The counters of the counted pass. COUNTER(constant, name, group, type, config, whether the kernel's share counts, description) Processor
// counters count user mode only: the kernel's share would need a privilege.
COUNTER(COUNTER_CYCLES, "cycles", GROUP_HARDWARE, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false, "cycles of the cores")
COUNTER(COUNTER_INSTRUCTIONS, "instructions", GROUP_HARDWARE, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false, "instructions")
COUNTER(COUNTER_LLC_MISSES, "llc_misses", GROUP_HARDWARE, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, false,
        "misses of the last-level cache")
COUNTER(COUNTER_PAGE_FAULTS, "page_faults", GROUP_SOFTWARE, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, false, "page faults")
COUNTER(COUNTER_SWITCHES, "context_switches", GROUP_SOFTWARE, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true,
        "context switches, including sleeps at barriers")
COUNTER(COUNTER_MIGRATIONS, "migrations", GROUP_SOFTWARE, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, true,
        "moves from one core to another")
