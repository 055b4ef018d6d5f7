/** Logs one line of JSON; never a URL, a token or the contents of a file. */
export function log(event: string, fields: Readonly<Record<string, string | number>> = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
}
