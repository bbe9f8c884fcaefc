# make reproduce-mosaic-learned   which large pages are worth moving pages for, learned: a sweep of what a walk is worth on training programs, a model,
#                                and other programs under it, in a memory that strangers have fragmented, into docs/MOSAIC.md, which says how long it
#                                takes. Every simulation is kept and an interrupted command goes on.
# make reproduce-mosaic-learned PROMOTION_CYCLES=300000   shorter runs

# Core cycles of a run, which begins again when it ends (our choice: three of four runs end by then at least once).
PROMOTION_CYCLES ?= 3000000
# Part of each large frame that the stranger has, per cent, and how pages are copied: what is learned from, and what judges.
PROMOTION_TRAINING ?= 25_bulk
PROMOTION_JUDGED   ?= 25_bulk
# Runs that were looked at while promotion was built.
PROMOTION_SEEN := embedding_tlb
# Kernels of datasets/token_kernels: random loads in 2 MB to 512 MB, and others.
PROMOTION_KERNELS := k_r1024 k_r3000 k_r8192 k_r131072 k_hh2048 k_hl k_r1500 k_r5000 k_r20000 k_r65536 k_hh4096 k_hl450

# What a walk is worth, steps of a model in per cent: the choices that are learned (train/method/choose_tuple.c), and their worths in 1/16 core cycles.
PROMOTION_STEPS := 0:0 20:4 40:16 60:64 80:256 100:1024
# $(1) = setting.
promotion_vm = vm:mosaic:paging=none:fragmentation=100:occupancy=$(firstword $(subst _, ,$(1))):compaction=$(lastword $(subst _, ,$(1)))
promotion_sweep = $(foreach n,$(PROMOTION_STEPS),worth_$(firstword $(subst :, ,$(n)))=$(MOSAIC_TLB)+$(promotion_vm):worth=$(lastword $(subst :, ,$(n))):watch=0)
promotion_rules = source=$(MOSAIC_TLB)+$(promotion_vm) free=$(MOSAIC_TLB)+$(subst :compaction=$(lastword $(subst _, ,$(1))),:compaction=ideal,$(promotion_vm))

PROMOTION := $(REPRO)/mosaic_learned/$(shell echo $(MOSAIC_MACHINE) $(PROMOTION_CYCLES) $(PROMOTION_STEPS) $(PROMOTION_KERNELS) $(PROMOTION_SEEN) | cksum | cut -d' ' -f1)
PROMOTION_MADE := $(PROMOTION_KERNELS:%=$(PROMOTION)/%/0000-made.wtr)
$(PROMOTION_MADE): datasets/token_kernels | $(BUILD)/poise
	@mkdir -p $(@D) && $(BUILD)/poise trace make $$(awk '$$1 == "$(notdir $(@D))" { $$1 = $$2 = $$3 = ""; print }' $<) -o $@
.SECONDARY: $(PROMOTION_MADE)

# Of the split `translation`, runs of programs of the split `training` are learned from, those of others judge; kernels as datasets/token_kernels says.
$(PROMOTION)/training.mixes $(PROMOTION)/judged.mixes: $(PROMOTION)/%.mixes: datasets/token_kernels datasets/manifest | $(PROMOTION_MADE) $(REPRO)/translation/captured
	@mkdir -p $(@D) && { awk '$$2 == "$*"' $< | grep -w $(PROMOTION_KERNELS:%=-e %) | awk '{ print $$1 " = $(PROMOTION)/" $$1 }'; \
	    awk '$$2 == "training" { of[$$6] = 1 } $$2 == "translation" && $$1 != "$(PROMOTION_SEEN)" { program[$$1] = $$6 } \
	    END { for (run in program) if ((program[run] in of) == ("$*" == "training")) print run " = @" run }' datasets/manifest | sort; } >$@.new && $(if_changed)

# $(1) = NAME=SCHEME...
promotion_run = @echo "mosaic: learned, $(@F)" && $(BUILD)/poise evaluate -c $(MOSAIC_MACHINE) --set mix_cycles=$(PROMOTION_CYCLES) --mixes $< \
    -s $(call comma_list,$(1)) --alone worth_0=$(MOSAIC_TLB)+$(call promotion_vm,$*):worth=0 -o $(@:.csv=.h5) --csv $@ --json $(@:.csv=.json) >$(@:.csv=.txt)
$(PROMOTION_TRAINING:%=$(PROMOTION)/training.%.csv): $(PROMOTION)/training.%.csv: $(PROMOTION)/training.mixes
	$(call promotion_run,$(call promotion_sweep,$*) $(call promotion_rules,$*))
$(PROMOTION_JUDGED:%=$(PROMOTION)/judged.%.csv): $(PROMOTION)/judged.%.csv: $(PROMOTION)/judged.mixes
	$(call promotion_run,$(call promotion_sweep,$*) $(call promotion_rules,$*))

# A row for each run, setting and worth: what its windows count, and how good every worth is.
$(PROMOTION)/windows.csv: $(PROMOTION_TRAINING:%=$(PROMOTION)/training.%.csv) datasets/promotion_windows.jq datasets/windows.jq
	@jq -L datasets -r -s -f datasets/promotion_windows.jq $(PROMOTION_TRAINING:%=$(PROMOTION)/training.%.json) >$@.new && mv $@.new $@
# Smaller ridges are tried as well: on training programs left out 1 is better than 10 (our choice).
$(PROMOTION)/worth.model: LEARNED_CHOICE := -m choice --ridge 0.1,0.3,1,3,10,100
$(eval $(call learned_pipeline,$(PROMOTION)/windows,$(PROMOTION)/worth,frames,worth_of_walks))
$(PROMOTION_JUDGED:%=$(PROMOTION)/learned.%.csv): $(PROMOTION)/learned.%.csv: $(PROMOTION)/judged.mixes $(PROMOTION)/worth.bin
	$(call promotion_run,learned=$(MOSAIC_TLB)+$(call promotion_vm,$*):model=$(PROMOTION)/worth.bin)

# What is kept: a line for each part, setting, run and design.
PROMOTION_PARTS := $(PROMOTION_TRAINING:%=training.%) $(PROMOTION_JUDGED:%=judged.%) $(PROMOTION_JUDGED:%=learned.%)
PROMOTION_TOLD  := .results[] | . as $$r | [.mix, .policy, .weighted_speedup] + (["coalesced", "gathered", "moved", "stalled", "walks"] | map($$r.figures["vm_" + .].value // $$r.figures["tlb_" + .].value // "")) \
    | map(if type == "number" then . + 0 else . end | tostring) | join(",")
$(REPRO)/mosaic_learned.csv: $(PROMOTION_PARTS:%=$(PROMOTION)/%.csv)
	@{ echo "part,setting,run,design,speedup,coalesced,gathered,moved,stalled,walks"; \
	    for part in $(PROMOTION_PARTS); do jq -r '$(PROMOTION_TOLD)' $(PROMOTION)/$$part.json | sed "s/^/$${part%%.*},$${part#*.},/"; done; } >$@.new && mv $@.new $@

.PHONY: reproduce-mosaic-learned
reproduce-mosaic-learned: deps
	$(call reproduce_parts,$(REPRO)/mosaic_learned.csv)
