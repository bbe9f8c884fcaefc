# Part of tests/run.sh: how long an item may take.
# shellcheck shell=bash disable=SC2154 # sourced; the variables are those of run.sh

# Time is counted as that of a machine with nothing else to do: where the load average says that each processor has three
# programs to run, three seconds count as one. In hundredths.
quiet_time=0
last_look=${EPOCHREALTIME/[.,]/}
declare -A begun=() told_to_end=()
grace=100 # between the friendly signal and the other

begin_limit() { begun[$1]=$quiet_time; }

pass_time() {
    local now=${EPOCHREALTIME/[.,]/} load i
    local passed=$(((now - last_look) / 10000))
    [ "$passed" -ge 50 ] || return
    last_look=$now
    { read -r load _ </proc/loadavg; } 2>/dev/null || load=0.00
    load=$((10#${load/./} / processors)) # in hundredths of programs for each processor
    [ "$load" -gt 100 ] || load=100
    quiet_time=$((quiet_time + passed * 100 / load))
    for i in "${!running[@]}"; do
        watch_item "$i"
    done
}

# watch_item I: ends one that takes too long.
watch_item() {
    local took=$((quiet_time - begun[$1]))
    [ "$took" -gt $((seconds * 100)) ] || return
    : >"$scratch/$1/too_long"
    if [ "$took" -gt $((seconds * 100 + grace)) ]; then
        end_item "$1" KILL
    elif [ -z "${told_to_end[$1]:-}" ]; then
        told_to_end[$1]=1
        end_item "$1" TERM
    fi
}

# end_item I SIGNAL: to all processes of an item: those of its session, and those that left it, by their TMPDIR.
end_item() {
    local here=$scratch/$1 session process
    [ -e "$here/session" ] || return
    read -r session <"$here/session"
    # The sixth word of a process's "stat" is its session; the second, its name in brackets, may have spaces.
    grep -slzE "^TMPDIR=${here//./\\.}/tmp\$|^[0-9]+ \(.*\) [A-Z] [0-9]+ [0-9]+ $session " /proc/[0-9]*/{stat,environ} | while read -r process; do
        [ "$2" = KILL ] || [[ $process == */stat ]] || continue
        process=${process#/proc/}
        kill "-$2" "${process%/*}" 2>/dev/null
    done
}
