// Runs Ramulator 2 on a list of requests of tests/oracle/sim/dram_stream.c and prints "cycles row-hits mean-read-cycles". Built by
// bench/ramulator.sh with a library of Ramulator's that is not part of this repository.
//
//   drive CONFIG.yaml FILE LEVELS [COMMANDS]
//
// LEVELS is two letters: g = there are bank groups, r = ranks. To file COMMANDS goes every command, as dram_stream writes them.
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include <vector>

#include "ramulator/base/config.h"
#include "ramulator/base/factory.h"
#include "ramulator/controller/controller_base.h"
#include "ramulator/controller/plugin/i_controller_plugin.h"
#include "ramulator/controller/refresh/i_refresh_manager.h"
#include "ramulator/controller/scheduler/i_scheduler.h"
#include "ramulator/frontend/i_frontend.h"
#include "ramulator/memory_system/i_memory_system.h"

namespace Ramulator {

static FILE* commands_file = nullptr;

// Writes each command that its controller gives: cycle, name, bank group, bank, row.
class CommandList : public IControllerPlugin, public Implementation {
  RAMULATOR_REGISTER_IMPLEMENTATION(IControllerPlugin, CommandList, "CommandList")

  ControllerBase* m_controller = nullptr;

  void init() override { m_controller = cast_parent<ControllerBase>(); }

  int at(const Request& request, const char* level) const {
    const DRAMSpec& spec = *m_controller->m_device.m_spec;
    for (int i = 0; i < spec.level_count; i++)
      if (spec.level_names[i] == level) return request.addr_vec[i] < 0 ? 0 : request.addr_vec[i];
    return 0;
  }

  void on_issue(const Request& request) override {
    if (!commands_file) return;
    const std::string name(m_controller->m_device.m_spec->command_names[request.command]);
    const std::string shown = name.substr(0, name.compare(0, 3, "PRE") == 0 || name.compare(0, 3, "REF") == 0 ? 3 : name.size());
    const bool has_row = shown != "PRE" && shown != "REF";
    fprintf(commands_file, "%lld %s %d %d %d\n", (long long)m_controller->m_clk, shown.c_str(), at(request, "BankGroup"), at(request, "Bank"),
            has_row ? at(request, "Row") : 0);
  }
};

// First-ready, first-come-first-served as we have it (sim_hooks/dram/frfcfs.c): a row is not closed while a request for it waits, however
// old the request for another row is; columns go before row commands. Ramulator's own closes it for an older request.
class RowFirst : public IScheduler, public Implementation {
  RAMULATOR_REGISTER_IMPLEMENTATION(IScheduler, RowFirst, "RowFirst")

  ControllerBase* m_controller = nullptr;
  std::vector<bool> m_wanted;  // by bank: a request for its open row waits

  void init() override { m_controller = cast_parent<ControllerBase>(); }

  bool finds_its_row(const Request& request) const {
    return m_controller->m_device.check_rowbuffer_hit(request.final_command, request.addr_vec, m_controller->m_clk);
  }

  bool may_go(const Request& request) const {
    const bool closes = m_controller->m_device.m_spec->command_meta[request.command].is_closing;
    return !closes || !m_wanted[m_controller->m_device.get_flat_bank_id(request.addr_vec)];
  }

  // Ready ones first, columns before others, then the oldest.
  int rank(const Request& request) const {
    if (!m_controller->check_timing(request.command, request.addr_vec)) return 0;
    return request.command == request.final_command ? 2 : 1;
  }

  ReqBuffer::iterator get_best_request(ReqBuffer& buffer, RequestFilterRef filter) override {
    m_wanted.assign(m_controller->m_device.m_bank_nodes.size(), false);
    for (auto it = buffer.begin(); it != buffer.end(); it++) {
      it->command = m_controller->get_preq_command(it->final_command, it->addr_vec);
      if (finds_its_row(*it)) m_wanted[m_controller->m_device.get_flat_bank_id(it->addr_vec)] = true;
    }
    auto best = buffer.end();
    int best_rank = -1;
    for (auto it = buffer.begin(); it != buffer.end(); it++) {
      if ((filter && !filter(*it)) || !may_go(*it)) continue;
      const int its_rank = rank(*it);
      if (its_rank > best_rank || (its_rank == best_rank && it->arrive < best->arrive)) {
        best = it;
        best_rank = its_rank;
      }
    }
    return best;
  }
};

// Reads and writes in one queue, as we have them; Ramulator's own controller keeps writes back until there are many.
class OneQueue : public ControllerBase {
  RAMULATOR_REGISTER_IMPLEMENTATION_DERIVED(IController, OneQueue, ControllerBase, "OneQueue")

