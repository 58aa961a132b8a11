// phasor/react, phasor/preact, phasor/vue and phasor/svelte contain only types, no code.
export {};
