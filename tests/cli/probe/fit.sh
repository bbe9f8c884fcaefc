# A machine fitted from another one behaves as the one that was probed: the same file comes out of a probe of it.
# test: slow
poise probe --progress never -c demo-8sm --set l1_sets=64,l2_latency=90,dram_latency=44 --to 4M -o mine.h5 >mine.txt || exit 1
poise probe --progress never --fit demo-8sm mine.h5 -o my.machine --surface fitted.h5 2>log || { cat log; exit 1; }
grep -c '# measured' my.machine
poise report mine.h5 fitted.h5 | head -1
poise probe --progress never -c my.machine --to 4M -o again.h5 >again.txt || exit 1
# What was found is found again.
for name in l1.hit l1.capacity l1.ways l2.capacity l2.hit; do
    a=$(grep "^$name " mine.txt | cut -c1-52) b=$(grep "^$name " again.txt | cut -c1-52)
    [ "$a" = "$b" ] && echo "$name: same" || printf '%s\n%s\n' "$a" "$b"
done
# An unfinished probe has nothing to fit.
poise probe --progress never -c demo-8sm --to 4K --what surface -o unfinished.h5 || exit 1
poise probe --progress never --fit demo-8sm -o none.machine unfinished.h5
echo $?
