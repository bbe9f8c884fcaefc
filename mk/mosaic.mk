# make reproduce-mosaic   chapter 7 of [RA], Mosaic: 135 mixes of copies of a program and 100 of different ones, one to five, on the machine of its table
#                         7.1, and what translation, memory and paging change there, into docs/MOSAIC.md, which says how long it takes. Every
#                         simulation is kept and an interrupted command goes on.
# make reproduce-mosaic MOSAIC_SHARD=2/7               only this share of the parts; the command without it puts all together
# make reproduce-mosaic MOSAIC_MIXES=8 MOSAIC_STUDIES= at most eight mixes of each of the nine kinds, and no studies: three minutes

# The runs of the split `translation`, and the largest others by their buffers, so that there are 27 as in the source (our choice).
MOSAIC_RUNS    := $(shell awk '$$2 == "translation" { print $$1 }' datasets/manifest) \
    $(shell awk -F, '$$2 == "memory" { print $$5, $$1 }' datasets/results/buffers.csv | sort -k1,1nr -k2,2 | awk 'NR <= 9 { print $$2 }')
MOSAIC_MACHINE ?= mosaic
MOSAIC_MIXES   ?= 27
# Length of a mix in core cycles (our choice: the 235 mixes under three designs are to take a quarter of an hour; the source runs programs to their ends), and of
# mixes whose pages cross the link, where a page takes 55 us.
MOSAIC_CYCLES  ?= 300000
MOSAIC_PAGING  ?= 3000000
# Mixes of studies: the first ones of two different programs, of two copies.
MOSAIC_STUDY   ?= 6 4
MOSAIC_SHARD   ?=

# ---- designs: NAME is the scheme MOSAIC_NAME; one more is one word here and a line below ----
MOSAIC_DESIGNS ?= gpu_mmu mosaic ideal
# Entries of the TLBs of table 7.1, $(1) = policy, $(2) = settings that come before.
mosaic_tlb = tlb:$(1):$(2)$(subst $(empty) $(empty),,$(foreach e,l1=128 l1_large=16 l2=512 l2_large=256,\
    $(if $(filter $(firstword $(subst =, ,$(e)))=%,$(subst :, ,$(2))),,$(e):)))serial=1
MOSAIC_TLB     := $(call mosaic_tlb,shared_tlb)
MOSAIC_gpu_mmu := $(MOSAIC_TLB)+vm:gpu_mmu:paging=none
MOSAIC_mosaic  := $(MOSAIC_TLB)+vm:mosaic:paging=none
MOSAIC_ideal   := tlb:ideal+vm:mosaic:paging=none
# What programs alone run under, for all designs ([RA] 7.4).
MOSAIC_BASE    := $(MOSAIC_gpu_mmu)

# What is simulated otherwise lies elsewhere.
MOSAIC := $(REPRO)/mosaic/$(shell echo $(MOSAIC_MACHINE) $(MOSAIC_RUNS) $(MOSAIC_CYCLES) $(MOSAIC_PAGING) $(MOSAIC_MIXES) $(MOSAIC_STUDY) \
    $(foreach d,$(MOSAIC_DESIGNS),$(MOSAIC_$(d))) | cksum | cut -d' ' -f1)

# ---- mixes ----

# The target from TARGET.new, with its old time if it is the same: what was simulated with it stays.
if_changed = if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(MOSAIC)/runs: datasets/manifest | $(REPRO)/translation/captured
	@mkdir -p $(@D) && POISE_BUILD=$(BUILD) datasets/capture.sh memory && printf '%s\n' $(MOSAIC_RUNS) >$@.new && $(if_changed)
# $(1) = options of datasets/mosaic_mixes.awk.
mosaic_mixes = @awk -v programs=$* -v each=$(MOSAIC_MIXES) $(1) -f datasets/random_runs.awk -f datasets/mosaic_mixes.awk $< >$@.new && $(if_changed)
MOSAIC_AWK := $(MOSAIC)/runs datasets/random_runs.awk datasets/mosaic_mixes.awk
$(MOSAIC)/same_%.mixes: $(MOSAIC_AWK)
	$(call mosaic_mixes,-v same=1)
$(MOSAIC)/other_%.mixes: $(MOSAIC_AWK)
	$(call mosaic_mixes)
