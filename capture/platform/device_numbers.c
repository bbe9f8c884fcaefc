#include "capture/capture_environment.h"
#include "capture/platform/device.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static capture_device_shape shape;

/* Value of `name` in "name=value name=value"; the standard one unless it is there and in range. */
static int64_t number(const char *text, const char *name, int64_t standard, int64_t least, int64_t most)
{
    char key[64];
    snprintf(key, sizeof key, "%s=", name);
    const char *found = text ? strstr(text, key) : NULL;
    char *end;
    int64_t value = found ? strtoll(found + strlen(key), &end, 10) : standard;
    bool is_usable = found && (*end == ' ' || *end == '\0') && value >= least && value <= most;
    return is_usable ? value : standard;
}

static void read_shape(void)
{
    const char *text = getenv(CAPTURE_ENV_DEVICE);
#define SHAPE(member, standard, least, most) shape.member = number(text, #member, standard, least, most);
#include "capture/device_shape.def"
#undef SHAPE
}

const capture_device_shape *capture_device_numbers(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_shape);
    return &shape;
}

/* CUDA allows 1024 x 1024 x 64. */
void capture_device_item_sizes(size_t sizes[3])
{
    const size_t most = (size_t)capture_device_numbers()->group_items;
    sizes[0] = sizes[1] = most;
    sizes[2] = most < 64 ? most : 64;
}
