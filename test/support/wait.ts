/** How long a test waits for what must come, on a machine with other work too. For `vi.waitUntil` and `vi.waitFor`, whose own is a second. */
export const WAIT = { timeout: 20_000 };
