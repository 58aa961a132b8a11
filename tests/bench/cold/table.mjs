// A Node.js process that makes one table, with the package as Node gets it.
import { sinusoidal } from "phasor";

sinusoidal(512, 64);
