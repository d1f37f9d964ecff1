#!/usr/bin/env bash
# doctor --strict and run --strict on machines that are fit, unfit from the start, and unfit during the run. cli_fitness.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# The files of a fit machine of one core.
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
options() { column "$1" run options | tail -n 1; }

expect 0 "$weft" doctor --strict
expect 0 "$weft" run one.yaml -o one.db --strict
check "a strict run is recorded" grep -q -- --strict <(options one.db)
check "nothing was found" same "$(options one.db | grep -c '(')" 0

# ---- advice refuses nothing, and is recorded ----
echo 1 >$cpu/cpufreq/boost
expect 0 "$weft" doctor --strict
check "advice is a warning" grep -q '^warning  boost ' out
expect 0 "$weft" run one.yaml -o one.db --strict --reps 3
check "it is recorded" grep -q '(boost' <(options one.db)
echo 0 >$cpu/cpufreq/boost

# ---- a strict fact refuses before a file is made ----
echo powersave >$cpu/cpu0/cpufreq/scaling_governor
expect 0 "$weft" doctor
check "a warning without --strict" grep -q '^warning  governor ' out
expect 7 "$weft" doctor --strict
check "unfit with --strict" grep -qE '^UNFIT +governor ' out
expect 7 "$weft" run one.yaml -o new.db --strict
check "the fact is named" has err powersave
check "no file" test ! -e new.db
expect 0 "$weft" run one.yaml -o new.db
expect 7 "$weft" run one.yaml -o one.db --strict --reps 9
check "nothing is measured" same "$(rows one.db process)" 6
echo performance >$cpu/cpu0/cpufreq/scaling_governor
echo '50000 100000' >machine/sys/fs/cgroup/cpu.max
echo '0::/' >machine/proc/self/cgroup
expect 7 "$weft" run one.yaml -o one.db --strict --reps 9
check "a quota" has err quota
rm machine/sys/fs/cgroup/cpu.max
printf 'Cpus_allowed_list:\t0-1\n' >machine/proc/self/status
for pu in 0 1; do mkdir -p $cpu/cpu$pu/topology && echo 0-1 >$cpu/cpu$pu/topology/thread_siblings_list; done
if [[ $(nproc) -gt 1 ]]; then
    expect 7 "$weft" run one.yaml -o one.db --strict --reps 9 --threads 2
    check "threads that share a core" has err SMT
fi

# ---- paging during the run: the results stay, and the run is marked ----
mkdir paging
printf '%s\n' '#!/bin/sh' "printf 'pswpin 70\npswpout 9\n' >$scratch/machine/proc/vmstat" "exec $1/weft-worker-f64 \"\$@\"" >paging/weft-worker-f64
chmod +x paging/weft-worker-f64
printf 'SwapTotal: 1000 kB\nSwapFree: 1000 kB\n' >machine/proc/meminfo
expect 7 env WEFT_WORKERS="$scratch/paging" "$weft" run one.yaml -o paged.db --strict
check "the fact is named at the end" has err 63
check "all processes are stored" same "$(rows paged.db process)" 4
check "the run is marked" grep -q 'swap' <(options paged.db)
expect 0 env WEFT_WORKERS="$scratch/paging" "$weft" run one.yaml -o paged.db --strict
check "the next run has nothing to do" same "$(rows paged.db process)" 4

# ---- the manual has every fact ----
tr -d "\n" <"$source_dir/src/common/machine/fitness_list.h" | grep -o "FITNESS( *FITNESS_[A-Z_]*, \"[^\"]*" | sed "s/.*\"//" >names
check "the list has facts" test "$(wc -l <names)" -ge 10
while read -r name; do grep -q "^| $name |" "$source_dir/docs/method.md" || echo "$name"; done <names >missing
check "docs/method.md has each of them" same "$(cat missing)" ""
