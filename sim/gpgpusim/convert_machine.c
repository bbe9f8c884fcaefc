/* Options of which several make one of ours, and the scheduler. */
#include "sim/gpgpusim/convert.h"

#include <stdlib.h>
#include <string.h>

static const char n_clusters[] = "-gpgpu_n_clusters", n_cores[] = "-gpgpu_n_cores_per_cluster",
                  n_mem[] = "-gpgpu_n_mem", n_sub[] = "-gpgpu_n_sub_partition_per_mchannel";

static int is_option(const gpgpusim_option *option, const char *name)
{
    return strcmp(option->name, name) == 0;
}

/* A factor that is not set counts as 1; -1 when a factor is no number. */
static long long product(const gpgpusim_reader *reader, const char *const *names, size_t n)
{
    long long value = 1;
    for (size_t i = 0; i < n; i++) {
        const long long factor = gpgpusim_whole_value(reader, names[i], "1");
        if (factor < 0 || factor > 1 << 20)
            return -1;
        value *= factor;
    }
    return value;
}

int gpgpusim_convert_sms(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const char *const factors[] = {n_clusters, n_cores};
    const long long sms = product(reader, factors, 2);
    if (sms < 0)
        return gpgpusim_wrong(reader, option, err, "is not a number of SMs");
    int code = POISE_OK;
    if (is_option(option, n_cores))
        code = gpgpusim_set_whole(reader, option, "icnt_port_sms", gpgpusim_whole_value(reader, n_cores, "1"),
                                  err);
    if (is_option(option, n_cores) && !gpgpusim_value(reader, n_clusters, NULL))
        return code; /* the number of SMs stays */
    return code == POISE_OK ? gpgpusim_set_whole(reader, option, "sms", sms, err) : code;
}

/* Channels alone keep the L2 banks per channel. */
int gpgpusim_convert_channels(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    sim_config *config = reader->config;
    const char *const sub_partitions[] = {n_sub}, *const memories[] = {n_mem};
    const bool has_sub = gpgpusim_value(reader, n_sub, NULL) != NULL,
               has_mem = gpgpusim_value(reader, n_mem, NULL) != NULL;
    const long long per_channel =
        has_sub ? product(reader, sub_partitions, 1) : config->l2_banks / config->channels;
    const long long channels = has_mem ? product(reader, memories, 1) : config->channels;
    if (per_channel < 0 || channels < 0)
        return gpgpusim_wrong(reader, option, err, "is not a number of memory partitions");
    if (is_option(option, n_sub) && per_channel > 2)
        gpgpusim_refuse(reader, option, "more than 2 L2 banks of a channel are chosen by other address bits");
    int code = gpgpusim_set_whole(reader, option, "l2_banks", channels * per_channel, err);
    return code != POISE_OK || is_option(option, n_sub)
               ? code
               : gpgpusim_set_whole(reader, option, "channels", channels, err);
}

enum { BOOKSIM = 1, LOCAL_CROSSBAR = 2 };

/* Through in the cycle after it was sent: our shortest icnt_latency, 2, which counts sending and taking, is
 * exact (measured: a chain of loads). Every packet of the local crossbar is one flit: of the largest size
 * that ours can have. Source: local_interconnect.cc [GS]. */
int gpgpusim_convert_network(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    static const struct {
        const char *ours, *theirs, *value;
    } sets[] = {{"flit_request_bytes", NULL, "1024"},
                {"flit_reply_bytes", NULL, "1024"},
                {"icnt_latency", NULL, "2"},
                {"icnt_input_grants", NULL, "many"},
                {"icnt_buffer", "-icnt_in_buffer_limit", "64"},
                {"icnt_out_buffer", "-icnt_out_buffer_limit", "64"}};
    const long long mode = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    if (mode != BOOKSIM && mode != LOCAL_CROSSBAR)
        return gpgpusim_wrong(reader, option, err, "is neither 1 nor 2");
    int code = gpgpusim_set(reader, option, "icnt_first", "0", err);
    if (mode == BOOKSIM)
        return code;
    for (size_t i = 0; i < sizeof sets / sizeof *sets && code == POISE_OK; i++) {
        const char *value =
            sets[i].theirs ? gpgpusim_value(reader, sets[i].theirs, sets[i].value) : sets[i].value;
        code = gpgpusim_set(reader, option, sets[i].ours, value, err);
    }
    return code;
}

