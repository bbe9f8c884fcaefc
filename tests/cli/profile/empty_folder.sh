mkdir traces
poise profile -o profile.h5 traces
