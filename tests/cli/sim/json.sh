# The same numbers as text, for programs.
poise sim --set sms=1 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null | awk '$1 == "gpu_tot_sim_cycle" { print $3 }' >text
poise sim --set sms=1 --json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null | jq .cycles >json
cmp text json
