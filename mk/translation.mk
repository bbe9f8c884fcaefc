# make reproduce-translation   chapter 6 of [RA], MASK: pairs of programs under designs of address translation on the machine of its table 6.1, and
#                       what the machine is changed by, into docs/TRANSLATION.md, which says how long it takes. Parts are files under reproduce/, as
#                       those of 'make reproduce'; every simulation is kept and an interrupted command goes on.
# make reproduce-translation TRANSLATION_SHARD=2/7   only this share of the blocks and studies; the command without it puts all together
# make reproduce-translation TRANSLATION_PAIRS=3 TRANSLATION_STUDIES=   the first three pairs and no studies

# Runs of the split `translation`, which only this captures.
TRANSLATION_RUNS := $(shell awk '$$2 == "translation" { print $$1 }' datasets/manifest)
TRANSLATION_MACHINE ?= mask
# Pairs, and how many of them, the first ones, the studies have.
TRANSLATION_PAIRS ?= 35
TRANSLATION_STUDY ?= 6
# Length of a mix in core cycles: ten epochs of MASK, so that 35 pairs under five designs take less than an hour (our choice; the source runs
# programs to their ends). The search of SMs is shorter (our choice).
TRANSLATION_CYCLES ?= 1000000
TRANSLATION_SEARCH ?= 300000
TRANSLATION_SHARD  ?=

# ---- designs: NAME is the scheme TRANSLATION_NAME, on the machine changed by TRANSLATION_SET_NAME; one more is one word here and a line below ----
TRANSLATION_DESIGNS    ?= pwcache shared_tlb static ideal mask
TRANSLATION_COMPONENTS ?= mask_tlb mask_cache mask_dram
TRANSLATION_pwcache    := tlb:pwcache
TRANSLATION_shared_tlb := tlb:shared_tlb
# The machine is another: each program has half of the channels and of the L2 banks.
TRANSLATION_static     := tlb:shared_tlb
TRANSLATION_SET_static := memory_parts=2
TRANSLATION_ideal      := tlb:ideal
TRANSLATION_mask       := tlb:mask+l2:mask+dram:mask
TRANSLATION_mask_tlb   := tlb:mask
TRANSLATION_mask_cache := tlb:shared_tlb+l2:mask
TRANSLATION_mask_dram  := tlb:shared_tlb+dram:mask
TRANSLATION_ALL        := $(TRANSLATION_DESIGNS) $(TRANSLATION_COMPONENTS)
# What programs alone run under, for all designs, and whose search finds the SMs (B.7, B.8 of the source: see docs/TRANSLATION.md).
TRANSLATION_BASE       := tlb:shared_tlb

# What is simulated otherwise lies elsewhere.
TRANSLATION := $(REPRO)/translation/$(shell echo $(TRANSLATION_MACHINE) $(TRANSLATION_CYCLES) $(TRANSLATION_SEARCH) $(TRANSLATION_PAIRS) $(TRANSLATION_STUDY) \
    $(foreach d,$(TRANSLATION_ALL),$(TRANSLATION_$(d)) $(TRANSLATION_SET_$(d))) | cksum | cut -d' ' -f1)

$(REPRO)/translation/captured: datasets/manifest | $(BUILD)/poise
	@mkdir -p $(@D) && POISE_BUILD=$(BUILD) datasets/capture.sh translation && touch $@

# ---- classes: each run alone on half of the SMs ----
TRANSLATION_ROW := [.machine.tlb.l1_hit_rate, .machine.tlb.l2_hit_rate, .machine.tlb.walks, .machine.tlb.walk_latency] | map(. + 0 | tostring) | join(",")
TRANSLATION_SIZE := [([.[].footprint_global.lines] | max) * 128, ([.[].warps] | max), length] | map(. + 0 | tostring) | join(",")
$(TRANSLATION)/runs.csv: $(REPRO)/translation/captured
	@echo "translation: runs" && mkdir -p $(@D) && echo "run,bytes,warps,launches,trace_bytes,l1_hit_rate,l2_hit_rate,walks,walk_latency" >$@.new
	@for run in $(TRANSLATION_RUNS); do \
	    folder=$${POISE_TRACES:-datasets/traces}/$$run && \
	    echo "$$run,$$($(BUILD)/poise trace info --json $$folder | jq -rs '$(TRANSLATION_SIZE)'),$$(cat $$folder/*.wtr | wc -c),$$( \
	        $(BUILD)/poise sim -c $(TRANSLATION_MACHINE) -s $(TRANSLATION_BASE) --set mix_cycles=$(TRANSLATION_CYCLES) --json --app @$$run@15 2>/dev/null | \
	        jq -r '$(TRANSLATION_ROW)')" || exit 1; done >>$@.new
	@mv $@.new $@
