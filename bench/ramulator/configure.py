"""Writes the configuration of a memory channel for Ramulator 2, and prints the same as options of a machine of ours.

configure.py STANDARD ORGANISATION TIMING CONTROLLER SCHEDULER REFRESH QUEUE OUT.yaml      (PYTHONPATH = Ramulator's python folder)
"""
import sys

import ramulator
from ramulator.export import dict_to_yaml

standard, organisation, timing, controller_name, scheduler, refresh, queue, out = sys.argv[1:]
kind = getattr(ramulator.dram, standard)
arguments = {"org_preset": organisation, "timing_preset": timing}
if "Rank" in kind.levels:
    arguments["rank"] = 1
if "nRCDWR" in kind.timing_params:  # we have one time from a row to its columns
    arguments["nRCDWR"] = kind.timing_presets[timing]["nRCDRD"]
dram = kind(**arguments)
controller = ramulator.controller.GenericDDR(
    dram=dram,
    read_buffer_size=int(queue),
    write_buffer_size=int(queue),
    scheduler=ramulator.scheduler.FRFCFS(),
    refresh_manager=getattr(ramulator.refresh_manager, refresh)(),
    row_policy=ramulator.row_policy.Open(),
    addr_mapper=ramulator.addr_mapper.PassThroughAddrMapper(),
)
memory = ramulator.memory_system.GenericDRAM(
    clock_ratio=1, controllers=[controller], channel_mapper=ramulator.channel_mapper.PassThroughChannelMapper()
)
config = {"frontend": ramulator.frontend.External(clock_ratio=1).to_config(), "memory_system": memory.to_config()}
config["memory_system"]["controllers"][0]["impl"] = controller_name
config["memory_system"]["controllers"][0]["scheduler"]["impl"] = scheduler
config["memory_system"]["controllers"][0]["controller_plugins"] = [{"impl": "CommandList"}]
with open(out, "w") as file:
    file.write(dict_to_yaml(config))

described = config["memory_system"]["controllers"][0]["dram"]
time = dict(zip(kind.timing_params, described["timing"]))
count = dict(zip(kind.levels, described["org"]["count"]))
banks, groups = count["Bank"], count.get("BankGroup", 1)


# From a read to a write: as their rules of timing say, on the level that is the whole channel for one rank.
read_to_write = {
    "DDR3": lambda t: t["nCL"] + t["nBL"] + 2 - t["nCWL"],
    "DDR5": lambda t: t["nCL"] + t["nBL"] + 2 - t["nCWL"] + 2,
    "GDDR6": lambda t: t["nCL"] + 1,
}[standard](time)


def first(*names):
    return next(time[name] for name in names if name in time)


ours = {
    "dram_mhz": round(1e6 / time["tCK_ps"], 3),
    "dram_queue": queue,
    "dram_banks": banks * groups,
    "dram_bank_groups": groups,
    # A burst is a line of 128 bytes here; rows have as many bursts.
    "dram_row_bytes": count["Column"] // kind.internal_prefetch_size * 128,
    "t_ccd": first("nCCDS", "nCCD"),
    "t_ccdl": first("nCCDL", "nCCD"),
    "t_ccdl_write": time.get("nCCDL_WR", 0),
    "t_rcd": first("nRCD", "nRCDRD"),
    "t_rp": time["nRP"],
    "t_ras": time["nRAS"],
    "t_rc": time["nRC"],
    "t_rrd": first("nRRDS", "nRRD"),
    "t_rrdl": time.get("nRRDL", 0),
    "t_faw": time["nFAW"],
    "t_cl": time["nCL"],
    "t_wl": time["nCWL"],
    "t_cdlr": first("nWTRS", "nWTR"),
    "t_cdlrl": time.get("nWTRL", 0),
    "t_rtpl": time["nRTP"],
    "t_wr": time["nWR"],
    "t_rtw": read_to_write,
    "dram_command_cycles": kind.command_cycles.get("ACT", 1),
    "t_ppd": time.get("nPPD", 0),
}
if refresh != "NoRefresh":
    ours |= {"t_refi": time["nREFI"], "t_rfc": first("nRFC", "nRFCab")}
print(",".join(f"{key}={value}" for key, value in ours.items()), ("g" if "BankGroup" in count else "-") + ("r" if "Rank" in count else "-"))
