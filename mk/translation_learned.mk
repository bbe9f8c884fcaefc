# make reproduce-translation-learned   MASK's tokens, learned: a sweep of shares of warps on training pairs, a model, and pairs of other programs under it,
#                                and tuples of Poise with and without translation, into docs/TRANSLATION.md, which says how long it takes. Every
#                                simulation is kept and an interrupted command goes on.
# make reproduce-translation-learned TOKENS_PAIRS="heavy_training:4 heavy_judged:3 any_judged:2" THROTTLE=   other pairs, no tuples

# Draws of pairs, and how many of each; their length in core cycles, twenty epochs (our choices: the whole is to take about a quarter of an hour).
TOKENS_PAIRS  ?= any_training:20 heavy_training:10 heavy_judged:8
TOKENS_CYCLES ?= 200000
# Half of the machine of MASK.
TOKENS_MACHINE := -c mask --set sms=16,channels=4,l2_banks=8,mix_cycles=$(TOKENS_CYCLES)
TOKENS_BASE    := tlb:shared_tlb
TOKENS_MASK    := tlb:mask:epoch=10000

# Shares of warps, per cent: the choices of a model (train/method/choose_tuple.c). Of one program of a pair, which is watched, while the other has what
# MASK begins with; and of both.
TOKENS_SHARES := 10 20 40 60 80 100
TOKENS_SWEEP  := $(foreach n,$(TOKENS_SHARES),first_$(n)=$(TOKENS_MASK):shares=$(n)/80:watch=0 second_$(n)=$(TOKENS_MASK):shares=80/$(n):watch=1 \
    both_$(n)=$(TOKENS_MASK):shares=$(n))
TOKENS_RULES  := shared_tlb=$(TOKENS_BASE) rule=$(TOKENS_MASK) hillclimb=$(TOKENS_MASK):hillclimb=1 rule_10=$(TOKENS_MASK):initial=10
# 80 % with epochs that differ by cycles: what the best of several runs is worth without a share to choose.
TOKENS_CHANCE := $(foreach n,1 2 3 4 5,chance_$(n)=tlb:mask:epoch=$(shell expr 10000 + $(n)):shares=80)

TOKENS := $(REPRO)/translation/learned/$(shell echo $(TOKENS_PAIRS) $(TOKENS_MACHINE) $(TOKENS_SWEEP) | cksum | cut -d' ' -f1)
TOKENS_KERNELS := $(shell awk '!/^\#/ { print $$1 }' datasets/token_kernels)
TOKENS_MADE    := $(TOKENS_KERNELS:%=$(TOKENS)/%/0000-made.wtr)
$(TOKENS_MADE): datasets/token_kernels | $(BUILD)/poise
	@mkdir -p $(@D) && $(BUILD)/poise trace make $$(awk '$$1 == "$(notdir $(@D))" { $$1 = $$2 = $$3 = ""; print }' $<) -o $@
.SECONDARY: $(TOKENS_MADE)

# A draw `any` is of kernels and of runs of the split `translation`, `heavy` of kernels alone whose loads are random, so that nearly all miss an L1 TLB. Runs
# of programs of the split `training` are learned from, those of others judge. Pairs are drawn as those of 'make reproduce-translation', without classes.
tokens_each = $(patsubst $*:%,%,$(filter $*:%,$(TOKENS_PAIRS)))
tokens_draw = $(firstword $(subst _, ,$*))
tokens_part = $(lastword $(subst _, ,$*))
$(TOKENS)/%.mixes: datasets/token_kernels datasets/manifest datasets/random_runs.awk datasets/translation_mixes.awk | $(TOKENS_MADE)
	@{ awk '$$2 == "$(tokens_part)" && ($$3 == "$(tokens_draw)" || $$3 == "both") { print $$1, "hh" }' datasets/token_kernels; \
	    [ $(tokens_draw) = heavy ] || awk '$$2 == "training" { of[$$6] = 1 } $$2 == "translation" && ($$6 in of) == ("$(tokens_part)" == "training") { print $$1, "hh" }' \
	    datasets/manifest; } | awk -v each=$(tokens_each) -f datasets/random_runs.awk -f datasets/translation_mixes.awk | sed 's,@k_,$(TOKENS)/k_,g' >$@.new && mv $@.new $@

# $(1) = NAME=POLICY...
tokens_run = @echo "translation: learned, $(@F)" && $(BUILD)/poise evaluate $(TOKENS_MACHINE) --mixes $< -s $(call comma_list,$(1)) --alone $(TOKENS_BASE) \
    -o $(@:.csv=.h5) --csv $@ --json $(@:.csv=.json) >$(@:.csv=.txt)

$(TOKENS)/%_training.csv: $(TOKENS)/%_training.mixes | $(REPRO)/translation/captured
	$(call tokens_run,$(TOKENS_SWEEP) $(TOKENS_RULES))
