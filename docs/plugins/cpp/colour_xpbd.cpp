// colour_xpbd: XPBD (Macklin, Müller and Chentanez 2016) by colours, as a plugin of weft in C++17, in both precisions. Within a colour no
// two constraints share a particle: the threads of a team project parts of it at the same time. weft projects; this file has the
// multipliers, the order, and the threads.
#include <algorithm>
#include <new>
#include <vector>

#include "weft_solver.h"

namespace
{

enum { PARAM_ITERATIONS, PARAM_RELAXATION };

constexpr int32_t CHUNK = 16; // constraints that one thread projects together: the same ones whatever the number of threads

struct Share {
    int32_t begin, end;
};

// The part of begin … end of a thread, in whole chunks.
Share share_of(int32_t begin, int32_t end, int32_t thread, int32_t threads)
{
    const int64_t chunks = (end - begin + CHUNK - 1) / CHUNK;
    const auto    cut = [&](int64_t t) { return static_cast<int32_t>(std::min<int64_t>(begin + chunks * t / threads * CHUNK, end)); };
    return {cut(thread), cut(thread + 1)};
}

class Method
{
  public:
    virtual ~Method() = default;
    virtual void step(WeftStep &now) = 0;
};

template <typename Real> class ColourXpbd final : public Method
{
  public:
    explicit ColourXpbd(const WeftSetup &given)
        : setup(given), host(*given.host), model(*given.model), iterations(static_cast<int32_t>(given.params[PARAM_ITERATIONS])),
          relaxation(given.params[PARAM_RELAXATION])
    {
        for (int32_t k = 0; k < model.set_count; k++) {
            const auto size = static_cast<std::size_t>(model.sets[k].count) * static_cast<std::size_t>(model.sets[k].components);
            lambda.emplace_back(size);
            shown.emplace_back(size);
            shown_sets.push_back(shown.back().data());
        }
    }

    void step(WeftStep &now) override
    {
        running = &now;
        for (auto &set : lambda)
            std::fill(set.begin(), set.end(), Real(0));
        host.team(
            &setup, [](void *self, int32_t thread, int32_t threads) { static_cast<ColourXpbd *>(self)->run(thread, threads); }, this);
    }

  private:
    const WeftSetup                 &setup;
    const WeftHost                  &host;
    const WeftModel                 &model;
    const int32_t                    iterations;
    const double                     relaxation;
    std::vector<std::vector<Real>>   lambda; // of each set, [components][count] as a projection wants them
    std::vector<std::vector<double>> shown;  // the same, [count][components] as an iterate shows them
    std::vector<double *>            shown_sets;
    WeftStep                        *running = nullptr;

    // All threads of a team.
    void run(int32_t thread, int32_t threads)
    {
        if (thread == 0) {
            host.phase(running, WEFT_PHASE_PROJECT);
            show(-1);
        }
        host.barrier();
        for (int32_t iteration = 0; iteration < iterations; iteration++) {
            for (int32_t colour = 0; colour < model.colour_count; colour++)
                project(colour, thread, threads);
            if (thread == 0) {
                host.count(running, WEFT_COUNT_PROJECTIONS, 1);
                show(iteration);
            }
            host.barrier();
        }
    }

    void project(int32_t colour, int32_t thread, int32_t threads)
    {
        for (int32_t b = model.colour_start[colour]; b < model.colour_start[colour + 1]; b++) {
            const WeftBatch &batch = model.batches[b];
            const WeftSweep  sweep = {running->position, running->previous, lambda[static_cast<std::size_t>(batch.set)].data(), setup.h,
                                      relaxation};
            const Share      part = batch.disjoint ? share_of(batch.begin, batch.end, thread, threads)
                                    : thread == 0  ? Share{batch.begin, batch.end}
                                                   : Share{0, 0};
            if (part.begin < part.end)
                host.project(&model, &batch, part.begin, part.end, &sweep);
        }
        host.barrier();
    }

    // What is shown is read when the step is watched, and at its end.
    void show(int32_t iteration)
    {
        for (std::size_t k = 0; k < lambda.size() && (running->watched || iteration + 1 == iterations); k++) {
            const auto count = static_cast<std::size_t>(model.sets[k].count),
                       components = static_cast<std::size_t>(model.sets[k].components);
            for (std::size_t i = 0; i < count; i++)
                for (std::size_t c = 0; c < components; c++)
                    shown[k][i * components + c] = static_cast<double>(lambda[k][c * count + i]);
        }
        const WeftIterate iterate = {iteration, setup.single, running->position, shown_sets.data()};
        host.iterate(running, &iterate);
    }
};

// ---- the table: nothing that is thrown may leave it ----

int32_t create(const WeftSetup *setup, void **solver, WeftFailure *) noexcept
{
    try {
        Method *method = setup->single ? static_cast<Method *>(new ColourXpbd<float>(*setup)) : new ColourXpbd<double>(*setup);
        *solver = method;
        return WEFT_OK;
    } catch (const std::bad_alloc &) {
        return WEFT_NO_MEMORY;
    }
}

int32_t step(void *solver, WeftStep *now, WeftFailure *) noexcept
{
    static_cast<Method *>(solver)->step(*now);
    return WEFT_OK;
}

void destroy(void *solver) noexcept
{
    delete static_cast<Method *>(solver);
}

const WeftParam PARAMS[] = {
    {"iterations", "", "sweeps over all constraints in each substep", WEFT_INTEGER, 20, 1, 1e6, nullptr},
    {"relaxation", "", "factor on every move", WEFT_REAL, 1, 0.1, 1.5, nullptr},
    {"substeps", "", "parts of a step", WEFT_INTEGER, 1, 1, 1000, nullptr},
    {},
};

WeftSolver make_table()
{
    WeftSolver table = {};
    table.abi = WEFT_SOLVER_ABI;
    table.size = sizeof table;
    table.name = "colour_xpbd";
    table.summary = "XPBD by colours (Macklin et al. 2016), a plugin in C++";
    table.version = "1.0";
    table.params = PARAMS;
    table.takes = WEFT_TAKES_HARD | WEFT_TAKES_DAMPED | WEFT_TAKES_INEQUALITIES;
    table.precisions = WEFT_DOUBLE | WEFT_SINGLE;
    table.needs = WEFT_HAS_PROJECTION;
    table.fixed = 1;
    table.aim = WEFT_AIM_MULTIPLIERS;
    table.order = WEFT_ORDER_COLOUR;
    table.create = create;
    table.step = step;
    table.destroy = destroy;
    table.momentum = WEFT_MOMENTUM_KEPT;
    return table;
}

} // namespace

extern "C" const WeftSolver *const *weft_solvers(void)
{
    static const WeftSolver        table = make_table();
    static const WeftSolver *const list[] = {&table, nullptr};
    return list;
}
