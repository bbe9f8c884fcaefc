# bench/cts.sh without Khronos' tests: programs that answer as theirs do. The table, the exit codes, what it refuses.
# test: waits
cts=$POISE_ROOT/bench/cts.sh
export BUILD=$POISE_BUILD LIMIT=10
"$cts" && echo "ran without a tree"
"$cts" . && echo "ran without tests"
mkdir -p tree/test_conformance/basic tree/test_conformance/math_brute_force
cat >tree/test_conformance/basic/test_basic <<'EOF'
#!/bin/sh
[ "$1" != --list ] || { printf '\tgood\n\told\n\tbad\n\tslow\n\tcrashed\n'; exit; }
[ -e "$OCL_ICD_VENDORS" ] && [ "$CL_WIMPY_MODE" = 1 ] || exit 3
end() { printf '{ "results": { "%s": "%s" } }\n' "$1" "$2" >"$CL_CONFORMANCE_RESULTS_FILENAME"; }
case $1 in
good) end "$1" pass ;;
old) end "$1" skip ;;
bad) end "$1" fail; exit 1 ;;
slow) sleep 60 ;;
crashed) kill -SEGV $$ ;;
esac
EOF
cat >tree/test_conformance/math_brute_force/test_bruteforce <<'EOF'
#!/bin/sh
[ "$1" != --list ] || { printf '\tsin\n'; exit; }
[ "$*" = "-1 sin" ] && echo '{ "results": { "math": "pass" } }' >"$CL_CONFORMANCE_RESULTS_FILENAME"
EOF
chmod +x tree/test_conformance/*/test_*
LOGS=logs JOBS=3 "$cts" tree "basic/[bcgs]*" basic/old
echo "exit code $?"
cut -d' ' -f1-3 logs/results
ARGUMENTS=-1 "$cts" tree math_brute_force 'basic/no*' half
echo "exit code $?"
"$cts" tree half && echo "ran nothing"
exit 0
