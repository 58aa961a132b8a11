// random.h: random bits.
#ifndef PHASOR_RANDOM_H
#define PHASOR_RANDOM_H

#include <stdint.h>

// Draw `index` of the stream that starts at `seed` (splitmix64, Steele, Lea and Flood 2014).
static inline uint64_t random_draw(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

#endif
