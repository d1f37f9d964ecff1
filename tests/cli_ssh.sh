#!/usr/bin/env bash
# weft submit --engine parallel over ssh: two sshd of this test on ports of 127.0.0.1, one of which is killed while it measures, then both. What
# is merged is what one run measures, or what is missing is said. Skipped where there is no sshd or GNU parallel. cli_ssh.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
PATH=$PATH:/usr/sbin:/sbin
for program in sshd ssh ssh-keygen parallel perl; do
    command -v "$program" >/dev/null || {
        echo "skipped: $program is not installed (openssh-server openssh-client parallel)"
        exit 77
    }
done

# ---- two machines: all that they have is here ----
hosts=(a b)
stop() { # HOST: its sshd, and the connections to it
    [ -s "$1.pid" ] || return 0
    # shellcheck disable=SC2046 # several
    kill -9 $(cat "$1.pid") $(pgrep -P "$(cat "$1.pid")") 2>/dev/null || true
    rm -f "$1.pid"
}
made=false
cleanup() {
    local host
    cd -- "$scratch"
    for host in "${hosts[@]}"; do stop "$host"; done
    if $made; then rmdir /run/sshd || true; fi
    finish
}
trap cleanup EXIT
if [ "$(id -u)" -eq 0 ] && [ ! -e /run/sshd ]; then
    mkdir /run/sshd # which sshd of root asks for
    made=true
fi
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
ssh-keygen -q -t ed25519 -N '' -f key
ports=()
for host in "${hosts[@]}"; do
    port=$((30000 + $$ % 10000 + ${#ports[@]}))
    while answers "$port"; do port=$((port + 2)); done
    ports+=("$port")
    ssh-keygen -q -t ed25519 -N '' -f "host_$host"
    cat >"$host.sshd" <<SSHD
Port $port
ListenAddress 127.0.0.1
HostKey $scratch/host_$host
AuthorizedKeysFile $scratch/key.pub
PidFile $scratch/$host.pid
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
PermitRootLogin prohibit-password
SetEnv "ASAN_OPTIONS=${ASAN_OPTIONS:-}" "LSAN_OPTIONS=${LSAN_OPTIONS:-}" "TMPDIR=$scratch"
SSHD
    echo "[127.0.0.1]:$port $(cat "host_$host.pub")" >>known
    cat >>config <<CONFIG
Host $host
  HostName 127.0.0.1
  Port $port
  IdentityFile $scratch/key
  IdentitiesOnly yes
  UserKnownHostsFile $scratch/known
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
CONFIG
done
start() { # HOST PORT
    "$(command -v sshd)" -f "$1.sshd" -E "$1.log"
    wait_for answers "$2"
}
start a "${ports[0]}"
start b "${ports[1]}"
export PARALLEL_SSH="ssh -F $scratch/config" PARALLEL_HOME=$scratch/parallel
# A machine on which nobody may log in so is none that this can be tried on.
if ! $PARALLEL_SSH a true 2>refused; then
    echo "skipped: sshd of this user lets nobody in: $(cat refused)"
    exit 77
fi

# ---- what one run measures ----
cat >sweep.yaml <<'YAML'
name: sweep
defaults: {scene: pendulum, steps: 2, threads: 1, timed: 2, phased: 0, measured: 1}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd, vbd], iterations: [1, 2]}
YAML
facts() {
    sqlite3 -separator ' ' "$1" "SELECT c.key, o.status, r.pass, r.hash, count(*) FROM cases AS c JOIN outcome AS o ON o.case_id = c.id
        JOIN repetition AS r ON r.case_id = c.id GROUP BY c.key, o.status, r.pass, r.hash ORDER BY 1, 2, 3, 4"
}
expect 0 "$weft" run sweep.yaml -o whole.db --no-verdicts
facts whole.db >whole
check "there are facts" test "$(wc -l <whole)" -eq 12

# ---- one of them is lost in the middle ----
# Workers that wait while the file `hold` is there, but for the first one of each shard.
mkdir workers
cat >workers/weft-worker-f64 <<WORKER
#!/bin/sh
if [ -e $scratch/hold ]; then
    echo process >>$scratch/begun-\$PPID
    if [ "\$(wc -l <$scratch/begun-\$PPID)" -gt 1 ]; then
        touch $scratch/held-\$PPID
        while [ -e $scratch/hold ]; do sleep 0.1; done
    fi
fi
exec $1/weft-worker-f64 "\$@"
WORKER
chmod +x workers/weft-worker-f64
export WEFT_WORKERS=$scratch/workers WEFT_SAVE_S=300 OMP_WAIT_POLICY=passive
touch hold
folder="a folder"
timeout 300 "$weft" submit sweep.yaml -o "$folder" --engine parallel --host a --host b --shards 4 >said 2>&1 &
submit_pid=$!
both_held() { [ "$(find . -maxdepth 1 -name 'held-*' | wc -l)" -eq 2 ]; }
check "both machines measure" wait_for both_held
expect 0 "$weft" status "$folder"
check "and two shards wait" same "$(grep -cE '^ +[0-9]+ .* waiting ' out)" 2
stop b
stopped() { grep -ls 'started again, it continues' "$folder"/log/shard-*.txt >lost; }
check "the shard of the lost one ends there" wait_for stopped
lost=$(sed 's/.*shard-\([0-9]*\)\.txt/\1/' lost)
check "it has its last copy" test -s "$folder/shard-$lost.db"
rm hold
code=0
wait "$submit_pid" || code=$?
check "all is measured" same "$code" 0
facts "$folder/all.db" >merged
check "as by one run" cmp whole merged
check "by the other one" same "$(cut -f2,7 "$folder/log/parallel.tsv" | sort | uniq -c | awk '{print $1, $2, $3}' | paste -sd' ')" "1 Host Exitval 4 a 0"
check "and nothing stays" test -z "$(find . -maxdepth 1 -name 'weft-*')"
check "and nothing was lost" same "$(sqlite3 "$folder/shard-$lost.db" \
    'SELECT count(DISTINCT p.run_id) FROM repetition AS r JOIN process AS p ON p.id = r.process')" 2

# ---- none is left; one comes back ----
stop a
expect 8 timeout 300 "$weft" submit sweep.yaml -o none --engine parallel --host a --host b --shards 2
check "no shard" has err "shard 1: not there"
check "nor the other" has err "shard 2: not there"
check "is said to be there" has err "nothing to merge"
start a "${ports[0]}"
unset PARALLEL_SSH
expect 0 timeout 300 bash none/parallel.sh
check "the script knows how to reach them" has out "nothing is left to measure"
facts none/all.db >merged
check "the one that is there measures all" cmp whole merged

# ---- without a command of ssh, one that gives up on a machine that is silent ----
expect 0 "$weft" submit sweep.yaml -o other --engine parallel --host user@node:2222 --shards 1 --dry-run
check "it does" has other/parallel.sh "ServerAliveInterval"
check "a port" has other/parallel.sh "hosts=('user@node:2222')"
