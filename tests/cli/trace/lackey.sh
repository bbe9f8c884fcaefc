# Six instructions, counted by hand. One line in each first-level cache, one set of two lines behind. The first
# instruction warms the caches: 0x1000 is fetched and, as the program changes itself, also stored to. Then in lines of 64
# bytes, the last level in brackets, used last first, * = changed:
#   I1 L 80: read 80 [40* 80] - the changed 40 is put back into the last level
#   I2 L 80 81: hit; read 81, 80 leaves [81 40*]
#   I3 M c0: read c0, 40* is written back [c0 81]
#   I4 S 100: read 100, 81 leaves; c0* is put [c0* 100]
#   I5 L 200: read 200, 100 leaves; 100* is put, c0* is written back [100* 200]
cp "$POISE_ROOT/fuzz/corpus/cpu/small.lackey" .
poise trace lackey --skip 1 --l1-bytes 64 --l1-ways 1 --llc-bytes 128 --llc-ways 2 -o small.cpu small.lackey
echo
# The file has it all; and standard input is read.
poise trace cpu small.cpu | sed 1d >again
poise trace lackey --skip 1 --l1-bytes 64 --l1-ways 1 --llc-bytes 128 --llc-ways 2 <small.lackey | sed 1d | diff - again && echo same
# Lines of valgrind may be long, and have any bytes; those behind them count.
{
    grep '^==' small.lackey
    printf '==1== %05000d\n==1== one \0 two\n' 0
    grep -v '^==' small.lackey
} | poise trace lackey --skip 1 --l1-bytes 64 --l1-ways 1 --llc-bytes 128 --llc-ways 2 | sed 1d | diff - again && echo same
# + 0: from version 1.7 on jq prints a number as it is written
poise trace cpu --json --window 1 --channels 1 --row 64 small.cpu | jq -c '[.misses, .banks_busy + 0, .row_hit_rate + 0]'
# Three instructions, of more than there are.
poise trace lackey --skip 3 --instructions 9 --json small.lackey | jq -c '[.skipped, .instructions]'
poise trace lackey --instructions 2 small.lackey | grep -E '^(inst|loads|stores)'
