// What `--table` prints instead of Google Benchmark's lines: one line per benchmark, with the time of an item, the bandwidth, its share of
// what the machine reads, and how many times faster it is than its plain twin: the benchmark of the same name but for `/plain` or `_plain`
// in it.
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
        double      item_ns, gb_per_s, share; // negative: not known
        bool        plain;
    };
    std::vector<Line>             lines_;
    std::map<std::string, double> plain_ns_; // time of an item of the plain twins, by the name of the other
};

#endif
