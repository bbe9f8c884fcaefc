# A made kernel has the shape that was asked for and the same bytes each time; what cannot be made is refused with a sentence.
set -e
poise trace make reuse --blocks 2 --threads 64 --lines 4 --footprint 8 --iterations 3 --alu 2 -o a.wtr
poise trace make reuse --blocks 2 --threads 64 --lines 4 --footprint 8 --iterations 3 --alu 2 -o b.wtr
cmp a.wtr b.wtr
# + 0: from version 1.7 on jq prints a number as it is written
poise trace info --json a.wtr | jq '.thread_blocks, .warps, .line_accesses, .lines_per_global_access + 0, .warp_instructions'
for kind in stream compute random; do
    poise trace make $kind --blocks 1 --threads 32 -o $kind.wtr
    poise trace info --json $kind.wtr | jq .line_accesses
done
set +e
poise trace make reuse --lines 5 -o x.wtr
echo $?
poise trace make walk -o x.wtr
echo $?
poise trace make reuse
echo $?
poise trace make reuse stream -o x.wtr
echo $?
poise trace make reuse --lines 33 -o x.wtr
echo $?
ls x.wtr 2>/dev/null
poise trace make reuse -o missing/x.wtr
