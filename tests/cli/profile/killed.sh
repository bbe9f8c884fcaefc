# A sweep that is killed at 100 random moments loses no kernel that it had measured, and its profile has the same bytes.
# test: slow
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
kills=0 most=0
while [ "$kills" -lt 100 ]; do
    "${command[@]}" -j 2 -o sweep traces/* >/dev/null 2>&1 & # no function: its shell would be killed instead
    sleep "0.0$((RANDOM % 10))$((RANDOM % 10))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null && rm -rf sweep # it was faster: from the start
    kills=$((kills + 1))
    parts=$(find sweep -name '*.h5' 2>/dev/null | wc -l)
    [ "$parts" -ge "$most" ] || [ ! -e sweep ] || [ -e sweep/profile.h5 ] || {
        echo "a part is lost: $parts of $most are left"
        exit 1
    }
    [ -e sweep ] && most=$parts || most=0
done
true & # a process that has ended
wait $!
touch "sweep/profile.h5.tmp-$!-0" # as one that was killed when it wrote its profile leaves it
sweep -j 2 -o sweep 2>/dev/null || exit 1
cmp undisturbed.h5 sweep/profile.h5 && echo same
find sweep -name '*.tmp-*' | wc -l
