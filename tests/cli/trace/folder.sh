# A folder stands for its traces in the order of their names.
mkdir traces
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces/b.wtr
cp "$POISE_ROOT/fuzz/corpus/trace/random.wtr" traces/a.wtr
touch traces/notes.txt
poise trace check traces
