/* The timing rules of a DRAM channel, written down once more for tests: whoever has a list of commands asks
 * whether any of them comes too early, finds a row that it should not, or is a command too many. Source:
 * [T3.1]; the turn-around times, in which a burst is t_ccd long, and the bank groups are GPGPU-Sim's; tFAW,
 * tRRD_L, tWTR_L, tCCD_L_WR and refresh are JEDEC's (docs/CONFIG.md, "DRAM timing"). */
#ifndef POISE_TESTS_DRAM_RULES_H
#define POISE_TESTS_DRAM_RULES_H

#include "sim/config/config.h"

#include <math.h>
#include <string.h>

typedef enum dram_command_kind {
    DRAM_ACTIVATE,
    DRAM_PRECHARGE, /* several in one cycle are one command, which closes all rows */
    DRAM_READ,
    DRAM_WRITE,
    DRAM_REFRESH, /* of all banks */
    DRAM_KINDS
} dram_command_kind;

typedef struct dram_logged {
    uint64_t cycle;
    dram_command_kind kind;
    uint32_t bank, row;
    bool closes; /* a column with auto-precharge */
} dram_logged;

#define DRAM_RULE_NAMES(name)                                                                              \
    name(PPD) name(RRD) name(RRD_L) name(FAW) name(RC) name(RP) name(RFC) name(RAS) name(RTP)              \
        name(RTP_GROUP) name(WRITE_TO_PRECHARGE) name(RCD) name(RCD_WRITE) name(CCD) name(CCD_L)           \
            name(CCD_L_WRITE) name(READ_TO_WRITE) name(WRITE_TO_READ) name(WRITE_TO_READ_L) name(DATA_BUS) \
                name(REFRESH_RP) name(REFRESH_RC) name(COMMAND_BUS)
#define DRAM_RULE_ENUM(name) DRAM_RULE_##name,
typedef enum dram_rule { DRAM_RULE_NAMES(DRAM_RULE_ENUM) DRAM_RULES } dram_rule;
#define DRAM_RULE_TEXT(name) #name,
static const char *const dram_rule_name[] = {DRAM_RULE_NAMES(DRAM_RULE_TEXT)};

enum { DRAM_RULES_BANKS = 64, DRAM_RULES_GROUPS = 16 };
#define DRAM_RULES_CLOSED (-1)

/* Cycles of the last commands, from which the next is judged. */
typedef struct dram_rules {
    const sim_config *config;
    int64_t open_row[DRAM_RULES_BANKS];
    int64_t activate[DRAM_RULES_BANKS], precharge[DRAM_RULES_BANKS];
    int64_t read[DRAM_RULES_BANKS], write[DRAM_RULES_BANKS];
    struct {
        int64_t activate, column, write;
        int64_t read, read_before; /* the last one; the last one in an earlier cycle */
    } group[DRAM_RULES_GROUPS];
    int64_t activates[4]; /* the last ones of any bank, as a ring */
    uint32_t n_activates;
    int64_t any_activate, any_precharge, any_read, any_write, any_column, refresh;
    int64_t any_closed;              /* as any_precharge, or with auto-precharge */
    int64_t data_until;              /* the data bus is taken */
    int64_t command, command_cycles; /* the last one, and how long it is */
    int64_t kind_at[2];              /* the last row command, the last column */
    bool closes_all;                 /* of this cycle there are several precharges */
    uint64_t seen[DRAM_KINDS];
    uint64_t pairs;            /* cycles with a row command and a column */
    int64_t slack[DRAM_RULES]; /* the fewest cycles that a command has come later than its rule allows */
    char broken[160];          /* "" = no rule */
    void (*observer)(void *owner, const dram_logged *command); /* is told of each; NULL = nobody is */
    void *owner;
} dram_rules;

enum { DRAM_RULES_LONG_AGO = -1000000 };

