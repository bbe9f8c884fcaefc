# Part of tests/run.sh: programs whose test functions are counted, and fuzz corpora.
# shellcheck shell=bash disable=SC2154,SC2034 # sourced; the variables are those of run.sh

# cmocka 1.1 in TAP form writes "ok N - NAME", "not ok N - NAME" and, for a skipped test, "not ok N # SKIP NAME"; skip_test()
# of tests/test.h writes "# skipped: REASON" before.
run_cmocka() {
    local code=0 tap=$here/out ok bad skip reasons
    # shellcheck disable=SC2086 # words on purpose
    CMOCKA_MESSAGE_OUTPUT=TAP limited_together ${POISE_TEST_UNDER:-} "$1" || code=$?
    read -r ok skip bad reasons < <(awk '/^ok [0-9]/ { ok++ } /^not ok [0-9]* # SKIP/ { skip++ }
        /^not ok [0-9]* -/ { bad++ } /^# skipped: ./ { reasons++ } END { print ok + 0, skip + 0, bad + 0, reasons + 0 }' "$tap")
    passed=$ok
    if [ "$bad" -gt 0 ]; then
        failed=$((bad - 1)) # report_failure counts one
        report_failure "$bad of $((ok + bad)) tests" "$tap"
    elif [ "$ok" -eq 0 ] && [ "$skip" -eq 0 ]; then
        report_failure "no test ran, $(explain_exit "$code")" "$tap"
    elif [ "$code" -ne 0 ]; then
        report_failure "$(explain_exit "$code")" "$tap"
    elif [ "$skip" -gt "$reasons" ]; then
        report_failure "skipped without a reason" "$tap"
    else
        [ "$ok" -eq 0 ] || echo "ok   $name ($ok)"
        skipped=$skip
        [ "$skip" -eq 0 ] || awk -v name="$name" 'sub(/^# skipped: /, "") { reason = $0 }
            sub(/^not ok [0-9]* # SKIP /, "") { print "skip " name " " $0 ": " reason }' "$tap"
    fi
}

run_corpus() {
    local code=0
    local corpus=$root/fuzz/corpus/${1##*/replay_}
    local inputs=("$corpus"/*)
    if [ ! -e "${inputs[0]}" ]; then
        report_failure "no corpus in fuzz/corpus/${1##*/replay_}"
        return
    fi
    limited_together "$1" "${inputs[@]}" || code=$?
    if [ "$code" -eq 0 ]; then
        passed=1
        echo "ok   $name (${#inputs[@]} inputs)"
    else
        report_failure "$(explain_exit "$code")" "$here/out"
    fi
}
