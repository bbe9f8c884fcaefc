#!/bin/bash
# tests/speed.sh: does this tree execute as few instructions as the commit that tests/speed.mark names? More than 3 % above it in a case
# fails, unless a commit since then says why in a trailer "Speed: REASON". Instructions, since seconds depend on what else a machine
# does. Both are built with the same compiler and counted by valgrind; counts of one program repeat to 0.001 %.
#
# A clone without that commit compares with the counts in the mark, which hold for the compiler that it names.
# UPDATE=COMMIT builds and counts that commit, which must be kept in history, and makes it the mark.
#
# BUILD and CC as for make. Takes minutes; .ci/run runs it. Exit code 77, and a reason, where it cannot be done.
set -eu
cd "$(dirname "$0")/.."
mark=tests/speed.mark
most_percent=3 # our choice: above what a harmless change of the compiler's inlining gives
cases=(compute memory shared profile)
build=${BUILD:-build}
CC=${CC:-gcc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MAKELEVEL
counting= # process that counts the mark's

skip() {
    echo "skipped: $*"
    exit 77
}

# A trace of each kind of kernel, by the older program, since the newer one reads what it writes.
make_traces() {
    local poise=$1 to=$scratch/traces
    mkdir "$to"
    "$poise" trace make stream --blocks 32 --alu 40 --iterations 6 -o "$to/compute.wtr"
    "$poise" trace make random --blocks 12 --lines 16 --iterations 6 --footprint 16384 -o "$to/memory.wtr"
    "$poise" trace make reuse --blocks 2 --threads 256 --iterations 2 -o "$to/profile.wtr"
    "$poise" trace import tests/oracle/trace/cases/gemm_tiled/kernelslist.g -o "$to/shared" 2>"$scratch/import" ||
        { cat "$scratch/import" && return 1; }
}

# count WHO POISE CASE: instructions that POISE executes for it, to $scratch/WHO.CASE
count() {
    local who=$1 poise=$2 case=$3 trace=$scratch/traces/$3
    local home=$scratch/$who-$case
    local -a arguments=(sim --progress never)
    mkdir "$home"
    [ -e "$trace" ] || trace=$trace.wtr
    [ "$case" != profile ] || arguments=(profile -j 1 --progress never --grid coarse -o "$home/profile.h5")
    env -i PATH=/usr/bin:/bin HOME="$home" OMP_NUM_THREADS=1 setarch -R \
        valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$home/log" \
        "$poise" "${arguments[@]}" "$trace" >"$home/printed" 2>&1 || { cat "$home/printed" "$home/log" && return 1; }
    sed -n 's/^.* I *refs: *//p' "$home/log" | tr -d , >"$scratch/$who.$case"
    [ -s "$scratch/$who.$case" ] || { cat "$home/log" && return 1; }
}

# count_all WHO POISE
count_all() {
    local case
    for case in "${cases[@]}"; do count "$1" "$2" "$case" || return 1; done
}

# build_commit COMMIT: its program, which is kept
build_commit() {
    local folder with
    with=$(compiler | cksum | cut -d ' ' -f 1)
    folder=$build/speed/$1-$with
    old=$folder/build/poise
    [ ! -x "$old" ] || return 0
    rm -rf "$build/speed"
    mkdir -p "$folder"
    git archive "$1" | tar -x -C "$folder"
    make -s -C "$folder" -j"$(nproc)" CC="$CC" BUILD=build build/poise >"$scratch/make" 2>&1 || { cat "$scratch/make" && exit 1; }
}

compiler() { $CC --version | head -n 1; }
marked() { sed -n "s/^$1 //p" $mark; }

# counts_of_mark: those of the commit, or if it is not to be had, those in the file
counts_of_mark() {
    local commit case
    commit=$(marked commit)
    if git cat-file -e "$commit^{commit}" 2>/dev/null; then
        build_commit "$commit"
        make_traces "$old"
        count_all old "$(realpath "$old")" &
        counting=$!
        return
    fi
    [ "$(marked compiler)" = "$(compiler)" ] || skip "commit $commit is not in this clone, and its counts are of another compiler"
    echo "commit $commit is not in this clone: compared with its counts in $mark"
    make_traces "$build/poise"
    for case in "${cases[@]}"; do marked "$case" >"$scratch/old.$case"; done
}

update() {
    local commit case
    commit=$(git rev-parse --verify "$1^{commit}")
    build_commit "$commit"
    make_traces "$old"
    count_all new "$(realpath "$old")"
    {
        echo "# What tests/speed.sh compares with: instructions executed."
        echo "commit $commit"
        echo "compiler $(compiler)"
        for case in "${cases[@]}"; do echo "$case $(cat "$scratch/new.$case")"; done
    } >$mark
    cat $mark
}

# Reasons that commits since the mark give for being slower; only the last one's where the mark is not in this clone.
reasons() {
    git log --format='%(trailers:key=Speed,valueonly,separator=%x0a)' "$(marked commit)..HEAD" 2>/dev/null ||
        git log -1 --format='%(trailers:key=Speed,valueonly,separator=%x0a)'
}

compare() {
    local case slower=0 faster=0
    printf '%-8s %15s %15s %9s\n' case mark now change
    for case in "${cases[@]}"; do
        awk -v case="$case" -v old="$(cat "$scratch/old.$case")" -v now="$(cat "$scratch/new.$case")" -v most=$most_percent 'BEGIN {
            percent = 100 * (now / old - 1)
            printf "%-8s %15d %15d %+8.2f%%\n", case, old, now, percent
            exit percent > most ? 1 : percent < -most ? 2 : 0 }' || case $? in
            1) slower=1 ;;
            2) faster=1 ;;
            *) return 1 ;;
            esac
    done
    if [ $faster = 1 ]; then
        echo "faster by more than $most_percent %: keep it with a new mark once this is committed: UPDATE=HEAD tests/speed.sh"
    fi
    [ $slower = 1 ] || return 0
    why=$(reasons | sed '/^$/d')
    echo "slower by more than $most_percent % than $(marked commit)"
    if [ -n "$why" ]; then
        echo "commits since then say why: $why"
        echo "set a new mark: UPDATE=HEAD tests/speed.sh, and commit $mark"
        return 0
    fi
    echo "if that must be, say why in the commit message, on a last line 'Speed: REASON', and set a new mark in the commit after it:"
    echo "UPDATE=HEAD tests/speed.sh"
    return 1
}

for program in valgrind setarch git; do command -v $program >/dev/null || skip "there is no $program"; done
if [ -n "${UPDATE:-}" ]; then
    update "$UPDATE"
    exit
fi
make -s -j"$(nproc)" CC="$CC" BUILD="$build" "$build/poise" >"$scratch/make" 2>&1 || { cat "$scratch/make" && exit 1; }
counts_of_mark
count_all new "$(realpath "$build/poise")"
[ -z "$counting" ] || wait "$counting"
compare
