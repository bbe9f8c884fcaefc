poise sim -c demo-8sm --set warps=32 --show-config | tee machine.conf
# What is printed is a machine file: read back, it prints the same.
poise sim -c machine.conf --show-config | cmp - machine.conf
