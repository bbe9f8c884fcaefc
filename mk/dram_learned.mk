# make reproduce-dram-learned   p of staged memory scheduling, learned: windows and a sweep of p on the training mixes, models, and mixes of programs
#                               that are not in them under these, into the section "A learned p" of docs/DRAM.md, which says how long it takes. Every
#                               simulation is kept and an interrupted command goes on.
# make reproduce-dram-learned LEARNED_EACH=1   one mix of each category in either part

# Mixes of each category in either part, and their length in core cycles (our choice: the whole is to fit into a quarter of an hour).
LEARNED_EACH   ?= 3
LEARNED_CYCLES ?= 300000

# SMS as it is, and with FIFOs of banks so short that its second stage has more to decide.
LEARNED_KINDS := own short
LEARNED_own   := sms:window=10000
LEARNED_short := sms:window=10000:dcs_fifo=4
# Weights of the GPU in what is learned.
LEARNED_WEIGHTS := 1 10

# p in twentieths, the choices of a model (train/method/choose_tuple.c).
LEARNED_P     := 0 4 8 12 16 18 20
# $(1) = kind.
LEARNED_SWEEP  = $(foreach n,$(LEARNED_P),p_$(n)=dram:$(LEARNED_$(1)):p=$(shell awk 'BEGIN { print $(n) / 20 }'))
# Ten intervals in a mix, as in 'make reproduce-dram'.
LEARNED_RULES  = dynamic=dram:$(LEARNED_$(1)):interval=30000 $(foreach w,$(LEARNED_WEIGHTS),learned_$(w)=dram:$(LEARNED_$(1)):model=$(LEARNED)/$(1)/p_$(w).bin)
# As many random sequences at p = 0.9 as there are values of p: what the best of so many runs is worth without a p to choose.
LEARNED_SEEDS := $(foreach n,2 3 4 5 6 7,seed_$(n)=dram:$(LEARNED_own):p=0.9:seed=$(n))

LEARNED := $(REPRO)/dram_learned/$(shell echo $(LEARNED_EACH) $(LEARNED_CYCLES) $(LEARNED_P) $(LEARNED_own) $(LEARNED_short) | cksum | cut -d' ' -f1)

# Of each class of CPU programs, and of the GPU programs, the first, third, ... are for training, the others for judging.
$(LEARNED)/training.mixes: LEARNED_FIRST := 0
$(LEARNED)/judged.mixes:   LEARNED_FIRST := 1
$(LEARNED)/training.mixes $(LEARNED)/judged.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	@mkdir -p $(@D) && $(BUILD)/$(DRAM_CLASSES) | awk 'of[$$1]++ % 2 == $(LEARNED_FIRST)' | awk -v each=$(LEARNED_EACH) \
	    -v gpus="$$(echo $(DRAM_GPUS) | tr ' ' '\n' | awk '(NR - 1) % 2 == $(LEARNED_FIRST)' | paste -sd' ')" \
	    -f datasets/dram_mixes.awk >$@.new && mv $@.new $@

# $(1) = NAME=POLICY...
learned_run = @echo "dram: learned, $(@:$(LEARNED)/%=%)" && mkdir -p $(@D) && $(BUILD)/poise evaluate -c sms --set mix_cycles=$(LEARNED_CYCLES) --mixes $< \
    -s $(call comma_list,$(1)) --alone dram:frfcfs -o $(basename $@).h5 --csv $@ --json $(basename $@).json >$(basename $@).txt

# A row for each mix and p, with the mean of its windows, and how good every p is for the mix, over p = 1. $(1) = kind, $(2) = weight, $(3) = part that is
# learned from, $(4) = name.
define learned_model
$$(LEARNED)/$(1)/$(4)windows_$(2).csv: $$(LEARNED)/$(1)/$(3).csv datasets/dram_windows.jq datasets/windows.jq
	@jq -L datasets -r --argjson weight $(2) -f datasets/dram_windows.jq $$(<:.csv=.json) >$$@.new && mv $$@.new $$@
$$(eval $$(call learned_pipeline,$$(LEARNED)/$(1)/$(4)windows_$(2),$$(LEARNED)/$(1)/$(4)p_$(2),sms,p_of_sms))
endef
$(foreach k,$(LEARNED_KINDS),$(foreach w,$(LEARNED_WEIGHTS),$(eval $(call learned_model,$(k),$(w),training,))$(eval $(call learned_model,$(k),$(w),judged,back_))))

define learned_kind
$$(LEARNED)/$(1)/training.csv: $$(LEARNED)/training.mixes | $$(REPRO)/captured
	$$(call learned_run,$$(call LEARNED_SWEEP,$(1)))
$$(LEARNED)/$(1)/judged.csv: $$(LEARNED)/judged.mixes $$(LEARNED_WEIGHTS:%=$$(LEARNED)/$(1)/p_%.bin) | $$(REPRO)/captured
	$$(call learned_run,$$(call LEARNED_SWEEP,$(1)) $$(call LEARNED_RULES,$(1)) $(if $(filter own,$(1)),$(LEARNED_SEEDS)))
# The other way round: learned from the judged mixes, for those of training.
$$(LEARNED)/$(1)/back.csv: $$(LEARNED)/training.mixes $$(LEARNED_WEIGHTS:%=$$(LEARNED)/$(1)/back_p_%.bin) | $$(REPRO)/captured
	$$(call learned_run,$$(foreach w,$$(LEARNED_WEIGHTS),learned_$$(w)=dram:$$(LEARNED_$(1)):model=$$(LEARNED)/$(1)/back_p_$$(w).bin))
endef
$(foreach k,$(LEARNED_KINDS),$(eval $(call learned_kind,$(k))))

# What is kept: a line for each part (training with what is learned the other way round), mix and policy, with the means of what windows tell of p and of choices.
LEARNED_PARTS := $(foreach k,$(LEARNED_KINDS),$(k)/training $(k)/judged $(k)/back)
LEARNED_TOLD  := .results[] | "\(.mix),\(.policy),\(.cpu_weighted_speedup + 0),\(.gpu_speedup + 0),\(.cpu_max_slowdown + 0),\(.figures.dram_window_p.value + 0),\(.figures.dram_window_candidates.value + 0)"
$(REPRO)/dram_learned.csv: $(LEARNED_PARTS:%=$(LEARNED)/%.csv)
	@{ echo "study,mix,scheduler,cpu_weighted_speedup,gpu_speedup,cpu_max_slowdown,p,candidates"; \
	    for part in $(LEARNED_PARTS); do jq -r '$(LEARNED_TOLD)' $(LEARNED)/$$part.json | sed "s,^,$$(echo $$part | sed 's/back/training/' | tr / _)\,,"; done; } >$@.new && mv $@.new $@

.PHONY: reproduce-dram-learned
reproduce-dram-learned: deps
	$(call reproduce_parts,$(REPRO)/dram_learned.csv)
