// The gate between weft's team and a library with threads of its own. A step runs inside one team of libgomp, whose threads are bound to
// one core each and spin at barriers; the library's threads need the same cores. So everything the library does is called on a thread of
// the gate: no thread of any team, so that OpenMP in the library is not nested, and allowed on every core that the team is bound to, as are
// the threads that it starts. Meanwhile all threads of the team sleep in the kernel and spin at nothing. The team's bindings are never
// touched. After each call libgomp's threads of the gate are ended (omp_pause_resource): otherwise they would spin on the team's cores for
// the `spin` of the case, and count as threads of the process, above whose cores libgomp shortens the spin of all, weft's team included.
//
// With one thread there is no gate: the library is called in place.
//
// What a call costs, two threads on two cores of a virtual Sapphire Rapids with other load, medians: 15 µs to hand over and to wake the
// team; 60 to 70 µs if the call has one parallel region of libgomp, of which 35 to 50 µs are for starting and ending a thread. It is part
// of every time that is measured. Without ending it, the region of weft's own after the call took 23 µs instead of 0.6 there, its threads
// asleep. During a call there are up to 2 T − 1 threads of libgomp; on a machine with fewer cores than that the library's barriers spin for
// a thousand turns (11 µs) before they sleep, which is libgomp's rule.
#ifndef WEFT_LINSYS_THREAD_GATE_H
#define WEFT_LINSYS_THREAD_GATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/status.h"

typedef struct ThreadGate {
    void (*job)(void *argument); // NULL: the thread ends
    void       *argument;
    atomic_uint asked, done; // jobs so far; both are waited for in the kernel
    pthread_t   thread;
    int         threads; // 0: not open
} ThreadGate;

// Outside any team. The thread may run where the threads of a team of this size may.
Status thread_gate_open(ThreadGate *gate, int threads) GNU_MUST_CHECK;

// Runs job(argument) once. By all threads of a team; none returns before it is done. What they wrote before is visible to it.
void thread_gate_run(ThreadGate *gate, void (*job)(void *argument), void *argument);

void thread_gate_close(ThreadGate *gate); // outside any team; takes one that is not open

#endif
