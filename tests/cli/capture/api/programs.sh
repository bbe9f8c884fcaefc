# Programs: build, compile and link with headers and libraries, binaries, logs; every parameter also wrong.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api programs
