# make reproduce-dram   chapter 5 of [RA], staged memory scheduling: 16 CPU cores and a GPU at one memory under the schedulers that it compares,
#                       105 mixes and what the machine is changed by, into docs/DRAM.md, which says how long it takes. Parts are files under
#                       reproduce/, as those of 'make reproduce'; every simulation is kept and an interrupted command goes on.
# make reproduce-dram DRAM_SHARD=2/8   only this share of the simulations, into the same folder; the command without it puts all together
# make dram-mixes       the mixes alone, and their tables on the screen: DRAM_EACH=1 is one mix of each category, minutes;
#                       DRAM_SCHEDULERS="frfcfs sms" these schedulers

# Mixes of each category; of the studies, which have the four categories with programs of high intensity, as the source from its figure 5.8 on.
DRAM_EACH       ?= 15
DRAM_STUDY_EACH ?= 1
# Length of a mix in core cycles (1.4 GHz); the source has 500 M, presumably of its CPUs. Then the parts of 10 M instructions last a CPU
# program without misses to the end.
DRAM_CYCLES     ?= 1000000
DRAM_SHARD      ?=

# GPU programs that use 80 to 97 % of the data bus alone (raster 41 %): three like graphics, since the source has games, and three that compute; none of
# the evaluation split.
DRAM_GPUS := raster deferred texture hotspot_full backprop_full streamcluster_full

# ---- schedulers: NAME is the policy DRAM_NAME; one more is one word here and a line below ----
# Half of the queue is for the cores (RA 5.4), and the GPU is one source to all.
DRAM_SCHEDULERS ?= frfcfs fcfs parbs atlas tcm bliss cfrfcfs ctcm sms sms_0 sms_dynamic
DRAM_CENTRAL := cpu_share=0.5
DRAM_RANKED  := $(DRAM_CENTRAL):by=core
# Quanta in the length of a mix, 10 of them (our choice): those of ATLAS, 10 M cycles, would not end within one.
DRAM_QUANTUM := quantum=100000
DRAM_frfcfs  := frfcfs:$(DRAM_CENTRAL)
DRAM_fcfs    := fcfs:$(DRAM_CENTRAL)
DRAM_parbs   := parbs:$(DRAM_RANKED)
DRAM_atlas   := atlas:$(DRAM_RANKED):$(DRAM_QUANTUM)
DRAM_tcm     := tcm:$(DRAM_RANKED):$(DRAM_QUANTUM)
DRAM_bliss   := bliss:$(DRAM_RANKED)
DRAM_cfrfcfs := cfrfcfs:$(DRAM_CENTRAL)
DRAM_ctcm    := ctcm:$(DRAM_RANKED):$(DRAM_QUANTUM)
# p = 0.9, the source's; round robin alone; p between 0 and 0.9 as the GPU is served.
DRAM_sms         := sms
DRAM_sms_0       := sms:p=0
DRAM_sms_dynamic := sms:interval=100000

# What is simulated otherwise lies elsewhere.
DRAM := $(REPRO)/dram/$(shell echo $(DRAM_CYCLES) $(foreach s,$(DRAM_SCHEDULERS),$(DRAM_$(s))) $(DRAM_STUDY_EACH) | cksum | cut -d' ' -f1)

