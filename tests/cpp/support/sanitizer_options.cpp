// Where memory was allocated is remembered by four callers instead of thirty: operator new itself, the vector that
// calls it, and who called that (one would be operator new alone). What is found stays the same. Thirty take a
// twentieth more time; ASAN_OPTIONS=malloc_context_size=30 says more of what was found.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "malloc_context_size=4"; }