  void init() override { init_base(); }
  void setup(IFrontEnd* front, IMemorySystem* memory) override { setup_base(front, memory); }

  bool send(Request& request) override {
    m_addr_mapper->apply(request);
    request.addr_vec[0] = m_channel_id;
    request.final_command = m_device.m_spec->supported_requests[request.type_id];
    request.arrive = m_clk;
    return m_read_buffer.enqueue(request);
  }

  // What has opened a row goes first, then what refreshes, then the queue.
  Candidate choose() {
    Candidate chosen = pick_best_ready_from(m_active_buffer, {});
    if (!chosen.valid) chosen = pick_priority_if();
    if (!chosen.valid && m_priority_buffer.size() == 0)
      chosen = pick_best_ready_from(m_read_buffer, [&](const Request& request) { return !would_close_active(request); });
    return chosen;
  }

  void tick() override {
    tick_prologue();
    m_refresh->tick();
    Candidate chosen = choose();
    if (!chosen.valid) return;
    if (!chosen.it->is_stat_updated) update_request_stats(chosen.it);
    m_device.issue_command(chosen.it->command, chosen.it->addr_vec, m_clk);
    for (auto* plugin : m_plugins) plugin->on_issue(*chosen.it);
    if (chosen.it->command == chosen.it->final_command)
      retire_request(chosen.it, *chosen.buffer);
    else if (m_device.m_spec->command_meta[chosen.it->command].is_opening)
      promote_to_active(chosen.it, *chosen.buffer);
  }
};

}  // namespace Ramulator

using namespace Ramulator;

struct line {
  unsigned long long cycle;
  char kind;
  int group, bank, row, column;
};

static bool read_line(FILE* file, line& l) {
  return fscanf(file, "%llu %c %d %d %d %d", &l.cycle, &l.kind, &l.group, &l.bank, &l.row, &l.column) == 6;
}

// "row_hits" of the controller, wherever it stands among the statistics.
static size_t count_of(const std::string& text, const std::string& name) {
  const size_t at = text.find("\n" + name + ":");
  const size_t inner = at == std::string::npos ? text.find(" " + name + ":") : at;
  return inner == std::string::npos ? 0 : std::strtoull(text.c_str() + inner + name.size() + 2, nullptr, 10);
}

static std::string statistics(IMemorySystem* memory) {
  std::ostringstream text;
  memory->update_stats_recursive();
  memory->print_stats(text);
  return text.str();
}

int main(int argc, char** argv) {
  FILE* file = argc == 4 || argc == 5 ? fopen(argv[2], "r") : nullptr;
  if (!file) return fprintf(stderr, "drive CONFIG.yaml FILE LEVELS [COMMANDS]\n"), 1;
  if (argc == 5 && !(commands_file = fopen(argv[4], "w"))) return fprintf(stderr, "cannot write %s\n", argv[4]), 1;
  ConfigNode config = Config::parse_config_file(argv[1]);
  IFrontEnd* front = Factory::create_frontend(config);
  IMemorySystem* memory = Factory::create_memory_system(config);
  front->connect_memory_system(memory);
  memory->connect_frontend(front);
  const bool has_groups = argv[3][0] == 'g', has_ranks = argv[3][1] == 'r';

  line l;
  unsigned long long now = 0, last = 0, reads = 0, read_cycles = 0, served = 0, asked = 0;
  bool more = read_line(file, l);
  while (more || served < asked) {
    if (more && l.cycle <= now) {
      AddrVec_t place{0};
      if (has_ranks) place.push_back(0);
      if (has_groups) place.push_back(l.group);
      place.push_back(l.bank);
      place.push_back(l.row);
      place.push_back(l.column);
      const bool is_write = l.kind == 'W';
      const unsigned long long born = now;
      Request request(static_cast<Addr_t>(asked), is_write ? Request::Type::Write : Request::Type::Read, 0,
                      [&, is_write, born](Request&) {
                        served++;
                        last = now;
                        if (!is_write) reads++, read_cycles += now - born;
                      });
      request.addr_vec = place;
      request.size_bytes = memory->get_tx_bytes();
      if (memory->send(request)) {
        asked++;
        more = read_line(file, l);
      }
    }
    memory->tick();
    now++;
  }
  const std::string text = statistics(memory);
  if (commands_file) fclose(commands_file);
  if (getenv("STATISTICS")) fputs(text.c_str(), stderr);
  printf("%llu %zu %.1f\n", last, count_of(text, "row_hits"), reads ? (double)read_cycles / (double)reads : 0.0);
  return 0;
}
