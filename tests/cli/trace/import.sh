poise trace import "$POISE_ROOT/tests/oracle/trace/cases/mvt1/kernelslist.g" -o traces
poise trace check traces
poise trace info traces | grep '^  ld.global'
