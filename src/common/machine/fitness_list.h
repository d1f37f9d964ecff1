// Conditions that make a machine unfit to measure on. Included several times with a different FITNESS each time.
// FITNESS(constant, name, strict, effect, remedy)
// strict: `run --strict` and `doctor --strict` refuse; others are advice. effect: on the measured times. remedy: for the user.
FITNESS(FITNESS_LOAD, "load", true,
        "other programs use cores: a team waits at every barrier for a thread without a core, so times are too long and intervals too wide",
        "end the other programs, or wait (--wait-quiet)")
FITNESS(FITNESS_STOLEN, "stolen time", true, "the hypervisor gives the cores to other machines: steps take longer at random",
        "use cores that are not shared, or measure at another time")
FITNESS(FITNESS_GOVERNOR, "governor", true,
        "the clock follows the load with a delay: short cases and first steps run at a lower clock than long ones, so ratios are wrong",
        "set every scaling_governor to performance")
FITNESS(
    FITNESS_BOOST, "boost", false,
    "the clock falls when more cores are busy or warm: thread speed-ups are too small, and later processes are slower than earlier ones",
    "switch boost off for ratios between thread counts")
FITNESS(FITNESS_THROTTLING, "throttling", true, "the processor is too hot and lowers its clock: later steps are slower than earlier ones",
        "cool it, or use fewer threads")
FITNESS(FITNESS_QUOTA, "quota", true,
        "the cgroup stops all threads for the rest of a period once its time is used up: steps have gaps of up to 100 ms",
        "raise cpu.max of the cgroup to as many cores as threads, or use fewer threads")
FITNESS(FITNESS_SMT, "SMT", true,
        "two threads of a team share the units of a core: each is slower, and thread speed-ups do not show the scaling over cores",
        "use at most as many threads as cores, or switch SMT off")
FITNESS(FITNESS_SWAP, "swap", true, "parts of memory are on the disk: an access waits for milliseconds within a timed step",
        "free memory, then swapoff -a and swapon -a")
FITNESS(FITNESS_MEMORY, "memory", false, "large cases do not fit, or force the system to page: they fail, or take longer at random",
        "free memory, or set `memory` of the cases lower")
FITNESS(FITNESS_CLOCK, "clock source", true,
        "each clock reading is a kernel call of about a microsecond: short steps and iterations appear longer than they are",
        "use a machine whose time-stamp counter is stable (clocksource=tsc)")
FITNESS(FITNESS_HUGE_PAGES, "huge pages", false, "large scenes cause more TLB misses: their times are longer than necessary",
        "set transparent_hugepage/enabled to madvise")
FITNESS(FITNESS_GUEST, "virtual machine", false,
        "caches and memory are shared with other, invisible machines: intervals cover only their effects during the run",
        "use a dedicated machine for published results")
