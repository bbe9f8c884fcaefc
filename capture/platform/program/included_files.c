#include "capture/platform/program/included_files.h"

#include "capture/platform/program/include_scan.h"
#include "common/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Our choice: what has more is compiled. */
enum { MOST_TRIES = 20000, LARGEST_FILE = 16 << 20, MOST_BYTES = 64 << 20, LARGEST_RULE = 1 << 20 };

typedef struct capture_file_number file_number;

typedef struct folder {
    char *path; /* with the slash; "" = the program's folder */
    file_number number;
} folder;

typedef struct name {
    char *text;
    size_t n_tried; /* folders in which it was looked for */
} name;

/* Every name is looked for in every folder that some file may be searched in: more places than a preprocessor
 * looks at, so that none of its places is missed. */
typedef struct search {
    poise_hash *hash;
    capture_file_set *found;
    folder *folders;
    name *names;
    size_t n_folders, n_names, n_tries, bytes;
} search;

/* The list with room for one more element behind n; doubles at powers of two. NULL without memory: the list
 * is as before then. */
static void *with_room(void *list, size_t n, size_t size)
{
    return n & (n - 1) ? list : realloc(list, (n ? 2 * n : 1) * size);
}

static bool contains(const capture_file_set *set, file_number number)
{
    for (size_t i = 0; i < set->n; i++) {
        if (set->files[i].inode == number.inode && set->files[i].device == number.device)
            return true;
    }
    return false;
}

static bool add_name(void *context, const char *text)
{
    search *s = context;
    for (size_t i = 0; i < s->n_names; i++) {
        if (strcmp(s->names[i].text, text) == 0)
            return true;
    }
    name *names = with_room(s->names, s->n_names, sizeof *names);
    if (!names)
        return false;
    s->names = names;
    name *added = &s->names[s->n_names];
    *added = (name){.text = strdup(text)};
    s->n_names += added->text != NULL;
    return added->text != NULL;
}

/* Folders are compared by number: files in two folders that include each other have ever longer paths. One
 * that does not exist may do so later: it has number 0 and is known by its path alone. */
static bool add_folder(search *s, const char *path, size_t length)
{
    struct stat status;
    char text[PATH_MAX];
    if (length + 2 > sizeof text)
        return false;
    memcpy(text, path, length);
    text[length] = '\0';
    folder added = {0};
    if (stat(length ? text : ".", &status) == 0) {
        if (!S_ISDIR(status.st_mode))
            return false; /* clang takes a file for a table of headers */
        added.number = (file_number){status.st_dev, status.st_ino};
    }
    if (length && text[length - 1] != '/')
        memcpy(text + length, "/", 2);
    for (size_t i = 0; i < s->n_folders; i++) {
        const folder *f = &s->folders[i];
        if (added.number.inode
                ? f->number.inode == added.number.inode && f->number.device == added.number.device
                : strcmp(f->path, text) == 0)
            return true;
    }
    folder *folders = with_room(s->folders, s->n_folders, sizeof *folders);
    if (!folders)
        return false;
    s->folders = folders;
    added.path = strdup(text);
    if (!added.path)
        return false;
    s->folders[s->n_folders++] = added;
    return true;
}

static void hash_text(poise_hash *hash, const char *text)
{
    poise_hash_add(hash, text, strlen(text) + 1);
}

static bool add_found(search *s, const char *path, const struct stat *status)
{
    const file_number number = {status->st_dev, status->st_ino};
    const char *slash = strrchr(path, '/');
    if (slash && !add_folder(s, path, slash == path ? 1 : (size_t)(slash - path)))
        return false;
    if (contains(s->found, number))
        return true;
    file_number *files = with_room(s->found->files, s->found->n, sizeof *files);
    if (!files)
        return false;
    s->found->files = files;
    s->found->files[s->found->n++] = number;
    return true;
}

static bool read_file(search *s, const char *path)
{
    size_t bytes;
    char *data;
    if (poise_read_file(path, LARGEST_FILE, &data, &bytes, NULL))
        return false;
    s->bytes += bytes;
    poise_hash_add(s->hash, &bytes, sizeof bytes);
    poise_hash_add(s->hash, data, bytes);
    const bool is_known = s->bytes <= MOST_BYTES && capture_scan_includes(data, bytes, add_name, s);
    free(data);
    return is_known;
}

static bool try_path(search *s, const char *path)
{
    struct stat status;
    if (++s->n_tries > MOST_TRIES)
        return false;
    hash_text(s->hash, path);
    if (stat(path, &status)) {
        const int reason = errno;
        hash_text(s->hash, "absent");
        return reason == ENOENT || reason == ENOTDIR;
    }
    hash_text(s->hash, "present");
    return S_ISREG(status.st_mode) && add_found(s, path, &status) && read_file(s, path);
}

