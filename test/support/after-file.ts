const cleanUps: (() => Promise<void>)[] = [];

/** Has something done after each test file of this process: the files of a project share its modules. What `globalSetup` starts, it ends itself. */
export function afterFile(cleanUp: () => Promise<void>): void {
  cleanUps.unshift(cleanUp);
}

/** What came last goes first. */
export async function cleanUpFile(): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp();
}
