# What cannot be asked gets one sentence and its exit code.
try() {
    poise probe --progress never "$@"
    echo $?
}
try word
try -c nowhere
try --from 3K
try --from 64K --to 1K
try --to 64T
try --to 0
try --to 17G
try --per-octave 9
try --policies gto
try --policies l2:nothing
try --surface out.h5
try --fit demo-8sm
try --fit demo-8sm one.h5
try --fit demo-8sm -o out.machine missing.h5
try --fit demo-8sm -c volta -o out.machine one.h5
try --set sms=0
try -o /nowhere/out.h5