$(TRANSLATION)/classes: $(TRANSLATION)/runs.csv
	@awk -F, 'NR > 1 { print $$1, ($$6 > 0.8 ? "l" : "h") ($$7 > 0.8 ? "l" : "h") }' $< >$@

# ---- mixes ----
# $(1) = options of datasets/translation_mixes.awk.
translation_mixes = @mkdir -p $(@D) && awk $(1) -f datasets/random_runs.awk -f datasets/translation_mixes.awk $(TRANSLATION)/classes >$@.new && mv $@.new $@
TRANSLATION_AWK := $(TRANSLATION)/classes datasets/random_runs.awk datasets/translation_mixes.awk
# A block is five pairs, named by the number of its first.
TRANSLATION_BLOCKS := $(shell seq -w 1 5 $(TRANSLATION_PAIRS) | sed 's/^.$$/0&/')
translation_part = -v from=$(1) -v block=5 -v each=$(TRANSLATION_PAIRS)
$(TRANSLATION)/search_%.mixes: $(TRANSLATION_AWK)
	$(call translation_mixes,$(call translation_part,$*))
# With the SMs that the search has found.
$(TRANSLATION)/search_%.sms: $(TRANSLATION)/search_%.csv
	@awk -F, 'NR > 1 { if (!($$1 in sms)) mix[++n] = $$1; sms[$$1] = sms[$$1] " " $$5 } END { for (i = 1; i <= n; i++) print mix[i] sms[mix[i]] }' $< >$@
$(TRANSLATION)/block_%.mixes: $(TRANSLATION)/search_%.sms $(TRANSLATION_AWK)
	$(call translation_mixes,$(call translation_part,$*) -v sms=$<)
# Studies have the first pairs with the same SMs; other numbers of programs equal shares.
TRANSLATION_FIRST := $(firstword $(TRANSLATION_BLOCKS)) $(if $(shell test $(TRANSLATION_STUDY) -gt 5 && echo more),$(word 2,$(TRANSLATION_BLOCKS)))
$(TRANSLATION)/study.mixes: $(TRANSLATION_FIRST:%=$(TRANSLATION)/block_%.mixes)
	@cat $^ | head -n $(TRANSLATION_STUDY) >$@
$(TRANSLATION)/programs_%.mixes: $(TRANSLATION_AWK)
	$(call translation_mixes,-v each=$(TRANSLATION_STUDY) -v programs=$*)

# ---- simulations: a file for each block and each study ----
# $(1) = mixes, $(2) = NAME=SCHEME..., $(3) = cycles, $(4) = machine options, $(5) = other options.
translation_on  = $(or $(TRANSLATION_ON_$(patsubst machine_%,%,$(filter machine_%,$(basename $(@F))))),$(TRANSLATION_MACHINE))
translation_run = @echo "translation: $(@F)" && $(BUILD)/poise evaluate -c $(translation_on) --set mix_cycles=$(3)$(if $(4),$(comma)$(4)) --mixes $(1) \
    -s $(call comma_list,$(2)) --alone $(TRANSLATION_BASE) $(5) -o $(@:%.csv=%.h5) --csv $@ --json $(@:%.csv=%.json) >$(@:%.csv=%.txt)
$(TRANSLATION)/search_%.csv: $(TRANSLATION)/search_%.mixes
	$(call translation_run,$<,shared_tlb=$(TRANSLATION_BASE),$(TRANSLATION_SEARCH),,--partition best)
