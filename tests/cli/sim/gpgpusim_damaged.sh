printf '%s\n' '-gpgpu_n_clusters 4' '-gpgpu_dram_timing_opt "nbk=16:' > gpgpusim.config
poise sim -c gpgpusim.config --show-config
