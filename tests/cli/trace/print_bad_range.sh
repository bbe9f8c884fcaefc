# A range that is none, and two ranges at once.
small=$POISE_ROOT/fuzz/corpus/trace/small.wtr
for range in 2-1 -1 1- x 1-2-3 ""; do
    poise trace print -w "$range" "$small" && exit 1
done
poise trace print -w 1 -b 1 "$small"
