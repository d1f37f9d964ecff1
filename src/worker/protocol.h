// What goes between `weft` and a worker process.
//
// In, one JSON object on the worker's standard input:
//   {"case": {…},                          the canonical case
//    "passes": {"timed": 5, "phased": 1, "measured": 1},  repetitions still wanted
//    "first": {"timed": 0, "phased": 0, "measured": 0},     index of the first of them: how many the store has already
//    "reference": "path" | null,           reference file to measure errors against (must exist), or to write when "write_reference"
//    "write_reference": false,             true: the worker computes the reference instead of the passes
//    "frames": "folder" | null, "frame_stride": 1, "state_in": "path" | null, "state_out": "path" | null}
//
// Out, JSON Lines on standard output; messages for a person go to standard error. Each row has a "row" field:
//   environment  once, first                {"row":"environment", …} see measure/environment.h
//   model        once, after the build      {"row":"model","order":"rcm","particles":…,"pinned":…,"constraints":…,"kinds":{"distance":…},
//                                            "hard":…,"bytes_model":…,"colours":…,"smallest_colour":…,"largest_colour":…,"balance":…}
//   linsys       once, when there is one    {"row":"linsys","name":…,"ordering":…,"order":…,"matrix_nonzeros":…,"factor_nonzeros":…,
//                                            "factor_flops":…,"factor_bytes":…,"workspace_bytes":…}
//   begin        a repetition starts        {"row":"begin","pass":"timed","index":0,"time":"2026-01-31T12:00:00Z","load":0.12}
//   setup        its set-up phases          {"row":"setup","ns":{"build":…,"colour":…,"assemble":…,"analyse":…,"factor":…}}
//   step         timed pass, each step      {"row":"step","step":0,"ns":…,"iteration_ns":[…]}   (from the start of the step)
//   phases       phased pass, each step     {"row":"phases","step":0,"ns":…,"phase_ns":{"predict":…,"project":…,"velocity":…}}
//   iterate      measured pass              {"row":"iterate","step":3,"probe":true,"substep":0,"iteration":0,"objective":…,"gradient":…,
//                                            "primal":…,"dual":…,"constraint_max":…,"constraint_rms":…,"error":…,"kinetic":…,
//                                            "momentum":[…],"angular":[…]}
//                                           a value that does not exist (no λ, no reference, Φ with hard constraints) is null
//   end          the repetition is whole    {"row":"end","pass":"timed","index":0,"hash":"…","peak_bytes":…,"library_allocations":…,
//                                            "unconverged_steps":…,"involuntary_switches":…,"stolen_ms":…,"placed":true}
//   failed       instead of the rest        {"row":"failed","status":"numeric","message":"…"}
//   done         last row of a good run     {"row":"done","deterministic":true}
// A repetition counts only with its end row: whoever reads stores everything from begin to end in one transaction, or nothing.
//
// The worker's exit code is that of its Status. A worker that ends without done or failed has crashed or was killed.
#ifndef WEFT_WORKER_PROTOCOL_H
#define WEFT_WORKER_PROTOCOL_H

typedef enum Pass { PASS_TIMED, PASS_PHASED, PASS_MEASURED, PASS_COUNT } Pass;

static const char *const PASS_NAMES[PASS_COUNT] = {"timed", "phased", "measured"};

#endif
