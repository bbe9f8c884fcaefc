# Refused before the first simulation: a thousand repeats of the long kernels would outlast the test.
poise bench --scale 1000 --repeat 1000 --json missing/result.json
