// phasor/react, phasor/preact, phasor/vue and phasor/svelte are types: there is nothing to run.
"use strict";
