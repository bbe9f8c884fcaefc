# make reproduce-dram   chapter 5 of [RA], staged memory scheduling: 16 CPU cores and a GPU at one memory under the schedulers that it compares,
#                       105 mixes and what the machine is changed by, into docs/DRAM.md, which says how long it takes. Parts are files under
#                       reproduce/, as those of 'make reproduce'; every simulation is kept and an interrupted command goes on.
#
#   make reproduce-dram DRAM_EACH=1 DRAM_STUDIES=              one mix of each category alone: minutes
#   make reproduce-dram DRAM_SCHEDULERS="frfcfs sms"           these alone
#   make reproduce-dram DRAM_SHARD=2/8                         only this share of the simulations; the command without it puts all together

DRAM := $(REPRO)/dram
# Mixes of each category; of the studies, which have the four categories with programs of high intensity, as the source from its figure 5.8 on.
DRAM_EACH       ?= 15
DRAM_STUDY_EACH ?= 1
# Length of a mix in core cycles (1.4 GHz); the source has 500 M, presumably of its CPUs. Then the parts of 10 M instructions last a CPU
# program without misses to the end.
DRAM_CYCLES     ?= 2000000
DRAM_SHARD      ?=

# GPU programs that ask for much: none of the evaluation split. The source has games.
DRAM_GPUS := hotspot_full backprop_full convolution_full streamcluster_full stencil_1024 blackscholes

# ---- schedulers: NAME is the policy DRAM_NAME; one more is one word here and a line below ----
# Half of the queue is for the cores (RA 5.4); the GPU is one source.
DRAM_SCHEDULERS ?= frfcfs atlas sms
# Quanta of 10 M cycles (ATLAS) would not end within a mix.
DRAM_CENTRAL := cpu_share=0.5
DRAM_RANKED  := $(DRAM_CENTRAL):by=core
DRAM_frfcfs  := frfcfs:$(DRAM_CENTRAL)
DRAM_fcfs    := fcfs:$(DRAM_CENTRAL)
DRAM_parbs   := parbs:$(DRAM_RANKED)
DRAM_atlas   := atlas:$(DRAM_RANKED):quantum=200000
DRAM_tcm     := tcm:$(DRAM_RANKED):quantum=200000
DRAM_bliss   := bliss:$(DRAM_RANKED)
DRAM_cfrfcfs := cfrfcfs:$(DRAM_CENTRAL)
DRAM_ctcm    := ctcm:$(DRAM_RANKED):quantum=200000
DRAM_sms     := sms
DRAM_sms_0   := sms:p=0

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
    -s $(call comma_list,$(2)) --alone dram:frfcfs -o $(basename $@).h5 $(if $(filter %.csv,$@),--csv $@,--shard $(DRAM_SHARD)) >$(basename $@).txt
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

# ---- what is kept: a line for each mix and scheduler, and what programs are alone ----
$(REPRO)/dram_mixes.csv: $(DRAM_PARTS:%=$(DRAM)/%.csv) datasets/dram_rows.awk
	@awk -f datasets/dram_rows.awk $(filter %.csv,$^) >$@

.PHONY: reproduce-dram
reproduce-dram: deps
	@$(MAKE) --no-print-directory $(PARALLEL) all
ifneq ($(DRAM_SHARD),)
	@$(MAKE) --no-print-directory -j1 $(DRAM_PARTS:%=$(DRAM)/%.share)
else
	@$(MAKE) --no-print-directory -j1 $(REPRO)/dram_mixes.csv
	$(STEP) datasets/results.sh keep $(REPRO)
	$(STEP) datasets/results.sh update
endif
