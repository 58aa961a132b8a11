// The package's normal numbers, in NumPy: splitmix64, then Box and Muller.

/** Defines `normal(seed, count, std)`. */
export const pythonNormal = `\
def normal(seed, count, std):
    draws = np.arange(1, 2 * ((count + 1) // 2) + 1, dtype=np.uint64)  # of splitmix64
    z = np.uint64(seed) + draws * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    radius = std * np.sqrt(-2 * np.log(((z[0::2] >> np.uint64(11)) + 1.0) / 2.0**53))
    angle = 2 * np.pi * (z[1::2] / 2.0**64)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).ravel()[:count]`;

/** Lines that make P (length, d). @param {number} seed */
export const normalTable = (seed) => `\
${pythonNormal}

P = normal(${seed}, length * d, 0.02).reshape(length, d)`;
