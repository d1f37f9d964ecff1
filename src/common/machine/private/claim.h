// Claim: processes of weft on one machine tell each other which PUs they use, so that two of one thread do not share the first PU while
// the others are idle. What else runs there is not known here: disturbance measures it.
#ifndef WEFT_MACHINE_CLAIM_H
#define WEFT_MACHINE_CLAIM_H

#include <stdbool.h>

// True when no other process has claimed the PU (operating system's number): it belongs to this process until that ends. Also true where
// the system has no such means: then processes cannot see each other's claims.
bool claim_pu(unsigned pu);

#endif
