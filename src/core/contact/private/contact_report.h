// Penetration depths at the end of a step, and contacts missed by the detection.
#ifndef WEFT_CONTACT_CONTACT_REPORT_H
#define WEFT_CONTACT_CONTACT_REPORT_H

#include "contact/private/contact_passings.h"

enum { CROSSING_TEXT = 240 };

// Outside any team, after pairs and passings have followed to the state: sets missed, penetration_* and crossings of *report. They are
// correct unless there was no room (contact_pairs_failed). text: description of the first crossing, if any. Changes the boxes and poses of
// the motion and the pairs of boxes; kept pairs and candidates stay. STATUS_MEMORY.
Status contact_report_depths(const ContactPassings *passings, const State *state, int threads, ContactReport *report,
                             char text[CROSSING_TEXT]) GNU_MUST_CHECK;

#endif
