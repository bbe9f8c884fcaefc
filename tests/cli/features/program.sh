# Only kernels of the named programs; one that the profile does not have is named.
set -e
p=$POISE_ROOT/datasets/profiles/training.h5
poise features --program gco --program ccl -o d.h5 --csv d.csv "$p"
cut -d, -f1 d.csv | sort | uniq -c
if poise features --program gco --program gcc -o e.h5 "$p"; then exit 9; else echo "exit code $?"; fi
poise features --program gco --from csv -o e.h5 d.csv
