// Where memory was allocated is remembered by one caller instead of thirty: what is found stays the same, and tests
// that allocate much take a tenth of the time. ASAN_OPTIONS=malloc_context_size=30 says more of what was found.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "malloc_context_size=1"; }
