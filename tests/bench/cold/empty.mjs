// A Node.js process that does nothing.
