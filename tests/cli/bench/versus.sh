# A version against itself: the cycles are the same, every kernel has its line.
PAIRS=2 BUILD=$POISE_BUILD "$POISE_ROOT/bench/versus.sh" "$POISE_BUILD/poise" --set sms=8,max_cycles=500 -k stream,compute |
    sed "s|$POISE_BUILD|BUILD|g" | sed 's/[0-9.]* ([0-9.]*-[0-9.]*)/R (R-R)/g; s/  */ /g'
"$POISE_ROOT/bench/versus.sh" /bin/false 2>&1; echo $?
