# How far programs side by side and CPU cores are: from nothing to all, never back, and not on the standard output.
cpu=$POISE_ROOT/datasets/cpu trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
mkdir long && for i in 1 2 3 4 5 6 7 8; do cp "$trace" long/$i.wtr; done
small="--set sms=4,channels=2,l2_banks=4"
poise sim $small --app long --app "$trace" --cpu "$cpu/perl.cpu" --until gpu >quiet 2>/dev/null
POISE_PROGRESS_SECONDS=0 poise sim $small --cpu "$cpu/gzip.cpu" --progress json 2>progress >/dev/null
grep '^{' progress | jq -s -c '[(map(.done) | . == sort), (length > 1), (all(.total == 100)), .[0].label, .[0].unit]'
poise sim $small --app long --app "$trace" --cpu "$cpu/perl.cpu" --until gpu --progress json 2>/dev/null | cmp - quiet && echo same
poise sim $small --cpu "$cpu/gzip.cpu" --progress never 2>&1 >/dev/null | wc -l
