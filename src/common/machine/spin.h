// Spin: how long a thread busy-waits at a barrier before it sleeps. The setting `spin` of a case counts iterations of libgomp's waiting
// loop, each a pause instruction (11 ns on a virtual Sapphire Rapids). libgomp reads it from GOMP_SPINCOUNT only when the program is
// loaded, so weft sets that variable before it starts a worker. Other OpenMP runtimes wait differently; the environment records the
// runtime.
//
// Too short: threads sleep at barriers, and each wake-up takes 23 µs. Too long: if another process shares the core, busy waiting uses up
// the time slice that the next parallel part needs. Measured on two cores with two threads: mean ms per step, alone / with a busy process
// on the second core:
//
//   turns                                   0        1000       3000       10000      30000     100000     300000     3·10¹⁰
//   xpbd, cloth n = 32, 20 iterations   5.9/–      0.26/0.61  0.27/0.53  0.26/0.52  0.26/0.51  –          0.26/0.52  0.25/0.52
//   xpbd, cloth n = 256                 16.4/26.5  10.4/20.6  10.7/20.7  10.4/20.7  –          –          9.9/20.2   10.1/20.5
//   pd, cloth n = 32, simplicial        –          2.1/3.8    1.2/2.5    1.2/2.5    –          –          –          1.3/2.4
//   pd, cloth n = 64, simplicial        –          –          4.7/7.6    4.8/8.8    4.2/8.2    4.1/8.4    –          –
//   pd, cloth n = 128, simplicial       –          –          22/35      22/30      22/34      21/41      –          –
//
// A busy process takes half of a core, so a sweep takes twice as long for any spin. Each thread is bound to its own core, which excludes
// two spinning threads on one core (a hundred times slower). The default waits 0.3 ms. That is longer than the serial solves of a cloth of
// n = 64, so a thread sleeps only if its wake-up costs a few per cent of the wait. It is far shorter than the scheduler's time slice of
// about 3 ms, so an idle thread leaves its core to a busy process.
#ifndef WEFT_MACHINE_SPIN_H
#define WEFT_MACHINE_SPIN_H

#include <stdint.h>

#include "base/status.h"

enum { SPIN_DEFAULT = 30000 };

// STATUS_INPUT if this process was not started with GOMP_SPINCOUNT set to the spin of the case.
Status spin_check(int64_t required) GNU_MUST_CHECK;

#endif
