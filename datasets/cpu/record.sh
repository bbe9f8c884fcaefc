#!/bin/bash
# Records ordinary Debian programs as traces of last-level misses: datasets/cpu/NAME.cpu.
#
#   datasets/cpu/record.sh [NAME]...      all without a name; about a minute each
#   datasets/cpu/record.sh --table        the figures of what is there, as in README.md
#
# Needs valgrind besides the programs. Inputs are generated here, environment and addresses are fixed: the same versions of
# the programs, libraries and valgrind give the same bytes. POISE_BUILD names the folder of the built command.
set -eu -o pipefail
export LC_ALL=C
cd "$(dirname "$0")"
here=$PWD
poise=$(realpath "${POISE_BUILD:-../../build}")/poise

# Of each program: name, millions of instructions that only warm the caches, millions that are recorded. The recorded part
# begins behind the start-up and is short where misses are many, so that a file stays below 300 KB.
programs='
gzip     10 10
cc1      20 10
bzip2    10 10
xz       15 10
mawk     10 10
shuf     10  5
list     14  4
zlib     16  4
count    15  4
sieve    22  4
sort      8  3
reverse  22  3
columns  14  3
copy     19  3
python3  30  4
perl     10  5
'

# numbers N: N lines of a linear congruential sequence and a running number.
numbers() { awk -v n="$1" 'BEGIN { x = 1; for (i = 1; i <= n; i++) { x = (x * 16807) % 2147483647; print x, i } }'; }

# The command of each program; inputs go to the folder in which it runs.
command_of() {
    case $1 in
    gzip) numbers 200000 >input && set -- gzip -c input ;;
    bzip2) numbers 200000 >input && set -- bzip2 -c input ;;
    xz) numbers 400000 >input && set -- xz -6 -T1 -c input ;;
    shuf) numbers 400000 >random && set -- shuf -i 1-100000000 -n 200000 --random-source=random ;;
    cc1)
        for i in $(seq 400); do
            echo "int f$i(int *a, int n) { int s = $i; for (int i = 0; i < n; i++) s += a[i] * (s ^ $i); return s; }"
        done >input.c
        set -- "$(gcc -print-prog-name=cc1)" -quiet -O2 input.c -o /dev/null
        ;;
    perl) set -- perl -e '$a = "ab" x 8e6; $b = "cd" x 8e6; $a ^= $b for 1 .. 99; print length $a' ;;
    python3) set -- python3 -s -S -c 'table = bytes(80000000); [table[c::400].count(1) for c in range(400)]' ;;
    list) set -- python3 -s -S -c 'rows = list(range(1000, 2000000)); print(sum(rows[::64]))' ;;
    mawk) numbers 400000 >input && set -- mawk '{ n[$1 % 20000]++ } END { for (i in n) print i, n[i] }' input ;;
    count) set -- python3 -s -S -c 'rows = bytes(48000000); [rows[i : i + 12000000 : 12].count(1) for i in range(0, 48000000, 12000000)]' ;;
    zlib) set -- python3 -s -S -c 'import zlib; print(zlib.adler32(bytes(24000000)))' ;;
    sieve) set -- python3 -s -S -c 's = bytearray(12000000); s[4::2] = bytes(len(s[4::2]))' ;;
    sort) numbers 400000 >input && set -- sort input ;;
    reverse) set -- python3 -s -S -c 'a = [0] * 3000000; a.reverse()' ;;
    columns) set -- python3 -s -S -c 'rows = bytes(832000000); [list(rows[c::4160]) for c in range(0, 1280, 64)]' ;;
    copy) set -- python3 -s -S -c 'a = [0] * 2000000; b = a[:]; b = a[:]' ;;
    esac
    printf '%s\0' "$@"
}

# record NAME SKIP INSTRUCTIONS, both in millions
record() {
    local folder words
    folder=$(mktemp -d)
    cd "$folder"
    mapfile -d '' words < <(command_of "$1")
    mkfifo uses
    env -i PATH=/usr/bin:/bin LC_ALL=C PYTHONHASHSEED=0 PERL_HASH_SEED=0 setarch -R \
        valgrind --tool=lackey --trace-mem=yes --child-silent-after-fork=yes --log-fd=9 "${words[@]}" \
        9>uses >/dev/null 2>/dev/null </dev/null &
    "$poise" trace lackey --skip "${2}000000" --instructions "${3}000000" -o "$here/$1.cpu" <uses | grep -E '^(mpki|class)'
    # Enough is recorded. A closed pipe would not end python, which ignores that signal, nor does valgrind listen to others.
    kill -KILL $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    cd "$here"
    rm -rf "$folder"
}

table() {
    echo '| trace | instructions | loads, stores | misses | write-backs | MPKI | class | row hits | banks busy | bytes |'
    echo '|---|---|---|---|---|---|---|---|---|---|'
    for file in *.cpu; do
        "$poise" trace cpu --json "$file" | jq -r --arg bytes "$(stat -c %s "$file")" '
            "| \(.trace | rtrimstr(".cpu")) | \(.instructions) | \(.loads + .stores) | \(.misses) | \(.write_backs)"
            + " | \(.mpki * 100 | round / 100) | \(.class) | \(.row_hit_rate * 100 | round / 100)"
            + " | \(.banks_busy * 100 | round / 100) | \($bytes) |"'
    done
}

[ "${1:-}" != --table ] || { table && exit; }
for name in "${@:-all}"; do
    chosen=$(awk -v name="$name" 'NF && (name == "all" || $1 == name)' <<<"$programs")
    [ "$chosen" ] || { echo "record.sh knows no program '$name'" >&2 && exit 2; }
    while read -r program skip instructions; do
        echo "$program"
        record "$program" "$skip" "$instructions" </dev/null
    done <<<"$chosen"
done
