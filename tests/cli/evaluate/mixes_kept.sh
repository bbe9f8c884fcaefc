# Simulations of mixes and of programs alone are kept: killed at random moments, divided among processes and collected, an
# evaluation of mixes gives the same bytes, the oracle's too, and CPU programs.
# test: slow
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 768 --cols 24 >/dev/null 2>&1 || exit 99
done
mkdir -p traces/s && poise trace make stream --blocks 64 --iterations 4 -o traces/s/0.wtr >/dev/null 2>&1 || exit 99
command=(poise evaluate --progress never -c demo-8sm --set "sms=4,max_cycles=60000" -s "gto,order=ccws+dram:fcfs" --mix two=traces/atax+traces/bicg
    --mix "three=traces/atax+traces/s+traces/bicg" --mix "beside=traces/s+cpu:$POISE_ROOT/datasets/cpu/xz.cpu" --partition best)
"${command[@]}" -j 1 -o undisturbed.h5 --csv undisturbed.csv --json undisturbed.json >undisturbed.txt 2>said || cat said
sed 's/([0-9.e+]* warp/(N warp/; s/with [0-9]* threads*/with N threads/' said
kills=0 most=0
while [ "$kills" -lt 12 ]; do
    "${command[@]}" -j 2 -o killed.h5 >/dev/null 2>&1 &
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    kills=$((kills + 1))
    if [ -e killed.h5 ]; then
        rm -rf killed.h5 killed.h5.parts
        most=0
        continue
    fi
    parts=$(find killed.h5.parts -name '*.h5' 2>/dev/null | wc -l)
    [ "$parts" -ge "$most" ] || [ "$parts" -eq 0 ] || echo "a run is lost: $parts of $most are left"
    most=$parts
done
"${command[@]}" -j 2 -o killed.h5 2>/dev/null | cmp - undisturbed.txt && cmp killed.h5 undisturbed.h5 && echo "killed: same"
"${command[@]}" -o shared.h5 --shard 3/3 >/dev/null 2>&1 || exit 1
"${command[@]}" -o shared.h5 --collect 2>&1 | grep -v left
poise evaluate --status shared.h5 2>&1 | head -n 2
echo "status: ${PIPESTATUS[0]}"
"${command[@]}" -o shared.h5 --shard 1/3 >/dev/null 2>&1 &
"${command[@]}" -o shared.h5 --shard 2/3 2>&1 >/dev/null | tail -n 1 | sed "s/[0-9]* of all/some of all/"
wait $! || exit 1
poise evaluate --status shared.h5 2>&1 | tail -n 1
"${command[@]}" -o shared.h5 --collect 2>/dev/null | cmp - undisturbed.txt && cmp shared.h5 undisturbed.h5 && echo "shared: same"
poise evaluate --status shared.h5
# A damaged part is done again.
"${command[@]}" -o damaged.h5 --shard 1/1 >/dev/null 2>&1
part=$(find damaged.h5.parts -name '*.h5' | LC_ALL=C sort | head -n 1)
printf x | dd of="$part" bs=1 seek=3000 conv=notrunc 2>/dev/null
"${command[@]}" -o damaged.h5 2>&1 >/dev/null | grep -c 'is done again'
cmp damaged.h5 undisturbed.h5 && echo "damaged: same"
# Without a store the same numbers.
"${command[@]}" --csv without.csv >/dev/null 2>&1
cmp without.csv undisturbed.csv && ls
