// A program as the solver of a case: what is said in a step, and what of it is believed. Times are the program's own, within what the call
// took here.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "plugin/private/program.h"

typedef struct ProgramSolver {
    LibrarySetup *setup;
    Process       process;
    size_t        particles, state_bytes, multiplier_bytes;
    bool          multipliers;                 // iterates have them
    char         *frame;                       // [HEAD_MAX + 2 * state_bytes] to send
    real4        *shown;                       // [particles] an iterate
    double       *lambda;                      // [multiplier_bytes / 8]
    double       *lambda_of[CONSTRAINT_KINDS]; // of each set, in lambda
    int32_t       code;                        // what a step that fails ends with
    char          residual[80];
} ProgramSolver;

// ---- set-up ----

static bool find_message(const Head *head, const char *name, int32_t *code, WeftFailure *failure)
{
    static const char *const CODES[] = {[WEFT_UNSUPPORTED] = "unsupported", [WEFT_DIVERGED] = "diverged", [WEFT_NO_MEMORY] = "memory"};
    const HeadMember        *message = head_find(head, NULL, "message"), *why = head_find(head, NULL, "code");
    char                     text[150] = "";
    if (head_is(message, name))
        return true;
    *code = WEFT_FAILED;
    if (head_is(message, "failed")) {
        for (int i = WEFT_UNSUPPORTED; i <= WEFT_NO_MEMORY; i++)
            if (head_is(why, CODES[i]))
                *code = i;
        if (!head_text(head_find(head, NULL, "text"), failure->text, sizeof failure->text))
            *failure->text = '\0';
    } else {
        head_text(message, text, sizeof text);
        program_fail(failure, "its program says `%.60s` where `%s` or `failed` is due", text, name);
    }
    return false;
}

static bool take_hello(ProgramSolver *s, int32_t *code, WeftFailure *failure)
{
    const Plugin *plugin = s->setup->plugin;
    Frame         frame;
    char          text[512];
    int64_t       protocol = 0;
    const int     count =
        snprintf(text, sizeof text, "{\"message\":\"hello\",\"protocol\":%d,\"solver\":\"%s\"}\n", PROGRAM_PROTOCOL, plugin->name);
    if (!process_send(&s->process, text, (size_t)count, failure) || !process_receive(&s->process, &frame, failure) ||
        !find_message(&frame.head, "hello", code, failure))
        return false;
    if (!head_int(head_find(&frame.head, NULL, "protocol"), &protocol) || protocol != PROGRAM_PROTOCOL) {
        program_fail(failure, "its program speaks version %lld of the protocol, and this weft version %d (docs/protocol.md)",
                     (long long)protocol, PROGRAM_PROTOCOL);
        return false;
    }
    if (!head_is(head_find(&frame.head, NULL, "solver"), plugin->name)) {
        program_fail(failure, "its program says that it is another solver; its `hello` has to name `%s`", plugin->name);
        return false;
    }
    return true;
}

// What the program took to set up is by its own clock; its start is not charged.
static bool take_ready(ProgramSolver *s, int64_t begun, int32_t *code, WeftFailure *failure)
{
    PhaseClock *phases = s->setup->phases;
    Frame       frame;
    int64_t     ns = 0;
    if (!program_show_model(s->setup, &s->process, failure) || !process_receive(&s->process, &frame, failure) ||
        !find_message(&frame.head, "ready", code, failure))
        return false;
    head_flag(head_find(&frame.head, NULL, "multipliers"), &s->multipliers);
    if (!head_int(head_find(&frame.head, NULL, "ns"), &ns) || ns < 0 || ns > clock_ns() - begun) {
        program_fail(failure, "its program says in `ready` that its set-up took %lld ns, of %lld that it had", (long long)ns,
                     (long long)(clock_ns() - begun));
        return false;
    }
    phase_clock_forget(phases);
    if (phases)
        phases->ns[PHASE_ASSEMBLE] += ns;
    return true;
}