$(TOKENS)/%_judged.csv: $(TOKENS)/%_judged.mixes | $(REPRO)/translation/captured
	$(call tokens_run,$(TOKENS_SWEEP) $(TOKENS_RULES) $(TOKENS_CHANCE))

# A row for each pair, program and share: what its epochs count, and how good every share of its warps is for the pair.
TOKENS_DRAWN := $(foreach p,$(TOKENS_PAIRS),$(firstword $(subst :, ,$(p))))
TOKENS_LEARN := $(filter %_training,$(TOKENS_DRAWN))
$(TOKENS)/windows.csv: $(TOKENS_LEARN:%=$(TOKENS)/%.csv) datasets/token_windows.jq datasets/windows.jq
	@jq -L datasets -r -s -f datasets/token_windows.jq $(TOKENS_LEARN:%=$(TOKENS)/%.json) >$@.new && mv $@.new $@
$(eval $(call learned_pipeline,$(TOKENS)/windows,$(TOKENS)/tokens,tokens,tokens_of_mask))
$(TOKENS)/%.learned.csv: $(TOKENS)/%.mixes $(TOKENS)/tokens.bin | $(REPRO)/translation/captured
	$(call tokens_run,learned=$(TOKENS_MASK):model=$(TOKENS)/tokens.bin)

# What is kept: a line for each part, mix and policy.
TOKENS_PARTS := $(TOKENS_DRAWN) $(patsubst %,%.learned,$(filter %_judged,$(TOKENS_DRAWN)))
TOKENS_TOLD  := .results[] | . as $$r | [.mix, (.programs | map(.program) | join("+")), .policy, .weighted_speedup, .maximum_slowdown] \
    + (["l2_hit_rate", "bypass_hit_rate", "tokens", "walks", "walk_latency"] | map($$r.figures["tlb_" + .].value // "")) | map(if type == "number" then . + 0 else . end | tostring) | join(",")
$(REPRO)/translation_learned.csv: $(TOKENS_PARTS:%=$(TOKENS)/%.csv)
	@{ echo "study,mix,programs,design,weighted_speedup,max_slowdown,l2_hit_rate,bypass_hit_rate,tokens,walks,walk_latency"; \
	    for part in $(TOKENS_PARTS); do jq -r '$(TOKENS_TOLD)' $(TOKENS)/$$part.json | sed "s/^/$${part%.learned},/"; done; } >$@.new && mv $@.new $@

# ---- Poise with translation: tuples of training programs without TLBs, with them, and with an eighth of their entries ----
THROTTLE ?= gco_uniform histogram_16 moments_12 nearest_8 pagerank_uniform probe_13 sptrsv_grid spmv_uniform_8 stencil_256 transpose_512 wordcount_24
THROTTLE_AXIS := 1 2 4 8 16 24
THROTTLE_TLBS := none full small
THROTTLE_none  :=
THROTTLE_full  := +tlb:shared_tlb
THROTTLE_small := +tlb:shared_tlb:l1=8:l2=64
THROTTLE_TUPLES := $(shell echo $(THROTTLE_AXIS) | awk '{ for (i = NF; i; i--) for (k = i; k; k--) print $$i ":" $$k }')
throttle_policies = $(foreach t,$(THROTTLE_TUPLES),$(1)_$(subst :,_,$(t))=tuple:$(t)$(THROTTLE_$(1))) $(1)_gto=gto$(THROTTLE_$(1)) $(1)_poise=poise:$(BEST_MODEL)$(THROTTLE_$(1))
THROTTLE_FOLDER := $(REPRO)/translation/throttle/$(shell echo $(THROTTLE) $(THROTTLE_AXIS) $(foreach t,$(THROTTLE_TLBS),$(THROTTLE_$(t))) | cksum | cut -d' ' -f1)
$(THROTTLE_FOLDER)/%.csv: | $(REPRO)/captured
	@echo "translation: tuples, $*" && mkdir -p $(@D) && $(BUILD)/poise evaluate -c demo-8sm -s $(call comma_list,$(call throttle_policies,$*)) \
	    -o $(@:%.csv=%.h5) --csv $@ $(call REPRO_TRACES,$(THROTTLE)) >$(@:%.csv=%.txt)
$(REPRO)/translation_tuples.csv: $(THROTTLE_TLBS:%=$(THROTTLE_FOLDER)/%.csv)
	@awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; if (NR > 1) next } { print $$at["program"] "," $$at["policy"] "," $$at["cycles"] "," \
	    $$at["tlb_look_ups_total"] "," $$at["tlb_misses_total"] "," $$at["tlb_asked_total"] "," $$at["l2_walk_reads_total"] }' $^ >$@.new && mv $@.new $@

.PHONY: reproduce-translation-learned
reproduce-translation-learned: deps
	$(call reproduce_parts,$(REPRO)/translation_learned.csv $(if $(strip $(THROTTLE)),$(REPRO)/translation_tuples.csv))
