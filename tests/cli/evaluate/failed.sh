# A run that cannot be simulated ends the evaluation; --status tells which and why.
mkdir traces && cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces
poise evaluate --progress never --set sms=1,watchdog=1 -s gto,lrr -j 1 -m cycles -o results.h5 traces >/dev/null 2>&1
echo $?
poise evaluate --status results.h5 | sed 's/in cycle [0-9]*: .*/in cycle N/'
