# One damaged trace stops the sweep before it starts.
mkdir traces
echo "not a trace" >traces/0.wtr
poise profile -o profile.h5 traces
code=$?
[ ! -e profile.h5 ] || exit 99
exit $code
