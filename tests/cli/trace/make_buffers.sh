# --buffers: a made kernel comes with the memory that it touches as a buffer, in whole pages of 2 MB; its content is the same.
poise trace make stream --blocks 64 --threads 256 --iterations 64 --stores 1 --buffers -o a.wtr || exit 1
poise trace buffers a.wtr
poise trace make stream --blocks 64 --threads 256 --iterations 64 --stores 1 -o b.wtr
poise trace buffers b.wtr
diff <(poise trace check --hash a.wtr | cut -c 1-32) <(poise trace check --hash b.wtr | cut -c 1-32) && echo same hash
