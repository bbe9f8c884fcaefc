# Loads that a model tells to allocate nothing, chosen by mode=thesis in each SM: graph colouring takes less time, as more loads go around the L1; the
# same for any number of threads.
run() {
    poise sim --progress never -c demo-8sm --set sms=2 "${@:3}" -s "poise:$POISE_ROOT/models/thesis.model:mode=thesis$1" "$POISE_ROOT/datasets/shipped/gco_uniform" >"$2" 2>message || cat message
}
loads=:loads=$POISE_ROOT/models/loads.model
run "" without
run "$loads" with
run "$loads" threaded --threads 2
cmp with threaded
number() { sed -n "s/^$1 = //p" "$2"; }
[ $(($(number cycles with) * 5)) -lt $(($(number cycles without) * 4)) ] || echo "not 1.25 times as fast"
[ $(($(number l1_bypasses with) * 4)) -gt $(($(number l1_bypasses without) * 5)) ] || echo "not so many loads around"
