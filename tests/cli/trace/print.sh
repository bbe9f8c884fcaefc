# Instructions with block, mask, class, source line, registers and what they touched; warps by number and by thread block.
small=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise trace print -n 5 "$small"
for range in "-w 1-2" "-w all" "-b 2" "-b 1-9"; do
    poise trace print $range -n 1 "$small" | grep '^warp'
    echo
done
