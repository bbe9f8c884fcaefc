# make reproduce-cooperation   chapter 4 of the thesis on programs: which of them have reuse among SMs, and what the cooperative caching network makes
#                              of it, into docs/BANDWIDTH.md; about twelve minutes on two cores. Parts are files under reproduce/, as those of
#                              'make reproduce'; every simulation is kept.

COOPERATION := $(REPRO)/cooperation
# No program of the evaluation split: nothing here may choose by it.
COOPERATION_RUNS := $(shell awk '$$2 ~ /^(training|memory|control)$$/ { print $$1 }' datasets/manifest)
# For the sake of time, cycles on the baseline.
COOPERATION_CYCLES := 2000000
# A sample and an epoch of the source are longer than our runs; a tenth of an epoch is the sample, as there.
COOPERATION_EPOCH := ccn_sample=10000,ccn_epoch=100000

# ---- machines: NAME has the options COOP_NAME on top of thesis-ch3 ----
COOP_RING := ccn=ring,$(COOPERATION_EPOCH)
COOP_watch   := ccn=watch
COOP_perfect := memory=perfect
COOP_rt      := $(COOP_RING)
COOP_b       := ccn=ring,ccn_throttle=0
COOP_ideal   := ccn=oracle
# Epochs, from those of the source down.
COOP_epoch_10m := ccn=ring
COOP_epoch_1m  := ccn=ring,ccn_sample=100000,ccn_epoch=1000000
COOP_epoch_10k := ccn=ring,ccn_sample=1000,ccn_epoch=10000
# The same sample with a lower bound: hits of requests that come back after it do not count.
COOP_least_2   := $(COOP_RING),ccn_least_hits=0.02
# The baseline without counting reuse, for its energy.
COOP_off := ccn=off
COOPERATION_BOTH := off rt b ideal epoch_10m epoch_1m epoch_10k least_2

COOP_hop_3 := $(COOP_RING),ccn_hop=3
COOP_hop_5 := $(COOP_RING),ccn_hop=5
COOP_same  := $(COOP_RING),ccn_same_direction=1
COOPERATION_LATENCIES := 80 160 300 500
$(foreach l,$(COOPERATION_LATENCIES),$(eval COOP_oracle_$(l) := ccn=oracle,ccn_oracle_latency=$(l)))
COOP_cluster_3 := ccn=oracle,ccn_cluster=3
COOP_cluster_5 := ccn=oracle,ccn_cluster=5
# Twice the L2 banks of the same capacity; 48 KB of L1 in 12 ways, as sets are a power of two.
COOP_banks    := l2_banks=24,l2_sets=32
COOP_banks_rt := $(COOP_banks),$(COOP_RING)
COOP_l1_48    := l1_ways=12
COOP_l1_48_rt := $(COOP_l1_48),$(COOP_RING)
# 32 lanes of a SIMD unit are a warp instruction a cycle: one scheduler, and in proportion to the two of the machine the units, their collectors and
# the register banks; half a special-function unit is one of twice the interval. Instruction buffers are always full, as one fetch a cycle fills
# but two places. What lies below the collectors of the load-store unit stays as it is.
COOP_lanes_32  := fetch=0,schedulers=1,sp_units=1,sp_collectors=3,sfu_interval=8,dp_interval=16,sfu_collectors=4,mem_collectors=1,register_banks=8
COOP_lanes_64  := fetch=0
COOP_lanes_128 := fetch=0,schedulers=4,sp_units=4,sp_collectors=12,sfu_units=2,sfu_collectors=16,mem_collectors=4,register_banks=32
COOPERATION_LANES := lanes_32 lanes_64 lanes_128
$(foreach w,$(COOPERATION_LANES),$(eval COOP_$(w)_rt := $(COOP_$(w)),$(COOP_RING)))
# One thing at a time: what holds the network up, and what it relieves.
COOP_no_port  := $(COOP_RING),ccn_shadow_port=0
COOP_link_128 := $(COOP_RING),ccn_link_bytes=128
COOP_queues   := $(COOP_RING),ccn_buffer=32,ccn_requests=32,ccn_responses=32
COOP_buffer_2 := $(COOP_RING),ccn_buffer=2
COOP_reply       := flit_reply_bytes=136,l2_port_bytes=128
COOP_reply_rt    := $(COOP_reply),$(COOP_RING)
COOP_reply_ideal := $(COOP_reply),ccn=oracle
COOPERATION_HIGH := hop_3 hop_5 same $(COOPERATION_LATENCIES:%=oracle_%) cluster_3 cluster_5 banks banks_rt \
                    l1_48 l1_48_rt no_port link_128 queues buffer_2 reply reply_rt reply_ideal \
                    $(COOPERATION_LANES) $(COOPERATION_LANES:%=%_rt)
