# --least-gain: what gains less counts as none. With 0 a search ends, too, where nothing is better; with 1 no step is taken, as none
# doubles the speed; what is no speed-up is refused.
. "$POISE_ROOT/tests/cli/design/small.bash"
for gain in 0 0.5 1; do
    timeout 250 "${command[@]}" --least-gain $gain stream reuse 2>/dev/null | sed -n '1p; /^best/p; /^no machine/p'
done
for gain in 1.1 -1 x; do
    "${command[@]}" --least-gain=$gain stream reuse
    echo "exit $?"
done
