# Without sbatch the scripts stay, for submission by hand; run one after the other they give the results.
mkdir -p bin
for program in bash sh poise; do ln -s "$(command -v $program)" bin; done
mkdir traces && cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces
printf 'order gto+dram:fcfs\n' >my.schemes
command=(poise evaluate --set sms=1 -s gto,lrr --schemes my.schemes -m cycles)
PATH=$PWD/bin "${command[@]}" -o results.h5 --slurm 2 --slurm-option partition=long traces 2>message
echo $?
grep -v 'not found' message
poise evaluate --status results.h5
echo "status: $?"
cd results.h5.parts && grep -h -E '^#SBATCH --(array|cpus|job|partition)' sweep.sbatch collect.sbatch && cd ..
SLURM_ARRAY_TASK_ID=1 bash results.h5.parts/sweep.sbatch 2>/dev/null && SLURM_ARRAY_TASK_ID=2 bash results.h5.parts/sweep.sbatch 2>/dev/null
poise evaluate --status results.h5 | tail -n 2
bash results.h5.parts/collect.sbatch >collected.txt 2>/dev/null
"${command[@]}" -o alone.h5 traces 2>/dev/null | cmp - collected.txt && cmp alone.h5 results.h5 && echo same
ls
