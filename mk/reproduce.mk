# make reproduce   chapter 5 of the thesis on its machine: profiles, models, evaluations and sensitivities, into docs/RESULTS.md.
#                  About half an hour on two cores (docs/RESULTS.md). Every part is a file under reproduce/ that is made when it is missing; an
#                  interrupted sweep or evaluation goes on where it stopped. `make reproduce-clean` starts over.

REPRO         := reproduce
# $(1) = the parts of a document: made one after the other, kept, and filled in.
define reproduce_parts
@$(MAKE) --no-print-directory $(PARALLEL) all
@$(MAKE) --no-print-directory -j1 $(1)
$(STEP) datasets/results.sh keep $(REPRO)
$(STEP) datasets/results.sh update
endef
# From a table of windows under several shares to the integers that choose one (docs/TRAIN.md): $(1) = the table and $(2) = the model, without .csv and .bin,
# $(3) = view, $(4) = name. The rows of a mix are one program, left out together when the ridge is chosen; with the largest one a model is all but a constant.
LEARNED_CHOICE := -m choice --ridge 10,100,1000,10000
define learned_pipeline
$(1).h5: $(1).csv
	@$$(BUILD)/poise features --from csv --view $(3) -o $$@ $$<
$(2).model: $(1).h5
	@$$(BUILD)/poise train $$(LEARNED_CHOICE) --name $(4) -o $$@ $$<
$(2).bin: $(2).model $(1).h5
	@$$(BUILD)/poise compile --data $(1).h5 -o $$@ $$<
endef
# Launches of each kernel function that are measured of the programs of hundreds of launches (our choice).
REPRO_LAUNCHES := 2

# Runs of the evaluation split that fill the thesis machine. Fields: name split set suite p_best program arguments.
repro_runs = $(shell awk '$$2 == "$(1)" && $$3 == "full" && $$4 $(2) "mapreduce" { print $$1 }' datasets/manifest)
REPRO_RUNS    := $(call repro_runs,evaluation,!=)
REPRO_MANY    := $(call repro_runs,evaluation,==)
REPRO_CONTROL := $(call repro_runs,control,!=)
# Programs that the thesis learns from (Table 5.4).
REPRO_LEARN   := gco ccl pvr

# ---- models ----
THREE_MODEL := $(REPRO)/three.model
BEST_MODEL  := models/default.model
BEST_VIEW   := logs

# The profile that is shipped was measured by 'make profiles'.
$(REPRO)/three.h5: datasets/profiles/training.h5 | $(BUILD)/poise
	@mkdir -p $(@D)
	$(STEP) poise features $(REPRO_LEARN:%=--program %) -o $@ $<

$(REPRO)/all.h5: datasets/profiles/training.h5 | $(BUILD)/poise
	@mkdir -p $(@D)
	$(STEP) poise features --weights program -o $@ $<

$(THREE_MODEL): $(REPRO)/three.h5
	$(STEP) poise train -m negbin --recipe thesis -o $@ $<

# ---- profiles of the evaluation split: the best tuples, 20 to 45 simulations of each launch ----
REPRO_TRACES = $(1:%=datasets/traces/%)

$(REPRO)/evaluation/profile.h5: | $(REPRO)/captured
	$(STEP) poise profile --grid adaptive -o $(@D) $(call REPRO_TRACES,$(REPRO_RUNS))

$(REPRO)/mapreduce/profile.h5: | $(REPRO)/captured
	$(STEP) poise profile --grid adaptive --launches $(REPRO_LAUNCHES) -o $(@D) $(call REPRO_TRACES,$(REPRO_MANY))

$(REPRO)/captured:
	@mkdir -p $(@D)
	@$(MAKE) --no-print-directory datasets
	@touch $@

# ---- evaluations ----
comma_list = $(subst $(empty) $(empty),$(comma),$(strip $(1)))
POISE_MODELS     := poise:$(THREE_MODEL) poise:$(BEST_MODEL)
REPRO_POLICIES   := gto swl static_best $(POISE_MODELS) poise:$(BEST_MODEL):mode=shared
REPRO_OTHERS     := gto pcal_swl ccws daws apres
# First strides of the local search over N and p (Figure 5.13); 2 and 4 are those of the policies above.
REPRO_STRIDES    := 0:0 1:1 2:2 4:4
stride            = $(foreach s,$(REPRO_STRIDES),$(1):stride_n=$(word 1,$(subst :, ,$(s))):stride_p=$(word 2,$(subst :, ,$(s))))

