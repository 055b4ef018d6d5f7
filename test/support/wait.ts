/** How long a test waits for what must come, on a machine with other work too. For `vi.waitUntil` and `vi.waitFor`, whose own is a second. */
export const WAIT = { timeout: 20_000 };

/** The same for what only a request to a service tells: twenty looks a second, which is `vi`'s own, keep it busier than what they wait for. */
export const REMOTE_WAIT = { ...WAIT, interval: 250 };
