# The mixes of Mosaic's section 7.4: N copies of each run in a random order, 25 mixes of N different runs; the same for ever, and fewer of them are the first
# ones of all. More programs than runs are an error.
scripts=(-f "$POISE_ROOT/datasets/random_runs.awk" -f "$POISE_ROOT/datasets/mosaic_mixes.awk")
for i in a b c d e f g; do echo "run_$i"; done >runs
draw() { awk "$@" "${scripts[@]}" runs; }
draw -v same=1 -v programs=2 >same
wc -l <same
sort same | head -n 2
cut -d_ -f3 same | tr -d '\n' | sed 's/ = @run//g' | grep -c abcdefg
draw -v programs=3 >other
wc -l <other
head -n 1 other | sed 's/run_./X/g'
awk '{ if ($3 == $5 || $5 == $7 || $3 == $7) n++ } END { print n + 0, "twice" }' other
draw -v programs=3 | cmp - other && echo "same again"
draw -v programs=3 -v each=4 | diff - <(head -n 4 other) && echo "first ones"
draw -v programs=5 -v same=1 -v each=2 | cut -c1-2
draw -v programs=8
echo $?
