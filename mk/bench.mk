# make bench   measure simulation rates, memory, scaling and the time of a prediction; figures are kept by commit in $(BUILD)/bench, for
#              'poise bench --compare'. BENCH_ARGS adds options of 'poise bench'.

BENCH_ARGS ?=
BENCH_JSON := $(BUILD)/bench/$(COMMIT).json

.PHONY: bench
bench: $(BUILD)/poise $(INSTALLED)
	@mkdir -p $(dir $(BENCH_JSON))
	@$(BUILD)/poise bench --json $(BENCH_JSON) $(BENCH_ARGS)
	@echo && echo "written to $(BENCH_JSON)"
	@echo && echo "one prediction of N and p, the same model:" && BUILD=$(BUILD) bench/engine.sh

# The module is beside evaluate/, whose libraries fuzz targets are linked with.
$(BUILD)/fuzz/replay_bench $(BUILD)/fuzz/fuzz_bench: $(call module_libs,bench)

# A memory channel by itself, for bench/ramulator.sh.
$(BUILD)/bench/dram_stream: $(BUILD)/obj/tests/oracle/sim/dram_stream.o $(call module_libs,sim)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) $(PLAIN_CODE) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS) $(LEARN_LIBS)
