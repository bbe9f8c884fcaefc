poise sim -c demo-8sm --set warps=32 --show-config | tee machine.conf
# What is printed is a machine file: read back, it prints the same values, and says where they stand now.
poise sim -c machine.conf --show-config > again.conf
cmp <(sed 's/#.*//' machine.conf) <(sed 's/#.*//' again.conf)
[ "$(grep -c '# machine.conf:' again.conf)" = "$(wc -l < again.conf)" ]
