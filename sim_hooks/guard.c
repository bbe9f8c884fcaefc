#include "sim_hooks/guard.h"

#include "sim_hooks/policy_calls.h"

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    MOST_GUARDED = 64, /* libraries, as many as the loader takes */
    MOST_FRAMES = 128,
    FIRST_PAGE = 4096, /* nothing lies there */
    MOST_NAME = 512,
};

/* Where the code of a library lies. */
typedef struct guarded {
    uintptr_t from, past;
    char name[MOST_NAME];
} guarded;

static struct {
    bool is_enabled, is_on;
    pid_t process;
    atomic_uint n; /* of `library` that are whole */
    guarded library[MOST_GUARDED];
    _Atomic(const char *) loading; /* path, NULL = none */
} guard;

/* ---- the end ---- */

static void put(char *text, const char *more)
{
    const size_t n = strlen(text);
    for (size_t i = 0; more[i] != '\0' && n + i + 2 < MOST_NAME + 256; i++) {
        text[n + i] = more[i];
        text[n + i + 1] = '\0';
    }
}

static _Noreturn void end_with(const char *name, const char *what)
{
    char text[MOST_NAME + 256] = "poise: policies of ";
    put(text, name);
    put(text, " ");
    put(text, what);
    put(text, "\n");
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
    syscall(SYS_exit_group, POISE_FAILED);
    __builtin_unreachable();
}

static const guarded *library_at(uintptr_t address)
{
    const unsigned n = atomic_load(&guard.n);
    for (unsigned i = 0; i < n; i++)
        if (address >= guard.library[i].from && address < guard.library[i].past)
            return &guard.library[i];
    return NULL;
}

/* Tells of a library on the calling thread's stack, if there is one. */
static void accuse(const char *what)
{
    void *frame[MOST_FRAMES];
    const int n = backtrace(frame, MOST_FRAMES);
    const guarded *culprit = NULL;
    for (int i = 0; i < n && culprit == NULL; i++)
        culprit = library_at((uintptr_t)frame[i]);
    const char *loading = atomic_load(&guard.loading);
    if (culprit != NULL)
        end_with(culprit->name, what);
    if (loading != NULL)
        end_with(loading, what);
}

/* ---- crashes ---- */

static const struct {
    int number;
    const char *what;
} crashes[] = {
    {SIGSEGV, "crashed: SIGSEGV, a wrong address"},
    {SIGBUS, "crashed: SIGBUS, a wrong address"},
    {SIGFPE, "crashed: SIGFPE, a division by zero"},
    {SIGILL, "crashed: SIGILL, an illegal instruction"},
    {SIGABRT, "crashed: SIGABRT, abort() or a failed assertion"},
};

/* A jump to nowhere leaves where it came from on top of the stack, which cannot be unwound from there. */
static const guarded *jumped_from(const ucontext_t *context)
{
#ifdef __x86_64__
    const uintptr_t at = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    const uintptr_t top = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
    uintptr_t from;
    if (at >= FIRST_PAGE)
        return NULL;
    memcpy(&from, (const void *)top, sizeof from); /* NOLINT(performance-no-int-to-ptr): a register */
    return library_at(from);
#else
    (void)context;
    return NULL;
#endif
}

/* What is no library's goes the way that it would have gone. */
static void crashed(int number, siginfo_t *info, void *context)
{
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    const char *what = "crashed";
    (void)info;
    (void)signal(number, SIG_DFL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        what = crashes[i].number == number ? crashes[i].what : what;
    if (atomic_flag_test_and_set(&is_told) || getpid() != guard.process)
        return;
    const guarded *const culprit = number == SIGSEGV ? jumped_from(context) : NULL;
    if (culprit != NULL)
        end_with(culprit->name, what);
    accuse(what);
    atomic_flag_clear(&is_told);
}

static void catch_crashes(void)
{
    void *frame[1];
    (void)backtrace(frame, 1); /* loads what it needs */
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(crashes[i].number, &action, NULL);
    }
}

/* ---- exit() ---- */

static const char ended[] = "ended the program in the middle of its work: exit() is not theirs to call";

static void exits(void)
{
    if (getpid() != guard.process || (!policy_calls_run() && atomic_load(&guard.loading) == NULL))
        return;
    accuse(ended);
    if (atomic_load(&guard.n) > 0)
        end_with(guard.library[0].name, "or of another library ended the program in the middle of its work");
}

/* The one of the C library is called by everything but shared objects of policies: no handler would see that
 * they end the program. */
POISE_PUBLIC _Noreturn void _exit(int status);
void _exit(int status)
{
    const guarded *const caller = library_at((uintptr_t)__builtin_return_address(0));
    if (caller != NULL && getpid() == guard.process)
        end_with(caller->name, ended);
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

/* ---- libraries ---- */

void policy_guard_enable(void)
{
    guard.is_enabled = true;
}

static int switch_on(poise_error *err)
{
    if (guard.is_on || !guard.is_enabled)
        return POISE_OK;
    int code = policy_calls_watch(accuse, err);
    if (code != POISE_OK)
        return code;
    guard.process = getpid();
    guard.is_on = true;
    catch_crashes();
    (void)atexit(exits);
    (void)at_quick_exit(exits);
    return POISE_OK;
}

int policy_guard_begin_loading(const char *path, poise_error *err)
{
    int code = switch_on(err);
    if (code != POISE_OK)
        return code;
    atomic_store(&guard.loading, path);
    policy_calls_begin();
    return POISE_OK;
}

/* The code of the object whose load address is `base`. */
typedef struct code_search {
    uintptr_t base, from, past;
} code_search;

static int look_at_object(struct dl_phdr_info *info, size_t size, void *user)
{
    code_search *search = user;
    (void)size;
    if (info->dlpi_addr != search->base)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        search->from = search->base + part->p_vaddr;
        search->past = search->from + part->p_memsz;
    }
    return 1;
}

static void remember(const char *path, void *object, const policy_library *library)
{
    struct link_map *map;
    const unsigned n = atomic_load(&guard.n);
    if (n == MOST_GUARDED || dlinfo(object, RTLD_DI_LINKMAP, &map) != 0)
        return;
    code_search search = {.base = map->l_addr};
    dl_iterate_phdr(look_at_object, &search);
    guarded *const entry = &guard.library[n];
    *entry = (guarded){.from = search.from, .past = search.past};
    put(entry->name, path);
    if (library->n_entries == 1) {
        put(entry->name, "/");
        put(entry->name, library->entries->policy->name);
    }
    atomic_store(&guard.n, n + 1);
}

void policy_guard_end_loading(const char *path, void *object, const policy_library *library)
{
    if (library != NULL && guard.is_on)
        remember(path, object, library);
    policy_calls_end();
    atomic_store(&guard.loading, NULL);
}

/* ---- codes ---- */

int policy_created(const policy_choice *choice, int code, poise_error *err)
{
    if (code == POISE_OK)
        return POISE_OK;
    if (code < POISE_OK || code > POISE_INCOMPLETE)
        return poise_fail(err, POISE_FAILED,
                          "policy %s: its create() has returned %d, which is no error code", choice->label,
                          code);
    if (err != NULL && err->text[0] == '\0')
        return poise_fail(err, (poise_code)code, "policy %s: its create() has failed without a reason",
                          choice->label);
    if (policy_file_length(choice->label) > 0)
        (void)poise_error_prefix(err, "policy %s", choice->label);
    return code;
}
