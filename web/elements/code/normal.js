// The package's normal numbers, in NumPy: splitmix64, then Box and Muller.

/** Lines that make P (length, d). @param {number} seed */
export const normalTable = (seed) => `\
n = np.arange(1, 2 * ((length * d + 1) // 2) + 1, dtype=np.uint64)  # draws of splitmix64
z = np.uint64(${seed}) + n * np.uint64(0x9E3779B97F4A7C15)
z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
z = z ^ (z >> np.uint64(31))
u = ((z[0::2] >> np.uint64(11)).astype(float) + 1) / 2.0**53
v = 2 * np.pi * (z[1::2].astype(float) / 2.0**64)
r = 0.02 * np.sqrt(-2 * np.log(u))
P = np.stack([r * np.cos(v), r * np.sin(v)], axis=1).ravel()[: length * d].reshape(length, d)`;
