# For tests of what ends early: processor time, which says the same on a busy machine.

# hundredths PROCESS: of a second, that it has used by now.
hundredths() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

# interrupt PROCESS: Ctrl-C and what follows until it has ended; its exit code. Says so if it goes on for two seconds.
interrupt() {
    local before after code=0 earlier
    earlier=$(awk '{ print $16 + $17 }' /proc/$$/stat) # of processes that have ended
    before=$(hundredths "$1")
    kill -INT "$1"
    wait "$1" || code=$?
    after=$(awk '{ print $16 + $17 }' /proc/$$/stat)
    [ $((after - earlier - before)) -lt 200 ] || echo "goes on after Ctrl-C"
    return $code
}
