poise bench --set sms=1 --repeat 1 --jobs 1 --json old.json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" >/dev/null
jq '.kernels[0].name = "other"' old.json > new.json
poise bench --compare old.json new.json >/dev/null