static Status allocate(LibrarySetup *setup, ProgramSolver **out)
{
    const WeftModel *model = setup->view.model;
    ProgramSolver   *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->setup = setup;
    s->particles = (size_t)model->particle_count;
    s->state_bytes = s->particles * 3 * sizeof(real);
    for (int k = 0; k < model->set_count; k++)
        s->multiplier_bytes += (size_t)model->sets[k].count * (size_t)model->sets[k].components * sizeof(double);
    TRY(ARENA_NEW(setup->arena, HEAD_MAX + 2 * s->state_bytes, &s->frame));
    TRY(ARENA_NEW(setup->arena, s->particles, &s->shown));
    TRY(ARENA_NEW(setup->arena, s->multiplier_bytes / sizeof(double), &s->lambda));
    double *at = s->lambda;
    for (int k = 0; k < model->set_count; k++) {
        s->lambda_of[k] = at;
        at += (size_t)model->sets[k].count * (size_t)model->sets[k].components;
    }
    *out = s;
    return status_ok();
}

int32_t program_create(const WeftSetup *view, void **solver, WeftFailure *failure)
{
    LibrarySetup  *setup = (LibrarySetup *)view;
    const Program *program = setup->plugin->program;
    const int64_t  begun = clock_ns();
    int32_t        code = WEFT_FAILED;
    ProgramSolver *s;
    if (allocate(setup, &s).code != STATUS_OK) {
        program_fail(failure, "there is no memory for its frames; raise `memory`");
        return WEFT_NO_MEMORY;
    }
    if (!process_start(program, view->threads, setup->arena, HEAD_MAX + s->state_bytes + s->multiplier_bytes, &s->process, failure))
        return WEFT_FAILED;
    if (!take_hello(s, &code, failure) || !take_ready(s, begun, &code, failure)) {
        process_end(&s->process);
        return code;
    }
    *solver = s;
    return WEFT_OK;
}

void program_destroy(void *solver)
{
    process_end(&((ProgramSolver *)solver)->process);
}

// ---- a step ----

static char *put_positions(char *to, const real4 *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const real three[3] = {from[i].x, from[i].y, from[i].z};
        memcpy(to, three, sizeof three);
        to += sizeof three;
    }
    return to;
}

// w stays as it is. False: one is not finite.
static bool take_positions(const char *from, real4 *to, size_t count)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++) {
        real three[3];
        memcpy(three, from, sizeof three);
        from += sizeof three;
        to[i] = (real4){three[0], three[1], three[2], to[i].w};
        finite = finite && isfinite(three[0]) && isfinite(three[1]) && isfinite(three[2]);
    }
    return finite;
}

static bool send_step(ProgramSolver *s, const WeftStep *step, bool wanted, WeftFailure *failure)
{
    const size_t n = s->particles;
    const int    head = snprintf(s->frame, HEAD_MAX,
                                 "{\"message\":\"step\",\"substep\":%d,\"iterates\":%s,\"begin\":%.17g,\"end\":%.17g,\"bytes\":%zu,"
                                    "\"arrays\":[[\"y\",\"" REAL_NAME "\",%zu,3],[\"x\",\"" REAL_NAME "\",%zu,3]]}\n",
                                 (int)step->substep, wanted ? "true" : "false", step->begin, step->end, 2 * s->state_bytes, n, n);
    char        *end = put_positions(s->frame + head, (const real4 *)step->position, n);
    end = put_positions(end, (const real4 *)step->previous, n);
    return process_send(&s->process, s->frame, (size_t)(end - s->frame), failure);
}

static void show(ProgramSolver *s, WeftStep *step, int32_t iteration, int64_t called, int64_t ns)
{
    const WeftIterate iterate = {.iteration = iteration,
                                 .single = sizeof(real) == sizeof(float),
                                 .position = s->shown,
                                 .lambda = s->multipliers ? s->lambda_of : NULL};
    library_iterate_at(step, &iterate, called, ns);
}

