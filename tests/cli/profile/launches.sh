# --launches keeps some of many launches of a kernel function, evenly spread; the split comes from the manifest. The profile says so.
export POISE_TRACES=$PWD/nothing
poise profile -c demo-8sm --set sms=2,max_cycles=2000 --grid coarse --progress never --launches 3 -o profile.h5 @gco_banded @atax 2>/dev/null
poise report --format csv profile.h5 | cut -d, -f2-6
h5dump -a /options profile.h5 | grep -A3 -o '[a-z_]* = .*'
