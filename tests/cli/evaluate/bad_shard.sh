# Shares are kept beside results: they need a name, and a number that makes sense.
poise evaluate -s gto --shard 1/2 folder
echo $?
mkdir traces
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces
for share in 0/2 3/2 x 1/2x; do
    poise evaluate --set sms=1 -s gto -o results.h5 --shard $share traces
    echo $?
done
ls
