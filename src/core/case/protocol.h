// The protocol between `weft` and a worker process.
//
// In, one JSON object on the worker's standard input:
//   {"case": {…},                          the canonical case
//    "scene": {"hash": "…", "files": […]} | null,  the scene when the case was planned (SceneInfo); the worker fails if it differs
//    "passes": {"timed": 5, "phased": 1, "counted": 0, "measured": 1},  repetitions still required
//    "first": {"timed": 0, "phased": 0, "counted": 0, "measured": 0},   index of the first of them: the number in the store
//    "process": 17 | null,                  number of this process in the store
//    "plugin": {"path": "…", "hash": "…"} | null,  the plugin with the case's solver, if any (plugin/plugin.h)
//    "references": {"probes": "path" | null, …},  the reference file of each use in reference_list.h (it must exist)
//    "write_reference": "probes" | … | null,  the worker computes and writes this reference instead of the passes
//    "frames": "folder" | null, "frame_stride": 1, "state_in": "path" | null, "state_hash": "…" | null,
//    "state_out": "path" | null,
//    "recorded": "path" | null,             the worker measures the trajectory in this file (measure/reference.h) instead of the
//                                           passes: one repetition of the measured pass, whose steps have no `cost`
//    "systems": "folder" | null,            the worker writes the linear systems of the last step there instead of the passes
//    "benchmark": "name" | null,            only the first of them, in files of this name, with a reference solution and times
//    "system": "newton" | null,             … or only the first of this name
//    "barrier": false,                      a row `barrier` before the passes
//    "team": 2 | null,                      the team size that `team: fit` chose in an earlier process
//    "chosen": "cholmod_simplicial" | null}  the backend that the linear system `auto` chose in an earlier process
// or, instead of a case, the rates of the machine (measure false: the environment only):
//   {"job": "rates", "threads": 2, "measure": true}
// or the solvers of a plugin:
//   {"job": "plugin", "path": "…"}
// or the conformance of its solvers; solver null: all of them:
//   {"job": "conform", "path": "…", "solver": "…" | null}
//
// Out, JSON Lines on standard output; messages for the user go to standard error. Each row has a "row" field:
//   environment  once, first; see machine/environment.h
//   model        once, after the build
//   condition    for each condition that is violated before the first step; see solver/condition.h
//   linsys       once, when there is one
//   traffic      once, when it is counted:      "phases":{"project":{"runs":20,"bytes":…,…},…}   see step/traffic.h
//   begin        a repetition starts
//   setup        its set-up phases:             "ns":{"build":…,"colour":…,"assemble":…,"analyse":…,"factor":…}
//   step         timed pass, each step
//   probe        timed and measured pass, after the steps, each probe: the timed pass in several rounds, with times
//   phases       phased pass, each step:        "phase_ns":{"predict":…,"project":…,"velocity":…}
//   counters     counted pass, each phase and "step", the whole of it: "values":{"wall_ns":…,"cycles":…,…}
//   iterate      measured pass, each iteration of an observed step or a probe; see measure/convergence.h
//   cost         all passes, the counts of each step; in the measured pass also each probe; see record/cost_list.h
//   step_end     measured pass, at the end of every step and probe; see measure/step_outcome.h
//   finding      for each problem, after the last step of the measured pass; see measure/findings.h. For a reference: problems of its
//                contacts, when it is written and in every case that reads it; and an error of the reference that is not small
//                compared with the errors measured against it
//   frame        measured pass, at the end of the steps of `frames`; see measure/snapshot.h
//   contact      measured pass, at the end of every step, with contact; see contact/contacts.h
//   force        measured pass, at the end of the steps of `forces`, each kind of constraint
//   load         measured pass, at the end of the steps of `loads`, each collider, body, group of pins and support; see measure/loads.h
//   deviation    of a recorded trajectory, each step and each of its two references
//   end          the repetition is whole
//   system       for each matrix that is written
//   barrier      if the job asks for it: the time of a barrier of the team
//   rates        of a job `rates`:              "sets":[{"bytes":…,"read":GB/s,"update":…,"triad":…},…],"flops":{"f32":Gflop/s,"f64":…}
//                the three of a set are null if they contradict one another (measure/rates.h)
//   plugin       of such a job, each solver
//   check        of such a job, before and after each run; see plugin/conform.h
//   failed       instead of the rest:           "status":"numeric","message":"…"
//   done         last row of a good run
// record/record_list.h lists the keys of each row, machine/environment_list.h those of an environment. A row has exactly these keys, each
// with a value of its kind (row_check), in the order and the pass of front/run/row_order.c. A worker that writes anything else is stopped,
// its repetition is not stored, and the case fails. Values that do not exist or are unknown are null. A repetition counts only
// with its end row: the reader stores everything from begin to end in one transaction, or nothing.
//
// The worker's exit code is that of its Status. A lasting `status` (base/status_list.h) is final for the case; others are tried again. A
// worker that ends without done or failed has crashed or was killed.
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

const char *reference_name(ReferenceUse use);    // the setting that requests it
const char *reference_without(ReferenceUse use); // the setting and value that avoid it

#endif
