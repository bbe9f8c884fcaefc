# A flipped bit in a part is noticed: that kernel is measured again, and no other.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
sweep -o sweep 2>/dev/null || exit 99
part=$(ls sweep/parts/*.h5 | head -1)
printf '\xff' | dd of="$part" bs=1 seek=3000 conv=notrunc 2>/dev/null
rm sweep/profile.h5
sweep -o sweep
cmp undisturbed.h5 sweep/profile.h5 && echo same