# Requests that come home in vain and find the L1 miss queue full hold up the ring.
COOP_miss_queue   := l1_miss_queue=64
COOP_miss_queue_b := $(COOP_miss_queue),ccn=ring,ccn_throttle=0
COOPERATION_LOW := miss_queue miss_queue_b
# Those whose energy is estimated.
COOPERATION_ENERGY := off rt b

# ---- simulations: a file for each machine ----
# $(1) = runs.
cooperation_runs = @echo "cooperation: $(*F)" && mkdir -p $(@D) && POISE_BUILD=$(BUILD) datasets/cooperation.sh -o $(@:%.csv=%) $(if $(filter $(*F),$(COOPERATION_ENERGY)),-e) -s $(COOP_$*) $(1) >$@.new && mv $@.new $@

# All runs on two machines say which have reuse; watching changes nothing, so that one is the baseline.
COOPERATION_ALL := $(COOPERATION)/watch.csv $(COOPERATION)/perfect.csv
$(COOPERATION_ALL): $(COOPERATION)/%.csv: | $(REPRO)/captured
	$(call cooperation_runs,$(COOPERATION_RUNS))

# Sets by the rule of the source, a run of each program: of more than 10 % reuse the one that has the most; of less than 3 % in all its runs, the
# first. Runs of the demo do not fill the machine.
$(COOPERATION)/high: WANTED := high
$(COOPERATION)/low:  WANTED := low
$(COOPERATION)/high $(COOPERATION)/low: $(COOPERATION)/watch.csv
	@awk -v wanted=$(WANTED) -v most_cycles=$(COOPERATION_CYCLES) -f datasets/cooperation_sets.awk datasets/manifest $< >$@

$(COOPERATION_BOTH:%=$(COOPERATION)/%.csv): $(COOPERATION)/%.csv: $(COOPERATION)/high $(COOPERATION)/low
	$(call cooperation_runs,$$(cat $^))
$(COOPERATION_HIGH:%=$(COOPERATION)/%.csv): $(COOPERATION)/%.csv: $(COOPERATION)/high
	$(call cooperation_runs,$$(cat $^))
$(COOPERATION_LOW:%=$(COOPERATION)/%.csv): $(COOPERATION)/%.csv: $(COOPERATION)/low
	$(call cooperation_runs,$$(cat $^))

# What the traces alone say of it, over the launches of a run.
COOPERATION_STATIC := def part(share; whole): (map(whole) | add) as $$n | if $$n > 0 then (map(share * whole) | add) / $$n else 0 end; \
    map(.global_load_lines) | [$$run, part(.lines_of_several_blocks_share; .first_use), part(.accesses_to_them_share; .all)] | map(tostring) | join(",")
$(REPRO)/cooperation_static.csv: $(COOPERATION)/high $(COOPERATION)/low | $(BUILD)/poise
	@echo "cooperation: static" && echo "program,lines,accesses" >$@.new && for run in $$(cat $^); do \
	    $(BUILD)/poise trace info --json datasets/traces/$$run/*.wtr | jq -s -r --arg run $$run '$(COOPERATION_STATIC)' >>$@.new || exit 1; done
	@mv $@.new $@

# ---- what is kept ----
COOPERATION_MEASURED := $(COOPERATION_BOTH) $(COOPERATION_HIGH) $(COOPERATION_LOW)
$(REPRO)/cooperation_machines.csv: $(COOPERATION_MEASURED:%=$(COOPERATION)/%.csv)
	@awk 'FNR == 1 { machine = FILENAME; gsub(/.*\/|\.csv/, "", machine); if (NR > 1) next; print "machine," $$0; next } \
	    { print machine "," $$0 }' $^ >$@
$(REPRO)/cooperation_watch.csv $(REPRO)/cooperation_perfect.csv: $(REPRO)/cooperation_%.csv: $(COOPERATION)/%.csv
	@cp $< $@
$(REPRO)/cooperation_sets.csv: $(COOPERATION)/high $(COOPERATION)/low
	@awk 'BEGIN { print "program,set" } { set = FILENAME; sub(/.*\//, "", set); print $$1 "," set }' $^ >$@

COOPERATION_FILES := $(patsubst %,$(REPRO)/cooperation_%.csv,watch perfect sets static machines)

.PHONY: reproduce-cooperation
reproduce-cooperation: deps
	$(call reproduce_parts,$(COOPERATION_FILES))