static inline void dram_rules_begin(dram_rules *r, const sim_config *config)
{
    *r = (dram_rules){.config = config};
    int64_t *const pasts[] = {r->activate, r->precharge, r->read, r->write};
    for (uint32_t b = 0; b < DRAM_RULES_BANKS; b++) {
        r->open_row[b] = DRAM_RULES_CLOSED;
        for (size_t i = 0; i < sizeof pasts / sizeof *pasts; i++)
            pasts[i][b] = DRAM_RULES_LONG_AGO;
    }
    for (uint32_t g = 0; g < DRAM_RULES_GROUPS; g++)
        r->group[g].activate = r->group[g].column = r->group[g].write = r->group[g].read =
            r->group[g].read_before = DRAM_RULES_LONG_AGO;
    for (uint32_t i = 0; i < 4; i++)
        r->activates[i] = DRAM_RULES_LONG_AGO;
    r->any_activate = r->any_precharge = r->any_closed = r->any_read = r->any_write = r->any_column =
        r->refresh = r->data_until = r->command = r->kind_at[0] = r->kind_at[1] = DRAM_RULES_LONG_AGO;
    for (uint32_t i = 0; i < DRAM_RULES; i++)
        r->slack[i] = INT64_MAX;
}

static inline void dram_rules_break(dram_rules *r, int64_t now, const char *why)
{
    if (!r->broken[0])
        snprintf(r->broken, sizeof r->broken, "cycle %lld: %s", (long long)now, why);
}

/* A time of the configuration in cycles. */
static inline int64_t dram_rules_cycles(const dram_rules *r, uint32_t time)
{
    return r->config->t_unit == T_UNIT_CYCLES ? (int64_t)time
                                              : (int64_t)ceil(time * r->config->dram_mhz / 1e3 - 1e-6);
}

/* A command comes `distance` cycles or more after the one of cycle `last`. */
static inline void dram_rule_holds(dram_rules *r, dram_rule rule, int64_t now, int64_t last, int64_t distance)
{
    const int64_t slack = now - last - distance;
    if (slack < r->slack[rule])
        r->slack[rule] = slack;
    if (slack >= 0 || r->broken[0])
        return;
    snprintf(r->broken, sizeof r->broken, "cycle %lld: %s: %lld after the other command, not %lld",
             (long long)now, dram_rule_name[rule], (long long)(now - last), (long long)distance);
}

/* What a rule from an activate or a column to a shorter command is longer by, and the other way round
 * shorter: JEDEC's times count from the last cycles of commands. */
static inline int64_t dram_rules_longer(const dram_rules *r)
{
    return (int64_t)r->config->dram_command_cycles - 1;
}

static inline int64_t dram_rules_write_recovery(const dram_rules *r)
{
    const sim_config *c = r->config;
    return dram_rules_cycles(r, c->t_wl) + c->t_ccd + dram_rules_cycles(r, c->t_wr) + dram_rules_longer(r);
}

static inline void dram_rules_activate(dram_rules *r, const dram_logged *l, int64_t now)
{
    const sim_config *c = r->config;
    const uint32_t b = l->bank, g = b % c->dram_bank_groups;
    if (r->open_row[b] != DRAM_RULES_CLOSED)
        dram_rules_break(r, now, "a row is opened while another one is open");
    dram_rule_holds(r, DRAM_RULE_RRD, now, r->any_activate, dram_rules_cycles(r, c->t_rrd));
    dram_rule_holds(r, DRAM_RULE_RRD_L, now, r->group[g].activate, dram_rules_cycles(r, c->t_rrdl));
    dram_rule_holds(r, DRAM_RULE_FAW, now, r->activates[r->n_activates % 4], dram_rules_cycles(r, c->t_faw));
    dram_rule_holds(r, DRAM_RULE_RC, now, r->activate[b], dram_rules_cycles(r, c->t_rc));
    dram_rule_holds(r, DRAM_RULE_RP, now, r->precharge[b],
                    dram_rules_cycles(r, c->t_rp) - dram_rules_longer(r));
    dram_rule_holds(r, DRAM_RULE_RFC, now, r->refresh, dram_rules_cycles(r, c->t_rfc) - dram_rules_longer(r));
    r->activates[r->n_activates++ % 4] = now;
    r->activate[b] = r->any_activate = r->group[g].activate = now;
    r->open_row[b] = l->row;
}

