const MINUTE_MS = 60_000;

/** Calls `fire` at the start of every minute, and leaves out a minute while the call before is still at work. */
export function everyMinute(fire: (scheduledTime: Date) => Promise<void>): { stop(): void } {
  let timer: NodeJS.Timeout;
  let working = false;
  const arm = (): void => {
    const next = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    timer = setTimeout(() => {
      arm();
      if (working) return;
      working = true;
      void fire(new Date(next)).finally(() => {
        working = false;
      });
    }, next - Date.now());
  };
  arm();
  return { stop: () => clearTimeout(timer) };
}
