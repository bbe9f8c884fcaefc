# A stand-in that answers like Accel-Sim: the ratios come from its seconds. Without one the script says so.
mkdir -p reference/cases/one
poise trace export "$POISE_ROOT/fuzz/corpus/trace/small.wtr" -o reference/cases/one 2>/dev/null
echo "case,machine" > reference/accelsim_reference.csv
cat > theirs <<'EOF'
#!/bin/bash
[ -d "$(dirname "$2")" ] && head -c 1 "$(dirname "$2")"/*.traceg > /dev/null || exit 1
echo "cycles=1000 user_s=$((${3/0/5} * 100)) wall_s=1"
EOF
chmod +x theirs
export BUILD=$POISE_BUILD REPEAT=1
ACCELSIM_RUN=$PWD/theirs POINTS="0,0 2,1" "$POISE_ROOT/bench/accelsim.sh" reference one | awk '{ print $1, $2, $3 }'
ACCELSIM_RUN=/bin/false "$POISE_ROOT/bench/accelsim.sh" reference one > /dev/null; echo $?
env -u ACCELSIM_RUN "$POISE_ROOT/bench/accelsim.sh" reference; echo $?
"$POISE_ROOT/bench/accelsim.sh" nowhere; echo $?
