/* SMS: counters of windows, and p by a model of them. Ours; [RA] has p as a constant.
 *
 * At the end of each window, of 10,000 core cycles as the windows of the inference engine that this project
 * is about, the counters of all channels become the shares of models/sms_features.def, and the model gives
 * the p of the next window. Hardware: seven counters and their denominators once for all channels, a divider,
 * and the sums of infer/poise_choice.h; no floating point but in what is told. */
#include "infer/load.h"
#include "infer/quantise.h"
#include "models/feature_names.h"
#include "sim_hooks/dram/sms.h"
#include "sim_hooks/policy_statistics.h"

enum { WINDOW = 10000 };

_Static_assert((int)MODEL_SMS_constant == (int)POISE_SHARES, "the constant is the last");

static bool has_model(const sms_state *s)
{
    return s->options.model && *s->options.model;
}

int sms_window_open(sms_state *s, poise_error *err)
{
    s->window_cycles = (uint64_t)s->options.window;
    if (!has_model(s))
        return POISE_OK;
    if (s->options.interval)
        return poise_fail(err, POISE_USAGE, "SMS: interval and model both set p; give one of them");
    if (!s->window_cycles)
        s->window_cycles = WINDOW;
    return poise_share_weights_load(s->options.model, MODEL_VIEW_SMS, &s->weights, err);
}

void sms_window_close(sms_state *s)
{
    poise_weights_free(&s->weights);
}

void sms_window_pick(sms_state *s, uint32_t candidates)
{
    sms_window *w = &s->window;
    w->picks++;
    w->candidates += candidates;
    w->in_flight += s->in_flight;
    w->gpu_in_flight += s->source[s->host.cpus].in_flight;
}

void sms_window_shares(sms_state *const *all, uint32_t count, uint64_t cycles,
                       poise_share shares[POISE_SHARES])
{
    sms_window sum = {0};
    uint64_t cores[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const sms_window *w = &all[i]->window;
        sum.requests += w->requests;
        sum.gpu_requests += w->gpu_requests;
        sum.begun += w->begun;
        sum.row_hits += w->row_hits;
        sum.picks += w->picks;
        sum.candidates += w->candidates;
        sum.in_flight += w->in_flight;
        sum.gpu_in_flight += w->gpu_in_flight;
        for (uint32_t c = 0; c < all[i]->host.cpus; c++)
            cores[all[i]->source[c].intensity]++;
    }
    const uint64_t of_cores = (uint64_t)all[0]->host.cpus * count;
    shares[MODEL_SMS_gpu_requests] = poise_share_of(sum.gpu_requests, sum.requests);
    shares[MODEL_SMS_gpu_in_flight] = poise_share_of(sum.gpu_in_flight, sum.in_flight);
    shares[MODEL_SMS_row_hits] = poise_share_of(sum.row_hits, sum.begun);
    shares[MODEL_SMS_load] = poise_share_of(sum.requests, cycles * count);
    shares[MODEL_SMS_candidates] = poise_share_of(sum.candidates, sum.picks * all[0]->n_sources);
    shares[MODEL_SMS_low_cores] = poise_share_of(cores[SMS_LOW], of_cores);
    shares[MODEL_SMS_high_cores] = poise_share_of(cores[SMS_HIGH], of_cores);
}

static void end_window(sms_state *const *all, uint32_t count)
{
    poise_share shares[POISE_SHARES];
    poise_features features;
    sms_state *first = all[0];
    sms_window_shares(all, count, first->window_passed.elapsed, shares);
    poise_shares_see(shares, &features);
    for (int i = 0; i < POISE_SHARES; i++)
        first->seen.feature[i] += features.x[i];
    first->seen.windows++;
    first->seen.p += (uint64_t)(first->p * SMS_P_UNIT + 0.5);
    const bool sets_p = has_model(first);
    const double p = sets_p ? (double)poise_shares_predict(&first->weights, shares) / POISE_SHARE_STEPS : 0;
    for (uint32_t i = 0; i < count; i++) {
        all[i]->window = (sms_window){0};
        all[i]->window_passed.elapsed = 0;
        if (sets_p)
            all[i]->p = p;
    }
}

uint64_t sms_window_gather(sms_state *const *all, uint32_t count, uint64_t cycle)
{
    const uint64_t cycles = all[0]->window_cycles;
    if (!cycles)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        dram_quantum_pass(&all[i]->window_passed, cycle);
    if (all[0]->window_passed.elapsed >= cycles)
        end_window(all, count);
    return cycles - all[0]->window_passed.elapsed;
}

static double ratio(uint64_t a, uint64_t b)
{
    return (double)a / (double)b;
}

/* Of a feature, its mean over windows. */
static double seen(const sms_seen *sums, int feature)
{
    return ratio(sums->feature[feature], sums->windows) / (double)(UINT32_C(1) << POISE_FEATURE_BITS);
}

size_t sms_window_statistics(const sms_state *first, const sms_counts *c, policy_statistic *out, size_t room)
{
    const sms_seen *sums = &first->seen;
    const policy_statistic all[] = {
        {"window_gpu_requests", "1", seen(sums, MODEL_SMS_gpu_requests)},
        {"window_gpu_in_flight", "1", seen(sums, MODEL_SMS_gpu_in_flight)},
        {"window_row_hits", "1", seen(sums, MODEL_SMS_row_hits)},
        {"window_load", "request/cycle", seen(sums, MODEL_SMS_load)},
        {"window_candidates", "1", seen(sums, MODEL_SMS_candidates)},
        {"window_low_cores", "1", seen(sums, MODEL_SMS_low_cores)},
        {"window_high_cores", "1", seen(sums, MODEL_SMS_high_cores)},
        {"windows", "window", (double)sums->windows},
        {"window_p", "1", ratio(sums->p, sums->windows) / SMS_P_UNIT},
        {"cpu_batch", "request", ratio(c->batched[0], c->batches[0])},
        {"gpu_batch", "request", ratio(c->batched[1], c->batches[1])},
        {"cpu_full_batch_share", "1", ratio(c->long_batches, c->batches[0])},
        {"sjf_share", "1", ratio(c->picks[1], c->picks[0] + c->picks[1])},
        {"dcs_wait", "DRAM cycle", ratio(c->commanding, c->commanded)},
        {"service", "DRAM cycle", ratio(c->serving, c->served)},
        {"p", "1", first->p},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}
