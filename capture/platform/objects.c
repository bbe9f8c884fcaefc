#include "capture/platform/objects.h"

#include <pthread.h>
#include <stdlib.h>

struct _cl_platform_id capture_platform = {.object = {&capture_dispatch, OBJECT_PLATFORM, 1, 1}};
struct _cl_device_id capture_device = {.object = {&capture_dispatch, OBJECT_DEVICE, 1, 1}};

static pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t graveyard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *capture_object_new(size_t bytes, capture_object_kind kind)
{
    capture_object *object = calloc(1, bytes);
    if (!object)
        return NULL;
    object->dispatch = &capture_dispatch;
    object->kind = kind;
    atomic_init(&object->references, 1);
    atomic_init(&object->uses, 1);
    return object;
}

bool capture_object_is(const void *object, capture_object_kind kind)
{
    const capture_object *o = object;
    return o && o->dispatch == &capture_dispatch && o->kind == kind;
}

void capture_object_keep(void *object)
{
    capture_object *o = object;
    if (atomic_fetch_add(&o->references, 1) == 0)
        capture_object_retain(o); /* clGetKernelInfo and the like may return what the program has released */
}

unsigned capture_object_drop(void *object)
{
    capture_object *o = object;
    unsigned before = atomic_load(&o->references);
    while (before > 0 && !atomic_compare_exchange_weak(&o->references, &before, before - 1))
        ;
    return before;
}

void capture_object_retain(void *object)
{
    capture_object *o = object;
    atomic_fetch_add(&o->uses, 1);
}

bool capture_object_release(void *object)
{
    capture_object *o = object;
    return atomic_fetch_sub(&o->uses, 1) == 1;
}

void capture_object_free(void *object)
{
    enum { N_KEPT = 4096 };
    static void *kept[N_KEPT];
    static size_t next;
    capture_object *o = object;
    o->kind = OBJECT_FREED;
    pthread_mutex_lock(&graveyard);
    void *oldest = kept[next];
    kept[next] = object;
    next = (next + 1) % N_KEPT;
    pthread_mutex_unlock(&graveyard);
    free(oldest);
}

void capture_lock(void)
{
    pthread_mutex_lock(&device);
}

void capture_unlock(void)
{
    pthread_mutex_unlock(&device);
}

void capture_state_lock(void)
{
    pthread_mutex_lock(&state);
}

void capture_state_unlock(void)
{
    pthread_mutex_unlock(&state);
}

void capture_state_wait(void)
{
    pthread_cond_wait(&changed, &state);
}

void capture_state_changed(void)
{
    pthread_cond_broadcast(&changed);
}