# ---- mixes: table 5.3 ----
DRAM_CLASSES := poise trace cpu --json datasets/cpu/*.cpu | jq -r '"\(.class) \(.trace)"'
# $(1) = options of datasets/dram_mixes.awk.
dram_mixes = @mkdir -p $(@D) && $(BUILD)/$(DRAM_CLASSES) | awk $(1) -f datasets/dram_mixes.awk >$@.new && mv $@.new $@
DRAM_BLOCKS := $(shell seq -w 1 $(DRAM_EACH) | sed 's/^.$$/0&/')
# A block is a mix of each category.
$(DRAM)/block_%.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	$(call dram_mixes,-v gpus="$(DRAM_GPUS)" -v from=$* -v each=$*)
DRAM_HIGH := -v each=$(DRAM_STUDY_EACH) -v only="HL HML HM H"
$(DRAM)/high.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	$(call dram_mixes,-v gpus="$(DRAM_GPUS)" $(DRAM_HIGH))
$(DRAM)/cores_%.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	$(call dram_mixes,-v gpus="$(DRAM_GPUS)" $(DRAM_HIGH) -v cores=$*)
$(DRAM)/cpus_only.mixes: $(wildcard datasets/cpu/*.cpu) datasets/dram_mixes.awk | $(BUILD)/poise
	$(call dram_mixes,-v gpus=- $(DRAM_HIGH))

# ---- simulations: a file for each block and each study ----
# NAME.csv is whole; NAME.share does the share DRAM_SHARD of it and leaves what NAME.csv goes on from.
# $(1) = mixes, $(2) = NAME=POLICY..., $(3) = machine options. Programs run alone under FR-FCFS with the whole queue.
dram_run = @echo "dram: $(@F)" && $(BUILD)/poise evaluate -c sms --set mix_cycles=$(DRAM_CYCLES)$(if $(3),$(comma)$(3)) --mixes $(1) \
    -s $(call comma_list,$(2)) --alone dram:frfcfs -o $(basename $@).h5 $(if $(filter %.csv,$@),--csv $@ --json $(basename $@).json,--shard $(DRAM_SHARD)) >$(basename $@).txt
dram_named = $(foreach s,$(1),$(s)=dram:$(DRAM_$(s)))
# A study: $(1) = name, $(2) = mixes, $(3) = NAME=POLICY..., $(4) = machine options.
define dram_study
DRAM_ALL_STUDIES += $(1)
$$(DRAM)/$(1).csv $$(DRAM)/$(1).share: $$(DRAM)/$(2).mixes | $$(REPRO)/captured
	$$(call dram_run,$$<,$(3),$(4))
endef

$(foreach b,$(DRAM_BLOCKS),$(eval $(call dram_study,block_$(b),block_$(b),$(call dram_named,$(DRAM_SCHEDULERS)))))

# The queue of the central schedulers (figure 5.3).
$(foreach n,64 128 256 512,$(eval $(call dram_study,queue_$(n),high,$(call dram_named,$(filter frfcfs parbs atlas tcm,$(DRAM_SCHEDULERS))),dram_queue=$(n))))
DRAM_TWO := $(call dram_named,$(filter tcm sms,$(DRAM_SCHEDULERS)))
# Cores (figure 5.7): the first of each mix; channels (figure 5.8).
$(foreach n,4 8 12,$(eval $(call dram_study,cores_$(n),cores_$(n),$(DRAM_TWO))))
$(foreach n,2 8,$(eval $(call dram_study,channels_$(n),high,$(DRAM_TWO),channels=$(n))))
# Without the GPU (figure 5.11).
$(eval $(call dram_study,cpus_only,cpus_only,$(call dram_named,$(DRAM_SCHEDULERS))))
# Batches (figure 5.9), FIFOs of banks (figure 5.10), p.
$(eval $(call dram_study,batch,high,$(foreach n,1 2 5 10 20,batch_$(n)=dram:sms:max_batch=$(n))))
$(eval $(call dram_study,fifo,high,$(foreach n,2 5 10 15 30 60,fifo_$(n)=dram:sms:dcs_fifo=$(n))))
$(eval $(call dram_study,p,high,$(foreach n,0 0.5 0.8 0.9 1,p_$(n)=dram:sms:p=$(n))))

DRAM_MAIN    := $(DRAM_BLOCKS:%=block_%)
DRAM_STUDIES ?= $(filter-out block_%,$(DRAM_ALL_STUDIES))
DRAM_PARTS   := $(DRAM_MAIN) $(DRAM_STUDIES)
.PHONY: $(DRAM_PARTS:%=$(DRAM)/%.share)

# ---- programs alone: who asks for how much (figure 5.2) ----
# ATLAS tells of banks; of one program alone it is FR-FCFS.
DRAM_SIM := poise sim -s gto+dram:atlas -c sms --json --set
DRAM_CPU_ROW := .cpus[0] as $$c | [$$c.dram_reads + $$c.dram_writes, $$c.dram_row_hits, $(DRAM_CYCLES), .dram.cpu_banks]
DRAM_GPU_ROW := [.dram_reads + .dram_writes, .dram_row_hits, .cycles, .dram.gpu_banks]
DRAM_ROW     := map(. + 0 | tostring) | join(",")
$(REPRO)/dram_alone.csv: $(wildcard datasets/cpu/*.cpu) | $(BUILD)/poise $(REPRO)/captured
	@echo "dram: alone" && mkdir -p $(@D) && echo "program,kind,class,mpki,requests,row_hits,cycles,banks" >$@.new
	@for cpu in $^; do \
	    echo "$$(basename $$cpu .cpu),cpu,$$($(BUILD)/poise trace cpu --json $$cpu | jq -r '"\(.class),\(.mpki + 0)"'),$$( \
	        $(BUILD)/$(DRAM_SIM) mix_cycles=$(DRAM_CYCLES) --cpu $$cpu 2>/dev/null | jq -r '$(DRAM_CPU_ROW) | $(DRAM_ROW)')"; done >>$@.new
	@for run in $(DRAM_GPUS); do \
	    echo "$$run,gpu,,,$$($(BUILD)/$(DRAM_SIM) max_cycles=$(DRAM_CYCLES) @$$run 2>/dev/null | jq -r '$(DRAM_GPU_ROW) | $(DRAM_ROW)')"; done >>$@.new
	@mv $@.new $@

# ---- what is kept: a line for each mix and scheduler, what SMS tells of its batches, programs alone ----
$(REPRO)/dram_mixes.csv: $(DRAM_PARTS:%=$(DRAM)/%.csv) datasets/dram_rows.awk
	@awk -f datasets/dram_rows.awk $(filter %.csv,$^) >$@
DRAM_TOLD := ["cpu_batch", "gpu_batch", "cpu_full_batch_share"]
DRAM_TOLD_ROW := .results[] | select(.policy == "sms") | . as $$all \
    | [.mix, ($(DRAM_TOLD)[] | $$all.figures["dram_" + .].value + 0)] | map(tostring) | join(",")
$(REPRO)/dram_batches.csv: $(DRAM_MAIN:%=$(DRAM)/%.csv)
	@{ echo "mix,cpu_batch,gpu_batch,cpu_full_batch_share" && jq -r '$(DRAM_TOLD_ROW)' $(^:.csv=.json); } >$@.new && mv $@.new $@
DRAM_KEPT := $(patsubst %,$(REPRO)/dram_%.csv,mixes batches alone)

.PHONY: reproduce-dram
reproduce-dram: deps
ifneq ($(DRAM_SHARD),)
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) --no-print-directory -j1 $(DRAM_PARTS:%=$(DRAM)/%.share)
else
	$(call reproduce_parts,$(DRAM_KEPT))
endif

DRAM_SHOWN := size means system unfairness weights
.PHONY: dram-mixes
dram-mixes: deps
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) --no-print-directory -j1 $(DRAM_MAIN:%=$(DRAM)/%.csv)
	@mkdir -p $(DRAM)/shown && awk -f datasets/dram_rows.awk $(DRAM_MAIN:%=$(DRAM)/%.csv) >$(DRAM)/shown/dram_mixes.csv
	@printf '<!-- table dram_%s -->\n<!-- end -->\n' $(DRAM_SHOWN) >$(DRAM)/shown/tables
	@datasets/results.sh fill $(DRAM)/shown/tables $(DRAM)/shown | sed 's/^<!-- end -->//; /^<!--/d'

# make reproduce-dram-fifos: another depth of the bank FIFOs of SMS.
-include mk/dram_fifos.mk
