# make fuzz    every fuzz target under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, FUZZ_SECONDS (60) each
#              FUZZ="scheme model"  these only
# make fuzz-afl    the same targets under AFL++ in persistent mode, with its own way of choosing what to change; `make deps-fuzz` installs it
# What is new is kept in build-fuzz/corpus/NAME and goes on from there; `make fuzz-merge` takes from it into fuzz/corpus/NAME what reaches
# code that nothing there reaches. A finding ends it, and its input lies in build-fuzz/findings (of AFL++ in build-afl/afl/NAME).

FUZZ         ?= $(FUZZ_NAMES)
FUZZ_SECONDS ?= 60
FUZZ_BUILD   := $(BUILD)-fuzz
FUZZ_TARGETS := $(FUZZ:%=$(FUZZ_BUILD)/fuzz/fuzz_%) $(INSTALLED:$(BUILD)/%=$(FUZZ_BUILD)/%)
FUZZ_MAKE     = $(MAKE) --no-print-directory $(PARALLEL) BUILD=$(FUZZ_BUILD) CC=$(CLANG) SANITIZE=fuzzer

$(BUILD)/obj/fuzzing/%.o: %.c | deps-check
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@
$(BUILD)/fuzz/fuzz_%: $(BUILD)/obj/fuzzing/fuzz/fuzz_%.o $(call module_libs,evaluate)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -fsanitize=fuzzer -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS) $(LEARN_LIBS)

# Where comparisons tell a fuzzer nothing, hooks of them are most of the time: targets whose input bytes are choices, the state machines
# that they drive, without what reads text there, and where a name is looked for letter by letter, or the one that was meant.
FUZZ_CHOICES := dram frames gpuswap swap tlb
NO_COMPARES  := $(FUZZ_CHOICES:%=fuzzing/fuzz/fuzz_%) common/nearest common/options common/random sim/gpgpusim/options \
                $(filter-out swap/swap_priorities sim_hooks/vm/told_buffers, \
                $(patsubst %.c,%,$(wildcard swap/*.c sim_hooks/dram/*.c sim_hooks/tlb/*.c sim_hooks/vm/*.c sim/base/*.c sim/dram/*.c)))
ifeq ($(SANITIZE),fuzzer)
$(NO_COMPARES:%=$(BUILD)/obj/%.o): private CFLAGS_ALL += -fno-sanitize-coverage=trace-cmp
endif

.SECONDARY: $(FUZZ_NAMES:%=$(BUILD)/obj/fuzzing/fuzz/fuzz_%.o)

.PHONY: fuzz fuzz-merge
fuzz:
	@$(FUZZ_MAKE) $(FUZZ_TARGETS)
	@fuzz/run.sh $(FUZZ_BUILD) $(FUZZ_SECONDS) $(FUZZ)
fuzz-merge:
	@$(FUZZ_MAKE) $(FUZZ_TARGETS)
	@MERGE=1 fuzz/run.sh $(FUZZ_BUILD) $(FUZZ_SECONDS) $(FUZZ)

# afl-clang-fast takes the flags of clang's fuzzer, and links its own driver of LLVMFuzzerTestOneInput for them.
AFL_BUILD := $(BUILD)-afl
AFL_CC    := $(shell command -v afl-clang-fast)

.PHONY: fuzz-afl
fuzz-afl:
ifeq ($(AFL_CC),)
	@echo "fuzz-afl: skipped, there is no afl-clang-fast (make deps-fuzz)"
else
	@AFL_QUIET=1 $(MAKE) --no-print-directory $(PARALLEL) BUILD=$(AFL_BUILD) CC=$(AFL_CC) SANITIZE=fuzzer $(FUZZ_TARGETS:$(FUZZ_BUILD)/%=$(AFL_BUILD)/%)
	@fuzz/afl.sh $(AFL_BUILD) $(FUZZ_SECONDS) $(FUZZ_BUILD)/corpus $(FUZZ)
endif
