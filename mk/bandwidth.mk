# make reproduce-bandwidth   chapter 3 of the thesis on programs, on its machine in both readings of the core clock, into docs/BANDWIDTH.md; about 20
#                            minutes on two cores. Parts are files under reproduce/, as those of 'make reproduce'.

# Of each program of the splits that choose (no evaluation) the first run that is not of the demo's small machine.
BANDWIDTH_RUNS := $(shell awk '$$2 ~ /^(training|memory|control)$$/ && $$3 != "demo" && !seen[$$6]++ { print $$1 }' datasets/manifest)

# Of these the ones that chapter 3 would take: P-infinity of at least 1.08, the least of its table 3.2. For the sake of time at most 5 million
# cycles on the baseline.
BANDWIDTH_P_INF  := 1.08
BANDWIDTH_CYCLES := 5000000

# ---- machines ----
# NAME has the options BW_NAME of 'poise sim', on top of the presets BW_ON_NAME.
BW_infinite    := --memory infinite
BW_ideal_dram  := --memory ideal-dram
BW_l1          := --scale l1=4
BW_l2          := --scale l2=4
BW_dram        := --scale dram=4
BW_l1_l2       := --scale l1=4,l2=4
BW_l2_dram     := --scale l2=4,dram=4
BW_all         := --scale l1=4,l2=4,dram=4
BW_infinite_l1 := --scale l1=4 --memory infinite
BW_ON_16_48    := ,crossbar-16-48
BW_ON_32_52    := ,crossbar-32-52
BW_ON_16_68    := ,crossbar-16-68
BW_ON_buffers  := ,cost-effective
BW_ON_buffers_16_48 := ,cost-effective,crossbar-16-48
BW_ON_buffers_32_52 := ,cost-effective,crossbar-32-52
BW_ON_buffers_16_68 := ,cost-effective,crossbar-16-68
BANDWIDTH_MACHINES := base infinite ideal_dram l1 l2 dram l1_l2 l2_dram all infinite_l1 16_48 32_52 16_68 \
                      buffers buffers_16_48 buffers_32_52 buffers_16_68

# One thing at a time, on the first reading: which of the resources of an L1 make L1 4x slow, the same with four times the L1, and DRAM behind a fast L2.
BW_mshrs      := --set l1_mshrs=128
BW_queues     := --set l1_miss_queue=32,lsu_queue=40
BW_large      := --set l1_sets=128
BW_large_l1   := --scale l1=4 --set l1_sets=128
BW_l2_ideal_dram := --scale l2=4 --memory ideal-dram
BANDWIDTH_ONE := mshrs queues large large_l1 l2_ideal_dram

# The latency curve [F3.2], core clocks [F3.11].
BANDWIDTH_LATENCIES := $(shell seq 0 100 1000)
BANDWIDTH_CLOCKS    := 1000 1800
$(foreach l,$(BANDWIDTH_LATENCIES),$(eval BW_fixed_$(l) := --memory fixed:$(l)))
$(foreach c,$(BANDWIDTH_CLOCKS),$(eval BW_core_$(c) := --set core_mhz=$(c)))

BW      := $(REPRO)/bandwidth
BW_700  := $(BANDWIDTH_MACHINES:%=700_%)
BW_1400 := $(BANDWIDTH_MACHINES:%=1400_%) $(BANDWIDTH_ONE:%=1400_%) $(BANDWIDTH_LATENCIES:%=1400_fixed_%) $(BANDWIDTH_CLOCKS:%=1400_core_%)


# Where programs wait, also with GPGPU-Sim's L2 ports and look-up gate, with a short return queue of DRAM besides, with 128 MSHRs in the L1, and with its sets
# hashed (docs/BOTTLENECK.md).
BW_gate       := --set l2_fill_port=separate,l2_lookup_gate=1
BW_gate_short := --set l2_fill_port=separate,l2_lookup_gate=1,dram_return_queue=8
BW_hash       := --set l1_index=hash
BW_STALLS     := 1400_base 700_base 1400_gate 1400_gate_short 1400_mshrs 1400_hash

.SECONDARY: $(BW_1400:%=$(BW)/%.conf) $(BW_700:%=$(BW)/%.conf) $(BW_STALLS:%=$(BW)/%.conf)

bandwidth_machine = @mkdir -p $(@D) && $(BUILD)/poise sim -c $(1)$(BW_ON_$*) $(BW_$*) --show-config >$@
$(BW)/1400_%.conf: | $(BUILD)/poise
	$(call bandwidth_machine,thesis-ch3)
$(BW)/700_%.conf: | $(BUILD)/poise
	$(call bandwidth_machine,thesis-ch3-700)

# ---- simulations ----
# $(1) = folders; a line for each of them on the machine of the file.
bandwidth_runs = @echo "$(*F)" && $(BUILD)/poise evaluate -c $(BW)/$(*F).conf -s gto -o $(@:%.csv=%.h5) --csv $@ $(1) >$(@:%.csv=%.txt)
bandwidth_taken = $$(sed 's|^|datasets/traces/|' $(BW)/programs)

# All candidates on two machines say which programs are taken.
BW_ALL := $(BW)/1400_base.csv $(BW)/1400_infinite.csv
$(BW_ALL): $(BW)/%.csv: $(BW)/%.conf | $(REPRO)/captured
	$(call bandwidth_runs,$(call REPRO_TRACES,$(BANDWIDTH_RUNS)))

# $(1) = a condition about the cycles of the two.
bandwidth_pick = @awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) place[$$i] = i; next } \
    { program = $$place["program"]; cycles = $$place["cycles"] } \
    !(program in base) { base[program] = cycles; next } $(1) { print program }' $(BW_ALL) >$@
$(BW)/programs: $(BW_ALL)
	$(call bandwidth_pick,base[program] <= $(BANDWIDTH_CYCLES) && base[program] / cycles >= $(BANDWIDTH_P_INF))
# Those that compute.
$(BW)/compute: $(BW_ALL)
	$(call bandwidth_pick,base[program] / cycles < $(BANDWIDTH_P_INF))

$(BW)/%.csv: $(BW)/%.conf $(BW)/programs
	$(call bandwidth_runs,$(bandwidth_taken))

# Files MACHINE.csv or stalls_MACHINE.csv as one.
bandwidth_join = @awk 'FNR == 1 { machine = FILENAME; gsub(/.*\/|stalls_|\.csv/, "", machine) } FNR > 1 || NR == 1 { print (NR == 1 ? "machine" : machine) "," $$0 }' $^ >$@

$(REPRO)/bandwidth_machines.csv: $(BW_1400:%=$(BW)/%.csv) $(BW_700:%=$(BW)/%.csv)
	$(bandwidth_join)

# ---- where they wait ----
$(BW)/stalls_%.csv: $(BW)/%.conf $(BW)/programs $(BW)/compute
	@echo "stalls $*" && POISE_BUILD=$(BUILD) datasets/stalls.sh -c $< -o $(@:%.csv=%) \
	    $$(sed 's|^|datasets/traces/|' $(BW)/programs $(if $(filter %_base,$*),$(BW)/compute)) >$@

$(REPRO)/bandwidth_stalls.csv: $(BW_STALLS:%=$(BW)/stalls_%.csv)
	$(bandwidth_join)

.PHONY: reproduce-bandwidth
reproduce-bandwidth: deps
	$(call reproduce_parts,$(REPRO)/bandwidth_machines.csv $(REPRO)/bandwidth_stalls.csv)
