const MINUTE_MS = 60_000;

/**
 * Calls `fire` immediately, because a crash may have left work, and then every minute. It skips a minute
 * while the previous call runs.
 */
export function runEveryMinute(fire: (scheduledTime: Date) => Promise<void>): { stop(): void } {
  let timer: NodeJS.Timeout;
  let working = false;
  const run = (scheduledTime: Date): void => {
    if (working) return;
    working = true;
    void fire(scheduledTime).finally(() => {
      working = false;
    });
  };
  const arm = (): void => {
    const next = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    timer = setTimeout(() => {
      arm();
      run(new Date(next));
    }, next - Date.now());
  };
  run(new Date());
  arm();
  return { stop: () => clearTimeout(timer) };
}
