# Part of tests/run.sh: one item, in a process of its own. What it writes goes to $here/text, what it counts to $here/counts.
# shellcheck shell=bash disable=SC2154,SC2034 # sourced; the variables are those of run.sh

# run_item I
run_item() {
    local here=$scratch/$1 item=${items[$1]} name=${names[$1]}
    passed=0 failed=0 skipped=0 wall=0 cpu=0
    trap - EXIT INT TERM HUP
    one_item >"$here/text" 2>&1
    [ "$failed" != 0 ] || refuse_leftovers
    echo "$passed $failed $skipped $wall $cpu" >"$here/counts.new"
    mv "$here/counts.new" "$here/counts"
    echo >>"$scratch/ended"
}

# refuse_leftovers: what a test leaves in its TMPDIR would stay in /tmp where it is run alone.
refuse_leftovers() {
    local left
    left=$(find "$here/tmp" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | paste -sd ' ')
    [ -n "$left" ] || return
    passed=0
    report_failure "left in TMPDIR: $left" >"$here/text"
}

one_item() {
    if [ ! -e "$item" ] || { [[ $item != *.sh ]] && [ ! -x "$item" ]; }; then
        report_failure "not built"
        return
    fi
    case $item in
    */fuzz/replay_*) run_corpus "$item" ;;
    *tests/cli/*.sh) run_command_line "$item" ;;
    *.sh) run_check "$item" ;;
    *) run_cmocka "$item" ;;
    esac
}

# limited COMMAND...: runs a command in a session of its own, which the clock can end, with its output in $here/out and
# $here/err; returns its exit code.
limited() { measured "$@" >"$here/out" 3>"$here/err"; }

# limited_together COMMAND...: the same, with both outputs in $here/out.
limited_together() { measured "$@" >"$here/out" 3>&1; }

# What the shell itself says of a process that is killed is nobody's output.
measured() {
    local code TIMEFORMAT='%3R %3U %3S'
    { time in_session "$@" 2>/dev/null; } 2>"$here/took"
    code=$?
    read_times
    return $code
}

# Seconds with three digits after the point.
read_times() {
    local user system
    read -r wall user system <"$here/took"
    system=$((10#${user/./} + 10#${system/./}))
    printf -v cpu '%d.%03d' $((system / 1000)) $((system % 1000))
}

in_session() {
    TMPDIR=$here/tmp HOME=$here/home setsid "$@" </dev/null 2>&3 3>&- &
    echo $! >"$here/session"
    wait $!
}

# report_failure REASON [FILE]: one line, then what the test wrote.
report_failure() {
    failed=$((failed + 1))
    echo "FAIL $name: $1"
    [ -z "${2:-}" ] || sed 's/^/    | /' "$2"
}

# report_skip OUT: a script's last line says why.
report_skip() {
    local reason
    reason=$(tail -n 1 "$1")
    if [ -z "$reason" ]; then
        report_failure "skipped without a reason"
        return
    fi
    skipped=$((skipped + 1))
    echo "skip $name: $reason"
}

# explain_exit CODE
explain_exit() {
    if [ -e "$here/too_long" ]; then
        echo "ran past $seconds s"
    elif [ "$1" -gt 128 ]; then
        echo "ended by signal $(($1 - 128))"
    else
        echo "exit code $1"
    fi
}
