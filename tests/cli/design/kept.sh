# A search that is killed again and again, divided among processes, or whose parts are damaged gives the same bytes.
# test: slow
. "$POISE_ROOT/tests/cli/design/small.bash"
"${command[@]}" -j 1 -o whole.h5 stream reuse >whole.txt 2>/dev/null || exit 99
for kills in $(seq 12); do
    "${command[@]}" -j 2 -o killed.h5 stream reuse >/dev/null 2>&1 &
    sleep "0.0$((kills % 10))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    [ ! -e killed.h5 ] || rm -rf killed.h5 killed.h5.parts
done
"${command[@]}" -o killed.h5 stream reuse 2>/dev/null | cmp - whole.txt && cmp killed.h5 whole.h5 && echo "killed: same"
"${command[@]}" -o shared.h5 --shard 1/2 --wait 100 stream reuse >/dev/null 2>one &
first=$!
"${command[@]}" -o shared.h5 --shard 2/2 --wait 100 stream reuse >/dev/null 2>two || exit 1
wait $first || exit 1
tail -qn 1 one two
"${command[@]}" -o shared.h5 --collect stream reuse 2>/dev/null | cmp - whole.txt && cmp shared.h5 whole.h5 && echo "shared: same"
# A share whose others do not come.
"${command[@]}" -o alone.h5 --shard 1/2 --wait 0 stream reuse 2>&1 | sed 's/with [0-9]* threads*/with N threads/'
echo "exit ${PIPESTATUS[0]}"
"${command[@]}" -o alone.h5 --collect stream reuse 2>&1 | tail -1
poise design --status alone.h5
echo "status: $?"
for part in alone.h5.parts/*.h5; do
    echo "not a run" >"$part"
done
"${command[@]}" -o alone.h5 stream reuse 2>&1 >/dev/null | grep -c "done again"
cmp alone.h5 whole.h5 && echo "damaged: same"
poise design --status alone.h5
ls
