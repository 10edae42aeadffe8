/* For LD_PRELOAD with sgt-mines: MINES_SEED takes the place of the time of day that its random numbers
 * begin with, and MINES_LOG gets each layout as it is laid, with the first click: "column,row,mHEX", a bit a
 * cell, row by row, the highest first, masked as in every id of a game that can be typed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

extern void __libc_free(void *);

/* The layout being written: it is whole once it is freed. */
static char *layout;

int __sprintf_chk(char *text, int flag, size_t size, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, size, format, values);
    va_end(values);
    if (strcmp(format, "%d,%d,%s") == 0) layout = text;
    (void)flag;
    return length;
}

void free(void *memory) {
    if (memory && memory == layout) {
        layout = NULL;
        FILE *log = fopen(getenv("MINES_LOG"), "a");
        if (log) {
            fprintf(log, "%s\n", (char *)memory);
            fclose(log);
        }
    }
    __libc_free(memory);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *restrict, void *restrict);
    static int seeded;
    if (!real) real = (int (*)(struct timeval *restrict, void *restrict))dlsym(RTLD_NEXT, "gettimeofday");
    int result = real(now, zone);
    const char *seed = getenv("MINES_SEED");
    Dl_info caller;
    /* Libraries ask, too; the game's own later calls are for its clock. */
    if (seed && !seeded && dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "sgt-mines")) {
        seeded = 1;
        now->tv_sec = atol(seed);
        now->tv_usec = 0;
    }
    return result;
}
