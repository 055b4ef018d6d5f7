export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The elapsed time as text. @param since milliseconds, as from Date.now() */
export function seconds(since: number): string {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`;
}
