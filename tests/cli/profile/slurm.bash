# Sourced by tests that need Slurm: a cluster of two nodes on this machine, in the current folder. Skips the test when
# Slurm is not installed or does not start here. node_lost_after=SECONDS, set before, gives up a node that is silent for so
# long; without it Slurm has more patience than a busy machine asks for.
for program in munged slurmctld slurmd sbatch squeue sinfo; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "$program is not installed" && exit 77; }
done
PATH=$PATH:/usr/sbin
cluster=$PWD/cluster
export SLURM_CONF=$cluster/slurm.conf

# take_ports: $port and the two after it are ours for as long as we run; below those that the system gives away by itself.
take_ports() {
    for port in $(seq 20000 4 31996 | shuf); do
        { exec 8>>"/tmp/poise-test-slurm.$port"; } 2>/dev/null || continue # another user's
        flock -n 8 && ! { : <"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null && return
    done
    return 1
}

stop_cluster() {
    rm -f "/tmp/poise-test-slurm.$port"
    for file in "$cluster"/*.pid; do
        [ -e "$file" ] && kill -KILL "$(cat "$file")" 2>/dev/null
    done
}
trap stop_cluster EXIT
# The runner ends what takes too long: then it is good to know what was waited for.
trap '{ squeue; sinfo; tail -n 6 "$cluster"/slurm*.log; } >&2; exit 1' TERM

write_cluster() {
    local host user expire='' lost=300 message=30
    [ -z "${node_lost_after:-}" ] || expire=,cred_expire=$((node_lost_after + 2)) lost=$node_lost_after message=3
    host=$(hostname -s) user=$(id -un)
    mkdir -p "$cluster/state"
    chmod 700 "$cluster"
    head -c 128 /dev/urandom >"$cluster/munge.key"
    chmod 600 "$cluster/munge.key"
    cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket$expire
SlurmctldPort=$port
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
SlurmdTimeout=$lost
MessageTimeout=$message
ReturnToService=2
JobRequeue=1
NodeName=one NodeAddr=127.0.0.1 NodeHostname=$host Port=$((port + 1)) CPUs=1
NodeName=two NodeAddr=127.0.0.1 NodeHostname=$host Port=$((port + 2)) CPUs=1
PartitionName=main Nodes=one,two Default=YES MaxTime=INFINITE State=UP
END
    # Later ones want control groups unless told otherwise, and 22 does not know how to be told.
    [[ $(sinfo -V) == *" 22."* ]] || echo CgroupPlugin=disabled >"$cluster/cgroup.conf"
}

start_cluster() {
    take_ports || { echo "no free ports" && return 1; }
    write_cluster
    munged --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" --pid-file="$cluster/munged.pid" \
        --log-file="$cluster/munged.log" --seed-file="$cluster/munged.seed" && slurmctld -i && slurmd -N one && slurmd -N two ||
        return 1
    for _ in $(seq 600); do
        [ "$(sinfo -h -t idle -o %D)" = 2 ] && return
        sleep 0.1
    done
    return 1
}

wait_for_jobs() {
    until [ -z "$(squeue -h)" ]; do sleep 0.5; done
}

start_cluster >cluster.log 2>&1 || { echo "Slurm does not start here: $(tail -n 1 cluster.log)" && exit 77; }