static inline void dram_rules_precharge(dram_rules *r, const dram_logged *l, int64_t now)
{
    const uint32_t b = l->bank;
    if (now != r->any_precharge) /* all at once are one command */
        dram_rule_holds(r, DRAM_RULE_PPD, now, r->any_precharge, dram_rules_cycles(r, r->config->t_ppd));
    if (r->open_row[b] == DRAM_RULES_CLOSED)
        dram_rules_break(r, now, "a bank is closed that has no open row");
    dram_rule_holds(r, DRAM_RULE_RAS, now, r->activate[b],
                    dram_rules_cycles(r, r->config->t_ras) + dram_rules_longer(r));
    dram_rule_holds(r, DRAM_RULE_RTP, now, r->read[b],
                    dram_rules_cycles(r, r->config->t_rtpl) + dram_rules_longer(r));
    const uint32_t g = b % r->config->dram_bank_groups;
    if (r->config->dram_precharge == PRECHARGE_GROUP)
        dram_rule_holds(r, DRAM_RULE_RTP_GROUP, now,
                        r->group[g].read == now ? r->group[g].read_before : r->group[g].read,
                        dram_rules_cycles(r, r->config->t_rtpl));
    dram_rule_holds(r, DRAM_RULE_WRITE_TO_PRECHARGE, now, r->write[b], dram_rules_write_recovery(r));
    r->precharge[b] = r->any_precharge = now;
    r->any_closed = now > r->any_closed ? now : r->any_closed;
    r->open_row[b] = DRAM_RULES_CLOSED;
}

/* A column with auto-precharge has gone: the bank closes itself when a precharge would be allowed. */
static inline void dram_rules_close(dram_rules *r, uint32_t b)
{
    const int64_t when[] = {r->activate[b] + dram_rules_cycles(r, r->config->t_ras) + dram_rules_longer(r),
                            r->read[b] + dram_rules_cycles(r, r->config->t_rtpl) + dram_rules_longer(r),
                            r->write[b] + dram_rules_write_recovery(r)};
    for (uint32_t i = 0; i < 3; i++)
        r->precharge[b] = when[i] > r->precharge[b] ? when[i] : r->precharge[b];
    r->any_closed = r->precharge[b] > r->any_closed ? r->precharge[b] : r->any_closed;
    r->open_row[b] = DRAM_RULES_CLOSED;
}

/* From one direction of the data bus to the other. */
static inline void dram_rules_turn(dram_rules *r, bool is_write, uint32_t group, int64_t now)
{
    const sim_config *c = r->config;
    const int64_t cl = dram_rules_cycles(r, c->t_cl), wl = dram_rules_cycles(r, c->t_wl);
    if (is_write) {
        dram_rule_holds(r, DRAM_RULE_READ_TO_WRITE, now, r->any_read,
                        c->t_rtw ? dram_rules_cycles(r, c->t_rtw) : cl + c->t_ccd + 2 - wl);
        dram_rule_holds(r, DRAM_RULE_CCD_L_WRITE, now, r->group[group].write, c->t_ccdl_write);
        return;
    }
    dram_rule_holds(r, DRAM_RULE_WRITE_TO_READ, now, r->any_write,
                    wl + c->t_ccd + dram_rules_cycles(r, c->t_cdlr));
    if (c->t_cdlrl)
        dram_rule_holds(r, DRAM_RULE_WRITE_TO_READ_L, now, r->group[group].write,
                        wl + c->t_ccd + dram_rules_cycles(r, c->t_cdlrl));
}

static inline void dram_rules_column(dram_rules *r, const dram_logged *l, int64_t now)
{
    const sim_config *c = r->config;
    const uint32_t b = l->bank, g = b % c->dram_bank_groups;
    const bool is_write = l->kind == DRAM_WRITE;
    const int64_t data = now + dram_rules_cycles(r, is_write ? c->t_wl : c->t_cl);
    if (r->open_row[b] != (int64_t)l->row)
        dram_rules_break(r, now, "a column of a row that is not open");
    if (is_write && c->t_rcd_write)
        dram_rule_holds(r, DRAM_RULE_RCD_WRITE, now, r->activate[b], dram_rules_cycles(r, c->t_rcd_write));
    else
        dram_rule_holds(r, DRAM_RULE_RCD, now, r->activate[b], dram_rules_cycles(r, c->t_rcd));
    dram_rule_holds(r, DRAM_RULE_CCD, now, r->any_column, c->t_ccd);
    dram_rule_holds(r, DRAM_RULE_CCD_L, now, r->group[g].column, c->t_ccdl);
    dram_rules_turn(r, is_write, g, now);
    dram_rule_holds(r, DRAM_RULE_DATA_BUS, data, r->data_until, 0);
    r->data_until = data + c->t_ccd;
    r->any_column = r->group[g].column = now;
    if (is_write)
        r->write[b] = r->group[g].write = r->any_write = now;
    else {
        r->group[g].read_before = r->group[g].read != now ? r->group[g].read : r->group[g].read_before;
        r->read[b] = r->group[g].read = r->any_read = now;
    }
    if (l->closes)
        dram_rules_close(r, b);
}

