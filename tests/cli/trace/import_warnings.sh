cp "$POISE_ROOT/fuzz/corpus/traceg/small.traceg" kernel-1.traceg
{ echo MemcpyHtoD,0x00007f0000000000,4096; echo kernel-1.traceg; } >kernelslist.g
poise trace import kernelslist.g kernel-1.traceg -o traces
ls traces
