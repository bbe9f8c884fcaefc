poise trace import "$POISE_ROOT/tests/oracle/trace/cases/atax/kernelslist.g" -o traces 2>messages
poise trace export traces traces/0000-atax.wtr -o accelsim
cat accelsim/kernelslist.g
sed -n '/^warp = 0/,$p' accelsim/kernel-2.traceg | sed -n 11,14p