static inline bool dram_rules_has_open_row(const dram_rules *r)
{
    for (uint32_t b = 0; b < DRAM_RULES_BANKS; b++)
        if (r->open_row[b] != DRAM_RULES_CLOSED)
            return true;
    return false;
}

/* Cycle in which the next refresh is due, INT64_MAX = never. */
static inline int64_t dram_rules_due(const dram_rules *r)
{
    const int64_t refi = dram_rules_cycles(r, r->config->t_refi);
    return refi ? ((int64_t)r->seen[DRAM_REFRESH] + 1) * refi : INT64_MAX;
}

/* How late a refresh may be: what the row that was opened last needs until it is closed. */
static inline int64_t dram_rules_lateness(const dram_rules *r)
{
    const sim_config *c = r->config;
    return dram_rules_cycles(r, c->t_rcd) + dram_rules_cycles(r, c->t_ras) + dram_rules_cycles(r, c->t_rc) +
           dram_rules_write_recovery(r) + dram_rules_cycles(r, c->t_rp);
}

static inline void dram_rules_refresh(dram_rules *r, int64_t now)
{
    const int64_t due = dram_rules_due(r);
    if (dram_rules_has_open_row(r))
        dram_rules_break(r, now, "a refresh while a row is open");
    if (now < due)
        dram_rules_break(r, now, "a refresh that is not due");
    if (now > due + dram_rules_lateness(r))
        dram_rules_break(r, now, "a refresh comes late");
    dram_rule_holds(r, DRAM_RULE_REFRESH_RP, now, r->any_closed, dram_rules_cycles(r, r->config->t_rp));
    dram_rule_holds(r, DRAM_RULE_REFRESH_RC, now, r->any_activate,
                    dram_rules_cycles(r, r->config->t_rc) + dram_rules_longer(r));
    r->refresh = now;
}

/* Whether a row command and a column may go in one cycle. */
static inline bool dram_rules_pairs(const dram_rules *r)
{
    return r->config->dram_dual_bus || r->config->dram_first == FIRST_SCAN;
}

/* One of either kind a cycle. */
static inline void dram_rules_command_pair(dram_rules *r, const dram_logged *l, int64_t now)
{
    int64_t *at = &r->kind_at[l->kind == DRAM_READ || l->kind == DRAM_WRITE];
    dram_rule_holds(r, DRAM_RULE_COMMAND_BUS, now, *at, 1);
    r->pairs += r->kind_at[0] == now || r->kind_at[1] == now;
    *at = now;
}

/* One command a cycle, but rows may be closed together if all are. */
static inline void dram_rules_command_bus(dram_rules *r, const dram_logged *l, int64_t now)
{
    if (dram_rules_pairs(r)) {
        dram_rules_command_pair(r, l, now);
        return;
    }
    const bool together = now == r->command && l->kind == DRAM_PRECHARGE && r->any_precharge == now;
    if (now != r->command && r->closes_all && dram_rules_has_open_row(r))
        dram_rules_break(r, r->command, "several rows are closed at once, but not all");
    if (!together)
        dram_rule_holds(r, DRAM_RULE_COMMAND_BUS, now, r->command, r->command_cycles);
    r->closes_all = together;
    r->command = now;
    r->command_cycles = 1 + (l->kind == DRAM_PRECHARGE || l->kind == DRAM_REFRESH ? 0 : dram_rules_longer(r));
}

/* Judges the next command. False: `broken` says what is wrong with it, or with one before it. */
static inline bool dram_rules_see(dram_rules *r, const dram_logged *l)
{
    const int64_t now = (int64_t)l->cycle;
    dram_rules_command_bus(r, l, now);
    if (now >= dram_rules_due(r) && l->kind != DRAM_PRECHARGE && l->kind != DRAM_REFRESH)
        dram_rules_break(r, now, "a command while a refresh is due");
    switch (l->kind) {
    case DRAM_ACTIVATE: dram_rules_activate(r, l, now); break;
    case DRAM_PRECHARGE: dram_rules_precharge(r, l, now); break;
    case DRAM_REFRESH: dram_rules_refresh(r, now); break;
    default: dram_rules_column(r, l, now); break;
    }
    r->seen[l->kind]++;
    if (r->observer)
        r->observer(r->owner, l);
    return !r->broken[0];
}

#endif
