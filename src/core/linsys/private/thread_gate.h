// The gate between weft's team and a library with its own threads. A step runs inside one team of libgomp, whose threads are bound to one
// core each and spin at barriers; the library's threads need the same cores. So all calls of the library run on a thread of the gate. This
// thread is in no team, so OpenMP in the library is not nested. It may run on every core of the team, as may the threads that it starts.
// Meanwhile all threads of the team sleep in the kernel. The team's bindings never change. After each call, libgomp's threads of the gate
// end (omp_pause_resource). Otherwise they would spin on the team's cores for the `spin` of the case. They would also count as threads of
// the process; with more threads than cores libgomp shortens the spin of all threads, also of weft's team.
//
// With one thread there is no gate: the calling thread calls the library directly.
//
// Overhead of a call, medians, two threads on two cores of a virtual Sapphire Rapids with other load: 15 µs to hand over and to wake the
// team; 60 to 70 µs if the call has one parallel region of libgomp, with 35 to 50 µs for starting and ending a thread. All measured times
// include it. If the thread does not end, weft's next parallel region takes 23 µs instead of 0.6 µs there, since its threads sleep. During
// a call up to 2 T − 1 threads of libgomp exist. On a machine with fewer cores, the library's barriers spin for a thousand turns (11 µs)
// before they sleep, by a rule of libgomp.
#ifndef WEFT_LINSYS_THREAD_GATE_H
#define WEFT_LINSYS_THREAD_GATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/status.h"

typedef struct ThreadGate {
    void (*job)(void *argument); // NULL: the thread ends
    void       *argument;
    atomic_uint asked, done; // number of jobs so far; threads wait for both in the kernel
    pthread_t   thread;
    int         threads; // 0: not open
} ThreadGate;

// Call outside any team. The gate's thread may run on all cores of a team of this size.
Status thread_gate_open(ThreadGate *gate, int threads) GNU_MUST_CHECK;

// Runs job(argument) once. Called by all threads of a team; none returns before the job is done. The job sees all their earlier writes.
void thread_gate_run(ThreadGate *gate, void (*job)(void *argument), void *argument);

void thread_gate_close(ThreadGate *gate); // call outside any team; accepts a closed gate

#endif
