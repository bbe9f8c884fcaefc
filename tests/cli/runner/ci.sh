# .ci/run adds the totals of its suites to its steps, repeats what failed or was skipped, and fails when anything did.
mkdir -p tree/.ci tree/tests
cp "$POISE_ROOT/.ci/run" tree/.ci/
printf '%s\n' '#!/bin/sh' 'echo "no chroot here"' 'exit 77' >tree/tests/check_distribution.sh
printf '%s\n' '#!/bin/sh' 'echo "as fast as before"' >tree/tests/speed.sh
chmod +x tree/tests/*.sh
cat >tree/Makefile <<'END'
test:
	@printf '%s\n' 'ok   fine' 'FAIL one: why' 'skip two: because' '' 'FAIL one: why' '3 passed, 1 failed, 1 skipped' && false
test-threads:
	@echo '3 passed, 0 failed'
test-sanitized:
	@echo 'no compiler'
demo:
	@exit 1
test-clang test-valgrind:
	@echo '2 passed, 0 failed'
deps deps-oracles fuzz check-format check-modules check-tidy demo-check all tests:
	@echo done
END
tree/.ci/run 2>&1 | sed -n '/^$/,$p' | tail -n 6
echo "exit ${PIPESTATUS[0]}"
