// The files of kernels. A new one: bench/micro/micro_NAME.c with `void micro_NAME(void)`, which registers its benchmarks, and a line here.
MICRO(bandwidth)
MICRO(project)
MICRO(local)
MICRO(linsys)
MICRO(colour)
MICRO(motion)
MICRO(energy)
MICRO(metrics)
