// clock.mjs: what time is measured by.

/**
 * With PHASOR_BENCH_CLOCK=cpu in the environment the clock stands still while other programs have
 * the processor, which a busy machine makes necessary.
 */
export const cpuTime = process.env.PHASOR_BENCH_CLOCK === "cpu";

/** The time, ms. */
export const now = cpuTime
  ? () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    }
  : () => performance.now();
