# Part of tests/run.sh: programs whose test functions are counted, and fuzz corpora.
# shellcheck shell=bash disable=SC2154 # sourced; the variables are those of run.sh

# explain_exit CODE: what an exit code says when no test function has failed.
explain_exit() {
    case $1 in
    124) echo "ran past $seconds s" ;;
    *) if [ "$1" -gt 128 ]; then echo "ended by signal $(($1 - 128))"; else echo "exit code $1"; fi ;;
    esac
}

# cmocka 1.1 in TAP form writes "ok N - NAME", "not ok N - NAME" and, for a skipped test, "not ok N # SKIP NAME".
run_cmocka() {
    local name=$1 program=$2 code=0 ok bad skip
    CMOCKA_MESSAGE_OUTPUT=TAP timeout "$seconds" "$program" >"$scratch/tap" 2>&1 </dev/null || code=$?
    ok=$(grep -c '^ok [0-9]' "$scratch/tap")
    skip=$(grep -c '^not ok [0-9]* # SKIP' "$scratch/tap")
    bad=$(grep -c '^not ok [0-9]* -' "$scratch/tap")
    passed=$((passed + ok))
    skipped=$((skipped + skip))
    if [ "$bad" -gt 0 ]; then
        failed=$((failed + bad - 1)) # report_failure counts one
        report_failure "$name" "$bad of $((ok + bad)) tests" "$scratch/tap"
    elif [ "$ok" -eq 0 ] && [ "$skip" -eq 0 ]; then
        report_failure "$name" "no test ran, $(explain_exit "$code")" "$scratch/tap"
    elif [ "$code" -ne 0 ]; then
        report_failure "$name" "$(explain_exit "$code")" "$scratch/tap"
    else
        echo "ok   $name ($ok)"
    fi
}

run_corpus() {
    local name=$1 program=$2 code=0
    local corpus=$root/fuzz/corpus/${program##*/replay_}
    local inputs=("$corpus"/*)
    if [ ! -e "${inputs[0]}" ]; then
        report_failure "$name" "no corpus in fuzz/corpus/${program##*/replay_}"
        return
    fi
    timeout "$seconds" "$program" "${inputs[@]}" >"$scratch/out" 2>&1 </dev/null || code=$?
    if [ "$code" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok   $name (${#inputs[@]} inputs)"
    else
        report_failure "$name" "$(explain_exit "$code")" "$scratch/out"
    fi
}
