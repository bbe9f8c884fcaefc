# Machines that have no parts, no name or too long a one are refused before anything is simulated.
mkdir app && cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" app
try() {
    poise evaluate --set sms=1 "$@" app
    echo "exit code $?"
}
long=$(printf 'scale:dram=2,%.0s' {1..20})
try --machine "${long%,}"
try --machine ""
try --machine "=sms=1"
