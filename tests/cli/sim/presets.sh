# Every shipped machine loads and fits together.
for preset in "$POISE_ROOT"/sim/presets/*.conf; do
    name=$(basename "$preset" .conf)
    poise sim -c "$name" --show-config > "$name.txt" || exit 1
done
grep -h "^sms " gtx480.txt accelsim-mini.txt thesis-ch5.txt demo-8sm.txt