mosaic_first = { head -n $(word 1,$(1)) $(MOSAIC)/other_2.mixes && head -n $(word 2,$(1)) $(MOSAIC)/same_2.mixes; } >$@
$(MOSAIC)/study.mixes: $(MOSAIC)/other_2.mixes $(MOSAIC)/same_2.mixes
	@$(call mosaic_first,$(MOSAIC_STUDY))
$(MOSAIC)/strangers.mixes: $(MOSAIC)/other_2.mixes $(MOSAIC)/same_2.mixes
	@$(call mosaic_first,3 1)
# The first two of each kind, and five copies of the first.
$(MOSAIC)/paging.mixes: $(MOSAIC)/other_2.mixes $(MOSAIC)/same_2.mixes $(MOSAIC)/same_1.mixes $(MOSAIC)/same_5.mixes
	@$(call mosaic_first,2 2) && for n in 1 5; do head -n 2 $(MOSAIC)/same_$$n.mixes; done >>$@

# ---- simulations: a file for each part ----
# A part: $(1) = name, $(2) = mixes, $(3) = NAME=SCHEME..., $(4) = cycles.
define mosaic_part
MOSAIC_ALL += $(1)
$$(MOSAIC)/$(1).csv: $$(MOSAIC)/$(2).mixes
	@echo "mosaic: $$(@F)" && $$(BUILD)/poise evaluate -c $(MOSAIC_MACHINE) --set mix_cycles=$(or $(4),$(MOSAIC_CYCLES)) --mixes $$< \
	    -s $$(call comma_list,$(3)) --alone $(MOSAIC_BASE) -o $$(@:%.csv=%.h5) --csv $$@ --json $$(@:%.csv=%.json) >$$(@:%.csv=%.txt)
endef
MOSAIC_MAIN := same_1 same_2 same_3 same_4 same_5 other_2 other_3 other_4 other_5
$(foreach p,$(MOSAIC_MAIN),$(eval $(call mosaic_part,$(p),$(p),$(foreach d,$(MOSAIC_DESIGNS),$(d)=$(MOSAIC_$(d))))))
# Studies: a scheme STUDY.NAME is NAME of the study STUDY. Entries of TLBs (figures 7.14 and 7.15); gpu_mmu has no large pages.
mosaic_entries = $(foreach n,$(2),$(foreach d,gpu_mmu mosaic,$(1)_$(n).$(d)=$(call mosaic_tlb,shared_tlb,$(1)=$(n):)+vm:$(d):paging=none))
$(eval $(call mosaic_part,entries,study,$(call mosaic_entries,l1,8 32) $(call mosaic_entries,l2,64 256 1024) \
    $(call mosaic_entries,l1_large,1 4 64) $(call mosaic_entries,l2_large,16 64)))
# Large pages alone (figure 7.3), no L2 TLB (7.2.1).
$(eval $(call mosaic_part,translation,study,\
    only_2m.only_2m=$(MOSAIC_TLB)+vm:identity:2m pwcache.gpu_mmu=tlb:pwcache:l1=128:l1_large=16+vm:gpu_mmu:paging=none \
    pwcache.mosaic=tlb:pwcache:l1=128:l1_large=16+vm:mosaic:paging=none))
# Entries of page tables that take more than 8 bytes, as in the authors' public simulator (docs/TRANSLATION.md).
$(eval $(call mosaic_part,tables,study,$(foreach n,64 128,$(foreach d,gpu_mmu mosaic,tables_$(n).$(d)=$(call mosaic_tlb,shared_tlb,entry=$(n):)+vm:$(d):paging=none))))
# What heads and tails of buffers cost, which no large page covers: each program alone.
$(eval $(call mosaic_part,whole,same_1,whole.only_2m=$(MOSAIC_TLB)+vm:identity:2m))
# MASK and Mosaic together.
MOSAIC_MASK := $(call mosaic_tlb,mask)+l2:mask+dram:mask
$(eval $(call mosaic_part,mask,study,mask.mask=$(MOSAIC_MASK)+vm:gpu_mmu:paging=none mask.mask_mosaic=$(MOSAIC_MASK)+vm:mosaic:paging=none))
# Strangers in frames (figure 7.16, table 7.2).
mosaic_strangers = $(foreach c,none cac bulk ideal,f_$(1)_$(2).$(c)=$(MOSAIC_TLB)+vm:mosaic:paging=none:fragmentation=$(1):occupancy=$(2):compaction=$(c))
MOSAIC_INDICES     ?= 50 90 95 99 100
MOSAIC_OCCUPANCIES ?= 1 10 25 75
$(eval $(call mosaic_part,strangers,strangers,$(foreach n,$(MOSAIC_INDICES),$(call mosaic_strangers,$(n),50)) $(foreach n,$(MOSAIC_OCCUPANCIES),$(call mosaic_strangers,100,$(n)))))
# Programs that make and free buffers between launches (docs/MOSAIC.md), alone: what `threshold` decides, and paging.
MOSAIC_RELEASING := pvr ii ss mm pvc
$(MOSAIC)/released.mixes: $(MOSAIC)/runs
	@printf 'S1_%s = @%s\n' $(foreach r,$(MOSAIC_RELEASING),$(r) $(r)) >$@
