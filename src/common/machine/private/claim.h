// Claim: processes of weft on one machine reserve their PUs, so that two single-threaded processes do not share the first PU while others
// are idle. Other programs are not considered; disturbance.h measures their effect.
#ifndef WEFT_MACHINE_CLAIM_H
#define WEFT_MACHINE_CLAIM_H

#include <stdbool.h>

// Claims the PU (operating system's number) until this process ends. True if no other process has claimed it; also true if the system does
// not support claims.
bool claim_pu(unsigned pu);

#endif
