# make test            every test, in minutes; the last line of output is the totals
# make test-quick      the same without what is tagged "test: slow" (tests/run.sh), in a minute
# make test-sanitized  the unit tests under AddressSanitizer and UndefinedBehaviorSanitizer
# make test-threads    the tests of simulations with several threads under ThreadSanitizer
# make test-valgrind   some unit tests, and every verb once, under valgrind
# make test-clang      the quick tests of test-sanitized with clang, in the build that `make fuzz` uses
# make check           formatting, clang-tidy, module dependencies
# None of them installs anything: `make deps` and `make deps-oracles` do.

PARALLEL := $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# ---- fuzz targets as regression tests: fuzz/fuzz_NAME.c replays fuzz/corpus/NAME; under a fuzzer: mk/fuzz.mk ----
FUZZ_NAMES   := $(patsubst fuzz/fuzz_%.c,%,$(sort $(wildcard fuzz/fuzz_*.c)))
FUZZ_REPLAYS := $(FUZZ_NAMES:%=$(BUILD)/fuzz/replay_%)

$(BUILD)/obj/fuzz/%.o: CPPFLAGS_ALL += -DPOISE_FUZZ_REPLAY
$(BUILD)/fuzz/replay_%: $(BUILD)/obj/fuzz/fuzz_%.o $(call module_libs,evaluate)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) $(PLAIN_CODE) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS) $(LEARN_LIBS)
$(BUILD)/fuzz/replay_gpuswap $(BUILD)/fuzz/fuzz_gpuswap: PKG_LIBS += -lcmocka
$(BUILD)/fuzz/replay_sealed $(BUILD)/fuzz/fuzz_sealed: $(call module_libs,design) $(call module_libs,probe)
$(BUILD)/fuzz/replay_matrix_market $(BUILD)/fuzz/fuzz_matrix_market: $(BUILD)/lib/libdatasets.a

.SECONDARY: $(FUZZ_NAMES:%=$(BUILD)/obj/fuzz/fuzz_%.o)

# ---- test ----
# That of another release of Debian takes minutes: .ci/run.
CHECK_SCRIPTS := $(filter-out tests/check_distribution.sh tests/check_memory.sh,$(sort $(shell find tests -name 'check_*.sh')))
CLI_TESTS     := $(sort $(shell find tests/cli -name '*.sh'))

.PHONY: test test-quick test-sanitized test-programs fuzz-replays install-files
fuzz-replays: $(FUZZ_REPLAYS)
test-programs: tests fuzz-replays $(INSTALLED)

# Several tests install; what is made for that is made before they do so at the same time.
install-files: $(MAN_PAGES) $(BUILD)/poise.pc

# What cannot be built counts as a failed test below, so that one broken module does not hide the results of the others.
test test-quick: deps-check
	@$(MAKE) --no-print-directory -k $(PARALLEL) all test-programs install-files || true
	@tests/run.sh $(if $(filter test-quick,$@),--quick) $(BUILD) $(TEST_PROGRAMS) $(FUZZ_REPLAYS) $(CHECK_SCRIPTS) $(CLI_TESTS)

test-sanitized: deps-check
	@$(MAKE) --no-print-directory -k $(PARALLEL) BUILD=$(BUILD)-asan SANITIZE=1 test-programs || true
	@tests/run.sh $(BUILD)-asan $(patsubst $(BUILD)/%,$(BUILD)-asan/%,$(TEST_PROGRAMS) $(FUZZ_REPLAYS))

# clang evaluates arguments from the other end, lays out what is not initialised otherwise and has checks of its own.
.PHONY: test-clang
test-clang: deps-check
	@$(FUZZ_MAKE) -k tests $(INSTALLED:$(BUILD)/%=$(FUZZ_BUILD)/%) || true
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0 tests/run.sh --quick $(FUZZ_BUILD) $(patsubst $(BUILD)/%,$(FUZZ_BUILD)/%,$(TEST_PROGRAMS))

# OpenMP's own synchronisation is not known to ThreadSanitizer: only tests that do without.
THREADED_TESTS := $(addprefix $(BUILD)-tsan/tests/unit/sim/,test_team test_threads test_mix test_mix_policies test_mix_errors test_progress \
    test_changing_pages test_mosaic_releases test_host_memory test_gpuswap)

.PHONY: test-threads
test-threads: deps-check
	@$(MAKE) --no-print-directory $(PARALLEL) BUILD=$(BUILD)-tsan SANITIZE=thread $(THREADED_TESTS) \
	    $(patsubst $(BUILD)/%,$(BUILD)-tsan/%,$(INSTALLED))
	@TSAN_OPTIONS=halt_on_error=1 tests/run.sh $(BUILD)-tsan $(THREADED_TESTS)

