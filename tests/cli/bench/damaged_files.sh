# Each sentence names the file and what is wrong with it.
poise bench --set sms=1 --repeat 1 --jobs 1 --json good.json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" >/dev/null
try() { jq "$1" good.json > bad.json; poise bench --compare good.json bad.json >/dev/null; echo $?; }
try '.format = "poise evaluation"'
try '.format_version = 2'
try '.kernels = []'
try '.kernels = {}'
try '.kernels[0] |= del(.cycles)'
try '.kernels[0].cycles = 0'
try '.kernels[0].median_cpu_s = -1'
try '.kernels[0].elapsed_spread = "none"'
try '.host = null'
try '[]'
head -n 12 good.json > bad.json; poise bench --compare good.json bad.json >/dev/null; echo $?
printf '{"format": "poise bench"\n,"format": 1}' > bad.json; poise bench --compare bad.json good.json; echo $?
: > bad.json; poise bench --compare bad.json good.json; echo $?
head -c 300 /dev/urandom > bad.json; poise bench --compare good.json bad.json 2>/dev/null; echo $?
