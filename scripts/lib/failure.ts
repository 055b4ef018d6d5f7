/** An outcome that the user can act on: one line on stderr and exit status 1, no stack. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** The text of `--help`: the script prints it and ends. */
export class Help extends Error {
  override readonly name = "Help";
}

/**
 * Runs a script's main function. An error prints one line on stderr and sets status 1; DEBUG=1 prints the
 * stack.
 */
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

/** The `code` of a system or library error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? text;
}
