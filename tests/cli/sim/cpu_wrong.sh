# What --cpu refuses, and with which exit code.
cpu=$POISE_ROOT/datasets/cpu/gzip.cpu trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
try() {
    poise sim "$@"
    echo "exit code $?"
}
try --cpu missing.cpu "$trace"
cp "$POISE_ROOT"/fuzz/corpus/cpu/truncated.cpu .
try --cpu "$cpu,truncated.cpu" "$trace"
try --cpu "$trace" 2>&1 | sed 's#/[^ ]*/##'
many=$cpu
for _ in {1..64}; do many+=,$cpu; done
try --cpu "$many" "$trace"
try --cpu , "$trace"
try --cpu "$cpu" --bottleneck "$trace"
try --alone "$trace"
try --until gpu "$trace"
try --cpu "$cpu" --app "$trace" "$trace"
try --cpu "$cpu" --until some "$trace"
try --set cpu_width=0 "$trace"
try --cpu "$cpu" missing.wtr
