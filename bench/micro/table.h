// The output of `--table`: one line per benchmark, with the time per item, the bandwidth, its share of the machine's, and the speed-up over
// its plain twin, the benchmark of the same name with `/plain` or `_plain`.
#ifndef WEFT_MICRO_TABLE_H
#define WEFT_MICRO_TABLE_H

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

class TableReporter : public benchmark::BenchmarkReporter
{
  public:
    bool ReportContext(const Context &context) override;
    void ReportRuns(const std::vector<Run> &runs) override; // kept until the end: a twin may come later
    void Finalize() override;

  private:
    struct Line {
        std::string name, threads, error;
        double      item_ns, gb_per_s, share; // negative: unknown
        bool        plain;
    };
    std::vector<Line>             lines_;
    std::map<std::string, double> plain_ns_; // time per item of the plain twins, by the name of the benchmark without /plain
};

#endif
