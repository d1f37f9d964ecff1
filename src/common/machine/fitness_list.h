// What makes a machine unfit to measure on. One line each; included several times with a different FITNESS each time.
// FITNESS(constant, name, strict, effect, remedy)
// strict: `run --strict` and `doctor --strict` refuse; others are advice. effect: what it does to the numbers. remedy: what to do.
FITNESS(
    FITNESS_LOAD, "load", true,
    "other programs take cores: a team waits at every barrier for the thread that has none, so that times are too long and intervals wide",
    "end the other programs, or wait (--wait-quiet)")
FITNESS(FITNESS_STOLEN, "stolen time", true,
        "the hypervisor gives the cores to other machines: steps last longer by what it takes, at random",
        "use cores that are not shared, or another hour")
FITNESS(
    FITNESS_GOVERNOR, "governor", true,
    "the clock follows the load with a delay: short cases and the first steps run at a lower clock than long ones, and ratios are wrong",
    "set every scaling_governor to performance")
FITNESS(
    FITNESS_BOOST, "boost", false,
    "the clock falls when more cores are busy or warm: speed-ups of threads are too small, and later processes slower than earlier ones",
    "switch boost off for ratios between thread counts")
FITNESS(FITNESS_THROTTLING, "throttling", true,
        "the processor lowers its clock since it is too hot: what runs then is slower than what ran before",
        "cool it, or use fewer threads")
FITNESS(FITNESS_QUOTA, "quota", true,
        "the cgroup stops all threads for the rest of a period when its time is used up: steps have gaps of up to 100 ms",
        "raise cpu.max of the cgroup to as many cores as threads, or take fewer threads")
FITNESS(FITNESS_SMT, "SMT", true,
        "two threads of a team share the units of a core: each is slower, and speed-ups of threads say nothing of cores",
        "take no more threads than cores, or switch SMT off")
FITNESS(FITNESS_SWAP, "swap", true, "memory is on the disk: what touches it waits for milliseconds, in the timed step",
        "free memory, then swapoff -a and swapon -a")
FITNESS(FITNESS_MEMORY, "memory", false, "large cases do not fit, or force the system to page: they fail, or last longer at random",
        "free memory, or set `memory` of the cases lower")
FITNESS(FITNESS_CLOCK, "clock source", true,
        "each reading of the clock is a call of the kernel of about a microsecond: short steps and iterations seem longer than they are",
        "use a machine whose time-stamp counter is stable (clocksource=tsc)")
FITNESS(FITNESS_HUGE_PAGES, "huge pages", false, "large scenes miss the TLB: their times are longer than they could be",
        "set transparent_hugepage/enabled to madvise")
FITNESS(FITNESS_GUEST, "virtual machine", false,
        "caches and memory are shared with machines that cannot be seen: intervals cover what happened during the run, and no more",
        "measure what is published on a machine of its own")
