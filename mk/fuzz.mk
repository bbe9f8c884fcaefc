# make fuzz    every fuzz target under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, FUZZ_SECONDS (60) each
#              FUZZ="scheme model"  these only
# What is new is kept in build-fuzz/corpus/NAME and goes on from there; `make fuzz-merge` takes from it into fuzz/corpus/NAME what reaches
# code that nothing there reaches. A finding ends it, and its input lies in build-fuzz/findings.

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

.PHONY: fuzz fuzz-merge
fuzz:
	@$(FUZZ_MAKE) $(FUZZ_TARGETS)
	@fuzz/run.sh $(FUZZ_BUILD) $(FUZZ_SECONDS) $(FUZZ)
fuzz-merge:
	@$(FUZZ_MAKE) $(FUZZ_TARGETS)
	@MERGE=1 fuzz/run.sh $(FUZZ_BUILD) $(FUZZ_SECONDS) $(FUZZ)
