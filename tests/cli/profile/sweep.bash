# Sourced by the tests of interrupted sweeps: nine small launches, and the profile that an undisturbed sweep writes.
for program in atax mvt gesummv bicg; do
    poise capture -o "traces/$program" -- "$POISE_BUILD/datasets/$program" --size 768 --cols 8 >/dev/null 2>&1 || exit 99
done

# sweep OPTIONS...: all launches on a small machine
command=(poise profile --progress never -c demo-8sm --set sms=2 --grid coarse)
sweep() {
    "${command[@]}" "$@" traces/*
}

sweep -j 1 -o undisturbed.h5 2>/dev/null || exit 99
