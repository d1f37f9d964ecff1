// What goes between `weft` and a worker process.
//
// In, one JSON object on the worker's standard input:
//   {"case": {…},                          the canonical case
//    "scene": {"hash": "…", "files": […]} | null,  the scene when the case was planned (SceneInfo): a worker that finds another one fails
//    "passes": {"timed": 5, "phased": 1, "counted": 0, "measured": 1},  repetitions still wanted
//    "first": {"timed": 0, "phased": 0, "counted": 0, "measured": 0},   index of the first of them: how many the store has already
//    "process": 17 | null,                  what the store calls this process
//    "plugin": {"path": "…", "hash": "…"} | null,  the file that has the case's solver, where it is not weft's own (plugin/plugin.h)
//    "references": {"probes": "path" | null, …},  of each use of reference_list.h: the file to measure against (it must exist)
//    "write_reference": "probes" | … | null,  the worker computes and writes this one of them instead of the passes
//    "frames": "folder" | null, "frame_stride": 1, "state_in": "path" | null, "state_hash": "…" | null,
//    "state_out": "path" | null,
//    "recorded": "path" | null,             the worker measures the trajectory in this file (measure/reference.h) instead of the
//                                           passes: one repetition of the measured pass, whose steps have no `cost`
//    "systems": "folder" | null,            the worker writes the linear systems of the last step there instead of the passes
//    "benchmark": "name" | null,            of them the first alone, in files of this name, with a reference solution and times
//    "system": "newton" | null,             … or the first of this name
//    "barrier": false,                      a row `barrier` before the passes
//    "team": 2 | null,                      the team that `team: fit` took in an earlier process of this case
//    "chosen": "cholmod_simplicial" | null}  what the linear system `auto` took in an earlier process of this case
// or, instead of a case, what the machine can do (measure false: the environment only):
//   {"job": "rates", "threads": 2, "measure": true}
// or which solvers a plugin has:
//   {"job": "plugin", "path": "…"}
// or whether they do what a solver must; solver null: all of them:
//   {"job": "conform", "path": "…", "solver": "…" | null}
//
// Out, JSON Lines on standard output; messages for a person go to standard error. Each row has a "row" field:
//   environment  once, first; see machine/environment.h
//   model        once, after the build
//   condition    for each condition known before the first step that does not hold; see solver/condition.h
//   linsys       once, when there is one
//   traffic      once, when it is counted:      "phases":{"project":{"runs":20,"bytes":…,…},…}   see step/traffic.h
//   begin        a repetition starts
//   setup        its set-up phases:             "ns":{"build":…,"colour":…,"assemble":…,"analyse":…,"factor":…}
//   step         timed pass, each step
//   probe        timed and measured pass, after the steps, each probe: the timed pass in several rounds, with times
//   phases       phased pass, each step:        "phase_ns":{"predict":…,"project":…,"velocity":…}
//   counters     counted pass, each phase and "step", the whole of it: "values":{"wall_ns":…,"cycles":…,…}
//   iterate      measured pass, each iteration of an observed step or a probe; see measure/convergence.h
//   cost         all passes, what each step cost in counts; in the measured pass also each probe; see record/cost_list.h
//   step_end     measured pass, at the end of every step and probe; see measure/step_outcome.h
//   finding      for each thing that went wrong, as is known after the last step of the measured pass; see measure/findings.h. Of a
//                reference: what its contacts show to be wrong, when it is written and in every case that reads it, and an error of its own
//                that is not small beside what is measured against it
//   frame        measured pass, at the end of the steps of `frames`; see measure/snapshot.h
//   contact      measured pass, at the end of every step, with contact; see contact/contacts.h
//   force        measured pass, at the end of the steps of `forces`, each kind of constraint
//   load         measured pass, at the end of the steps of `loads`, each collider, body, group of pins and support; see measure/loads.h
//   deviation    of a recorded trajectory, each step and each of its two references
//   end          the repetition is whole
//   system       for each matrix that is written
//   barrier      if the job wants it: what a barrier of the team takes
//   rates        of such a job:                 "sets":[{"bytes":…,"read":GB/s,"update":…,"triad":…},…],"flops":{"f32":Gflop/s,"f64":…}
//                the three of a set are null if they contradict one another (measure/rates.h)
//   plugin       of such a job, each solver
//   check        of such a job, before and after each run; see plugin/conform.h
//   failed       instead of the rest:           "status":"numeric","message":"…"
//   done         last row of a good run
// The keys of each are in record/record_list.h, those of an environment in machine/environment_list.h: a row has all of them and no others,
// each with a value of its kind (row_check), in the order and the pass that front/run/row_order.c says. A worker that writes something else
// is stopped, its repetition is not stored, and the case has failed. What does not exist or is not known is null. A repetition counts only
// with its end row: the reader stores everything from begin to end in one transaction, or nothing.
//
// The worker's exit code is that of its Status; a `status` that is lasting (base/status_list.h) is final for the case, others are tried
// again. A worker that ends without done or failed has crashed or was killed.
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
