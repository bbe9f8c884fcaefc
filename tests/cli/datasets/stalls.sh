# datasets/stalls.sh: a line for each folder, shares that add up to 1, what was measured is not simulated again; what cannot be simulated is an error.
tool=$POISE_ROOT/datasets/stalls.sh
mkdir one two
poise trace make stream --blocks 8 -o one/0000-stream.wtr
poise trace make reuse --blocks 24 --lines 8 -o two/0000-reuse.wtr
"$tool" -c demo-8sm -o kept one two >first.csv && cut -d, -f1 first.csv
awk -F, 'NR > 1 { core = l1 = l2 = 0; for (i = 3; i <= 8; i++) core += $i; for (i = 10; i <= 12; i++) l1 += $i; for (i = 14; i <= 18; i++) l2 += $i
                  printf "%.6f %.6f %.6f\n", core, l1, l2 }' first.csv
rm -r one/* two/*
"$tool" -c demo-8sm -o kept one two | cmp - first.csv && echo "the same, from what was kept"
"$tool" -c demo-8sm -o other one
