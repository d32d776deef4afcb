// What the address sanitizer starts with, unless ASAN_OPTIONS says otherwise.

/// Freed blocks are kept for a megabyte, not for 256: that is thousands of runs of targets that free a few hundred
/// bytes each, and the kernel need not hand out a fresh page for every run.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=1"; }
