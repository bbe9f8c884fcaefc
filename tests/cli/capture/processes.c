/* processes fork|orphan|exec|daemon|ignored|closed|once: launches a kernel in several processes of one
 * capture, or where children are hard to wait for. */
#define _DEFAULT_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static cl_command_queue queue;
static cl_kernel kernel;

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        printf("%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

static void open_kernel(void)
{
    const char *source = "__kernel void k(void) {}";
    cl_int code;
    cl_device_id device;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &code);
    check(code, "clCreateContextFromType");
    clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(cl_device_id), &device, NULL);
    queue = clCreateCommandQueue(context, device, 0, &code);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, "k", &code);
    check(code, "clCreateKernel");
}

static void launch(void)
{
    check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "clEnqueueTask");
    check(clFinish(queue), "clFinish");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "ignored") == 0) { /* there is no child to wait for then */
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        for (int i = 1; i < NSIG; i++)
            signal(i, SIG_IGN);
    }
    if (strcmp(what, "daemon") == 0 && fork() != 0)
        return 0;
    open_kernel();
    launch();
    if (strcmp(what, "fork") == 0) {
        pid_t child = fork();
        launch();
        if (child)
            waitpid(child, NULL, 0);
    }
    if (strcmp(what, "closed") == 0) { /* the platform's files too, whose numbers the program's own get */
        FILE *own[4];
        for (int i = 3; i < 100; i++)
            close(i);
        for (int i = 0; i < 4; i++)
            own[i] = fopen("own", "a");
        launch();
        for (int i = 0; i < 4; i++) {
            if (!own[i] || fputs("text\n", own[i]) < 0 || fclose(own[i]))
                printf("file %d is damaged\n", i);
        }
    }
    if (strcmp(what, "orphan") == 0 && fork() == 0) {
        while (getppid() == atoi(argv[2]))
            usleep(1000);
        usleep(200000);
        launch();
    }
    if (strcmp(what, "exec") == 0)
        execl(argv[0], argv[0], "once", (char *)NULL);
    return 0;
}
