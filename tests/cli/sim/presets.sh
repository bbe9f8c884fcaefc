# Every shipped machine loads and fits together.
for preset in "$POISE_ROOT"/sim/presets/*.conf; do
    name=$(basename "$preset" .conf)
    poise sim -c "$name" --show-config > "$name" || exit 1
done
grep -h '^sms ' gtx480 accelsim-mini thesis-ch5 demo-8sm
