const cleanUps: (() => Promise<void>)[] = [];

/**
 * Registers a cleanup that runs after each test file of this process, because the files of a project share
 * modules. `globalSetup` cleans up after itself.
 */
export function afterFile(cleanUp: () => Promise<void>): void {
  cleanUps.unshift(cleanUp);
}

/** Runs the cleanups in reverse order. */
export async function cleanUpFile(): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp();
}
