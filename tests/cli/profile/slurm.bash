# Sourced by tests that need Slurm: a cluster of two nodes on this machine, in the current folder. Skips the test when
# Slurm is not installed or does not start here.
for program in munged slurmctld slurmd sbatch squeue sinfo; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "$program is not installed" && exit 77; }
done
PATH=$PATH:/usr/sbin
cluster=$PWD/cluster
port=$((20000 + $$ % 20000))
export SLURM_CONF=$cluster/slurm.conf

stop_cluster() {
    for file in "$cluster"/*.pid; do
        [ -e "$file" ] && kill -KILL "$(cat "$file")" 2>/dev/null
    done
}
trap stop_cluster EXIT

write_cluster() {
    local host user
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
AuthInfo=socket=$cluster/munge.socket,cred_expire=8
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
SlurmdTimeout=6
MessageTimeout=3
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

# The runner ends what takes too long.
wait_for_jobs() {
    until [ -z "$(squeue -h)" ]; do sleep 0.5; done
}

start_cluster >cluster.log 2>&1 || { echo "Slurm does not start here: $(tail -n 1 cluster.log)" && exit 77; }
