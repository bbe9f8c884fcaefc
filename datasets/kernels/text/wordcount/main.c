/* Words and longest word of every record of a generated text. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <string.h>

/* Characters of which one in six is a space: words of five letters on average, as in English. */
static char *random_text(random_source *source, size_t n)
{
    char *text = memory_array(n, 1);
    for (size_t i = 0; i < n; i++)
        text[i] = random_below(source, 6) == 0 ? ' ' : (char)('a' + random_below(source, 26));
    return text;
}

static void count_on_device(device *dev, const char *text, cl_uint records, cl_uint length, uint32_t *words,
                            uint32_t *longest)
{
    const size_t result_bytes = sizeof(cl_uint) * records;
    cl_mem texts = device_buffer(dev, (size_t)records * length, text);
    cl_mem words_buffer = device_buffer(dev, result_bytes, NULL);
    cl_mem longest_buffer = device_buffer(dev, result_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "wordcount"), records, ARG(texts), ARG(words_buffer),
               ARG(longest_buffer), ARG(records), ARG(length));
    device_read(dev, words_buffer, result_bytes, words);
    device_read(dev, longest_buffer, result_bytes, longest);
}

/* Jumps from word to word instead of stepping through characters as the kernel does. */
static void count_reference(const char *text, uint32_t length, uint32_t *words, uint32_t *longest)
{
    const char *end = text + length;
    for (*words = *longest = 0; text < end;) {
        const char *space = memchr(text, ' ', (size_t)(end - text));
        uint32_t letters = (uint32_t)((space ? space : end) - text);
        *words += letters > 0;
        if (letters > *longest)
            *longest = letters;
        text += letters + 1;
    }
}

int main(int argc, char **argv)
{
    uint32_t records, length, seed;
    const workload_option options[] = {
        {"size", &records, 12288, 1, 1 << 24, NULL, "records"},
        {"length", &length, 48, 1, 127, NULL, "characters of a record"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the text"},
    };
    const workload work = {"wordcount", "words and longest word of every record", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const char *text = random_text(&random, (size_t)records * length);
    uint32_t *words = memory_array(records, sizeof *words), *longest = memory_array(records, sizeof *longest);
    device dev;
    device_open(&dev, kernel_source);
    count_on_device(&dev, text, records, length, words, longest);

    uint32_t *want_words = memory_array(records, sizeof *words);
    uint32_t *want_longest = memory_array(records, sizeof *longest);
    for (size_t i = 0; i < records; i++)
        count_reference(text + i * length, length, &want_words[i], &want_longest[i]);
    check_equal("words", words, want_words, records);
    check_equal("longest", longest, want_longest, records);
    workload_verified(&work, dev.name, dev.launches, "all counts equal");
    device_close(&dev);
    return 0;
}