int gpgpusim_convert_local_crossbar(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    (void)err;
    if (gpgpusim_whole_value(reader, "-network_mode", "1") == LOCAL_CROSSBAR)
        gpgpusim_check(reader, option, option->detail + 1);
    return POISE_OK;
}

/* Flits pass two buffers, one after the other: that of the option and `other`. */
static int add_buffers(gpgpusim_reader *reader, const gpgpusim_option *option, const char *ours,
                       const char *other, const char *missing, poise_error *err)
{
    const long long one = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value),
                    two = gpgpusim_whole_value(reader, other, missing);
    if (one < 0 || two < 0)
        return gpgpusim_wrong(reader, option, err, "is not a whole number of flits");
    return one ? gpgpusim_set_whole(reader, option, ours, one + two, err) : POISE_OK;
}

int gpgpusim_convert_input_buffers(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    return add_buffers(reader, option, "icnt_buffer", "vc_buf_size", "8", err); /* BookSim's own default */
}

/* boundary_buffer_size is 16 where nothing says otherwise. [GS intersim_config.cpp] */
int gpgpusim_convert_output_buffers(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    return add_buffers(reader, option, "icnt_out_buffer", "boundary_buffer_size", "16", err);
}

/* Where nothing says otherwise the first buffer of an output is as large as that of an input. [GS
 * CreateInterconnect()] */
int gpgpusim_convert_channel_buffers(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long flits = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    int code = flits < 0 ? gpgpusim_wrong(reader, option, err, "is not a whole number of flits") : POISE_OK;
    if (code == POISE_OK)
        code = gpgpusim_set_whole(reader, option, "icnt_buffer", flits, err);
    if (code == POISE_OK && gpgpusim_whole_value(reader, "ejection_buffer_size", "0") == 0)
        code = gpgpusim_convert_output_buffers(reader, option, err);
    return code;
}

/* warp_limiting:2:N is GTO (priority 2) among N warps of a scheduler: our swl:N, which differs at barriers
 * only (docs/SCHEDULERS.md) and is faster to simulate. two_level_active:N:0:1 is a policy of the same name.
 */
static bool our_scheduler(const char *theirs, char *ours, size_t size)
{
    static const char limiting[] = "warp_limiting:2:", two_level[] = "two_level_active:";
    if (strcmp(theirs, "gto") == 0 || strcmp(theirs, "lrr") == 0 ||
        strncmp(theirs, two_level, sizeof two_level - 1) == 0)
        return (size_t)snprintf(ours, size, "%s", theirs) < size;
    if (strncmp(theirs, limiting, sizeof limiting - 1) != 0)
        return false;
    const char *limit = theirs + sizeof limiting - 1;
    const long long n = gpgpusim_decimal(limit, strlen(limit));
    snprintf(ours, size, "swl:%lld", n);
    return n >= 1;
}

int gpgpusim_convert_scheduler(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const gpgpusim_setting *setting = gpgpusim_setting_of(reader, option);
    char ours[32];
    if (!our_scheduler(setting->value, ours, sizeof ours)) {
        gpgpusim_refuse(reader, option,
                        "of GPGPU-Sim's schedulers only gto, lrr, warp_limiting:2:N and "
                        "two_level_active:N:0:1 are");
        return POISE_OK;
    }
    sim_config_notes *notes = reader->notes;
    free(notes->scheduler);
    free(notes->scheduler_place);
    notes->scheduler = strdup(ours);
    notes->scheduler_place = strdup(setting->place);
    return notes->scheduler && notes->scheduler_place
               ? 0
               : poise_fail(err, POISE_FAILED, "out of memory for the scheduler");
}
