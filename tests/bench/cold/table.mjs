// A Node.js process that computes one table, with the file of the package that Node loads.
import { sinusoidal } from "phasor";

sinusoidal(512, 64);
