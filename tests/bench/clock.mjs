// clock.mjs: the clock of the benchmarks.

/** With PHASOR_BENCH_CLOCK=cpu in the environment, the clock measures processor time, which does
 * not include the time of other programs. A busy machine requires that. */
export const cpuTime = process.env.PHASOR_BENCH_CLOCK === "cpu";

/** The time, ms. */
export const now = cpuTime
  ? () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    }
  : () => performance.now();