translation_named = $(foreach d,$(1),$(d)=$(TRANSLATION_$(d)))
# A study: $(1) = name, $(2) = mixes, $(3) = NAME=SCHEME..., $(4) = machine options.
define translation_study
TRANSLATION_PARTS_ALL += $(1)
$$(TRANSLATION)/$(1).csv: $$(TRANSLATION)/$(2).mixes
	$$(call translation_run,$$<,$(3),$(TRANSLATION_CYCLES),$(4))
endef
# Those on machines of their own are files of their own, whose programs alone are those of the first (datasets/translation_rows.awk).
translation_own = $(foreach d,$(1),$(if $(TRANSLATION_SET_$(d)),$(d)))
$(foreach b,$(TRANSLATION_BLOCKS),$(eval $(call translation_study,block_$(b),block_$(b),\
    $(call translation_named,$(filter-out $(call translation_own,$(TRANSLATION_ALL)),$(TRANSLATION_ALL))))) \
    $(foreach d,$(call translation_own,$(TRANSLATION_ALL)),$(eval $(call translation_study,block_$(b)_$(d),block_$(b),\
    $(call translation_named,$(d)),$(TRANSLATION_SET_$(d))))))

# One to five programs (table 6.3); two are the pairs themselves.
TRANSLATION_FEW := $(call translation_named,$(filter shared_tlb mask ideal,$(TRANSLATION_DESIGNS)))
$(foreach n,1 3 4 5,$(eval $(call translation_study,programs_$(n),programs_$(n),$(TRANSLATION_FEW))))
# Studies of the machine as it is, which have programs alone in common: a scheme STUDY.NAME is NAME of the study STUDY.
translation_these = $(filter $(1),$(TRANSLATION_ALL))
# Entries of the L2 TLB (6.6.3).
translation_l2 = $(subst tlb:$(2),tlb:$(2):l2=$(1),$(TRANSLATION_$(2)))
$(eval $(call translation_study,entries,study,$(foreach n,64 128 256 1024 2048 4096 8192,\
    $(foreach d,$(call translation_these,shared_tlb mask),entries_$(n).$(d)=$(call translation_l2,$(n),$(d))))))
# InitialTokens, per cent of the warps (6.5).
$(eval $(call translation_study,tokens,study,$(foreach n,20 40 60 100,\
    $(foreach d,$(call translation_these,mask),tokens_$(n).$(d)=$(subst tlb:mask,tlb:mask:initial=$(n),$(TRANSLATION_$(d)))))))
# Bytes of an entry of the page table: with 8 a line of the L2 holds the entries of 16 pages. The authors' public simulator gives 64 entries a frame
# of 4 KB (docs/TRANSLATION.md).
translation_entry = $(foreach t,pwcache shared_tlb mask,$(if $(filter tlb:$(t) tlb:$(t)+%,$(2)),$(subst tlb:$(t),tlb:$(t):entry=$(1),$(2))))
$(eval $(call translation_study,tables,study,$(foreach n,64 128,\
    $(foreach d,$(filter-out ideal static,$(TRANSLATION_ALL)),tables_$(n).$(d)=$(strip $(call translation_entry,$(n),$(TRANSLATION_$(d))))))))
# Pages of 2 MB (6.6.3), and MASK's scheduler without turns (6.4.4): the golden queue alone.
$(eval $(call translation_study,pages,study,$(foreach d,$(call translation_these,shared_tlb mask ideal),pages_2m.$(d)=$(TRANSLATION_$(d))+vm:identity:2m)\
    $(foreach d,$(call translation_these,mask_dram),golden.golden=$(TRANSLATION_$(d)):silver=0)))
