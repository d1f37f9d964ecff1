#!/usr/bin/env bash
# doctor --strict and run --strict on machines that are fit, unfit from the start, and unfit later. cli_fitness.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# A fit machine of one core, as far as it is looked at.
export WEFT_SYSTEM_ROOT=$scratch/machine
cpu=machine/sys/devices/system/cpu
mkdir -p machine/proc/self $cpu/cpu0/topology $cpu/cpu0/cpufreq $cpu/cpufreq machine/sys/fs/cgroup
echo 'cpu  100 0 100 800 0 0 0 0 0 0' >machine/proc/stat
printf 'Cpus_allowed_list:\t0\n' >machine/proc/self/status
printf 'pswpin 7\npswpout 9\n' >machine/proc/vmstat
echo 0 >$cpu/cpu0/topology/thread_siblings_list
echo performance >$cpu/cpu0/cpufreq/scaling_governor
echo 0 >$cpu/cpufreq/boost
cat >one.yaml <<'YAML'
name: one
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 2, phased: 0, measured: 0}
blocks:
  - name: a
    axes: {solver: [pbd, xpbd]}
YAML
options() { "$weft" export "$1" --table run --format csv | tail -n +2 | tail -1; }

expect 0 "$weft" doctor --strict
expect 0 "$weft" run one.yaml -o one.db --strict
check "a strict run is recorded as one" test "$(options one.db | grep -c -- '--strict' || true)" = 1
check "and that nothing was found" test "$(options one.db | grep -c '(' || true)" = 0

# What is advice refuses nothing, and is recorded.
echo 1 >$cpu/cpufreq/boost
expect 0 "$weft" doctor --strict
check "advice is a warning" grep -q '^warning  boost  *on: the clock falls when .*; switch boost off' out
expect 0 "$weft" run one.yaml -o one.db --strict --reps 3
check "and is recorded" test "$(options one.db | grep -c -- '--strict (boost: on)' || true)" = 1
echo 0 >$cpu/cpufreq/boost

# What is strict does, before a file is made; each that is strict is named.
echo powersave >$cpu/cpu0/cpufreq/scaling_governor
expect 0 "$weft" doctor
check "without --strict it is a warning" grep -q '^warning  governor  *powersave on 1 of 1' out
expect 7 "$weft" doctor --strict
check "with it it is not" grep -q '^UNFIT  *governor  *powersave on 1 of 1 .*: the clock follows the load .*; set every scaling_governor to performance' out
check "in one line" same "$(grep -c '' err)" "$(grep -c 'not fit to measure: governor: powersave\|sweeps:' err)"
expect 7 "$weft" run one.yaml -o new.db --strict
check "a run says the same" has err "weft: --strict: the machine is not fit to measure: governor: powersave on 1 of 1 processing units; \`weft doctor --strict\` says"
check "and has made nothing" test ! -e new.db
expect 0 "$weft" run one.yaml -o new.db
expect 7 "$weft" run one.yaml -o one.db --strict --reps 9
check "nor measured" same "$(rows one.db process)" 6
echo performance >$cpu/cpu0/cpufreq/scaling_governor
echo '50000 100000' >machine/sys/fs/cgroup/cpu.max
echo '0::/' >machine/proc/self/cgroup
expect 7 "$weft" run one.yaml -o one.db --strict --reps 9
check "a quota" has err "quota: 0.5 cores for 1 thread"
rm machine/sys/fs/cgroup/cpu.max
printf 'Cpus_allowed_list:\t0-1\n' >machine/proc/self/status
for pu in 0 1; do mkdir -p $cpu/cpu$pu/topology && echo 0-1 >$cpu/cpu$pu/topology/thread_siblings_list; done
expect 7 "$weft" run one.yaml -o one.db --strict --reps 9 --threads 2
check "threads that share a core" has err "SMT: 2 processing units on 1 cores, 2 threads"

# It pages while it measures: what was measured stays, and its run is marked.
mkdir paging
printf '%s\n' '#!/bin/sh' "printf 'pswpin 70\npswpout 9\n' >$scratch/machine/proc/vmstat" "exec $1/weft-worker-f64 \"\$@\"" >paging/weft-worker-f64
chmod +x paging/weft-worker-f64
printf 'SwapTotal: 1000 kB\nSwapFree: 1000 kB\n' >machine/proc/meminfo
expect 7 env WEFT_WORKERS="$scratch/paging" "$weft" run one.yaml -o paged.db --strict
check "it says so at the end" has err "was not while this run measured, which is stored: swap: 0 of 0 MiB in use, 63 pages moved"
check "everything is there" same "$(rows paged.db process)" 4
check "and says what happened" test "$(options paged.db | grep -c 'not fit while it ran: swap: ' || true)" = 1
expect 0 env WEFT_WORKERS="$scratch/paging" "$weft" run one.yaml -o paged.db --strict
check "the next run has nothing to do" has err "2 already there"

# The manual has every fact, in the words of the list.
tr -d "\n" <"$source_dir/src/common/machine/fitness_list.h" | grep -o "FITNESS( *FITNESS_[A-Z_]*, \"[^\"]*" | sed "s/.*\"//" >names
check "the list has facts" test "$(wc -l <names)" -ge 10
while read -r name; do check "docs/method.md has $name" grep -q "^| $name |" "$source_dir/docs/method.md"; done <names
