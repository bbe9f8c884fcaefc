# make reproduce-buffers   what all runs of the manifest but those of the split `paging` allocate, and when, into docs/MOSAIC.md: three
#                          minutes on a core that has other work. Runs are captured into a folder that is removed.

$(REPRO)/buffers.csv: datasets/manifest datasets/buffers.sh datasets/buffers.awk | $(BUILD)/poise
	@mkdir -p $(@D) && POISE_BUILD=$(BUILD) datasets/buffers.sh all translation >$@.new && mv $@.new $@

.PHONY: reproduce-buffers
reproduce-buffers: deps
	$(call reproduce_parts,$(REPRO)/buffers.csv)
