# Ctrl-C ends an evaluation at once, says what is kept and how to go on, and the same command does.
# test: slow
. "$POISE_ROOT/tests/cli/processor_time.bash"
mkdir traces
cp -R "$POISE_ROOT"/datasets/shipped/atax traces/ || exit 99
poise capture -o long -- "$POISE_BUILD/datasets/gesummv" --size 12288 --cols 48 >/dev/null 2>&1 || exit 99
command=(poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,lrr -m speedup -o results.h5 traces/atax)
"${command[@]}" long >/dev/null 2>message &
process=$!
until ls results.h5.parts/*.h5 >/dev/null 2>&1; do
    kill -0 $process || exit 99
    sleep 0.01
done
interrupt $process
echo $?
sed 's/ [0-9] of/ some of/; s/with [0-9]* threads*/with N threads/' message
rm -rf long
"${command[@]}" >/dev/null 2>&1 && ls
