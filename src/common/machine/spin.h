// Spin: how long a thread waits awake at a barrier before it sleeps, the setting `spin` of a case: turns of libgomp's waiting loop, each a
// pause of the processor (11 ns on a virtual Sapphire Rapids). libgomp reads it from GOMP_SPINCOUNT when the program is loaded and never
// again, so whoever starts a worker sets that variable; weft does. Other OpenMP runtimes wait in ways of their own, and the environment
// says which one a build has.
//
// Too short: the threads sleep at barriers and are woken at 23 µs each. Too long: while another process holds the core of a thread that has
// nothing to do, the waiting burns the share of the core that the next parallel part would have needed. Two threads on two cores, mean ms
// of a step alone / with a busy process on the second core:
//
//   turns                                   0        1000       3000       10000      30000     100000     300000     3·10¹⁰
//   xpbd, cloth n = 32, 20 iterations   5.9/–      0.26/0.61  0.27/0.53  0.26/0.52  0.26/0.51  –          0.26/0.52  0.25/0.52
//   xpbd, cloth n = 256                 16.4/26.5  10.4/20.6  10.7/20.7  10.4/20.7  –          –          9.9/20.2   10.1/20.5
//   pd, cloth n = 32, simplicial        –          2.1/3.8    1.2/2.5    1.2/2.5    –          –          –          1.3/2.4
//   pd, cloth n = 64, simplicial        –          –          4.7/7.6    4.8/8.8    4.2/8.2    4.1/8.4    –          –
//   pd, cloth n = 128, simplicial       –          –          22/35      22/30      22/34      21/41      –          –
//
// A busy process takes half of a core, and a sweep doubles whatever the threads do: they are bound to cores of their own, so that two
// spinning threads on one core, a hundred times slower, cannot come about. The default waits 0.3 ms: through the serial solves of a cloth
// of n = 64, so that a thread sleeps only where being woken is a few per cent of the wait; and far less than the scheduler's slice of some
// 3 ms, so that beside a busy process a thread without work leaves it the core.
#ifndef WEFT_MACHINE_SPIN_H
#define WEFT_MACHINE_SPIN_H

#include <stdint.h>

#include "base/status.h"

enum { SPIN_DEFAULT = 30000 };

// Whether this process was started with the spin that a case wants. STATUS_INPUT when GOMP_SPINCOUNT says otherwise, or says nothing.
Status spin_check(int64_t wanted) GNU_MUST_CHECK;

#endif
