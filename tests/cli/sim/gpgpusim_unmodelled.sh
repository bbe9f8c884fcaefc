# What would change results stops the run, in one line each.
printf '%s\n' '-gpgpu_n_clusters 4' '-gpgpu_perfect_mem 1' '-gpgpu_cache:dl1 N:32:128:4,F:L:m:N:H,A:32:8,8' > gpgpusim.config
poise sim -c gpgpusim.config "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
