# make reproduce-dram-fifos   depth of the bank FIFOs of staged memory scheduling, chosen by mixes of some blocks of 'make reproduce-dram' (mk/dram.mk) and
#                             judged by others, into the section "Another depth" of docs/DRAM.md. Every simulation is kept and an interrupted command goes
#                             on.

# Blocks, a mix of each category each: the first is that of the studies of figures 5.3 to 5.11; by those to judge nothing was chosen. Length of a
# mix in core cycles, entries of a FIFO (our choices).
FIFOS_TRAINING ?= 01 02 03
FIFOS_JUDGED   ?= 08 09 10 11
FIFOS_CYCLES   ?= 300000
FIFOS_DEPTHS   ?= 2 3 5 8 10 15
# Ten quanta in a mix, as in mk/dram.mk.
FIFOS_QUANTUM  := quantum=30000
FIFOS := $(REPRO)/dram_fifos/$(shell echo $(FIFOS_TRAINING) $(FIFOS_JUDGED) $(FIFOS_CYCLES) $(FIFOS_DEPTHS) | cksum | cut -d' ' -f1)

# $(1) = blocks.
fifos_mixes = @mkdir -p $(@D) && for block in $(1); do $(BUILD)/$(DRAM_CLASSES) | \
    awk -v gpus="$(DRAM_GPUS)" -v from=$$block -v each=$$block -f datasets/dram_mixes.awk; done >$@.new && mv $@.new $@
$(FIFOS)/training.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	$(call fifos_mixes,$(FIFOS_TRAINING))
$(FIFOS)/judged.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	$(call fifos_mixes,$(FIFOS_JUDGED))

# $(1) = NAME=POLICY..., with commas.
fifos_run = @echo "dram: FIFOs, $(@F)" && $(BUILD)/poise evaluate -c sms --set mix_cycles=$(FIFOS_CYCLES) --mixes $< -s "$(1)" --alone dram:frfcfs \
    -o $(basename $@).h5 --csv $@ >$(basename $@).txt
$(FIFOS)/training.csv: $(FIFOS)/training.mixes | $(REPRO)/captured
	$(call fifos_run,$(call comma_list,$(foreach n,$(FIFOS_DEPTHS),fifo_$(n)=dram:sms:dcs_fifo=$(n))))
# The depth of the best mean of system performance, the GPU as a core.
$(FIFOS)/chosen: $(FIFOS)/training.csv datasets/dram_rows.awk
	@awk -f datasets/dram_rows.awk $< | awk -F, 'NR > 1 { sum[$$3] += $$5 + $$6 } \
	    END { for (name in sum) if (best == "" || sum[name] > sum[best]) best = name; sub(/.*_/, "", best); print best }' >$@.new && mv $@.new $@
$(FIFOS)/judged.csv: $(FIFOS)/judged.mixes $(FIFOS)/chosen | $(REPRO)/captured
	$(call fifos_run,tcm=dram:tcm:$(DRAM_RANKED):$(FIFOS_QUANTUM)$(comma)sms=dram:sms$(comma)chosen_$$(cat $(FIFOS)/chosen)=dram:sms:dcs_fifo=$$(cat $(FIFOS)/chosen))

$(REPRO)/dram_fifos.csv: $(FIFOS)/training.csv $(FIFOS)/judged.csv datasets/dram_rows.awk
	@awk -f datasets/dram_rows.awk $(filter %.csv,$^) >$@.new && mv $@.new $@

.PHONY: reproduce-dram-fifos
reproduce-dram-fifos: deps
	$(call reproduce_parts,$(REPRO)/dram_fifos.csv)