# Reads of what was never written, which no sanitizer above looks for: MemorySanitizer would need HDF5 and the other libraries built with it. The
# quick unit tests of what handles the bytes of others and of the simulator, and each verb once, as users run them. Threads take turns.
VALGRIND       := valgrind --quiet --error-exitcode=99 --leak-check=no --fair-sched=try --num-callers=20 --suppressions=$(CURDIR)/tests/valgrind.supp
VALGRIND_TESTS := $(addprefix tests/unit/,common/test_csv common/test_text common/test_options common/test_file trace/test_round_trip trace/test_pack trace/test_events \
    models/test_model_file models/test_load_model models/test_foreign infer/test_blob infer/test_emit infer/test_features features/test_dataset_file \
    features/test_dataset_import features/test_load_dataset features/test_target profile/test_profile_file profile/test_search swap/test_swap \
    train/test_negbin train/test_recipe train/test_plan train/test_number_table evaluate/test_metrics evaluate/test_results report/test_scale \
    sim/test_l2_bank sim/test_dram_channel sim/test_sm_part sim/test_crossbar sim/test_config sim/test_host_link sim_hooks/test_scheme \
    sim_hooks/test_cache_eaf sim_hooks/test_cache_medic sim_hooks/test_dram_sms sim_hooks/test_sched_ccws sim_hooks/test_sched_shared sim_hooks/test_tlb_mask)

.PHONY: test-valgrind
test-valgrind: deps-check
	@command -v valgrind >/dev/null || { echo "Run 'make deps-oracles' first: there is no valgrind." >&2; exit 1; }
	@$(MAKE) --no-print-directory $(PARALLEL) all $(VALGRIND_TESTS:%=$(BUILD)/%)
	@OMP_NUM_THREADS=1 POISE_TEST_UNDER='$(VALGRIND)' tests/run.sh $(BUILD) tests/check_memory.sh $(VALGRIND_TESTS:%=$(BUILD)/%)

# ---- check ----
SOURCES     = $(shell git ls-files -co --exclude-standard '*.c' '*.h')
# Those that compute with quadruple precision need gcc's own library.
GCC_FILES   = $(addprefix tests/cli/capture/builtins/,convert.c math.c)
# It needs CUDA's header, which no package here has.
CUDA_FILES  = datasets/gpu/opencl_cuda.c
TIDY_FILES  = $(filter-out capture/% tests/oracle/capture/% $(GCC_FILES) $(CUDA_FILES),$(filter %.c,$(SOURCES)))
TIDY_FLAGS  = -std=c11 $(CPPFLAGS_ALL) -fopenmp
# The capture platform is compiled for OpenCL and LLVM as mk/capture.mk says.
TIDY_CAPTURE_FILES = $(filter capture/%.c tests/oracle/capture/%.c,$(SOURCES))
TIDY_CAPTURE_FLAGS = $(TIDY_FLAGS) -DCL_TARGET_OPENCL_VERSION=300 $(LLVM_CPPFLAGS)

# $(1) = files, $(2) = flags. Prints what clang-tidy finds and fails if that is anything.
run_tidy = printf '%s\n' $(1) | xargs -r -P$(shell nproc) -I{} $(CLANG_TIDY) --quiet {} -- $(2) 2>&1 | \
           { ! grep -v -e ' warnings\? generated' -e 'Suppressed .* warnings'; }

.PHONY: check check-format check-tidy check-modules
check: deps-check
	@$(MAKE) --no-print-directory -k check-format check-modules check-tidy

# What another version finds or changes is not the same.
check-format:
ifeq ($(CLANG_FORMAT),)
	@echo "clang-format: skipped, there is no clang-format-14"
else
	@echo "clang-format: $(words $(SOURCES)) files"
	@$(CLANG_FORMAT) --dry-run -Werror $(SOURCES)
endif

check-tidy:
ifeq ($(CLANG_TIDY),)
	@echo "clang-tidy: skipped, there is no clang-tidy-14"
else
	@echo "clang-tidy: $(words $(TIDY_FILES) $(TIDY_CAPTURE_FILES)) files"
	@$(call run_tidy,$(TIDY_FILES),$(TIDY_FLAGS))
	@$(call run_tidy,$(TIDY_CAPTURE_FILES),$(TIDY_CAPTURE_FLAGS))
endif

check-modules:
	@tests/check-modules.sh $(foreach module,$(MODULES) capture,"$(module): $(USES_$(module)) $(READS_$(module))") \
	    $(foreach part,$(SIM_PARTS),"sim/$(part): $(SIM_USES_$(part))")
	@tests/check-circles.sh "$(MODULES) capture" "$(CIRCLES)"
	@echo "modules: no forbidden include"
