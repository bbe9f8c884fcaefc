# make dist    a source archive of the commit, with its checksum and a list of what is in it and below it (SPDX), under BUILD/dist
# make deb     packages of it for this Debian, poise and libpoise-dev, under BUILD/dist; lintian looks at them
# make deb-again    builds them once more in another folder, and fails if a byte differs
# Of the commit, not of the work tree. The same commit gives the same bytes on the same system, in whatever folder.

.PHONY: dist deb deb-again
dist:
	$(Q)VERSION='$(VERSION)' LLVM_FOUND='$(firstword $(LLVM_FOUND))' mk/release/dist.sh $(BUILD)/dist

deb: dist
	$(Q)VERSION='$(VERSION)' LLVM_FOUND='$(firstword $(LLVM_FOUND))' VENDOR='$(CHARTS)' mk/release/deb.sh $(BUILD)/dist

deb-again: deb
	$(Q)VENDOR='$(abspath $(CHARTS))' mk/release/again.sh $(BUILD)/dist
