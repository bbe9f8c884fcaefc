/* The OpenCL objects of the platform. Every object begins with the dispatch table, as the ICD loader demands
 * (cl_khr_icd), and a count of references. */
#ifndef POISE_CAPTURE_OBJECTS_H
#define POISE_CAPTURE_OBJECTS_H

#include "capture/platform/api.h"
#include "capture/runtime/program_image.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum capture_object_kind {
    OBJECT_FREED,
    OBJECT_PLATFORM,
    OBJECT_DEVICE,
    OBJECT_CONTEXT,
    OBJECT_QUEUE,
    OBJECT_MEMORY,
    OBJECT_PROGRAM,
    OBJECT_KERNEL,
    OBJECT_EVENT,
} capture_object_kind;

typedef struct capture_object {
    const cl_icd_dispatch *dispatch;
    capture_object_kind kind;
    atomic_uint references; /* that the program has, as clRetain and clRelease count them */
    atomic_uint uses;       /* by other objects, and one by the program while it has references */
} capture_object;

struct _cl_platform_id {
    capture_object object;
};

struct _cl_device_id {
    capture_object object;
};

struct _cl_context {
    capture_object object;
    cl_context_properties *properties; /* with the final 0; NULL when none were given */
    size_t n_properties;
};

struct _cl_command_queue {
    capture_object object;
    cl_context context;
    cl_command_queue_properties properties;
};

typedef struct capture_destructor {
    void(CL_CALLBACK *call)(cl_mem memory, void *user_data);
    void *user_data;
    struct capture_destructor *next; /* called in reverse order of registration */
} capture_destructor;

typedef struct capture_mapping {
    void *address; /* as the program sees it */
    size_t offset, bytes;
    bool writes;
    struct capture_mapping *next;
} capture_mapping;

struct _cl_mem {
    capture_object object;
    cl_context context;
    cl_mem parent; /* of a sub-buffer, else NULL */
    cl_mem_flags flags;
    size_t origin, bytes;
    char *data;      /* device address */
    uint32_t number; /* session/buffer_log.h; of a sub-buffer 0 */
    void *host_ptr;  /* CL_MEM_USE_HOST_PTR: copied at creation, map and unmap */
    atomic_uint map_count;
    capture_mapping *mappings;
    capture_destructor *destructors;
};

struct _cl_program {
    capture_object object;
    cl_context context;
    char *source; /* NULL when made from a binary */
    char *options, *log;
    char *binary; /* once built, binary.h */
    size_t binary_bytes;
    cl_program_binary_type binary_type;
    cl_build_status status;
    capture_program_image image;
    atomic_uint n_kernels;                     /* kernel objects that use the image */
    uint64_t server_number, server_generation; /* server.c */
};

typedef struct capture_argument {
    bool is_set;
    cl_mem memory; /* retained by nobody (OpenCL 1.2, clSetKernelArg) */
    size_t bytes;  /* of a __local argument */
    char *value;   /* of a value argument */
} capture_argument;

struct _cl_kernel {
    capture_object object;
    cl_program program;
    const capture_code *code;
    capture_argument *arguments;
};

typedef struct capture_event_callback {
    void(CL_CALLBACK *call)(cl_event event, cl_int status, void *user_data);
    void *user_data;
    cl_int status; /* CL_SUBMITTED, CL_RUNNING or CL_COMPLETE */
    struct capture_event_callback *next;
} capture_event_callback;

struct _cl_event {
    capture_object object;
    cl_context context;
    cl_command_queue queue; /* NULL of a user event */
    cl_command_type type;
    cl_int status; /* CL_QUEUED down to CL_COMPLETE, or an error below 0; guarded by the state lock */
    cl_ulong queued, submitted, started, ended; /* nanoseconds */
    capture_event_callback *callbacks;          /* not called yet; guarded by the state lock */
};

/* The one platform and the one device. */
extern struct _cl_platform_id capture_platform;
extern struct _cl_device_id capture_device;

/* Allocates a zeroed object with one reference; NULL without memory. */
void *capture_object_new(size_t bytes, capture_object_kind kind);
/* Whether `object` is a live object of that kind. */
bool capture_object_is(const void *object, capture_object_kind kind);

/* clRetain and clRelease: a reference more or one less of the program's. capture_object_drop says how many
 * there were before: 0 when the program had none to give back, 1 when the caller is to take away the use. */
void capture_object_keep(void *object);
unsigned capture_object_drop(void *object);

/* Uses by other objects. capture_object_release is true when it was the last and the object is to be freed.
 */
void capture_object_retain(void *object);
bool capture_object_release(void *object);

/* Programs release objects once too often, and the ICD loader looks into an object before it calls us: freed
 * ones stay readable, as objects of no kind, until some thousands more are freed. */
void capture_object_free(void *object);

/* Takes a use away and frees the object with the last one; defined beside the functions that create it. */
void capture_context_unreference(cl_context context);
void capture_queue_unreference(cl_command_queue queue);
void capture_program_unreference(cl_program program);
void capture_kernel_unreference(cl_kernel kernel);
void capture_memory_unreference(cl_mem memory);
void capture_event_unreference(cl_event event);

/* Two locks make calls from several host threads safe; a thread that needs both takes the device lock first.
 * References are atomic. Functions of the program (callbacks) are called with neither lock held.
 *   device lock: one command, build or allocation at a time; held as long as that takes
 *   state lock:  commands that wait, status of events, mappings, arguments of kernels; held for moments */
void capture_lock(void);
void capture_unlock(void);
void capture_state_lock(void);
void capture_state_unlock(void);
/* Lets go of the state lock until an event has changed its status. */
void capture_state_wait(void);
/* Wakes all who wait in capture_state_wait. */
void capture_state_changed(void);

#endif