static bool try_name(search *s, size_t k, size_t d)
{
    char path[PATH_MAX];
    const char *text = s->names[k].text;
    if (*text == '/')
        return d > 0 || try_path(s, text);
    int length = snprintf(path, sizeof path, "%s%s", s->folders[d].path, text);
    return length >= 0 && (size_t)length < sizeof path && try_path(s, path);
}

/* What is found brings new names and new folders. */
static bool try_all(search *s)
{
    for (size_t k = 0; k < s->n_names;) {
        while (s->names[k].n_tried < s->n_folders) {
            if (!try_name(s, k, s->names[k].n_tried++))
                return false;
        }
        k++;
        for (size_t i = 0; k == s->n_names && i < s->n_names; i++) {
            if (s->names[i].n_tried < s->n_folders)
                k = i;
        }
    }
    return true;
}

/* Include folders, and words in which a macro may stand for something doubtful. */
static bool add_options(search *s, char *const *words, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++) {
        const char *path = NULL;
        if (strncmp(words[i], "-I", 2) == 0)
            path = words[i][2] ? words[i] + 2 : i + 1 < n_words ? words[++i] : NULL;
        else if (!capture_scan_includes(words[i], strlen(words[i]), add_name, s))
            return false;
        if (path && (*path == '=' || !add_folder(s, path, strlen(path)))) /* = stands for the system's root */
            return false;
    }
    return true;
}

bool capture_hash_included(poise_hash *hash, const capture_text *texts, size_t n, char *const *words,
                           size_t n_words, capture_file_set *found)
{
    *found = (capture_file_set){0};
    search s = {.hash = hash, .found = found};
    bool is_known = add_folder(&s, "", 0) && add_options(&s, words, n_words);
    for (size_t i = 0; i < n && is_known; i++)
        is_known = capture_scan_includes(texts[i].data, texts[i].bytes, add_name, &s);
    is_known = is_known && try_all(&s);
    for (size_t i = 0; i < s.n_folders; i++)
        free(s.folders[i].path);
    for (size_t i = 0; i < s.n_names; i++)
        free(s.names[i].text);
    free(s.folders);
    free(s.names);
    return is_known;
}

/* Cuts the next file name out of a rule for make, in place: \ and # and blanks in it are preceded by \, $ is
 * doubled, lines go on behind a \ at their end. NULL at the end. */
static char *next_file(char **rule)
{
    char *in = *rule;
    while (*in == ' ' || *in == '\n' || (*in == '\\' && in[1] == '\n'))
        in++;
    char *file = in, *out = in;
    while (*in && *in != ' ' && *in != '\n') {
        if ((*in == '\\' && in[1] && strchr("\\ #", in[1])) || (*in == '$' && in[1] == '$'))
            in++;
        *out++ = *in++;
    }
    *rule = *in ? in + 1 : in;
    *out = '\0';
    return *file ? file : NULL;
}

/* opencl-c-base.h, which clang includes by itself, belongs to clang. */
static bool is_of_clang(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash && strncmp(slash, "/opencl-c", strlen("/opencl-c")) == 0 && strstr(file, "/clang/");
}

static bool file_is_within(const char *file, const capture_file_set *found, const char *folder_path,
                           const char *prelude)
{
    struct stat status, own;
    const size_t length = strlen(folder_path);
    if (strncmp(file, folder_path, length) == 0 && file[length] == '/')
        return true;
    if (stat(file, &status))
        return false;
    if (stat(prelude, &own) == 0 && own.st_ino == status.st_ino && own.st_dev == status.st_dev)
        return true;
    return is_of_clang(file) || contains(found, (file_number){status.st_dev, status.st_ino});
}

bool capture_rule_is_within(const char *path, const capture_file_set *found, const char *folder_path,
                            const char *prelude)
{
    char *text;
    size_t bytes;
    if (poise_read_file(path, LARGEST_RULE, &text, &bytes, NULL))
        return false;
    char *rule = strstr(text, ": ");
    bool is_within = rule != NULL;
    rule = rule ? rule + 2 : text;
    for (char *file; is_within && (file = next_file(&rule)) != NULL;)
        is_within = file_is_within(file, found, folder_path, prelude);
    free(text);
    return is_within;
}

void capture_file_set_free(capture_file_set *set)
{
    free(set->files);
    *set = (capture_file_set){0};
}
