# A profile of another machine is refused before anything is simulated.
set -e
poise capture -o traces -- "$POISE_BUILD/datasets/atax" --size 512 --cols 4 >capture.log 2>&1
poise profile -c demo-8sm --set sms=2 --grid coarse --split evaluation -o profile.h5 traces >profile.log 2>&1
poise evaluate -c demo-8sm --set sms=4 -s gto,static_best --profile profile.h5 --csv result.csv traces
