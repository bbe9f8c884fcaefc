# make deps          what building, testing and checking need (packages.txt, deps.sh), and the charting library of pages (charts.sh)
# make deps-oracles  also the software of others that tests compare with
# make deps-fuzz     AFL++, for `make fuzz-afl`
# deps-check         makes a missing package a sentence instead of a compiler error; asks neither apt nor the network
CHARTS := vendor

# LLVM of the command line or the environment is the only one that will do.
LLVM_WANTED = $(if $(filter file,$(origin LLVM)),$(LLVM_VERSIONS),$(LLVM))
DEPS        = CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' LLVM_FOUND='$(firstword $(LLVM_FOUND))' LLVM_WANTED='$(LLVM_WANTED)' mk/deps.sh

.PHONY: deps deps-oracles deps-fuzz deps-check
deps:
	@$(DEPS) install build test check
	@mk/charts.sh $(CHARTS)

deps-oracles: deps
	@$(DEPS) install oracle

deps-fuzz:
	@$(DEPS) install build fuzz

deps-check:
	@$(DEPS) check
