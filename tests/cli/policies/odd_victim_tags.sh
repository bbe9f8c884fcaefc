# Sets of victim tags must be whole; the policy says so before anything runs.
poise sim -s ccws:vta_entries=12 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