static bool need_bytes(const Frame *frame, size_t wanted, const char *what, const ProgramSolver *s, WeftFailure *failure)
{
    if (frame->count != wanted)
        program_fail(failure, "its program writes %s with %zu bytes, where %zu are due: %zu particles of three " REAL_NAME "%s", what,
                     frame->count, wanted, wanted ? s->particles : 0, wanted > s->state_bytes ? ", then multipliers in f64" : "");
    return frame->count == wanted;
}

// before: of the iterate before, 0 for the first.
static bool check_ns(const Head *head, int64_t before, int64_t called, int64_t *ns, WeftFailure *failure)
{
    const int64_t     wall = clock_ns() - called;
    const HeadMember *said = head_find(head, NULL, "ns");
    if (!head_int(said, ns) || *ns <= 0 || *ns < before || *ns > wall) {
        program_fail(failure,
                     "its program says that it has taken %.*s ns; that has to be a whole number above 0, no less than %lld that it "
                     "said before, and at most %lld that the step has taken here",
                     said ? said->value_length < 40 ? said->value_length : 40 : 2, said ? said->value : "no", (long long)before,
                     (long long)wall);
        return false;
    }
    return true;
}

static bool take_iterate(ProgramSolver *s, WeftStep *step, const Frame *frame, int32_t number, bool wanted, int64_t called, int64_t ns,
                         WeftFailure *failure)
{
    const size_t bytes = !wanted ? 0 : s->state_bytes + (s->multipliers ? s->multiplier_bytes : 0);
    int64_t      iteration = -1;
    if (!head_int(head_find(&frame->head, NULL, "iteration"), &iteration) || iteration != number) {
        program_fail(failure, "its program numbers an iteration %lld that is %d", (long long)iteration, (int)number);
        return false;
    }
    if (!need_bytes(frame, bytes, wanted ? "an iterate" : "an iterate whose positions are not wanted", s, failure))
        return false;
    if (wanted && !take_positions(frame->bytes, s->shown, s->particles)) {
        s->code = WEFT_DIVERGED;
        program_fail(failure, "its program shows positions that are not finite after iteration %d", (int)number);
        return false;
    }
    if (wanted && s->multipliers)
        memcpy(s->lambda, frame->bytes + s->state_bytes, s->multiplier_bytes);
    show(s, step, number, called, ns);
    return true;
}

static bool take_counts(const Head *head, WeftStep *step, WeftFailure *failure)
{
    static const char *const NAMES[WEFT_COUNTS] = {[WEFT_COUNT_GRADIENTS] = "gradients",
                                                   [WEFT_COUNT_OBJECTIVES] = "objectives",
                                                   [WEFT_COUNT_HESSIANS] = "hessians",
                                                   [WEFT_COUNT_PROJECTIONS] = "projections",
                                                   [WEFT_COUNT_LOCAL_STEPS] = "local_steps",
                                                   [WEFT_COUNT_SOLVES] = "solves",
                                                   [WEFT_COUNT_FACTORISATIONS] = "factorisations",
                                                   [WEFT_COUNT_INNER_ITERATIONS] = "inner_iterations"};
    const HeadMember        *counts = head_find(head, NULL, "counts");
    for (int i = 0; counts && i < WEFT_COUNTS; i++) {
        const HeadMember *member = head_find(head, counts, NAMES[i]);
        int64_t           n = 0;
        if (member && (!head_int(member, &n) || n < 0 || n > INT32_MAX)) {
            program_fail(failure, "its program counts %.*s of %s", member->value_length, member->value, NAMES[i]);
            return false;
        }
        library_count(step, i, n);
    }
    return true;
}

