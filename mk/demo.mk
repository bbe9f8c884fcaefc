# make demo: the whole pipeline on real kernels. Every step is one command line that is shown before it runs, with its
# time after it. Results are kept under demo/: an interrupted demo continues where it stopped, `make demo-clean` starts
# it over. DEMO_SET=full takes all programs of the manifest, DEMO_GRID=full measures every {N, p} point, DEMO_CAPTURE=no takes
# the traces that are shipped instead of recording them.

DEMO         := demo
DEMO_MACHINE := demo-8sm
DEMO_SET     := demo
DEMO_GRID    := coarse
DEMO_CAPTURE := yes

# Names of the manifest's runs of one split. Fields: name split set suite p_best program arguments.
manifest_runs = $(shell awk '!/^\#/ && $$2 == "$(1)" && ($$3 == "demo" || "$(DEMO_SET)" == "full") { print $$1 }' \
                    datasets/manifest)
# Program and arguments of one run.
manifest_command = $(shell awk '$$1 == "$(1)" { $$1 = $$2 = $$3 = $$4 = $$5 = ""; print }' datasets/manifest)

DEMO_TRAINING   := $(call manifest_runs,training)
DEMO_EVALUATION := $(call manifest_runs,evaluation)
DEMO_CONTROL    := $(call manifest_runs,control)
DEMO_RUNS       := $(DEMO_TRAINING) $(DEMO_EVALUATION) $(DEMO_CONTROL)
DEMO_POLICIES   := gto,swl,static_best,poise:models/thesis.model,poise:$(DEMO)/poise.model

# The words after it are shown, run and timed.
STEP = @step() { \
    printf '\n$$ %s\n' "$$*"; \
    begin=$$(date +%s.%N); \
    PATH=$(abspath $(BUILD)):$(abspath $(BUILD))/datasets:$$PATH "$$@" || exit $$?; \
    printf '  (%.1f s)\n' "$$(echo "$$(date +%s.%N) $$begin" | awk '{ print $$1 - $$2 }')"; \
}; step

.PHONY: demo demo-captures demo-result demo-clean
demo: deps
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) --no-print-directory $(PARALLEL) --output-sync=target demo-captures
	@$(MAKE) --no-print-directory demo-result

# ---- 1. capture: run each OpenCL program and record a warp trace of every kernel launch ----
demo-captures: $(addprefix $(DEMO)/captured/,$(DEMO_RUNS))

ifeq ($(DEMO_CAPTURE),no)
record = cp -R datasets/shipped/$(1) $(DEMO)/traces/$(1)
else
record = poise capture -o $(DEMO)/traces/$(1) -- $(call manifest_command,$(1))
endif

$(DEMO)/captured/%: $(BUILD)/poise $(CAPTURE_TARGETS) $(DATASET_PROGRAMS) datasets/manifest
	@mkdir -p $(@D) $(DEMO)/traces && rm -rf $(DEMO)/traces/$*
	$(STEP) $(call record,$*)
	@touch $@

# ---- 2. profile: simulate every launch at the {N, p} points of the grid ----
traces_of   = $(addprefix $(DEMO)/traces/,$(1))
captured_of = $(addprefix $(DEMO)/captured/,$(1))

$(DEMO)/training.h5: $(call captured_of,$(DEMO_TRAINING))
	$(STEP) poise profile -c $(DEMO_MACHINE) --grid $(DEMO_GRID) --split training -o $@ $(call traces_of,$(DEMO_TRAINING))

$(DEMO)/evaluation.h5: $(call captured_of,$(DEMO_EVALUATION))
	$(STEP) poise profile -c $(DEMO_MACHINE) --grid $(DEMO_GRID) --split evaluation -o $@ $(call traces_of,$(DEMO_EVALUATION))

# Every launch in pictures.
$(DEMO)/%.html: $(DEMO)/%.h5
	$(STEP) poise report $< -o $@

# ---- 3. features, 4. train, 5. compile ----
$(DEMO)/dataset.h5: $(DEMO)/training.h5 $(DEMO)/evaluation.h5
	$(STEP) poise features --view logs --weights program $^ -o $@

$(DEMO)/poise.model: $(DEMO)/dataset.h5
	$(STEP) poise train -m choice --features sampled --ridge 1,3,10,30 --summary -o $@ $<
	$(STEP) poise predict --features sampled $@ $<

# How good the model is on programs that were left out of training, and what it learned, in pictures.
$(DEMO)/model.html: $(DEMO)/poise.model $(DEMO)/dataset.h5
	$(STEP) poise report $^ -o $@

$(DEMO)/poise_weights.h: $(DEMO)/poise.model
	$(STEP) poise compile $< -o $@

EVALUATE_UNSEEN = poise evaluate -c $(DEMO_MACHINE) -s $(DEMO_POLICIES) --profile $(DEMO)/evaluation.h5 \
    -o $(DEMO)/results.h5 --csv $(DEMO)/results.csv --json $(DEMO)/results.json $(call traces_of,$(DEMO_EVALUATION))

# ---- 6. evaluate: a compute-bound control, and the policies on programs that the model has not seen ----
demo-result: $(DEMO)/poise_weights.h $(DEMO)/training.html $(DEMO)/evaluation.html $(DEMO)/model.html
	$(STEP) poise evaluate -c $(DEMO_MACHINE) -s gto,poise:$(DEMO)/poise.model --metrics speedup \
	    $(call traces_of,$(DEMO_CONTROL))
	$(STEP) $(EVALUATE_UNSEEN)
	$(STEP) poise report $(DEMO)/results.h5 --profile $(DEMO)/evaluation.h5 -o $(DEMO)/results.html

# The README shows this table: demo-check compares it with what the demo computes. It is that of LLVM 14, whose traces are the
# shipped ones.
.PHONY: demo-check
ifneq ($(filter 14,$(LLVM))$(filter no,$(DEMO_CAPTURE)),)
demo-check: $(DEMO)/poise_weights.h
	@PATH=$(abspath $(BUILD)):$$PATH $(EVALUATE_UNSEEN) --progress never 2>/dev/null | tests/demo_table.sh
else
demo-check:
	@echo "not compared: the table of the README is of traces of LLVM 14, those of LLVM $(LLVM) differ a little (docs/CAPTURE.md);" \
	    "'make demo-clean demo DEMO_CAPTURE=no' takes the traces of LLVM 14 that are shipped"
endif

demo-clean:
	rm -rf $(DEMO)
