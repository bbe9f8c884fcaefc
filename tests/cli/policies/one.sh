# {N, p}: a monitor and a pollute bit for each of 32 x 48 warps.
poise policies tuple