static bool take_phases(const Head *head, int64_t whole, int64_t out[WEFT_PHASES], WeftFailure *failure)
{
    static const char *const NAMES[WEFT_PHASES] = {[WEFT_PHASE_LOCAL] = "local",
                                                   [WEFT_PHASE_RHS] = "rhs",
                                                   [WEFT_PHASE_SOLVE] = "solve",
                                                   [WEFT_PHASE_PROJECT] = "project",
                                                   [WEFT_PHASE_FACTOR] = "factor"};
    const HeadMember        *phases = head_find(head, NULL, "phases");
    for (int i = 0; phases && i < WEFT_PHASES; i++) {
        const HeadMember *member = head_find(head, phases, NAMES[i]);
        if (member && (!head_int(member, &out[i]) || out[i] < 0 || out[i] > whole)) {
            program_fail(failure, "its program has a phase %s of %.*s ns in a step of %lld", NAMES[i], member->value_length, member->value,
                         (long long)whole);
            return false;
        }
        whole -= out[i];
    }
    return true;
}

static bool take_ended(ProgramSolver *s, const Head *head, WeftStep *step, WeftFailure *failure)
{
    static const char *const ENDS[] = {[WEFT_END_DONE] = "done",
                                       [WEFT_END_CONVERGED] = "converged",
                                       [WEFT_END_AT_ROUND_OFF] = "at round-off",
                                       [WEFT_END_UNCONVERGED] = "unconverged"};
    const HeadMember        *ended = head_find(head, NULL, "ended");
    step->ended = -1;
    for (int i = 0; i < (int)(sizeof ENDS / sizeof *ENDS); i++)
        if (head_is(ended, ENDS[i]))
            step->ended = i;
    if (step->ended < 0) {
        program_fail(failure, "its program ends a step in a way that is none: `ended` is done, converged, at round-off or unconverged");
        return false;
    }
    if (!head_text(head_find(head, NULL, "residual"), s->residual, sizeof s->residual))
        return true;
    text_make_printable(s->residual);
    if (!head_real(head_find(head, NULL, "residual_begin"), &step->residual_begin) ||
        !head_real(head_find(head, NULL, "residual_end"), &step->residual_end)) {
        program_fail(failure, "its program names a residual without the numbers `residual_begin` and `residual_end`");
        return false;
    }
    step->residual = s->residual;
    return true;
}

static bool take_end(ProgramSolver *s, WeftStep *step, const Frame *frame, int64_t called, int64_t ns, WeftFailure *failure)
{
    int64_t phases[WEFT_PHASES] = {0};
    if (!need_bytes(frame, s->state_bytes, "the end of a step", s, failure) || !take_counts(&frame->head, step, failure) ||
        !take_phases(&frame->head, ns, phases, failure) || !take_ended(s, &frame->head, step, failure))
        return false;
    if (!take_positions(frame->bytes, (real4 *)step->position, s->particles)) {
        s->code = WEFT_DIVERGED;
        program_fail(failure, "its program ends a step at positions that are not finite");
        return false;
    }
    library_charge(step, called, ns, phases);
    return true;
}

int32_t program_step(void *solver, WeftStep *step, WeftFailure *failure)
{
    ProgramSolver *s = (ProgramSolver *)solver;
    const bool     wanted = step->watched;
    s->code = WEFT_FAILED;
    library_phase(step, WEFT_PHASE_SOLVE);
    const int64_t called = clock_ns();
    if (!process_is_quiet(&s->process, failure))
        return s->code;
    if (wanted) {
        memcpy(s->shown, step->position, s->particles * sizeof *s->shown);
        memset(s->lambda, 0, s->multiplier_bytes);
        show(s, step, -1, called, 0);
    }
    if (!send_step(s, step, wanted, failure))
        return s->code;
    int64_t ns = 0;
    for (int32_t number = 0;; number++) {
        Frame         frame;
        const int64_t before = ns;
        if (!process_receive(&s->process, &frame, failure))
            return s->code;
        const bool iterate = head_is(head_find(&frame.head, NULL, "message"), "iterate");
        if (!iterate && !find_message(&frame.head, "end", &s->code, failure))
            return s->code;
        if (!check_ns(&frame.head, before, called, &ns, failure))
            return s->code;
        if (!iterate)
            return take_end(s, step, &frame, called, ns, failure) ? WEFT_OK : s->code;
        if (!take_iterate(s, step, &frame, number, wanted, called, ns, failure))
            return s->code;
    }
}
