// Facts of a store that a document may quote: FACT(name, function of quote_fact.c). Included several times with a different FACT each time.
FACT(commit, put_commit)         // 7 digits; all of them where the builds differ
FACT(day, put_day)               // "2026-11-22", or "… to …"
FACT(processor, put_processor)   // all that differ
FACT(cores, put_cores)           // the same
FACT(minutes, put_minutes)       // of wall time, over all calls of `weft run`
FACT(cases, put_cases)           // of the plan, without variations
FACT(processes, put_processes)   // worker processes, those of variations included
FACT(variations, put_variations) // of the experiment that were measured
FACT(yes, put_yes)               // verdicts with this answer
FACT(no, put_no)
FACT(close, put_close)
FACT(unmeasured, put_unmeasured)
