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
$(BUILD)/fuzz/replay_bench: $(call module_libs,bench)