# Rows of DRAM that are closed when nobody waits for them (6.6.3).
$(eval $(call translation_study,rows_closed,study,$(call translation_named,$(call translation_these,shared_tlb mask ideal)),dram_row=closed))
# Other machines (table 6.4).
TRANSLATION_MACHINES ?= gtx480 integrated
# What is told to the machine and to the L2 TLB, which is as slow as the L2 of the integrated one.
TRANSLATION_ON_gtx480     := gtx480
TRANSLATION_ON_integrated := mask,mask-integrated
TRANSLATION_TLB_integrated := :latency=133
translation_slow = $(subst tlb:mask,tlb:mask$(TRANSLATION_TLB_$(1)),$(subst tlb:shared_tlb,tlb:shared_tlb$(TRANSLATION_TLB_$(1)),$(2)))
$(foreach m,$(TRANSLATION_MACHINES),$(eval $(call translation_study,machine_$(m),programs_2,\
    $(call translation_slow,$(m),$(call translation_named,$(filter-out $(call translation_own,$(TRANSLATION_ALL)),$(TRANSLATION_DESIGNS)))))))

TRANSLATION_MAIN    := $(filter block_%,$(TRANSLATION_PARTS_ALL))
TRANSLATION_STUDIES ?= $(filter-out block_%,$(TRANSLATION_PARTS_ALL))
TRANSLATION_PARTS   := $(TRANSLATION_MAIN) $(TRANSLATION_STUDIES)
# The I-th of N shares: every N-th part from the I-th on.
translation_share = $(shell echo $(TRANSLATION_PARTS) | tr ' ' '\n' | awk -v share=$(TRANSLATION_SHARD) 'split(share, of, "/") == 2 && (NR - of[1]) % of[2] == 0')

# ---- what is kept: a line for each mix and design, programs alone ----
TRANSLATION_TOLD := (["l1_hit_rate", "l2_hit_rate", "bypass_hit_rate", "walks", "walk_latency", "walks_at_once", "l1_look_ups_per_miss"] \
    + ([1, 2, 3, 4] | map("cache_hit_rate_\(.)")))
# Sums over the programs of a mix; nothing of nothing.
TRANSLATION_SUMS := (reduce (.programs[].counters | to_entries[]) as $$c ({}; .[$$c.key] += $$c.value))
TRANSLATION_PARTS_OF := [[.tlb_misses, .tlb_asked], [.dram_walk_reads, .dram_reads], [.dram_walk_latency, .dram_walk_reads], \
    [.dram_read_latency - .dram_walk_latency, .dram_reads - .dram_walk_reads]][] | if .[1] > 0 then .[0] / .[1] else "" end
TRANSLATION_TOLD_ROW := .results[] | . as $$all | ["figures", .mix, .policy, ($(TRANSLATION_TOLD)[] | ($$all.figures["tlb_" + .].value // "") | if . == "" then . else . + 0 end), \
    ($(TRANSLATION_SUMS) | $(TRANSLATION_PARTS_OF))] | map(tostring) | join(",")
$(TRANSLATION)/%.told: $(TRANSLATION)/%.csv
	@jq -r '$(TRANSLATION_TOLD_ROW)' $(<:.csv=.json) >$@
$(REPRO)/translation_mixes.csv: $(TRANSLATION_PARTS:%=$(TRANSLATION)/%.csv) $(TRANSLATION_PARTS:%=$(TRANSLATION)/%.told) $(TRANSLATION)/classes datasets/translation_rows.awk
	@awk -v classes=$(TRANSLATION)/classes -f datasets/translation_rows.awk $(foreach p,$(TRANSLATION_PARTS),$(TRANSLATION)/$(p).told $(TRANSLATION)/$(p).csv) >$@.new && mv $@.new $@
$(REPRO)/translation_runs.csv: $(TRANSLATION)/runs.csv
	@cp $< $@

.PHONY: reproduce-translation
reproduce-translation: deps
ifneq ($(TRANSLATION_SHARD),)
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) --no-print-directory -j1 $(addprefix $(TRANSLATION)/,$(addsuffix .csv,$(translation_share)))
else
	$(call reproduce_parts,$(REPRO)/translation_mixes.csv $(REPRO)/translation_runs.csv)
endif
.SECONDARY: $(foreach b,$(TRANSLATION_BLOCKS),$(TRANSLATION)/search_$(b).csv $(TRANSLATION)/search_$(b).mixes $(TRANSLATION)/search_$(b).sms)
