#!/usr/bin/env bash
# weft submit --engine parallel over ssh: two sshd of this test on ports of 127.0.0.1. The merged shards are what one run measures, and without a
# host there is an error. Skipped where sshd or GNU parallel is missing. long_ssh.sh BUILD SOURCE
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

# ---- two hosts ----
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
# Some machines allow no login by such an sshd.
if ! $PARALLEL_SSH a true 2>refused; then
    echo "skipped: sshd of this user allows no login: $(cat refused)"
    exit 77
fi

# ---- the cases of one run ----
sweep "pbd, xpbd, vbd" 12

# ---- both hosts ----
folder="a folder"
expect 0 "$weft" submit sweep.yaml -o "$folder" --engine parallel --shards 2 a b
facts "$folder/all.db" >merged
check "the merged store equals that of one run" cmp whole merged
check "the shards ran on the hosts" same "$(cut -f2 "$folder/log/parallel.tsv" | grep -cx '[ab]')" 2
check "no temporary folder stays" test -z "$(find . -maxdepth 1 -name 'weft-*')"

# ---- no host ----
stop a
stop b
expect 8 "$weft" submit sweep.yaml -o none --engine parallel --shards 2 a b
check "nothing is merged" test ! -e none/all.db
