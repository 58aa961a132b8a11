// memory.c: where the module's memory is free to use, see phasor.h.
#include "phasor.h"

#ifdef __wasm__
extern unsigned char __heap_base; // set by the linker: the first byte after stack and constants

void *phasor_scratch(void) { return (void *)(((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63); }
#endif
