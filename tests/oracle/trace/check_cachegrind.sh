#!/bin/bash
# The caches of `poise trace lackey` miss as often as those of valgrind's cachegrind on the same program. Cachegrind counts an
# access to two lines once, and its last level does not see the changed lines that leave the first, which keeps some of them
# longer here. Skipped without valgrind.
# test: slow
set -eu
command -v valgrind >/dev/null || { echo "valgrind is not installed" && exit 77; }
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
seq -f "%.0f" 1 7919 20000000 >input
program=(sort -r --parallel=1 input)
setarch -R valgrind --tool=cachegrind --cache-sim=yes --I1=32768,4,64 --D1=32768,4,64 --LL=131072,16,64 \
    --cachegrind-out-file=/dev/null --log-file=theirs "${program[@]}" >/dev/null
setarch -R valgrind --tool=lackey --trace-mem=yes --log-fd=9 "${program[@]}" 9>&1 >/dev/null |
    "$BUILD/poise" trace lackey --llc-bytes 131072 >ours

# near NAME OURS THEIRS PER_MILLE
near() {
    awk -v name="$1" -v ours="$2" -v theirs="$3" -v most="$4" 'BEGIN {
        off = 1000 * (ours - theirs) / theirs
        printf "%s: %d, cachegrind %d: %+.2f per mille\n", name, ours, theirs, off
        exit !(theirs > 0 && off <= most && -off <= most)
    }'
}
their() { sed -n "s/^==[0-9]*== $1: *\([0-9,]*\).*/\1/p" theirs | tr -d ,; }
our() { awk -v key="$1" '$1 == key { print $2 }' ours; }
near instructions "$(our instructions)" "$(their 'I *refs')" 1
near 'first level, instructions' "$(our l1i_misses)" "$(their 'I1 *misses')" 20
near 'first level, data' "$(our l1d_misses)" "$(their 'D1 *misses')" 20
near 'last level' "$(our misses)" "$(their 'LL misses')" 50
