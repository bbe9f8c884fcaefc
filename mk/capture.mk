# The capture platform: four artefacts that lie beside the command.
#   libpoise_opencl.so        OpenCL platform behind the ICD loader; lives in the process of the traced program
#   poise-kernel-server       runs the kernels of one program, in processes of their own
#   poise-kernel-compiler     clang and LLVM; a program of its own
#   poise-builtins.bc         OpenCL C built-in library
#   poise-builtins.h          what is included before every program
# The platform is never built with sanitizers: it is loaded into programs that have none.
CAPTURE  := capture

CAPTURE_TARGETS := $(BUILD)/libpoise_opencl.so $(BUILD)/poise-kernel-server $(BUILD)/poise-kernel-compiler \
                   $(BUILD)/poise-builtins.bc $(BUILD)/poise-builtins.h
all: $(CAPTURE_TARGETS)

# ---- built-in library ----
CAPTURE_BUILTINS := $(patsubst %,$(BUILD)/capture/%.bc,$(basename $(sort $(wildcard $(CAPTURE)/builtins/*.cl $(CAPTURE)/builtins/*.ll))))

# clang 15 would make bitcode for spir64 whose pointers have types, unlike libclc's.
CL_CODE := --target=spir64 $(if $(filter 15,$(LLVM)),-Xclang -opaque-pointers) -emit-llvm

$(BUILD)/capture/$(CAPTURE)/builtins/%.bc: $(CAPTURE)/builtins/%.cl $(wildcard $(CAPTURE)/builtins/*.h $(CAPTURE)/builtins/*.def) \
    $(LLVM_CHOICE)
	@mkdir -p $(@D)
	@echo "  CL    $<"
	$(Q)$(CLANG) -x cl -cl-std=CL1.2 $(CL_CODE) -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -Wall -Wextra \
	    -Wno-unused-parameter -Werror -c $< -o $@

# What is written in LLVM's language gets the target's layout of this version.
$(BUILD)/capture/$(CAPTURE)/builtins/%.bc: $(CAPTURE)/builtins/%.ll $(LLVM_CHOICE)
	@mkdir -p $(@D)
	@echo "  LL    $<"
	$(Q){ echo | $(CLANG) -x cl $(CL_CODE) -S -o - - | grep '^target ' && cat $<; } > $(@:.bc=.ll)
	$(Q)$(CLANG) -x ir $(CL_CODE) -c $(@:.bc=.ll) -o $@

$(BUILD)/poise-builtins.bc: $(CAPTURE_BUILTINS)
	@echo "  LINK  $@"
	$(Q)$(LLVM_LINK) -o $@ $^

$(BUILD)/poise-builtins.h: $(CAPTURE)/builtins/prelude.h
	@mkdir -p $(@D)
	$(Q)cp $< $@

# ---- kernel compiler ----
CAPTURE_SHARED         := $(CAPTURE)/process.c
CAPTURE_CONFINED       := $(CAPTURE)/landlock.c
CAPTURE_MESSAGES       := $(CAPTURE)/wire.c $(CAPTURE)/order.c
CAPTURE_COMPILER       := $(sort $(wildcard $(CAPTURE)/compiler/*.c)) $(CAPTURE_SHARED) $(CAPTURE_CONFINED)
CAPTURE_COMPILER_OBJ   := $(CAPTURE_COMPILER:%.c=$(BUILD)/obj/%.o)
$(CAPTURE_COMPILER_OBJ): $(LLVM_CHOICE)
$(CAPTURE_COMPILER_OBJ): CPPFLAGS_ALL += $(LLVM_CPPFLAGS)

$(BUILD)/poise-kernel-compiler: $(CAPTURE_COMPILER_OBJ) $(call module_libs,common)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell $(LLVM_CONFIG) --ldflags --libs) $(PKG_LIBS) $(shell pkg-config --libs libseccomp)

# ---- platform ----
CAPTURE_PLATFORM     := $(filter-out common/h5%,$(sort $(wildcard $(CAPTURE)/platform/*.c $(CAPTURE)/platform/*/*.c $(CAPTURE)/runtime/*.c common/*.c trace/*.c trace/format/*.c trace/pack/*.c))) $(CAPTURE_SHARED) $(CAPTURE_MESSAGES) \
                        $(CAPTURE)/compiler/build_options.c
# Those of common/ and trace/ are the command's where that is compiled with nothing else.
CAPTURE_OWN          := $(if $(SANITIZERS)$(CFLAGS),$(CAPTURE_PLATFORM),$(filter $(CAPTURE)/%,$(CAPTURE_PLATFORM)))
CAPTURE_PLATFORM_OBJ := $(CAPTURE_OWN:%.c=$(BUILD)/capture/%.o) $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(CAPTURE_OWN),$(CAPTURE_PLATFORM)))
CAPTURE_CFLAGS       := -std=c11 $(OPT) $(HERE) -fPIC -fvisibility=hidden $(WARNINGS) $(COVERAGE)

$(BUILD)/capture/$(CAPTURE)/platform/program/recipe.o: $(LLVM_CHOICE)
$(BUILD)/capture/$(CAPTURE)/platform/program/recipe.o: CPPFLAGS_ALL += $(LLVM_TOOLS)
$(BUILD)/capture/%.o: %.c | deps-check
	@mkdir -p $(@D)
	@echo "  CC    $< (platform)"
	$(Q)$(CC) $(CPPFLAGS_ALL) -DCL_TARGET_OPENCL_VERSION=300 $(CAPTURE_CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/libpoise_opencl.so: $(CAPTURE_PLATFORM_OBJ)
	@echo "  LINK  $@"
	$(Q)$(CC) $(COVERAGE) -shared -Wl,-z,defs -Wl,-soname,libpoise_opencl.so -o $@ $^ $(shell pkg-config --libs libzstd libxxhash) -lm -ldl -lpthread

# ---- kernel server ----
# Compiled for the processors that kernels are compiled for; kernels find the functions of runtime/ in it.
CAPTURE_SERVER        := $(filter-out common/h5%,$(sort $(wildcard $(CAPTURE)/server/*.c $(CAPTURE)/runtime/*.c common/*.c trace/*.c trace/format/*.c trace/pack/*.c))) \
                         $(CAPTURE_MESSAGES) $(CAPTURE_CONFINED)
CAPTURE_SERVER_OBJ    := $(CAPTURE_SERVER:%.c=$(BUILD)/capture/server/%.o)
CAPTURE_SERVER_CFLAGS := -std=c11 $(OPT) $(HERE) -O3 -march=x86-64-v3 -fvisibility=hidden $(WARNINGS) $(COVERAGE)

$(BUILD)/capture/server/%.o: %.c | deps-check
	@mkdir -p $(@D)
	@echo "  CC    $< (server)"
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CAPTURE_SERVER_CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/poise-kernel-server: $(CAPTURE_SERVER_OBJ)
	@echo "  LINK  $@"
	$(Q)$(CC) $(COVERAGE) -rdynamic -o $@ $^ $(shell pkg-config --libs libzstd libxxhash libseccomp) -lm -ldl -lpthread

-include $(CAPTURE_SERVER_OBJ:.o=.d)
-include $(CAPTURE_COMPILER_OBJ:.o=.d) $(CAPTURE_PLATFORM_OBJ:.o=.d)

# ---- what unit tests link (tests/unit/capture): the parts that need neither LLVM nor OpenCL ----
CAPTURE_TESTED     := $(addprefix $(CAPTURE)/,compiler/block_order.c compiler/build_options.c platform/program/cache.c platform/program/cache_trim.c \
                      platform/program/include_scan.c platform/program/included_files.c runtime/access.c runtime/fiber.c \
                      runtime/device_memory.c runtime/print_format.c runtime/private_access.c runtime/ranges.c runtime/shadow.c \
                      runtime/warp_merge.c runtime/work_item.c order.c wire.c)
CAPTURE_TESTED_OBJ := $(CAPTURE_TESTED:%.c=$(BUILD)/obj/%.o)

$(BUILD)/lib/libcapture.a: $(CAPTURE_TESTED_OBJ) $(OBJ_trace) $(OBJ_common)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