# $(1) = policies, $(2) = runs, $(3) = options; results.h5 and a line for each program and policy.
evaluate_runs = $(STEP) poise evaluate -o $(@:%.csv=%.h5) --csv $@ -s $(call comma_list,$(1)) $(3) $(call REPRO_TRACES,$(2))

$(REPRO)/policies.csv: $(REPRO)/evaluation/profile.h5 $(THREE_MODEL)
	$(call evaluate_runs,$(REPRO_POLICIES),$(REPRO_RUNS),--profile $<)

$(REPRO)/others.csv: $(REPRO)/evaluation/profile.h5
	$(call evaluate_runs,$(REPRO_OTHERS),$(REPRO_RUNS),--profile $<)

$(REPRO)/mapreduce.csv: $(REPRO)/mapreduce/profile.h5 $(THREE_MODEL)
	$(call evaluate_runs,$(REPRO_POLICIES) pcal_swl,$(REPRO_MANY),--profile $< --nearest)

$(REPRO)/strides.csv: $(THREE_MODEL) | $(REPRO)/captured
	$(call evaluate_runs,gto $(call stride,poise:$(BEST_MODEL)),$(REPRO_RUNS))

$(REPRO)/control.csv: $(THREE_MODEL) | $(REPRO)/captured
	$(call evaluate_runs,gto $(POISE_MODELS) poise:$(BEST_MODEL):mode=shared,$(REPRO_CONTROL))

# The same work four to ten times as long: what sampling and searching for {N, p} cost.
LONG_nbody        := --size 49152 --heavy 512
LONG_matmul       := --size 384 --depth 512
LONG_blackscholes := --size 1572864
LONG_mvt          := --size 49152 --cols 96 --sum host
LONG_bicg         := --size 49152 --cols 128 --sum host

$(REPRO)/long/%_long: | $(REPRO)/captured
	$(STEP) poise capture -o $@ -- $* $(LONG_$*)

long_runs = $(1:%=$(REPRO)/long/%_long)
$(REPRO)/control_long.csv: $(THREE_MODEL) $(call long_runs,nbody matmul blackscholes)
	$(call evaluate_runs,gto $(POISE_MODELS) poise:$(BEST_MODEL):mode=shared,,$(filter %_long,$^))

# (2, 2) is SWL's tuple of both.
$(REPRO)/long.csv: $(THREE_MODEL) $(call long_runs,mvt bicg)
	$(call evaluate_runs,gto swl:2 $(POISE_MODELS) poise:$(BEST_MODEL):mode=shared,,$(filter %_long,$^))

# The model that was learned on the hashed 16 KB L1 on others (Figure 5.12). The hash knows 32 and 64 sets only.
L1_linear_16 := l1_index=linear
L1_linear_64 := l1_index=linear,l1_sets=128
L1_hash_64   := l1_sets=64,l1_ways=8
REPRO_L1     := linear_16 linear_64 hash_64
$(REPRO)/l1_%.csv: $(THREE_MODEL) | $(REPRO)/captured
	$(call evaluate_runs,gto poise:$(BEST_MODEL),$(REPRO_RUNS),--set $(L1_$*))

# What throttling is still worth with four times the L1.
$(REPRO)/l1_rest.csv: | $(REPRO)/captured
	$(call evaluate_runs,gto swl:6 swl:12 swl:18,$(REPRO_RUNS),--set $(L1_hash_64))

# ---- offline: errors, and what each feature is worth (Figure 5.14) ----
$(REPRO)/unseen.h5: $(REPRO)/evaluation/profile.h5
	$(STEP) poise features -o $@ $<

$(REPRO)/unseen_best.h5: $(REPRO)/evaluation/profile.h5
	$(STEP) poise features --view $(BEST_VIEW) -o $@ $<

$(REPRO)/offline_three.csv: $(THREE_MODEL) $(REPRO)/unseen.h5
	$(STEP) poise predict --csv $@ $^
$(REPRO)/offline_best.csv: $(BEST_MODEL) $(REPRO)/unseen_best.h5
	$(STEP) poise predict --csv $@ $^

$(REPRO)/features_three.txt: $(REPRO)/three.h5
	$(STEP) sh -c 'poise train -m negbin --analyse features $< > $@'
