# make reproduce-caches   cache policies on the machine of MeDiC's source, alone and under schedulers, into docs/CACHES.md; about three quarters
#                         of an hour on two cores. Parts are files under reproduce/, as those of 'make reproduce'.

CACHES_MEMORY   := $(shell awk '$$2 == "memory" { print $$1 }' datasets/manifest)
CACHES_TRAINING := $(shell awk '$$2 == "training" && $$3 == "demo" { print $$1 }' datasets/manifest)
CACHES := gto wbyp=l2:wbyp wip=l2:wip wms=l2:warp_types+dram:wms medic=l2:medic+dram:wms medic_reuse=l2:medic_reuse+dram:wms eaf=l2:eaf \
          pcal_l2=l2:pcal_l2 pc_byp=l2:pc_byp rand10=l2:rand_byp:share=10 rand30=l2:rand_byp:share=30 rand50=l2:rand_byp:share=50 \
          dip=l2:dip drrip=l2:drrip ship=l2:ship

$(REPRO)/caches_memory.csv: | $(REPRO)/captured
	$(call evaluate_runs,$(CACHES),$(CACHES_MEMORY),-c medic)

$(REPRO)/caches_training.csv: | $(REPRO)/captured
	$(call evaluate_runs,$(CACHES),$(CACHES_TRAINING),-c medic)

# What the oracle knows is of one program, from a simulation of it.
$(REPRO)/caches_oracle.csv: | $(REPRO)/captured
	@rm -rf $(@D)/oracle && mkdir -p $(@D)/oracle
	@for run in $(CACHES_MEMORY) $(CACHES_TRAINING); do \
	    echo "oracle_byp: $$run" && \
	    $(BUILD)/poise sim -c medic -s gto+l2:oracle_byp:record=$(@D)/oracle/$$run.hits datasets/traces/$$run >$(@D)/oracle/$$run.txt && \
	    $(BUILD)/poise evaluate -c medic -s gto,oracle_byp=l2:oracle_byp:types=$(@D)/oracle/$$run.hits --csv $(@D)/oracle/$$run.csv \
	        datasets/traces/$$run >$(@D)/oracle/$$run.txt || exit 1; done
	@awk 'NR == 1 || FNR > 1' $(CACHES_MEMORY:%=$(@D)/oracle/%.csv) $(CACHES_TRAINING:%=$(@D)/oracle/%.csv) >$@

# ---- bounds of mostly-miss, and the rules that are learned from them (datasets/results_caches.awk) ----
CACHES_BOUNDS := gto t0=l2:wbyp:mostly_miss=0:step=0 t5=l2:wbyp:mostly_miss=5 t10=l2:wbyp:mostly_miss=10 t20=l2:wbyp \
                 t30=l2:wbyp:mostly_miss=30 t40=l2:wbyp:mostly_miss=40
# lBOUND_PERCENT: the rule of all training runs, which those of memory are judged by, and those that come out without a program. Where
# other rules come out, the tables say so and fail.
CACHES_RULE   := l0_12=l2:wbyp:mostly_miss=0:step=0:least_miss=12
CACHES_RULES  := $(CACHES_RULE) l0_7=l2:wbyp:mostly_miss=0:step=0:least_miss=7 l0_11=l2:wbyp:mostly_miss=0:step=0:least_miss=11

$(REPRO)/caches_bounds.csv: | $(REPRO)/captured
	$(call evaluate_runs,$(CACHES_BOUNDS),$(CACHES_TRAINING) $(CACHES_MEMORY),-c medic)

$(REPRO)/caches_rules_training.csv: | $(REPRO)/captured
	$(call evaluate_runs,gto $(CACHES_RULES),$(CACHES_TRAINING),-c medic)

$(REPRO)/caches_rules_memory.csv: | $(REPRO)/captured
	$(call evaluate_runs,gto $(CACHES_RULE),$(CACHES_MEMORY),-c medic)

# ---- schedulers and caches ----
MATRIX_SCHEDULERS := gto=gto ccws=ccws pcal=pcal poise=poise poise_loads=poise:loads=models/loads.model
MATRIX_CACHES     := eaf=l2:eaf drrip=l2:drrip wip=l2:wip wbyp=l2:wbyp medic=l2:medic+dram:wms
# NAME=POLICY and NAME=POLICY of both: NAME_NAME=POLICY+POLICY.
matrix_name   = $(firstword $(subst =, ,$(1)))
matrix_policy = $(patsubst $(call matrix_name,$(1))=%,%,$(1))
matrix_pair   = $(call matrix_name,$(1))_$(call matrix_name,$(2))=$(call matrix_policy,$(1))+$(call matrix_policy,$(2))
MATRIX := $(foreach s,$(MATRIX_SCHEDULERS),$(if $(filter gto=%,$(s)),gto,$(s)) $(foreach c,$(MATRIX_CACHES),$(call matrix_pair,$(s),$(c))))

$(REPRO)/caches_matrix_training.csv: | $(REPRO)/captured
	$(call evaluate_runs,$(MATRIX),$(CACHES_TRAINING),-c medic)

$(REPRO)/caches_matrix_evaluation.csv: | $(REPRO)/captured
	$(call evaluate_runs,$(MATRIX),$(REPRO_RUNS),-c medic)

CACHES_FILES := $(patsubst %,$(REPRO)/caches_%.csv,memory training oracle bounds rules_training rules_memory matrix_training matrix_evaluation)

.PHONY: reproduce-caches
reproduce-caches: deps
	$(call reproduce_parts,$(CACHES_FILES))
