# A model that cannot be read is noticed before anything is simulated.
mkdir traces
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces
poise evaluate --set sms=1 -s gto,poise:nowhere.model traces
