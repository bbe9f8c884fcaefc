# Part of tests/run.sh: command-line tests and check scripts.
# shellcheck shell=bash disable=SC2154,SC2034 # sourced; the variables are those of run.sh

# matches_pattern PATTERN_FILE TEXT_FILE: line by line; "..." stands for any number of lines, also none.
matches_pattern() {
    local -a pattern text
    mapfile -t pattern <"$1"
    mapfile -t text <"$2"
    matches_from 0 0
}

# matches_from I J: whether pattern[I..] matches text[J..]; both arrays belong to matches_pattern.
matches_from() {
    local i=$1 j=$2
    while [ "$i" -lt "${#pattern[@]}" ]; do
        if [ "${pattern[$i]}" = ... ]; then
            while [ "$j" -le "${#text[@]}" ]; do
                matches_from $((i + 1)) "$j" && return 0
                j=$((j + 1))
            done
            return 1
        fi
        [ "$j" -lt "${#text[@]}" ] || return 1
        # shellcheck disable=SC2053 # the right side is a pattern
        [[ "${text[$j]}" == ${pattern[$i]} ]] || return 1
        i=$((i + 1)) j=$((j + 1))
    done
    [ "$j" -eq "${#text[@]}" ]
}

# differs BASE STREAM FILE: prints the difference to what BASE.STREAM.{exact,glob} expects and succeeds if there is one.
differs() {
    if [ -e "$1.$2.exact" ] && ! cmp -s "$1.$2.exact" "$3"; then
        diff -u --label "expected $2" --label "$2" "$1.$2.exact" "$3"
    elif [ -e "$1.$2.glob" ] && ! matches_pattern "$1.$2.glob" "$3"; then
        diff -u --label "expected $2 (patterns)" --label "$2" "$1.$2.glob" "$3"
    else
        return 1
    fi
    return 0
}

run_command_line() {
    local script base expected=0 code=0
    script=$(realpath "$1")
    base=${script%.sh}
    [ ! -e "$base.exit" ] || expected=$(cat "$base.exit")
    cd "$here/work" || return
    POISE_ROOT=$root POISE_BUILD=$build PATH=$build:$PATH POISE_CACHE=$build/tests/cache limited bash "$script" || code=$?
    if [ "$code" -eq 77 ]; then
        report_skip "$here/out"
    elif [ "$code" -ne "$expected" ]; then
        tail -n 20 "$here/out" "$here/err" >"$here/report"
        report_failure "$(explain_exit "$code"), expected $expected" "$here/report"
    elif { differs "$base" stdout "$here/out" || differs "$base" stderr "$here/err"; } >"$here/report"; then
        report_failure "unexpected output" "$here/report"
    else
        passed=1
        echo "ok   $name"
    fi
}

# keep_cache: what the platform has compiled stays in BUILD/tests/cache from run to run, until something in BUILD is newer.
keep_cache() {
    local stamp=$build/tests/cache.stamp
    if [ -e "$stamp" ] && [ -z "$(find "$build" -maxdepth 1 -type f -newer "$stamp" -print -quit)" ]; then return; fi
    rm -rf "$build/tests/cache"
    : >"$stamp"
}

run_check() {
    local code=0
    POISE_ROOT=$root POISE_BUILD=$build BUILD=$build POISE_CACHE=$build/tests/cache limited_together bash "$1" || code=$?
    if [ "$code" -eq 77 ]; then
        report_skip "$here/out"
    elif [ "$code" -eq 0 ]; then
        passed=1
        echo "ok   $name"
    else
        report_failure "$(explain_exit "$code")" "$here/out"
    fi
}
