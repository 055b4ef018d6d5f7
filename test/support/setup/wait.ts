/**
 * The timeout for expected events on a busy machine. The default of `vi.waitUntil` and `vi.waitFor` is one
 * second.
 */
export const WAIT = { timeout: 45_000 };

/**
 * The same timeout for polling a service over HTTP. The default 20 polls a second keep the service busier
 * than its work.
 */
export const REMOTE_WAIT = { ...WAIT, interval: 250 };
