export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** How long ago that was, as text. @param since milliseconds, as Date.now() gives them */
export function seconds(since: number): string {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`;
}
