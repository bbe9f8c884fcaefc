# Part of tests/run.sh: which items run, in which order, and how long they took.
# shellcheck shell=bash disable=SC2154,SC2034 # sourced; the variables are those of run.sh

# source_of NAME: the file that carries the tags of an item.
source_of() {
    case $1 in
    *.sh) source=$1 ;;
    fuzz/replay_*) source=fuzz/fuzz_${1#fuzz/replay_}.c ;;
    *) source=$1.c ;;
    esac
}

# order_items: indices into items, in the order in which they begin: together[] and alone[]. An item that never ran is
# taken to need a minute if it is slow, and nothing otherwise. waits[i] is set for those that mostly wait.
order_items() {
    local -A tagged_slow=() tagged_alone=() tagged_waits=() took=()
    local sources=() source i name wall
    together=() alone=()
    for i in "${!items[@]}"; do
        source_of "${names[$i]}"
        sources[i]=$source
    done
    while read -r source; do tagged_slow[$source]=1; done < <(sources_tagged slow "${sources[@]}")
    while read -r source; do tagged_alone[$source]=1; done < <(sources_tagged alone "${sources[@]}")
    while read -r source; do tagged_waits[$source]=1; done < <(sources_tagged waits "${sources[@]}")
    for i in "${!items[@]}"; do
        [ -z "${tagged_waits[${sources[$i]}]:-}" ] || waits[i]=1
    done
    [ ! -e "$build/tests/times" ] || while read -r wall _ name; do took[$name]=$wall; done <"$build/tests/times"
    while read -r _ i; do
        source=${sources[$i]}
        if [ -n "${tagged_alone[$source]:-}" ]; then alone+=("$i"); else together+=("$i"); fi
    done < <(for i in "${!items[@]}"; do
        slow=${tagged_slow[${sources[$i]}]:-}
        [ "$quick$slow" != 11 ] || continue
        echo "${took[${names[$i]}]:-$((${slow:-0} * 60))} $i"
    done | sort -s -k 1,1nr)
}

# sources_tagged TAG FILE...: the files with a comment "test: ... TAG ...".
sources_tagged() {
    local tag=$1
    shift
    [ $# = 0 ] || grep -slE "^(#|/\*|//) test:.* $tag( |\$)" -- "$@"
}

# keep_times: "seconds processor-seconds name" of each item's last run stay in the build folder.
keep_times() {
    [ -e "$scratch/times" ] || return
    { cat "$scratch/times" && cat "$build/tests/times" 2>/dev/null; } | awk '!seen[$3]++' >"$scratch/all_times"
    cp "$scratch/all_times" "$build/tests/times.new" && mv "$build/tests/times.new" "$build/tests/times"
}

print_slowest() {
    echo
    awk '{ wall += $1; cpu += $2 } END { printf "%d items, %.0f s of processor time. The slowest:\n", NR, cpu }' "$scratch/times"
    sort -k 1,1nr "$scratch/times" | head -n 10 | awk '{ printf "%8.1f s %8.1f s of processor time  %s\n", $1, $2, $3 }'
}
