# From programs to the analytical model beside their speedups: profile, data set, table.
set -e
for program in atax mvt; do
    poise capture -o "traces/$program" -- "$POISE_BUILD/datasets/$program" --size 1024 --cols 8 >messages 2>&1
done
poise profile -c demo-8sm --set sms=2 --grid coarse --split training -o profile.h5 traces/atax traces/mvt 2>messages
poise features --no-filter -o data.h5 profile.h5 2>messages
poise train --correlation data.h5
