# A worker runs one launch after the other: nothing of a launch reaches the next, failures cost one worker, and programs that
# come and go are known. With traces and without.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build launches
steps="leave look say say first:look leave*300 workers look*300 workers crash look workers build look release look build first:leave peek look"

run() {
    # shellcheck disable=SC2086
    ./launches "$tests/launches.cl" $steps 2>&1
}

export -f run
export steps tests
echo "-- without a trace"
OCL_ICD_VENDORS=$(dirname "$(command -v poise)")/libpoise_opencl.so run
echo "-- traced"
poise capture -o traces -- bash -c run 2>message
cut -c 1-90 message
ls traces/*.wtr | wc -l

# A launch behind one that has failed is equal to one behind one that has not.
for before in leave crash peek; do
    poise capture -o "behind-$before" -- ./launches "$tests/launches.cl" first:leave "$before" look >/dev/null 2>&1
    poise trace print "behind-$before/0002-look.wtr" >"$before.txt" || exit 1
    cmp leave.txt "$before.txt" || exit 1
done

# Time limits count from the begin of each launch, whichever worker it has.
poise capture --time-limit 2 -o limit -- ./launches "$tests/launches.cl" look endless look workers 2>limit.message | sed 's/^endless: -5.*/endless: -5/'
grep -o 'the launch did not end within 2 s' limit.message

echo "-- ended by others"
poise capture -o ended -- ./launches "$tests/launches.cl" look kill:worker look look*20 kill:server look build kill:worker look workers 2>&1 |
    grep -v '^poise'
ls ended/*.wtr | wc -l
# Where processors are busy the end of a worker takes its time: its stream is closed before its orders.
busy=()
for _ in 1 2 3; do
    (while :; do :; done) &
    busy+=($!)
done
poise capture -o late -- ./launches "$tests/launches.cl" look late:worker look late:server look workers 2>&1 | grep -v '^poise'
ls late/*.wtr | wc -l
kill "${busy[@]}"
