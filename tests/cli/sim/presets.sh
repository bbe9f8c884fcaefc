# Every shipped machine loads and fits together.
for preset in "$POISE_ROOT"/sim/presets/*.conf; do
    name=$(basename "$preset" .conf)
    poise sim -c "$name" --show-config > "$name.txt" || exit 1
    grep "^sms " "$name.txt"
done
