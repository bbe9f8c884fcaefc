# No program at all.
poise capture -o traces