$(eval $(call mosaic_part,released,released,released.gpu_mmu=$(MOSAIC_gpu_mmu) $(foreach n,64 256 512,released.mosaic_$(n)=$(MOSAIC_mosaic):threshold=$(n)) \
    released.ideal=$(MOSAIC_ideal) released.gpu_mmu_paging=$(MOSAIC_TLB)+vm:gpu_mmu released.mosaic_paging=$(MOSAIC_TLB)+vm:mosaic,$(MOSAIC_PAGING)))
# Pages that cross the link (figures 7.4 and 7.12).
$(eval $(call mosaic_part,paging,paging,paging.gpu_mmu=$(MOSAIC_TLB)+vm:gpu_mmu paging.mosaic=$(MOSAIC_TLB)+vm:mosaic paging.only_2m=$(MOSAIC_TLB)+vm:demand:2m \
    there.gpu_mmu=$(MOSAIC_gpu_mmu) there.mosaic=$(MOSAIC_mosaic),$(MOSAIC_PAGING)))

MOSAIC_STUDIES ?= $(filter-out $(MOSAIC_MAIN),$(MOSAIC_ALL))
MOSAIC_PARTS   := $(MOSAIC_MAIN) $(MOSAIC_STUDIES)
# The I-th of N shares: every N-th part from the I-th on.
mosaic_share = $(shell echo $(MOSAIC_PARTS) | tr ' ' '\n' | awk -v share=$(MOSAIC_SHARD) 'split(share, of, "/") == 2 && (NR - of[1]) % of[2] == 0')

# ---- what is kept: a line for each mix and design, programs alone ----
MOSAIC_COLUMNS := tlb_l1_hit_rate tlb_l2_hit_rate tlb_walks tlb_walk_latency tlb_l1_look_ups_per_miss \
    vm_coalesced vm_splintered vm_compacted vm_moved vm_stalled vm_far_faults vm_bloat
MOSAIC_TOLD    := .results[] | . as $$all | ["figures", .mix, .policy, ($(foreach c,$(MOSAIC_COLUMNS),"$(c)"$(comma)) empty \
    | $$all.figures[.].value // "" | if . == "" then . else . + 0 end)] | map(tostring) | join(",")
$(MOSAIC)/%.told: $(MOSAIC)/%.csv
	@jq -r '$(MOSAIC_TOLD)' $(<:.csv=.json) >$@
$(REPRO)/mosaic_mixes.csv: $(MOSAIC_PARTS:%=$(MOSAIC)/%.csv) $(MOSAIC_PARTS:%=$(MOSAIC)/%.told) datasets/translation_rows.awk
	@awk -v told_columns="$(MOSAIC_COLUMNS)" -f datasets/translation_rows.awk $(foreach p,$(MOSAIC_PARTS),$(MOSAIC)/$(p).told $(MOSAIC)/$(p).csv) >$@.new && mv $@.new $@

.PHONY: reproduce-mosaic
reproduce-mosaic: deps
ifneq ($(MOSAIC_SHARD),)
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) --no-print-directory -j1 $(addprefix $(MOSAIC)/,$(addsuffix .csv,$(mosaic_share)))
else
	$(call reproduce_parts,$(REPRO)/mosaic_mixes.csv)
endif
