# A machine that does not exist.
poise capture -c no-such-machine -- true
