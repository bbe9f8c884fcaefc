/* HDF5's parser can be crashed by a file whose seal is right: whoever changes bytes can make a new seal. So a
 * process of its own reads everything first, and what becomes of that process says whether to go on. */
#include "common/h5_internal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CPU_SECONDS = 120, /* of the rehearsal; our choice: a gigabyte takes a tenth */
    MAX_ATTRIBUTE_BYTES = 1 << 24,
    UNLISTED = 64, /* how the rehearsal ends that cannot list what there is */
};

/* In the way of poise_h5_get_text and poise_h5_get_u64. */
static herr_t read_attribute(hid_t object, const char *name, const H5A_info_t *info, void *user)
{
    (void)info;
    (void)user;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    hid_t type = attribute < 0 ? H5I_INVALID_HID : H5Aget_type(attribute);
    hid_t space = attribute < 0 ? H5I_INVALID_HID : H5Aget_space(attribute);
    const bool is_one = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    const size_t size = type < 0 ? 0 : H5Tget_size(type);
    uint64_t number;
    if (is_one && H5Tget_class(type) == H5T_INTEGER) {
        (void)H5Aread(attribute, H5T_NATIVE_UINT64, &number);
    } else if (is_one && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && size > 0 &&
               size <= MAX_ATTRIBUTE_BYTES) {
        char *const text = malloc(size);
        if (text != NULL)
            (void)H5Aread(attribute, type, text);
        free(text);
    }
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return 0;
}

static herr_t read_attributes(hid_t object)
{
    hsize_t at = 0;
    return H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, &at, read_attribute, NULL);
}

/* What is refused here is refused again, with a sentence, when it is wanted. What cannot be listed ends the
 * rehearsal: names that it has not seen might be asked for. */
static herr_t read_link(hid_t group, const char *name, const H5L_info_t *link, void *user)
{
    if (link->type != H5L_TYPE_HARD)
        return 0;
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0)
        return 0;
    const herr_t listed = read_attributes(object);
    if (H5Iget_type(object) == H5I_DATASET)
        h5_try_set(user, name);
    H5Oclose(object);
    return listed;
}

/* Crashes end the process, whatever the program does about its own. */
static void let_crash(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        (void)signal(crashes[i], SIG_DFL);
}

/* The process that reads; nobody sees what its libraries print. */
static _Noreturn void rehearse(poise_h5 *file, char *image, size_t size)
{
    const struct rlimit limit = {CPU_SECONDS, CPU_SECONDS}, none = {0, 0};
    poise_error ignored;
    let_crash();
    (void)setrlimit(RLIMIT_CPU, &limit);
    (void)setrlimit(RLIMIT_CORE, &none);
    if (freopen("/dev/null", "w", stderr) == NULL)
        _exit(EXIT_FAILURE);
    if (h5_open_image(file, image, size, &ignored) == POISE_OK &&
        (read_attributes(file->id) < 0 ||
         H5Literate(file->id, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, read_link, file) < 0))
        _exit(UNLISTED);
    _exit(EXIT_SUCCESS);
}

int h5_rehearse(poise_h5 *file, char *image, size_t size, poise_error *err)
{
    int status = 0;
    const pid_t child = fork();
    if (child < 0)
        return poise_fail_errno(err, POISE_FAILED, "%s: cannot start a process that reads it first",
                                file->path);
    if (child == 0)
        rehearse(file, image, size);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return poise_fail_errno(err, POISE_FAILED, "%s: cannot wait for the process that reads it first",
                                    file->path);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return POISE_OK;
    if (WIFEXITED(status) && WEXITSTATUS(status) == UNLISTED)
        return poise_fail(err, POISE_DAMAGED,
                          "%s: HDF5 cannot list what is in it: somebody has changed the file", file->path);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return poise_fail(err, POISE_DAMAGED, "%s: HDF5 does not come to an end with it", file->path);
    return poise_fail(err, POISE_DAMAGED, "%s: HDF5 crashes when it reads it: somebody has changed the file",
                      file->path);
}
