# The LLVM that the capture platform is built with, and that its compiler runs: one of LLVM_VERSIONS, as in `make LLVM=19`. Unless
# said, it is the first of them that is complete. 14 goes first: the recorded traces are its (docs/CAPTURE.md).
#
#   LLVM          version, 14 if none is complete
#   LLVM_FOUND    "VERSION LIBCLC CLANG LLVM-LINK LLVM-CONFIG", empty if what is asked for is not complete (mk/find_llvm.sh)
#   LIBCLC        libclc's bitcode for nvptx64; another file may be named
LLVM_VERSIONS := 14 19 18 17 16 15
LLVM_FOUND    := $(shell LIBCLC='$(LIBCLC)' mk/find_llvm.sh $(or $(LLVM),$(LLVM_VERSIONS)) 2>/dev/null)
LLVM          ?= $(or $(firstword $(LLVM_FOUND)),$(firstword $(LLVM_VERSIONS)))
LIBCLC        ?= $(word 2,$(LLVM_FOUND))

CLANG       := $(or $(word 3,$(LLVM_FOUND)),clang-$(LLVM))
LLVM_LINK   := $(or $(word 4,$(LLVM_FOUND)),llvm-link-$(LLVM))
LLVM_CONFIG := $(or $(word 5,$(LLVM_FOUND)),llvm-config-$(LLVM))
# What code that names its tools is compiled with, and code that uses LLVM itself.
LLVM_TOOLS    = -DPOISE_CLANG='"$(CLANG)"' -DPOISE_LIBCLC='"$(LIBCLC)"'
LLVM_CPPFLAGS = -isystem $(shell $(LLVM_CONFIG) --includedir) $(LLVM_TOOLS)

# Layout and findings differ from version to version, so these are of one, whatever LLVM is; empty where they are not installed.
CLANG_FORMAT := $(shell command -v clang-format-14)
CLANG_TIDY   := $(shell command -v clang-tidy-14)

.PHONY: llvm-check
llvm-check:
	$(if $(LLVM_FOUND),,@LIBCLC='$(LIBCLC)' mk/find_llvm.sh $(LLVM) >/dev/null || { echo "Run 'make deps' first." >&2; exit 1; })

# Another LLVM in the same folder: what depends on this file is built anew.
LLVM_CHOICE := $(BUILD)/llvm-choice
.PHONY: llvm-choice
$(LLVM_CHOICE): llvm-choice | llvm-check
	@mkdir -p $(@D)
	@echo '$(LLVM) $(LIBCLC)' | cmp -s - $@ || echo '$(LLVM) $(LIBCLC)' > $@
