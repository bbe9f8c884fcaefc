# One folder, one machine and one grid.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
sweep -o sweep 2>/dev/null || exit 99
sweep -o sweep --set sms=1
echo "machine: $?"
sweep -o sweep --grid full
echo "grid: $?"
sed -i 's/^version = .*/version = 0.0.1 (abc)/' sweep/parts/settings
sweep -o sweep
