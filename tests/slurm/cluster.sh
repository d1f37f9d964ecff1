#!/usr/bin/env bash
# cluster.sh start DIR [CPUS] | stop DIR: a Slurm of two nodes, n1 and n2, on this machine, of the Debian packages slurmctld, slurmd, slurm-client
# and munge. All that it has is in DIR, an empty folder: SLURM_CONF=DIR/slurm.conf is what clients need. It runs as who starts it and
# touches no Slurm and no munge of the system. Exit code 77: a program of it is not installed. CPUS: of each node (1).
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin
command=${1:?start or stop} dir=$(cd -- "${2:?a folder}" && pwd -P) cpus=${3:-1}
daemons=(slurmd-n1 slurmd-n2 slurmctld munged)

# alive NAME: the daemon of DIR/NAME.pid is there.
alive() { [[ -s $dir/$1.pid ]] && kill -0 "$(cat -- "$dir/$1.pid")"; } 2>/dev/null

# wait_for SECONDS COMMAND...
wait_for() {
    local i seconds=$1
    shift
    for ((i = 0; i < 5 * seconds; i++)); do
        if "$@"; then return 0; fi
        sleep 0.2
    done
    return 1
}
gone() { ! kill -0 "$1" 2>/dev/null; }

stop() {
    local name pid code=0
    for name in "${daemons[@]}"; do
        alive "$name" || continue
        pid=$(cat -- "$dir/$name.pid") # which goes with it
        kill "$pid" || true
        wait_for 20 gone "$pid" || kill -9 "$pid" || code=1
    done
    return "$code"
}

fail() {
    printf 'cluster.sh: %s\n' "$1" >&2
    tail -n 20 -- "$dir"/*.log >&2 || true
    stop
    exit 1
}

# A port that nothing listens on, from a number on.
free_port() {
    local port=$1
    while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
    printf '%s\n' "$port"
}

ready() { [[ $(SLURM_CONF=$dir/slurm.conf timeout 300 sinfo -h -N -o '%T' 2>/dev/null) == $'idle\nidle' ]]; }

start() {
    local name port user
    user=$(id -un)
    for name in munged slurmctld slurmd sbatch sinfo; do
        command -v "$name" >/dev/null || {
            printf 'cluster.sh: %s is not installed\n' "$name" >&2
            exit 77
        }
    done
    chmod 711 -- "$dir" # munge wants its socket to be reached by all
    (umask 077 && dd if=/dev/urandom of="$dir/munge.key" bs=1024 count=1 status=none)
    munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
        --seed-file="$dir/munge.seed" --num-threads=2 || fail 'munged did not start'
    port=$(free_port $((20000 + $$ % 10000)))
    cat >"$dir/slurm.conf" <<CONF
ClusterName=weft
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,batch_sched_delay=1
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=2
MinJobAge=600
ReturnToService=2
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=$((port + 1)) CPUs=$cpus RealMemory=500
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=$((port + 2)) CPUs=$cpus RealMemory=500
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
    mkdir -- "$dir/state"
    SLURM_CONF=$dir/slurm.conf slurmctld -c || fail 'slurmctld did not start'
    for name in n1 n2; do
        mkdir -- "$dir/spool-$name"
        SLURM_CONF=$dir/slurm.conf slurmd -N "$name" -c || fail "slurmd of $name did not start"
    done
    wait_for 600 ready || fail 'the nodes are not idle after ten minutes'
}

case $command in
    start) start ;;
    stop) stop ;;
    *) printf 'cluster.sh: start or stop, not %s\n' "$command" >&2 && exit 2 ;;
esac
