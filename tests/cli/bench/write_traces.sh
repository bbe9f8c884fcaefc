# What is written are warp traces; there are no results then.
poise bench --write-traces kernels --kernels compute,reuse --json result.json
poise trace check kernels
ls
