/**
 * The timeout for expected events on a busy machine. The default of `vi.waitUntil` and `vi.waitFor` is one
 * second.
 */
export const WAIT = { timeout: 20_000 };

/**
 * The same for polling a service over HTTP: the default 20 polls a second keep it busier than the work
 * itself.
 */
export const REMOTE_WAIT = { ...WAIT, interval: 250 };
