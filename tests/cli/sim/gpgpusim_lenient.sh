# With --lenient it is a warning; unknown and retired options are warnings anyway.
printf '%s\n' '-gpgpu_n_clusters 4' '-gpgpu_perfect_mem 1' '-gpgpu_n_cluster 5' '-rop_latency 99' > gpgpusim.config
poise sim --lenient -c gpgpusim.config --show-config | grep -v ' default '
