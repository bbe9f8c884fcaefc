# What cooperation of the L1s does to runs: a line for each, which of them have reuse by the rule of chapter 4, and what has been simulated is not
# simulated again.
export POISE_BUILD
tool=$POISE_ROOT/datasets/cooperation.sh
mkdir -p datasets/traces/own datasets/traces/random
poise trace make reuse -o datasets/traces/own/0000-reuse.wtr
poise trace make random -o datasets/traces/random/0000-random.wtr
"$tool" -o kept -s ccn=watch own random >watch.csv
cut -d, -f1,14 watch.csv | sed 's/,0\.[0-9]*[1-9][0-9]*$/,some/'
# Energy by parts only where it is asked for; the ring takes some where there is reuse.
for energy in '' -e; do "$tool" -o "ring$energy" $energy -s ccn=ring random | cut -d, -f1,32,36 | sed 's/[0-9.e-]*[1-9][0-9.e-]*/some/g'; done
mv datasets/traces hidden && "$tool" -o kept -s ccn=watch own random | cmp - watch.csv && echo "kept"
printf 'own memory memory - - own\nrandom memory memory - - random\nsmall memory demo - - random\n' >manifest
printf 'program,cycles,elsewhere_share\nown,100,0\nrandom,100,0.2\nsmall,100,0.9\nlong,1000,0.9\n' >measured.csv
for set in high low; do awk -v wanted=$set -v most_cycles=500 -f "$POISE_ROOT/datasets/cooperation_sets.awk" manifest measured.csv; done
"$tool" -o other -s ccn=nothing own
