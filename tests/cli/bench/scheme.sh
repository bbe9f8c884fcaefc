# The benchmark takes a scheme and keeps it with its figures.
poise bench -c demo-8sm --set sms=1 -s gto+dram:fcfs -k reuse -r 1 -j 1 -t 1 --json now.json >/dev/null && grep -o '"policy": .*' now.json
poise bench -s gto+dram:fcf -k reuse
echo $?
