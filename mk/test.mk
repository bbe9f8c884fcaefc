# make test            every test; the last line of output is the totals
# make test-sanitized  the unit tests under AddressSanitizer and UndefinedBehaviorSanitizer
# make check           formatting, clang-tidy, room dependencies

PARALLEL := $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# ---- fuzz targets as regression tests: fuzz/fuzz_NAME.c replays fuzz/corpus/NAME ----
FUZZ_NAMES   := $(patsubst fuzz/fuzz_%.c,%,$(sort $(wildcard fuzz/fuzz_*.c)))
FUZZ_REPLAYS := $(FUZZ_NAMES:%=$(BUILD)/fuzz/replay_%)

$(BUILD)/obj/fuzz/%.o: CPPFLAGS_ALL += -DPOISE_FUZZ_REPLAY
$(BUILD)/fuzz/replay_%: $(BUILD)/obj/fuzz/fuzz_%.o $(call room_libs,evaluate)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS)

.PRECIOUS: $(BUILD)/obj/fuzz/%.o

# ---- test ----
CHECK_SCRIPTS := $(sort $(shell find tests -name 'check_*.sh'))
CLI_TESTS     := $(sort $(shell find tests/cli -name '*.sh'))

.PHONY: test test-sanitized test-programs fuzz-replays
fuzz-replays: $(FUZZ_REPLAYS)
test-programs: tests fuzz-replays

# What cannot be built counts as a failed test below, so that one broken room does not hide the results of the others.
test: deps
	@$(MAKE) -k $(PARALLEL) all test-programs || true
	@tests/run.sh $(BUILD) $(TEST_PROGRAMS) $(FUZZ_REPLAYS) $(CHECK_SCRIPTS) $(CLI_TESTS)

test-sanitized: deps
	@$(MAKE) -k $(PARALLEL) BUILD=$(BUILD)-asan SANITIZE=1 test-programs || true
	@tests/run.sh $(BUILD)-asan $(patsubst $(BUILD)/%,$(BUILD)-asan/%,$(TEST_PROGRAMS) $(FUZZ_REPLAYS))

# ---- check ----
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h')
TIDY_FLAGS = -std=c11 $(CPPFLAGS_ALL) -DCL_TARGET_OPENCL_VERSION=120 -I$(shell llvm-config-14 --includedir) -fopenmp

.PHONY: check check-format check-tidy check-rooms
check: deps
	@$(MAKE) -k check-format check-rooms check-tidy

check-format:
	@echo "clang-format: $(words $(SOURCES)) files"
	@clang-format-14 --dry-run -Werror $(SOURCES)

check-tidy:
	@echo "clang-tidy: $(words $(filter %.c,$(SOURCES))) files"
	@printf '%s\n' $(filter %.c,$(SOURCES)) | \
	    xargs -P$(shell nproc) -I{} clang-tidy-14 --quiet {} -- $(TIDY_FLAGS) 2>&1 | \
	    { ! grep -v -e ' warnings generated' -e 'Suppressed .* warnings'; }

check-rooms:
	@tests/check-rooms.sh $(foreach room,$(ROOMS),"$(room): $(USES_$(room))")
	@echo "rooms: no forbidden include"
