# Without any OpenCL platform a workload says so.
mkdir no-platforms
OCL_ICD_VENDORS=$PWD/no-platforms "$POISE_BUILD/datasets/atax"
