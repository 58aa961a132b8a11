// What programs in NumPy need that are to be independent of the package.

/** The normal numbers of `LearnedPositionalEncoding`, an even count of them. */
export const NORMAL_PYTHON = `def normal(seed, count, std):
    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    radius = std * np.sqrt(-2 * np.log(((z[0::2] >> np.uint64(11)) + 1.0) / 2.0**53))
    angle = 2 * np.pi * (z[1::2] / 2.0**64)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).ravel()`;

/** The table of `sinusoidal`. */
export const SINUSOIDAL_PYTHON = `def sinusoidal(length, d, base):
    angle = np.arange(length)[:, None] * base ** (-np.arange(0, d, 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], 2).reshape(length, d)`;
