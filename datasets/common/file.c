#include "datasets/common/file.h"

#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static long length_of(FILE *file, const char *path)
{
    long length = -1;
    if (fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        workload_fail("cannot read %s: %s", path, strerror(errno));
    return length;
}

const char *file_content(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        workload_fail("cannot open %s: %s", path, strerror(errno));
    if (getc(file) == EOF && ferror(file)) /* a folder can be opened and has a length */
        workload_fail("cannot read %s: %s", path, strerror(errno));
    const size_t length = (size_t)length_of(file, path);
    char *content = memory_array(length + 1, 1);
    *bytes = fread(content, 1, length, file);
    if (ferror(file))
        workload_fail("cannot read %s: %s", path, strerror(errno));
    (void)fclose(file);
    return content;
}
