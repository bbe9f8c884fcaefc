# The scheduler of the file is used unless --sched names one.
printf '%s\n' '-gpgpu_scheduler warp_limiting:2:1' '-gpgpu_n_clusters 1' > gpgpusim.config
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise sim -c gpgpusim.config "$trace" > file 2>/dev/null
poise sim --set sms=1 -s swl:1 "$trace" > limited 2>/dev/null
poise sim --set sms=1 "$trace" > all 2>/dev/null
poise sim -c gpgpusim.config -s gto "$trace" > named 2>/dev/null
cmp file limited && cmp all named && ! cmp -s file all
