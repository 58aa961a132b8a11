// A Node.js process that makes one table.
import { sinusoidal } from "../../../web/phasor/index.js";

sinusoidal(512, 64);
