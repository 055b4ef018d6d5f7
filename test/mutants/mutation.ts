/** One mutation of the code, and the tests that must fail. */
export interface Mutation {
  readonly name: string;
  /** The effect of the mutation for a user. */
  readonly effect: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files of `npm test`, of one project. */
  readonly tests: readonly [string, ...string[]];
}

/**
 * @returns the file's text with the mutation
 * @throws Error if the text to replace does not occur exactly once
 */
export function applyMutation({ name, file, find, replace }: Mutation, text: string): string {
  const times = text.split(find).length - 1;
  if (times !== 1) {
    throw new Error(
      `${name}: "${find}" occurs ${times} times in ${file}, not once. The code has changed: update the text in test/mutants/mutations.`,
    );
  }
  return text.replace(find, () => replace);
}

/** The vitest project of a test file of `npm test`. */
export function projectOf(test: string): "unit" | "worker" | "e2e" {
  if (test.startsWith("test/unit/")) return "unit";
  if (test.startsWith("test/e2e/") || test.startsWith("test/security/service/")) return "e2e";
  return "worker";
}
