#include "table.h"

#include <cstdio>

// The value of a counter, or −1.
static double counter(const benchmark::BenchmarkReporter::Run &run, const char *name)
{
    const auto found = run.counters.find(name);
    return found == run.counters.end() ? -1 : found->second.value;
}

static bool take(std::string *text, const std::string &what)
{
    const size_t at = text->find(what);
    if (at == std::string::npos)
        return false;
    text->erase(at, what.size());
    return true;
}

// Cuts "/threads:2/real_time" off, and gives the 2.
static std::string take_threads(std::string *name)
{
    static const std::string KEY = "/threads:";
    const size_t             at = name->find(KEY);
    if (at == std::string::npos)
        return "";
    const size_t      begin = at + KEY.size(), end = name->find('/', begin);
    const std::string threads = name->substr(begin, end == std::string::npos ? end : end - begin);
    name->erase(at);
    return threads;
}

// Why a run was not measured, or "": a member that Google Benchmark 1.8 gave another name. The second argument prefers the first of both.
template <class Run> static auto error_of(const Run &run, int) -> decltype(run.error_message)
{
    return run.error_occurred ? run.error_message : "";
}

template <class Run> static auto error_of(const Run &run, long) -> decltype(run.skip_message)
{
    return run.skipped ? run.skip_message : "";
}

static void print(double value, const char *format)
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    std::printf(" %10s", value < 0 ? "-" : text);
}

bool TableReporter::ReportContext(const Context &context)
{
    PrintBasicContext(&GetErrorStream(), context);
    return true;
}

void TableReporter::ReportRuns(const std::vector<Run> &runs)
{
    for (const Run &run : runs) {
        Line         line{run.benchmark_name(), "", error_of(run, 0), -1, -1, -1, false};
        const double items = counter(run, "items_per_second"), bytes = counter(run, "bytes_per_second");
        line.threads = take_threads(&line.name);
        line.item_ns = items > 0 ? 1e9 / items : 1e9 * run.real_accumulated_time / static_cast<double>(run.iterations ? run.iterations : 1);
        line.gb_per_s = bytes > 0 ? 1e-9 * bytes : -1;
        line.share = counter(run, "of_bandwidth");
        std::string twin = line.name;
        line.plain = take(&twin, "/plain") || take(&twin, "_plain");
        if (line.plain && line.error.empty())
            plain_ns_[twin + " " + line.threads] = line.item_ns;
        lines_.push_back(line);
    }
}

void TableReporter::Finalize()
{
    std::printf("%-44s %7s %10s %10s %10s %10s\n", "kernel", "threads", "ns/item", "GB/s", "of machine", "x plain");
    for (const Line &line : lines_) {
        std::printf("%-44s %7s", line.name.c_str(), line.threads.c_str());
        if (!line.error.empty()) {
            std::printf("  %s\n", line.error.c_str());
            continue;
        }
        const auto plain = plain_ns_.find(line.name + " " + line.threads);
        print(line.item_ns, "%.4g");
        print(line.gb_per_s, "%.1f");
        print(line.share, "%.2f");
        print(line.plain || plain == plain_ns_.end() ? -1 : plain->second / line.item_ns, "%.2f");
        std::printf("\n");
    }
}
