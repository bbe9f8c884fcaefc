/* Opening and closing. HDF5 works in memory only: a file is read whole and its seal checked before HDF5 sees
 * it, and written whole after HDF5 has finished it. So no damage by accident reaches HDF5, whose
 * parser 1.10.8 can be crashed by flipped bits, and what is damaged with intent crashes another process
 * (h5_rehearse.c); no file lock or external driver is involved; and a full disk
 * meets our own checked write instead of an HDF5 close, which cannot be repeated or undone when its flush
 * fails. */
#include "common/file.h"
#include "common/h5_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEAL_BYTES = sizeof POISE_H5_SEAL - 1 - 2 + POISE_HASH_TEXT - 1, /* the hash stands for "%s" */
    MAX_FILE_BYTES = 1 << 30,                                        /* of a file that is read */
    CHUNK_INDEX_RANK = 4,        /* half the entries of a chunk index node */
    MEMORY_STEP_BYTES = 1 << 20, /* by which the memory behind a file grows */
};

/* HDF5 wants a name for a file in memory, and refuses one that exists: /dev/null is no folder. Each file has
 * a name of its own: of a damaged one that HDF5 cannot close, the next one would be taken for the same. */
typedef struct memory_name {
    char text[32];
} memory_name;

static memory_name name_memory(void)
{
    static unsigned long files;
    memory_name name;
    snprintf(name.text, sizeof name.text, "/dev/null/%lu", files++);
    return name;
}

static poise_h5 *new_file(const char *path, bool writing, poise_error *err)
{
    poise_h5 *file = calloc(1, sizeof *file);
    char *name = strdup(path);
    if (file == NULL || name == NULL) {
        free(file);
        free(name);
        poise_fail(err, POISE_FAILED, "%s: no memory to open it", path);
        return NULL;
    }
    *file = (poise_h5){.id = H5I_INVALID_HID, .path = name, .writing = writing};
    h5_guard_enter(path);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* errors become sentences, never prints */
    return file;
}

/* Access properties of a file in memory; negative on failure. */
static hid_t memory_access(void)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && H5Pset_fapl_core(access, MEMORY_STEP_BYTES, 0) < 0) {
        H5Pclose(access);
        return H5I_INVALID_HID;
    }
    return access;
}

/* In the oldest file format that can hold it, HDF5's default, and for cause: with newer ones 1.10.8 stamps
 * the time on the root group, and its H5Fget_file_image changes the superblock without its checksum. Chunk
 * index nodes are small, as our data sets have few chunks; by default they would make most of a file. */
int poise_h5_create(poise_h5 **file, const char *path, poise_error *err)
{
    *file = new_file(path, true, err);
    if (*file == NULL)
        return POISE_FAILED;
    hid_t access = memory_access();
    hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    if (access >= 0 && H5Pset_istore_k(creation, CHUNK_INDEX_RANK) >= 0)
        (*file)->id = H5Fcreate(name_memory().text, H5F_ACC_TRUNC, creation, access);
    int code = (*file)->id < 0 ? h5_fail(*file, "cannot create", "the file", err) : POISE_OK;
    H5Pclose(creation);
    H5Pclose(access);
    if (code != POISE_OK) {
        poise_h5_close(*file);
        *file = NULL;
    }
    return code;
}

/* The bytes of the finished file, malloc'ed. */
static int take_image(const poise_h5 *file, char **image, size_t *size, poise_error *err)
{
    if (H5Fflush(file->id, H5F_SCOPE_GLOBAL) < 0)
        return h5_fail(file, "cannot finish", "the file", err);
    ssize_t bytes = H5Fget_file_image(file->id, NULL, 0);
    if (bytes < 0)
        return h5_fail(file, "cannot finish", "the file", err);
    *size = (size_t)bytes;
    *image = malloc(*size);
    if (*image == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for its %zu bytes", file->path, *size);
    if (H5Fget_file_image(file->id, *image, *size) < 0)
        return h5_fail(file, "cannot finish", "the file", err);
    return POISE_OK;
}

static int write_sealed(const char *path, const char *image, size_t size, poise_error *err)
{
    poise_atomic_file out;
    char hash[POISE_HASH_TEXT];
    int code = poise_atomic_open(&out, path, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(image, size, hash);
    if (fwrite(image, 1, size, out.stream) != size || fprintf(out.stream, POISE_H5_SEAL, hash) < 0) {
        code = poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
        poise_atomic_abort(&out);
        return code;
    }
    return poise_atomic_commit(&out, err);
}

int poise_h5_commit(poise_h5 *file, poise_error *err)
{
    char *image = NULL;
    size_t size = 0;
    int code = h5_attach_scales(file, err);
    if (code == POISE_OK)
        code = take_image(file, &image, &size, err);
    if (code == POISE_OK)
        code = write_sealed(file->path, image, size, err);
    free(image);
    poise_h5_close(file);
    return code;
}

/* Checks the seal at the end and takes it off. */
static int unseal(poise_h5 *file, const char *image, size_t *size, poise_error *err)
{
    char seal[SEAL_BYTES + 1];
    bool sealed = *size > SEAL_BYTES;
    if (sealed) {
        *size -= SEAL_BYTES;
        poise_hash_bytes(image, *size, file->hash);
        snprintf(seal, sizeof seal, POISE_H5_SEAL, file->hash);
        sealed = memcmp(image + *size, seal, SEAL_BYTES) == 0;
    }
    if (!sealed)
        return poise_fail(
            err, POISE_DAMAGED,
            "%s: it has no valid seal: the file is truncated, changed, or not one of this program",
            file->path);
    return POISE_OK;
}

/* Lets HDF5 parse the bytes in memory. */
int h5_open_image(poise_h5 *file, char *image, size_t size, poise_error *err)
{
    hid_t access = memory_access();
    if (access >= 0 && H5Pset_file_image(access, image, size) >= 0)
        file->id = H5Fopen(name_memory().text, H5F_ACC_RDONLY, access);
    int code = file->id < 0 ? h5_fail(file, "cannot open", "it as HDF5", err) : POISE_OK;
    H5Pclose(access);
    return code;
}

int poise_h5_open(poise_h5 **file, const char *path, poise_error *err)
{
    char *image;
    size_t size;
    *file = NULL;
    int code = poise_read_file(path, MAX_FILE_BYTES, &image, &size, err);
    if (code != POISE_OK)
        return code;
    *file = new_file(path, false, err);
    code = *file == NULL ? POISE_FAILED : unseal(*file, image, &size, err);
    if (code == POISE_OK)
        code = h5_rehearse(*file, image, size, err);
    if (code == POISE_OK)
        code = h5_open_image(*file, image, size, err);
    free(image);
    if (code != POISE_OK) {
        poise_h5_close(*file);
        *file = NULL;
    }
    return code;
}

void poise_h5_close(poise_h5 *file)
{
    if (file == NULL)
        return;
    if (file->id >= 0)
        H5Fclose(file->id);
    h5_forget_axes(file);
    h5_guard_leave();
    free(file->path);
    free(file);
}

const char *poise_h5_hash(const poise_h5 *file)
{
    return file->hash;
}
