/** An outcome that the person at the terminal can do something about: one line on stderr and exit status 1, no stack. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** What was asked for with `--help`: printed, and nothing else is done. */
export class Help extends Error {
  override readonly name = "Help";
}

/** Runs a script's main function; whatever goes wrong ends as one line on stderr and status 1 (DEBUG=1 shows the stack of a defect). */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof Help) {
      process.stdout.write(`${error.message}\n`);
      process.exit(0);
    }
    process.stderr.write(`${lineOf(error)}\n`);
    process.exit(1);
  }
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env["DEBUG"] !== undefined && !(error instanceof Failure)) return error.stack ?? error.message;
  return error.message;
}

/** The `code` of a system or library error, else undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? text;
}
