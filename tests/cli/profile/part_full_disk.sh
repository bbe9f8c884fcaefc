# A full disk (a file size limit stands for it) ends the sweep with a sentence; the same command goes on later.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
(
    trap '' XFSZ
    ulimit -f 40
    sweep -o sweep 2>&1 | cat
    exit "${PIPESTATUS[0]}"
)
echo "full: $?"
sweep -o sweep 2>/dev/null || exit 1
cmp undisturbed.h5 sweep/profile.h5 && echo same
