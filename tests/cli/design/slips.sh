# What is asked for wrongly is told in a sentence, before anything is simulated.
. "$POISE_ROOT/tests/cli/design/small.bash"
try() {
    echo "--- $*"
    poise design "${machine[@]}" --progress never "$@" 2>&1
    echo "exit $?"
}
try
try --knobs l1_mshr stream
try --knobs l1_mshrs=48:64 stream
try --knobs l1_mshrs=32:0 stream
try --budget much stream
try --budget -3% stream
try --budget thesis stream
try --compare cost-effective stream
try --compare best=cost-effective stream
try --compare wide=nothing stream
try --judge stream stream
try -s gto,lrr stream
try -s swl stream
try --shard 1/2 stream
try --csv out.h5 stream
try --beam 17 stream
try nowhere
try --set max_cycles=100 --knobs l1_mshrs stream
try --status
try --status none.h5
ls
