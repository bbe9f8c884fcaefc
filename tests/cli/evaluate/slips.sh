# Slips of the hand are met with a sentence that says what was meant, before anything is simulated.
exec 2>&1
mkdir -p programs copy
cp -R "$POISE_ROOT/datasets/shipped/atax" programs/ || exit 99
cp -R programs/atax copy/
try() {
    poise evaluate "$@"
    [ $? = 2 ] || echo "not refused as wrong usage: $*"
}
# a name that promises another form
try -s gto -o result.csv programs/atax
try -s gto -o result.json programs/atax
try -s gto --csv result.h5 programs/atax
try -s gto --json RESULT.CSV programs/atax
# policies
try -s gto,static_best:1 programs/atax
try -s GTO programs/atax
try -s ccws:bogus=1 programs/atax
try -s ccws:=1 programs/atax
try -s ccws:k=1:k=2 programs/atax
try -s ccws:100:base=3 programs/atax
try -s warp_limiting:3:2 programs/atax
# programs
try -s gto programs/atax ./programs/atax/
try -s gto programs/atax copy/atax
poise evaluate -s gto programs
# machines and metrics
try -c thesis-ch -s gto programs/atax
try -c nothing -s gto programs/atax 2>&1 | sed 's/presets are .*demo-8sm.*thesis-ch5.*/presets are LIST/'
try -m bogus -s gto programs/atax
[ "$(ls)" = "copy
programs" ] || ls
