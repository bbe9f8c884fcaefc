# make coverage    which lines and branches `make test-quick` runs, by folders; what it does not run in build-coverage/uncovered.txt
#                  COVERAGE_TESTS="tests/cli/..."  these tests only; COVERAGE_TESTS=all: those of `make test`
# clang's counts of source regions: each program adds up its own in build-coverage/counts, whatever folder it runs in. What ends without
# exit(), as the workers of the capture do, is not counted.

COVERAGE_BUILD  := $(BUILD)-coverage
COVERAGE_TESTS  ?= quick
COVERAGE_FLAGS   = -fprofile-instr-generate=$(abspath $(COVERAGE_BUILD))/counts/%m.profraw -fcoverage-mapping -Wno-pass-failed
COVERAGE_MAKE    = $(MAKE) --no-print-directory $(PARALLEL) BUILD=$(COVERAGE_BUILD) CC=$(CLANG) OPT='-O1 -g' COVERAGE='$(COVERAGE_FLAGS)'
COVERAGE_ITEMS   = $(if $(filter-out quick all,$(COVERAGE_TESTS)),$(COVERAGE_TESTS),$(patsubst $(BUILD)/%,$(COVERAGE_BUILD)/%,\
                       $(if $(filter quick,$(COVERAGE_TESTS)),--quick) $(COVERAGE_BUILD) $(TEST_PROGRAMS) $(FUZZ_REPLAYS) $(CHECK_SCRIPTS) $(CLI_TESTS)))

# Every module in one file, which stands for all programs when their counts are put beside the source.
$(BUILD)/modules.so: $(MODULES:%=$(BUILD)/lib/lib%.a)
	$(Q)$(CC) $(LDFLAGS_ALL) -shared -o $@ -Wl,--whole-archive $^ -Wl,--no-whole-archive $(PKG_LIBS) $(LEARN_LIBS)

.PHONY: coverage
coverage: deps-check
	@$(COVERAGE_MAKE) all test-programs install-files $(COVERAGE_BUILD)/modules.so
	@rm -rf $(COVERAGE_BUILD)/counts
	@tests/run.sh $(COVERAGE_ITEMS) || true
	@tests/coverage.sh $(COVERAGE_BUILD) $(LLVM)