$(REPRO)/features_best.txt: $(REPRO)/all.h5
	$(STEP) sh -c 'poise train -m speed --ridge 1 --spread 0.4 --analyse features $< > $@'

$(REPRO)/surface.csv: $(REPRO)/evaluation/profile.h5
	$(STEP) poise report --format csv -o $@ $<
$(REPRO)/training.csv: datasets/profiles/training.h5 | $(BUILD)/poise
	$(STEP) poise report --format csv -o $@ $<
$(REPRO)/surface_many.csv: $(REPRO)/mapreduce/profile.h5
	$(STEP) poise report --format csv -o $@ $<

# ---- when does p < N pay? Synthetic kernels, then programs, on machines that differ in one thing (docs/RESULTS.md) ----
# A quarter of the machine; every warp walks 32 lines of its own 8 times.
PAYS_LINES    := 1 2 4 8 16 32
PAYS_FEW      := 1 4 8
PAYS_RUNS     := mvt bicg atax gesummv
PAYS_base     :=
PAYS_mshrs    := l1_mshrs=128
PAYS_l1       := l1_index=linear,l1_sets=128
PAYS_l2       := l2_sets=344
PAYS_dram     := memory=ideal-dram
PAYS_port     := l2_port_bytes=128
PAYS_flit     := flit_reply_bytes=160
PAYS_crossbar := flit_reply_bytes=160,l2_port_bytes=128
PAYS_below    := memory=infinite
PAYS          := base mshrs l1 l2 dram port flit crossbar below

$(REPRO)/reuse/lines_%/0000-reuse.wtr: | $(BUILD)/poise
	@mkdir -p $(@D)
	$(STEP) poise trace make reuse --blocks 48 --lines $* -o $@

# Kept, although only pattern rules name them.
.SECONDARY: $(PAYS_LINES:%=$(REPRO)/reuse/lines_%/0000-reuse.wtr) $(call long_runs,nbody matmul blackscholes mvt bicg)

pays_profile = $(STEP) poise profile -c demo-8sm $(if $(PAYS_$*),--set $(PAYS_$*)) -o $(@:%.csv=%)
pays_csv     = $(STEP) poise report --format csv -o $@ $(@:%.csv=%)/profile.h5

$(REPRO)/pays_%.csv: $(PAYS_LINES:%=$(REPRO)/reuse/lines_%/0000-reuse.wtr)
	$(pays_profile) --grid coarse $(patsubst %,$(REPRO)/reuse/lines_%,$(if $(filter base,$*),$(PAYS_LINES),$(PAYS_FEW)))
	$(pays_csv)

$(REPRO)/programs_%.csv: | $(REPRO)/captured
	$(pays_profile) --grid adaptive $(call REPRO_TRACES,$(PAYS_RUNS))
	$(pays_csv)

# All of it again on the thesis machine with a wide way from the L2.
$(REPRO)/wide/profile.h5: | $(REPRO)/captured
	$(STEP) poise profile --set $(PAYS_crossbar) --grid adaptive -o $(@D) $(call REPRO_TRACES,$(REPRO_RUNS))
$(REPRO)/wide.csv: $(REPRO)/wide/profile.h5 $(THREE_MODEL)
	$(call evaluate_runs,$(REPRO_POLICIES) pcal_swl,$(REPRO_RUNS),--set $(PAYS_crossbar) --profile $<)

# Two launches of ii, whose best tuple the thesis shows, with all of the machine.
$(REPRO)/case.csv: | $(REPRO)/captured
	$(STEP) poise profile --set $(PAYS_crossbar) --grid adaptive -o $(@:%.csv=%) datasets/traces/ii/0000-map_count.wtr \
	    datasets/traces/ii/0114-sort_step.wtr
	$(pays_csv)

# ---- the document ----
REPRO_PARTS := policies others mapreduce strides control control_long long $(REPRO_L1:%=l1_%) l1_rest offline_three offline_best surface surface_many training \
               $(PAYS:%=pays_%) programs_base programs_crossbar case wide
REPRO_FILES := $(REPRO_PARTS:%=$(REPRO)/%.csv) $(REPRO)/features_three.txt $(REPRO)/features_best.txt

.PHONY: reproduce reproduce-clean
reproduce: deps
	$(call reproduce_parts,$(REPRO_FILES))

reproduce-clean:
	rm -rf $(REPRO)
