# The modules in order of the data line and what each may use. A module never includes a header of a module that stands after
# it; tests/check-modules.sh enforces exactly this table.
MODULES := common swap trace models infer sim_hooks sim runs profile features train evaluate design probe report bench cli

USES_common    :=
USES_swap      := common
USES_trace     := common
USES_models    := common
USES_infer     := models common
USES_sim_hooks := infer models swap common
USES_sim       := sim_hooks infer models trace swap common
USES_runs      := common
USES_profile   := runs sim sim_hooks infer models trace swap common
USES_features  := profile runs sim sim_hooks infer models trace swap common
USES_train     := features $(USES_features)
USES_evaluate  := train $(USES_train)
USES_design    := evaluate $(USES_evaluate)
USES_probe     := sim $(USES_sim)
USES_report    := probe design $(USES_design)
USES_bench     := sim $(USES_sim)
USES_cli       := probe bench report $(USES_report)

# Programs of their own that write traces (mk/capture.mk); the command reads some of their headers and links none of them.
USES_capture := trace common
READS_cli    := capture
READS_probe  := capture

# The parts of the simulator, folders of sim/, in order of what each may use of the others. Files of a part never include a header
# of the whole (sim/*.h): each part is built and tested without the machine that it is put into. Every folder with sources stands here.
SIM_PARTS := config gpgpusim measure base network dram link l2 translation ccn sm cpu

SIM_USES_config      :=
SIM_USES_gpgpusim    := config
SIM_USES_measure     := config
SIM_USES_base        := config
SIM_USES_network     := base config
SIM_USES_dram        := measure base config
SIM_USES_link        := dram measure base config
SIM_USES_l2          := dram network measure base config
SIM_USES_translation := link l2 $(SIM_USES_l2)
SIM_USES_ccn         := network base config
SIM_USES_sm          := ccn translation $(SIM_USES_translation)
SIM_USES_cpu         := dram network measure base config

# Modules whose files still include each other in circles. tests/check-circles.sh refuses circles in all others, and a module here
# that has none: this list only gets shorter.
CIRCLES :=
