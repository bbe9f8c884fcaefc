# Workloads: datasets/kernels/SUITE/NAME/{NAME.cl,main.c} -> $(BUILD)/datasets/NAME. They are ordinary OpenCL programs and
# use nothing of the project but datasets/common. The kernel's text is embedded, so a program runs from anywhere.

DATASET_SOURCES  := $(sort $(wildcard datasets/kernels/*/*/main.c))
DATASET_PROGRAMS := $(foreach s,$(DATASET_SOURCES),$(BUILD)/datasets/$(notdir $(patsubst %/main.c,%,$(s))))

OBJ_datasets := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard datasets/common/*.c))) \
                $(patsubst %.cl,$(BUILD)/obj/%.cl.o,$(sort $(wildcard datasets/common/*.cl)))
$(BUILD)/lib/libdatasets.a: $(OBJ_datasets)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# A text of OpenCL C as a C array: bytes, for C limits the length of a string literal. That of a workload is kernel_source,
# which datasets/common/device.h declares; datasets/common/NAME.cl is NAME_source.
cl_symbol = $(if $(filter datasets/common/%,$(1)),$(notdir $(basename $(1)))_source,kernel_source)

$(BUILD)/obj/datasets/%.cl.o: datasets/%.cl datasets/common/device.h
	@mkdir -p $(@D)
	@echo "  EMBED $<"
	$(Q){ echo '#include "datasets/common/device.h"'; \
	    echo 'extern const char $(call cl_symbol,$<)[]; const char $(call cl_symbol,$<)[] = {'; \
	    od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } \
	    | $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -x c -c - -o $@

# $(1) = kernels/SUITE/NAME, $(2) = NAME
define dataset_rules
$$(BUILD)/datasets/$(2): $$(BUILD)/obj/datasets/$(1)/main.o $$(BUILD)/obj/datasets/$(1)/$(2).cl.o \
    $$(BUILD)/lib/libdatasets.a
	@mkdir -p $$(@D)
	@echo "  LINK  $$@"
	$$(Q)$$(CC) $$(SANITIZERS) $$(COVERAGE) $$(LDFLAGS) -o $$@ $$^ -lOpenCL -lm
endef
$(foreach s,$(DATASET_SOURCES),$(eval $(call dataset_rules,$(patsubst datasets/%/main.c,%,$(s)),$(notdir $(patsubst %/main.c,%,$(s))))))

.PHONY: workloads
workloads: $(DATASET_PROGRAMS)
all: $(DATASET_PROGRAMS)

# The traces of all runs of the manifest, into datasets/traces; compared with datasets/checksums of this LLVM.
.PHONY: datasets
datasets: deps
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@POISE_BUILD=$(BUILD) datasets/capture.sh

# The profile of the training split on the thesis machine, 20 minutes on two cores; an interrupted one goes on. What is shipped in
# datasets/profiles is its result. PROFILE_GRID=full measures every {N, p}, five times as much work (docs/SWEEP.md: what the
# search misses). At most three launches of a kernel function of a run are measured: iterative programs start the same one up
# to 150 times.
PROFILE_GRID := adaptive
.PHONY: profiles
profiles: datasets
	$(BUILD)/poise profile --launches 3 --grid $(PROFILE_GRID) -o $(BUILD)/profiles-$(PROFILE_GRID) @training
	@mkdir -p datasets/profiles && cp $(BUILD)/profiles-$(PROFILE_GRID)/profile.h5 datasets/profiles/training.h5
