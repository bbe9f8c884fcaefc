# Scale groups multiply the machine as it stands; capacities stay. Cost-effective presets change a machine before them.
poise sim -c thesis-ch3 --set dram_queue=8 --scale l1=4,l2=4,dram=4 --show-config | grep -e '--scale' | awk '{ print $1, $3, $5, $6 }'
poise sim -c thesis-ch3,cost-effective,crossbar-16-68 --show-config | grep -E 'preset (cost|cross)' | awk '{ print $1, $3, $6 }'
for groups in dram=3 dram=8 l3=4 l2=99 l2=x l2 l1=4,; do
    poise sim -c thesis-ch3 --scale $groups --show-config >/dev/null || echo "$groups: exit $?"
done
