# make mutants   are the tests able to fail? Small changes of the code, one at a time, each of which some test must notice; exit code 1 if one
#                is not noticed and tests/mutants/verdicts.txt does not say why that cannot be (CONTRIBUTING.md)
#                MUTANTS=300 so many, chosen by SEED=1, from FILES="sim train/negbin" (all of them), MUTANT_JOBS=1 side by side
#
# Modules are one shared library here, and a mutant is a library of one object that stands before it: nothing else is linked again.

MUTANTS        ?= 300
SEED           ?= 1
MUTANT_JOBS    ?= 1
FILES          ?=
MUTANTS_BUILD  := $(BUILD)-mutants
REACH_BUILD    := $(BUILD)-reach
# Tests of these are not asked: what they link or how they fail is their own.
MUTANT_OMITTED := $(BUILD)/tests/unit/swap/test_swap_no_memory $(filter $(addprefix $(BUILD)/tests/unit/,$(addsuffix /%,capture datasets cli bench probe report design swap)),$(TEST_PROGRAMS))
MUTANT_TESTS   := $(patsubst $(BUILD)/tests/%,%,$(filter-out $(MUTANT_OMITTED),$(TEST_PROGRAMS)))
MUTANT_CORPORA := $(filter-out matrix_market,$(FUZZ_NAMES))
SHARED_MODULES := $(filter-out cli,$(MODULES))

$(BUILD)/obj/tests/mutants/reach.o: CFLAGS_ALL += -fno-sanitize-coverage=trace-pc
$(BUILD)/lib/libpoise_modules.so: $(SHARED_MODULES:%=$(BUILD)/lib/lib%.a) $(if $(REACH),$(BUILD)/obj/tests/mutants/reach.o)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -shared -o $@ $(filter %.o,$^) -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive $(PKG_LIBS) $(LEARN_LIBS)
$(BUILD)/lib/libpoise_mutant.so: | $(BUILD)/lib/libpoise_modules.so
	$(Q)echo | $(CC) -shared -fPIC -x c - -o $@

# Programs find both libraries by this path, or by LD_LIBRARY_PATH before it.
MUTANT_LINK = $(CC) $(LDFLAGS_ALL) $(PLAIN_CODE) -o $@ $(filter %.o %.a,$^) -L$(BUILD)/lib -Wl,-rpath,$(abspath $(BUILD))/lib \
                  -Wl,--no-as-needed -lpoise_mutant -lpoise_modules -lgomp $(PKG_LIBS) -lcmocka
MUTANT_LIBS = $(BUILD)/lib/libpoise_mutant.so $(BUILD)/lib/libpoise_modules.so
# Tests whose functions stand before those of the C library: in a shared library's calls, too.
STAND_INS   = $(patsubst tests/%.c,$(BUILD)/programs/tests/%,$(shell grep -lwE 'int (fsync|fdatasync|syncfs|rename)' $(TEST_SOURCES)))
$(BUILD)/programs/tests/%: $(PLAIN)/obj/tests/%.o $(MUTANT_LIBS)
	@mkdir -p $(@D)
	$(Q)$(MUTANT_LINK)
$(STAND_INS): $(BUILD)/programs/tests/%: $(BUILD)/obj/tests/%.o $(MUTANT_LIBS)
	@mkdir -p $(@D)
	$(Q)$(MUTANT_LINK)
$(BUILD)/programs/fuzz/replay_%: $(PLAIN)/obj/fuzz/fuzz_%.o $(MUTANT_LIBS)
	@mkdir -p $(@D)
	$(Q)$(MUTANT_LINK)
# The command lies where its presets, models and so on do.
$(BUILD)/command/poise: $(BUILD)/lib/libcli.a $(MUTANT_LIBS)
	@mkdir -p $(@D)/tests
	$(Q)ln -sfn $(filter-out %/poise %/tests,$(abspath $(wildcard $(PLAIN)/*))) $(@D)
	$(Q)$(MUTANT_LINK) -rdynamic

.PHONY: mutants mutant-programs
mutant-programs: $(MUTANT_TESTS:%=$(BUILD)/programs/tests/%) $(MUTANT_CORPORA:%=$(BUILD)/programs/fuzz/replay_%) $(BUILD)/command/poise
	$(Q)ln -sfn $(abspath $(PLAIN)/presets $(PLAIN)/models Makefile infer) $(BUILD)/programs # where they look for them
	$(Q)ln -sfn $(abspath datasets) $(BUILD) # where the command does: its manifest lies in the source tree
mutants: export MUTANT_COMPILER = $(CC) $(CPPFLAGS_ALL) -std=c11 -fPIC -fopenmp
mutants: deps-check
	@$(MAKE) --no-print-directory $(PARALLEL) all tests fuzz-replays
	@$(MAKE) --no-print-directory $(PARALLEL) BUILD=$(MUTANTS_BUILD) PLAIN=$(BUILD) OPT=-O1 LTO= CFLAGS='-w -fvisibility=default' mutant-programs
	@$(MAKE) --no-print-directory $(PARALLEL) BUILD=$(REACH_BUILD) REACH=1 OPT='-O1 -g1 -gdwarf-4' LTO= \
	    CFLAGS='-w -fvisibility=default -fsanitize-coverage=trace-pc' $(REACH_BUILD)/lib/libpoise_modules.so
	@tests/mutants/run.py --plain $(BUILD) --programs $(MUTANTS_BUILD) --reach $(REACH_BUILD) \
	    --mutants $(MUTANTS) --seed $(SEED) --jobs $(MUTANT_JOBS) $(FILES)
