# make reproduce-paging   more programs than memory: vm:gpuswap and what it is compared with, the memory limit, ten seeds, chunks of 128 KB to 128 MB, up to five
#                        programs, and priorities that are learned, into docs/PAGING.md, which says how long it takes. Every simulation is kept and an
#                        interrupted command goes on.
# make reproduce-paging-orders   the best of a hundred random orders at three limits, of programs of 8 MB: 2,300 simulations, which docs/PAGING.md says
#                        more of; kept and gone on with as well.
PAGING      := $(REPRO)/paging
PAGING_JOBS ?= $(shell nproc)

.PHONY: reproduce-paging paging-simulations reproduce-paging-orders paging-orders
# Lines of what does not depend on anything; orders that are learned from them; and what these are good for.
paging-simulations:
	@datasets/paging.sh $(PAGING) $(PAGING_JOBS) limits full swapped seeds chunks mixes
	@datasets/paging_learned.sh $(PAGING) $(PAGING_JOBS)
	@datasets/paging.sh $(PAGING) $(PAGING_JOBS) learned
	@cp $(PAGING)/paging.csv $(PAGING)/paging_buffers.csv $(REPRO)
reproduce-paging: deps
	$(call reproduce_parts,paging-simulations)
paging-orders:
	@datasets/paging.sh $(PAGING) $(PAGING_JOBS) orders
	@cp $(PAGING)/paging_orders.csv $(REPRO)
reproduce-paging-orders: deps
	$(call reproduce_parts,paging-orders)
