# Without sbatch the scripts stay, for submission by hand.
mkdir -p bin
for program in bash sh poise; do ln -s "$(command -v $program)" bin; done
PATH=$PWD/bin poise profile -o sweep --slurm 2 --set sms=1 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>message
code=$?
grep -v 'not found' message
ls sweep/parts/*.sbatch
exit $code
