#include "runs/journal.h"

#include "common/file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_JOURNAL = 64 << 20, MAX_LINE = 1024, CHECK_DIGITS = 16 };

static const char *const event_names[RUNS_EVENTS] = {"begun", "done", "failed"};

/* ---- writing ---- */

static int append(const runs_journal *journal, const char *text, size_t size, poise_error *err)
{
    if (write(journal->file, text, size) != (ssize_t)size || fdatasync(journal->file) != 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", journal->path);
    return POISE_OK;
}

static bool ends_within_a_line(int file)
{
    char last = '\n';
    off_t size = lseek(file, 0, SEEK_END);
    return size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

int runs_journal_open(runs_journal *journal, const char *path, poise_error *err)
{
    snprintf(journal->path, sizeof journal->path, "%s", path);
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal->file < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
    int code = ends_within_a_line(journal->file) ? append(journal, "\n", 1, err) : POISE_OK;
    if (code != POISE_OK)
        runs_journal_close(journal);
    return code;
}

static void copy_detail(char *out, const char *detail)
{
    snprintf(out, RUNS_DETAIL_TEXT, "%s", detail);
    for (; *out != '\0'; out++)
        *out = *out == '\t' || *out == '\n' ? ' ' : *out;
}

/* "EVENT key version detail check", separated by tabs; the check is that of all before it. */
int runs_journal_write(runs_journal *journal, const runs_entry *entry, poise_error *err)
{
    char line[MAX_LINE], detail[RUNS_DETAIL_TEXT];
    copy_detail(detail, entry->detail);
    int size =
        snprintf(line, sizeof line - CHECK_DIGITS - 2, "%s\t%s\t" POISE_VERSION " " POISE_COMMIT "\t%s\t",
                 event_names[entry->event], entry->key, detail);
    size += snprintf(line + size, sizeof line - (size_t)size, "%016" PRIx64 "\n",
                     poise_checksum64(line, (size_t)size));
    return append(journal, line, (size_t)size, err);
}

void runs_journal_close(runs_journal *journal)
{
    if (journal->file < 0)
        return;
    if (lseek(journal->file, 0, SEEK_END) == 0)
        unlink(journal->path);
    close(journal->file);
    journal->file = -1;
}

/* ---- reading ---- */

static bool check_agrees(const char *line, size_t size)
{
    char expected[CHECK_DIGITS + 1];
    if (size < CHECK_DIGITS)
        return false;
    size -= CHECK_DIGITS;
    snprintf(expected, sizeof expected, "%016" PRIx64, poise_checksum64(line, size));
    return memcmp(line + size, expected, CHECK_DIGITS) == 0;
}

/* Copies the text up to the next tab, which must fit; false when there is none. */
static bool take_word(char **at, char *out, size_t room)
{
    char *tab = strchr(*at, '\t');
    if (tab == NULL || (size_t)(tab - *at) >= room)
        return false;
    memcpy(out, *at, (size_t)(tab - *at));
    out[tab - *at] = '\0';
    *at = tab + 1;
    return true;
}

static bool event_of(const char *name, runs_event *event)
{
    for (int i = 0; i < RUNS_EVENTS; i++) {
        if (strcmp(name, event_names[i]) == 0) {
            *event = (runs_event)i;
            return true;
        }
    }
    return false;
}

static bool parse(char *line, runs_entry *entry)
{
    char name[16], version[128];
    return check_agrees(line, strlen(line)) && take_word(&line, name, sizeof name) &&
           event_of(name, &entry->event) && take_word(&line, entry->key, sizeof entry->key) &&
           take_word(&line, version, sizeof version) && take_word(&line, entry->detail, sizeof entry->detail);
}

void runs_journal_parse(char *text, void (*each)(void *user, const runs_entry *entry), void *user)
{
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        runs_entry entry;
        *end = '\0';
        if (parse(line, &entry))
            each(user, &entry);
    }
}

int runs_journal_read(const char *path, void (*each)(void *user, const runs_entry *entry), void *user,
                      poise_error *err)
{
    char *text;
    size_t size;
    int code = poise_read_file(path, MAX_JOURNAL, &text, &size, err);
    if (code != POISE_OK)
        return code;
    runs_journal_parse(text, each, user);
    free(text);
    return POISE_OK;
}
