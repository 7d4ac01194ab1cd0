/* The floor: what pipes and the kernel cost when nobody thinks.
 *
 * usage: floor LINES COUNT CORE
 *
 * A parent and four children. For each of COUNT plays the parent writes one line of the file LINES to
 * the next child and waits for its reply, as a referee does. CORE >= 0 keeps all five on that core.
 * Prints the wall time of a play and the parent's own CPU time for it, in nanoseconds.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 4, MOST_LINES = 4096, BUFFER = 8192 };

static const char REPLY[] = "{\"id\":1234,\"card\":\"AH\"}\n";

static void die(const char *what) {
    perror(what);
    exit(1);
}

/* Reads until a line's end has come: how many bytes; 0 at the end of the stream. */
static size_t read_line(int from, char *into) {
    size_t size = 0;
    while (size == 0 || into[size - 1] != '\n') {
        ssize_t got = read(from, into + size, BUFFER - size);
        if (got < 0) die("read");
        if (got == 0) return 0;
        size += (size_t)got;
    }
    return size;
}

static void answer(int from, int to) {
    char line[BUFFER];
    while (read_line(from, line) > 0)
        if (write(to, REPLY, sizeof REPLY - 1) < 0) exit(0);
    exit(0);
}

static double nanoseconds(struct timespec since, struct timespec until) {
    return (double)(until.tv_sec - since.tv_sec) * 1e9 + (double)(until.tv_nsec - since.tv_nsec);
}

int main(int count_of_arguments, char **arguments) {
    if (count_of_arguments != 4) return fprintf(stderr, "usage: floor LINES COUNT CORE\n"), 2;
    long plays = atol(arguments[2]);
    int core = atoi(arguments[3]);
    if (core >= 0) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(core, &cores);
        if (sched_setaffinity(0, sizeof cores, &cores) < 0) die("sched_setaffinity");
    }

    static char *lines[MOST_LINES];
    static size_t sizes[MOST_LINES];
    int known = 0;
    FILE *file = fopen(arguments[1], "r");
    if (!file) die(arguments[1]);
    size_t room = 0;
    ssize_t size;
    while (known < MOST_LINES && (size = getline(&lines[known], &room, file)) > 0) {
        sizes[known++] = (size_t)size;
        room = 0;
    }
    if (known == 0) return fprintf(stderr, "no lines\n"), 1;

    int to[SEATS], from[SEATS];
    for (int seat = 0; seat < SEATS; seat++) {
        int down[2], up[2];
        if (pipe(down) < 0 || pipe(up) < 0) die("pipe");
        pid_t child = fork();
        if (child < 0) die("fork");
        if (child == 0) {
            for (int other = 0; other < seat; other++) close(to[other]), close(from[other]);
            close(down[1]);
            close(up[0]);
            answer(down[0], up[1]);
        }
        close(down[0]);
        close(up[1]);
        to[seat] = down[1];
        from[seat] = up[0];
    }

    char reply[BUFFER];
    struct timespec began, ended, cpu_began, cpu_ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu_began);
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long play = 0; play < plays; play++) {
        int seat = (int)(play % SEATS), line = (int)(play % known);
        if (write(to[seat], lines[line], sizes[line]) < 0) die("write");
        if (read_line(from[seat], reply) == 0) die("a child ended");
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu_ended);
    for (int seat = 0; seat < SEATS; seat++) close(to[seat]);
    while (wait(NULL) > 0) {}
    printf("%.1f %.1f\n", nanoseconds(began, ended) / (double)plays,
           nanoseconds(cpu_began, cpu_ended) / (double)plays);
    return 0;
}
