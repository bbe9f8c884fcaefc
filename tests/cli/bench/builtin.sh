# Without a trace the built-in kernels run; they are chosen by name and keep their names in the file.
poise bench --set sms=8,max_cycles=500 --repeat 1 --jobs 1 --json all.json >/dev/null
poise bench --set sms=8,max_cycles=500 --repeat 2 --jobs 2,1 --kernels stream,bfs --json some.json >/dev/null
jq -r '.kernels | map(.name) | join(" ")' all.json some.json
# + 0: from version 1.7 on jq prints a number as it is written
jq -r '[.scaling[].simulations_at_a_time, (.scaling[0].speedup + 0), (.kernels[1].elapsed_s | length), .repeats] | join(" ")' some.json
# Longer kernels have proportionally more instructions per load.
poise bench --set sms=8 --repeat 1 --jobs 1 --kernels compute --scale 2 --json long.json >/dev/null
jq '.kernels[0].warp_insts' long.json
