poise trace export "$POISE_ROOT/fuzz/corpus/trace/random.wtr" -o /proc/accelsim
