# A GPGPU-Sim configuration is recognised by its content; its network lies beside it, more files follow behind commas.
mkdir theirs
cat > theirs/gpgpusim.config <<'CONFIG'
# a comment first
-gpgpu_n_clusters 4
-gpgpu_n_cores_per_cluster 1
-gpgpu_clock_domains 700.0:700.0:700.0:924.0
-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,S:64:8,8
-power_simulation_enabled 1
-inter_config_file net.icnt
CONFIG
printf '%s\n' '-trace_opcode_latency_initiation_sfu 200,2' > theirs/trace.config
printf '%s\n' '// network' 'flit_size = 40;' > theirs/net.icnt
poise sim -c theirs/gpgpusim.config,theirs/trace.config --set sms=3 --show-config | tee one | grep -v ' default '
poise sim -c theirs/gpgpusim.config -c theirs/trace.config --set sms=3 --show-config | cmp - one
poise sim -c theirs/gpgpusim.config --set sms=1 --json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null | jq '.cycles > 0'
