// Colours, on a terminal that wants them and nowhere else. `NO_COLOR` turns them off.

import pc from "picocolors";

// Not the library's own rule: that one also paints what a build server writes into a file.
export const paint = pc.createColors(pc.isColorSupported && process.stdout.isTTY === true);
