// What goes between `weft` and a worker process.
//
// In, one JSON object on the worker's standard input:
//   {"case": {…},                          the canonical case
//    "passes": {"timed": 5, "phased": 1, "counted": 0, "measured": 1},  repetitions still wanted
//    "first": {"timed": 0, "phased": 0, "counted": 0, "measured": 0},   index of the first of them: how many the store has already
//    "references": {"probes": "path" | null, "frames": …, "forces": …},  reference files to measure against (they must exist)
//    "write_reference": "probes" | … | null,  the worker computes and writes this one of them instead of the passes
//    "frames": "folder" | null, "frame_stride": 1, "state_in": "path" | null, "state_out": "path" | null,
//    "chosen": "cholmod_simplicial" | null}  what the linear system `auto` took in an earlier process of this case
// or, instead of a case, what the machine can do (measure false: the environment only):
//   {"job": "rates", "threads": 2, "measure": true}
//
// Out, JSON Lines on standard output; messages for a person go to standard error. Each row has a "row" field:
//   environment  once, first                {"row":"environment", …} see machine/environment.h
//   model        once, after the build      {"row":"model","order":"rcm","particles":…,"pinned":…,"constraints":…,"kinds":{"distance":…},
//                                            "hard":…,"bytes_model":…,"colours":…,"smallest_colour":…,"largest_colour":…,"balance":…,
//                                            "clusters":…,"barriers":…,"contact":{"points":…,"edges":…,"triangles":…,"colliders":…,
//                                            "thickness":…,"stiffness":…,"bytes":…,"distance_grids":…,"cached_grids":…}}; contact
//                                            is null where nothing can touch, stiffness where contacts are hard
//   linsys       once, when there is one    {"row":"linsys","name":…,"ordering":…,"order":…,"matrix_nonzeros":…,"factor_nonzeros":…,
//                                            "factor_flops":…,"factor_bytes":…,"workspace_bytes":…,"residual":…,"chosen":…}
//   traffic      once, when it is counted   {"row":"traffic","phases":{"project":{"runs":20,"bytes":…,"working_set":…,"updated":…,
//                                            "updated_set":…,"flops":…,"precision":"f32"},…}}   see step/traffic.h
//   begin        a repetition starts        {"row":"begin","pass":"timed","index":0,"time":"2026-01-31T12:00:00Z","load":0.12}
//   setup        its set-up phases          {"row":"setup","ns":{"build":…,"colour":…,"assemble":…,"analyse":…,"factor":…}}
//   step         timed pass, each step      {"row":"step","step":0,"ns":…,"iteration_ns":[…],"switches":…,"waited_share":…,"stolen_ms":…,
//                                            "ghz":…}; iteration_ns from the start of the step
//                                            the others are null where the system does not tell
//   phases       phased pass, each step     {"row":"phases","step":0,"ns":…,"phase_ns":{"predict":…,"project":…,"velocity":…}}
//   counters     counted pass, each phase   {"row":"counters","phase":"solve","steps":54,"values":{"wall_ns":…,"cycles":…,…}}
//                and "step", the whole of it   sums over the steps after the warm-up; null where a counter cannot be had
//   iterate      measured pass              {"row":"iterate","step":3,"probe":true,"substep":0,"iteration":0,"objective":…,"gradient":…,
//                                            "primal":…,"dual":…,"constraint_max":…,"constraint_rms":…,"volume_error":…,
//                                            "area_error":…,"bending_error":…,"error":…,"gap":…,"kinetic":…,
//                                            "elastic":…,"potential":…,"momentum":[…],"angular":[…]}
//                                           a value that does not exist (no λ, no reference, no such element, Φ with hard
//                                           constraints) is null
//   frame        measured pass, steps of    {"row":"frame","step":9,"time_s":…,"error":…,"kinetic":…,"elastic":…,"potential":…,
//                `frames`, at their end      "momentum":[…],"angular":[…],"centre":[…],"tracked":[…],"constraint_max":…,
//                                            "constraint_rms":…,"volume_error":…,"area_error":…,"bending_error":…,"broken":0};
//                                            error is null without a fine-step reference
//   contact      measured pass, the end of  {"row":"contact","step":3,"time_s":…,"found":…,"active":…,"missed":…,"penetration_max":…,
//                every step, with contact    "penetration_mean":…,"friction_work":…,"colours":…}  see contact/contacts.h
//   force        measured pass, steps of    {"row":"force","step":9,"time_s":…,"kind":"distance","force":[…],"reference":[…]}
//                `forces`, each kind         in the order of the scene; reference is null without one
//   end          the repetition is whole    {"row":"end","pass":"timed","index":0,"hash":"…","peak_bytes":…,"library_allocations":…,
//                                            "unconverged_steps":…,"involuntary_switches":…,"stolen_ms":…,"placed":true,
//                                            "misplaced":null}
//   rates        of such a job              {"row":"rates","threads":2,"precision":"f64","sets":[{"bytes":…,"read":GB/s,"update":…,
//                                            "triad":…},…],
//                                            "flops":{"f32":Gflop/s,"f64":…}}   see measure/rates.h
//   failed       instead of the rest        {"row":"failed","status":"numeric","message":"…"}
//   done         last row of a good run     {"row":"done","deterministic":true}
// A repetition counts only with its end row: the reader stores everything from begin to end in one transaction, or nothing.
//
// The worker's exit code is that of its Status. A worker that ends without done or failed has crashed or was killed.
#ifndef WEFT_CASE_PROTOCOL_H
#define WEFT_CASE_PROTOCOL_H

typedef enum Pass { PASS_TIMED, PASS_PHASED, PASS_COUNTED, PASS_MEASURED, PASS_COUNT } Pass;

static const char *const PASS_NAMES[PASS_COUNT] = {"timed", "phased", "counted", "measured"};

typedef enum ReferenceUse {
#define REFERENCE(constant, name, last, parts, choice, without) constant,
#include "case/reference_list.h"
#undef REFERENCE
    REFERENCE_USES
} ReferenceUse;

const char *reference_name(ReferenceUse use);    // the setting that asks for it
const char *reference_without(ReferenceUse use); // the setting, and its value, that does without

#endif
