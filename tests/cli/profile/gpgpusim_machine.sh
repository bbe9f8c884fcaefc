# Verbs that choose schedulers themselves say that the one of the file is not used.
printf '%s\n' '-gpgpu_n_clusters 1' '-gpgpu_scheduler lrr' '-gpgpu_shader_core_pipeline 64:32' > gpgpusim.config
poise profile --progress never -c gpgpusim.config -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
ls
